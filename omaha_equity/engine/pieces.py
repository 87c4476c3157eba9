"""One large exact question in pieces, which any workers count, on one machine or many.

>>> from concurrent.futures import ThreadPoolExecutor
>>> from omaha_equity import Range, Wish
>>> players = Range("AA"), Range("KK!AA")
>>> query = Query.of(players, "Kd8s4h2c", wish=Wish(exact=True))
>>> with ThreadPoolExecutor(2) as executor:
...     parts = list(executor.map(lambda number: count_piece(query, number, 3), range(3)))
>>> merge_pieces(query, parts).boards
533913480
"""

import pickle
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from math import ceil
from threading import Lock

from omaha_equity.answers.equities import Result
from omaha_equity.engine import solve
from omaha_equity.engine.combos import check, possible_combos
from omaha_equity.engine.enumeration import SpotWork
from omaha_equity.engine.sweep import SweepWork
from omaha_equity.engine.tally import Tally, count_chunks
from omaha_equity.errors import TextError
from omaha_equity.questions.plan import Method
from omaha_equity.questions.query import Query

PIECE_SECONDS = 2.0
"""Core-seconds that counting a piece takes, about."""

MOST_PIECES = 10_000

KEPT = 2
"""Questions that a process keeps ready between pieces."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What one piece of a question counts.

    Attributes:
        number: which it is, from 0; pieces: of how many.
        method: how it was counted.
        tally: its deals.
    """

    number: int
    pieces: int
    method: Method
    tally: Tally


def plan_pieces(query: Query, cores: int = 1) -> int:
    """Into how many pieces of about two core-seconds an exact count is best split.

    The number depends on the question alone, and is 0 for a question that is to be sampled.
    Ranges that keep suits alike take less work than is estimated, and their pieces less time.

    Args:
        cores: how many will count, for what is refused because it would take hours.

    Raises:
        ImpossibleError: no deal is possible.
        PrecisionError: exactness was asked for and would take too long.
    """
    combos = possible_combos(query)
    check(combos)
    plan = solve.make_plan(query, combos, cores)
    if plan.method == "sampled":
        return 0
    return max(1, min(ceil(plan.core_seconds / PIECE_SECONDS), MOST_PIECES, plan.units))


def count_piece(query: Query, number: int, pieces: int) -> Piece:
    """Count one of the pieces, numbered from 0, in the calling thread.

    A process makes a question ready once for all pieces that it counts one after another or
    at the same time.

    Raises:
        TextError: there is no such piece.
        ImpossibleError: no deal is possible.
        PrecisionError: the question cannot be counted.
    """
    if not 0 <= number < pieces:
        raise TextError(f"piece {number} of {pieces}; pieces are numbered from 0")
    ready = _ready_for(query)
    chunks = ready.work.chunks()
    first, last = (len(chunks) * place // pieces for place in (number, number + 1))
    tally = count_chunks(ready.work, chunks[first:last], thread_count=1)
    return Piece(number, pieces, ready.method, tally)


def merge_pieces(query: Query, parts: Iterable[Piece]) -> Result:
    """Return the result of all pieces, in any order; `solve.solve` gives the same.

    Raises:
        TextError: a piece is missing or given twice.
        ImpossibleError: no deal is possible.
    """
    found = sorted(parts, key=lambda part: part.number)
    pieces = found[0].pieces if found else 1
    if [(part.number, part.pieces) for part in found] != [(n, pieces) for n in range(pieces)]:
        raise TextError(f"{len(found)} pieces were given; give each of them once")
    total = Tally.nothing(len(query.players))
    for part in found:
        total = total.merge(part.tally)
    return solve.exact_result(query, found[0].method, total)


@dataclass(frozen=True, slots=True)
class _Ready:
    method: Method
    work: SpotWork | SweepWork


@dataclass
class _Once:
    """A question that the first thread to come makes ready while others wait for it."""

    query: Query
    key: bytes
    lock: Lock = field(default_factory=Lock)
    ready: _Ready | None = None

    def get(self) -> _Ready:
        with self.lock:
            if self.ready is None:
                combos = possible_combos(self.query)
                method = solve.quickest(self.query, combos).method
                self.ready = _Ready(method, solve.prepare(self.query, combos, method))
            return self.ready


_latest: list[_Once] = []
_latest_lock = Lock()


def _ready_for(query: Query) -> _Ready:
    with _latest_lock:
        once = _find(query)
        _latest[:] = [*(other for other in _latest if other is not once), once][-KEPT:]
    return once.get()


def _find(query: Query) -> _Once:
    """The same query, or an equal one: each piece from another process brings its own."""
    for once in _latest:
        if once.query is query:
            return once
    key = sha256(pickle.dumps(query)).digest()
    for once in _latest:
        if once.key == key:
            return once
    return _Once(query, key)

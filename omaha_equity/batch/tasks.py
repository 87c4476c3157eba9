"""What workers do, in any thread, process or machine: functions of their arguments alone."""

import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from omaha_equity.batch import answers
from omaha_equity.batch.answers import Answer
from omaha_equity.batch.cache import fingerprint
from omaha_equity.batch.lines import Spot
from omaha_equity.engine import count, pieces, solve, workers
from omaha_equity.errors import OmahaError, WorkerError
from omaha_equity.questions.query import Query
from omaha_equity.questions.reading import Reading
from omaha_equity.version import __version__


class Settings(NamedTuple):
    """What holds for all lines of a run.

    Attributes:
        reading: how range texts are read.
        cores: on how many cores a long exact count is spread.
    """

    reading: Reading
    cores: int


class Timed(NamedTuple):
    """What a task found, and the seconds it took."""

    found: Any
    seconds: float


def count_spots(asked: count.SpotArrays, high_low: bool) -> Timed:
    """Count spots; found are their counts, (N, players, players + 1, players + 2) integers."""
    start = time.perf_counter()
    counts = count.count(asked, high_low)
    # On the turn a byte holds each, and machines send an eighth.
    small = counts.astype(np.min_scalar_type(int(counts.max())))
    return Timed(small, time.perf_counter() - start)


def answer(spot: Spot, seed: int, settings: Settings) -> Timed:
    """Answer one spot; found is an `Answer`, or in how many pieces it is better counted."""
    start = time.perf_counter()
    found: Answer | int
    try:
        # Other spots keep the other cores busy.
        with workers.limited(1):
            found = _answer(spot, seed, settings)
    except OmahaError as error:
        found = Answer(problem=str(error).splitlines()[0])
    except Exception as error:
        # A fault of ours, too, costs one row and not the run.
        found = Answer(problem=f"internal error, {type(error).__name__}: {error}")
    return Timed(found, time.perf_counter() - start)


def _answer(spot: Spot, seed: int, settings: Settings) -> Answer | int:
    query = _query(spot, seed, settings)
    ranges = query.single and not query.counted
    number = pieces.plan_pieces(query, settings.cores) if ranges else 0
    return number if number > 1 else answers.of_result(solve.solve(query))


def _query(spot: Spot, seed: int, settings: Settings) -> Query:
    runs = spot.runs if spot.runs > 1 else 0
    return Query.of(
        spot.hands,
        dead=spot.dead,
        game=spot.game or None,
        boards=[spot.board, spot.board2][: spot.boards],
        runs=runs,
        wish=spot.wish(seed),
        reading=settings.reading,
    )


def count_piece(spot: Spot, settings: Settings, number: int, of: int) -> Timed:
    """Count one piece of a long exact count; found is a `Tally`."""
    start = time.perf_counter()
    query = _query(spot, 0, settings)
    return Timed(pieces.count_piece(query, number, of), time.perf_counter() - start)


def merge_pieces(spot: Spot, settings: Settings, parts: list[Any]) -> Answer:
    """Return the answer that all pieces give together."""
    query = _query(spot, 0, settings)
    return answers.of_result(pieces.merge_pieces(query, parts))


def check_code(expected: str) -> str:
    """Return "" where this process has the same code and tables, else what it has."""
    own = fingerprint()
    return "" if own == expected else f"omaha-equity {__version__} of other code or tables"


def checked(expected: str, work: Callable[..., Any], *args: Any) -> Any:
    """Do the work only with the same code and tables.

    Raises:
        WorkerError: they are other ones.
    """
    other = check_code(expected)
    if other:
        raise WorkerError(f"a worker has {other}; install the same version everywhere")
    return work(*args)

"""Parts of one range against parts of another."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from omaha_equity.answers.study import Cell, Matrix
from omaha_equity.cards import Cards
from omaha_equity.errors import ImpossibleError, Interrupted, TextError
from omaha_equity.games import Game
from omaha_equity.questions.plan import Progress, part
from omaha_equity.questions.query import Query
from omaha_equity.questions.reading import GENERIC, Hand, Holding, Reading, held_as, read_ranges
from omaha_equity.questions.wish import Wish
from omaha_equity.textfiles import read_text

if TYPE_CHECKING:
    from omaha_equity.ranges.range import Range

OTHER = "Other"
DEFAULT_PRECISION = 0.002
COMMENT = "#"


@dataclass(frozen=True, slots=True)
class View:
    """One part: a label, and the range whose hands belong to it."""

    label: str
    text: str


def read_views(path: str | Path) -> tuple[View, ...]:
    """Read a file of views: a line with a label, a line with its range, and so on.

    Empty lines and those that start with ``#`` are skipped.

    Raises:
        TextError: the file cannot be read, a label has no range or is given twice.
    """
    return parse_views(read_text(path, "views file"), f"views file {str(path)!r}")


def parse_views(text: str, name: str = "views") -> tuple[View, ...]:
    r"""Read views from a text; ``name`` is what errors call it.

    >>> parse_views("Aces\nAA\nKings\nKK\n")[1]
    View(label='Kings', text='KK')
    """
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith(COMMENT)]
    if not lines:
        raise TextError(f"{name}: no views; write a label on a line, and its range on the next")
    if len(lines) % 2:
        raise TextError(f"{name}: the last label, {lines[-1]!r}, has no range on a line after it")
    views = tuple(map(View, lines[::2], lines[1::2]))
    labels = [view.label for view in views]
    twice = next((label for label in labels if labels.count(label) > 1), None)
    if twice is not None:
        raise TextError(f"{name}: two views are called {twice!r}; each needs a name of its own")
    return views


def matrix(
    own: Cards | Holding,
    opponent: Cards | Holding,
    own_views: Sequence[View],
    opponent_views: Sequence[View] | None = None,
    board: Cards = "",
    dead: Cards = "",
    game: Game | str | None = None,
    *,
    exact: bool | None = None,
    precision: float | None = None,
    deals: int | None = None,
    seed: int = 0,
    reading: Reading = GENERIC,
    progress: Progress | None = None,
) -> Matrix:
    """Return the equity of each part of one range against each part of another.

    A hand belongs to the first view that it fits, else to ``Other``.  Cells are exact wherever
    that is quick, else sampled.

    Args:
        own_views, opponent_views: the parts of both; the opponent's are the same unless given.
        precision, deals: of each cell; ``precision`` 0.2% unless asked.
        own, opponent, board, dead, game, exact, seed, reading: as for `omaha_equity.equity`.
        progress: called with the share of the work that is done.

    Raises:
        TextError, ImpossibleError, PrecisionError: as `omaha_equity.equity`.
        Interrupted: Ctrl-C, with the cells counted so far.

    >>> views = [View("Aces", "AA"), View("Kings", "KK")]
    >>> found = matrix("AA,KK", "QQ!(AA,KK)", views, board="Qd8s4h2c", game="plo4")
    >>> [(cell.own, cell.opponent) for cell in found.cells]
    [('Aces', 'Other'), ('Kings', 'Other')]
    """
    wish = Wish(exact, precision, deals, None, seed)
    query = Query.of([own, opponent], board, dead, game, wish=wish, reading=reading)
    return answer(query, own_views, opponent_views, reading, progress)


def answer(
    query: Query,
    own_views: Sequence[View],
    opponent_views: Sequence[View] | None = None,
    reading: Reading = GENERIC,
    progress: Progress | None = None,
) -> Matrix:
    """As `matrix`, for a question that is read; ``reading`` is of the views."""
    query = replace(query, wish=query.wish.or_precision(DEFAULT_PRECISION))
    views = [*own_views, *(opponent_views or ())]
    ranges = read_ranges([view.text for view in views], query.game, reading)
    labelled = [(view.label, one) for view, one in zip(views, ranges, strict=True)]
    own = labelled[: len(own_views)]
    other = own if opponent_views is None else labelled[len(own_views) :]
    from omaha_equity.ranges.range import Range

    possible = Range("*", query.game, query.seen())
    ours, theirs = (
        _parts(held, fits, possible) for held, fits in zip(query.players, (own, other), strict=True)
    )
    return _fill(query, ours, theirs, progress)


def _fill(
    query: Query,
    ours: "dict[str, Range]",
    theirs: "dict[str, Range]",
    progress: Progress | None,
) -> Matrix:
    from omaha_equity.engine import solve as engine
    from omaha_equity.engine.combos import combos_of, joint_weight

    weights = {
        (mine, other): joint_weight(combos_of(ours[mine]), combos_of(theirs[other]))
        for mine in ours
        for other in theirs
    }
    total = sum(weights.values())
    if not total:
        raise ImpossibleError("no deal is possible: any two hands of the ranges share a card")
    met = [pair for pair, weight in weights.items() if weight > 0]
    cells: list[Cell] = []

    def found() -> Matrix:
        return Matrix(query, tuple(ours), tuple(theirs), tuple(cells))

    for done, (mine, other) in enumerate(met):
        try:
            cell = replace(query, players=(ours[mine], theirs[other]))
            result = engine.solve_board(cell, part(progress, done, len(met)))
        except Interrupted:
            if not cells:
                raise KeyboardInterrupt from None
            raise Interrupted(found()) from None
        player = result.players[0]
        share = weights[mine, other] / total
        cells.append(Cell(mine, other, share, player.equity, player.error, result.exact))
    return found()


def _parts(
    held: Hand | Holding | None, views: Sequence[tuple[str, "Range"]], possible: "Range"
) -> "dict[str, Range]":
    """Split what is held: the first view that a hand fits wins, the rest is Other."""
    left = _whole(held, possible)
    if not left:
        raise ImpossibleError(
            f"{held_as(held)!r} has no hand left beside the board and the dead cards"
        )
    parts: dict[str, Range] = {}
    for label, fits in views:
        rest = left - fits
        parts[label] = left - rest
        left = rest
    label = OTHER if OTHER not in parts else f"{OTHER} (rest)"
    parts[label] = left
    return {label: part for label, part in parts.items() if part}


def _whole(held: Hand | Holding | None, possible: "Range") -> "Range":
    """What is held, without hands that the board and dead cards rule out."""
    if held is None:
        return possible
    from omaha_equity.ranges.range import Range

    if isinstance(held, tuple):
        return Range.from_arrays([held], game=possible.game)
    known = Range.from_arrays(held.combos, held.weights, possible.game)
    return known - (known - possible)

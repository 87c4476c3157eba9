"""Parts of one range against parts of another."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from omaha_equity import api
from omaha_equity.answers.study import Asked, Cell, Matrix
from omaha_equity.errors import ImpossibleError, Interrupted, TextError
from omaha_equity.games import Game
from omaha_equity.questions.query import Cards, Holding, RangeQuery, Wish
from omaha_equity.questions.reading import Reading, read_question
from omaha_equity.ranges.parser import parse
from omaha_equity.textfiles import read_text

if TYPE_CHECKING:
    from omaha_equity.ranges.range import Range

OTHER = "Other"
DEFAULT_PRECISION = 0.002
COMMENT = "#"

Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class View:
    """One part: a label, and the range whose hands belong to it."""

    label: str
    text: str


def read_views(path: str | Path) -> tuple[View, ...]:
    """Read a file of views: a line with a label, a line with its range, and so on.

    Empty lines and those that start with ``#`` are skipped.

    Raises:
        TextError: the file cannot be read, a label has no range or stands twice.
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
    reading: Reading | None = None,
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
    if not exact and precision is None and deals is None:
        precision = DEFAULT_PRECISION
    wish = Wish(exact, precision, deals, None, seed)
    how = reading or Reading()
    theirs_views = own_views if opponent_views is None else opponent_views
    query = read_question([own, opponent], board, dead, game, wish, how, True)
    assert isinstance(query, RangeQuery)
    # Texts before ranges, so that an error in the last view comes at once.
    for view in (*own_views, *theirs_views):
        parse(view.text, query.game.hole_cards, how.dialect, how.macros)
    ours, theirs = (
        _parts(query, held, views, how)
        for held, views in zip(query.players, (own_views, theirs_views), strict=True)
    )
    names = tuple("random" if held is None else held.text for held in query.players)
    asked = Asked(query.game, names, query.board, query.dead)
    return _fill(query, asked, ours, theirs, progress)


def _fill(
    query: RangeQuery,
    asked: Asked,
    ours: "dict[str, Range]",
    theirs: "dict[str, Range]",
    progress: Progress | None,
) -> Matrix:
    from omaha_equity.engine.arrays import joint_weight
    from omaha_equity.engine.combos import range_combos

    weights = {
        (mine, other): joint_weight(range_combos(ours[mine]), range_combos(theirs[other]))
        for mine in ours
        for other in theirs
    }
    total = sum(weights.values())
    if not total:
        raise ImpossibleError("no deal is possible: any two hands of the ranges share a card")
    met = [pair for pair, weight in weights.items() if weight > 0]
    cells: list[Cell] = []

    def answer() -> Matrix:
        return Matrix(asked, tuple(ours), tuple(theirs), tuple(cells))

    for done, (mine, other) in enumerate(met):
        try:
            result = _solve(query, ours[mine], theirs[other], _part(progress, done, len(met)))
        except Interrupted:
            if not cells:
                raise KeyboardInterrupt from None
            raise Interrupted(answer()) from None
        player = result.players[0]
        share = weights[mine, other] / total
        cells.append(Cell(mine, other, share, player.equity, player.error, result.exact))
    return answer()


def _solve(query: RangeQuery, mine: Any, other: Any, progress: Progress | None) -> Any:
    wish = query.wish
    return api.equity(
        [mine, other],
        query.board,
        query.dead,
        query.game,
        exact=wish.exact,
        precision=wish.precision,
        deals=wish.deals,
        seed=wish.seed,
        progress=progress,
    )


def _part(progress: Progress | None, done: int, of: int) -> Progress | None:
    return None if progress is None else lambda share: progress((done + share) / of)


def _parts(
    query: RangeQuery, held: Holding | None, views: Sequence[View], reading: Reading
) -> "dict[str, Range]":
    """Split a range: the first view that a hand fits wins, the rest is Other."""
    from omaha_equity.ranges.range import Range

    left = _whole(query, held)
    if not left:
        text = "random" if held is None else held.text
        raise ImpossibleError(f"{text!r} has no hand left beside the board and the dead cards")
    parts: dict[str, Range] = {}
    for view in views:
        fits = Range(
            view.text,
            query.game,
            dialect=reading.dialect,
            ordering=reading.ordering,
            macros=reading.macros,
        )
        rest = left - fits
        parts[view.label] = left - rest
        left = rest
    label = OTHER if OTHER not in parts else f"{OTHER} (rest)"
    parts[label] = left
    return {label: part for label, part in parts.items() if part}


def _whole(query: RangeQuery, held: Holding | None) -> "Range":
    """The range, without hands that the board and dead cards rule out."""
    from omaha_equity.ranges.range import Range

    possible = Range("*", query.game, query.seen())
    if held is None:
        return possible
    known = Range.from_arrays(held.combos, held.weights, query.game)
    return known - (known - possible)

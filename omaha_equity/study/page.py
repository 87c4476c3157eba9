"""All that a page shows of one spot, asked part by part."""

from collections.abc import Sequence
from dataclasses import replace

from omaha_equity.answers.distribution import Distribution
from omaha_equity.answers.hits import FLOP, Hits
from omaha_equity.answers.spot import SpotReport
from omaha_equity.cards import Cards
from omaha_equity.games import Game
from omaha_equity.hitting import hits
from omaha_equity.questions.plan import Announce, Progress, part
from omaha_equity.questions.query import Query
from omaha_equity.questions.reading import GENERIC, Holding, Reading
from omaha_equity.questions.wish import Wish
from omaha_equity.study import distribution, next_card

CURVE_PRECISION = 0.01
"""The 95% half-width of shares of hands on a curve, where nobody asks for every hand."""
CURVE_DEALS = 4_000_000
"""Deals of a curve before the flop."""

PARTS = 4
"""Equities, next cards, and a curve for each of two players."""


def spot_report(
    players: Sequence[Cards | Holding],
    board: Cards = "",
    dead: Cards = "",
    game: Game | str | None = None,
    *,
    exact: bool | None = None,
    precision: float | None = None,
    deals: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    reading: Reading = GENERIC,
    progress: Progress | None = None,
) -> SpotReport:
    """Return what ``omaha-equity report`` writes; `omaha_equity.to_html` makes a page of it.

    Args:
        exact: of every part.
        precision, deals, seconds: of the equities; the other parts have precisions of their own.
        players, board, dead, game, seed, reading: as for `omaha_equity.equity`.
        progress: called with the share of the work that is done.

    Raises:
        TextError, ImpossibleError, PrecisionError, Interrupted: as `omaha_equity.equity`.

    >>> found = spot_report(["AsAhKdKc", "Ts9s8h7h"], "9h6s2d")
    >>> found.result.boards, len(found.next_cards.cards), [each.name for each in found.hits]
    (820, 41, ['AsAhKdKc', 'Ts9s8h7h'])
    """
    wish = Wish(exact, precision, deals, seconds, seed)
    query = Query.of(players, board, dead, game, wish=wish, reading=reading)
    return answer(query, progress)


def answer(
    query: Query, progress: Progress | None = None, announce: Announce | None = None
) -> SpotReport:
    """As `spot_report`, for a question that is read."""
    from omaha_equity.engine import solve as engine

    result = engine.solve_board(query, part(progress, 0, PARTS), announce)
    plain = replace(query, wish=Wish(query.wish.exact, seed=query.wish.seed))
    next_cards = None
    if query.cards_to_come:
        next_cards = next_card.answer(plain, part(progress, 1, PARTS))
    return SpotReport(result, next_cards, _distributions(plain, progress), _hits(plain))


def _distributions(query: Query, progress: Progress | None) -> tuple[Distribution, ...]:
    """For two players, how the equity of each one with a range is spread."""
    if len(query.players) != 2:
        return ()
    wish = query.wish
    if not wish.exact and query.board:
        wish = replace(wish, precision=CURVE_PRECISION)
    elif not wish.exact:
        wish = replace(wish, deals=CURVE_DEALS)
    first, second = query.players
    pairs = (first, second), (second, first)
    return tuple(
        distribution.answer(
            replace(query, players=pair, wish=wish), progress=part(progress, 2 + seat, PARTS)
        )
        for seat, pair in enumerate(pairs)
        if not isinstance(pair[0], tuple)
    )


def _hits(query: Query) -> tuple[Hits, ...]:
    """What each player has on the board; before the flop, how often each hand flops what."""
    wanted = [held for held in query.players if len(query.board) >= FLOP or isinstance(held, tuple)]
    return tuple(hits.answer(replace(query, players=(held, None))) for held in wanted)

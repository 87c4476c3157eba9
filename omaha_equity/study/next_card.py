"""What every card that can come next does to all equities."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from omaha_equity.answers.equities import Result
from omaha_equity.answers.study import CardEquities, NextCards
from omaha_equity.cards import Cards
from omaha_equity.errors import ImpossibleError, Interrupted, TextError
from omaha_equity.games import Game
from omaha_equity.questions.plan import Progress, part
from omaha_equity.questions.query import Query
from omaha_equity.questions.reading import GENERIC, Holding, Reading
from omaha_equity.questions.wish import Wish

DEFAULT_PRECISION = 0.002
"""The 95% half-width of every card's equity where deals are sampled and nothing was asked."""


def next_card(
    players: Sequence[Cards | Holding],
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
) -> NextCards:
    """Return every player's equity after each card that can come next.

    Exact for hands, and for ranges wherever that is quick; else sampled, card by card.

    Args:
        board: 0 to 4 known cards.
        precision, deals: of each card's equities; ``precision`` 0.2% unless asked.
        players, dead, game, exact, seed, reading: as for `omaha_equity.equity`.
        progress: called with the share of the work that is done.

    Raises:
        TextError: also for a board of five cards.
        ImpossibleError, PrecisionError: as `omaha_equity.equity`.
        Interrupted: Ctrl-C, with the cards counted so far.

    >>> found = next_card(["AsAhKdKc", "Ts9s8h7h"], "9h6s2d")
    >>> best = found.best_first()[0]
    >>> len(found.cards), found.means == tuple(p.equity_exact for p in found.now.players)
    (41, True)
    """
    wish = Wish(exact, precision, deals, None, seed)
    query = Query.of(players, board, dead, game, wish=wish, reading=reading)
    return answer(query, progress)


def answer(query: Query, progress: Progress | None = None) -> NextCards:
    """As `next_card`, for a question that is read."""
    if not query.cards_to_come:
        raise TextError("the board is complete, so no card can come; give 0 to 4 board cards")
    query = replace(query, wish=query.wish.or_precision(DEFAULT_PRECISION))
    return _of_hands(query) if query.counted else _of_ranges(query, progress)


def _after_card(query: Query, card: int) -> Query:
    return replace(query, boards=((*query.board, card),))


def _of_hands(query: Query) -> NextCards:
    from omaha_equity.engine import solve as engine

    cards = query.deck()
    now, *results = engine.solve_many([query, *(_after_card(query, card) for card in cards)])
    after = [_after(c, r, Fraction(r.boards)) for c, r in zip(cards, results, strict=True)]
    return NextCards(query, now, tuple(after))


def _of_ranges(query: Query, progress: Progress | None) -> NextCards:
    from omaha_equity.engine import solve as engine

    cards = query.deck()
    now = engine.solve_board(query)
    found: list[CardEquities] = []
    for done, card in enumerate(cards):
        asked = _after_card(query, card)
        try:
            result = engine.solve_board(asked, part(progress, done, len(cards)))
        except ImpossibleError:
            # Somebody surely holds the card.
            continue
        except Interrupted:
            if not found:
                raise KeyboardInterrupt from None
            raise Interrupted(NextCards(query, now, tuple(found))) from None
        found.append(_after(card, result, _deals(asked, result)))
    return NextCards(query, now, tuple(found))


def _deals(query: Query, result: Result) -> Fraction:
    """The deals in one unit for all cards: counts of a range have a unit of their own."""
    from omaha_equity.engine.combos import weight_units

    deals = Fraction(result.boards)
    if result.exact:
        for unit in weight_units(query):
            deals *= unit
    return deals


def _after(card: int, result: Result, deals: Fraction) -> CardEquities:
    return CardEquities(
        card,
        tuple(player.equity_exact for player in result.players),
        tuple(player.error for player in result.players),
        deals,
        result.exact,
    )

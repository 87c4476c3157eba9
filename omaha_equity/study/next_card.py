"""What every card that can come next does to all equities."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from omaha_equity import api
from omaha_equity.answers.equities import Result
from omaha_equity.answers.study import Asked, CardEquities, NextCards
from omaha_equity.cards import DECK_SIZE
from omaha_equity.errors import ImpossibleError, Interrupted, TextError
from omaha_equity.games import BOARD_SIZE, Game
from omaha_equity.questions.query import Cards, Holding, Query, RangeQuery, Wish
from omaha_equity.questions.reading import Reading, read_question

DEFAULT_PRECISION = 0.002
"""The 95% half-width of every card's equity where deals are sampled and nothing was asked."""

Progress = Callable[[float], None]


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
    reading: Reading | None = None,
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
    if not exact and precision is None and deals is None:
        precision = DEFAULT_PRECISION
    wish = Wish(exact, precision, deals, None, seed)
    query = read_question(players, board, dead, game, wish, reading or Reading())
    if len(query.board) >= BOARD_SIZE:
        raise TextError("the board is complete, so no card can come; give 0 to 4 board cards")
    if isinstance(query, Query):
        return _of_hands(query)
    return _of_ranges(query, progress)


def _of_hands(query: Query) -> NextCards:
    seen = {*query.board, *query.dead, *(card for hand in query.hands for card in hand)}
    cards = [card for card in range(DECK_SIZE) if card not in seen]
    after = [replace(query, board=(*query.board, card)) for card in cards]
    now, *results = api.equity_many([query, *after])
    return NextCards(
        _asked(now),
        now,
        tuple(_after(c, r, Fraction(r.boards)) for c, r in zip(cards, results, strict=True)),
    )


def _of_ranges(query: RangeQuery, progress: Progress | None) -> NextCards:
    seen = {*query.board, *query.dead}
    cards = [card for card in range(DECK_SIZE) if card not in seen]
    now = _solve(query, None)
    found: list[CardEquities] = []
    for done, card in enumerate(cards):
        try:
            asked = replace(query, board=(*query.board, card))
            result = _solve(asked, _part(progress, done, len(cards)))
        except ImpossibleError:
            # Somebody surely holds the card.
            continue
        except Interrupted:
            if not found:
                raise KeyboardInterrupt from None
            raise Interrupted(NextCards(_asked(now), now, tuple(found))) from None
        found.append(_after(card, result, _deals(asked, result)))
    return NextCards(_asked(now), now, tuple(found))


def _solve(query: RangeQuery, progress: Progress | None) -> Result:
    wish = query.wish
    return api.equity(
        ["random" if held is None else held for held in query.players],
        query.board,
        query.dead,
        query.game,
        exact=wish.exact,
        precision=wish.precision,
        deals=wish.deals,
        seed=wish.seed,
        progress=progress,
    )


def _deals(query: RangeQuery, result: Result) -> Fraction:
    """The deals in one unit for all cards: counts of a range have a unit of their own."""
    from omaha_equity.engine.combos import weight_units

    deals = Fraction(result.boards)
    if result.exact:
        for unit in weight_units(query):
            deals *= unit
    return deals


def _part(progress: Progress | None, done: int, of: int) -> Progress | None:
    return None if progress is None else lambda share: progress((done + share) / of)


def _asked(now: Result) -> Asked:
    query = now.query
    names = tuple(player.name for player in now.players)
    return Asked(query.game, names, query.board, query.dead)


def _after(card: int, result: Result, deals: Fraction) -> CardEquities:
    return CardEquities(
        card,
        tuple(player.equity_exact for player in result.players),
        tuple(player.error for player in result.players),
        deals,
        result.exact,
    )

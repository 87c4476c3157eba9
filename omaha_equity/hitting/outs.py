"""Which next cards help a hand."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from omaha_equity.answers.hits import OutGroup, Outs
from omaha_equity.cards import Cards
from omaha_equity.games import Game
from omaha_equity.names import CATEGORIES
from omaha_equity.questions.reading import Hand
from omaha_equity.questions.spot import read_spot

if TYPE_CHECKING:
    from omaha_equity.hitting.values import Half, Street

After = dict[int, "Street"]


def outs(
    hand: Cards,
    board: Cards,
    opponent: Cards | None = None,
    dead: Cards = "",
    game: Game | str | None = None,
) -> Outs:
    """Sort the next cards by what they do for a hand on the flop or turn.

    A card is counted once, for the best category that it makes, and only if that is better
    than the one the hand has.

    Args:
        hand: 4 to 7 cards; opponent: another hand, to tell after which cards the first leads.
        board: 3 or 4 cards.
        dead: cards known to be out of play.
        game: a game or its name; high/low games tell the lows too.

    Raises:
        TextError: something cannot be read, or numbers of cards do not fit.
        ImpossibleError: a card is used twice.

    >>> outs("QhJsTd7c", "9h8s2d").outs("straight")
    16
    """
    query = read_spot(hand, board, dead, game, (3, 4), opponent)
    from omaha_equity.hitting import categories, values

    def at(cards: tuple[int, ...]) -> "Street":
        return values.street(own, other, cards, query.dead, query.game.high_low)

    own, other = (*query.hands, ())[:2]
    unseen = tuple(query.deck())
    now, after = at(query.board), {card: at((*query.board, card)) for card in unseen}
    made = {card: categories.category(street.high.own) for card, street in after.items()}
    category = categories.category(now.high.own)
    return Outs(
        game=query.game,
        hand=own,
        board=query.board,
        dead=query.dead,
        opponent=other,
        now=values.name_now(query.game, own, query.board),
        category=category,
        unseen=unseen,
        groups=_groups(category, made, after),
        low=_low(query.game, now, after),
        lost_nut_low=_lost(now, after),
        ahead=_where(other, after, lambda s: s.high.own > s.high.other),
        tied=_where(other, after, lambda s: s.high.own == s.high.other),
        low_ahead=_where(other, after, lambda s: s.low.own > s.low.other),
        low_tied=_where(other, after, lambda s: 0 < s.low.own == s.low.other),
    )


def _groups(category: str, made: dict[int, str], after: After) -> tuple[OutGroup, ...]:
    better = CATEGORIES[CATEGORIES.index(category) + 1 :][::-1]
    found = []
    for name in better:
        cards = tuple(card for card, is_now in made.items() if is_now == name)
        if cards:
            found.append(OutGroup(name, cards, _nuts(cards, after, lambda s: s.high)))
    return tuple(found)


def _low(game: Game, now: "Street", after: After) -> OutGroup | None:
    if not game.high_low:
        return None
    cards = tuple(card for card, street in after.items() if street.low.own > now.low.own)
    name = "better low" if now.low.own else "low"
    return OutGroup(name, cards, _nuts(cards, after, lambda s: s.low))


def _lost(now: "Street", after: After) -> tuple[int, ...]:
    if not now.low.is_nut:
        return ()
    return tuple(card for card, street in after.items() if not street.low.is_nut)


def _nuts(
    cards: tuple[int, ...], after: After, half: "Callable[[Street], Half]"
) -> tuple[int, ...]:
    return tuple(card for card in cards if half(after[card]).is_nut)


def _where(other: Hand, after: After, holds: "Callable[[Street], bool]") -> tuple[int, ...]:
    if not other:
        return ()
    return tuple(card for card, street in after.items() if holds(street))

"""The best holdings on a board."""

from omaha_equity.answers.hits import Nuts
from omaha_equity.cards import Cards
from omaha_equity.errors import TextError
from omaha_equity.games import Game
from omaha_equity.questions.spot import read_spot

SHOWN = 3


def nuts(
    board: Cards,
    hand: Cards = "",
    dead: Cards = "",
    game: Game | str | None = None,
    *,
    top: int = SHOWN,
) -> Nuts:
    """Return the best high (and low) on a board, every holding that makes it, and the next best.

    Args:
        board: 3, 4 or 5 cards.
        hand: whose cards block holdings; its number of cards tells the game.
        dead: cards known to be out of play: no holding has them.
        game: a game or its name; high/low games tell the lows too.
        top: how many groups of equal holdings, 1 or more.

    Raises:
        TextError: something cannot be read, or numbers of cards do not fit.
        ImpossibleError: a card is used twice.

    >>> best = nuts("Kh9h2c", "AhKdQs3s").high[0]
    >>> best.name, len(best.holdings), best.blocked
    ('three of a kind, kings', 3, 2)
    """
    query = read_spot(hand, board, dead, game, (3, 4, 5), handless=True)
    if top < 1:
        raise TextError(f"top is {top}; give 1 or more")
    from omaha_equity.hitting import values

    own = query.hands[0] if query.hands else ()
    asked = (query.game, query.board, query.dead, own, top)
    high, high_place = values.groups(*asked)
    low, low_place = values.groups(*asked, low=True) if query.game.high_low else ((), 0)
    return Nuts(query.game, query.board, query.dead, own, high, low, high_place, low_place)

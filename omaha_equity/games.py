"""The games: one frozen row each (rules R4 to R7)."""

from dataclasses import dataclass

from omaha_equity.errors import TextError

MIN_PLAYERS = 2
MAX_PLAYERS = 10
BOARD_SIZE = 5


@dataclass(frozen=True, slots=True)
class Game:
    """An Omaha game: how many hole cards, and whether a low takes half the pot.

    >>> game_named("bigo")
    Game(name='o8-5', title='five-card Omaha high/low', hole_cards=5, high_low=True, seats=8)
    """

    name: str
    title: str
    hole_cards: int
    high_low: bool
    seats: int


PLO4 = Game("plo4", "Omaha", 4, False, 10)
PLO5 = Game("plo5", "five-card Omaha", 5, False, 8)
PLO6 = Game("plo6", "six-card Omaha", 6, False, 7)
PLO7 = Game("plo7", "seven-card Omaha", 7, False, 6)
O8 = Game("o8", "Omaha high/low", 4, True, 10)
O8_5 = Game("o8-5", "five-card Omaha high/low", 5, True, 8)
O8_6 = Game("o8-6", "six-card Omaha high/low", 6, True, 7)
O8_7 = Game("o8-7", "seven-card Omaha high/low", 7, True, 6)

GAMES = {game.name: game for game in (PLO4, PLO5, PLO6, PLO7, O8, O8_5, O8_6, O8_7)}
MOST_HOLE_CARDS = max(game.hole_cards for game in GAMES.values())
ALIASES = {
    "plo": "plo4",
    "omaha": "plo4",
    "omahahi": "plo4",
    "omahahi5": "plo5",
    "omahahi6": "plo6",
    "omahahi7": "plo7",
    "plo8": "o8",
    "o8-4": "o8",
    "omaha8": "o8",
    "bigo": "o8-5",
    "omaha85": "o8-5",
    "omaha86": "o8-6",
    "omaha87": "o8-7",
}
_HIGH_BY_HOLE_CARDS = {game.hole_cards: game for game in GAMES.values() if not game.high_low}


def game_named(name: str) -> Game:
    """Return the game called ``name`` (case does not matter; aliases are known).

    Raises:
        TextError: for an unknown name.
    """
    key = name.strip().lower()
    game = GAMES.get(ALIASES.get(key, key))
    if game is None:
        raise TextError(f"game {name!r} is unknown; choose one of {' '.join(GAMES)}")
    return game


def high_game(hole_cards: int) -> Game:
    """Return the high game played with ``hole_cards`` cards (4 to 7)."""
    return _HIGH_BY_HOLE_CARDS[hole_cards]

"""The games: one frozen row each (rules R4 to R7)."""

from bisect import bisect
from dataclasses import dataclass

from omaha_equity.errors import TextError

MIN_PLAYERS = 2
MAX_PLAYERS = 10
BOARD_SIZE = 5
STREETS = ("preflop", "flop", "turn", "river")
"""The rounds of betting, in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """An Omaha game: everything in which it differs from the others.

    Attributes:
        name: what options and files call it.
        title: what people read.
        hole_cards: how many cards a hand has.
        qualifier: the highest rank that a low may hold, 8; 0 = no low takes half the pot.
        seats: how many players are usual at most.
        streets: how many board cards lie on the table in each round of betting.
        by_cards: whether a hand of this many cards means this game where none is named.
        ordering: the game whose ordering says what per cent of hands means.
        aliases: other names.

    >>> bigo = game_named("bigo")
    >>> bigo.name, bigo.hole_cards, bigo.high_low, bigo.streets
    ('o8-5', 5, True, (0, 3, 4, 5))
    """

    name: str
    title: str
    hole_cards: int
    qualifier: int = 0
    seats: int
    streets: tuple[int, ...] = (0, 3, 4, 5)
    by_cards: bool = False
    ordering: str
    aliases: tuple[str, ...] = ()

    @property
    def high_low(self) -> bool:
        """Whether a low takes half the pot."""
        return self.qualifier > 0

    @property
    def cards_on(self) -> dict[str, int]:
        """How many board cards lie on the table on each street, by its name."""
        return dict(zip(STREETS, self.streets, strict=True))

    def street_with(self, cards: int) -> str:
        """Return the name of the street on which ``cards`` board cards lie.

        >>> PLO4.street_with(3), COURCHEVEL.street_with(1), COURCHEVEL.street_with(0)
        ('flop', 'preflop', 'preflop')
        """
        return STREETS[max(0, bisect(self.streets, cards) - 1)]

    @property
    def board_sizes(self) -> tuple[int, ...]:
        """How many board cards can be known on some street; 0 = none is dealt or known yet."""
        return tuple(sorted({0, *self.streets}))


PLO4 = Game(
    name="plo4",
    title="Omaha",
    hole_cards=4,
    seats=10,
    by_cards=True,
    ordering="plo4",
    aliases=("plo", "omaha", "omahahi"),
)
PLO5 = Game(
    name="plo5",
    title="five-card Omaha",
    hole_cards=5,
    seats=8,
    by_cards=True,
    ordering="plo5",
    aliases=("omahahi5",),
)
PLO6 = Game(
    name="plo6",
    title="six-card Omaha",
    hole_cards=6,
    seats=7,
    by_cards=True,
    ordering="plo6",
    aliases=("omahahi6",),
)
PLO7 = Game(
    name="plo7",
    title="seven-card Omaha",
    hole_cards=7,
    seats=6,
    by_cards=True,
    ordering="plo7",
    aliases=("omahahi7",),
)
O8 = Game(
    name="o8",
    title="Omaha high/low",
    hole_cards=4,
    qualifier=8,
    seats=10,
    ordering="o8",
    aliases=("omaha8", "plo8", "o8-4"),
)
O8_5 = Game(
    name="o8-5",
    title="five-card Omaha high/low",
    hole_cards=5,
    qualifier=8,
    seats=8,
    ordering="o8-5",
    aliases=("bigo", "omaha85"),
)
O8_6 = Game(
    name="o8-6",
    title="six-card Omaha high/low",
    hole_cards=6,
    qualifier=8,
    seats=7,
    ordering="o8-6",
    aliases=("omaha86",),
)
O8_7 = Game(
    name="o8-7",
    title="seven-card Omaha high/low",
    hole_cards=7,
    qualifier=8,
    seats=6,
    ordering="o8-7",
    aliases=("omaha87",),
)
COURCHEVEL = Game(
    name="courchevel",
    title="Courchevel",
    hole_cards=5,
    seats=8,
    streets=(1, 3, 4, 5),
    ordering="plo5",
)
COURCHEVEL8 = Game(
    name="courchevel8",
    title="Courchevel high/low",
    hole_cards=5,
    qualifier=8,
    seats=8,
    streets=(1, 3, 4, 5),
    ordering="o8-5",
    aliases=("courchevelhilo",),
)

GAMES = {
    game.name: game
    for game in (PLO4, PLO5, PLO6, PLO7, O8, O8_5, O8_6, O8_7, COURCHEVEL, COURCHEVEL8)
}
ALIASES = {alias: game.name for game in GAMES.values() for alias in game.aliases}
_BY_CARDS = {game.hole_cards: game for game in GAMES.values() if game.by_cards}
MOST_HOLE_CARDS = max(game.hole_cards for game in GAMES.values())


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
    """Return the game that a hand of ``hole_cards`` cards (4 to 7) means by itself."""
    return _BY_CARDS[hole_cards]


def sister_game(game: Game, hole_cards: int, high_low: bool) -> Game:
    """Return the game dealt like ``game``, with ``hole_cards`` cards, with or without lows.

    Raises:
        TextError: there is none.

    >>> sister_game(PLO4, 5, True).name, sister_game(COURCHEVEL, 5, True).name
    ('o8-5', 'courchevel8')
    """
    for each in GAMES.values():
        found = (each.streets, each.hole_cards, each.high_low)
        if found == (game.streets, hole_cards, high_low):
            return each
    raise TextError(f"not {game.title}: {hole_cards} hole cards")

"""From what a user writes to what players hold: cards, hands, ranges, ``random``.

Nothing else looks at the texts of a question.  All of them are read before NumPy is imported,
so that an error in them comes at once, and each is parsed once.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from omaha_equity.cards import DECK_SIZE, Cards, format_cards, parse_cards
from omaha_equity.errors import TextError
from omaha_equity.games import (
    GAMES,
    MAX_PLAYERS,
    MIN_PLAYERS,
    MOST_HOLE_CARDS,
    Game,
    game_named,
    high_game,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from omaha_equity.ranges.range import Range
    from omaha_equity.ranges.tree import Range as Tree


Hand = tuple[int, ...]
"""The cards of one hand."""

HOLE_SIZES = {game.hole_cards for game in GAMES.values()}


class Holding(Protocol):
    """What a player may hold beside one hand; `omaha_equity.ranges.range.Range` is one."""

    @property
    def game(self) -> Game:
        """The game whose hands these are."""

    @property
    def text(self) -> str:
        """The holding as it was written."""

    @property
    def combos(self) -> "NDArray[np.uint8]":
        """(N, h) cards, rising in each row."""

    @property
    def weights(self) -> "NDArray[np.float64]":
        """(N,) relative weights."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How range texts are read: see `omaha_equity.ranges.range.Range`."""

    dialect: str = "generic"
    ordering: Any = None
    macros: Mapping[str, str] | None = None


GENERIC = Reading()


class Players(NamedTuple):
    """What was read.

    Attributes:
        game: the game that was named, or that the cards or ranges are of.
        held: each player's hand or holding; None = any hand.
    """

    game: Game
    held: tuple[Hand | Holding | None, ...]


def read_players(
    players: Sequence[Any], game: Game | str | None = None, reading: Reading = GENERIC
) -> Players:
    """Read what every player holds.

    Without a game every text must be a hand; a range needs the game, or comes as a `Range`.

    Raises:
        TextError, RangeError: something cannot be read, or is of another game.
    """
    if isinstance(players, str):
        raise TextError(f"hands is one text, {players!r}; give a list with one hand per player")
    found = _find_game(players, game)
    hands = tuple([_hand(player, seat) for seat, player in enumerate(players, 1)])
    if None not in hands or _only_hands(players, hands):
        return Players(found or _game_of(hands), hands)
    if found is None:
        raise _not_hands(players)
    return _read_ranges(players, hands, found, reading)


def read_cards(given: Cards, what: str) -> tuple[int, ...]:
    """Read cards from a text or integers; ``what`` names them in errors.

    Raises:
        TextError: something is not a card.
    """
    if isinstance(given, str):
        return parse_cards(given, what)
    if not isinstance(given, Iterable):
        raise TextError(f"{what}: {given!r} holds no cards; give a text or integers from 0 to 51")
    return tuple([_card(card, what) for card in given])


def read_boards(boards: Sequence[Cards]) -> tuple[tuple[int, ...], ...]:
    """Read the known cards of each board.

    Raises:
        TextError: something is not a card.
    """
    if isinstance(boards, str):
        raise TextError(f"boards is one text, {boards!r}; give a list with one text per board")
    return tuple(read_cards(b, name) for b, name in zip(boards, board_names(boards), strict=True))


def board_names(boards: Sequence[object]) -> list[str]:
    """What errors call each board."""
    return ["board"] if len(boards) == 1 else [f"board {i}" for i in range(1, len(boards) + 1)]


def read_ranges(texts: Sequence[str], game: Game, reading: Reading = GENERIC) -> list["Range"]:
    """Read range texts, all of them before the first is expanded.

    Raises:
        TextError, RangeError: one cannot be read.
    """
    from omaha_equity.ranges.parser import parse

    trees = [parse(text, game.hole_cards, reading.dialect, reading.macros) for text in texts]
    return [_expand(text, tree, game, reading) for text, tree in zip(texts, trees, strict=True)]


def read_range(text: str, game: Game, dead: Cards = "", reading: Reading = GENERIC) -> "Range":
    """Read a range.

    Raises:
        TextError, RangeError: something cannot be read.
    """
    from omaha_equity.ranges.parser import parse

    tree = parse(text, game.hole_cards, reading.dialect, reading.macros)
    return _expand(text, tree, game, reading, read_cards(dead, "dead cards"))


def find_game(hand: Hand, game: Game | str | None, what: str = "hand 1") -> Game:
    """Return the game that is named, else the high game of a hand's number of cards.

    Raises:
        TextError: there is no such game.
    """
    if game is not None:
        return game_named(game) if isinstance(game, str) else game
    if len(hand) in HOLE_SIZES:
        return high_game(len(hand))
    raise TextError(
        f"{what}: {format_cards(hand) or 'no cards'} has {len(hand)} "
        f"card{'s' * (len(hand) != 1)}; an Omaha hand has 4 to 7"
    )


def wrong_size(hand: Hand, game: Game, what: str) -> TextError:
    """The error for a hand that has not as many cards as the game deals."""
    return TextError(
        f"{what}: {format_cards(hand) or 'no cards'} has {len(hand)} "
        f"card{'s' * (len(hand) != 1)}; {game.name} is played with {game.hole_cards} each"
    )


def held_as(held: Hand | Holding | None) -> str:
    """What a player holds, in words: as it was written, where it was.

    >>> held_as((51, 50, 49, 48)), held_as(None)
    ('AsAhAdAc', 'random')
    """
    if isinstance(held, tuple):
        return format_cards(held)
    if held is None:
        return "random"
    return held.text or f"range of {len(held.combos):,} combos"


def warnings_of(players: Sequence[Hand | Holding | None]) -> tuple[str, ...]:
    """A line for every trap that the text of a player's range may have fallen into."""
    return tuple(
        f"player {seat}: {line}"
        for seat, held in enumerate(players, 1)
        for line in getattr(held, "warnings", ())
    )


def _card(given: int, where: str) -> int:
    try:
        card = index(given)
    except TypeError:
        card = -1
    if not 0 <= card < DECK_SIZE:
        raise TextError(f"{where}: {given!r} is not a card; cards are integers from 0 to 51")
    return card


def _find_game(players: Sequence[Any], named: Game | str | None) -> Game | None:
    if named is not None:
        return game_named(named) if isinstance(named, str) else named
    games = {player.game.name: player.game for player in players if _is_holding(player)}
    if len(games) > 1:
        raise TextError(f"the players' ranges are of different games: {' '.join(games)}")
    return next(iter(games.values()), None)


def _is_holding(player: Any) -> bool:
    if isinstance(player, str | tuple):
        return False
    return hasattr(player, "combos") and hasattr(player, "game")


def _hand(player: Any, seat: int) -> Hand | None:
    """The cards of a hand; None for whatever else a player may hold."""
    if not isinstance(player, str):
        return None if player is None or _is_holding(player) else read_cards(player, f"hand {seat}")
    try:
        cards = parse_cards(player)
    except TextError:
        return None
    # More cards are hands with commas between them: a range.
    return cards if 0 < len(cards) <= MOST_HOLE_CARDS else None


def _only_hands(players: Sequence[Any], hands: Sequence[Hand | None]) -> bool:
    """Whether players hold nothing else than hands, or any hand as None."""
    return all(p is None or hand is not None for p, hand in zip(players, hands, strict=True))


def _game_of(hands: Sequence[Hand | None]) -> Game:
    """The game of the first hand."""
    for seat, hand in enumerate(hands, 1):
        if hand is not None:
            return find_game(hand, None, f"hand {seat}")
    raise TextError(f"no hands given; give {MIN_PLAYERS} to {MAX_PLAYERS} hands")


def _not_hands(players: Sequence[Any]) -> TextError:
    """The error for players who do not all hold hands, though no game is named."""
    try:
        hands = [
            read_cards(p, f"hand {seat}") for seat, p in enumerate(players, 1) if p is not None
        ]
        game = _game_of(hands)
        seat = next(seat for seat, hand in enumerate(hands) if len(hand) != game.hole_cards)
        error = wrong_size(hands[seat], game, f"hand {seat + 1}")
    except TextError as found:
        error = found
    if any(isinstance(player, str) and _reads_as_range(player) for player in players):
        error = TextError(f"{error}; if it is a range, name the game, as plo4")
    return error


def _reads_as_range(text: str) -> bool:
    """Whether a text can be read as a range of some game, and not as a hand."""
    from omaha_equity.ranges.parser import is_any_hand, parse

    if is_any_hand(text):
        return True
    try:
        parse(text, MOST_HOLE_CARDS)
    except TextError:
        return False
    return _hand(text, 1) is None


def _read_ranges(
    players: Sequence[Any], hands: Sequence[Hand | None], game: Game, reading: Reading
) -> Players:
    from omaha_equity.ranges.parser import is_any_hand, parse

    held: list[Hand | Holding | None] = list(hands)
    trees: dict[int, Tree] = {}
    for place, (player, hand) in enumerate(zip(players, hands, strict=True)):
        if hand is not None:
            _check_size(hand, game, f"hand {place + 1}")
        elif _is_holding(player):
            held[place] = _check_game(player, game, place + 1)
        elif player is not None and not is_any_hand(player):
            trees[place] = parse(player, game.hole_cards, reading.dialect, reading.macros)
    for place, tree in trees.items():
        held[place] = _expand(players[place], tree, game, reading)
    return Players(game, tuple(held))


def _check_size(hand: Hand, game: Game, what: str) -> None:
    if len(hand) != game.hole_cards:
        error = wrong_size(hand, game, what)
        raise TextError(f"{error}; {format_cards(hand)}* is every hand with these cards")


def _check_game(holding: Holding, game: Game, seat: int) -> Holding:
    if holding.game.hole_cards != game.hole_cards:
        raise TextError(f"player {seat}'s range is of {holding.game.name}, not {game.name}")
    return holding


def _expand(
    text: str, tree: "Tree", game: Game, reading: Reading, dead: Sequence[int] = ()
) -> "Range":
    from omaha_equity.ranges.range import Range

    return Range.from_tree(tree, text, game, dead, reading.ordering)

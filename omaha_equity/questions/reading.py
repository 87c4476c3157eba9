"""From what a user writes to a query: hands, ranges, ``random``.

Texts are read before NumPy is imported, so that an error in them comes at once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from omaha_equity.cards import format_cards, parse_cards
from omaha_equity.errors import TextError
from omaha_equity.games import Game, game_named
from omaha_equity.questions.query import (
    BoardsQuery,
    Cards,
    Holding,
    Query,
    RangeBoardsQuery,
    RangeQuery,
    Wish,
    check_runs,
    read_cards,
)
from omaha_equity.ranges.parser import ANY_HAND, parse

if TYPE_CHECKING:
    from omaha_equity.ranges.range import Range

MOST_HOLE_CARDS = 7


@dataclass(frozen=True, slots=True)
class Reading:
    """How range texts are read: see `omaha_equity.ranges.range.Range`."""

    dialect: str = "generic"
    ordering: Any = None
    macros: Mapping[str, str] | None = None


def read_question(
    players: Sequence[Any],
    board: Cards,
    dead: Cards,
    game: Game | str | None,
    wish: Wish,
    reading: Reading,
    as_ranges: bool = False,
) -> Query | RangeQuery:
    """Make a query of hands where every player holds one, else a query of ranges.

    Without a game every text must be a hand; a range needs the game, or comes as a `Range`.
    Asking for a number of deals or for seconds makes even hands a query that is sampled, and
    so does ``as_ranges``.

    Raises:
        TextError, RangeError: something cannot be read.
        ImpossibleError: a card is used twice, or the deck is too small.
    """
    if isinstance(players, str):
        raise TextError(f"hands is one text, {players!r}; give a list with one hand per player")
    found = _find_game(players, game)
    as_ranges |= wish.deals is not None or wish.seconds is not None
    if found is None or all(map(_is_hand, players)):
        hands = _read_hands(players, board, dead, found)
        if not as_ranges:
            return hands
        found = hands.game
    known, gone = read_cards(board, "board"), read_cards(dead, "dead cards")
    return RangeQuery(found, read_players(players, found, reading), known, gone, wish)


def read_boards_question(
    players: Sequence[Any],
    boards: Sequence[Cards],
    runs: int,
    dead: Cards,
    game: Game | str | None,
    wish: Wish,
    reading: Reading,
) -> BoardsQuery | RangeBoardsQuery:
    """As `read_question`, for a question on two boards or several runs of one."""
    check_runs(boards, runs)
    names = ["board"] if len(boards) == 1 else [f"board {i}" for i in range(1, len(boards) + 1)]
    known = tuple(read_cards(board, name) for board, name in zip(boards, names, strict=True))
    gone = read_cards(dead, "dead cards")
    found = _find_game(players, game)
    if found is None or all(map(_is_hand, players)):
        hands = _read_hands(players, "", "", found)
        query = BoardsQuery(hands.game, hands.hands, known, gone, runs)
        if wish.deals is None and wish.seconds is None:
            return query
        found = query.game
    return RangeBoardsQuery(found, read_players(players, found, reading), known, gone, runs, wish)


def read_players(
    players: Sequence[Any], game: Game, reading: Reading
) -> tuple[Holding | None, ...]:
    """Read what every player holds; None for any hand."""
    for seat, player in enumerate(players, 1):
        if isinstance(player, str):
            _check_text(player, seat, game, reading)
    return tuple(_read_player(p, seat, game, reading) for seat, p in enumerate(players, 1))


def _read_hands(players: Sequence[Any], board: Cards, dead: Cards, game: Game | None) -> Query:
    try:
        return Query.of(players, board, dead, game)
    except TextError as error:
        ranges = game is None and any(isinstance(p, str) and _reads_as_range(p) for p in players)
        if not ranges:
            raise
        raise TextError(f"{error}; if it is a range, name the game, as plo4") from None


def _find_game(players: Sequence[Any], named: Game | str | None) -> Game | None:
    if named is not None:
        return game_named(named) if isinstance(named, str) else named
    games = {player.game.name: player.game for player in players if _is_holding(player)}
    if len(games) > 1:
        raise TextError(f"the players' ranges are of different games: {' '.join(games)}")
    return next(iter(games.values()), None)


def _is_holding(player: Any) -> bool:
    return hasattr(player, "combos") and hasattr(player, "game")


def _is_hand(player: Any) -> bool:
    if not isinstance(player, str):
        return not _is_holding(player)
    try:
        # More cards are hands with commas between them: a range.
        return 0 < len(parse_cards(player)) <= MOST_HOLE_CARDS
    except TextError:
        return False


def _is_any_hand(text: str) -> bool:
    return text.strip().lower() in ANY_HAND


def _reads_as_range(text: str) -> bool:
    """Whether a text that is no hand can be read as a range of some game."""
    if _is_any_hand(text):
        return True
    try:
        parse(text, 7)
    except TextError:
        return False
    return not _is_hand(text)


def _check_text(text: str, seat: int, game: Game, reading: Reading) -> None:
    if _is_any_hand(text):
        return
    if not _is_hand(text):
        parse(text, game.hole_cards, reading.dialect, reading.macros)
        return
    cards = parse_cards(text)
    if len(cards) != game.hole_cards:
        shown = format_cards(cards)
        raise TextError(
            f"hand {seat}: {shown} has {len(cards)} card{'s' * (len(cards) != 1)}; {game.name} "
            f"is played with {game.hole_cards} each; {shown}* is every hand with these cards"
        )


def _read_player(player: Any, seat: int, game: Game, reading: Reading) -> Holding | None:
    if _is_holding(player):
        if player.game.hole_cards != game.hole_cards:
            raise TextError(f"player {seat}'s range is of {player.game.name}, not {game.name}")
        holding: Holding = player
        return holding
    if isinstance(player, str) and _is_any_hand(player):
        return None
    return _read_range(player, seat, game, reading)


def _read_range(player: Any, seat: int, game: Game, reading: Reading) -> "Range":
    from omaha_equity.ranges.range import Range

    if isinstance(player, str) and not _is_hand(player):
        return Range(
            player,
            game,
            dialect=reading.dialect,
            ordering=reading.ordering,
            macros=reading.macros,
        )
    cards = read_cards(player, "hand", seat)
    Query.of([cards, *_others(cards, game)], game=game)
    return Range(format_cards(cards), game)


def _others(cards: tuple[int, ...], game: Game) -> list[tuple[int, ...]]:
    """Some hand beside these cards, so that a query checks them."""
    rest = [card for card in range(52) if card not in cards]
    return [tuple(rest[: game.hole_cards])]

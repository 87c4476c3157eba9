"""What is asked: immutable, complete and checked when made."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb
from operator import index
from typing import TYPE_CHECKING, Protocol, Self

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

from omaha_equity.cards import CARD_TEXTS, DECK_SIZE, card_mask, format_cards, parse_cards
from omaha_equity.errors import ImpossibleError, TextError
from omaha_equity.games import (
    BOARD_SIZE,
    GAMES,
    MAX_PLAYERS,
    MIN_PLAYERS,
    Game,
    game_named,
    high_game,
)

Cards = str | Iterable[int]
"""Cards as text (``"AsKs"``) or as integers (see `omaha_equity.cards`)."""


@dataclass(frozen=True, slots=True)
class Query:
    """One complete question about fixed hands.

    Attributes:
        game: the game; every hand has ``game.hole_cards`` cards.
        hands: one tuple of cards per player, 2 to 10 players.
        board: the known board cards, 0 to 5.
        dead: cards known to be out of play (rule R16).

    Raises:
        TextError: the question is put wrongly (wrong numbers of cards or players).
        ImpossibleError: a card is used twice, or the deck is too small.

    >>> Query.of(["AsAhKdKc", "Ts9s8h7h"], board="Js 7d 2c").game.name
    'plo4'
    """

    game: Game
    hands: tuple[tuple[int, ...], ...]
    board: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not all(isinstance(cards, tuple) for cards in (*self.hands, self.board, self.dead)):
            raise TextError("hands, board and dead must be tuples of integers; Query.of reads more")
        _check_sizes(self)
        _check_cards(self)

    @classmethod
    def of(
        cls,
        hands: Sequence[Cards],
        board: Cards = "",
        dead: Cards = "",
        game: Game | str | None = None,
    ) -> Self:
        """Build a query from texts or integers; without ``game`` the cards decide (high only)."""
        if isinstance(hands, str):
            raise TextError(f"hands is one text, {hands!r}; give a list with one hand per player")
        dealt = tuple([read_cards(hand, "hand", seat) for seat, hand in enumerate(hands, 1)])
        return cls(
            game=_find_game(game, dealt),
            hands=dealt,
            board=read_cards(board, "board"),
            dead=read_cards(dead, "dead cards"),
        )

    @property
    def cards_to_come(self) -> int:
        """How many board cards are still unknown, 0 to 5."""
        return BOARD_SIZE - len(self.board)

    @property
    def deck_left(self) -> int:
        """How many cards nobody has seen."""
        return DECK_SIZE - len(self.hands) * self.game.hole_cards - len(self.board) - len(self.dead)


@dataclass(frozen=True, slots=True)
class BoardsQuery:
    """One question about fixed hands on several boards (rules R8, R9).

    Attributes:
        game: the game.
        hands: one tuple of cards per player, 2 to 10 players.
        boards: the known cards of each board, 2 or 3 of them; with ``runs`` one board, whose
            known cards all runs share.
        dead: cards known to be out of play.
        runs: 0 for two boards of their own, else how often the rest of one board is dealt.

    Raises:
        TextError, ImpossibleError: as for `Query`.
    """

    game: Game
    hands: tuple[tuple[int, ...], ...]
    boards: tuple[tuple[int, ...], ...]
    dead: tuple[int, ...] = ()
    runs: int = 0

    def __post_init__(self) -> None:
        check_boards(self.boards, self.runs)
        hands = [(f"hand {seat}", hand) for seat, hand in enumerate(self.hands, 1)]
        _check_distinct([*hands, *_board_places(self.boards), ("dead cards", self.dead)])
        # As one question with the other board's cards dead, it is checked like any other.
        others = tuple(card for board in self.boards[1:] for card in board)
        Query(self.game, self.hands, self.boards[0], (*others, *self.dead))
        check_room(self.boards, self.runs, len(self.deck()))

    @property
    def count(self) -> int:
        """How many boards there are in all."""
        return self.runs or len(self.boards)

    @property
    def cards_to_come(self) -> int:
        """The most cards that must still come on one board."""
        return BOARD_SIZE - min(map(len, self.boards))

    def deck(self) -> list[int]:
        """The cards nobody has seen."""
        seen = card_mask(self.dead)
        for cards in (*self.hands, *self.boards):
            seen |= card_mask(cards)
        return [card for card in range(DECK_SIZE) if not seen >> card & 1]

    def deals(self) -> int:
        """How many ways there are to deal all boards, told apart by their order."""
        left, ways = len(self.deck()), 1
        boards = self.boards * (self.runs or 1)
        for board in boards:
            drawn = BOARD_SIZE - len(board)
            ways *= comb(left, drawn)
            left -= drawn
        return ways


class Holding(Protocol):
    """What a player may hold; `omaha_equity.ranges.range.Range` is one."""

    @property
    def text(self) -> str:
        """The holding as it was written."""

    @property
    def combos(self) -> "NDArray[np.uint8]":
        """(N, h) cards, rising in each row."""

    @property
    def weights(self) -> "NDArray[np.float64]":
        """(N,) relative weights."""


def held_as(holding: Holding | None) -> str:
    """What a player holds, in words: as it was written, where it was."""
    if holding is None:
        return "random"
    return holding.text or f"range of {len(holding.combos):,} combos"


@dataclass(frozen=True, slots=True)
class Wish:
    """How sure an answer must be; without any wish it takes about a second.

    Attributes:
        exact: True = count every deal or refuse; None = where that is quick.
        precision: sample until the 95% half-width of every equity is at most this.
        deals: sample so many deals, even where counting all of them would be quick.
        seconds: sample for so long.
        seed: decides the sampled deals, for any number of threads.

    Raises:
        TextError: two wishes that exclude each other, or a number out of bounds.
    """

    exact: bool | None = None
    precision: float | None = None
    deals: int | None = None
    seconds: float | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        goals = [self.exact or None, self.precision, self.deals, self.seconds]
        if sum(goal is not None for goal in goals) > 1:
            raise TextError("give only one of exact, precision, deals and seconds")
        if self.precision is not None and not 1e-6 <= self.precision <= 0.5:
            raise TextError(f"precision is {self.precision:g}; give 0.000001 to 0.5, as 0.001")
        if self.deals is not None and not 1 <= self.deals <= 10**12:
            raise TextError(f"deals is {self.deals}; give 1 to 1,000,000,000,000")
        if self.seconds is not None and not 0 < self.seconds <= 10**6:
            raise TextError(f"seconds is {self.seconds:g}; give more than 0, at most 1,000,000")
        if not 0 <= self.seed < 2**64:
            raise TextError(f"seed is {self.seed}; give 0 to {2**64 - 1}")


@dataclass(frozen=True)
class RangeQuery:
    """A question in which at least one player holds a range, or any hand.

    Attributes:
        game: the game.
        players: 2 to 10, each a holding, or None for any hand.
        board: the known board cards, 0 to 5.
        dead: cards known to be out of play.
        wish: how sure the answer must be.

    Raises:
        TextError, ImpossibleError: as for `Query`.
    """

    game: Game
    players: tuple[Holding | None, ...]
    board: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()
    wish: Wish = Wish()

    def __post_init__(self) -> None:
        if not MIN_PLAYERS <= len(self.players) <= MAX_PLAYERS:
            raise TextError(f"{len(self.players)} players; give {MIN_PLAYERS} to {MAX_PLAYERS}")
        _check_board_size(self.board)
        used = (*self.board, *self.dead)
        if not all(0 <= card < DECK_SIZE for card in used):
            raise TextError("some cards are not integers from 0 to 51")
        _check_distinct((("board", self.board), ("dead cards", self.dead)))
        held = len(self.players) * self.game.hole_cards
        _check_deck(len(self.players), self.game, len(self.dead), DECK_SIZE - held - len(self.dead))

    def seen(self) -> tuple[int, ...]:
        """All known board cards and dead cards."""
        return (*self.board, *self.dead)


@dataclass(frozen=True)
class RangeBoardsQuery:
    """A question on several boards in which some player holds a range, or any hand.

    Attributes as for `BoardsQuery` and `RangeQuery`.

    Raises:
        TextError, ImpossibleError: as for `Query`.
    """

    game: Game
    players: tuple[Holding | None, ...]
    boards: tuple[tuple[int, ...], ...]
    dead: tuple[int, ...] = ()
    runs: int = 0
    wish: Wish = Wish()

    def __post_init__(self) -> None:
        check_boards(self.boards, self.runs)
        _check_distinct([*_board_places(self.boards), ("dead cards", self.dead)])
        others = tuple(card for board in self.boards[1:] for card in board)
        RangeQuery(self.game, self.players, self.boards[0], (*others, *self.dead))
        held = len(self.players) * self.game.hole_cards
        left = DECK_SIZE - held - sum(map(len, self.boards)) - len(self.dead)
        check_room(self.boards, self.runs, left)

    @property
    def count(self) -> int:
        """How many boards there are in all."""
        return self.runs or len(self.boards)

    def seen(self) -> tuple[int, ...]:
        """All known board cards and dead cards."""
        return (*(card for board in self.boards for card in board), *self.dead)


def read_hole_and_board(
    hole: Cards, board: Cards, game: Game | str | None
) -> tuple[Game, tuple[int, ...], tuple[int, ...]]:
    """Read and check the arguments of ``evaluate``: one hand, 3 to 5 board cards."""
    hole_cards, board_cards = read_cards(hole, "hole cards"), read_cards(board, "board")
    found = _find_game(game, (hole_cards,), "hole cards")
    _check_hand_size(found, hole_cards, "hole cards")
    if not 3 <= len(board_cards) <= BOARD_SIZE:
        shown = format_cards(board_cards) or "an empty board"
        raise TextError(
            f"board: {shown} has {len(board_cards)} cards; a made hand needs 3, 4 or 5 board cards"
        )
    _check_distinct((("hole cards", hole_cards), ("board", board_cards)))
    return found, hole_cards, board_cards


def read_cards(given: Cards, what: str, seat: int | None = None) -> tuple[int, ...]:
    """Read cards from a text or integers; ``what`` and ``seat`` name them in errors."""
    if isinstance(given, str):
        return parse_cards(given, what if seat is None else f"{what} {seat}")
    where = what if seat is None else f"{what} {seat}"
    if not isinstance(given, Iterable):
        raise TextError(f"{where}: {given!r} holds no cards; give a text or integers from 0 to 51")
    return tuple([_card(card, where) for card in given])


def _card(given: int, where: str) -> int:
    try:
        card = index(given)
    except TypeError:
        card = -1
    if not 0 <= card < DECK_SIZE:
        raise TextError(f"{where}: {given!r} is not a card; cards are integers from 0 to 51")
    return card


def _find_game(
    game: Game | str | None, hands: tuple[tuple[int, ...], ...], what: str = "hand 1"
) -> Game:
    if isinstance(game, Game):
        return game
    if game is not None:
        return game_named(game)
    if not hands:
        raise TextError(f"no hands given; give {MIN_PLAYERS} to {MAX_PLAYERS} hands")
    sizes = {game.hole_cards for game in GAMES.values()}
    size = len(hands[0])
    if size not in sizes:
        raise TextError(
            f"{what}: {format_cards(hands[0]) or 'no cards'} has {size} "
            f"card{'s' * (size != 1)}; an Omaha hand has 4 to 7"
        )
    return high_game(size)


def check_boards(boards: tuple[tuple[int, ...], ...], runs: int) -> None:
    """Check the shape of a question about several boards.

    Raises:
        TextError: wrong numbers of boards, runs or board cards.
        ImpossibleError: a card is on both boards.
    """
    check_runs(boards, runs)
    for place, board in _board_places(boards):
        _check_board_size(board, place)
    _check_distinct(_board_places(boards))


def _board_places(boards: tuple[tuple[int, ...], ...]) -> list[tuple[str, tuple[int, ...]]]:
    """What errors call each board."""
    if len(boards) == 1:
        return [("board", boards[0])]
    return [(f"board {number}", board) for number, board in enumerate(boards, 1)]


def check_runs(boards: Sequence[object], runs: int) -> None:
    """Check how many boards and runs are asked for.

    Raises:
        TextError: not two boards, nor one with two or three runs.
    """
    if runs not in (0, 2, 3):
        raise TextError(f"runs is {runs}; a board is run 2 or 3 times")
    if len(boards) != (1 if runs else 2):
        wanted = "one board for several runs" if runs else "two boards"
        raise TextError(f"{len(boards)} boards given; give {wanted}")


def check_room(boards: tuple[tuple[int, ...], ...], runs: int, left: int) -> None:
    """Check that the cards left are enough for all boards.

    Raises:
        ImpossibleError: they are not.
    """
    needed = sum(BOARD_SIZE - len(board) for board in boards) * (runs or 1)
    if needed > left:
        raise ImpossibleError(
            f"{needed} board cards must still come and {left} are left in the deck; "
            "take away boards, hands or dead cards"
        )


def _check_sizes(query: Query) -> None:
    if not query.hands:
        raise TextError(f"no hands given; give {MIN_PLAYERS} to {MAX_PLAYERS} hands")
    if len(query.hands) < MIN_PLAYERS:
        raise TextError(
            f"hand 1: {format_cards(query.hands[0])} is the only one; "
            f"give {MIN_PLAYERS} to {MAX_PLAYERS} hands"
        )
    if len(query.hands) > MAX_PLAYERS:
        raise TextError(
            f"hand {MAX_PLAYERS + 1}: {format_cards(query.hands[MAX_PLAYERS])} is one too many "
            f"of {len(query.hands)}; give {MIN_PLAYERS} to {MAX_PLAYERS} hands"
        )
    for seat, hand in enumerate(query.hands, 1):
        _check_hand_size(query.game, hand, f"hand {seat}")
    _check_board_size(query.board)


def _check_board_size(board: tuple[int, ...], place: str = "board") -> None:
    if len(board) > BOARD_SIZE:
        raise TextError(
            f"{place}: {format_cards(board)} has {len(board)} cards; the most is {BOARD_SIZE}"
        )


def _check_deck(players: int, game: Game, dead: int, left: int) -> None:
    if left < BOARD_SIZE:
        raise ImpossibleError(
            f"{players} hands of {game.hole_cards}, {dead} dead cards "
            f"and a board of {BOARD_SIZE} need {DECK_SIZE - left + BOARD_SIZE} cards; "
            f"a deck has {DECK_SIZE}, take away hands or dead cards"
        )


def _check_hand_size(game: Game, hand: tuple[int, ...], what: str) -> None:
    if len(hand) != game.hole_cards:
        raise TextError(
            f"{what}: {format_cards(hand) or 'no cards'} has {len(hand)} "
            f"card{'s' * (len(hand) != 1)}; {game.name} is played with {game.hole_cards} each"
        )


def _check_cards(query: Query) -> None:
    # First, because changing a repeated card would not help.
    _check_deck(len(query.hands), query.game, len(query.dead), query.deck_left + len(query.board))
    used = [card for hand in query.hands for card in hand]
    used += query.board
    used += query.dead
    if not all(0 <= card < DECK_SIZE for card in used):
        raise TextError("some cards are not integers from 0 to 51")
    if card_mask(used).bit_count() != len(used):
        places = [(f"hand {seat}", hand) for seat, hand in enumerate(query.hands, 1)]
        _check_distinct((*places, ("board", query.board), ("dead cards", query.dead)))


def _check_distinct(places: Sequence[tuple[str, tuple[int, ...]]]) -> None:
    seen: dict[int, str] = {}
    for place, cards in places:
        for card in cards:
            if card in seen:
                where = (
                    f"twice in {place}" if seen[card] == place else f"in {seen[card]} and {place}"
                )
                name = CARD_TEXTS[card] if 0 <= card < DECK_SIZE else str(card)
                raise ImpossibleError(
                    f"card {name} is {where}; each card exists once, change one of them"
                )
            seen[card] = place

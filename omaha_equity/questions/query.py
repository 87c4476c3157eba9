"""What is asked: immutable, complete and checked when made."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb
from typing import Any, Self

from omaha_equity.cards import CARD_TEXTS, DECK_SIZE, Cards, card_mask, format_cards
from omaha_equity.errors import ImpossibleError, OmahaError, TextError
from omaha_equity.games import BOARD_SIZE, MAX_PLAYERS, MIN_PLAYERS, Game
from omaha_equity.questions.reading import (
    GENERIC,
    Hand,
    Holding,
    Reading,
    board_names,
    held_as,
    read_boards,
    read_cards,
    read_players,
    warnings_of,
    wrong_size,
)
from omaha_equity.questions.wish import Wish

ANY_WISH = Wish()


@dataclass(frozen=True)
class Query:
    """One complete question: who holds what, on which boards, and how sure the answer must be.

    Attributes:
        game: the game.
        players: 2 to 10, each a tuple of ``game.hole_cards`` cards, a holding such as a `Range`,
            or None for any hand.
        boards: the known cards of each board, 0 to 5; two boards, or one.
        dead: cards known to be out of play (rule R16).
        runs: 2 or 3 = how often the rest of the one board is dealt (rule R9); else 0.
        wish: how sure the answer must be.

    Raises:
        TextError: the question is put wrongly (wrong numbers of cards, players or boards).
        ImpossibleError: a card is used twice, or the deck is too small.

    >>> Query.of(["AsAhKdKc", "Ts9s8h7h"], board="Js 7d 2c").game.name
    'plo4'
    >>> Query.of(["AA", "random"], game="plo4", runs=2).names
    ('AA', 'random')
    """

    game: Game
    players: tuple[Hand | Holding | None, ...]
    boards: tuple[tuple[int, ...], ...] = ((),)
    dead: tuple[int, ...] = ()
    runs: int = 0
    wish: Wish = ANY_WISH

    def __post_init__(self) -> None:
        if _is_plainly_sound(self):
            return
        for is_wrong, error in _CHECKS:
            if is_wrong(self):
                raise error(self)

    @classmethod
    def of(
        cls,
        players: Sequence[Cards | Holding | None],
        board: Cards = "",
        dead: Cards = "",
        game: Game | str | None = None,
        *,
        boards: Sequence[Cards] | None = None,
        runs: int = 0,
        wish: Wish = ANY_WISH,
        reading: Reading = GENERIC,
    ) -> Self:
        """Build a query from texts, integers or ranges.

        Args:
            players: each a hand (text or integers), a range (text, with ``game`` named, or a
                `Range`), or ``"random"``.
            board: the known cards of the one board.
            game: a game or its name; without it the number of cards decides, high only.
            boards: the known cards of each of two boards, instead of ``board``.
            dead, runs, wish: see `Query`.
            reading: how range texts are read.

        Raises:
            TextError, RangeError, ImpossibleError: something cannot be read, or as `Query`.
        """
        known = (read_cards(board, "board"),) if boards is None else read_boards(boards)
        gone = read_cards(dead, "dead cards")
        read = read_players(players, game, reading)
        return cls(read.game, read.held, known, gone, runs, wish)

    @property
    def board(self) -> tuple[int, ...]:
        """The known cards of the first board."""
        return self.boards[0]

    @property
    def hands(self) -> tuple[Hand, ...]:
        """Every player's hand, of those who hold one."""
        return tuple([player for player in self.players if isinstance(player, tuple)])

    @property
    def fixed(self) -> bool:
        """Whether every player holds one hand."""
        return all(map(_is_tuple, self.players))

    @property
    def counted(self) -> bool:
        """Whether boards are counted, as they are for hands unless a sample is asked for."""
        return self.fixed and not self.wish.samples

    @property
    def single(self) -> bool:
        """Whether there is one board, dealt once."""
        return not self.runs and len(self.boards) == 1

    @property
    def count(self) -> int:
        """How many boards there are in all."""
        return self.runs or len(self.boards)

    @property
    def cards_to_come(self) -> int:
        """The most cards that must still come on one board, 0 to 5."""
        return BOARD_SIZE - min(map(len, self.boards))

    @property
    def deck_left(self) -> int:
        """How many cards nobody has seen."""
        held = len(self.players) * self.game.hole_cards
        return DECK_SIZE - held - sum(map(len, self.boards)) - len(self.dead)

    @property
    def names(self) -> tuple[str, ...]:
        """What every player holds, as it is shown."""
        return tuple(map(held_as, self.players))

    @property
    def warnings(self) -> tuple[str, ...]:
        """A line for every trap that a range's text may have fallen into."""
        return warnings_of(self.players)

    @property
    def setting(self) -> str:
        """The game and the known cards, in words."""
        known = [
            f"{name} {format_cards(board)}"
            for name, board in zip(board_names(self.boards), self.boards, strict=True)
            if board
        ]
        runs = [f"{self.runs} runs"] if self.runs else []
        dead = [f"dead {format_cards(self.dead)}"] if self.dead else []
        return ", ".join([self.game.title, *known, *runs, *dead])

    @property
    def title(self) -> str:
        """The question in words."""
        return f"{' v '.join(self.names)}, {self.setting}"

    def seen(self) -> tuple[int, ...]:
        """All known board cards and dead cards."""
        return (*(card for board in self.boards for card in board), *self.dead)

    def deck(self) -> list[int]:
        """The cards that are in no hand, on no board and not dead."""
        seen = card_mask(self.seen())
        for hand in self.hands:
            seen |= card_mask(hand)
        return [card for card in range(DECK_SIZE) if not seen >> card & 1]

    def deals(self) -> int:
        """How many ways there are to deal all boards, told apart by their order."""
        left, ways = self.deck_left, 1
        for board in self.boards * (self.runs or 1):
            drawn = BOARD_SIZE - len(board)
            ways *= comb(left, drawn)
            left -= drawn
        return ways


def _is_plainly_sound(query: Query) -> bool:
    """Whether this is a sound question about hands on one board, in one look: the common case."""
    players, boards, held = query.players, query.boards, query.game.hole_cards
    if query.runs or len(boards) != 1 or not MIN_PLAYERS <= len(players) <= MAX_PLAYERS:
        return False
    cards: list[int] = []
    for hand in (*players, *boards, query.dead):
        if type(hand) is not tuple:
            return False
        cards += hand
    room = DECK_SIZE - len(players) * held - len(query.dead)
    return (
        len(boards[0]) <= BOARD_SIZE <= room
        and [len(hand) for hand in players] == [held] * len(players)  # type: ignore[arg-type]
        and len({*cards}) == len(cards)
        and 0 <= min(cards) <= max(cards) < DECK_SIZE
    )


def _is_untidy(query: Query) -> bool:
    for held in query.players:
        if not (isinstance(held, tuple) or held is None or hasattr(held, "combos")):
            return True
    return not (isinstance(query.dead, tuple) and all(map(_is_tuple, query.boards)))


def _is_tuple(cards: object) -> bool:
    return isinstance(cards, tuple)


def _untidy(_: Query) -> OmahaError:
    return TextError("hands, boards and dead must be tuples of integers; Query.of reads more")


def _wrong_players(query: Query) -> OmahaError:
    wanted = f"give {MIN_PLAYERS} to {MAX_PLAYERS} hands"
    hands, number = query.hands, len(query.players)
    if not number:
        return TextError(f"no hands given; {wanted}")
    if not query.fixed:
        return TextError(f"{number} players; give {MIN_PLAYERS} to {MAX_PLAYERS}")
    if number < MIN_PLAYERS:
        return TextError(f"hand 1: {format_cards(hands[0])} is the only one; {wanted}")
    return TextError(
        f"hand {MAX_PLAYERS + 1}: {format_cards(hands[MAX_PLAYERS])} is one too many "
        f"of {number}; {wanted}"
    )


def _wrong_boards(query: Query) -> OmahaError:
    wanted = "one board for several runs" if query.runs else "two boards"
    return TextError(f"{len(query.boards)} boards given; give {wanted}")


def _wrong_hand(query: Query) -> OmahaError:
    for seat, hand in enumerate(query.players, 1):
        if isinstance(hand, tuple) and len(hand) != query.game.hole_cards:
            return wrong_size(hand, query.game, f"hand {seat}")
    raise AssertionError


def _long_board(query: Query) -> OmahaError:
    for name, board in zip(board_names(query.boards), query.boards, strict=True):
        if len(board) > BOARD_SIZE:
            shown = format_cards(board)
            return TextError(f"{name}: {shown} has {len(board)} cards; the most is {BOARD_SIZE}")
    raise AssertionError


def _to_deal(query: Query) -> int:
    """How many board cards must still come, on all boards."""
    return sum([BOARD_SIZE - len(board) for board in query.boards]) * (query.runs or 1)


def _short_deck(query: Query) -> OmahaError:
    players, held, dead = len(query.players), query.game.hole_cards, len(query.dead)
    if query.single:
        return ImpossibleError(
            f"{players} hands of {held}, {dead} dead cards and a board of {BOARD_SIZE} need "
            f"{players * held + dead + BOARD_SIZE} cards; a deck has {DECK_SIZE}, take away hands "
            "or dead cards"
        )
    return ImpossibleError(
        f"{_to_deal(query)} board cards must still come and {max(0, query.deck_left)} are left in "
        "the deck; take away boards, hands or dead cards"
    )


def _used(query: Query) -> list[int]:
    return [card for cards in (*query.hands, *query.boards, query.dead) for card in cards]


def _misuses_cards(query: Query) -> bool:
    used = _used(query)
    return bool(used) and (len({*used}) != len(used) or not 0 <= min(used) <= max(used) < DECK_SIZE)


def _misused_cards(query: Query) -> OmahaError:
    if not {*range(DECK_SIZE)}.issuperset(_used(query)):
        return TextError("some cards are not integers from 0 to 51")
    hands = [(f"hand {i}", p) for i, p in enumerate(query.players, 1) if isinstance(p, tuple)]
    boards = zip(board_names(query.boards), query.boards, strict=True)
    return _repeated([*hands, *boards, ("dead cards", query.dead)])


def check_distinct(places: Sequence[tuple[str, tuple[int, ...]]]) -> None:
    """Check that no card is used twice; ``places`` are what errors call each, and its cards.

    Raises:
        ImpossibleError: a card is.
    """
    used = [card for _, cards in places for card in cards]
    if len({*used}) != len(used):
        raise _repeated(places)


def _repeated(places: Sequence[tuple[str, tuple[int, ...]]]) -> ImpossibleError:
    """The error for the first card that is used again."""
    seen: dict[int, str] = {}
    for place, cards in places:
        for card in cards:
            if card in seen:
                where = (
                    f"twice in {place}" if seen[card] == place else f"in {seen[card]} and {place}"
                )
                return ImpossibleError(
                    f"card {CARD_TEXTS[card]} is {where}; each card exists once, change one of them"
                )
            seen[card] = place
    raise AssertionError


_Check = tuple[Callable[[Query], Any], Callable[[Query], OmahaError]]
_CHECKS: tuple[_Check, ...] = (
    (_is_untidy, _untidy),
    (lambda q: not MIN_PLAYERS <= len(q.players) <= MAX_PLAYERS, _wrong_players),
    (
        lambda q: q.runs not in (0, 2, 3),
        lambda q: TextError(f"runs is {q.runs}; a board is run 2 or 3 times"),
    ),
    (lambda q: not 1 <= len(q.boards) <= (1 if q.runs else 2), _wrong_boards),
    (lambda q: not {q.game.hole_cards}.issuperset(map(len, q.hands)), _wrong_hand),
    (lambda q: max(map(len, q.boards)) > BOARD_SIZE, _long_board),
    # Before repeated cards, because changing one would not help.
    (lambda q: _to_deal(q) > q.deck_left, _short_deck),
    (_misuses_cards, _misused_cards),
)
"""What can be wrong with a query and what is said then, in this order."""

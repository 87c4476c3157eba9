"""What is asked and what comes back: immutable `Query`, `Result` and their parts.

Every number of a result derives from integer counts of boards, so nothing here is an
average of averages.  Shares are floats between 0 and 1; the ``_exact`` and count
properties are exact.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from html import escape
from operator import index
from typing import Any, NamedTuple, Self

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

SCHEMA_VERSION = 1

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
        dealt = tuple([_cards(hand, "hand", seat) for seat, hand in enumerate(hands, 1)])
        return cls(
            game=_find_game(game, dealt),
            hands=dealt,
            board=_cards(board, "board"),
            dead=_cards(dead, "dead cards"),
        )

    @property
    def cards_to_come(self) -> int:
        """How many board cards are still unknown, 0 to 5."""
        return BOARD_SIZE - len(self.board)

    @property
    def deck_left(self) -> int:
        """How many cards nobody has seen."""
        return DECK_SIZE - len(self.hands) * self.game.hole_cards - len(self.board) - len(self.dead)


class Outcome(NamedTuple):
    """How many boards ended one way for one player.

    Attributes:
        high: how many players share the best high with this one, itself counted; 0 = lost it.
        low: likewise for the low; None = no player has a low on these boards.
        boards: the number of such boards.
    """

    high: int
    low: int | None
    boards: int

    @property
    def pot_share(self) -> Fraction:
        """The share of one such pot (rule R7)."""
        high = Fraction(1, self.high) if self.high else Fraction(0)
        if self.low is None:
            return high
        return (high + (Fraction(1, self.low) if self.low else 0)) / 2


@dataclass(frozen=True)
class PlayerResult:
    """One player's part of a `Result`; everything derives from ``outcomes``.

    Attributes:
        cards: the player's hole cards.
        outcomes: the ways boards ended for this player, each once.
        boards: how many boards were counted.
    """

    cards: tuple[int, ...]
    outcomes: tuple[Outcome, ...]
    boards: int

    @cached_property
    def equity_exact(self) -> Fraction:
        """Expected share of the pot, as a fraction of counts."""
        return sum((o.pot_share * o.boards for o in self.outcomes), Fraction(0)) / self.boards

    @property
    def equity(self) -> float:
        """Expected share of the pot, 0 to 1."""
        return float(self.equity_exact)

    @property
    def high_wins(self) -> int:
        """Boards on which this player alone has the best high."""
        return self._count(lambda o: o.high == 1)

    @property
    def high_ties(self) -> dict[int, int]:
        """Boards on which the high is shared, by number of sharers (2 and more)."""
        return self._by_sharers(lambda o: o.high)

    @property
    def low_wins(self) -> int:
        """Boards on which this player alone has the best low."""
        return self._count(lambda o: o.low == 1)

    @property
    def low_ties(self) -> dict[int, int]:
        """Boards on which the low is shared, by number of sharers (2 and more)."""
        return self._by_sharers(lambda o: o.low or 0)

    @property
    def scoops(self) -> int:
        """Boards on which this player takes the whole pot."""
        return self._count(lambda o: o.high == 1 and o.low in (None, 1))

    @property
    def quartered(self) -> int:
        """Boards on which the player ties for low with one other and loses high (rule R7)."""
        return self._count(lambda o: o.high == 0 and o.low == 2)

    @property
    def win(self) -> float:
        """Share of boards on which this player alone has the best high."""
        return self.high_wins / self.boards

    @property
    def tie(self) -> float:
        """Share of boards on which this player shares the best high."""
        return sum(self.high_ties.values()) / self.boards

    @property
    def scoop(self) -> float:
        """Share of boards on which this player takes the whole pot."""
        return self.scoops / self.boards

    @property
    def high(self) -> float:
        """Expected share of the high, 0 to 1, ties divided."""
        shares = sum((Fraction(o.boards, o.high) for o in self.outcomes if o.high), Fraction(0))
        return float(shares / self.boards)

    @property
    def low(self) -> float:
        """Expected share of the low, 0 to 1, ties divided, boards without a low counting 0."""
        shares = sum((Fraction(o.boards, o.low) for o in self.outcomes if o.low), Fraction(0))
        return float(shares / self.boards)

    def to_dict(self) -> dict[str, Any]:
        """Return the shares and counts as plain JSON values (see ``docs/json.md``)."""
        return {
            "hand": format_cards(self.cards),
            "equity": self.equity,
            "equity_exact": str(self.equity_exact),
            "win": self.win,
            "tie": self.tie,
            "high": self.high,
            "low": self.low,
            "scoop": self.scoop,
            "counts": {
                "high_wins": self.high_wins,
                "high_ties": _text_keys(self.high_ties),
                "low_wins": self.low_wins,
                "low_ties": _text_keys(self.low_ties),
                "scoops": self.scoops,
                "quartered": self.quartered,
            },
        }

    def _count(self, wanted: Any) -> int:
        return sum(o.boards for o in self.outcomes if wanted(o))

    def _by_sharers(self, sharers: Any) -> dict[int, int]:
        found: dict[int, int] = {}
        for outcome in self.outcomes:
            if sharers(outcome) > 1:
                found[sharers(outcome)] = found.get(sharers(outcome), 0) + outcome.boards
        return dict(sorted(found.items()))


@dataclass(frozen=True)
class Result:
    """The answer to a `Query`.

    Attributes:
        query: what was asked.
        players: one `PlayerResult` per hand, in the order of the query.
        boards: how many boards were counted.
        low_boards: on how many of them some player has a low.
        method: which path counted them, ``"numpy"`` or ``"numba"``; both give equal counts.
        exact: True: every board was counted.
    """

    query: Query
    players: tuple[PlayerResult, ...]
    boards: int
    low_boards: int
    method: str
    exact: bool = True

    @property
    def game(self) -> Game:
        """The game that was asked about."""
        return self.query.game

    def to_dict(self) -> dict[str, Any]:
        """Return the whole result as plain JSON values (see ``docs/json.md``)."""
        return {
            "schema": SCHEMA_VERSION,
            "game": self.game.name,
            "board": format_cards(self.query.board),
            "dead": format_cards(self.query.dead),
            "exact": self.exact,
            "boards": self.boards,
            "low_boards": self.low_boards,
            "method": self.method,
            "players": [player.to_dict() for player in self.players],
        }

    def to_json(self) -> str:
        """Return `to_dict` as JSON text."""
        return json.dumps(self.to_dict(), indent=2)

    def _repr_html_(self) -> str:
        columns = ["equity", "win", "tie"] + ["high", "low", "scoop"] * self.game.high_low
        head = "".join(f"<th>{name}</th>" for name in ["hand", *columns])
        rows = "".join(
            f"<tr><td>{escape(format_cards(player.cards))}</td>"
            + "".join(f"<td>{getattr(player, name):.2%}</td>" for name in columns)
            + "</tr>"
            for player in self.players
        )
        caption = f"{self.game.title}, exact over {self.boards:,} boards"
        return f"<table><caption>{escape(caption)}</caption><tr>{head}</tr>{rows}</table>"


@dataclass(frozen=True, slots=True)
class MadeHand:
    """Five cards, exactly two of them from the hole (rule R2).

    Attributes:
        value: bigger is better; highs run from 1 to 7462, lows from 1 to 56 (the wheel).
        name: as players say it, ``"full house, aces over threes"``.
        cards: the five cards, the most significant first.
        hole: the two of them that are hole cards.
    """

    value: int
    name: str
    cards: tuple[int, ...]
    hole: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the hand as plain JSON values."""
        return {
            "value": self.value,
            "name": self.name,
            "cards": format_cards(self.cards),
            "hole": format_cards(self.hole),
        }


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What hole cards make with a board.

    Attributes:
        game: the game.
        hole: the hole cards.
        board: 3, 4 or 5 board cards.
        high: the best high hand.
        low: the best low in a high/low game; None = no low, or not a high/low game.
    """

    game: Game
    hole: tuple[int, ...]
    board: tuple[int, ...]
    high: MadeHand
    low: MadeHand | None

    def to_dict(self) -> dict[str, Any]:
        """Return the evaluation as plain JSON values (see ``docs/json.md``)."""
        return {
            "schema": SCHEMA_VERSION,
            "game": self.game.name,
            "hole": format_cards(self.hole),
            "board": format_cards(self.board),
            "high": self.high.to_dict(),
            "low": self.low.to_dict() if self.low else None,
        }

    def to_json(self) -> str:
        """Return `to_dict` as JSON text."""
        return json.dumps(self.to_dict(), indent=2)


def read_hole_and_board(
    hole: Cards, board: Cards, game: Game | str | None
) -> tuple[Game, tuple[int, ...], tuple[int, ...]]:
    """Read and check the arguments of ``evaluate``: one hand, 3 to 5 board cards."""
    hole_cards, board_cards = _cards(hole, "hole cards"), _cards(board, "board")
    found = _find_game(game, (hole_cards,), "hole cards")
    _check_hand_size(found, hole_cards, "hole cards")
    if not 3 <= len(board_cards) <= BOARD_SIZE:
        shown = format_cards(board_cards) or "an empty board"
        raise TextError(
            f"board: {shown} has {len(board_cards)} cards; a made hand needs 3, 4 or 5 board cards"
        )
    _check_distinct((("hole cards", hole_cards), ("board", board_cards)))
    return found, hole_cards, board_cards


def _text_keys(counts: dict[int, int]) -> dict[str, int]:
    return {str(sharers): boards for sharers, boards in counts.items()}


def _cards(given: Cards, what: str, seat: int | None = None) -> tuple[int, ...]:
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
    if len(query.board) > BOARD_SIZE:
        raise TextError(
            f"board: {format_cards(query.board)} has {len(query.board)} cards; "
            f"the most is {BOARD_SIZE}"
        )


def _check_hand_size(game: Game, hand: tuple[int, ...], what: str) -> None:
    if len(hand) != game.hole_cards:
        raise TextError(
            f"{what}: {format_cards(hand) or 'no cards'} has {len(hand)} "
            f"card{'s' * (len(hand) != 1)}; {game.name} is played with {game.hole_cards} each"
        )


def _check_cards(query: Query) -> None:
    # First, because changing a repeated card would not help.
    if query.deck_left < query.cards_to_come:
        needed = DECK_SIZE - query.deck_left + query.cards_to_come
        raise ImpossibleError(
            f"{len(query.hands)} hands of {query.game.hole_cards}, {len(query.dead)} dead cards "
            f"and a board of {BOARD_SIZE} need {needed} cards; a deck has {DECK_SIZE}, "
            "take away hands or dead cards"
        )
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
                raise ImpossibleError(
                    f"card {CARD_TEXTS[card]} is {where}; each card exists once, change one of them"
                )
            seen[card] = place

"""One hand of poker as settlement sees it: seats, chips, cards, boards, rake and house rules."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational
from typing import Literal, get_args

from omaha_equity.cards import CARD_TEXTS, DECK_SIZE, format_cards
from omaha_equity.errors import ImpossibleError, TextError
from omaha_equity.games import BOARD_SIZE, MAX_PLAYERS, MIN_PLAYERS, Game
from omaha_equity.pots.money import places, show

Cards = tuple[int, ...]

RakeShare = Literal["proportional", "per-pot", "main-pot"]
OddChip = Literal["left", "lowest-seat", "high-card"]
OddBoard = Literal["first", "last"]
OddHalf = Literal["high", "low"]
Together = Literal["board", "pot", "never"]


def _check_whole(amounts: tuple[object, ...], what: str) -> None:
    if not all(isinstance(amount, int) for amount in amounts):
        raise TextError(f"{what}: amounts are whole numbers of units; hand files take money")


def _check_choice(given: str, choices: object, what: str) -> None:
    known = get_args(choices)
    if given not in known:
        raise TextError(f"{what}: {given!r} is unknown; choose one of {', '.join(known)}")


@dataclass(frozen=True, slots=True)
class Seat:
    """A player and what is known of their hand.

    Attributes:
        name: what the player is called.
        put: chips put in that others had to match, in units.
        hole: hole cards; () = not known.  A folded seat may have shown some of them.
        folded: the hand is given up; its cards never win.
        posted_dead: chips put in that nobody had to match, as a dead blind or an ante posted
            for the whole table, in units; they lie in the main pot.
        run_once: the player refuses more than one board (rule R10).
        number: the seat's number at the table, rising clockwise; 0 = its place in the list.
        text: the hand as it was written where that is not a hand of cards, as ``AA$ds``.
    """

    name: str
    put: int
    hole: Cards = ()
    folded: bool = False
    posted_dead: int = 0
    run_once: bool = False
    number: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Rake:
    """What the house takes from the pots (rule R14).

    Attributes:
        percent: 0 to 100; the result is rounded down to whole units.
        cap: the most that is taken from the whole hand, in units; None = no cap.
        amount: what was taken, in units, where that is known; then neither percent nor cap.
        share: how pots share it: ``proportional``; ``per-pot``, each pot raked alone, main pot
            first, until the cap is reached; or ``main-pot``, which pays for all it can.
    """

    percent: Fraction = Fraction(0)
    cap: int | None = None
    amount: int | None = None
    share: RakeShare = "proportional"

    def __post_init__(self) -> None:
        _check_choice(self.share, RakeShare, "rake share")
        _check_whole((self.cap or 0, self.amount or 0), "rake")
        if not isinstance(self.percent, Rational):
            raise TextError("rake: give the percentage as a whole number or a Fraction")
        if not 0 <= self.percent <= 100:
            raise ImpossibleError(f"rake: {float(self.percent):g} per cent; give 0 to 100")
        if min(self.cap or 0, self.amount or 0) < 0:
            raise ImpossibleError("rake: the house cannot take less than nothing")
        if self.amount is not None and (self.percent or self.cap is not None):
            raise TextError("rake: give either the amount or percent and cap")
        if self.amount is not None and self.share == "per-pot":
            raise TextError("rake: an amount cannot be raked per-pot; give percent and cap")


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Who gets what cannot be divided; the defaults are those of rule R12.

    Attributes:
        odd_chip: between players who tie: to the ``left`` of the button, to the
            ``lowest-seat``, or to the hand with the ``high-card`` (then spades, hearts,
            diamonds, clubs).
        odd_board: between boards.
        odd_half: between high and low.
        together: where the same players win everything on a ``board``, or in a whole ``pot``,
            that is divided among them at once, so that nobody collects odd chips twice.
    """

    odd_chip: OddChip = "left"
    odd_board: OddBoard = "first"
    odd_half: OddHalf = "high"
    together: Together = "board"

    def __post_init__(self) -> None:
        _check_choice(self.odd_chip, OddChip, "odd_chip")
        _check_choice(self.odd_board, OddBoard, "odd_board")
        _check_choice(self.odd_half, OddHalf, "odd_half")
        _check_choice(self.together, Together, "together")


NO_RAKE = Rake()
USUAL = HouseRules()
ONE = Fraction(1)


@dataclass(frozen=True, slots=True)
class PotHand:
    """One hand: everything that decides who gets how many chips; checked when made.

    Boards may be unfinished and hands unknown: whether that matters depends on the question.

    Attributes:
        game: the game.
        seats: 2 to 10 players, clockwise unless they are numbered.
        boards: one or more, each of as many cards as lie on a street of the game, or none; several
            runs share their first cards.
        button: number of the button's seat, which may be empty; None = not known.
        unit: what one unit is worth.
        dead: other cards known to be out of play (rule R16).
        rake: what the house takes.
        house: who gets odd chips.
        pot_boards: how many boards each pot is played on, main pot first (rule R10); pots
            beyond the list are played on all boards, unless a contender refuses.

    Raises:
        TextError: the hand is put wrongly, as with wrong numbers of cards.
        ImpossibleError: a card is used twice, chips are negative, nobody is left to win.

    >>> from omaha_equity.games import PLO4
    >>> hand = PotHand(PLO4, (Seat("Ann", 5), Seat("Bob", 5, folded=True)))
    >>> hand.live
    (0,)
    """

    game: Game
    seats: tuple[Seat, ...]
    boards: tuple[Cards, ...] = ((),)
    button: int | None = None
    unit: Fraction = ONE
    dead: Cards = ()
    rake: Rake = NO_RAKE
    house: HouseRules = USUAL
    pot_boards: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        _check_tuples(self)
        _check_seats(self)
        _check_chips(self)
        _check_holes(self)
        _check_boards(self)
        _check_deck(self)

    @property
    def live(self) -> tuple[int, ...]:
        """Places in ``seats`` of those who have not folded and have chips in."""
        return tuple(
            [
                place
                for place, seat in enumerate(self.seats)
                if not seat.folded and (seat.put or seat.posted_dead)
            ]
        )

    @property
    def numbers(self) -> tuple[int, ...]:
        """The seats' numbers, as given or by their places from 1."""
        return tuple([seat.number or place for place, seat in enumerate(self.seats, 1)])

    @property
    def total(self) -> int:
        """All chips that were put in."""
        return sum([seat.put + seat.posted_dead for seat in self.seats])

    def show(self, amount: int) -> str:
        """Write an amount of units as money."""
        return show(amount, self.unit)


def _check_tuples(hand: PotHand) -> None:
    lists = (hand.seats, hand.boards, hand.dead, hand.pot_boards, *hand.boards)
    if not all(isinstance(each, tuple) for each in (*lists, *(s.hole for s in hand.seats))):
        raise TextError("seats, boards and cards must be tuples; a mapping may hold more")


def _check_seats(hand: PotHand) -> None:
    seats = hand.seats
    if not MIN_PLAYERS <= len(seats) <= MAX_PLAYERS:
        raise TextError(f"{len(seats)} seats; give {MIN_PLAYERS} to {MAX_PLAYERS}")
    numbers = [seat.number for seat in seats]
    if any(numbers) and (min(numbers) < 1 or len(set(numbers)) < len(numbers)):
        raise TextError("seats: number all seats, each from 1 and each differently, or none")
    names = [seat.name for seat in seats]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise TextError(f"two seats are called {twice!r}; every name must differ")
    if hand.button is not None and hand.button < 1:
        raise TextError(f"button: there is no seat {hand.button}; seats are numbered from 1")


def _check_chips(hand: PotHand) -> None:
    if not isinstance(hand.unit, Rational) or hand.unit <= 0 or places(hand.unit) is None:
        raise TextError("unit: give a decimal number above 0, as 1, 0.01 or 0.05")
    for seat in hand.seats:
        _check_whole((seat.put, seat.posted_dead), f"seat {seat.name}")
        if seat.put < 0 or seat.posted_dead < 0:
            raise ImpossibleError(f"seat {seat.name}: nobody puts in less than nothing")
    if not hand.live:
        raise ImpossibleError("nobody is left who could win: no seat with chips in has not folded")


def _check_holes(hand: PotHand) -> None:
    wanted = hand.game.hole_cards
    for seat in hand.seats:
        held = len(seat.hole)
        if held in (0, wanted) or (seat.folded and held < wanted):
            continue
        raise TextError(
            f"seat {seat.name}: hand {format_cards(seat.hole)} has {held} cards; "
            f"{hand.game.title} has {wanted} hole cards"
        )


def _check_boards(hand: PotHand) -> None:
    if not hand.boards:
        raise TextError("boards: give at least one, which may be empty")
    for board in hand.boards:
        if len(board) not in hand.game.board_sizes:
            *most, last = map(str, hand.game.board_sizes)
            raise TextError(
                f"board {format_cards(board)} has {len(board)} card{'s' * (len(board) != 1)}; "
                f"boards of {hand.game.title} have {', '.join(most)} or {last}"
            )
    if not all(1 <= count <= len(hand.boards) for count in hand.pot_boards):
        raise TextError(
            f"pot_boards: {', '.join(map(str, hand.pot_boards))}; each pot is played on "
            f"1 to {len(hand.boards)} boards here"
        )


def _check_deck(hand: PotHand) -> None:
    seen: dict[int, str] = {}
    for card, place in _cards_with_places(hand):
        if not 0 <= card < DECK_SIZE:
            raise TextError(f"{place}: {card!r} is not a card; cards are integers from 0 to 51")
        if card in seen:
            both = "twice" if seen[card] == place else f"and in {seen[card]}"
            raise ImpossibleError(f"card {CARD_TEXTS[card]} is in {place} {both}")
        seen[card] = place
    dealt = len(hand.seats) * hand.game.hole_cards
    onto = len(hand.boards) * BOARD_SIZE - (len(hand.boards) - 1) * len(_shared(hand))
    if dealt + onto + len(hand.dead) > DECK_SIZE:
        raise ImpossibleError(
            f"{len(hand.seats)} seats of {hand.game.title} and {len(hand.boards)} boards "
            f"need {dealt + onto + len(hand.dead)} cards; the deck has {DECK_SIZE}"
        )


def _cards_with_places(hand: PotHand) -> Iterator[tuple[int, str]]:
    for seat in hand.seats:
        for card in seat.hole:
            yield card, f"seat {seat.name}"
    shared = _shared(hand)
    for number, board in enumerate(hand.boards, 1):
        place = f"board {number}" if len(hand.boards) > 1 else "the board"
        for card in board:
            # What several runs share was dealt once.
            if number == 1 or card not in shared:
                yield card, place
    for card in hand.dead:
        yield card, "the dead cards"


def _shared(hand: PotHand) -> frozenset[int]:
    """The cards of the last street before which all boards were run; else nothing."""
    if len(hand.boards) == 1:
        return frozenset()
    for street in reversed(hand.game.streets[:-1]):
        starts = {frozenset(board[:street]) for board in hand.boards}
        if len(starts) == 1 and len(min(starts)) == street:
            return starts.pop()
    return frozenset()

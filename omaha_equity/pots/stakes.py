"""What is played for in a hand, and who faces a call; no NumPy, so that errors come at once."""

from collections.abc import Sequence
from dataclasses import dataclass

from omaha_equity.errors import ImpossibleError, TextError
from omaha_equity.games import BOARD_SIZE
from omaha_equity.pots.hand import Cards, PotHand
from omaha_equity.pots.layers import layers, pot_name
from omaha_equity.pots.rake import rake_of
from omaha_equity.pots.settlement import boards_played
from omaha_equity.ranges.parser import is_any_hand, parse


@dataclass(frozen=True)
class Stake:
    """One pot, ready to be played for.

    Attributes:
        name, amount, rake, contenders: as in `answers.chips.PotChances`.
        boards: on how many of the hand's boards it is played.
        once: a contender refuses more than one board (R10).
    """

    name: str
    amount: int
    rake: int
    contenders: tuple[int, ...]
    boards: int
    once: bool

    @property
    def prize(self) -> int:
        """What can be won, in units."""
        return self.amount - self.rake

    @property
    def contested(self) -> bool:
        """Whether cards decide who wins it."""
        return len(self.contenders) > 1


def find_stakes(hand: PotHand) -> list[Stake]:
    """Sort the chips into pots, take the rake, and see on how many boards each is played.

    Raises:
        ImpossibleError: a contender's cards are not known.
        TextError: a range cannot be read.
    """
    pots = layers(hand).pots
    if len(hand.pot_boards) > len(pots):
        raise TextError(f"pot_boards names {len(hand.pot_boards)} pots; there are {len(pots)}")
    taken = rake_of(hand.rake, [pot.amount for pot in pots])
    stakes = [
        Stake(
            pot_name(place, len(pots)),
            pot.amount,
            rake,
            pot.contenders,
            boards_played(hand, place, pot),
            any(hand.seats[seat].run_once for seat in pot.contenders),
        )
        for place, (pot, rake) in enumerate(zip(pots, taken, strict=True))
    ]
    for stake in stakes:
        if stake.contested:
            _check_known(hand, stake)
    for text in [hand.seats[place].text for place in playing(stakes)]:
        if text and not is_any_hand(text):
            parse(text, hand.game.hole_cards)
    return stakes


def playing(stakes: Sequence[Stake]) -> tuple[int, ...]:
    """Places of the seats whose cards matter, rising."""
    return tuple(sorted({seat for s in stakes if s.contested for seat in s.contenders}))


def boards_of(hand: PotHand, stake: Stake, runs: int) -> tuple[Cards, ...]:
    """The known cards of each board that a pot is played on, if one board is run so often."""
    if len(hand.boards) > 1:
        return hand.boards[: stake.boards]
    return hand.boards * (1 if stake.once else runs)


def cards_to_come(hand: PotHand) -> int:
    """How many cards must still come on all boards."""
    return sum(BOARD_SIZE - len(board) for board in hand.boards)


def find_caller(hand: PotHand, call: int, name: str | None = None) -> int:
    """Return the place of the seat whose last chips are a call of this many units.

    Without a name: the only live seat with as many chips in that others can call.

    Raises:
        TextError: there is no such seat, no or more than one seat could be meant, or the call
            is not part of what the seat put in.
        ImpossibleError: the seat has folded, or nobody bet so much that there is a call.
    """
    if call <= 0:
        raise TextError(f"call {hand.show(call)}: give the chips of the call, more than 0")
    if name is None:
        return _only_caller(hand, call)
    names = [seat.name for seat in hand.seats]
    if name not in names:
        raise TextError(f"no seat is called {name!r}; seats: {', '.join(names)}")
    place = names.index(name)
    seat = hand.seats[place]
    if place not in hand.live:
        raise ImpossibleError(f"seat {name} has folded or put nothing in; it cannot call")
    if call > seat.put:
        raise TextError(
            f"call {hand.show(call)}: seat {name} put in {hand.show(seat.put)}; "
            "the hand file shows the chips after the call, and the call is part of them"
        )
    back = returned_to(hand, place)
    if back >= call:
        raise ImpossibleError(
            f"call {hand.show(call)}: {hand.show(back)} is returned to seat {name}, "
            "who has nothing to call"
        )
    return place


def returned_to(hand: PotHand, place: int) -> int:
    """The chips that nobody called, in units."""
    returned = layers(hand).returned
    return returned[1] if returned and returned[0] == place else 0


def _only_caller(hand: PotHand, call: int) -> int:
    # Whoever gets chips back bet them.
    able = [p for p in hand.live if hand.seats[p].put >= call and not returned_to(hand, p)]
    if len(able) == 1:
        return able[0]
    if not able:
        raise TextError(f"call {hand.show(call)}: no seat can have called so much")
    names = ", ".join(hand.seats[place].name for place in able)
    raise TextError(f"call {hand.show(call)}: say whose call it is with a seat: {names}")


def _check_known(hand: PotHand, stake: Stake) -> None:
    for seat in (hand.seats[place] for place in stake.contenders):
        if not seat.hole and not seat.text:
            raise ImpossibleError(
                f"seat {seat.name} contests the {stake.name} but its cards are not known; "
                'give a hand, a range, or "random"'
            )

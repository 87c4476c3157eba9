"""What is found out about a hand."""

import json
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from omaha_equity.answers.chips import ExpectedChips
from omaha_equity.answers.equities import SCHEMA_VERSION
from omaha_equity.cards import format_cards
from omaha_equity.histories.record import HandRecord
from omaha_equity.pots.money import show

if TYPE_CHECKING:
    from omaha_equity.pots.settlement import Settlement


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One player's chips in a hand, in units.

    Attributes:
        name: of the player; number: of the seat.
        put: all chips put in; returned: those that nobody called.
        won: chips from the pots, as the file says they were paid, or else by the rules.
        expected: chips from the pots on average, from when only cards decided; ``won`` where no
            chance was left; None where a contender's cards are not known.
        deviation: the standard deviation of the chips won from then on; None with ``expected``.
        settled: chips from the pots by the rules; None where cards are missing for that.
    """

    name: str
    number: int
    put: int
    returned: int
    won: int
    expected: Fraction | None
    deviation: float | None
    settled: int | None

    @property
    def luck(self) -> Fraction | None:
        """Chips won above expectation."""
        return None if self.expected is None else self.won - self.expected

    @property
    def net(self) -> int:
        """Chips won and returned less chips put in."""
        return self.won + self.returned - self.put

    @property
    def difference(self) -> int:
        """Chips that the file says were won less those by the rules; 0 where that is open."""
        return 0 if self.settled is None else self.won - self.settled


@dataclass(frozen=True, slots=True)
class HandResult:
    """One hand: expectations when only cards could still decide, and what came of them.

    Attributes:
        record: the hand as it was read.
        street: how many board cards lay there at the last chips or fold.
        all_in: then nobody could bet any more, two or more were left and cards were to come.
        showdown: two or more were left.
        seats: everybody's chips, as ``record.players``.
        chances: all pots with their contenders' exact equities; None where no chance was left or
            cards are not known.
        settlement: the hand by the rules, pot by pot; None where cards are missing for that.
        unknown: names of contenders whose cards would have been needed for expectations.
        unsettled: why there is no settlement, or "".
    """

    record: HandRecord
    street: int
    all_in: bool
    showdown: bool
    seats: tuple[SeatResult, ...]
    chances: ExpectedChips | None
    settlement: "Settlement | None"
    unknown: tuple[str, ...] = ()
    unsettled: str = ""

    @property
    def street_name(self) -> str:
        """The street as ``preflop``, ``flop``, ``turn``, ``river``."""
        return self.record.game.street_with(self.street)

    @property
    def equities(self) -> tuple[Fraction | None, ...]:
        """By seat, the expected share of all pots after rake; None where that is not known."""
        pots = sum([seat.won for seat in self.seats])
        return tuple(
            [
                None if seat.expected is None or not pots else seat.expected / pots
                for seat in self.seats
            ]
        )

    @property
    def differences(self) -> dict[str, int]:
        """By name, chips paid more (or less) than the rules say, in units; only those not 0."""
        return {seat.name: seat.difference for seat in self.seats if seat.difference}

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values (see ``docs/json.md``).

        Chips that were put in or paid are text, expected ones numbers.
        """
        record = self.record
        return {
            "schema": SCHEMA_VERSION,
            "file": record.file,
            "line": record.line,
            "hand": record.hand,
            "when": record.when,
            "game": record.game.name,
            "money": record.money,
            "unit": show(1, record.unit),
            "boards": [format_cards(board) for board in record.boards],
            "street": self.street_name,
            "all_in": self.all_in,
            "showdown": self.showdown,
            "rake": show(record.rake, record.unit),
            "unknown": list(self.unknown),
            "unsettled": self.unsettled,
            "pots": self.chances.to_dict()["pots"] if self.chances else [],
            "seats": [self._seat(place, equity) for place, equity in enumerate(self.equities)],
        }

    def _seat(self, place: int, equity: Fraction | None) -> dict[str, Any]:
        seat, unit = self.seats[place], self.record.unit
        spread = seat.deviation
        return {
            "seat": seat.number,
            "name": seat.name,
            "hand": format_cards(self.record.players[place].hole),
            "folded": place in self.record.folded,
            "put": show(seat.put, unit),
            "returned": show(seat.returned, unit),
            "won": show(seat.won, unit),
            "net": show(seat.net, unit),
            "equity": None if equity is None else float(equity),
            "expected": None if seat.expected is None else float(seat.expected * unit),
            "luck": None if seat.luck is None else float(seat.luck * unit),
            "deviation": None if spread is None else spread * float(unit),
            "settled": None if seat.settled is None else show(seat.settled, unit),
            "difference": show(seat.difference, unit),
        }

    def to_json(self) -> str:
        """Return `to_dict` as JSON text."""
        return json.dumps(self.to_dict(), indent=2)

"""What comes back of a question about expected chips."""

import json
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from omaha_equity.model import SCHEMA_VERSION, Sampling
from omaha_equity.pots.hand import PotHand


@dataclass(frozen=True, slots=True)
class PotChances:
    """One pot and what its contenders can expect of it.

    Attributes:
        name: ``pot``, ``main pot``, ``side pot 1`` ...
        amount: chips before rake, in units; rake: what the house takes of them.
        contenders: places in ``seats``.
        equities: the contenders' expected shares of it, in their order.
    """

    name: str
    amount: int
    rake: int
    contenders: tuple[int, ...]
    equities: tuple[Fraction, ...]

    @property
    def expected(self) -> tuple[Fraction, ...]:
        """The contenders' expected chips from it, in units."""
        return tuple((self.amount - self.rake) * equity for equity in self.equities)


@dataclass(frozen=True, slots=True)
class SeatChances:
    """One seat's chips.

    Attributes:
        name: of the player; put: chips put in, in units.
        returned: chips that nobody called, in units.
        expected: chips won on average from all pots, in units.
        error: its standard error, in units; 0 when exact.
        deviations: by number of runs, the standard deviation of the chips won, in units.
    """

    name: str
    put: int
    returned: int
    expected: Fraction
    error: float
    deviations: dict[int, float]

    @property
    def net(self) -> Fraction:
        """Expected chips won and returned, less chips put in."""
        return self.expected + self.returned - self.put


@dataclass(frozen=True, slots=True)
class PotOdds:
    """Whether a call pays (rake included).

    Attributes:
        call: the chips it takes; pot: the pot after the call, rake taken off; in units.
        needed: the equity at which it breaks even.
        equity: the equity the caller has.
    """

    call: int
    pot: Fraction
    needed: Fraction
    equity: Fraction

    @property
    def gain(self) -> Fraction:
        """Expected chips of the call against folding, in units."""
        return self.equity * self.pot - self.call


@dataclass(frozen=True, slots=True)
class ExpectedChips:
    """Every seat's expected chips in a hand whose cards are still to come.

    Odd chips are not divided: expectations are fractions of a unit.

    Attributes:
        hand: the hand.
        pots: the main pot, then side pots; seats: as in the hand.
        sampling: how a sampled result came about; None when every deal was counted.
    """

    hand: PotHand
    pots: tuple[PotChances, ...]
    seats: tuple[SeatChances, ...]
    sampling: Sampling | None = None

    @property
    def exact(self) -> bool:
        """Whether every possible deal was counted."""
        return self.sampling is None

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values (see ``docs/json.md``), chips as numbers."""
        unit = self.hand.unit
        return {
            "schema": SCHEMA_VERSION,
            "game": self.hand.game.name,
            "exact": self.exact,
            "sampling": self.sampling.to_dict() if self.sampling else None,
            "pots": [
                {
                    "pot": pot.name,
                    "amount": self.hand.show(pot.amount),
                    "rake": self.hand.show(pot.rake),
                    "contenders": [
                        {
                            "name": self.hand.seats[seat].name,
                            "equity": float(equity),
                            "expected": float(expected * unit),
                        }
                        for seat, equity, expected in zip(
                            pot.contenders, pot.equities, pot.expected, strict=True
                        )
                    ],
                }
                for pot in self.pots
            ],
            "seats": [
                {
                    "name": seat.name,
                    "put": self.hand.show(seat.put),
                    "returned": self.hand.show(seat.returned),
                    "expected": float(seat.expected * unit),
                    "error": float(seat.error * unit),
                    "net": float(seat.net * unit),
                    "deviations": {
                        str(runs): float(deviation * unit)
                        for runs, deviation in seat.deviations.items()
                    },
                }
                for seat in self.seats
            ],
        }

    def to_json(self) -> str:
        """Return `to_dict` as JSON text."""
        return json.dumps(self.to_dict(), indent=2)

"""What comes back of a question about expected chips."""

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar, Self

from omaha_equity.answer import SCHEMA_VERSION, Answer
from omaha_equity.answers.equities import Sampling
from omaha_equity.cards import format_cards
from omaha_equity.pots.hand import PotHand


@dataclass(frozen=True, slots=True)
class PotChances:
    """One pot and what its contenders can expect of it.

    Attributes:
        name: ``pot``, ``main pot``, ``side pot 1`` ...
        amount: chips before rake, in units; rake: what the house takes of them.
        contenders: places in ``seats``.
        equities: the contenders' expected shares of it, in their order.
        boards: on how many boards it is played, as the hand stands.
    """

    name: str
    amount: int
    rake: int
    contenders: tuple[int, ...]
    equities: tuple[Fraction, ...]
    boards: int = 1

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
        error: its standard error, in units; 0 when exact, infinite of a single deal.
        deviations: the standard deviation of the chips won, in units, if the rest of the board
            is dealt this many times; 1 is the hand as it stands.
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


@dataclass(frozen=True)
class PotOdds(Answer):
    """Whether a call pays, rake included.

    Folding wins nothing and costs nothing further; whatever the caller put in before is spent.

    Attributes:
        name: of the caller.
        call: the chips of the call; returned: those of them that nobody matches, in units.
        pot: all pots that the caller contends after the call, rake taken off; in units.
        equity: the share of them that the caller can expect, a side pot weighing by its size.
        error: its standard error; 0 when exact.
        query: the hand, as it stands after the call.
    """

    query: PotHand
    name: str
    call: int
    returned: int
    pot: int
    equity: Fraction
    error: float = 0.0

    @property
    def risk(self) -> int:
        """What the call costs if it loses, in units."""
        return self.call - self.returned

    @property
    def needed(self) -> Fraction:
        """The equity at which the call breaks even; above 1 where the rake is too much."""
        return Fraction(self.risk, self.pot)

    @property
    def gain(self) -> Fraction:
        """Expected chips of the call against folding, in units."""
        return self.equity * self.pot - self.risk

    @property
    def title(self) -> str:
        """The question in words."""
        return f"call of {self.query.show(self.call)} by {self.name}"

    def rows(self) -> list[dict[str, Any]]:
        """One row."""
        return [self.to_dict()]

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values, money as in the hand."""
        hand = self.query
        return {
            "name": self.name,
            "call": hand.show(self.call),
            "returned": hand.show(self.returned),
            "pot": hand.show(self.pot),
            "needed": float(self.needed),
            "needed_exact": str(self.needed),
            "equity": float(self.equity),
            "equity_exact": str(self.equity),
            "error": _finite(self.error),
            "gain": float(self.gain * hand.unit),
        }


@dataclass(frozen=True)
class ExpectedChips(Answer):
    """Every seat's expected chips in a hand whose cards are still to come.

    Odd chips are not divided: expectations are fractions of a unit.

    Attributes:
        hand: the hand.
        pots: the main pot, then side pots; seats: as in the hand.
        sampling: how a sampled result came about; None when every deal was counted.
        call: whether a call pays, where that was asked.
    """

    columns: ClassVar[tuple[str, ...]] = (
        *("pot", "pot_amount", "rake", "boards", "name", "equity", "expected", "error", "put"),
        *("returned", "net", "deviation", "deviation_2", "deviation_3", "call", "needed", "gain"),
    )

    hand: PotHand
    pots: tuple[PotChances, ...]
    seats: tuple[SeatChances, ...]
    sampling: Sampling | None = None
    call: PotOdds | None = None

    @property
    def query(self) -> PotHand:
        """The hand."""
        return self.hand

    @property
    def title(self) -> str:
        """The question in words."""
        names = " v ".join(seat.name for seat in self.hand.seats)
        return f"expected chips: {names}, {self.hand.game.title}"

    def with_call(self, call: PotOdds | None) -> Self:
        """The same answer with what it says of a call."""
        return replace(self, call=call)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each contender of each pot, then one for each seat, then one for a call."""
        found = self.to_dict()
        rows: list[dict[str, Any]] = [
            {"pot": pot["pot"], "pot_amount": pot["amount"]}
            | {name: pot[name] for name in ("rake", "boards")}
            | {name: contender[name] for name in ("name", "equity", "expected")}
            for pot in found["pots"]
            for contender in pot["contenders"]
        ]
        for seat in found["seats"]:
            shown = ("name", "expected", "error", "put", "returned", "net")
            swings = {
                "deviation" + f"_{runs}" * (runs != "1"): deviation
                for runs, deviation in seat["deviations"].items()
            }
            rows.append({"pot": "total"} | {name: seat[name] for name in shown} | swings)
        if self.call:
            call = found["call"]
            names = ("name", "equity", "error", "returned", "call", "needed", "gain")
            row = {"pot": "call", "pot_amount": call["pot"]}
            rows.append(row | {name: call[name] for name in names})
        return rows

    @property
    def exact(self) -> bool:
        """Whether every possible deal was counted."""
        return self.sampling is None

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values (see ``docs/json.md``).

        Chips that were put in are text, expected ones numbers.
        """
        hand = self.hand
        return {
            "schema": SCHEMA_VERSION,
            "game": hand.game.name,
            "unit": hand.show(1),
            "boards": [format_cards(board) for board in hand.boards],
            "total": hand.show(hand.total),
            "exact": self.exact,
            "sampling": self.sampling.to_dict() if self.sampling else None,
            "pots": [self._pot(pot) for pot in self.pots],
            "seats": [self._seat(seat) for seat in self.seats],
            "call": self.call.to_dict() if self.call else None,
        }

    def _pot(self, pot: PotChances) -> dict[str, Any]:
        hand = self.hand
        return {
            "pot": pot.name,
            "amount": hand.show(pot.amount),
            "rake": hand.show(pot.rake),
            "boards": pot.boards,
            "contenders": [
                {
                    "name": hand.seats[seat].name,
                    "equity": float(equity),
                    "equity_exact": str(equity),
                    "expected": float(expected * hand.unit),
                }
                for seat, equity, expected in zip(
                    pot.contenders, pot.equities, pot.expected, strict=True
                )
            ],
        }

    def _seat(self, seat: SeatChances) -> dict[str, Any]:
        hand = self.hand
        return {
            "name": seat.name,
            "put": hand.show(seat.put),
            "returned": hand.show(seat.returned),
            "expected": float(seat.expected * hand.unit),
            "error": _finite(seat.error * float(hand.unit)),
            "net": float(seat.net * hand.unit),
            "deviations": {
                str(runs): deviation * float(hand.unit)
                for runs, deviation in seat.deviations.items()
            },
        }


def _finite(error: float) -> float | None:
    """An error as JSON has it; one deal tells nothing of it."""
    return error if math.isfinite(error) else None

"""Sums over many hands: what players won, and how much of it was luck when they were all-in."""

import math
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from omaha_equity.answers.equities import SURE
from omaha_equity.histories.record import HandProblem
from omaha_equity.histories.results import HandResult


@dataclass(slots=True)
class PlayerTotals:
    """One player's sums in one kind of money; amounts in money, not units.

    Attributes:
        name, money: of the player, and as in `HandRecord`.
        hands: dealt in.
        all_ins: hands in which the player contended when nobody could bet any more, with cards
            to come and all contenders' cards known.
        unvalued: further ones, in which they are not known.
        won: chips won and returned less chips put in, in all hands.
        luck: of that, chips won above expectation in all-ins.
        variance: of that luck: the sum over all-ins of the variance of the chips won.
    """

    name: str
    money: str
    hands: int = 0
    all_ins: int = 0
    unvalued: int = 0
    won: Fraction = Fraction(0)
    luck: Fraction = Fraction(0)
    variance: float = 0.0

    @property
    def expected(self) -> Fraction:
        """Chips won if every all-in had paid its expectation."""
        return self.won - self.luck

    @property
    def deviation(self) -> float:
        """The standard deviation of the luck."""
        return math.sqrt(self.variance)

    @property
    def half_width(self) -> float:
        """By chance alone the luck lies within this of 0 in about 95 of 100 such series."""
        return SURE * self.deviation

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values; money that was won is text."""
        return {
            "name": self.name,
            "money": self.money,
            "hands": self.hands,
            "all_ins": self.all_ins,
            "unvalued": self.unvalued,
            "won": _decimal(self.won),
            "expected": float(self.expected),
            "luck": float(self.luck),
            "deviation": self.deviation,
            "low": float(self.expected) - self.half_width,
            "high": float(self.expected) + self.half_width,
        }


class Totals:
    """Sums over the hands added so far.

    Attributes:
        players: by name and kind of money, in the order in which they came.
        counts: ``hands``, ``all_ins``, ``problems``, ``checked`` (hands whose payments the file
            tells and the rules settle), ``different`` (those paid otherwise).
    """

    def __init__(self) -> None:
        self.players: dict[tuple[str, str], PlayerTotals] = {}
        self.counts: Counter[str] = Counter()

    def add(self, found: HandResult | HandProblem) -> None:
        """Add one hand, or one that failed."""
        if isinstance(found, HandProblem):
            self.counts["problems"] += 1
            return
        record = found.record
        self.counts["hands"] += 1
        self.counts["all_ins"] += found.all_in
        self.counts["checked"] += record.paid is not None and found.settlement is not None
        self.counts["different"] += bool(found.differences)
        for place, seat in enumerate(found.seats):
            key = seat.name, record.money
            sums = self.players.setdefault(key, PlayerTotals(*key))
            sums.hands += 1
            sums.won += seat.net * record.unit
            if not found.all_in or place in record.folded:
                continue
            if seat.luck is None or seat.deviation is None:
                sums.unvalued += 1
                continue
            sums.all_ins += 1
            sums.luck += seat.luck * record.unit
            sums.variance += (seat.deviation * float(record.unit)) ** 2

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values."""
        names = ("hands", "all_ins", "problems", "checked", "different")
        return {
            "counts": {name: self.counts[name] for name in names},
            "players": [sums.to_dict() for sums in self.players.values()],
        }


def _decimal(amount: Fraction) -> str:
    """A sum of decimal amounts, written exactly."""
    from omaha_equity.pots.money import places, show

    unit = Fraction(1, 10 ** (places(Fraction(1, amount.denominator)) or 0))
    return show(int(amount / unit), unit)

"""Sums over many hands: what players won, and how much of it was luck when they were all-in."""

import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from omaha_equity.answer import SCHEMA_VERSION, Answer
from omaha_equity.answers.equities import SURE
from omaha_equity.histories.record import HandProblem
from omaha_equity.histories.results import HAND_COLUMNS, SEAT_COLUMNS, HandResult


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


class Totals(Answer):
    """Sums over the hands added so far.

    Attributes:
        players: by name and kind of money, in the order in which they came.
        counts: ``hands``, ``all_ins``, ``problems``, ``checked`` (hands whose payments the file
            tells and the rules settle), ``different`` (those paid otherwise).
    """

    query = None

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

    @property
    def title(self) -> str:
        """The question in words."""
        return f"totals of {self.counts['hands']:,} hands"

    def rows(self) -> list[dict[str, Any]]:
        """One row per player and kind of money."""
        return [sums.to_dict() for sums in self.players.values()]

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values."""
        names = ("hands", "all_ins", "problems", "checked", "different")
        return {
            "counts": {name: self.counts[name] for name in names},
            "players": [sums.to_dict() for sums in self.players.values()],
        }


class HandStream(Answer):
    """Hands as they come, and totals when all have come; may be gone through once.

    Attributes:
        query: the names of the files.
        found: hands and problems; tell: called with a line for each problem.
        totals: of the hands that have come.
    """

    columns = (*HAND_COLUMNS, *SEAT_COLUMNS)

    def __init__(
        self,
        query: Sequence[str],
        found: Iterable[HandResult | HandProblem],
        tell: Callable[[str], None],
    ) -> None:
        self.query, self.found, self.tell, self.totals = query, found, tell, Totals()

    @property
    def title(self) -> str:
        """The question in words."""
        return f"hands of {', '.join(self.query)}"

    def results(self) -> Iterator[HandResult]:
        """Yield hands, adding them to the totals and telling problems."""
        for each in self.found:
            self.totals.add(each)
            if isinstance(each, HandProblem):
                self.tell(str(each))
            else:
                yield each

    def rows(self) -> Iterator[dict[str, Any]]:
        """One row per hand and seat."""
        for result in self.results():
            yield from result.rows()

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values (see ``docs/json.md``)."""
        hands = [result.to_dict() for result in self.results()]
        return {"schema": SCHEMA_VERSION, "hands": hands, **self.totals.to_dict()}

    def json_parts(self) -> Iterator[str]:
        """Yield one object, hand by hand, so that no more than one is held."""
        yield f'{{"schema": {SCHEMA_VERSION}, "hands": ['
        comma = ""
        for result in self.results():
            yield f"{comma}\n{json.dumps(result.to_dict())}"
            comma = ","
        sums = self.totals.to_dict()
        yield f'\n], "counts": {json.dumps(sums["counts"])}, "players": ['
        yield ",".join(f"\n{json.dumps(player)}" for player in sums["players"])
        yield "\n]}"


def _decimal(amount: Fraction) -> str:
    """A sum of decimal amounts, written exactly."""
    from omaha_equity.pots.money import places, show

    unit = Fraction(1, 10 ** (places(Fraction(1, amount.denominator)) or 0))
    return show(int(amount / unit), unit)

"""What can be told about a range in plain values: no arrays, ready for any report."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from omaha_equity.answer import SCHEMA_VERSION, Answer

SUIT_SHAPES = {
    (1, 1, 1, 1): "rainbow",
    (2, 1, 1): "single-suited",
    (2, 2): "double-suited",
    (3, 1): "three of a suit",
    (4,): "one suit",
}


@dataclass(frozen=True, slots=True)
class ShapeCount:
    """How many combos of a range have a shape.

    Attributes:
        shape: counts, most first: ``2-1-1``.
        name: what it is called, or "".
        combos: how many hands of the range have it.
        share: their share of the range's combos, 0 to 1.
    """

    shape: str
    name: str
    combos: int
    share: float


@dataclass(frozen=True, slots=True)
class ClassCount:
    """How much of a class is in a range.

    Attributes:
        text: the class, cards of one suit in parentheses: ``(AK)(QJ)``.
        combos: how many of its hands are in the range.
        size: how many hands it has.
        weight: the mean weight of those in the range.
    """

    text: str
    combos: int
    size: int
    weight: float


@dataclass(frozen=True, slots=True)
class ListedHand:
    """A hand of a range, cards ascending, and its weight."""

    hand: str
    weight: float


@dataclass(frozen=True)
class Listing(Answer):
    """Hands or classes of a range, one after another; may be gone through once.

    Attributes:
        query: the range, as it was written.
        kind: what is listed; found: those.
    """

    query: str
    kind: type[ListedHand] | type[ClassCount]
    found: Iterable[ListedHand | ClassCount]

    @property
    def title(self) -> str:
        """The question in words."""
        return f"{'hands' if self.kind is ListedHand else 'classes'} of {self.query}"

    @property
    def columns(self) -> tuple[str, ...]:  # type: ignore[override]
        """The names of what is told of each."""
        return tuple(field.name for field in fields(self.kind))

    def rows(self) -> Iterator[dict[str, Any]]:
        """One row each."""
        return map(asdict, self.found)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values."""
        return {"schema": SCHEMA_VERSION, "rows": list(self.rows())}

    def json_parts(self) -> Iterator[str]:
        """Yield a JSON array, a line for each row, however many there are."""
        before = "["
        for row in self.rows():
            yield before + json.dumps(row)
            before = ",\n "
        yield "]" if before != "[" else "[]"


class _OneRow(Answer):
    """An answer that is one row."""

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values."""
        return {"schema": SCHEMA_VERSION, **asdict(self)}  # type: ignore[call-overload]

    def rows(self) -> list[dict[str, Any]]:
        """One row."""
        found = self.to_dict()
        del found["schema"]
        return [found]


@dataclass(frozen=True)
class Explanation(_OneRow):
    """Why a hand is in a range, or is not.

    Attributes:
        hand: the hand, cards ascending.
        inside: whether the range holds it.
        weight: its weight, 0.0 outside.
        reasons: short sentences.
    """

    hand: str
    inside: bool
    weight: float
    reasons: tuple[str, ...]

    @property
    def query(self) -> str:
        """The hand."""
        return self.hand

    @property
    def title(self) -> str:
        """The question in words."""
        return f"{self.hand} in the range"

    def rows(self) -> list[dict[str, Any]]:
        """One row, in which the reasons are one text."""
        return [row | {"reasons": "; ".join(self.reasons)} for row in super().rows()]


@dataclass(frozen=True)
class Standing(_OneRow):
    """Where a hand stands in an ordering.

    Attributes:
        hand: the hand, cards ascending.
        ordering: the ordering's name.
        before: combos of better classes.
        percentile: the least per cent that includes the hand.
    """

    hand: str
    ordering: str
    before: int
    percentile: float

    @property
    def query(self) -> str:
        """The hand."""
        return self.hand

    @property
    def title(self) -> str:
        """The question in words."""
        return f"{self.hand} in the ordering {self.ordering}"


@dataclass(frozen=True)
class RangeSummary(_OneRow):
    """What ``omaha-equity range`` tells; `share` is of all hands without dead cards."""

    text: str
    canonical: str
    game: str
    game_title: str
    dead: str
    combos: int
    share: float
    weight: float
    classes: int
    suit_shapes: tuple[ShapeCount, ...]
    pair_shapes: tuple[ShapeCount, ...]
    why_empty: str = ""

    @property
    def query(self) -> str:
        """The range, as it was written."""
        return self.text

    @property
    def title(self) -> str:
        """The question in words."""
        return f"{self.text}, {self.game_title}"

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values."""
        found = super().to_dict()
        return {"title" if name == "game_title" else name: found[name] for name in found}

    def rows(self) -> list[dict[str, Any]]:
        """One row, without the shapes."""
        [found] = super().rows()
        return [{name: found[name] for name in found if not name.endswith("shapes")}]


def suits_name(counts: Sequence[int]) -> str:
    """Name a four-card suit shape; with more cards counts say it better.

    >>> suits_name((2, 2)), suits_name((2, 2, 1))
    ('double-suited', '')
    """
    return SUIT_SHAPES.get(tuple(counts), "")


def pairs_name(counts: Sequence[int]) -> str:
    """Name how ranks repeat.

    >>> pairs_name((1, 1, 1, 1)), pairs_name((2, 2, 1)), pairs_name((3, 2, 1, 1))
    ('no pair', 'two pair', 'trips and one pair')
    """
    held = {size: list(counts).count(size) for size in (4, 3, 2)}
    many = {1: "one", 2: "two", 3: "three"}
    names = []
    if held[4]:
        names.append("quads")
    if held[3]:
        names.append("trips" if held[3] == 1 else f"{many[held[3]]} trips")
    if held[2]:
        names.append(f"{many[held[2]]} pair")
    return " and ".join(names) or "no pair"

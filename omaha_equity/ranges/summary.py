"""What can be told about a range in plain values: no arrays, ready for any report."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class Listing:
    """Hands or classes, one after another; ``rows`` may be gone through once."""

    kind: type[ListedHand] | type[ClassCount]
    rows: Iterable[ListedHand | ClassCount]


@dataclass(frozen=True, slots=True)
class Explanation:
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


@dataclass(frozen=True, slots=True)
class Standing:
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


@dataclass(frozen=True, slots=True)
class RangeSummary:
    """What ``omaha-equity range`` tells; `share` is of all hands without dead cards."""

    text: str
    canonical: str
    game: str
    title: str
    dead: str
    combos: int
    share: float
    weight: float
    classes: int
    suit_shapes: tuple[ShapeCount, ...]
    pair_shapes: tuple[ShapeCount, ...]
    why_empty: str = ""


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

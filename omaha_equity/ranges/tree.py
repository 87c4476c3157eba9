"""The syntax tree of a range: what was written, piece by piece.

Two trees are equal when they say the same in the same order: ``start`` and ``text``, where
a piece stood and how it was spelled, do not count.  A macro is replaced by what it stands
for, except for `Shape`; its pieces all ``start`` where the macro does.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from omaha_equity.cards import RANKS, SUITS

SUIT_VARIABLES = "wxyz"
ANY_RANK = "*"


@dataclass(frozen=True, slots=True)
class Card:
    """One card of an atom: ``A``, ``As``, ``s``, ``*``, ``Rx``.

    Attributes:
        rank: a rank, ``*``, a rank variable (a capital that is not a rank), or "".
        suit: a suit, a suit variable (w x y z), or "".
    """

    rank: str
    suit: str = ""
    start: int = field(default=0, compare=False)
    text: str = field(default="", compare=False)

    @property
    def names_rank(self) -> bool:
        """Whether a rank is named literally."""
        return self.rank != "" and self.rank in RANKS

    @property
    def names_suit(self) -> bool:
        """Whether a suit is named literally."""
        return self.suit != "" and self.suit in SUITS

    @property
    def rank_variable(self) -> str:
        """The rank variable, or ""."""
        return "" if self.names_rank or self.rank == ANY_RANK else self.rank

    @property
    def suit_variable(self) -> str:
        """The suit variable, or ""."""
        return "" if self.names_suit else self.suit


@dataclass(frozen=True, slots=True)
class Choice:
    """One card out of a list: ``[2,4,6,3h]``."""

    cards: tuple[Card, ...]
    start: int = field(default=0, compare=False)
    text: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Span:
    """Cards that move together: ``T8+``, ``664-``, ``KQJT-T987``; alone or in brackets.

    Attributes:
        cards: where they start; every one has a rank.
        mark: ``+``, ``-`` or, with ``until``, "".
        until: where they end, card by card; empty with a mark.
    """

    cards: tuple[Card, ...]
    mark: str
    until: tuple[Card, ...] = ()
    start: int = field(default=0, compare=False)
    text: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Atom:
    """Cards a hand must hold, in any order; a `Span` among them stood in brackets."""

    items: tuple[Card | Choice | Span, ...]
    start: int = field(default=0, compare=False)
    text: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Percent:
    """Percentiles: ``15%`` is above 0 up to 15, ``30%-50%`` above 29 up to 50."""

    above: Fraction
    upto: Fraction
    ordering: str
    start: int = field(default=0, compare=False)
    text: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Shape:
    """A suit shape by its macro's name, with five or more hole cards: ``$ds``."""

    name: str
    start: int = field(default=0, compare=False)
    text: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Group:
    """A range in parentheses."""

    range: "Range"
    start: int = field(default=0, compare=False)
    text: str = field(default="", compare=False)


Factor = Group | Percent | Shape | Atom | Span


@dataclass(frozen=True, slots=True)
class Step:
    """``:`` and, or ``!`` and not, with what follows it."""

    sign: Literal[":", "!"]
    factor: Factor


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a union: a factor, the steps applied to it from left to right, a weight."""

    first: Factor
    steps: tuple[Step, ...] = ()
    weight: int | None = None
    start: int = field(default=0, compare=False)
    text: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Range:
    """A union of parts; ``text`` of the outermost is the whole text as it was written."""

    parts: tuple[Part, ...]
    start: int = field(default=0, compare=False)
    text: str = field(default="", compare=False)

"""What a range means, apart from how it was written: the seam between text and combos.

`ranges.parser` turns text into these; `ranges.matching` tells which hands match them.
Every pattern carries ``text``, the piece of the range it came from, for explanations.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

UNWEIGHTED = 100
"""The weight of a hand that was given none, among weights of 1 to 100."""

ANY_CARD = (1 << 52) - 1


class Slot(NamedTuple):
    """One card an atom asks for.

    Attributes:
        cards: 52-bit mask of the cards that may fill the slot.
        rank_variable: a letter that stands for one rank in the whole atom, or "".
        suit_variable: one of w x y z that stands for one suit in the whole atom, or "".
    """

    cards: int
    rank_variable: str = ""
    suit_variable: str = ""


@dataclass(frozen=True, slots=True)
class Atom:
    """Hands in which some one-to-one assignment of the slots to the cards fits.

    Attributes:
        slots: at most as many as there are hole cards; further cards are free.
        named_ranks: 13-bit mask of ranks a rank variable of this atom never stands for.
        named_suits: 4-bit mask of suits a suit variable of this atom never stands for.

    Different variables stand for different ranks, or suits.
    """

    slots: tuple[Slot, ...]
    named_ranks: int
    named_suits: int
    text: str


@dataclass(frozen=True, slots=True)
class SuitShape:
    """Hands whose suit counts, largest first, are one of ``shapes`` (``$ds`` with 5 cards)."""

    shapes: frozenset[tuple[int, ...]]
    text: str


@dataclass(frozen=True, slots=True)
class Percentile:
    """Whole classes in an ordering's order.

    Attributes:
        above: per cent of all hands that come before and are left out, 0 for ``15%``.
        upto: per cent of all hands to which classes are taken.
        ordering: the ordering's name; "" = the game's own.
    """

    above: Fraction
    upto: Fraction
    ordering: str
    text: str


@dataclass(frozen=True, slots=True)
class Either:
    """Hands that match any of ``parts``."""

    parts: "tuple[Pattern, ...]"
    text: str


@dataclass(frozen=True, slots=True)
class Both:
    """Hands that match ``first`` and ``second``."""

    first: "Pattern"
    second: "Pattern"
    text: str


@dataclass(frozen=True, slots=True)
class Without:
    """Hands that match ``first`` and not ``second``."""

    first: "Pattern"
    second: "Pattern"
    text: str


@dataclass(frozen=True, slots=True)
class Weighted:
    """Hands that match ``pattern``, at ``weight`` (1 to 100, relative; rule: largest wins).

    Weights only occur at the top of a range or inside `Either`; a parenthesis keeps the
    weights of its parts.
    """

    pattern: "Pattern"
    weight: int
    text: str


Pattern = Atom | SuitShape | Percentile | Either | Both | Without | Weighted

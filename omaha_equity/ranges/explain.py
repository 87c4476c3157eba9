"""Why a hand is in a range or is not: which part of the text matched, or what failed."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from omaha_equity.cards import RANKS
from omaha_equity.ranges.one_hand import Hand, InPercentile, fits, suit_shape, weight_of
from omaha_equity.ranges.patterns import (
    ANY_CARD,
    Atom,
    Both,
    Either,
    Pattern,
    Percentile,
    Slot,
    SuitShape,
    Weighted,
    Without,
)

MOST_PARTS = 20

Standing = Callable[[Percentile, Hand], str]
"""Tells where the hand stands in the ordering that a percentile means."""


def reasons(
    pattern: Pattern, hand: Hand, in_percentile: InPercentile, standing: Standing
) -> Iterator[str]:
    """Yield a sentence for each part that matches; if none does, for each part why not.

    >>> ace = Slot(0b1111 << 48)
    >>> aces = Atom((ace, ace), 1 << 12, 0, "AA")
    >>> list(reasons(aces, [51, 47, 2, 5], lambda *_: False, lambda *_: ""))
    ["'AA' fails: the ranks are AK32"]
    """
    teller = _Teller(hand, in_percentile, standing)
    parts = list(_parts(pattern))
    matching = [part for part in parts if teller.holds(part)]
    shown = matching or parts
    for part in shown[:MOST_PARTS]:
        yield teller.tell(part)
    if len(shown) > MOST_PARTS:
        left = len(shown) - MOST_PARTS
        yield f"{left} more parts {'match' if matching else 'fail'}"


def _parts(pattern: Pattern) -> Iterator[Pattern]:
    # Steps of a span, and ways to fill brackets, carry the text of the whole.
    if isinstance(pattern, Either) and any(part.text != pattern.text for part in pattern.parts):
        for part in pattern.parts:
            yield from _parts(part)
    else:
        yield pattern


class _Teller:
    def __init__(self, hand: Hand, in_percentile: InPercentile, standing: Standing) -> None:
        self.hand = hand
        self.in_percentile = in_percentile
        self.standing = standing

    def holds(self, pattern: Pattern) -> bool:
        return weight_of(pattern, self.hand, self.in_percentile) > 0

    def tell(self, pattern: Pattern) -> str:
        """Say in one sentence that the pattern matches, or why it fails."""
        if isinstance(pattern, Weighted):
            inner = self.tell(pattern.pattern)
            return f"{inner}; weight {pattern.weight}" if self.holds(pattern) else inner
        verb = "matches" if self.holds(pattern) else "fails"
        if isinstance(pattern, Both | Without):
            return f"{pattern.text!r} {verb}: {', '.join(self._steps(pattern))}"
        if verb == "matches":
            return f"{pattern.text!r} matches"
        return f"{pattern.text!r} fails: {self._why_not(pattern)}"

    def _steps(self, pattern: Pattern) -> Iterator[str]:
        """Yield what each step, from left to right, does with the hand."""
        if not isinstance(pattern, Both | Without):
            yield self._step(pattern, "")
            return
        yield from self._steps(pattern.first)
        if not self.holds(pattern.first):
            return
        if isinstance(pattern, Both):
            yield self._step(pattern.second, ":")
        elif self.holds(pattern.second):
            yield f"'!{_bare(pattern.second)}' takes it out"
        else:
            yield f"'!{_bare(pattern.second)}' leaves it in"

    def _step(self, pattern: Pattern, sign: str) -> str:
        shown = f"'{sign}{_bare(pattern) if sign else pattern.text}'"
        if self.holds(pattern):
            return f"{shown} matches"
        return f"{shown} fails: {self._why_not(pattern)}"

    def _why_not(self, pattern: Pattern) -> str:
        match pattern:
            case Atom():
                return self._why_no_atom(pattern)
            case SuitShape():
                return f"the suits are {self._suits()}"
            case Percentile():
                return self.standing(pattern, self.hand)
            case Either(parts):
                causes = list(dict.fromkeys(self._why_not(part) for part in parts))
                return causes[0] if len(causes) == 1 else f"none of its {len(parts)} ways fits"
            case Both() | Without():
                return ", ".join(self._steps(pattern))
            case Weighted(inner):
                return self._why_not(inner)
        raise AssertionError(pattern)

    def _why_no_atom(self, atom: Atom) -> str:
        ranks_only = replace(atom, slots=tuple(_ranks_of(slot) for slot in atom.slots))
        if not fits(ranks_only, self.hand):
            return f"the ranks are {self._ranks()}"
        suits_only = replace(atom, slots=tuple(_suits_of(slot) for slot in atom.slots))
        if not fits(suits_only, self.hand):
            return f"the suits are {self._suits()}"
        return "it has the ranks and it has the suits, but not on the same cards"

    def _ranks(self) -> str:
        return "".join(RANKS[card >> 2] for card in sorted(self.hand, reverse=True))

    def _suits(self) -> str:
        return "-".join(map(str, suit_shape(self.hand)))


def _bare(pattern: Pattern) -> str:
    return pattern.text.lstrip(":!")


def _ranks_of(slot: Slot) -> Slot:
    nibbles = sum(0b1111 << 4 * rank for rank in range(13) if slot.cards >> 4 * rank & 0b1111)
    return Slot(nibbles, slot.rank_variable, "")


def _suits_of(slot: Slot) -> Slot:
    every_rank = ANY_CARD // 0b1111
    suits = [suit for suit in range(4) if slot.cards & every_rank << suit]
    return Slot(sum(every_rank << suit for suit in suits), "", slot.suit_variable)

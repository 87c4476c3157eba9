"""Syntax tree to patterns: spans and brackets become the atoms they stand for.

A bracket names suits, which suit variables then avoid, but never ranks: in ``[T-]R`` both
may be the same.  (ProPokerTools does so where a bracket has several readings, and not where it
has one; here the number of readings makes no difference.)
"""

from collections.abc import Iterable
from functools import reduce
from itertools import product
from math import prod
from operator import or_
from typing import NamedTuple

from omaha_equity.cards import RANKS, SUITS
from omaha_equity.errors import RangeError
from omaha_equity.ranges import patterns, tree
from omaha_equity.ranges.cursor import shortened
from omaha_equity.ranges.patterns import ANY_CARD, Both, Either, Pattern, Slot, Weighted, Without
from omaha_equity.ranges.tree import Card, Choice, Span

MAX_ATOMS = 5_000
MAX_NESTING = 200


class _Filling(NamedTuple):
    """What an item of an atom may turn out to be, and the suits it then names."""

    slots: tuple[Slot, ...]
    named_suits: int


def lower(found: tree.Range, hole_cards: int) -> Pattern:
    """Return what a range means for hands of ``hole_cards`` cards.

    Raises:
        RangeError: when the text stands for more than a few thousand patterns.

    >>> from omaha_equity.ranges.parser import parse
    >>> len(lower(parse("KQJT-T987", 4), 4).parts)
    4
    """
    return _Lowering(found.text, hole_cards).range(found)


def shape_name(counts: Iterable[int]) -> str:
    """Return the macro whose shape has these suit counts.

    >>> shape_name((2, 2, 1)), shape_name((2, 1, 1, 1)), shape_name((3, 2))
    ('ds', 'ss', 'ts')
    """
    longest, second, *_ = *sorted(counts, reverse=True), 0
    if longest >= 4:
        return "qs"
    if longest == 3:
        return "ts"
    if longest == 2:
        return "ds" if second == 2 else "ss"
    return "rb"


def suit_shapes(hole_cards: int) -> list[tuple[int, ...]]:
    """Return all suit counts of a hand, largest first, without zeros.

    >>> suit_shapes(4)
    [(1, 1, 1, 1), (2, 1, 1), (2, 2), (3, 1), (4,)]
    """
    counts = product(range(hole_cards + 1), repeat=4)
    found = {tuple(sorted(each, reverse=True)) for each in counts if sum(each) == hole_cards}
    return sorted(tuple(count for count in each if count) for each in found)


def span_steps(span: Span) -> list[tuple[Card, ...]]:
    """Return the cards of a span at every step, in the order written.

    >>> from omaha_equity.ranges.parser import parse
    >>> [[card.rank for card in step] for step in span_steps(parse("664-", 4).parts[0].first)]
    [['6', '6', '4'], ['5', '5', '3'], ['4', '4', '2']]
    """
    ranks = [RANKS.index(card.rank) for card in span.cards]
    if span.mark == "+":
        shifts, moves = range(len(RANKS) - max(ranks)), [True] * len(ranks)
    elif span.mark == "-":
        shifts, moves = range(0, -min(ranks) - 1, -1), [True] * len(ranks)
    else:
        ends = [RANKS.index(card.rank) for card in span.until]
        whole = next((e - r for r, e in zip(ranks, ends, strict=True) if e != r), 0)
        shifts = range(whole + 1) if whole >= 0 else range(0, whole - 1, -1)
        moves = [e != r for r, e in zip(ranks, ends, strict=True)]
    return [
        tuple(
            Card(RANKS[rank + shift * move], card.suit)
            for card, rank, move in zip(span.cards, ranks, moves, strict=True)
        )
        for shift in shifts
    ]


class _Lowering:
    def __init__(self, text: str, hole_cards: int) -> None:
        self.text = text
        self.hole_cards = hole_cards

    def range(self, found: tree.Range) -> Pattern:
        """Lower a union; weights of parentheses within it come to the top."""
        parts = [lowered for part in found.parts for lowered in self._part(part)]
        return parts[0] if len(parts) == 1 else Either(tuple(parts), found.text)

    def _part(self, part: tree.Part) -> list[Pattern]:
        lowered: Pattern = self._factor(part.first)
        weighed = _weighted_parts(lowered)
        if part.steps and weighed:
            return [
                Weighted(self._apply(each.pattern, part), each.weight, each.text)
                for each in weighed
            ]
        if part.steps:
            lowered = self._apply(lowered, part)
        if part.weight is not None:
            return [Weighted(lowered, part.weight, part.text)]
        return list(weighed) if weighed else [lowered]

    def _apply(self, lowered: Pattern, part: tree.Part) -> Pattern:
        for number, step in enumerate(part.steps):
            other = self._factor(step.factor)
            text = f"{lowered.text}{step.sign}{other.text}"
            if number == len(part.steps) - 1 and lowered.text and part.text:
                text = part.text
            kind = Both if step.sign == ":" else Without
            lowered = kind(lowered, other, text)
        return lowered

    def _factor(self, factor: tree.Factor) -> Pattern:
        if isinstance(factor, tree.Group):
            return self.range(factor.range)
        if isinstance(factor, tree.Percent):
            return patterns.Percentile(factor.above, factor.upto, factor.ordering, factor.text)
        if isinstance(factor, tree.Shape):
            shapes = suit_shapes(self.hole_cards)
            fitting = frozenset(s for s in shapes if shape_name(s) == factor.name)
            return patterns.SuitShape(fitting, factor.text)
        if isinstance(factor, Span):
            return self._atom(tree.Atom((factor,), factor.start, factor.text))
        return self._atom(factor)

    def _atom(self, atom: tree.Atom) -> Pattern:
        fillings = [_fillings(item) for item in atom.items]
        size = prod(map(len, fillings))
        if size > MAX_ATOMS:
            raise RangeError(
                f"the brackets of {shortened(atom.text)!r} stand for {size:,} patterns, too many",
                self.text,
                atom.start,
                f"brackets that stand for at most {MAX_ATOMS:,} patterns",
                "split the atom, or say 'and' with ':'",
            )
        bare = [item for item in atom.items if isinstance(item, Card)]
        ranks = _union(1 << RANKS.index(card.rank) for card in bare if card.names_rank)
        found: dict[tuple[tuple[Slot, ...], int], patterns.Atom] = {}
        for choice in product(*fillings):
            slots = tuple(sorted(slot for filling in choice for slot in filling.slots))
            named_suits = _union(filling.named_suits for filling in choice)
            key = slots, named_suits
            found.setdefault(key, patterns.Atom(slots, ranks, named_suits, atom.text))
        atoms = tuple(found.values())
        return atoms[0] if len(atoms) == 1 else Either(atoms, atom.text)


def _weighted_parts(pattern: Pattern) -> list[Weighted]:
    """Return the parts if they have weights (all have or none), else nothing."""
    parts = pattern.parts if isinstance(pattern, Either) else (pattern,)
    return [part for part in parts if isinstance(part, Weighted)]


def _union(masks: Iterable[int]) -> int:
    return reduce(or_, masks, 0)


def _fillings(item: Card | Choice | Span) -> list[_Filling]:
    """Return what can fill an item of an atom.

    Single cards that name the same suit share one slot.
    """
    if isinstance(item, Card):
        choices: list[tuple[Card, ...]] = [(item,)]
    elif isinstance(item, Choice):
        choices = [(card,) for card in item.cards]
    else:
        choices = span_steps(item)
    single: dict[tuple[int, str, str], int] = {}
    several: list[_Filling] = []
    for cards in choices:
        suits = _union(1 << SUITS.index(card.suit) for card in cards if card.names_suit)
        if len(cards) > 1:
            several.append(_Filling(tuple(map(_slot, cards)), suits))
            continue
        key = (suits, cards[0].rank_variable, cards[0].suit_variable)
        single[key] = single.get(key, 0) | _mask(cards[0])
    merged = [
        _Filling((Slot(mask, rank, suit),), suits) for (suits, rank, suit), mask in single.items()
    ]
    return merged + several


def _slot(card: Card) -> Slot:
    return Slot(_mask(card), card.rank_variable, card.suit_variable)


def _mask(card: Card) -> int:
    mask = ANY_CARD
    if card.names_rank:
        mask &= 0b1111 << 4 * RANKS.index(card.rank)
    if card.names_suit:
        mask &= 0x1111111111111 << SUITS.index(card.suit)
    return mask

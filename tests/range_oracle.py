"""A slow, obvious matcher of patterns: tries every assignment of slots to cards.

It knows nothing but `patterns`: no parser and no matcher of the product.  Every hand of a
game with four hole cards is a row; an assignment is tried for all rows at once.
"""

from functools import cache
from itertools import combinations, permutations

import numpy as np

from omaha_equity.ranges.patterns import Atom, Both, Either, Pattern, SuitShape, Weighted, Without

Flags = np.ndarray


@cache
def hands(hole_cards: int = 4) -> np.ndarray:
    """All hands, (count, hole_cards)."""
    return np.array(list(combinations(range(52), hole_cards)), dtype=np.int8)


def matches(pattern: Pattern, deals: np.ndarray) -> Flags:
    """Which rows of ``deals`` match."""
    if isinstance(pattern, Either):
        found = np.zeros(len(deals), dtype=bool)
        for part in pattern.parts:
            found |= matches(part, deals)
        return found
    if isinstance(pattern, Both):
        return matches(pattern.first, deals) & matches(pattern.second, deals)
    if isinstance(pattern, Without):
        return matches(pattern.first, deals) & ~matches(pattern.second, deals)
    if isinstance(pattern, Weighted):
        return matches(pattern.pattern, deals)
    if isinstance(pattern, SuitShape):
        counts = np.stack([(deals % 4 == suit).sum(axis=1) for suit in range(4)], axis=1)
        shapes = [tuple(c for c in sorted(row, reverse=True) if c) for row in counts.tolist()]
        return np.array([shape in pattern.shapes for shape in shapes])
    assert isinstance(pattern, Atom), pattern
    return _atom_matches(pattern, deals)


def count(pattern: Pattern, hole_cards: int = 4) -> int:
    """How many hands match."""
    return int(matches(pattern, hands(hole_cards)).sum())


def _atom_matches(atom: Atom, deals: np.ndarray) -> Flags:
    allowed = [
        np.array([slot.cards >> c & 1 for c in range(52)], dtype=bool) for slot in atom.slots
    ]
    found = np.zeros(len(deals), dtype=bool)
    for places in permutations(range(deals.shape[1]), len(atom.slots)):
        rows = np.flatnonzero(~found)
        for place, cards in zip(places, allowed, strict=True):
            rows = rows[cards[deals[rows, place]]]
        assigned = [deals[rows, place] for place in places]
        ranks = [
            (cards // 4, s.rank_variable) for cards, s in zip(assigned, atom.slots, strict=True)
        ]
        suits = [
            (cards % 4, s.suit_variable) for cards, s in zip(assigned, atom.slots, strict=True)
        ]
        fits = _consistent(ranks, atom.named_ranks, len(rows))
        fits &= _consistent(suits, atom.named_suits, len(rows))
        found[rows[fits]] = True
    return found


def _consistent(values: list[tuple[np.ndarray, str]], named: int, rows: int) -> Flags:
    """Same variable same value, other variable other value, and none that is named."""
    fits = np.ones(rows, dtype=bool)
    bound = [(value, variable) for value, variable in values if variable]
    for value, _ in bound:
        fits &= (named >> value.astype(np.int64) & 1) == 0
    for (one, its), (other, others) in combinations(bound, 2):
        fits &= (one == other) if its == others else (one != other)
    return fits

"""Which hands a pattern matches, all hands at once.

What depends on ranks alone is found on rank multisets, what depends on suits alone on rows
of suits; only where both meet is a value kept for every hand.  `atoms` finds single atoms.
"""

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from omaha_equity.cards import SUIT_COUNT
from omaha_equity.ranges import atom_matching
from omaha_equity.ranges.patterns import (
    UNWEIGHTED,
    Atom,
    Both,
    Either,
    Pattern,
    Percentile,
    SuitShape,
    Weighted,
    Without,
)
from omaha_equity.ranges.universe import Universe

Mask = NDArray[np.bool_]
Percentiles = Callable[[Percentile], Mask]
"""Which classes, in order of their keys, a percentile means."""


class Level(Enum):
    """What a question depends on."""

    RANKS = "ranks"
    SUIT_COUNT = "suits"
    HANDS = "hands"


class _Found(NamedTuple):
    level: Level
    which: Mask


def match(pattern: Pattern, among: Universe, percentiles: Percentiles) -> Mask:
    """Return which hands ``pattern`` matches: (hands,) bool by position, new and writable.

    >>> from omaha_equity.ranges.universe import universe
    >>> from omaha_equity.ranges.patterns import Slot
    >>> ace = Slot(0b1111 << 48)
    >>> aces = Atom((ace, ace), 1 << 12, 0, "AA")
    >>> [int(match(aces, universe(size), no_percentiles).sum()) for size in (4, 5)]
    [6961, 108336]
    """
    found = _on_hands(_find(pattern, among, percentiles), among)
    return found if found.flags.owndata and found.flags.writeable else found.copy()


def no_percentiles(pattern: Percentile) -> Mask:
    """Refuse: for patterns known to hold no percentile."""
    raise AssertionError(pattern)


def is_weighted(pattern: Pattern) -> bool:
    """Whether any part of the pattern has a weight."""
    match pattern:
        case Weighted():
            return True
        case Either(parts):
            return any(is_weighted(part) for part in parts)
        case Both(first, second):
            return is_weighted(first) or is_weighted(second)
        case Without(first):
            return is_weighted(first)
    return False


def percentiles_in(pattern: Pattern) -> Iterator[Percentile]:
    """Yield every percentile of the pattern."""
    match pattern:
        case Percentile():
            yield pattern
        case Either(parts):
            for part in parts:
                yield from percentiles_in(part)
        case Both(first, second) | Without(first, second):
            yield from percentiles_in(first)
            yield from percentiles_in(second)
        case Weighted(inner):
            yield from percentiles_in(inner)


def weigh(pattern: Pattern, among: Universe, percentiles: Percentiles) -> NDArray[np.uint8]:
    """Return the weight of every hand, 1 to 100: (hands,) uint8, 0 = not in the range.

    A hand without a weight of its own has 100.  A hand weighted twice keeps the larger
    weight.  An intersection keeps the smaller, so the weight of its weighted side.
    """
    if not is_weighted(pattern):
        return match(pattern, among, percentiles).view(np.uint8) * np.uint8(UNWEIGHTED)
    match pattern:
        case Weighted(inner, weight):
            found = weigh(inner, among, percentiles)
            found[found > 0] = weight
        case Either(parts):
            found = weigh(parts[0], among, percentiles)
            for part in parts[1:]:
                np.maximum(found, weigh(part, among, percentiles), out=found)
        case Both(first, second):
            found = weigh(first, among, percentiles)
            np.minimum(found, weigh(second, among, percentiles), out=found)
        case Without(first, second):
            found = weigh(first, among, percentiles)
            found[_on_hands(_find(second, among, percentiles), among)] = 0
        case _:
            raise AssertionError(pattern)
    return found


def _find(pattern: Pattern, among: Universe, percentiles: Percentiles) -> _Found:
    match pattern:
        case Atom():
            return _find_atom(pattern, among)
        case SuitShape(shapes):
            return _Found(Level.SUIT_COUNT, _shaped(shapes, among))
        case Percentile():
            return _Found(Level.HANDS, among.spread_classes(percentiles(pattern)))
        case Either(parts):
            # Atoms that mix ranks and suits, as a span has many, are found in one go.
            mixed = [
                part for part in parts if isinstance(part, Atom) and atom_matching.is_mixed(part)
            ]
            others = [
                part
                for part in parts
                if not (isinstance(part, Atom) and atom_matching.is_mixed(part))
            ]
            found = (_find(part, among, percentiles) for part in others)
            at_once = (
                _Found(Level.HANDS, atom_matching.find_mixed(group, among))
                for group in [mixed]
                if group
            )
            return _join(chain(found, at_once), np.logical_or, among)
        case Both(first, second):
            sides = (_find(side, among, percentiles) for side in (first, second))
            return _join(sides, np.logical_and, among)
        case Without(first, second):
            kept = _find(first, among, percentiles)
            left_out = _find(second, among, percentiles)
            return _join([kept, _Found(left_out.level, ~left_out.which)], np.logical_and, among)
        case Weighted(inner):
            return _find(inner, among, percentiles)
    raise AssertionError(pattern)


def _join(parts: Iterable[_Found], how: np.ufunc, among: Universe) -> _Found:
    # Parts that depend on ranks alone, or suits alone, are joined while they are small.
    by_level: dict[Level, Mask] = {}
    for level, which in parts:
        if level not in by_level:
            by_level[level] = which
        elif level is Level.HANDS:
            how(by_level[level], which, out=by_level[level])
        else:
            by_level[level] = how(by_level[level], which)
    if len(by_level) <= 1:
        nothing = (Level.RANKS, np.zeros(among.multisets, np.bool_))
        return _Found(*(by_level.popitem() if by_level else nothing))
    on_hands = [_on_hands(_Found(*found), among) for found in by_level.items()]
    for found in on_hands[1:]:
        how(on_hands[0], found, out=on_hands[0])
    return _Found(Level.HANDS, on_hands[0])


def _on_hands(found: _Found, among: Universe) -> Mask:
    if found.level is Level.RANKS:
        return among.spread_ranks(found.which)
    if found.level is Level.SUIT_COUNT:
        return among.spread_suits(found.which)
    return found.which


def _shaped(shapes: frozenset[tuple[int, ...]], among: Universe) -> Mask:
    found = np.zeros(SUIT_COUNT**among.hole_cards, np.bool_)
    for shape in shapes:
        counts = np.array([*shape, *[0] * (SUIT_COUNT - len(shape))], np.uint8)
        found |= (among.suit_counts == counts[:, None]).all(axis=0)
    return found


def _find_atom(atom: Atom, among: Universe) -> _Found:
    if atom_matching.is_mixed(atom):
        return _Found(Level.HANDS, atom_matching.find_mixed([atom], among))
    if atom_matching.asks_for_suits(atom):
        return _Found(Level.SUIT_COUNT, atom_matching.find_by_suits(atom, among))
    return _Found(Level.RANKS, atom_matching.find_by_ranks(atom, among))

"""Which hands a pattern matches: all of them at once, or one hand asked about.

An atom asks for cards by rank and by suit.  For one way to lay its slots on the places of a
hand, "the ranks fit" depends on the rank multiset alone and "the suits fit" on the row of
suits alone.  So both are tested on their own, over all ways, and a hand matches if some way
fits both: a product of two small Boolean matrices.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import cache
from itertools import combinations, permutations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from omaha_equity.ranges.hands import RANKS, SUITS, Universe
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

ALL_RANKS = (1 << RANKS) - 1
ALL_SUITS = (1 << SUITS) - 1
UNWEIGHTED = 100
"""The weight of a hand that was given none, among weights of 1 to 100."""

WAYS_AT_ONCE = 30_000_000
"""Ways times rank multisets tested in one go: bounds memory, not results."""
WORTH_MERGING = 50_000_000

Mask = NDArray[np.bool_]
Percentiles = Callable[[Percentile], Mask]
"""Which classes, in order of their keys, a percentile means."""


class Level(Enum):
    """What a question depends on."""

    RANKS = "ranks"
    SUITS = "suits"
    HANDS = "hands"


class _Found(NamedTuple):
    level: Level
    which: Mask


def match(pattern: Pattern, among: Universe, percentiles: Percentiles) -> Mask:
    """Return which hands ``pattern`` matches: (hands,) bool by position, new and writable.

    >>> from omaha_equity.ranges.hands import universe
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
            return _Found(Level.SUITS, _shaped(shapes, among))
        case Percentile():
            return _Found(Level.HANDS, among.spread_classes(percentiles(pattern)))
        case Either(parts):
            return _join((_find(part, among, percentiles) for part in parts), np.logical_or, among)
        case Both(first, second):
            sides = (_find(side, among, percentiles) for side in (first, second))
            return _join(sides, np.logical_and, among)
        case Without(first, second):
            kept = _find(first, among, percentiles)
            left_out = _find(second, among, percentiles)
            return _join(
                iter([kept, _Found(left_out.level, ~left_out.which)]), np.logical_and, among
            )
        case Weighted(inner):
            return _find(inner, among, percentiles)
    raise AssertionError(pattern)


def _join(parts: Iterator[_Found], how: np.ufunc, among: Universe) -> _Found:
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
    if found.level is Level.SUITS:
        return among.spread_suits(found.which)
    return found.which


def _shaped(shapes: frozenset[tuple[int, ...]], among: Universe) -> Mask:
    found = np.zeros(SUITS**among.hole_cards, np.bool_)
    for shape in shapes:
        counts = np.array([*shape, *[0] * (SUITS - len(shape))], np.uint8)
        found |= (among.suit_counts == counts[:, None]).all(axis=0)
    return found


# Atoms


class _Ask(NamedTuple):
    """What every slot asks of one half of its card: its rank, or its suit."""

    masks: tuple[int, ...]
    variables: tuple[str, ...]
    every: int
    """The mask that asks for nothing."""

    @property
    def is_empty(self) -> bool:
        return not any(self.variables) and all(mask == self.every for mask in self.masks)

    def fits(self, values: NDArray[np.uint8], same: Mask, ways: NDArray[np.intp]) -> Mask:
        """Return (ways, columns): whether the ``values`` (h, columns) fit, laid so."""
        size, columns = values.shape
        found = np.ones((len(ways), columns), np.bool_)
        for slot, mask in enumerate(self.masks):
            if mask != self.every:
                wanted = ((mask >> np.arange(self.every.bit_length())) & 1).astype(np.bool_)
                found &= wanted[values][ways[:, slot]]
        for one, two in combinations(range(len(self.masks)), 2):
            if not (self.variables[one] and self.variables[two]):
                continue
            alike = same[ways[:, one] * size + ways[:, two]]
            if self.variables[one] == self.variables[two]:
                found &= alike
            else:
                found &= ~alike
        return found


def _find_atom(atom: Atom, among: Universe) -> _Found:
    # A slot that asks for nothing is filled by any card left over: there is always one.
    slots = sorted(slot for slot in atom.slots if slot != (ANY_CARD, "", ""))
    if len(atom.slots) > among.hole_cards:
        raise ValueError(f"{atom.text!r} has more cards than a hand")
    ways = _ways(among.hole_cards, _repeats(slots))
    asks = list(_asks(slots, atom))
    if all(suits.is_empty for _, suits in asks):
        fit = [ranks.fits(among.ranks, among.same_rank, ways) for ranks, _ in asks]
        return _Found(Level.RANKS, np.any([which.any(axis=0) for which in fit], axis=0))
    if all(ranks.is_empty for ranks, _ in asks):
        fit = [suits.fits(among.suits, among.same_suit, ways) for _, suits in asks]
        return _Found(Level.SUITS, np.any([which.any(axis=0) for which in fit], axis=0))
    found = np.zeros(among.hands, np.bool_)
    step = max(1, WAYS_AT_ONCE // among.multisets)
    for ranks, suits in asks:
        for start in range(0, len(ways), step):
            some = ways[start : start + step]
            by_suits = suits.fits(among.suits, among.same_suit, some)
            possible = by_suits.any(axis=1)
            some, by_suits = some[possible], by_suits[possible]
            by_ranks = ranks.fits(among.ranks, among.same_rank, some)
            _add_fitting(by_ranks, by_suits, among, found)
    return _Found(Level.HANDS, found)


def _asks(slots: Sequence[Slot], atom: Atom) -> Iterator[tuple[_Ask, _Ask]]:
    """Split an atom where ranks and suits are not independent, as in ``[As,Ah,K]``."""
    choices = [_rectangles(slot.cards) for slot in slots]
    for chosen in product(*choices):
        ranks = [
            mask & ~atom.named_ranks if slot.rank_variable else mask
            for slot, (mask, _) in zip(slots, chosen, strict=True)
        ]
        suits = [
            mask & ~atom.named_suits if slot.suit_variable else mask
            for slot, (_, mask) in zip(slots, chosen, strict=True)
        ]
        yield (
            _Ask(tuple(ranks), tuple(slot.rank_variable for slot in slots), ALL_RANKS),
            _Ask(tuple(suits), tuple(slot.suit_variable for slot in slots), ALL_SUITS),
        )


@cache
def _rectangles(cards: int) -> list[tuple[int, int]]:
    """Cut a set of cards into rank masks and suit masks whose products make it up."""
    ranks_by_suits: dict[int, int] = {}
    for rank in range(RANKS):
        suits = cards >> rank * SUITS & ALL_SUITS
        if suits:
            ranks_by_suits[suits] = ranks_by_suits.get(suits, 0) | 1 << rank
    return [(ranks, suits) for suits, ranks in ranks_by_suits.items()]


def _repeats(slots: Sequence[Slot]) -> tuple[bool, ...]:
    return tuple(place > 0 and slot == slots[place - 1] for place, slot in enumerate(slots))


@cache
def _ways(hole_cards: int, repeats: tuple[bool, ...]) -> NDArray[np.intp]:
    """Return (ways, slots): the places of a hand that the slots may take.

    A slot equal to the one before it takes a later place: exchanging them changes nothing.
    """
    ways = np.array(list(permutations(range(hole_cards), len(repeats))), np.intp)
    for slot, repeated in enumerate(repeats):
        if repeated:
            ways = ways[ways[:, slot] > ways[:, slot - 1]]
    return ways


def _add_fitting(by_ranks: Mask, by_suits: Mask, among: Universe, found: Mask) -> None:
    for group in among.groups:
        ranks_fit = by_ranks[:, group.multisets]
        rows = np.flatnonzero(ranks_fit.any(axis=0))
        if not len(rows):
            continue
        hands = found[group.hands].reshape(group.shape)
        left, right = ranks_fit[:, rows], by_suits[:, group.codes]
        if left.size * right.shape[1] <= WORTH_MERGING:
            hands[rows] |= _some_way(left, right)
            continue
        left, left_copies = _distinct(left)
        right, right_copies = _distinct(right)
        fits = _some_way(left, right)
        for kind in range(left.shape[1]):
            hands[rows[left_copies == kind]] |= fits[kind, right_copies]


def _some_way(by_ranks: Mask, by_suits: Mask) -> Mask:
    ways = by_ranks.T.astype(np.float32) @ by_suits.astype(np.float32)
    return np.asarray(ways > 0)


def _distinct(columns: Mask) -> tuple[Mask, NDArray[np.intp]]:
    """Return the distinct columns, and which of them each column is."""
    packed = np.ascontiguousarray(np.packbits(columns, axis=0).T)
    whole = packed.view(np.dtype((np.void, packed.shape[1]))).reshape(-1)
    _, first, copies = np.unique(whole, return_index=True, return_inverse=True)
    return columns[:, first], copies

"""All hands of 4 to 7 cards, laid out so that ranks and suits can be asked apart.

A hand is a multiset of ranks and a choice of suits for it.  Hands whose ranks repeat in the
same places, such as 2234 and QQKA, form a group: each of its rank multisets goes with each of
its suit rows, so a group is a matrix, multisets by suit rows.  The groups laid end to end give
every hand a position, and a range is an array over the positions.

Suit rows that differ only in the names of suits lie side by side, so a class (hands equal up
to suits) is a piece of a matrix row.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, product
from math import comb
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from omaha_equity.cards import DECK_SIZE, RANK_COUNT, SUIT_COUNT

RANK_BITS = np.uint64(13)

Number = TypeVar("Number", np.int64, np.float64)


@dataclass(frozen=True, slots=True)
class Group:
    """Hands whose ranks repeat in the same places.

    Attributes:
        repeats: how often each rank occurs, from the lowest rank up.
        ranks: (M, h) uint8, the rank multisets, ascending in a row.
        suits: (S, h) uint8, the suit rows; suits of equal ranks ascend.
        codes: (S,) int32, each suit row as a number in base 4, first card first.
        starts: (O,) int64, the first suit row of each class.
        sizes: (O,) int64, how many suit rows each class has.
        masks: (O, 4) int64, the places in ``repeats`` that each suit holds, ascending.
        first_hand, first_multiset, first_class: where the group begins among all.
    """

    repeats: tuple[int, ...]
    ranks: NDArray[np.uint8]
    suits: NDArray[np.uint8]
    codes: NDArray[np.int32]
    starts: NDArray[np.int64]
    sizes: NDArray[np.int64]
    masks: NDArray[np.int64]
    first_hand: int
    first_multiset: int
    first_class: int

    @property
    def shape(self) -> tuple[int, int]:
        """Multisets, suit rows."""
        return len(self.ranks), len(self.suits)

    @property
    def hands(self) -> slice:
        """The positions of the group's hands."""
        multisets, rows = self.shape
        return slice(self.first_hand, self.first_hand + multisets * rows)

    @property
    def multisets(self) -> slice:
        """The group's places among all rank multisets."""
        return slice(self.first_multiset, self.first_multiset + len(self.ranks))

    @property
    def classes(self) -> slice:
        """The group's places among all classes, as laid out (not in order of their keys)."""
        return slice(self.first_class, self.first_class + len(self.ranks) * len(self.starts))


class Universe:
    """All hands of ``hole_cards`` cards; get it from `universe`.

    >>> four = universe(4)
    >>> four.hands, four.multisets, four.classes
    (270725, 1820, 16432)
    """

    def __init__(self, hole_cards: int) -> None:
        self.hole_cards = hole_cards
        self.groups = _lay_out(hole_cards)
        self.hands = comb(DECK_SIZE, hole_cards)
        self.multisets = sum(len(group.ranks) for group in self.groups)
        self.classes = sum(len(group.ranks) * len(group.starts) for group in self.groups)

    @cached_property
    def ranks(self) -> NDArray[np.uint8]:
        """(h, multisets) uint8: the ranks of every multiset, ascending down a column."""
        return np.ascontiguousarray(np.concatenate([group.ranks for group in self.groups]).T)

    @cached_property
    def some_cards(self) -> NDArray[np.uint64]:
        """(multisets,) uint64: card masks of one hand of every multiset."""
        masks = np.zeros(self.multisets, np.uint64)
        for group in self.groups:
            cards = group.ranks * np.uint8(SUIT_COUNT) + group.suits[0]
            bits = np.uint64(1) << cards.astype(np.uint64)
            masks[group.multisets] = np.bitwise_or.reduce(bits, axis=1)
        return masks

    @cached_property
    def suits(self) -> NDArray[np.uint8]:
        """(h, 4**h) uint8: every row of suits, the column's number in base 4."""
        return _suit_digits(self.hole_cards)

    @cached_property
    def same_rank(self) -> NDArray[np.bool_]:
        """(h * h, multisets) bool: whether the cards at two places share their rank."""
        return _equal_places(self.ranks)

    @cached_property
    def same_suit(self) -> NDArray[np.bool_]:
        """(h * h, 4**h) bool: whether the cards at two places share their suit."""
        return _equal_places(self.suits)

    @cached_property
    def suit_counts(self) -> NDArray[np.uint8]:
        """(4, 4**h) uint8: how many cards each row of suits has of a suit, most first."""
        counts = np.stack([(self.suits == suit).sum(axis=0) for suit in range(SUIT_COUNT)])
        return np.sort(counts, axis=0)[::-1].astype(np.uint8)

    def spread_ranks(self, which: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """From (multisets,) to (hands,)."""
        found = np.empty(self.hands, np.bool_)
        for group in self.groups:
            found[group.hands].reshape(group.shape)[:] = which[group.multisets, None]
        return found

    def spread_suits(self, which: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """From (4**h,), one per row of suits, to (hands,)."""
        found = np.empty(self.hands, np.bool_)
        for group in self.groups:
            found[group.hands].reshape(group.shape)[:] = which[group.codes]
        return found

    def spread_classes(self, which: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """From (classes,), in order of the class keys, to (hands,)."""
        laid_out = which[self.class_numbers]
        found = np.empty(self.hands, np.bool_)
        for group in self.groups:
            by_class = laid_out[group.classes].reshape(len(group.ranks), -1)
            found[group.hands].reshape(group.shape)[:] = by_class.repeat(group.sizes, axis=1)
        return found

    def sum_classes(
        self, amounts: Callable[[slice], NDArray[Any]], kind: type[Number]
    ) -> NDArray[Number]:
        """Add up over the hands of each class: (classes,), in order of the keys.

        Args:
            amounts: gives the amounts of the hands at a slice of positions.
            kind: what to add in.
        """
        sums = np.empty(self.classes, kind)
        for group in self.groups:
            rows = amounts(group.hands).reshape(group.shape)
            by_class = np.add.reduceat(rows, group.starts, axis=1, dtype=kind)
            sums[self.class_numbers[group.classes]] = by_class.reshape(-1)
        return sums

    @cached_property
    def _laid_out_keys(self) -> NDArray[np.uint64]:
        return np.concatenate([_keys(group) for group in self.groups])

    @cached_property
    def class_keys(self) -> NDArray[np.uint64]:
        """(classes,) uint64, ascending; see `class_key`."""
        return np.sort(self._laid_out_keys)

    @cached_property
    def class_numbers(self) -> NDArray[np.int32]:
        """(classes,) int32: from a class as laid out to its place in order of the keys."""
        numbers = np.empty(self.classes, np.int32)
        numbers[np.argsort(self._laid_out_keys)] = np.arange(self.classes, dtype=np.int32)
        return numbers

    @cached_property
    def class_sizes(self) -> NDArray[np.int64]:
        """(classes,) int64: how many hands each class has, in order of the keys."""
        laid_out = [np.tile(group.sizes, len(group.ranks)) for group in self.groups]
        sizes = np.empty(self.classes, np.int64)
        sizes[self.class_numbers] = np.concatenate(laid_out)
        return sizes

    def class_of(self, cards: ArrayLike) -> NDArray[np.int64]:
        """Classes of (N, h) hands: (N,) places in order of the keys."""
        keys = class_key(np.asarray(cards, np.uint8))
        return np.searchsorted(self.class_keys, keys)

    def positions(self, cards: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Positions of (N, h) hands whose cards ascend: (N,).

        >>> four = universe(4)
        >>> four.cards(four.positions(np.array([[0, 4, 20, 51]], np.uint8)))
        array([[ 0,  4, 20, 51]], dtype=uint8)
        """
        groups, subsets, rows, facts = self._finder
        ranks = cards >> 2
        places = 1 << np.arange(self.hole_cards - 1)
        group = groups[(ranks[:, 1:] == ranks[:, :-1]) @ places]
        rank_sets = np.bitwise_or.reduce(1 << ranks.astype(np.int64), axis=1)
        powers = SUIT_COUNT ** np.arange(self.hole_cards - 1, -1, -1)
        row = rows[group, (cards & 3).astype(np.int64) @ powers]
        first, width = facts[group].T
        return np.asarray(first + subsets[rank_sets] * width + row, np.int64)

    @cached_property
    def _finder(self) -> tuple[NDArray[np.int64], ...]:
        groups = np.zeros(1 << (self.hole_cards - 1), np.int64)
        rows = np.zeros((len(self.groups), SUIT_COUNT**self.hole_cards), np.int64)
        for number, group in enumerate(self.groups):
            ranks = group.ranks[0]
            groups[(ranks[1:] == ranks[:-1]) @ (1 << np.arange(self.hole_cards - 1))] = number
            rows[number, group.codes] = np.arange(len(group.suits))
        subsets = np.zeros(1 << RANK_COUNT, np.int64)
        for size in range(1, self.hole_cards + 1):
            for place, ranks_held in enumerate(combinations(range(RANK_COUNT), size)):
                subsets[sum(1 << rank for rank in ranks_held)] = place
        facts = np.array([(group.first_hand, len(group.suits)) for group in self.groups])
        return groups, subsets, rows, facts

    def cards(self, positions: NDArray[np.int64]) -> NDArray[np.uint8]:
        """Hands at (N,) positions: (N, h) uint8, cards ascending in a row."""
        hands = np.empty((len(positions), self.hole_cards), np.uint8)
        firsts = np.array([group.first_hand for group in self.groups])
        numbers = np.searchsorted(firsts, positions, side="right") - 1
        for number in np.unique(numbers):
            group = self.groups[number]
            chosen = numbers == number
            multiset, row = np.divmod(positions[chosen] - group.first_hand, len(group.suits))
            hands[chosen] = group.ranks[multiset] * np.uint8(SUIT_COUNT) + group.suits[row]
        return hands

    @cached_property
    def sorted_positions(self) -> NDArray[np.int32]:
        """(hands,) int32: positions of all hands, hands in lexicographic order; h = 4, 5."""
        order = np.empty(self.hands, np.int32)
        order[lexicographic(self._all_cards)] = np.arange(self.hands, dtype=np.int32)
        return order

    @cached_property
    def sorted_cards(self) -> NDArray[np.uint8]:
        """(hands, h) uint8: all hands in lexicographic order; for 4 and 5 cards."""
        hands = self._all_cards[self.sorted_positions]
        hands.flags.writeable = False
        return hands

    @property
    def _all_cards(self) -> NDArray[np.uint8]:
        hands = np.empty((self.hands, self.hole_cards), np.uint8)
        for group in self.groups:
            block = hands[group.hands].reshape(*group.shape, self.hole_cards)
            np.add(group.ranks[:, None, :] * np.uint8(SUIT_COUNT), group.suits, out=block)
        return hands


@cache
def universe(hole_cards: int) -> Universe:
    """Return the universe of hands of ``hole_cards`` cards, made once per process."""
    return Universe(hole_cards)


def lexicographic(cards: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Places of (N, h) hands, cards ascending, among all hands in lexicographic order: (N,).

    >>> lexicographic(np.array([[0, 1, 2, 3], [48, 49, 50, 51]], np.uint8))
    array([     0, 270724], dtype=int32)
    """
    size = cards.shape[1]
    places = np.full(len(cards), comb(DECK_SIZE, size) - 1, np.int32)
    for place in range(size):
        later = [comb(DECK_SIZE - 1 - card, size - place) for card in range(DECK_SIZE)]
        places -= np.array(later, np.int64).astype(np.int32)[cards[:, place]]
    return places


def class_key(cards: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Number the classes of (N, h) hands: equal for hands that differ only in suits' names.

    The ranks of one suit are a 13-bit mask.  The four masks ascending, as one number of 52
    bits, smallest first: numbers compare as rows of masks do.
    """
    held = np.zeros((len(cards), SUIT_COUNT), np.uint64)
    rows = np.arange(len(cards))
    for column in cards.T:
        held[rows, column & 3] |= np.uint64(1) << (column >> 2).astype(np.uint64)
    return _pack(np.sort(held, axis=1))


def key_masks(keys: NDArray[np.uint64]) -> NDArray[np.int64]:
    """From keys (N,) back to the four suit masks, ascending: (N, 4) int64."""
    shifts = RANK_BITS * np.arange(SUIT_COUNT - 1, -1, -1, dtype=np.uint64)
    return ((keys[:, None] >> shifts) & np.uint64((1 << RANK_COUNT) - 1)).astype(np.int64)


def _pack(masks: NDArray[np.uint64]) -> NDArray[np.uint64]:
    keys = masks[..., 0]
    for suit in range(1, SUIT_COUNT):
        keys = (keys << RANK_BITS) | masks[..., suit]
    return keys


def _keys(group: Group) -> NDArray[np.uint64]:
    # Places ascend with ranks, so masks ascend by rank as they do by place.
    places = len(group.repeats)
    lowest = np.cumsum((0, *group.repeats[:-1]))
    bits = np.int64(1) << group.ranks[:, lowest].astype(np.int64)
    holds = (group.masks[:, :, None] >> np.arange(places)) & 1
    masks = np.tensordot(bits, holds, axes=(1, 2)).astype(np.uint64)
    return _pack(masks).reshape(-1)


def _equal_places(values: NDArray[np.uint8]) -> NDArray[np.bool_]:
    size = len(values)
    return np.equal(values[:, None], values[None]).reshape(size * size, -1)


def _suit_digits(hole_cards: int) -> NDArray[np.uint8]:
    codes = np.arange(SUIT_COUNT**hole_cards)
    return np.stack([codes >> 2 * place & 3 for place in range(hole_cards - 1, -1, -1)]).astype(
        np.uint8
    )


def _lay_out(hole_cards: int) -> tuple[Group, ...]:
    groups: list[Group] = []
    hand = multiset = number = 0
    for kinds in range(1, hole_cards + 1):
        for repeats in product(range(1, SUIT_COUNT + 1), repeat=kinds):
            if sum(repeats) != hole_cards:
                continue
            group = _make_group(repeats, hand, multiset, number)
            groups.append(group)
            hand, multiset, number = (group.hands.stop, group.multisets.stop, group.classes.stop)
    return tuple(groups)


def _make_group(repeats: tuple[int, ...], hand: int, multiset: int, number: int) -> Group:
    kinds = np.array(list(combinations(range(RANK_COUNT), len(repeats))), np.uint8)
    choices = [list(combinations(range(SUIT_COUNT), count)) for count in repeats]
    suits = np.array([sum(row, ()) for row in product(*choices)], np.uint8)
    place_of = np.repeat(np.arange(len(repeats)), repeats)
    held = np.stack(
        [((suits == suit) << place_of).sum(axis=1) for suit in range(SUIT_COUNT)], axis=1
    )
    held.sort(axis=1)
    order = np.lexsort(held.T[::-1])
    suits, held = suits[order], held[order]
    fresh = np.append(True, (held[1:] != held[:-1]).any(axis=1))
    starts = np.flatnonzero(fresh)
    powers = SUIT_COUNT ** np.arange(suits.shape[1] - 1, -1, -1)
    return Group(
        repeats=repeats,
        ranks=kinds.repeat(repeats, axis=1),
        suits=suits,
        codes=(suits @ powers).astype(np.int32),
        starts=starts,
        sizes=np.diff(np.append(starts, len(suits))),
        masks=held[starts],
        first_hand=hand,
        first_multiset=multiset,
        first_class=number,
    )

"""What a range is made of: classes, suit shapes, pair shapes."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from omaha_equity.cards import SUIT_COUNT
from omaha_equity.ranges.orderings import class_text
from omaha_equity.ranges.summary import ClassCount, ShapeCount, pairs_name, suits_name
from omaha_equity.ranges.universe import Group, Universe, key_masks
from omaha_equity.ranges.weights import Store

AT_ONCE = 1 << 16


def suit_shapes(store: Store, among: Universe) -> tuple[ShapeCount, ...]:
    """Count combos by how many cards they have of each suit, most combos first.

    >>> from omaha_equity.ranges.range import Range
    >>> [(found.shape, found.combos) for found in Range("AAKK").breakdown().suit_shapes]
    [('2-1-1', 24), ('1-1-1-1', 6), ('2-2', 6)]
    """
    sums: dict[tuple[int, ...], int] = {}
    for group in among.groups:
        by_row = _inside(store, group).sum(axis=0, dtype=np.int64)
        counts = among.suit_counts[:, group.codes]
        numbers = (SUIT_COUNT * 2) ** np.arange(SUIT_COUNT) @ counts.astype(np.int64)
        for number in np.unique(numbers):
            here = numbers == number
            shape = tuple(count for count in counts[:, here][:, 0].tolist() if count)
            sums[shape] = sums.get(shape, 0) + int(by_row[here].sum())
    return _shape_counts(sums, suits_name)


def pair_shapes(store: Store, among: Universe) -> tuple[ShapeCount, ...]:
    """Count combos by how often ranks repeat, most combos first.

    >>> from omaha_equity.ranges.range import Range
    >>> [(found.name, found.combos) for found in Range("AA").breakdown().pair_shapes]
    [('one pair', 6336), ('two pair', 432), ('trips', 192), ('quads', 1)]
    """
    sums: dict[tuple[int, ...], int] = {}
    for group in among.groups:
        shape = tuple(sorted(group.repeats, reverse=True))
        sums[shape] = sums.get(shape, 0) + int(np.count_nonzero(_inside(store, group)))
    return _shape_counts(sums, pairs_name)


def class_count(store: Store, among: Universe) -> int:
    """Return how many classes have a hand in the range."""
    found = 0
    for group in among.groups:
        by_class = np.logical_or.reduceat(_inside(store, group), group.starts, axis=1)
        found += int(np.count_nonzero(by_class))
    return found


def classes(store: Store, among: Universe) -> Iterator[ClassCount]:
    """Yield the classes that have a hand in the range, highest cards first."""
    combos = among.sum_classes(lambda here: store.codes[here] > 0, np.int64)
    weights = among.sum_classes(lambda here: store.values[store.codes[here]], np.float64)
    there = np.flatnonzero(combos)[::-1]
    for start in range(0, len(there), AT_ONCE):
        some = there[start : start + AT_ONCE]
        columns = (combos[some], among.class_sizes[some], weights[some] / combos[some])
        texts = map(class_text, key_masks(among.class_keys[some]).tolist())
        yield from map(ClassCount, texts, *(column.tolist() for column in columns))


def _inside(store: Store, group: Group) -> "np.ndarray[tuple[int, int], np.dtype[np.bool_]]":
    return (store.codes[group.hands] > 0).reshape(group.shape)


def _shape_counts(
    sums: dict[tuple[int, ...], int], name: Callable[[Sequence[int]], str]
) -> tuple[ShapeCount, ...]:
    total = sum(sums.values())
    rows = sorted(((-count, shape) for shape, count in sums.items() if count))
    return tuple(
        ShapeCount("-".join(map(str, shape)), name(shape), -less, -less / total)
        for less, shape in rows
    )

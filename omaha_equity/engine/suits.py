"""Spots that are equal up to the names of suits, found together."""

from collections.abc import Iterable
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

SUITS = 4
RANK_BITS = np.uint64(0x1111111111111)
"""The bits of one suit in a card set, clubs'."""


def renamings_that_keep(sets: Iterable[int]) -> list[tuple[int, ...]]:
    """The renamings of suits that leave every one of these card sets (52-bit masks) alone."""
    fixed = np.array(list(sets), np.uint64)
    return [
        naming for naming in permutations(range(SUITS)) if (rename(fixed, naming) == fixed).all()
    ]


def rename(masks: NDArray[np.uint64], naming: tuple[int, ...]) -> NDArray[np.uint64]:
    """Rename suits in card sets: suit s becomes ``naming[s]``."""
    renamed = np.zeros_like(masks)
    for suit, new in enumerate(naming):
        renamed |= ((masks >> np.uint64(suit)) & RANK_BITS) << np.uint64(new)
    return renamed


def merge_alike(
    masks: NDArray[np.uint64], weights: NDArray[np.float64], namings: list[tuple[int, ...]]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Keep one of each set of rows that are equal up to the renamings.

    Args:
        masks: (Q, k) card sets; weights: (Q,).

    Returns:
        (K,) the rows kept, and (K,) the sums of the weights they stand for.
    """
    smallest = least(masks, namings)
    _, kept, inverse = np.unique(smallest, axis=0, return_index=True, return_inverse=True)
    sums = np.bincount(inverse.ravel(), weights).astype(np.float64)
    return kept.astype(np.int64), sums


def least(masks: NDArray[np.uint64], namings: list[tuple[int, ...]]) -> NDArray[np.uint64]:
    """Each row's least renaming, columns compared from the first on."""
    found = masks.copy()
    for naming in namings:
        other = rename(masks, naming)
        smaller = np.zeros(len(masks), bool)
        equal = np.ones(len(masks), bool)
        for column in range(masks.shape[1]):
            smaller |= equal & (other[:, column] < found[:, column])
            equal &= other[:, column] == found[:, column]
        found[smaller] = other[smaller]
    return found

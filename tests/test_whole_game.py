"""The best four-card Omaha hand over every hand and every board, 463,563,500,400 deals.

The expected counts were published and counted independently of this project.  Hands that
are equal up to suits are dealt once, with their multiplicity.
"""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, permutations

import numpy as np
import pytest

import omaha_equity as oe

CLASSES_PER_CATEGORY = {
    "high card": 1277,
    "pair": 2860,
    "two pair": 858,
    "three of a kind": 858,
    "straight": 10,
    "flush": 1277,
    "full house": 156,
    "four of a kind": 156,
    "straight flush": 10,
}
EXPECTED = {
    "high card": 13_851_662_832,
    "pair": 122_655_542_152,
    "two pair": 170_775_844_104,
    "three of a kind": 40_712_657_408,
    "straight": 52_289_648_688,
    "flush": 31_216_782_384,
    "full house": 29_424_798_576,
    "four of a kind": 2_225_270_496,
    "straight flush": 411_293_760,
}
EXPECTED_LOWS = 161_374_983_168
SUIT_NAMINGS = list(permutations(range(4)))


def suit_classes(hole_cards: int) -> Counter[tuple[int, ...]]:
    """Each class's first hand, with the number of hands in the class."""
    classes: Counter[tuple[int, ...]] = Counter()
    for hand in combinations(range(52), hole_cards):
        named = (sorted(c // 4 * 4 + naming[c % 4] for c in hand) for naming in SUIT_NAMINGS)
        classes[tuple(min(named))] += 1
    return classes


def count_class(hand: tuple[int, ...], boards: np.ndarray) -> tuple[np.ndarray, int]:
    """How often each category, and a low, comes on all boards that leave ``hand`` out."""
    deck = np.setdiff1d(np.arange(52), hand).astype(np.uint8)
    dealt = deck[boards]
    holes = np.broadcast_to(np.array(hand, np.uint8), (len(boards), len(hand)))
    thresholds = np.cumsum([0, *CLASSES_PER_CATEGORY.values()])
    by_value = np.bincount(oe.evaluate_many(holes, dealt), minlength=7463)
    categories = np.add.reduceat(by_value[1:], thresholds[:-1])
    return categories, int(np.count_nonzero(oe.evaluate_many_low(holes, dealt)))


@pytest.mark.exhaustive
def test_every_hand_on_every_board() -> None:
    boards = np.array(list(combinations(range(48), 5)), np.uint8)
    classes = suit_classes(4)
    assert len(classes) == 16_432
    total = np.zeros(len(EXPECTED), np.int64)
    lows = 0
    oe.warmup()
    with ThreadPoolExecutor(2) as pool:
        counted = pool.map(lambda hand: count_class(hand, boards), classes)
        for hands, (categories, low_boards) in zip(classes.values(), counted, strict=True):
            total += hands * categories
            lows += hands * low_boards
    assert dict(zip(CLASSES_PER_CATEGORY, total.tolist(), strict=True)) == EXPECTED
    assert lows == EXPECTED_LOWS
    assert total.sum() == 463_563_500_400

"""How random numbers become combos and cards: what the kernel and its NumPy twin share."""

from typing import Any, NamedTuple

import numpy as np

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
CARD_BITS = np.uint64(6)
CARD_MASK = np.uint64(63)
CARDS_PER_DRAW = 10
BEYOND_DECK = np.uint64(2**64 - 2**52)
ALWAYS = np.uint64(1 << 32)
# A draw's bits and those of the number of combos, at most 133,784,560 < 2**27, fill 64.
DRAW_BITS = np.uint64(37)
SIZE_BITS = np.uint64(27)
TRIES = 20_000_000
BOARD = 5
POT = 5040
"""Pot shares are summed in units of 1 / POT: every share of up to ten players is whole."""
MOST_TRIES_PER_DRAW = 400_000


class Holdings(NamedTuple):
    """The combos of all range players, one player after another.

    Attributes:
        seats: (R,) the seat of each range player; the others hold any hand.
        first: (R + 1,) where each player's combos start.
        masks: (N,) uint64 cards of each combo.
        pairs: (N, h choose 2) uint8 rank pair numbers.
        suits: (N, 4) uint16 ranks held in each suit.
        lows: (N,) uint8 ranks that can make a low.
        threshold, other: (N,) the alias method of Walker (1977): of draws that hit a combo,
            a share ``threshold / 2**32`` stay and the rest go to combo ``other``.
    """

    seats: Any
    first: Any
    masks: Any
    pairs: Any
    suits: Any
    lows: Any
    threshold: Any
    other: Any

"""Values of many deals: hole cards with five board cards."""

import numpy as np

from omaha_equity.kernels.count import ACE, ONE, SUITS
from omaha_equity.kernels.jit import kernel

# One nibble per suit; adding 5 to each sets a nibble's top bit where it counts 3 or more.
NIBBLE = 4
FIVES = 0x5555
TOP_BITS = 0x8888
LOW_MASK = 0xFF


@kernel
def evaluate_deals(holes, boards, rows, tables, values):
    """Write each deal's high value, 0 for a deal with a card twice.

    Args:
        holes: (N, h) uint8 cards; boards: (N, 5) uint8 cards, all below 52.
        rows: (6188, 91) uint16, ``tables.board_rows()``.
        tables: `omaha_equity.tables.RankTables`.
        values: (N,) uint16, written.
    """
    held = holes.shape[1]
    for deal in range(len(values)):
        if has_repeats(holes, boards, deal):
            values[deal] = 0
            continue
        number = board_number(boards, deal, tables)
        best = np.uint16(0)
        for i in range(1, held):
            for j in range(i):
                pair = tables.pair_index[holes[deal, i] // SUITS, holes[deal, j] // SUITS]
                best = max(best, rows[number, pair])
        suit = flush_suit(boards, deal)
        if suit >= 0:
            hole = suited_ranks(holes, deal, suit)
            if hole & (hole - 1):
                board = suited_ranks(boards, deal, suit)
                best = max(best, best_flush(hole, board, tables.flush))
        values[deal] = best


@kernel
def evaluate_lows(holes, boards, low_table, values):
    """Write each deal's low value, 0 = no low, 255 for a deal with a card twice."""
    for deal in range(len(values)):
        if has_repeats(holes, boards, deal):
            values[deal] = 255
        else:
            values[deal] = low_table[low_mask(boards, deal), low_mask(holes, deal)]


@kernel
def has_repeats(holes, boards, deal):
    """Whether some card is there twice."""
    seen = np.uint64(0)
    repeated = np.uint64(0)
    for i in range(holes.shape[1]):
        card = ONE << np.uint64(holes[deal, i])
        repeated |= seen & card
        seen |= card
    for i in range(boards.shape[1]):
        card = ONE << np.uint64(boards[deal, i])
        repeated |= seen & card
        seen |= card
    return repeated != 0


@kernel
def board_number(boards, deal, tables):
    """The number of the board's rank multiset."""
    triple = tables.triple_index[
        boards[deal, 0] // SUITS, boards[deal, 1] // SUITS, boards[deal, 2] // SUITS
    ]
    pair = tables.pair_index[boards[deal, 3] // SUITS, boards[deal, 4] // SUITS]
    return tables.board_index[triple, pair]


@kernel
def flush_suit(boards, deal):
    """The suit of which the board has three or more cards, or -1."""
    counts = FIVES
    for i in range(boards.shape[1]):
        counts += 1 << (int(boards[deal, i]) % SUITS * NIBBLE)
    counts &= TOP_BITS
    if counts == 0:
        return -1
    suit = 0
    while counts >> (suit * NIBBLE + NIBBLE) != 0:
        suit += 1
    return suit


@kernel
def suited_ranks(cards, deal, suit):
    """The ranks of the cards of ``suit``, as a 13-bit mask."""
    mask = 0
    for i in range(cards.shape[1]):
        card = int(cards[deal, i])
        mask |= int(card % SUITS == suit) << (card // SUITS)
    return mask


@kernel
def best_flush(hole, board, flush_table):
    """The best flush of two ranks of mask ``hole`` with three of mask ``board``; 0 = none."""
    best = np.uint16(0)
    while hole:
        first = hole & -hole
        hole ^= first
        seconds = hole
        while seconds:
            second = seconds & -seconds
            seconds ^= second
            best = max(best, flush_with_pair(first | second, board, flush_table))
    return best


@kernel
def flush_with_pair(pair, board, flush_table):
    """The best flush of both ranks of ``pair`` with three, four or five board ranks."""
    best = flush_table[pair | board]
    one_out = board
    while one_out:
        out = one_out & -one_out
        one_out ^= out
        best = max(best, flush_table[pair | (board ^ out)])
        two_out = one_out
        while two_out:
            other = two_out & -two_out
            two_out ^= other
            best = max(best, flush_table[pair | (board ^ out ^ other)])
    return best


@kernel
def low_mask(cards, deal):
    """The mask of ranks that can make a low: bit 0 the ace .. bit 7 the eight."""
    mask = 0
    for i in range(cards.shape[1]):
        rank = int(cards[deal, i]) // SUITS
        bit = 0 if rank == ACE else rank + 1
        mask |= (1 << bit) & LOW_MASK
    return mask

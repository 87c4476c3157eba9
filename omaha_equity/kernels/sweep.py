"""Two ranges on one board after another, every combo against every other, exactly.

All combos are sorted by value and swept upwards.  For every set of cards a counter holds the
weight of the opposing combos behind that contain it; the weight of those that share no card
with a hand is the alternating sum over the hand's subsets (inclusion and exclusion).  That
takes 2**h steps a combo instead of one a pair of combos.

In high/low each counter is a row with one place per low value on the board, place 0 for
combos without a low, so that highs and lows are known jointly.
"""

from typing import Any, NamedTuple

import numpy as np

from omaha_equity.kernels.count import ONE
from omaha_equity.kernels.deals import flush_suit, number_board, ranks_in_suit
from omaha_equity.kernels.drawing import BOARD
from omaha_equity.kernels.jit import kernel
from omaha_equity.kernels.ranks import best_flush

VALUES = 7463
LOWS = 57


class Combos(NamedTuple):
    """A range's combos.

    Attributes:
        cards: (N, h) uint8, rising in each row.
        masks: (N,) uint64 cards; pairs: (N, h choose 2) uint8 rank pair numbers.
        suits: (N, 4) uint16 ranks held in each suit; lows: (N,) uint8 low ranks.
        weights: (N,) float64.
        twins: (N,) int64 the same combo's place in the other range, or -1.
        places: (N, 2**h - 1) int32, which counter counts each set of the combo's cards but the
            full one: `place_subsets`, renumbered so that few combos need few counters.
    """

    cards: Any
    masks: Any
    pairs: Any
    suits: Any
    lows: Any
    weights: Any
    twins: Any
    places: Any


@kernel
def sweep_boards(boards, multiplicities, ours, theirs, high_low, rows, tables, counts, by_combo):
    """Add every deal of two ranges on full boards.

    Args:
        boards: (B, 5) uint8; multiplicities: (B,) float64, how often each counts.
        ours, theirs: `Combos`.
        high_low: whether lows count.
        rows, tables: ``tables.board_rows()``, ``tables.rank_tables()``.
        counts: (3, 4) float64 by [our high sharers, our low state] as in ``engine.tally``.
        by_combo: (N, 2) float64; each of our combos' pot shares won and deals, by weight of
            theirs alone; with no rows it is not wanted.
    """
    signs = subset_signs(ours.cards.shape[1])
    size = theirs.places.max() + 1
    my_values = np.zeros(len(ours.masks), np.uint16)
    my_lows = np.zeros(len(ours.masks), np.int64)
    their_values = np.zeros(len(theirs.masks), np.uint16)
    their_lows = np.zeros(len(theirs.masks), np.int64)
    my_order = np.zeros(len(ours.masks), np.int64)
    their_order = np.zeros(len(theirs.masks), np.int64)
    low_places = np.zeros(LOWS, np.int64)
    buffer = np.zeros(size)
    for i in range(len(boards)):
        value_range(boards[i], ours, high_low, rows, tables, my_values, my_lows)
        value_range(boards[i], theirs, high_low, rows, tables, their_values, their_lows)
        places = number_lows(my_lows, their_lows, low_places)
        if size * places > len(buffer):
            buffer = np.zeros(size * places)
        counters = buffer[: size * places].reshape(size, places)
        counters[:] = 0
        mine = sort_by_value(my_values, my_order)
        others = sort_by_value(their_values, their_order)
        sweep(
            ours, theirs, my_order[:mine], their_order[:others], my_values, their_values,
            my_lows, their_lows, signs, counters, multiplicities[i], counts, by_combo,
        )  # fmt: skip


@kernel
def subset_starts(held):
    """Where the counters of sets of each size start, and binomials [size, card]."""
    binomials = np.zeros((held + 1, 52), np.int64)
    starts = np.zeros(held + 1, np.int64)
    binomials[0] = 1
    for size in range(1, held + 1):
        for card in range(1, 52):
            binomials[size, card] = binomials[size, card - 1] + binomials[size - 1, card - 1]
    starts[1] = 1
    for size in range(2, held + 1):
        starts[size] = starts[size - 1] + binomials[size - 1, 51] + binomials[size - 2, 51]
    return starts, binomials


@kernel
def subset_signs(held):
    """The sign of every set of a hand's cards but the full one: +1 for an even number."""
    signs = np.ones((1 << held) - 1)
    for subset in range(len(signs)):
        for bit in range(held):
            if subset >> bit & 1:
                signs[subset] = -signs[subset]
    return signs


@kernel
def place_subsets(cards, places):
    """Write where the counter of every set of each combo's cards is, the full set left out.

    Sets of one size are numbered in colex order: the sum of binomials[i, i-th card].

    Args:
        cards: (N, h) uint8, rising; places: (N, 2**h - 1) int32, written.
    """
    held = cards.shape[1]
    starts, binomials = subset_starts(held)
    for combo in range(len(cards)):
        for subset in range(places.shape[1]):
            size = 0
            number = 0
            for bit in range(held):
                if subset >> bit & 1:
                    size += 1
                    number += binomials[size, cards[combo, bit]]
            places[combo, subset] = starts[size] + number


@kernel
def value_range(board, combos, high_low, rows, tables, values, lows):
    """Value every combo on a full board; 0 for those that share a card with it."""
    number = number_board(board, tables.pair_index, tables.triple_index, tables.board_index)
    suit = flush_suit(board)
    suited = ranks_in_suit(board, suit)
    row = rows[number]
    board_mask = np.uint64(0)
    for i in range(BOARD):
        board_mask |= ONE << np.uint64(board[i])
    masks, pairs, suits, low_masks = combos.masks, combos.pairs, combos.suits, combos.lows
    flush_table, low_row = tables.flush, tables.low[tables.board_lows[number]]
    for i in range(len(masks)):
        value = np.uint16(0)
        if masks[i] & board_mask == 0:
            for j in range(pairs.shape[1]):
                value = max(value, row[pairs[i, j]])
            if suit >= 0:
                hole = int(suits[i, suit])
                if hole & (hole - 1):
                    value = max(value, best_flush(hole, suited, flush_table))
        values[i] = value
        if high_low:
            lows[i] = low_row[low_masks[i]]


@kernel
def number_lows(my_lows, their_lows, low_places):
    """Replace low values by 1, 2, ... in their order, 0 for none; return how many with 0."""
    low_places[:] = 0
    for i in range(len(my_lows)):
        low_places[my_lows[i]] = 1
    for i in range(len(their_lows)):
        low_places[their_lows[i]] = 1
    low_places[0] = 0
    places = 1
    for low in range(1, LOWS):
        if low_places[low]:
            low_places[low] = places
            places += 1
    for i in range(len(my_lows)):
        my_lows[i] = low_places[my_lows[i]]
    for i in range(len(their_lows)):
        their_lows[i] = low_places[their_lows[i]]
    return places


@kernel
def sort_by_value(values, order):
    """Order the possible combos by value, worst first; return how many there are."""
    count = np.zeros(VALUES + 1, np.int64)
    for i in range(len(values)):
        count[values[i] + 1] += 1
    possible = len(values) - count[1]
    count[1] = 0
    for value in range(VALUES):
        count[value + 1] += count[value]
    for i in range(len(values)):
        if values[i]:
            order[count[values[i]]] = i
            count[values[i]] += 1
    return possible


@kernel
def sweep(
    ours, theirs, my_order, their_order, my_values, their_values, my_lows, their_lows,
    signs, counters, times, counts, by_combo,
):  # fmt: skip
    """One board: in order of value, ask for our combos, then add theirs."""
    my_places, places, weights = ours.places, theirs.places, theirs.weights
    behind = np.zeros((len(my_order), counters.shape[1]))
    tied = np.zeros((len(my_order), counters.shape[1]))
    everyone = np.zeros((len(my_order), counters.shape[1]))
    mine = 0
    other = 0
    while mine < len(my_order):
        value = my_values[my_order[mine]]
        while other < len(their_order) and their_values[their_order[other]] < value:
            add_combo(places, weights, their_order[other], their_lows, counters)
            other += 1
        stop = mine
        while stop < len(my_order) and my_values[my_order[stop]] == value:
            count_disjoint(my_places, my_order[stop], signs, counters, behind, stop)
            stop += 1
        while other < len(their_order) and their_values[their_order[other]] == value:
            add_combo(places, weights, their_order[other], their_lows, counters)
            other += 1
        for i in range(mine, stop):
            count_disjoint(my_places, my_order[i], signs, counters, tied, i)
        mine = stop
    for i in range(other, len(their_order)):
        add_combo(places, weights, their_order[i], their_lows, counters)
    for i in range(len(my_order)):
        count_disjoint(my_places, my_order[i], signs, counters, everyone, i)
    take_twins(ours, weights, my_order, my_lows, tied, everyone)
    record(my_order, my_lows, behind, tied, everyone, ours.weights, times, counts, by_combo)


@kernel
def add_combo(places, weights, combo, lows, counters):
    """Add a combo's weight to the counters of all sets of its cards, itself left out."""
    for i in range(places.shape[1]):
        counters[places[combo, i], lows[combo]] += weights[combo]


@kernel
def count_disjoint(places, combo, signs, counters, found, row):
    """Write the weight of counted combos that share no card with a combo, by low place.

    The set of all the combo's cards has no counter: see `take_twins`.
    """
    for low in range(counters.shape[1]):
        total = 0.0
        for i in range(len(signs)):
            total += signs[i] * counters[places[combo, i], low]
        found[row, low] = total


@kernel
def take_twins(ours, weights, my_order, my_lows, tied, everyone):
    """The last term of the alternating sums: the same combo in the other range, always tied."""
    twins = ours.twins
    sign = -1.0 if ours.cards.shape[1] & 1 else 1.0
    for i in range(len(my_order)):
        combo = my_order[i]
        if twins[combo] >= 0:
            tied[i, my_lows[combo]] += sign * weights[twins[combo]]
            everyone[i, my_lows[combo]] += sign * weights[twins[combo]]


@kernel
def record(my_order, my_lows, behind, tied, everyone, weights, times, counts, by_combo):
    """Add one board's deals to the counts and to each combo's pot shares."""
    for i in range(len(my_order)):
        combo = my_order[i]
        for low in range(behind.shape[1]):
            wins = behind[i, low]
            ties = tied[i, low] - wins
            losses = everyone[i, low] - tied[i, low]
            state, share = low_outcome(my_lows[combo], low)
            counts[1, state] += weights[combo] * times * wins
            counts[2, state] += weights[combo] * times * ties
            counts[0, state] += weights[combo] * times * losses
            if len(by_combo):
                deals = everyone[i, low]
                won = wins + ties / 2
                if state > 0:
                    won = (won + share * deals) / 2
                by_combo[combo, 0] += won * times
                by_combo[combo, 1] += deals * times


@kernel
def low_outcome(mine, theirs):
    """Our low state (see ``engine.tally``) and share of the low, from places of lows."""
    if mine > theirs:
        return 2, 1.0
    if mine < theirs:
        return 1, 0.0
    if mine > 0:
        return 3, 0.5
    return 0, 0.0

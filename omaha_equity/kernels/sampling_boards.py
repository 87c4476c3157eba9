"""Random deals on several boards: as `omaha_equity.kernels.sampling`, board after board."""

import numpy as np

from omaha_equity.kernels.count import low_ranks
from omaha_equity.kernels.jit import kernel
from omaha_equity.kernels.ranks import best_flush
from omaha_equity.kernels.sampling import (
    BOARD,
    GOLDEN,
    POT,
    TRIES,
    draw_cards,
    draw_holdings,
    find_open_seats,
    flush_suit,
    mix,
    number_board,
    ranks_in_suit,
    stream,
    value_hand_without_flush,
    value_without_flush,
)


@kernel
def sample_boards(
    seed, chunk, draws, holdings, held, boards, board_sizes, blocked, high_low, rows, tables,
    histogram, by_board,
):  # fmt: skip
    """Add random deals; return how many draws of holdings were rejected, or -1 if stuck.

    Args:
        seed, chunk, draws, holdings, held, blocked, high_low, rows, tables: as for
            `kernels.sampling.sample_deals`.
        boards: (m, 5) uint8 known cards, the first ``board_sizes[b]`` of a row.
        histogram: (players, m * POT + 1) int64; deals by the sum of pot shares over boards.
        by_board: (players, m) int64; sums of pot shares, in 1 / POT.
    """
    seats, first, masks, pairs, suits, low_masks, threshold, other = holdings
    pair_index, triple_index = tables.pair_index, tables.triple_index
    board_index, board_lows = tables.board_index, tables.board_lows
    flush_table, low_table = tables.flush, tables.low
    players = histogram.shape[0]
    open_seats = find_open_seats(seats, players)
    chosen = np.zeros(len(seats), np.int64)
    cards = np.zeros(BOARD, np.uint8)
    hands = np.zeros((players, held), np.uint8)
    values = np.zeros(players, np.uint16)
    lows = np.zeros(players, np.uint8)
    shares = np.zeros(players, np.int64)
    won = np.zeros(players, np.int64)
    start = stream(seed, chunk)
    rejected = 0
    for draw in range(draws):
        x = mix(start + GOLDEN * np.uint64(draw))
        used, tries = draw_holdings(x, blocked, first, masks, threshold, other, chosen)
        if tries == TRIES:
            return -1
        rejected += tries
        x = mix(~x)
        for seat in open_seats:
            used, x = draw_cards(x, used, hands[seat], 0, held)
        won[:] = 0
        for b in range(len(boards)):
            cards[:] = boards[b]
            used, x = draw_cards(x, used, cards, board_sizes[b], BOARD)
            number = number_board(cards, pair_index, triple_index, board_index)
            suit = flush_suit(cards)
            suited = ranks_in_suit(cards, suit)
            for i in range(len(chosen)):
                hole = int(suits[chosen[i], suit]) if suit >= 0 else 0
                value = value_without_flush(pairs, chosen[i], rows, number)
                values[seats[i]] = max(value, best_flush(hole, suited, flush_table))
                if high_low:
                    lows[seats[i]] = low_table[board_lows[number], low_masks[chosen[i]]]
            for seat in open_seats:
                hole = ranks_in_suit(hands[seat], suit)
                value = value_hand_without_flush(hands[seat], rows, number, pair_index)
                values[seat] = max(value, best_flush(hole, suited, flush_table))
                if high_low:
                    lows[seat] = low_table[board_lows[number], low_ranks(hands[seat])]
            divide_pot(values, lows, shares)
            for player in range(players):
                by_board[player, b] += shares[player]
                won[player] += shares[player]
        add_draw(won, histogram)
    return rejected


@kernel
def divide_pot(values, lows, shares):
    """Write each player's share of one board's pot (rule R7), in 1 / POT."""
    best = np.uint16(0)
    best_low = np.uint8(0)
    sharers = 0
    low_sharers = 0
    for player in range(len(values)):
        if values[player] > best:
            best = values[player]
            sharers = 0
        sharers += values[player] == best
        if lows[player] > best_low:
            best_low = lows[player]
            low_sharers = 0
        low_sharers += lows[player] == best_low
    for player in range(len(values)):
        share = POT // sharers if values[player] == best else 0
        if best_low > 0:
            share //= 2
            if lows[player] == best_low:
                share += POT // 2 // low_sharers
        shares[player] = share


@kernel
def add_draw(won, histogram):
    """Add one deal to every player's histogram of pot shares."""
    for player in range(len(won)):
        histogram[player, won[player]] += 1

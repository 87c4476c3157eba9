"""Random deals of a hand with several pots: expected chips and their spread."""

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
def sample_pots(
    seed, chunk, draws, holdings, held, boards, board_sizes, blocked, high_low, rows, tables,
    contenders, parts, amounts, shares, chips, squares,
):  # fmt: skip
    """Add random deals; return how many draws of holdings were rejected, or -1 if stuck.

    Args:
        seed ... tables: as for `kernels.sampling_boards.sample_boards`.
        contenders: (pots, players) bool; parts: (pots, m) int64, what part of each pot is
            played for on each board, in any whole unit.
        amounts: (plans, pots, m) float64, the same in chips, by plan (as one run, two, three).
        shares: (pots, players) int64; sums over deals of the shares of each pot, in
            1 / POT of the unit of ``parts``.
        chips, squares: (plans, players) float64; sums over deals of chips won, and squares.
    """
    seats, first, masks, pairs, suits, low_masks, threshold, other = holdings
    pair_index, triple_index = tables.pair_index, tables.triple_index
    board_index, board_lows = tables.board_index, tables.board_lows
    flush_table, low_table = tables.flush, tables.low
    players = contenders.shape[1]
    open_seats = find_open_seats(seats, players)
    chosen = np.zeros(len(seats), np.int64)
    cards = np.zeros(BOARD, np.uint8)
    hands = np.zeros((players, held), np.uint8)
    values = np.zeros(players, np.uint16)
    lows = np.zeros(players, np.uint8)
    won = np.zeros(chips.shape)
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
                lows[seats[i]] = low_table[board_lows[number], low_masks[chosen[i]]] * high_low
            for seat in open_seats:
                hole = ranks_in_suit(hands[seat], suit)
                value = value_hand_without_flush(hands[seat], rows, number, pair_index)
                values[seat] = max(value, best_flush(hole, suited, flush_table))
                lows[seat] = low_table[board_lows[number], low_ranks(hands[seat])] * high_low
            play_pots(values, lows, contenders, parts[:, b], amounts[:, :, b], shares, won)
        add_deal(won, chips, squares)
    return rejected


@kernel
def play_pots(values, lows, contenders, parts, amounts, shares, won):
    """Divide every pot on one board among its contenders."""
    for pot in range(len(contenders)):
        best, best_low, sharers, low_sharers = best_of(values, lows, contenders[pot])
        for player in range(len(values)):
            if not contenders[pot, player]:
                continue
            share = POT // sharers if values[player] == best else 0
            if best_low > 0:
                share //= 2
                if lows[player] == best_low:
                    share += POT // 2 // low_sharers
            shares[pot, player] += parts[pot] * share
            for plan in range(len(amounts)):
                won[plan, player] += amounts[plan, pot] * share / POT


@kernel
def best_of(values, lows, contends):
    """The best high and low among contenders, and how many share each."""
    best = np.uint16(0)
    best_low = np.uint8(0)
    sharers = 0
    low_sharers = 0
    for player in range(len(values)):
        if contends[player]:
            best = max(best, values[player])
            best_low = max(best_low, lows[player])
    for player in range(len(values)):
        if contends[player]:
            sharers += values[player] == best
            low_sharers += lows[player] == best_low
    return best, best_low, sharers, low_sharers


@kernel
def add_deal(won, chips, squares):
    """Add one deal's chips, and their squares."""
    for plan in range(won.shape[0]):
        for player in range(won.shape[1]):
            chips[plan, player] += won[plan, player]
            squares[plan, player] += won[plan, player] * won[plan, player]

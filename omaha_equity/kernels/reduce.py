"""What blocks of deals add up to: equities, shares of several boards, chips.

Every reducer takes ``values`` (draws * m, players) uint16 and ``lows`` of the same shape uint8,
as `omaha_equity.kernels.deals.deal_block` writes them: the m boards of one draw side by side.
"""

import numpy as np

from omaha_equity.kernels.drawing import POT
from omaha_equity.kernels.jit import kernel


@kernel
def count_showdowns(values, lows, boards, counts, squares, shares):
    """Add showdowns to the counts of an equity.

    Args:
        boards: m.
        counts: (players, players + 1, players + 2) int64, see ``engine.tally.Tally``.
        squares: (players,) int64; sums over draws of the squared pot shares that a player
            won on all m boards, in units of 1 / POT.
        shares: (draws, players) int64, written: those pot shares.
    """
    players = values.shape[1]
    deal = 0
    for draw in range(len(shares)):
        for player in range(players):
            shares[draw, player] = 0
        for _ in range(boards):
            best = np.uint16(0)
            best_low = np.uint8(0)
            for i in range(players):
                best = max(best, values[deal, i])
                best_low = max(best_low, lows[deal, i])
            sharers = 0
            low_sharers = 0
            for i in range(players):
                sharers += values[deal, i] == best
                low_sharers += lows[deal, i] == best_low
            high_share = POT // sharers
            for i in range(players):
                won = int(values[deal, i] == best)
                low_state = 0
                share = won * high_share
                if best_low > 0:
                    low_won = int(lows[deal, i] == best_low)
                    low_state = 1 + low_won * low_sharers
                    share = (share + low_won * (POT // low_sharers)) >> 1
                counts[i, won * sharers, low_state] += 1
                shares[draw, i] += share
            deal += 1
        for player in range(players):
            squares[player] += shares[draw, player] * shares[draw, player]


@kernel
def add_boards(values, lows, histogram, by_board):
    """Add deals of several boards, each for an equal part of the pot.

    Args:
        histogram: (players, m * POT + 1) int64; deals by the sum of pot shares over boards.
        by_board: (players, m) int64; sums of pot shares, in 1 / POT.
    """
    players, boards = by_board.shape
    won = np.zeros(players, np.int64)
    everybody = np.ones((1, players), np.bool_)
    for first in range(0, len(values), boards):
        for player in range(players):
            won[player] = 0
        for b in range(boards):
            best, best_low, sharers, low_sharers = best_of(values, lows, first + b, everybody, 0)
            for player in range(players):
                share = share_of(
                    values[first + b, player] == best, sharers,
                    lows[first + b, player] == best_low, low_sharers, best_low,
                )  # fmt: skip
                by_board[player, b] += share
                won[player] += share
        for player in range(players):
            histogram[player, won[player]] += 1


@kernel
def play_pots(values, lows, contenders, parts, amounts, shares, chips, squares):
    """Add deals of a hand with several pots.

    Args:
        contenders: (pots, players) bool; parts: (pots, m) int64, what part of each pot is
            played for on each board, in any whole unit.
        amounts: (plans, pots, m) float64, the same in chips, by plan (as one run, two, three).
        shares: (pots, players) int64; sums over deals of the shares of each pot, in
            1 / POT of the unit of ``parts``.
        chips, squares: (plans, players) float64; sums over deals of chips won, and squares.
    """
    plans, pots, boards = amounts.shape
    players = values.shape[1]
    won = np.zeros((plans, players))
    for first in range(0, len(values), boards):
        won[:] = 0
        for b in range(boards):
            for pot in range(pots):
                best, best_low, sharers, low_sharers = best_of(
                    values, lows, first + b, contenders, pot
                )
                for player in range(players):
                    if not contenders[pot, player]:
                        continue
                    share = share_of(
                        values[first + b, player] == best, sharers,
                        lows[first + b, player] == best_low, low_sharers, best_low,
                    )  # fmt: skip
                    shares[pot, player] += parts[pot, b] * share
                    for plan in range(plans):
                        won[plan, player] += amounts[plan, pot, b] * share / POT
        for plan in range(plans):
            for player in range(players):
                chips[plan, player] += won[plan, player]
                squares[plan, player] += won[plan, player] * won[plan, player]


@kernel
def share_of(wins_high, sharers, wins_low, low_sharers, best_low):
    """A player's share of one pot (rule R7), in 1 / POT."""
    share = POT // sharers if wins_high else 0
    if best_low > 0:
        share //= 2
        if wins_low:
            share += POT // 2 // low_sharers
    return share


@kernel
def best_of(values, lows, deal, contenders, pot):
    """The best high and low among the contenders of a pot, and how many share each."""
    best = np.uint16(0)
    best_low = np.uint8(0)
    sharers = 0
    low_sharers = 0
    for player in range(values.shape[1]):
        if contenders[pot, player]:
            best = max(best, values[deal, player])
            best_low = max(best_low, lows[deal, player])
    for player in range(values.shape[1]):
        if contenders[pot, player]:
            sharers += values[deal, player] == best
            low_sharers += lows[deal, player] == best_low
    return best, best_low, sharers, low_sharers

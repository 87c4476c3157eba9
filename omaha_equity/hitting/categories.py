"""What Omaha players call what a hand has on a board: the definitions of ``docs/hits.md``.

Plain Python, a rule at a time, each result kept; `omaha_equity.hitting.lookup` asks them for
many hands at once.  Ranks run from 0 (deuce) to 12 (ace).
"""

from bisect import bisect_right
from collections import Counter
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from typing import Any

import numpy as np
from numpy.typing import NDArray

from omaha_equity.cards import ACE, RANK_COUNT
from omaha_equity.names import CATEGORIES
from omaha_equity.tables import rank_tables

LOWEST = (1, 1278, 4138, 4996, 5854, 5864, 7141, 7297, 7453)
"""The least high value of each of `CATEGORIES`."""
FIVE_HIGH = 3
LOW_PAIRS = tuple(1 << a | 1 << b for a, b in combinations(range(8), 2))


def category(value: int) -> str:
    """Return which of the nine categories a high value belongs to.

    >>> category(7462), category(1)
    ('straight flush', 'high card')
    """
    return CATEGORIES[bisect_right(LOWEST, value) - 1]


@lru_cache(1 << 17)
def made_hand(value: int, board: tuple[int, ...], suited: int) -> str:
    """Name what a high value means on a board.

    Args:
        value: 1 to 7462, what two hole cards and three board cards are worth.
        board: the board's ranks, highest first.
        suited: the ranks of the suit of which the board has three or more, as a mask; or 0.
    """
    match category(value):
        case "straight flush":
            return "straight flush"
        case "four of a kind":
            return "quads"
        case "full house":
            return f"{'top' if value == best_values(board)[1] else 'other'} full house"
        case "flush":
            return _flush(value, suited)
        case "straight":
            return f"{'nut' if value == best_values(board)[0] else 'lower'} straight"
        case "three of a kind":
            return _three_of_a_kind(rank_order()[value][0], board)
        case "two pair":
            high, low, _ = rank_order()[value]
            return _two_pair(high, low, board)
        case "one pair":
            return _pair(rank_order()[value][0], board)
    return "no pair"


def _flush(value: int, suited: int) -> str:
    # Two hole ranks are those of the five that the board has not.
    hole = max(rank for rank in rank_order()[value] if not suited >> rank & 1)
    better = sum(not suited >> rank & 1 for rank in range(hole + 1, RANK_COUNT))
    return ("nut flush", "second-nut flush", "lower flush")[min(better, 2)]


def _three_of_a_kind(rank: int, board: tuple[int, ...]) -> str:
    on_board = board.count(rank)
    if on_board > 1:
        return "trips" if on_board == 2 else "trips on the board"
    return f"{_place(rank, board)} set"


def _two_pair(high: int, low: int, board: tuple[int, ...]) -> str:
    if board.count(high) != 1 or board.count(low) != 1:
        return "pair and board pair"
    ranks = sorted(set(board), reverse=True)
    if high != ranks[0]:
        return "lower two pair"
    return "top two pair" if low == ranks[1] else "top and lower pair"


def _pair(rank: int, board: tuple[int, ...]) -> str:
    match board.count(rank):
        case 0:
            return "overpair" if rank > board[0] else "underpair"
        case 1:
            return f"{_place(rank, board)} pair"
    return "pair on the board"


def _place(rank: int, board: tuple[int, ...]) -> str:
    return "top" if rank == board[0] else "bottom" if rank == board[-1] else "middle"


@lru_cache(1 << 13)
def best_values(board: tuple[int, ...]) -> tuple[int, int]:
    """Return the best straight and the best full house that any two cards make; 0 = none."""
    values = rank_values(board)
    left = [4 - board.count(rank) for rank in range(RANK_COUNT)]
    numbers = rank_tables().pair_index
    can = [
        int(values[numbers[a, b]])
        for a, b in combinations_with_replacement(range(RANK_COUNT), 2)
        if left[a] and left[b] and (a != b or left[a] > 1)
    ]
    straights = [value for value in can if category(value) == "straight"]
    houses = [value for value in can if category(value) == "full house"]
    return max(straights, default=0), max(houses, default=0)


def rank_values(board: tuple[int, ...]) -> NDArray[np.uint16]:
    """Return the best high without a flush of each of the 91 rank pairs with 3 to 5 ranks."""
    tables = rank_tables()
    triples = sorted({int(tables.triple_index[t]) for t in combinations(board, 3)})
    best: NDArray[np.uint16] = tables.five_ranks[tables.board_index[triples]].max(axis=0)
    return best


@cache
def rank_order() -> list[tuple[int, ...]]:
    """By value, the ranks of five cards, the most significant first."""
    tables = rank_tables()
    found: list[tuple[int, ...]] = [()] * 7463
    for ranks in combinations_with_replacement(range(RANK_COUNT), 5):
        counts = Counter(ranks)
        if max(counts.values()) < 5:
            number = tables.board_index[
                tables.triple_index[ranks[:3]], tables.pair_index[ranks[3:]]
            ]
            order = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
            found[tables.five_ranks[number]] = tuple(order)
            if len(counts) == 5:
                found[tables.flush[sum(1 << rank for rank in ranks)]] = tuple(order)
    return found


@lru_cache(1 << 13)
def straight_tops(board: int) -> NDArray[np.int8]:
    """Return by two hole ranks the highest straight with three of a mask of board ranks.

    (13, 13) int8: the straight's highest rank, the five of a wheel; -1 = none.
    """
    tops = np.full((RANK_COUNT, RANK_COUNT), -1, np.int8)
    for top in range(FIVE_HIGH, RANK_COUNT):
        ranks = [rank % RANK_COUNT for rank in range(top - 4 + RANK_COUNT, top + 1 + RANK_COUNT)]
        for a, b in combinations(ranks, 2):
            if all(board >> rank & 1 for rank in ranks if rank not in (a, b)):
                tops[a, b] = tops[b, a] = top
    tops.flags.writeable = False
    return tops


@lru_cache(1 << 10)
def next_straights(board: int) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Return `straight_tops` after each of 13 next ranks, and the nut straight after each."""
    after = np.stack([straight_tops(board | 1 << rank) for rank in range(RANK_COUNT)])
    return after, after.max(axis=(1, 2))


@lru_cache(1 << 16)
def low_state(hand: int, board: int, to_come: int) -> str:
    """Name what the low ranks of a hand are on a board; masks have bit 0 for the ace."""
    low: Any = rank_tables().low
    own, ranks = int(low[board, hand]), board.bit_count()
    if own:
        better = len({int(low[board, pair]) for pair in LOW_PAIRS if low[board, pair] > own})
        return ("nut low", "second-nut low", "other low")[min(better, 2)]
    fresh, held = (hand & ~board).bit_count(), hand.bit_count()
    if held < 2 or ranks + to_come < 3:
        return "no low"
    if ranks >= 3:
        return "counterfeited low"
    if ranks == 2:
        if fresh < 2:
            return "counterfeited low draw"
        first, second = [rank for rank in range(8) if not board >> rank & 1][:2]
        return "nut low draw" if hand >> first & hand >> second & 1 else "other low draw"
    return "backdoor low draw" if ranks == 1 and fresh >= 2 else "no low"


def low_mask(cards: tuple[int, ...]) -> int:
    """Return the low ranks of cards: bit 0 the ace .. bit 7 the eight."""
    mask = 0
    for card in cards:
        rank = card // 4
        mask |= 1 << (0 if rank == ACE else rank + 1)
    return mask & 0xFF

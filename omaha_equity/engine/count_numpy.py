"""Exact counts in plain NumPy, for a process that asks one question.

It does the sums of `omaha_equity.kernels.count` (see there for the method), each step for
all boards at once, and answers before Numba would have been imported.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from omaha_equity.cards import RANK_COUNT, SUIT_COUNT
from omaha_equity.questions.query import Query
from omaha_equity.tables import BOARDS, RankTables

Ints = NDArray[np.int64]


class Entries(NamedTuple):
    """Boards that share a rank multiset and flushes: which, how many, each player's flush."""

    board: Ints
    weight: Ints
    flush: NDArray[np.uint16]


def count(query: Query, tables: RankTables) -> Ints:
    """Return counts[player, high sharers, low state]; see `engine.tally.Tally`."""
    high = np.stack([_values_by_board(hand, tables) for hand in query.hands])
    low = np.stack([_lows_by_board(hand, query.game.high_low, tables) for hand in query.hands])
    unseen = _unseen(query)
    flushes = list(_flush_entries(query, unseen, tables))
    everything = _all_entries(query, unseen, tables)
    plain = everything.weight - _boards_in(flushes)
    possible = np.flatnonzero(plain)
    no_flush = np.zeros((len(query.hands), len(possible)), np.uint16)
    entries = [*flushes, Entries(possible, plain[possible], no_flush)]
    board = np.concatenate([entry.board for entry in entries])
    weight = np.concatenate([entry.weight for entry in entries])
    flush = np.concatenate([entry.flush for entry in entries], axis=1)
    return _tally(np.maximum(high[:, board], flush), low[:, board], weight)


def _unseen(query: Query) -> Ints:
    """Unseen cards as unseen[rank, suit], 0 or 1."""
    unseen = np.ones(RANK_COUNT * SUIT_COUNT, np.int64)
    for cards in (*query.hands, query.board, query.dead):
        unseen[list(cards)] = 0
    return unseen.reshape(RANK_COUNT, SUIT_COUNT)


def _values_by_board(hand: Sequence[int], tables: RankTables) -> NDArray[np.uint16]:
    pairs = {int(tables.pair_index[a // 4, b // 4]) for a, b in combinations(hand, 2)}
    best: NDArray[np.uint16] = tables.pair_on_board[sorted(pairs)].max(axis=0)
    return best


def _lows_by_board(hand: Sequence[int], high_low: bool, tables: RankTables) -> NDArray[np.uint8]:
    if not high_low:
        return np.zeros(BOARDS, np.uint8)
    mask = 0
    for card in hand:
        rank = card // 4
        if rank == RANK_COUNT - 1:
            mask |= 1
        elif rank < 7:
            mask |= 2 << rank
    return tables.low[:, mask][tables.board_lows]


def _all_entries(query: Query, unseen: Ints, tables: RankTables) -> Entries:
    """Every board, by rank multiset, as weights over all 6188 of them."""
    ranks, ways = _rank_draws(unseen.sum(axis=1), query.cards_to_come)
    known = [card // 4 for card in query.board]
    board = _board_numbers(_with_known(known, ranks), tables)
    weight = np.zeros(BOARDS, np.int64)
    weight[board] = ways
    return Entries(np.arange(BOARDS), weight, np.zeros((0, 0), np.uint16))


def _rank_draws(available: Ints, size: int) -> tuple[Ints, Ints]:
    """All rank multisets of ``size`` and in how many ways the available cards make each."""
    draws = list(combinations_with_replacement(range(RANK_COUNT), size))
    ranks = np.array(draws, np.int64).reshape(len(draws), size)
    ways = np.ones(len(draws), np.int64)
    repeats = np.zeros(len(draws), np.int64)
    for column in range(size):
        if column:
            same = ranks[:, column] == ranks[:, column - 1]
            repeats = np.where(same, repeats + 1, 0)
        ways = ways * (available[ranks[:, column]] - repeats) // (repeats + 1)
    return ranks, ways


def _with_known(known: Sequence[int], ranks: Ints) -> Ints:
    fixed = np.broadcast_to(np.array(known, np.int64), (len(ranks), len(known)))
    return np.concatenate([fixed, ranks], axis=1)


def _board_numbers(ranks: Ints, tables: RankTables) -> Ints:
    """The numbers of boards given as (..., 5) ranks in any order."""
    triple = tables.triple_index[ranks[..., 0], ranks[..., 1], ranks[..., 2]]
    pair = tables.pair_index[ranks[..., 3], ranks[..., 4]]
    return tables.board_index[triple, pair].astype(np.int64)


def _flush_entries(query: Query, unseen: Ints, tables: RankTables) -> Iterator[Entries]:
    """Boards with three or more cards of a suit of which some player holds two."""
    for suit in range(SUIT_COUNT):
        holes = [[card // 4 for card in hand if card % 4 == suit] for hand in query.hands]
        if max(map(len, holes)) < 2:
            continue
        suited = [card // 4 for card in query.board if card % 4 == suit]
        others = [card // 4 for card in query.board if card % 4 != suit]
        deck = np.flatnonzero(unseen[:, suit])
        rest = unseen.sum(axis=1) - unseen[:, suit]
        for drawn in range(max(0, 3 - len(suited)), query.cards_to_come + 1):
            draws = list(combinations(deck, drawn))
            if not draws:
                continue
            in_suit = _with_known(suited, np.array(draws, np.int64).reshape(len(draws), drawn))
            ranks, ways = _rank_draws(rest, query.cards_to_come - drawn)
            yield _suit_entries(in_suit, _with_known(others, ranks), ways, holes, tables)


def _suit_entries(
    in_suit: Ints, others: Ints, ways: Ints, holes: list[list[int]], tables: RankTables
) -> Entries:
    """Every suited rank set with every set of other ranks."""
    shape = (len(in_suit), len(others))
    board_ranks = np.concatenate(
        [
            np.broadcast_to(in_suit[:, None, :], (*shape, in_suit.shape[1])),
            np.broadcast_to(others[None, :, :], (*shape, others.shape[1])),
        ],
        axis=2,
    )
    flush = np.stack([_flush_values(hole, in_suit, tables) for hole in holes])
    return Entries(
        _board_numbers(board_ranks, tables).ravel(),
        np.broadcast_to(ways, shape).ravel(),
        np.repeat(flush, len(others), axis=1),
    )


def _flush_values(hole: list[int], in_suit: Ints, tables: RankTables) -> NDArray[np.uint16]:
    """The best flush of two ranks of ``hole`` with three of each row of ``in_suit``."""
    best = np.zeros(len(in_suit), np.uint16)
    bits = 1 << in_suit
    for a, b in combinations(hole, 2):
        for columns in combinations(range(in_suit.shape[1]), 3):
            mask = bits[:, columns].sum(axis=1) | (1 << a) | (1 << b)
            np.maximum(best, tables.flush[mask], out=best)
    return best


def _boards_in(entries: list[Entries]) -> Ints:
    total = np.zeros(BOARDS, np.int64)
    for entry in entries:
        total += np.bincount(entry.board, entry.weight, BOARDS).astype(np.int64)
    return total


def _tally(high: NDArray[np.uint16], low: NDArray[np.uint8], weight: Ints) -> Ints:
    players = len(high)
    high_sharers = _sharers(high)
    low_state = np.where(low.max(axis=0) > 0, 1 + _sharers(low), 0)
    cells = high_sharers * (players + 2) + low_state
    size = (players + 1) * (players + 2)
    counts = [np.bincount(cells[player], weight, size) for player in range(players)]
    return np.array(counts).astype(np.int64).reshape(players, players + 1, players + 2)


def _sharers(values: NDArray[np.uint16] | NDArray[np.uint8]) -> Ints:
    """How many share the best value, for those who have it; 0 for the others."""
    is_best = values == values.max(axis=0)
    return np.where(is_best, is_best.sum(axis=0), 0)

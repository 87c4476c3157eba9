"""The values of a few hands on one full board, in plain Python.

A settled hand asks for two or three values: looking them up one by one takes microseconds,
less than any array would take to make.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from omaha_equity.tables import PAIRS, board_rows, rank_tables

_RANKS = 13
_LOWS = 256
_ACE = 12
_EIGHT = 6
_LOW_BIT = [1 if c // 4 == _ACE else 2 << c // 4 if c // 4 <= _EIGHT else 0 for c in range(52)]


class _Flat(NamedTuple):
    """The rank tables, each as one row; looking into these is quicker than into arrays."""

    pair_index: bytes
    triple_index: list[int]
    board_index: memoryview
    board_rows: memoryview
    flush: memoryview
    low: bytes


def showdown(
    board: Sequence[int], holes: Sequence[Sequence[int]], high_low: bool
) -> list[tuple[int, int]]:
    """Return (high, low) of every hand on five board cards; bigger is better, 0 is no low.

    Highs are 1..7462 and lows 1..56; games without a low have 0.

    >>> showdown((0, 5, 10, 15, 16), [(51, 50, 49, 48)], False)
    [(3927, 0)]
    """
    flat = _flat()
    pairs = flat.pair_index
    a, b, c, d, e = (card >> 2 for card in board)
    triple = flat.triple_index[(a * _RANKS + b) * _RANKS + c]
    number = flat.board_index[triple * PAIRS + pairs[d * _RANKS + e]]
    row = flat.board_rows[number * PAIRS : (number + 1) * PAIRS]
    suit, triples = _flush_on(board)
    lows = _low_mask(board) * _LOWS if high_low else 0
    found = []
    for hole in holes:
        ranks = [card >> 2 for card in hole]
        high = max([row[pairs[r * _RANKS + s]] for r, s in combinations(ranks, 2)])
        if triples:
            suited = [1 << (card >> 2) for card in hole if card & 3 == suit]
            for r, s in combinations(suited, 2):
                high = max(high, max([flat.flush[t | r | s] for t in triples]))
        found.append((high, flat.low[lows + _low_mask(hole)] if high_low else 0))
    return found


def _flush_on(board: Sequence[int]) -> tuple[int, list[int]]:
    """The suit of which the board has three or more, and the ranks of any three as masks."""
    suits = [card & 3 for card in board]
    # Of five cards sorted by suit, the third has the suit of any three.
    suit = sorted(suits)[2]
    if suits.count(suit) < 3:
        return suit, []
    suited = [1 << (card >> 2) for card in board if card & 3 == suit]
    return suit, [r | s | t for r, s, t in combinations(suited, 3)]


def _low_mask(cards: Sequence[int]) -> int:
    mask = 0
    for card in cards:
        mask |= _LOW_BIT[card]
    return mask


@cache
def _flat() -> _Flat:
    tables = rank_tables()
    return _Flat(
        pair_index=tables.pair_index.tobytes(),
        triple_index=tables.triple_index.ravel().tolist(),
        board_index=tables.board_index.ravel().data,
        board_rows=board_rows().ravel().data,
        flush=tables.flush.ravel().data,
        low=tables.low.tobytes(),
    )

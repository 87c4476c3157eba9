"""What each next card does for a hand, and the best holdings on a board."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from omaha_equity.answers.hits import NutGroup
from omaha_equity.cards import DECK_SIZE, card_mask
from omaha_equity.engine import evaluate
from omaha_equity.games import Game
from omaha_equity.hitting import lookup

Table = NDArray[Any]


class Half(NamedTuple):
    """One half of the pot after one card, or now.

    Attributes:
        own: the hand's value; other: the opponent's, 0 without one.
        most: the best that any two cards which the hand, the board and the dead leave make.
    """

    own: int
    other: int
    most: int

    @property
    def is_nut(self) -> bool:
        """Whether nothing can be better; no low is not."""
        return 0 < self.own >= self.most


class Street(NamedTuple):
    """The high and the low (all 0 in a high game) on one board."""

    high: Half
    low: Half


def street(
    hand: Sequence[int],
    opponent: Sequence[int],
    board: Sequence[int],
    dead: Sequence[int],
    high_low: bool,
) -> Street:
    """Value a hand on a board of 3 to 5 cards."""
    gone = [*hand, *dead]
    high = _half(lookup.pair_values(board), hand, opponent, gone)
    if not high_low:
        return Street(high, Half(0, 0, 0))
    return Street(high, _half(lookup.pair_lows(board), hand, opponent, gone))


def groups(
    game: Game,
    board: tuple[int, ...],
    dead: tuple[int, ...],
    hand: tuple[int, ...],
    top: int,
    low: bool = False,
) -> tuple[tuple[NutGroup, ...], int]:
    """Return the ``top`` best groups of holdings of equal value, and the place of ``hand``."""
    table = lookup.pair_lows(board) if low else lookup.pair_values(board)
    first, second = np.triu_indices(DECK_SIZE, 1)
    gone = card_mask(dead)
    free = np.array([not gone >> card & 1 for card in range(DECK_SIZE)])
    values = np.where(free[first] & free[second], table[first, second], 0)
    every = np.unique(values[values > 0])[::-1].tolist()
    found = []
    for place, value in enumerate(every[:top], 1):
        at = np.flatnonzero(values == value)
        holdings = tuple(zip(second[at].tolist(), first[at].tolist(), strict=True))
        blocked = sum(not {*holding}.isdisjoint(hand) for holding in holdings)
        name = _name(game, holdings[0], board, low)
        found.append(NutGroup(place, name, value, holdings[::-1], blocked))
    own = lookup.best(table, hand) if hand else 0
    return tuple(found), every.index(own) + 1 if own else 0


def name_now(game: Game, hand: tuple[int, ...], board: tuple[int, ...]) -> str:
    """Return what players call the best high of a hand."""
    return evaluate.evaluate(game, hand, board).high.name


def _name(game: Game, holding: tuple[int, int], board: tuple[int, ...], low: bool) -> str:
    made = evaluate.evaluate(game, holding, board)
    half = made.low if low else made.high
    assert half is not None
    return half.name


def _half(table: Table, hand: Sequence[int], opponent: Sequence[int], gone: Sequence[int]) -> Half:
    left = [card for card in range(DECK_SIZE) if card not in gone]
    most = int(np.max(table[np.ix_(left, left)]))
    other = lookup.best(table, opponent) if opponent else 0
    return Half(lookup.best(table, hand), other, most)

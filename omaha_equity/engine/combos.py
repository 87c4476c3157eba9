"""Ranges as the kernels take them: combos that can be held, and what their values need."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from omaha_equity.cards import card_mask
from omaha_equity.errors import ImpossibleError
from omaha_equity.questions.query import Holding, RangeBoardsQuery, RangeQuery, held_as
from omaha_equity.tables import rank_tables

PER_CENT = 100
RANKS = 13
SUITS = 4


@dataclass(frozen=True)
class Combos:
    """The combos one player can hold beside the board and dead cards.

    Attributes:
        cards: (N, h) uint8, rising in each row, rows in order.
        weights: (N,) float64, above 0; whole per cents where the range's weights are such.
        masks: (N,) uint64 sets of cards.
    """

    cards: NDArray[np.uint8]
    weights: NDArray[np.float64]
    masks: NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def weighted(self) -> bool:
        """Whether weights differ."""
        return bool((self.weights != self.weights[0]).any())

    def values(self) -> dict[str, Any]:
        """What kernels need to value combos: pairs, suits and lows (see the kernels)."""
        ranks, suits = self.cards // SUITS, self.cards % SUITS
        columns = list(combinations(range(self.cards.shape[1]), 2))
        pair_index = rank_tables().pair_index
        bits = np.uint16(1) << ranks.astype(np.uint16)
        low_bits = np.where(ranks == RANKS - 1, 1, np.where(ranks < 7, bits << np.uint16(1), 0))
        return {
            "pairs": np.stack([pair_index[ranks[:, i], ranks[:, j]] for i, j in columns], axis=1),
            "suits": np.stack(
                [np.bitwise_or.reduce(bits * (suits == suit), axis=1) for suit in range(SUITS)],
                axis=1,
            ).astype(np.uint16),
            "lows": np.bitwise_or.reduce(low_bits, axis=1).astype(np.uint8),
        }


def possible_combos(query: RangeQuery | RangeBoardsQuery) -> list[Combos | None]:
    """What every player can hold; None for any hand.

    Raises:
        ImpossibleError: a range is empty, or the board and dead cards leave nothing of it.
    """
    blocked = np.uint64(card_mask(query.seen()))
    return [
        None if holding is None else _possible(holding, blocked, seat)
        for seat, holding in enumerate(query.players, 1)
    ]


def range_combos(holding: Holding) -> Combos:
    """Every combo of a holding with the weight that it has there."""
    return Combos(holding.combos, holding.weights, mask_cards(holding.combos))


def weight_units(query: RangeQuery) -> list[Fraction]:
    """What the weight 1 of each player's combos is worth in the weights of the range itself.

    Which unit combos have depends on those that the board and dead cards leave.
    """
    units = [Fraction(1)] * len(query.players)
    for seat, (held, combos) in enumerate(zip(query.players, possible_combos(query), strict=True)):
        if held is not None and combos is not None:
            first = np.flatnonzero(mask_cards(held.combos) == combos.masks[0])[0]
            ratio = Fraction(float(held.weights[first])) / Fraction(float(combos.weights[0]))
            units[seat] = ratio.limit_denominator(PER_CENT)
    return units


def mask_cards(cards: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """The set of cards of each row."""
    masks: NDArray[np.uint64] = np.bitwise_or.reduce(
        np.uint64(1) << cards.astype(np.uint64), axis=1
    )
    return masks


def _possible(holding: Holding, blocked: np.uint64, seat: int) -> Combos:
    cards, weights = holding.combos, holding.weights
    where = f"player {seat}: {held_as(holding)!r}"
    if not len(cards):
        raise ImpossibleError(f"{where} is an empty range; no hand fits it")
    masks = mask_cards(cards)
    keep = (masks & blocked == 0) & (weights > 0)
    if not keep.any():
        raise ImpossibleError(f"{where} has no hand left beside the board and the dead cards")
    whole = np.rint(weights * PER_CENT)
    if whole[keep].min() >= 1 and np.allclose(weights * PER_CENT, whole, rtol=0, atol=1e-9):
        weights = whole if (weights[keep] != weights[keep][0]).any() else np.ones(len(weights))
    return Combos(np.ascontiguousarray(cards[keep]), weights[keep], masks[keep])

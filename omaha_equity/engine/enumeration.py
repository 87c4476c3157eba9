"""Exact answers with ranges: every board of every combination of the players' combos."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from omaha_equity.cards import card_mask
from omaha_equity.engine.combos import Combos, merge_alike, no_deal, renamings_that_keep
from omaha_equity.engine.count import count, spots_alike
from omaha_equity.engine.tally import slices
from omaha_equity.questions.query import Query

SPOTS_AT_ONCE = 128
"""Spots per call of the kernel that counts boards."""


@dataclass(frozen=True)
class Spots:
    """Combinations of all players' combos that share no card.

    Attributes:
        hands: (Q, players, h) uint8; weights: (Q,) float64 products of the combos' weights.
    """

    hands: NDArray[np.uint8]
    weights: NDArray[np.float64]


def find_spots(combos: Sequence[Combos], known: Sequence[Sequence[int]]) -> Spots:
    """List all compatible combinations; those that are equal up to suits once.

    Args:
        combos: every player's.
        known: boards and dead cards, which suits must not be renamed in.

    Raises:
        ImpossibleError: there is none.
    """
    rows = np.arange(len(combos[0]))[:, None]
    used = combos[0].masks
    for player in combos[1:]:
        free = used[:, None] & player.masks[None, :] == 0
        left, right = np.nonzero(free)
        rows = np.concatenate([rows[left], right[:, None]], axis=1)
        used = used[left] | player.masks[right]
    if not len(rows):
        raise no_deal()
    weights = np.prod([c.weights[rows[:, i]] for i, c in enumerate(combos)], axis=0)
    masks = np.stack([c.masks[rows[:, i]] for i, c in enumerate(combos)], axis=1)
    namings = renamings_that_keep(map(card_mask, known))
    kept, weights = merge_alike(masks, weights, namings)
    hands = np.stack([c.cards[rows[kept, i]] for i, c in enumerate(combos)], axis=1)
    return Spots(np.ascontiguousarray(hands), weights)


@dataclass(frozen=True)
class SpotWork:
    """Every board of every spot, by weight."""

    query: Query
    spots: Spots

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.query.players)

    def chunks(self) -> list[slice]:
        """Some spots each."""
        return slices(len(self.spots.hands), SPOTS_AT_ONCE)

    def count(self, chunk: slice) -> NDArray[np.float64]:
        """Count all boards of some spots."""
        query, hands = self.query, self.spots.hands[chunk]
        boards = np.tile(np.array(query.board, np.uint8), (len(hands), 1))
        counts = count(spots_alike(hands, boards, query.dead), query.game.high_low)
        # Not as a product of matrices, whose order of adding differs between machines.
        weights = self.spots.weights[chunk, None, None, None]
        found: NDArray[np.float64] = (weights * counts).sum(axis=0)
        return found

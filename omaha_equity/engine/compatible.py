"""Whether ranges leave any deal at all, found out before the work starts."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from omaha_equity.engine.combos import Combos
from omaha_equity.errors import ImpossibleError

SUITS_PER_RANK = 4
RANKS = 13
SEARCH_STEPS = 5_000
"""Combos tried before the search is left to the sampler, which notices when it is stuck."""


def no_deal() -> ImpossibleError:
    """The error for ranges that leave no deal."""
    return ImpossibleError(
        "no deal is possible: whatever combos the players hold, two share a card"
    )


def check(combos: Sequence[Combos | None]) -> None:
    """Make sure that the ranges leave some deal, as far as a short search can tell.

    Raises:
        ImpossibleError: whatever the players hold, two share a card.
    """
    held = sorted((c.masks for c in combos if c is not None), key=len)
    if _too_many_of_a_rank(held) or _search(held, np.uint64(0), [SEARCH_STEPS]) is False:
        raise no_deal()


def _too_many_of_a_rank(held: Sequence[NDArray[np.uint64]]) -> bool:
    """Whether the players need more cards of some rank, or of some card, than they can get."""
    anywhere = 0
    for masks in held:
        anywhere |= int(np.bitwise_or.reduce(masks))
    for rank in range(RANKS):
        of_rank = np.uint64(0b1111 << rank * SUITS_PER_RANK)
        needed = sum(int(np.bitwise_count(masks & of_rank).min()) for masks in held)
        if needed > (anywhere & int(of_rank)).bit_count():
            return True
    certain = [int(np.bitwise_and.reduce(masks)) for masks in held]
    together = 0
    for cards in certain:
        if together & cards:
            return True
        together |= cards
    return False


def _search(held: Sequence[NDArray[np.uint64]], used: np.uint64, steps: list[int]) -> bool | None:
    """Whether every player can hold some combo beside all others'; None = not known."""
    if not held:
        return True
    for mask in held[0][held[0] & used == 0]:
        steps[0] -= 1
        if steps[0] < 0:
            return None
        found = _search(held[1:], used | mask, steps)
        if found is not False:
            return found
    return False

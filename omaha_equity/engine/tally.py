"""Tallies: integer sums that merge, and the result that derives from one."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from omaha_equity.model import Outcome, PlayerResult, Query, Result


@dataclass(frozen=True)
class Tally:
    """Boards counted so far for one query.

    Attributes:
        counts: (players, players + 1, players + 2) int64, the number of boards by
            [player, high sharers, low state].  High sharers: 0 = lost the high, j = shares
            it among j.  Low state: 0 = nobody has a low, 1 = lost the low, 1 + j = shares
            it among j.
    """

    counts: NDArray[np.int64]

    def merge(self, other: Self) -> "Tally":
        """Return the tally of both sets of boards."""
        return Tally(self.counts + other.counts)

    def result(self, query: Query, method: str) -> Result:
        """Derive the result; ``method`` names the path that counted."""
        first = self.counts[0]
        boards = int(first.sum())
        return Result(
            query=query,
            players=tuple(
                PlayerResult(hand, _outcomes(cells), boards)
                for hand, cells in zip(query.hands, self.counts, strict=True)
            ),
            boards=boards,
            low_boards=boards - int(first[:, 0].sum()),
            method=method,
        )


def _outcomes(cells: NDArray[np.int64]) -> tuple[Outcome, ...]:
    return tuple(
        Outcome(high, low_state - 1 if low_state else None, boards)
        for high, row in enumerate(cells.tolist())
        for low_state, boards in enumerate(row)
        if boards
    )

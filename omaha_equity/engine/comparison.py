"""Two holdings against the same opponents: the difference of their equities, and its error.

Both are dealt from the same random numbers, draw by draw: the same opponents' combos and the
same boards wherever the two holdings allow (common random numbers).  What luck they share
cancels in the difference, so its error is far smaller than from two separate samples.
"""

import math
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from omaha_equity.answers.equities import SURE, Comparison
from omaha_equity.engine.combos import check, possible_combos
from omaha_equity.engine.sampling import Dealing, count_chunk, sample_until
from omaha_equity.engine.tally import SampleTally
from omaha_equity.errors import Interrupted
from omaha_equity.kernels.drawing import POT
from omaha_equity.questions.plan import Progress
from omaha_equity.questions.query import Query


@dataclass(frozen=True)
class Differences:
    """Both samples, and sums over draws of differences of pot shares, in units of 1 / POT."""

    both: tuple[SampleTally, SampleTally]
    total: int
    squares: int

    @property
    def draws(self) -> int:
        """How many draws were added up."""
        return self.both[0].draws

    def merge(self, other: Self) -> "Differences":
        """Return the sums over both."""
        first, second = (a.merge(b) for a, b in zip(self.both, other.both, strict=True))
        return Differences((first, second), self.total + other.total, self.squares + other.squares)

    def mean(self) -> float:
        """The mean difference of pot shares."""
        return self.total / self.draws / POT

    def error(self) -> float:
        """Its standard error."""
        mean = self.total / self.draws
        variance = max(0.0, self.squares / self.draws - mean * mean)
        return math.sqrt(max(variance, 1.0) / max(1, self.draws - 1)) / POT


def compare(
    first: Query,
    second: Query,
    progress: Progress | None = None,
    thread_count: int | None = None,
) -> Comparison:
    """Sample both queries, which differ in the first player only, until the wish is fulfilled.

    Raises:
        Interrupted: Ctrl-C, with the comparison so far.
    """
    queries = first, second
    dealings = [_dealing(query) for query in queries]

    def chunk(number: int, draws: int) -> Differences:
        one, one_won = _first_player(dealings[0], number, draws)
        other, other_won = _first_player(dealings[1], number, draws)
        found = one_won - other_won
        return Differences((one, other), int(found.sum()), int((found * found).sum()))

    def comparison(sums: Differences) -> Comparison:
        one, other = (tally.result(q) for tally, q in zip(sums.both, queries, strict=True))
        return Comparison(one, other, sums.mean(), sums.error())

    try:
        return comparison(
            sample_until(
                chunk,
                first.wish,
                lambda sums: SURE * sums.error(),
                progress=progress,
                thread_count=thread_count,
            )
        )
    except Interrupted as stopped:
        raise Interrupted(comparison(stopped.partial)) from None


def _dealing(query: Query) -> Dealing:
    combos = possible_combos(query)
    check(combos)
    return Dealing.of(query.game, combos, [query.board], query.dead, query.wish.seed, fresh=True)


def _first_player(
    dealing: Dealing, number: int, draws: int
) -> tuple[SampleTally, NDArray[np.int64]]:
    """Count a chunk, and return the first player's pot share of every deal too."""
    won: list[NDArray[np.int64]] = []
    tally = count_chunk(dealing, number, draws, lambda _, shares: won.append(shares[:, 0].copy()))
    return tally, np.concatenate(won)

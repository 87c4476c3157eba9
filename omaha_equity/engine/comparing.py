"""Two holdings against the same opponents: the difference of their equities, and its error.

Both are dealt from the same random numbers, draw by draw: the same opponents' combos and the
same boards wherever the two holdings allow (common random numbers).  What luck they share
cancels in the difference, so its error is far smaller than from two separate samples.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

from omaha_equity.answers.equities import Comparison
from omaha_equity.engine import workers
from omaha_equity.engine.combos import check, possible_combos
from omaha_equity.engine.sampled import (
    CHUNK_DEALS,
    DEFAULT_PRECISION,
    ROUND,
    SURE,
    pack_holdings,
    sample_chunk,
)
from omaha_equity.engine.tally import POT, SampleTally
from omaha_equity.errors import Interrupted
from omaha_equity.questions.query import Query

Progress = Callable[[float], None]


@dataclass
class Differences:
    """Sums over draws of differences of pot shares, in units of 1 / POT."""

    draws: int = 0
    total: int = 0
    squares: int = 0

    def add(self, differences: NDArray[np.int64]) -> None:
        """Add one chunk's differences."""
        self.draws += len(differences)
        self.total += int(differences.sum())
        self.squares += int((differences * differences).sum())

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
    packed = []
    for query in (first, second):
        combos = possible_combos(query)
        check(combos)
        packed.append(pack_holdings(combos, query.game.hole_cards))
    wish = first.wish

    def work(chunk: tuple[int, int]) -> list[tuple[SampleTally, NDArray[np.int64]]]:
        number, draws = chunk
        parts = []
        for query, holdings in zip((first, second), packed, strict=True):
            log = np.zeros((draws, 2), np.int64)
            parts.append((sample_chunk(query, holdings, number, draws, 1, log), log[:, 1]))
        return parts

    sums = Differences()
    tallies: list[SampleTally] = []

    def comparison() -> Comparison:
        first_result, second_result = (
            t.result(q) for t, q in zip(tallies, (first, second), strict=True)
        )
        return Comparison(first_result, second_result, sums.mean(), sums.error())

    wanted = (wish.precision or DEFAULT_PRECISION) / SURE
    try:
        parts = workers.in_order(work, _chunks(wish.deals), thread_count)
        for number, both in enumerate(parts, 1):
            new = [tally for tally, _ in both]
            tallies = [a.merge(b) for a, b in zip(tallies, new, strict=True)] if tallies else new
            sums.add(both[0][1] - both[1][1])
            if progress:
                done = sums.draws / wish.deals if wish.deals else (wanted / sums.error()) ** 2
                progress(min(1.0, done))
            if wish.deals is None and number % ROUND == 0 and sums.error() <= wanted:
                break
    except KeyboardInterrupt:
        if not sums.draws:
            raise
        raise Interrupted(comparison()) from None
    return comparison()


def _chunks(deals: int | None) -> Iterator[tuple[int, int]]:
    """Numbers and sizes of chunks, without end where no number of deals is wanted."""
    if deals is None:
        return ((number, CHUNK_DEALS) for number in count(1))
    sizes = [CHUNK_DEALS] * (deals // CHUNK_DEALS)
    sizes += [deals % CHUNK_DEALS] if deals % CHUNK_DEALS else []
    return enumerate(sizes, 1)

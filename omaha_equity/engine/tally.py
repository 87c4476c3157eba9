"""Tallies: sums that merge, and the result that derives from one."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from omaha_equity.answers.equities import Outcome, PlayerResult, Result, Sampling
from omaha_equity.engine import workers
from omaha_equity.kernels.drawing import POT
from omaha_equity.questions.plan import Progress
from omaha_equity.questions.query import Query

MOST_INT64 = 2.0**63


@dataclass(frozen=True)
class Tally:
    """Boards (with ranges: deals) counted so far for one query.

    Attributes:
        counts: (players, players + 1, players + 2) int64, or with ranges `exact_numbers`; the
            number of boards by [player, high sharers, low state].  High sharers: 0 = lost the
            high, j = shares it among j.  Low state: 0 = nobody has a low, 1 = lost the low,
            1 + j = shares it among j.
    """

    counts: NDArray[Any]

    @classmethod
    def nothing(cls, players: int) -> Self:
        """The tally of no deal with ranges."""
        return cls(np.zeros((players, players + 1, players + 2), object))

    def merge(self, other: Self) -> Self:
        """Return the tally of both sets of boards."""
        return type(self)(self.counts + other.counts)

    def result(self, query: Query, method: str) -> Result:
        """Derive the result; ``method`` names the path that counted."""
        boards = _sum(self.counts[0])
        return Result(
            query=query,
            players=tuple(
                PlayerResult(cards, _outcomes(cells), boards, text)
                for (cards, text), cells in zip(_names(query), self.counts, strict=True)
            ),
            boards=boards,
            low_boards=_sum(self.counts[0, :, 1:]),
            method=method,
        )


@dataclass(frozen=True)
class SampleTally:
    """Deals sampled so far for one query.

    Attributes:
        counts: as in `Tally`.
        squares: (players,) int64, sums over draws of squared pot shares, in 1 / POT**2.
        draws, repeats, rejected: as in `model.Sampling`.
    """

    counts: NDArray[np.int64]
    squares: NDArray[np.int64]
    draws: int
    repeats: int
    rejected: int

    def merge(self, other: Self) -> "SampleTally":
        """Return the tally of both samples, which must have equal repeats."""
        return SampleTally(
            self.counts + other.counts,
            self.squares + other.squares,
            self.draws + other.draws,
            self.repeats,
            self.rejected + other.rejected,
        )

    def errors(self) -> list[float]:
        """The standard error of each player's equity: draws are independent, repeats are not."""
        return [
            standard_error(_pot_shares(cells) / self.repeats, square / self.repeats**2, self.draws)
            for cells, square in zip(self.counts, self.squares.tolist(), strict=True)
        ]

    def result(self, query: Query) -> Result:
        """Derive the result."""
        exact = Tally(self.counts).result(query, "sampled")
        return Result(
            query=query,
            players=tuple(
                PlayerResult(player.cards, player.outcomes, player.boards, player.text, error)
                for player, error in zip(exact.players, self.errors(), strict=True)
            ),
            boards=exact.boards,
            low_boards=exact.low_boards,
            method=exact.method,
            sampling=Sampling(query.wish.seed, self.draws, self.repeats, self.rejected),
        )


class Work(Protocol):
    """A question ready to be counted exactly, chunk by chunk.

    Chunks depend on the question alone, so that answers are the same for any workers.
    """

    @property
    def players(self) -> int:
        """How many players there are."""

    def chunks(self) -> list[slice]:
        """All of the work, in chunks of some milliseconds."""

    def count(self, chunk: slice) -> NDArray[np.float64]:
        """Count one chunk: see `Tally.counts`."""


def count_chunks(
    work: Work,
    chunks: Sequence[slice],
    progress: Progress | None = None,
    thread_count: int | None = None,
) -> Tally:
    """Count some chunks; tallies of chunks merge to the same numbers however they are split."""
    total = Tally.nothing(work.players)
    for done, part in enumerate(workers.in_order(work.count, chunks, thread_count), 1):
        total = total.merge(Tally(exact_numbers(part)))
        if progress:
            progress(done / len(chunks))
    return total


def slices(size: int, step: int) -> list[slice]:
    """Cut this many rows into chunks."""
    return [slice(start, start + step) for start in range(0, size, step)]


def standard_error(total: float, squares: float, draws: int) -> float:
    """The standard error of a mean share, from sums over draws in units of 1 / POT.

    Never below 1.5 / draws: after n equal draws a 95% bound for what was not seen is 3 / n.
    """
    if draws < 2:
        return math.inf
    mean = total / draws
    variance = max(0.0, squares / draws - mean * mean) * draws / (draws - 1)
    return max(math.sqrt(variance / draws) / POT, 1.5 / draws)


def _pot_shares(cells: NDArray[np.int64]) -> int:
    """The pot shares won, in units of 1 / POT."""
    return sum(int(o.pot_share * POT) * int(o.boards) for o in _outcomes(cells))


def _names(query: Query) -> list[tuple[tuple[int, ...], str]]:
    """Every player's hole cards, or what is held as it was written."""
    return [
        (held, "") if isinstance(held, tuple) else ((), name)
        for held, name in zip(query.players, query.names, strict=True)
    ]


def _outcomes(cells: NDArray[Any]) -> tuple[Outcome, ...]:
    return tuple(
        Outcome(high, low_state - 1 if low_state else None, whole(boards))
        for high, row in enumerate(cells.tolist())
        for low_state, boards in enumerate(row)
        if boards
    )


def _sum(cells: NDArray[Any]) -> int:
    return whole(sum(cells.ravel().tolist()))


def exact_numbers(counts: NDArray[np.float64]) -> NDArray[np.object_]:
    """The same counts as integers and fractions: their sums are exact, in whatever order."""
    if counts.max() < MOST_INT64:
        integers = counts.astype(np.int64)
        if (integers == counts).all():
            return integers.astype(object)
    found = np.empty(counts.size, object)
    found[:] = [whole(count) for count in counts.ravel().tolist()]
    return found.reshape(counts.shape)


def whole(count: float) -> int:
    """An integer where the count is whole, else (weights that are not per cents) a fraction."""
    if isinstance(count, int):
        return count
    return int(count) if count == int(count) else Fraction(count)  # type: ignore[return-value]

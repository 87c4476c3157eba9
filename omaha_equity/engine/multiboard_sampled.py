"""Sampled answers on several boards, with ranges or for three early runs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Self

import numpy as np
from numpy.typing import NDArray

from omaha_equity.answers.equities import SURE, Sampling
from omaha_equity.answers.multiboard import BoardsPlayer, BoardsResult, Distribution
from omaha_equity.engine.combos import Combos, possible_combos
from omaha_equity.engine.multiboard import distribution_of
from omaha_equity.engine.sampling import Dealing, sample_until
from omaha_equity.engine.tally import standard_error
from omaha_equity.errors import Interrupted
from omaha_equity.kernels import load
from omaha_equity.kernels.drawing import POT
from omaha_equity.questions.plan import Progress
from omaha_equity.questions.query import Query
from omaha_equity.questions.reading import held_as
from omaha_equity.questions.wish import Wish

CHUNK_DEALS = 1 << 15
RUN_DEALS = 2_000_000
"""Deals for the distribution of three early runs; the mean and variance are exact."""


@dataclass(frozen=True)
class BoardsTally:
    """Deals sampled so far.

    Attributes:
        histogram: (players, boards * POT + 1) int64, deals by the sum of pot shares.
        by_board: (players, boards) int64, sums of pot shares in 1 / POT.
        draws, rejected: as in `model.Sampling`.
    """

    histogram: NDArray[np.int64]
    by_board: NDArray[np.int64]
    draws: int
    rejected: int

    def merge(self, other: Self) -> "BoardsTally":
        """Return the tally of both samples."""
        return BoardsTally(
            self.histogram + other.histogram,
            self.by_board + other.by_board,
            self.draws + other.draws,
            self.rejected + other.rejected,
        )

    def distributions(self) -> list[Distribution]:
        """Every player's shares of the whole pot."""
        boards = self.by_board.shape[1]
        found = []
        for row in self.histogram:
            sums = np.flatnonzero(row)
            found.append(distribution_of(sums, row[sums], boards))
        return found

    def errors(self) -> list[float]:
        """The standard error of each player's share of the whole pot."""
        boards = self.by_board.shape[1]
        sums = np.arange(self.histogram.shape[1]) / boards
        return [
            standard_error(float(row @ sums), float(row @ sums**2), self.draws)
            for row in self.histogram
        ]


def sample_distributions(query: Query) -> tuple[list[Distribution], Sampling]:
    """Sample the distributions of a question whose equities are known exactly."""
    seed = query.wish.seed
    asked = replace(query, wish=Wish(deals=RUN_DEALS, seed=seed))
    try:
        tally = sample_tally(asked, possible_combos(asked), None, None)
    except Interrupted:
        raise KeyboardInterrupt from None
    return tally.distributions(), Sampling(seed, tally.draws, 1, tally.rejected)


def sample(
    query: Query,
    combos: Sequence[Combos | None],
    progress: Progress | None,
    thread_count: int | None,
) -> BoardsResult:
    """Sample until the query's wish is fulfilled.

    Raises:
        PrecisionError: hardly any draw of the ranges is without a shared card.
        Interrupted: Ctrl-C, with the result so far.
    """
    try:
        tally = sample_tally(query, combos, progress, thread_count)
    except Interrupted as stopped:
        raise Interrupted(sampled_result(query, stopped.partial)) from None
    return sampled_result(query, tally)


def sample_tally(
    query: Query,
    combos: Sequence[Combos | None],
    progress: Progress | None,
    thread_count: int | None,
) -> BoardsTally:
    """Sample until the query's wish is fulfilled.

    Raises:
        PrecisionError: hardly any draw of the ranges is without a shared card.
        Interrupted: Ctrl-C, with the tally so far.
    """
    boards = query.boards * (query.runs or 1)
    dealing = Dealing.of(query.game, combos, boards, query.dead, query.wish.seed)
    return sample_until(
        lambda number, draws: _sample_chunk(dealing, number, draws),
        query.wish,
        lambda total: SURE * max(total.errors()),
        per_chunk=CHUNK_DEALS,
        progress=progress,
        thread_count=thread_count,
    )


def _sample_chunk(dealing: Dealing, number: int, draws: int) -> BoardsTally:
    players, boards = dealing.players, len(dealing.boards)
    histogram = np.zeros((players, boards * POT + 1), np.int64)
    by_board = np.zeros((players, boards), np.int64)
    rejected = 0
    for block in dealing.blocks(number, draws):
        load.reduce().add_boards(block.values, block.lows, histogram, by_board)
        rejected = block.rejected
    return BoardsTally(histogram, by_board, draws, rejected)


def sampled_result(query: Query, tally: BoardsTally) -> BoardsResult:
    """Derive the result of a sample."""
    players = []
    facts = zip(
        query.players, tally.distributions(), tally.by_board.tolist(), tally.errors(), strict=True
    )
    for held, distribution, sums, error in facts:
        equity = sum((share * deals for share, deals in distribution), Fraction(0)) / tally.draws
        squares = sum((share**2 * deals for share, deals in distribution), Fraction(0))
        players.append(
            BoardsPlayer(
                cards=held if isinstance(held, tuple) else (),
                equity_exact=equity,
                board_equities=tuple(Fraction(won, tally.draws * POT) for won in sums),
                distribution=distribution,
                variance=squares / tally.draws - equity**2,
                text="" if isinstance(held, tuple) else held_as(held),
                error=error,
            )
        )
    sampling = Sampling(query.wish.seed, tally.draws, 1, tally.rejected)
    return BoardsResult(query, tuple(players), tally.draws, "sampled", sampling)

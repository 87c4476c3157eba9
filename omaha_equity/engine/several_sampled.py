"""Sampled answers on several boards, with ranges or for three early runs."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count as count_up
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from omaha_equity.answers.equities import Sampling
from omaha_equity.answers.multiboard import BoardsPlayer, BoardsResult, Distribution
from omaha_equity.cards import card_mask
from omaha_equity.engine import workers
from omaha_equity.engine.combos import Combos, possible_combos
from omaha_equity.engine.multiboard import distribution_of
from omaha_equity.engine.sampled import (
    DEFAULT_PRECISION,
    ROUND,
    SURE,
    pack_holdings,
    stuck,
)
from omaha_equity.engine.tally import POT, standard_error
from omaha_equity.errors import Interrupted
from omaha_equity.games import BOARD_SIZE
from omaha_equity.kernels import load
from omaha_equity.questions.query import Query
from omaha_equity.questions.reading import held_as
from omaha_equity.questions.wish import Wish
from omaha_equity.tables import board_rows, rank_tables

Progress = Callable[[float], None]

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
    holdings = pack_holdings(possible_combos(asked), query.game.hole_cards)
    try:
        tally = sample_until_enough(asked, holdings, None, None)
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
    holdings = pack_holdings(combos, query.game.hole_cards)
    try:
        tally = sample_until_enough(query, holdings, progress, thread_count)
    except Interrupted as stopped:
        raise Interrupted(sampled_result(query, stopped.partial)) from None
    return sampled_result(query, tally)


def sample_until_enough(
    query: Query, holdings: Any, progress: Progress | None, thread_count: int | None
) -> BoardsTally:
    """Sample until the query's wish is fulfilled.

    Raises:
        PrecisionError: hardly any draw of the ranges is without a shared card.
        Interrupted: Ctrl-C, with the tally so far.
    """
    start = time.monotonic()
    total: BoardsTally | None = None
    chunks = chunks_of(query.wish.deals)
    parts = workers.in_order(lambda c: _sample_chunk(query, holdings, *c), chunks, thread_count)
    try:
        for number, part in enumerate(parts, 1):
            total = part if total is None else total.merge(part)
            done = _share_done(query.wish, total, number, time.monotonic() - start)
            if done is not None and progress:
                progress(min(1.0, done))
            if done is not None and done >= 1:
                break
    except KeyboardInterrupt:
        if total is None:
            raise
        raise Interrupted(total) from None
    assert total is not None
    return total


def _share_done(wish: Wish, total: BoardsTally, number: int, spent: float) -> float | None:
    """How much of the wish is fulfilled after so many chunks; None where that is not looked at."""
    if wish.deals is not None:
        return total.draws / wish.deals
    if wish.seconds is not None:
        return spent / wish.seconds
    if number % ROUND:
        return None
    wanted = (wish.precision or DEFAULT_PRECISION) / SURE
    return (wanted / max(total.errors())) ** 2


def chunks_of(deals: int | None) -> Iterator[tuple[int, int]]:
    """Numbers and sizes of chunks, without end where no number of deals is wanted."""
    if deals is None:
        return ((number, CHUNK_DEALS) for number in count_up(1))
    sizes = [CHUNK_DEALS] * (deals // CHUNK_DEALS)
    sizes += [deals % CHUNK_DEALS] if deals % CHUNK_DEALS else []
    return enumerate(sizes, 1)


def _sample_chunk(query: Query, holdings: Any, number: int, draws: int) -> BoardsTally:
    players, boards = len(query.players), query.count
    known = query.boards * (query.runs or 1)
    padded = np.zeros((boards, BOARD_SIZE), np.uint8)
    for row, board in zip(padded, known, strict=True):
        row[: len(board)] = board
    histogram = np.zeros((players, boards * POT + 1), np.int64)
    by_board = np.zeros((players, boards), np.int64)
    rejected = load.sampling_boards().sample_boards(
        np.uint64(query.wish.seed),
        np.uint64(number),
        draws,
        holdings,
        query.game.hole_cards,
        padded,
        np.array([len(board) for board in known], np.int64),
        np.uint64(card_mask(query.seen())),
        query.game.high_low,
        board_rows(),
        rank_tables(),
        histogram,
        by_board,
    )
    if rejected < 0:
        raise stuck()
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

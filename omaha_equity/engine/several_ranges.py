"""Questions with ranges on several boards: exact on late streets, else sampled."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from math import prod

import numpy as np
from numpy.typing import NDArray

from omaha_equity.answers.multiboard import BoardsPlayer, BoardsResult
from omaha_equity.engine import compatible, enumeration, multiboard_sampled, ranges, workers
from omaha_equity.engine.combos import Combos, possible_combos
from omaha_equity.engine.multiboard import distribution_of
from omaha_equity.engine.multiboard_sampled import sampled_result
from omaha_equity.engine.tally import POT, whole
from omaha_equity.errors import Interrupted, PrecisionError
from omaha_equity.games import BOARD_SIZE
from omaha_equity.kernels import load
from omaha_equity.questions.query import RangeBoardsQuery, held_as
from omaha_equity.tables import rank_tables

Progress = Callable[[float], None]

QUICK_SPOTS = 200_000
"""Combinations of combos that are counted without being asked to: some seconds."""

SPOTS_AT_ONCE = 512


def solve(
    query: RangeBoardsQuery, progress: Progress | None = None, thread_count: int | None = None
) -> BoardsResult:
    """Count every deal where both boards are on the turn or river and that is quick.

    Raises:
        ImpossibleError: no deal is possible.
        PrecisionError: exactness was asked for and is not to be had.
        Interrupted: Ctrl-C while sampling, with the result so far.
    """
    combos = possible_combos(query)
    compatible.check(combos)
    if can_count(query, combos):
        return _count(query, combos, progress, thread_count)
    if query.wish.exact:
        raise PrecisionError(
            "exact is possible with ranges on two boards only when both are on the turn or "
            f"river, with at most {ranges.MOST_SPOTS:,} combinations of combos; leave it out"
        )
    try:
        tally = multiboard_sampled.sample(query, combos, progress, thread_count)
    except Interrupted as stopped:
        raise Interrupted(sampled_result(query, stopped.partial)) from None
    return sampled_result(query, tally)


def can_count(query: RangeBoardsQuery, combos: Sequence[Combos | None]) -> bool:
    """Whether every deal can be counted, and quickly unless that was asked for."""
    wish = query.wish
    late = not query.runs and min(map(len, query.boards)) >= BOARD_SIZE - 1
    if not late or None in combos or wish.deals is not None or wish.seconds is not None:
        return False
    spots = prod(len(c) for c in combos if c is not None)
    return spots <= (ranges.MOST_SPOTS if wish.exact else QUICK_SPOTS)


def _count(
    query: RangeBoardsQuery,
    combos: Sequence[Combos | None],
    progress: Progress | None,
    thread_count: int | None,
) -> BoardsResult:
    held = [c for c in combos if c is not None]
    spots = enumeration.find_spots(held, [*query.boards, query.dead])
    chunks = [slice(i, i + SPOTS_AT_ONCE) for i in range(0, len(spots.hands), SPOTS_AT_ONCE)]
    players = len(query.players)
    histogram, by_board = np.zeros((players, 2 * POT + 1)), np.zeros((players, 2))
    work = partial(_count_chunk, query, spots)
    for done, part in enumerate(workers.in_order(work, chunks, thread_count), 1):
        histogram += part[0]
        by_board += part[1]
        if progress:
            progress(done / len(chunks))
    return _result(query, histogram, by_board)


def _count_chunk(
    query: RangeBoardsQuery, spots: enumeration.Spots, chunk: slice
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    players = len(query.players)
    found = np.zeros((players, 2 * POT + 1)), np.zeros((players, 2))
    padded = np.zeros((2, BOARD_SIZE), np.uint8)
    for row, board in zip(padded, query.boards, strict=True):
        row[: len(board)] = board
    load.multiboard().add_late_spots(
        spots.hands[chunk],
        spots.weights[chunk],
        padded,
        np.array([len(board) for board in query.boards]),
        np.array(query.dead, np.uint8),
        query.game.high_low,
        rank_tables(),
        *found,
    )
    return found


def _result(
    query: RangeBoardsQuery, histogram: NDArray[np.float64], by_board: NDArray[np.float64]
) -> BoardsResult:
    deals = whole(histogram[0].sum().item())
    players = []
    for holding, row, sums in zip(query.players, histogram, by_board.tolist(), strict=True):
        places = np.flatnonzero(row)
        distribution = distribution_of(places, np.array([whole(x) for x in row[places]]), 2)
        # By its own sum, which differs in the last place where weights are no whole per cents.
        own = sum(count for _, count in distribution)
        equity = sum((share * count for share, count in distribution), Fraction(0)) / own
        squares = sum((share**2 * count for share, count in distribution), Fraction(0))
        players.append(
            BoardsPlayer(
                cards=(),
                equity_exact=equity,
                board_equities=tuple(Fraction(won) / (deals * POT) for won in sums),
                distribution=distribution,
                variance=squares / own - equity**2,
                text=held_as(holding),
            )
        )
    return BoardsResult(query, tuple(players), deals, "enumerated")

"""The equity of every combo of a range against another range."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from omaha_equity.answers.equities import ComboEquities
from omaha_equity.engine.combos import SWEPT_CARDS, Combos, any_hand, check, possible_combos
from omaha_equity.engine.sampling import Block, Dealing, count_chunk, sample_until
from omaha_equity.engine.sweep import sweep_combos
from omaha_equity.errors import Interrupted, PrecisionError
from omaha_equity.kernels.drawing import POT
from omaha_equity.questions.plan import Progress
from omaha_equity.questions.query import Query
from omaha_equity.questions.wish import Wish

DEFAULT_DEALS_PER_COMBO = 400
FEWEST_DEALS = 1_000_000
FEWEST_MEETINGS = 2
"""Deals of a combo without which its equity has no error."""


@dataclass(frozen=True)
class ComboTally:
    """Deals sampled so far.

    Attributes:
        sums: (3, N) float64 by combo: deals, pot shares won in 1 / POT, their squares.
        draws: deals in all.
    """

    sums: NDArray[np.float64]
    draws: int

    def merge(self, other: Self) -> "ComboTally":
        """Return the tally of both samples."""
        return ComboTally(self.sums + other.sums, self.draws + other.draws)


def equities(
    query: Query, progress: Progress | None = None, thread_count: int | None = None
) -> ComboEquities:
    """Every combo's equity of the first player against the second: exact on flop, turn, river.

    Raises:
        ImpossibleError: no deal is possible.
        PrecisionError: exactness was asked for with more hole cards than are swept.
        Interrupted: Ctrl-C while sampling, with the equities so far.
    """
    if query.wish.exact and query.game.hole_cards > SWEPT_CARDS:
        raise PrecisionError(
            f"exact equities of all combos are offered for up to {SWEPT_CARDS} hole cards; "
            "leave exact out to sample"
        )
    combos = possible_combos(query)
    check(combos)
    ours, theirs = (any_hand(query) if c is None else c for c in combos)
    sampling = query.wish.deals or query.wish.seconds or query.game.hole_cards > SWEPT_CARDS
    if sampling or (not query.board and not query.wish.exact):
        return _sampled(query, ours, theirs, progress, thread_count)
    swept = sweep_combos(query, ours, theirs, progress, thread_count)
    won, deals = swept.by_combo.T
    met = deals > 0
    return ComboEquities(
        query=query,
        cards=ours.cards[met],
        weights=ours.weights[met],
        equities=won[met] / deals[met],
        errors=np.zeros(int(met.sum())),
        deals=deals[met],
        exact=True,
    )


def _sampled(
    query: Query,
    ours: Combos,
    theirs: Combos,
    progress: Progress | None,
    thread_count: int | None,
) -> ComboEquities:
    dealing = Dealing.of(
        query.game, [ours, theirs], [query.board], query.dead, query.wish.seed, fresh=True
    )
    deals = query.wish.deals or max(FEWEST_DEALS, DEFAULT_DEALS_PER_COMBO * len(ours))

    def chunk(number: int, draws: int) -> ComboTally:
        sums = np.zeros((3, len(ours)))

        def add(block: Block, shares: NDArray[np.int64]) -> None:
            won = shares[:, 0].astype(np.float64)
            for row, by in zip(sums, (None, won, won * won), strict=True):
                row += np.bincount(block.chosen[:, 0], by, len(ours))

        count_chunk(dealing, number, draws, add)
        return ComboTally(sums, draws)

    try:
        total = sample_until(
            chunk,
            Wish(deals=deals),
            lambda _: 0.0,
            progress=progress,
            thread_count=thread_count,
        )
    except Interrupted as stopped:
        if stopped.partial.sums[0].max() < FEWEST_MEETINGS:
            raise KeyboardInterrupt from None
        raise Interrupted(_derive(query, ours, stopped.partial.sums)) from None
    return _derive(query, ours, total.sums)


def _derive(query: Query, ours: Combos, total: NDArray[np.float64]) -> ComboEquities:
    met = total[0] >= FEWEST_MEETINGS
    count, won, squares = total[:, met]
    mean = won / count
    variance = np.maximum(squares / count - mean * mean, 1.0) * count / (count - 1)
    return ComboEquities(
        query=query,
        cards=ours.cards[met],
        weights=ours.weights[met],
        equities=mean / POT,
        errors=np.sqrt(variance / count) / POT,
        deals=count,
        exact=False,
    )

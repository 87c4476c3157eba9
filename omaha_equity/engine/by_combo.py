"""The equity of every combo of a range against another range."""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from omaha_equity.answers.equities import ComboEquities
from omaha_equity.engine import sampled, workers
from omaha_equity.engine.combos import SWEPT_CARDS, Combos, any_hand, check, possible_combos
from omaha_equity.engine.sweep import sweep_combos
from omaha_equity.engine.tally import POT
from omaha_equity.errors import Interrupted, PrecisionError
from omaha_equity.questions.query import Query

Progress = Callable[[float], None]

DEFAULT_DEALS_PER_COMBO = 400
FEWEST_DEALS = 1_000_000
FEWEST_MEETINGS = 2
"""Deals of a combo without which its equity has no error."""


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
    holdings = sampled.pack_holdings([ours, theirs], query.game.hole_cards)
    deals = query.wish.deals or max(FEWEST_DEALS, DEFAULT_DEALS_PER_COMBO * len(ours))
    size = sampled.CHUNK_DEALS
    chunks = [(i + 1, min(size, deals - i * size)) for i in range(math.ceil(deals / size))]

    def work(chunk: tuple[int, int]) -> NDArray[np.float64]:
        number, draws = chunk
        log = np.zeros((draws, 2), np.int64)
        sampled.sample_chunk(query, holdings, number, draws, 1, log)
        combo, shares = log[:, 0], log[:, 1].astype(np.float64)
        return np.stack(
            [np.bincount(combo, by, len(ours)) for by in (None, shares, shares * shares)]
        )

    total = np.zeros((3, len(ours)))
    try:
        for done, part in enumerate(workers.in_order(work, chunks, thread_count), 1):
            total += part
            if progress:
                progress(done / len(chunks))
    except KeyboardInterrupt:
        if total[0].max() < FEWEST_MEETINGS:
            raise
        raise Interrupted(_derive(ours, total)) from None
    return _derive(ours, total)


def _derive(ours: Combos, total: NDArray[np.float64]) -> ComboEquities:
    met = total[0] >= FEWEST_MEETINGS
    count, won, squares = total[:, met]
    mean = won / count
    variance = np.maximum(squares / count - mean * mean, 1.0) * count / (count - 1)
    return ComboEquities(
        cards=ours.cards[met],
        weights=ours.weights[met],
        equities=mean / POT,
        errors=np.sqrt(variance / count) / POT,
        deals=count,
        exact=False,
    )

"""Exact answers for two ranges: every combo of both, swept board by board."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from omaha_equity.cards import card_mask
from omaha_equity.engine import workers
from omaha_equity.engine.combos import (
    Combos,
    keeps_range,
    mask_cards,
    merge_alike,
    no_deal,
    rename,
    renamings_that_keep,
)
from omaha_equity.engine.tally import slices
from omaha_equity.kernels import load
from omaha_equity.questions.plan import Progress
from omaha_equity.questions.query import Query
from omaha_equity.tables import board_rows, rank_tables

BOARD_WORK = 1_000_000
"""Combos times boards per call of the sweeping kernel: some 40 ms."""

SUM_BITS = 50
"""Bits for sums of weights; three more, of the 53 of a float64, for sums of such sums."""


@dataclass(frozen=True)
class Boards:
    """Full boards to sweep.

    Attributes:
        cards: (B, 5) uint8; times: (B,) float64, how many boards each stands for.
        namings: the renamings of suits that make boards count as equal.
    """

    cards: NDArray[np.uint8]
    times: NDArray[np.float64]
    namings: list[tuple[int, ...]]


def find_boards(query: Query, combos: Sequence[Combos]) -> Boards:
    """All boards that can come; where the ranges allow, those equal up to suits once."""
    blocked = {*query.board, *query.dead}
    deck = [card for card in range(52) if card not in blocked]
    to_come = list(combinations(deck, query.cards_to_come))
    draws = np.array(to_come, np.uint8).reshape(len(to_come), query.cards_to_come)
    known = np.broadcast_to(np.array(query.board, np.uint8), (len(draws), len(query.board)))
    boards = np.concatenate([known, draws], axis=1)
    namings = [
        naming
        for naming in renamings_that_keep([card_mask(query.board), card_mask(query.dead)])
        if all(keeps_range(c, naming) for c in combos)
    ]
    kept, times = merge_alike(mask_cards(draws)[:, None], np.ones(len(draws)), namings)
    return Boards(np.ascontiguousarray(boards[kept]), times, namings)


@dataclass(frozen=True)
class Swept:
    """What sweeps of boards found.

    Attributes:
        counts: (3, 4) float64 of our high sharers by our low state, see ``engine.tally``.
        by_combo: (N, 2) float64 of our combos' pot shares won and deals, or no rows.
    """

    counts: NDArray[np.float64]
    by_combo: NDArray[np.float64]


@dataclass(frozen=True)
class SweepWork:
    """Every combo of two ranges against every other on every board.

    Attributes:
        packed: both ranges as the kernel takes them.
    """

    query: Query
    boards: Boards
    packed: tuple[Any, Any]
    players: int = 2

    @classmethod
    def of(cls, query: Query, ours: Combos, theirs: Combos) -> Self:
        """Find the boards and pack the ranges."""
        return cls(query, find_boards(query, [ours, theirs]), _pack_both(ours, theirs))

    def chunks(self) -> list[slice]:
        """Some boards each."""
        combos = sum(len(packed.masks) for packed in self.packed)
        return slices(len(self.boards.cards), max(1, BOARD_WORK // combos))

    def count(self, chunk: slice) -> NDArray[np.float64]:
        """Count some boards; the second player's outcomes mirror the first's."""
        counts = self.sweep(chunk, 0).counts
        mirrored_high = [1, 0, 2]
        mirrored_low = [0, 2, 1, 3]
        return np.stack([counts, counts[mirrored_high][:, mirrored_low]])

    def sweep(self, chunk: slice, rows: int) -> Swept:
        """Sweep some boards; ``rows``: how many of our combos are told apart, all or none."""
        found = Swept(np.zeros((3, 4)), np.zeros((rows, 2)))
        load.sweep().sweep_boards(
            self.boards.cards[chunk],
            self.boards.times[chunk],
            *self.packed,
            self.query.game.high_low,
            board_rows(),
            rank_tables(),
            found.counts,
            found.by_combo,
        )
        return found


def sweep_combos(
    query: Query,
    ours: Combos,
    theirs: Combos,
    progress: Progress | None = None,
    thread_count: int | None = None,
) -> Swept:
    """What each of our combos gets of all boards.

    Raises:
        ImpossibleError: no two combos go together.
    """
    work = SweepWork.of(query, ours, theirs)
    chunks = work.chunks()
    total = Swept(np.zeros((3, 4)), np.zeros((len(ours), 2)))
    sweep = partial(work.sweep, rows=len(ours))
    for done, part in enumerate(workers.in_order(sweep, chunks, thread_count), 1):
        total = Swept(total.counts + part.counts, total.by_combo + part.by_combo)
        if progress:
            progress(done / len(chunks))
    if not total.counts.any():
        raise no_deal()
    return Swept(total.counts, _share_alike(total.by_combo, ours, work.boards))


def _share_alike(
    by_combo: NDArray[np.float64], ours: Combos, boards: Boards
) -> NDArray[np.float64]:
    """What each combo gets on all boards, where some boards stood for others.

    A combo does on a renamed board as the combo renamed back does on the board itself.
    """
    order = np.argsort(ours.masks)
    total = np.zeros_like(by_combo)
    for naming in boards.namings:
        renamed = rename(ours.masks, naming)
        total += by_combo[order[np.searchsorted(ours.masks, renamed, sorter=order)]]
    return total / len(boards.namings)


def _pack_both(ours: Combos, theirs: Combos) -> tuple[Any, Any]:
    """Both ranges as the sweeping kernel takes them, counters numbered by what theirs need."""
    mine, others = _pack(ours, theirs), _pack(theirs, ours)
    number = np.zeros(1 + max(int(mine.places.max()), int(others.places.max())), np.int32)
    number[others.places] = 1
    # Number 0 counts sets that no combo of theirs contains: nothing.
    number *= np.cumsum(number, dtype=np.int32)
    return mine._replace(places=number[mine.places]), others._replace(places=number[others.places])


def _exact_weights(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights rounded so that sums of them are exact, and what should cancel does so.

    That moves no weight by more than adding them all up as they are could.
    """
    _, exponent = np.frexp(weights.sum())
    bits = SUM_BITS - int(exponent)
    return np.ldexp(np.rint(np.ldexp(weights, bits)), -bits)


def _pack(combos: Combos, others: Combos) -> Any:
    kernels = load.sweep()
    places = np.empty((len(combos), (1 << combos.cards.shape[1]) - 1), np.int32)
    kernels.place_subsets(combos.cards, places)
    order = np.argsort(others.masks)
    found = np.searchsorted(others.masks, combos.masks, sorter=order).clip(0, len(order) - 1)
    twins = np.where(others.masks[order[found]] == combos.masks, order[found], -1)
    return kernels.Combos(
        cards=combos.cards,
        masks=combos.masks,
        weights=_exact_weights(combos.weights),
        twins=twins,
        places=places,
        **combos.values(),
    )

"""Sampled answers: chunks of random deals until they are enough."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count as count_up
from typing import Any

import numpy as np
from numpy.typing import NDArray

from omaha_equity.cards import card_mask
from omaha_equity.engine import workers
from omaha_equity.engine.combos import Combos
from omaha_equity.engine.tally import SampleTally
from omaha_equity.errors import Interrupted, PrecisionError
from omaha_equity.kernels import load
from omaha_equity.questions.query import Query
from omaha_equity.tables import board_rows, rank_tables

DEFAULT_PRECISION = 0.0005
"""The 95% half-width that takes about a second heads-up."""

SURE = 1.959964
"""Standard errors in a 95% half-width."""

CHUNK_DEALS = 1 << 16
"""Deals per call of a kernel; a chunk's deals depend on the seed and its number alone."""

ROUND = 8
"""Chunks between looks at the precision, so that threads do not decide when to stop."""

PILOT_DRAWS = 256
MOST_REPEATS = 64
REJECTS_PER_DEAL = 8
"""About so many rejected draws cost as much as one more board."""

NO_LOG = np.zeros((0, 2), np.int64)

Progress = Callable[[float], None]


@dataclass(frozen=True)
class Sampler:
    """A query as the sampling kernel takes it."""

    query: Query
    holdings: Any
    repeats: int

    def chunk(self, number: int, draws: int) -> SampleTally:
        """Sample one chunk: the same deals for the same seed and number, always."""
        return sample_chunk(self.query, self.holdings, number, draws, self.repeats, NO_LOG)


def sample(
    query: Query,
    combos: Sequence[Combos | None],
    progress: Progress | None = None,
    thread_count: int | None = None,
) -> SampleTally:
    """Sample until the query's wish is fulfilled.

    Raises:
        PrecisionError: hardly any draw of the ranges is without a shared card.
        Interrupted: Ctrl-C, with the tally so far.
    """
    sampler = make_sampler(query, combos)
    wish = query.wish
    if wish.deals is not None:
        return _sample_deals(sampler, wish.deals, progress, thread_count)
    if wish.seconds is not None:
        return _sample_seconds(sampler, wish.seconds, progress, thread_count)
    return _sample_precisely(sampler, wish.precision or DEFAULT_PRECISION, progress, thread_count)


def make_sampler(query: Query, combos: Sequence[Combos | None]) -> Sampler:
    """Prepare sampling; a pilot decides how many boards each draw of the ranges gets."""
    holdings = pack_holdings(combos, query.game.hole_cards)
    pilot = sample_chunk(query, holdings, 0, PILOT_DRAWS, 1, NO_LOG)
    repeats = 1 + pilot.rejected // (PILOT_DRAWS * REJECTS_PER_DEAL)
    wanted = query.wish.deals or MOST_REPEATS
    return Sampler(query, holdings, min(repeats, MOST_REPEATS, wanted))


def pack_holdings(combos: Sequence[Combos | None], hole_cards: int) -> Any:
    """All range players' combos one after another, as ``kernels.sampling.Holdings``."""
    kernels = load.sampling()
    held = [(seat, c) for seat, c in enumerate(combos) if c is not None]
    sizes = [len(c) for _, c in held]
    first = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    threshold = np.full(first[-1], 1 << 32, np.uint64)
    other = np.arange(first[-1])
    for start, (_, c) in zip(first, held, strict=False):
        if c.weighted:
            part = slice(start, start + len(c))
            kernels.build_alias(c.weights, threshold[part], other[part])
            other[part] += start
    if held:
        values = [c.values() for _, c in held]
        joined = {name: np.concatenate([v[name] for v in values]) for name in values[0]}
    else:
        joined = _no_values(hole_cards)
    return kernels.Holdings(
        seats=np.array([seat for seat, _ in held], np.int64),
        first=first,
        masks=np.concatenate([c.masks for _, c in held] or [np.zeros(0, np.uint64)]),
        threshold=threshold,
        other=other,
        **joined,
    )


def _no_values(hole_cards: int) -> dict[str, NDArray[Any]]:
    return {
        "pairs": np.zeros((0, hole_cards * (hole_cards - 1) // 2), np.uint8),
        "suits": np.zeros((0, 4), np.uint16),
        "lows": np.zeros(0, np.uint8),
    }


def sample_chunk(
    query: Query, holdings: Any, number: int, draws: int, repeats: int, log: NDArray[np.int64]
) -> SampleTally:
    """Sample one chunk and, where ``log`` has rows, write the first player's draws to it."""
    players = len(query.players)
    counts = np.zeros((players, players + 1, players + 2), np.int64)
    squares = np.zeros(players, np.int64)
    rejected = load.sampling().sample_deals(
        np.uint64(query.wish.seed),
        np.uint64(number),
        draws,
        repeats,
        holdings,
        query.game.hole_cards,
        np.array(query.board, np.uint8),
        np.uint64(card_mask((*query.board, *query.dead))),
        query.game.high_low,
        board_rows(),
        rank_tables(),
        counts,
        squares,
        log,
    )
    if rejected < 0:
        raise stuck()
    return SampleTally(counts, squares, draws, repeats, rejected)


def stuck() -> PrecisionError:
    """The error for ranges of which hardly any draw can be dealt."""
    return PrecisionError(
        "hardly any draw of these ranges is without a shared card; narrow the ranges, "
        "or ask for fewer players"
    )


def _chunks(sampler: Sampler) -> Iterator[tuple[int, int]]:
    """Numbers of chunks, from 1 on as 0 is the pilot, with the draws in each."""
    draws = max(1, CHUNK_DEALS // sampler.repeats)
    return ((number, draws) for number in count_up(1))


def _sample_deals(
    sampler: Sampler, deals: int, progress: Progress | None, thread_count: int | None
) -> SampleTally:
    draws = -(-deals // sampler.repeats)
    per_chunk = max(1, CHUNK_DEALS // sampler.repeats)
    sizes = [per_chunk] * (draws // per_chunk)
    if draws % per_chunk:
        sizes.append(draws % per_chunk)
    chunks = enumerate(sizes, 1)
    return _sample_chunks(sampler, chunks, lambda t, _: t.draws / draws, progress, thread_count)


def _sample_seconds(
    sampler: Sampler, seconds: float, progress: Progress | None, thread_count: int | None
) -> SampleTally:
    start = time.monotonic()

    def spent(_: SampleTally, __: int) -> float:
        return (time.monotonic() - start) / seconds

    return _sample_chunks(sampler, _chunks(sampler), spent, progress, thread_count)


def _sample_precisely(
    sampler: Sampler, precision: float, progress: Progress | None, thread_count: int | None
) -> SampleTally:
    wanted = precision / SURE

    def reached(total: SampleTally, number: int) -> float | None:
        if number % ROUND:
            return None
        error = max(total.errors())
        return (wanted / error) ** 2 if error else 1.0

    return _sample_chunks(sampler, _chunks(sampler), reached, progress, thread_count)


def _sample_chunks(
    sampler: Sampler,
    chunks: Iterable[tuple[int, int]],
    share_done: Callable[[SampleTally, int], float | None],
    progress: Progress | None,
    thread_count: int | None,
) -> SampleTally:
    """Merge chunks until all is done; ``share_done`` tells, or None where it does not look.

    Raises:
        Interrupted: Ctrl-C, with the tally of the chunks merged so far.
    """
    total: SampleTally | None = None
    try:
        parts = workers.in_order(lambda c: sampler.chunk(*c), chunks, thread_count)
        for number, part in enumerate(parts, 1):
            total = part if total is None else total.merge(part)
            share = share_done(total, number)
            if share is not None and progress:
                progress(min(1.0, share))
            if share is not None and share >= 1:
                break
    except KeyboardInterrupt:
        if total is None:
            raise
        raise Interrupted(total) from None
    assert total is not None
    return total

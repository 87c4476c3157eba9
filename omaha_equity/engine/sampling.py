"""Random deals: a stream of blocks, and one loop that reads it until an answer is sure enough."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count as count_up
from typing import Any, NamedTuple, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from omaha_equity.answers.equities import SURE
from omaha_equity.cards import card_mask
from omaha_equity.engine import workers
from omaha_equity.engine.combos import Combos
from omaha_equity.engine.tally import SampleTally
from omaha_equity.errors import Interrupted, PrecisionError
from omaha_equity.games import BOARD_SIZE, Game
from omaha_equity.kernels import load
from omaha_equity.kernels.drawing import Holdings
from omaha_equity.questions.plan import Progress
from omaha_equity.questions.query import Query
from omaha_equity.questions.wish import Wish
from omaha_equity.tables import board_rows, rank_tables

DEFAULT_PRECISION = 0.0005
"""The 95% half-width that takes about a second heads-up."""

CHUNK_DEALS = 1 << 16
"""Deals of a piece of work; a chunk's deals depend on the seed and its number alone."""

BLOCK_DEALS = 4096
"""Deals that are filled and then added up together: some 100 kB, so that they stay in cache."""

ROUND = 8
"""Chunks between looks at the precision, so that threads do not decide when to stop."""

PILOT_DRAWS = 256
MOST_REPEATS = 64
REJECTS_PER_DEAL = 8
"""About this many rejected draws cost as much as one more board."""


class Block(NamedTuple):
    """Some deals, as ``kernels.deals.deal_block`` fills them; valid until the next block.

    Attributes:
        chosen: (draws, R) int64, each range player's combo among all of `Dealing.holdings`.
        boards: (draws * m, 5) uint8, full boards, those of one draw side by side.
        opened: (draws * m, players without a range, h) uint8, their hole cards.
        values: (draws * m, players) uint16 highs; lows: likewise uint8, 0 = no low.
        rejected: draws of the chunk so far that were thrown away.
    """

    chosen: NDArray[np.int64]
    boards: NDArray[np.uint8]
    opened: NDArray[np.uint8]
    values: NDArray[np.uint16]
    lows: NDArray[np.uint8]
    rejected: int


@dataclass(frozen=True)
class Dealing:
    """One stream of deals: the same for the same seed, however many threads read it.

    Attributes:
        game: the game; players: how many play.
        holdings: what range players hold, ``kernels.drawing.Holdings``.
        boards: (m, 5) uint8 known cards, the first ``sizes[b]`` of a row; sizes: (m,) int64.
        blocked: the known board cards and dead cards, as a set.
        fresh: whether each board is dealt anew beside the same combos, or all from one deck.
        seed: decides the deals.
    """

    game: Game
    players: int
    holdings: Holdings
    boards: NDArray[np.uint8]
    sizes: NDArray[np.int64]
    blocked: int
    fresh: bool
    seed: int

    @classmethod
    def of(
        cls,
        game: Game,
        combos: Sequence[Combos | None],
        boards: Sequence[Sequence[int]],
        dead: Sequence[int],
        seed: int,
        fresh: bool = False,
    ) -> Self:
        """Make a stream of what players can hold (None = any hand) and known boards."""
        padded = np.zeros((len(boards), BOARD_SIZE), np.uint8)
        for row, board in zip(padded, boards, strict=True):
            row[: len(board)] = board
        return cls(
            game,
            len(combos),
            pack_holdings(combos, game.hole_cards),
            padded,
            np.array([len(board) for board in boards], np.int64),
            card_mask({*dead, *(card for board in boards for card in board)}),
            fresh,
            seed,
        )

    def repeated(self, repeats: int) -> "Dealing":
        """The stream in which this many boards are dealt, anew, beside each draw of combos."""
        boards, sizes = np.repeat(self.boards, repeats, 0), np.repeat(self.sizes, repeats)
        return Dealing(
            self.game, self.players, self.holdings, boards, sizes, self.blocked, True, self.seed
        )

    def blocks(self, chunk: int, draws: int) -> Iterator[Block]:
        """All deals of a chunk, in blocks of about `BLOCK_DEALS`.

        Raises:
            PrecisionError: hardly any draw of the ranges is without a shared card.
        """
        kernels = load.deals()
        size = max(1, BLOCK_DEALS // len(self.boards))
        space = self._space(size)
        rejected = 0
        for first in range(0, draws, size):
            here = min(size, draws - first)
            block = [part[: here * len(part) // size] for part in space]
            rejected = kernels.deal_block(
                np.uint64(self.seed),
                np.uint64(chunk),
                first,
                rejected,
                self.holdings,
                self.boards,
                self.sizes,
                np.uint64(self.blocked),
                self.fresh,
                self.game.high_low,
                board_rows(),
                rank_tables(),
                *block,
            )
            if rejected < 0:
                raise stuck()
            chosen, boards, opened, values, lows = block
            yield Block(chosen, boards, opened, values, lows, rejected)

    def _space(self, draws: int) -> tuple[NDArray[Any], ...]:
        deals, ranges = draws * len(self.boards), len(self.holdings.seats)
        return (
            np.zeros((draws, ranges), np.int64),
            np.zeros((deals, BOARD_SIZE), np.uint8),
            np.zeros((deals, self.players - ranges, self.game.hole_cards), np.uint8),
            np.zeros((deals, self.players), np.uint16),
            np.zeros((deals, self.players), np.uint8),
        )


class Tally(Protocol):
    """Sums over deals that merge."""

    @property
    def draws(self) -> int:
        """How many draws were added up."""

    def merge(self, other: Self, /) -> Self:
        """The sums over the deals of both."""


T = TypeVar("T", bound=Tally)


def sample_until(
    chunk: Callable[[int, int], T],
    wish: Wish,
    half_width: Callable[[T], float],
    default: float = DEFAULT_PRECISION,
    per_chunk: int = CHUNK_DEALS,
    progress: Progress | None = None,
    thread_count: int | None = None,
) -> T:
    """Merge chunks until a wish is fulfilled.

    Args:
        chunk: samples this many draws, the second argument, of the chunk with a number, from 1.
        wish: when to stop; ``deals`` are draws here.
        half_width: the 95% half-width of what was asked, after this many deals.
        default: the precision without a wish.
        per_chunk: draws in a chunk.

    Raises:
        Interrupted: Ctrl-C, with the tally of the chunks merged so far.
    """
    start = time.monotonic()
    total: T | None = None

    def share_done(number: int, total: T) -> float | None:
        if wish.deals is not None:
            return total.draws / wish.deals
        if wish.seconds is not None:
            return (time.monotonic() - start) / wish.seconds
        if number % ROUND:
            return None
        width = half_width(total)
        return ((wish.precision or default) / width) ** 2 if width else 1.0

    try:
        chunks = _chunks(wish.deals, per_chunk)
        parts = workers.in_order(lambda c: chunk(*c), chunks, thread_count)
        for number, part in enumerate(parts, 1):
            total = part if total is None else total.merge(part)
            share = share_done(number, total)
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


def _chunks(draws: int | None, per_chunk: int) -> Iterator[tuple[int, int]]:
    """Numbers and sizes of chunks, without end where no number of draws is wanted."""
    if draws is None:
        return ((number, per_chunk) for number in count_up(1))
    sizes = [per_chunk] * (draws // per_chunk)
    sizes += [draws % per_chunk] if draws % per_chunk else []
    return enumerate(sizes, 1)


def stuck() -> PrecisionError:
    """The error for ranges of which hardly any draw can be dealt."""
    return PrecisionError(
        "hardly any draw of these ranges is without a shared card; narrow the ranges, "
        "or ask for fewer players"
    )


def sample(
    query: Query,
    combos: Sequence[Combos | None],
    progress: Progress | None = None,
    thread_count: int | None = None,
) -> SampleTally:
    """Sample equities until the query's wish is fulfilled.

    Raises:
        PrecisionError: hardly any draw of the ranges is without a shared card.
        Interrupted: Ctrl-C, with the tally so far.
    """
    dealing = dealing_of(query, combos)
    repeats = len(dealing.boards)
    wish = query.wish
    if wish.deals is not None:
        wish = Wish(deals=-(-wish.deals // repeats))
    return sample_until(
        lambda number, draws: count_chunk(dealing, number, draws),
        wish,
        lambda total: SURE * max(total.errors()),
        per_chunk=max(1, CHUNK_DEALS // repeats),
        progress=progress,
        thread_count=thread_count,
    )


def dealing_of(query: Query, combos: Sequence[Combos | None]) -> Dealing:
    """Make the stream; a pilot, chunk 0, decides how many boards each draw of combos gets."""
    once = Dealing.of(query.game, combos, [query.board], query.dead, query.wish.seed, fresh=True)
    pilot = count_chunk(once, 0, PILOT_DRAWS)
    repeats = 1 + pilot.rejected // (PILOT_DRAWS * REJECTS_PER_DEAL)
    return once.repeated(min(repeats, MOST_REPEATS, query.wish.deals or MOST_REPEATS))


def count_chunk(
    dealing: Dealing,
    number: int,
    draws: int,
    see: Callable[[Block, NDArray[np.int64]], None] | None = None,
) -> SampleTally:
    """Count who wins in the deals of one chunk.

    Args:
        see: called with every block and the (draws, players) pot shares won in it, summed
            over its boards, in 1 / POT.
    """
    players = dealing.players
    counts = np.zeros((players, players + 1, players + 2), np.int64)
    squares = np.zeros(players, np.int64)
    shares = np.zeros((max(1, BLOCK_DEALS // len(dealing.boards)), players), np.int64)
    reduce, rejected = load.reduce(), 0
    for block in dealing.blocks(number, draws):
        won = shares[: len(block.chosen)]
        reduce.count_showdowns(block.values, block.lows, len(dealing.boards), counts, squares, won)
        rejected = block.rejected
        if see:
            see(block, won)
    return SampleTally(counts, squares, draws, len(dealing.boards), rejected)


def pack_holdings(combos: Sequence[Combos | None], hole_cards: int) -> Holdings:
    """All range players' combos one after another, as ``kernels.drawing.Holdings``."""
    kernels = load.deals()
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
    return Holdings(
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

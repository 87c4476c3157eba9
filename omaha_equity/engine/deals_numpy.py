"""Random deals in plain NumPy: those of `omaha_equity.kernels.deals`, bit for bit.

For a process that has not loaded Numba.  Each step is done for all draws of a block at once;
draws whose combos share a card are tried again together.  The last of them look many tries
ahead, which is possible because what a try brings depends on its draw's counter alone.
"""

from functools import cache
from itertools import combinations
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from omaha_equity.cards import RANKS
from omaha_equity.kernels.drawing import (
    ALWAYS,
    BEYOND_DECK,
    BOARD,
    CARD_BITS,
    CARD_MASK,
    CARDS_PER_DRAW,
    DRAW_BITS,
    GOLDEN,
    MIX_1,
    MIX_2,
    MOST_TRIES_PER_DRAW,
    SIZE_BITS,
    TRIES,
    Holdings,
)
from omaha_equity.tables import PAIRS, RankTables

MOST_SUITED = 7
"""Hole cards of one suit, at most."""

FLUSH_BOARD = 3
"""Cards of one suit that a board must have for a flush."""

ROUNDS = 32
"""Tries of all draws at once, after which the rest are tried a few draws at a time."""

FEW_DRAWS = 64
TRIES_AT_ONCE = 4096

Bits = NDArray[np.uint64]
Ints = NDArray[np.int64]
Cards = NDArray[np.uint8]


class Boards(NamedTuple):
    """Full boards as values are looked up.

    Attributes:
        numbers: (deals,) numbers of rank multisets.
        flushed: places of boards with three or more cards of a suit; suits: those suits;
            suited: their ranks, as masks.
        lows: (deals,) ranks that can make a low.
    """

    numbers: Ints
    flushed: Ints
    suits: Ints
    suited: Ints
    lows: Cards


def deal_block(
    seed: int,
    chunk: int,
    first_draw: int,
    rejected: int,
    holdings: Holdings,
    boards: Cards,
    sizes: Ints,
    blocked: int,
    fresh: bool,
    high_low: bool,
    rows: NDArray[np.uint16],
    tables: RankTables,
    chosen: Ints,
    dealt: Cards,
    opened: Cards,
    values: NDArray[np.uint16],
    lows: Cards,
) -> int:
    """Fill a block as `omaha_equity.kernels.deals.deal_block` does; see there."""
    counters = _start(seed, chunk, first_draw, len(chosen))
    drawn, tries = _draw_holdings(counters, blocked, holdings, chosen, rejected, first_draw)
    if _is_stuck(tries, rejected, first_draw):
        return -1
    _deal_cards(mix(~counters), drawn, boards, sizes, fresh, dealt, opened)
    board = _look_up(dealt, tables)
    seats = holdings.seats.tolist()
    open_seats = [seat for seat in range(values.shape[1]) if seat not in seats]
    places = np.repeat(chosen, len(boards), axis=0)
    hands = [_Hand.of_combos(holdings, combos, board) for combos in places.T]
    hands += [_Hand.of_cards(cards, board, tables) for cards in opened.swapaxes(0, 1)]
    for seat, hand in zip([*seats, *open_seats], hands, strict=True):
        values[:, seat] = _highs(hand, board, rows, tables)
        if high_low:
            lows[:, seat] = tables.low[board.lows, hand.lows]
    return rejected + int(tries.sum())


def mix(x: Bits) -> Bits:
    """`omaha_equity.kernels.deals.mix` of every counter."""
    x = (x ^ (x >> np.uint64(30))) * MIX_1
    x = (x ^ (x >> np.uint64(27))) * MIX_2
    return x ^ (x >> np.uint64(31))


def build_alias(weights: NDArray[np.float64], threshold: Bits, other: Ints) -> None:
    """Fill the tables that `omaha_equity.kernels.deals.build_alias` fills."""
    # A running sum, as the kernel takes it: NumPy's own differs in the last place.
    left = (weights * (len(weights) / np.cumsum(weights)[-1])).tolist()
    small = [i for i, weight in enumerate(left) if weight < 1.0]
    large = [i for i, weight in enumerate(left) if weight >= 1.0]
    while small and large:
        i, j = small.pop(), large[-1]
        threshold[i] = int(left[i] * 4294967296.0)
        other[i] = j
        left[j] -= 1.0 - left[i]
        if left[j] < 1.0:
            small.append(large.pop())


def _start(seed: int, chunk: int, first_draw: int, draws: int) -> Bits:
    """Where the random counter of each draw starts."""
    words = np.array([seed, chunk], np.uint64)
    start = mix(mix(words[:1] + GOLDEN) ^ (words[1:] * MIX_2 + GOLDEN))
    return mix(start + GOLDEN * np.arange(first_draw, first_draw + draws, dtype=np.uint64))


def _draw_holdings(
    counters: Bits, blocked: int, holdings: Holdings, chosen: Ints, rejected: int, first_draw: int
) -> tuple[Bits, Ints]:
    """Draw all range players' combos; return the cards used and how many tries were rejected.

    Leaves off where `_is_stuck`.
    """
    counters = counters.copy()
    tries = np.zeros(len(counters), np.int64)
    used = np.full(len(counters), blocked, np.uint64)
    waiting = np.arange(len(counters)) if chosen.shape[1] else np.zeros(0, np.int64)
    rounds = 0
    while len(waiting):
        rounds += 1
        few = rounds > ROUNDS or len(waiting) <= FEW_DRAWS
        now = waiting[:FEW_DRAWS] if few else waiting
        ahead = TRIES_AT_ONCE // len(now) if few else 1
        starts = counters[now, None] + GOLDEN * np.arange(ahead, dtype=np.uint64)
        tried = _try(starts.reshape(-1), np.uint64(blocked), holdings)
        at, failed = _walk(tried, len(now))
        found = np.flatnonzero(at < ahead)
        place = found * ahead + at[found]
        chosen[now[found]] = tried.combos[place]
        used[now[found]] = tried.used[place]
        counters[now] += GOLDEN * at.astype(np.uint64)
        tries[now] += failed
        if few and _is_stuck(tries, rejected, first_draw):
            break
        kept = np.ones(len(waiting), np.bool_)
        kept[found] = False
        waiting = waiting[kept]
    return used, tries


class _Tries(NamedTuple):
    """What comes of drawing everybody's combos once from each of some counters.

    Attributes:
        combos: (tries, R) the combos, and used: the cards, where ``fits``: none are shared.
        steps: how far the counter moves until all are drawn or one does not fit.
    """

    combos: Ints
    used: Bits
    fits: NDArray[np.bool_]
    steps: Ints


def _try(counters: Bits, blocked: np.uint64, holdings: Holdings) -> _Tries:
    used = np.full(len(counters), blocked)
    fits = np.zeros(len(counters), np.bool_)
    steps = np.zeros(len(counters), np.int64)
    combos = np.zeros((len(counters), len(holdings.seats)), np.int64)
    alive = np.arange(len(counters))
    for player in range(len(holdings.seats)):
        first, stop = holdings.first[player : player + 2]
        counters = counters + GOLDEN
        bits = (mix(counters) >> SIZE_BITS) * np.uint64(stop - first) >> DRAW_BITS
        combo = first + bits.astype(np.int64)
        limit = holdings.threshold[combo]
        doubtful = limit < ALWAYS
        if doubtful.any():
            counters = counters + GOLDEN * doubtful
            moves = doubtful & (mix(counters) >> np.uint64(32) >= limit)
            combo = np.where(moves, holdings.other[combo], combo)
        steps[alive] += 1 + doubtful
        combos[alive, player] = combo
        cards = holdings.masks[combo]
        apart = used[alive] & cards == 0
        if not apart.all():
            alive, counters, cards = alive[apart], counters[apart], cards[apart]
        used[alive] |= cards
    fits[alive] = True
    return _Tries(combos, used, fits, steps)


def _walk(tried: _Tries, rows: int) -> tuple[Ints, Ints]:
    """Go from try to try in each of this many rows, up to the first that fits or beyond the last.

    Returns:
        Where that is, and how many tries were rejected on the way.
    """
    ahead = len(tried.fits) // rows
    if ahead == 1:
        return np.where(tried.fits, 0, tried.steps), (~tried.fits).astype(np.int64)
    at = np.zeros(rows, np.int64)
    failed = np.zeros(rows, np.int64)
    # A step of no length marks what fits.
    steps = np.where(tried.fits, 0, tried.steps).reshape(rows, ahead)
    for row, step in enumerate(steps.tolist()):
        place = count = 0
        while place < ahead and step[place]:
            place += step[place]
            count += 1
        at[row], failed[row] = place, count
    return at, failed


def _is_stuck(tries: Ints, rejected: int, first_draw: int) -> bool:
    """Whether the kernel would give up, at some draw of the block."""
    total = rejected + np.cumsum(tries)
    if total[-1] < TRIES:
        return False
    most = MOST_TRIES_PER_DRAW * np.arange(first_draw + 1, first_draw + 1 + len(tries))
    return bool(tries.max() >= TRIES or ((total > TRIES) & (total > most)).any())


def _deal_cards(
    counters: Bits,
    drawn: Bits,
    boards: Cards,
    sizes: Ints,
    fresh: bool,
    dealt: Cards,
    opened: Cards,
) -> None:
    """Deal the boards and any-hand players' cards of each draw, as ``deal_block`` says."""
    used, repeats, held = drawn.copy(), len(boards), opened.shape[2]
    if not fresh:
        for k in range(opened.shape[1]):
            opened[:, k] = np.repeat(_draw_cards(counters, used, held), repeats, axis=0)
    for b, size in enumerate(sizes.tolist()):
        deals = slice(b, None, repeats)
        if fresh:
            used = drawn.copy()
        dealt[deals, :size] = boards[b, :size]
        dealt[deals, size:] = _draw_cards(counters, used, BOARD - size)
        if fresh:
            for k in range(opened.shape[1]):
                opened[deals, k] = _draw_cards(counters, used, held)


def _draw_cards(counters: Bits, used: Bits, need: int) -> Cards:
    """Draw this many cards for each draw; move the counters on and add the cards to ``used``."""
    width = need + CARDS_PER_DRAW
    found = np.zeros((len(counters), width), np.uint8)
    flat = found.reshape(-1)
    ends = np.arange(need, len(flat), width)
    places = ends - need
    taken = used | BEYOND_DECK
    waiting = np.arange(len(counters)) if need else np.zeros(0, np.int64)
    while len(waiting):
        counters[waiting] += GOLDEN
        bits = mix(counters[waiting])
        place, gone = places[waiting], taken[waiting]
        for _ in range(CARDS_PER_DRAW):
            # A card that cannot be had is overwritten, one too many stands beyond the end.
            card = bits & CARD_MASK
            flat[place] = card
            bit = np.uint64(1) << card
            place += gone & bit == 0
            gone |= bit
            bits >>= CARD_BITS
        places[waiting], taken[waiting] = place, gone
        waiting = waiting[place < ends[waiting]]
    cards = found[:, :need]
    for column in range(need):
        used |= np.uint64(1) << cards[:, column].astype(np.uint64)
    return cards


def _look_up(cards: Cards, tables: RankTables) -> Boards:
    ranks, suits = cards >> 2, cards & 3
    triples = tables.triple_index[ranks[:, 0], ranks[:, 1], ranks[:, 2]]
    numbers = tables.board_index[triples, tables.pair_index[ranks[:, 3], ranks[:, 4]]]
    counts = _SUIT_COUNTS[suits[:, 0]]
    for column in range(1, BOARD):
        counts = counts + _SUIT_COUNTS[suits[:, column]]
    enough = counts & _THREE_OF_A_SUIT
    flushed = np.flatnonzero(enough)
    suit = np.log2(enough[flushed]).astype(np.int64) >> 2
    return Boards(
        numbers.astype(np.int64),
        flushed,
        suit,
        _ranks_in_suit(cards[flushed], suit),
        tables.board_lows[numbers],
    )


# A nibble counts each suit, from 5 on, so that its top bit tells of three cards and more.
_SUIT_COUNTS = np.array([1, 16, 256, 4096], np.int64) + np.array([0x1111] * 4, np.int64)
_THREE_OF_A_SUIT = 0x8888


def _ranks_in_suit(cards: Cards, suit: Ints) -> Ints:
    """The mask of ranks that each row of cards holds in its suit."""
    masks = np.zeros(len(cards), np.int64)
    for column in cards.T:
        masks |= ((column & 3) == suit).astype(np.int64) << (column >> 2)
    return masks


class _Hand(NamedTuple):
    """One player's hole cards in every deal as values are looked up.

    Attributes:
        pairs: (deals, h choose 2) numbers of rank pairs; lows: (deals,) ranks that can make a low.
        suited: ranks held in the suit of each board of `Boards.flushed`, as masks.
    """

    pairs: Cards
    lows: Cards
    suited: Ints

    @classmethod
    def of_combos(cls, holdings: Holdings, chosen: Ints, board: Boards) -> Self:
        suited = holdings.suits[chosen[board.flushed], board.suits].astype(np.int64)
        return cls(holdings.pairs[chosen], holdings.lows[chosen], suited)

    @classmethod
    def of_cards(cls, cards: Cards, board: Boards, tables: RankTables) -> Self:
        ranks = cards >> 2
        columns = combinations(range(cards.shape[1]), 2)
        pairs = [tables.pair_index[ranks[:, i], ranks[:, j]] for i, j in columns]
        lows = np.bitwise_or.reduce(_LOW_BITS[ranks], axis=1)
        suited = _ranks_in_suit(cards[board.flushed], board.suits)
        return cls(np.stack(pairs, axis=1), lows, suited)


_LOW_BITS = np.array([2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 1], np.uint8)


def _highs(
    hand: _Hand, board: Boards, rows: NDArray[np.uint16], tables: RankTables
) -> NDArray[np.uint16]:
    at = board.numbers * PAIRS
    every = rows.reshape(-1)
    best: NDArray[np.uint16] = every[at + hand.pairs[:, 0]]
    for column in range(1, hand.pairs.shape[1]):
        np.maximum(best, every[at + hand.pairs[:, column]], out=best)
    possible = np.flatnonzero(hand.suited & (hand.suited - 1))
    if len(possible):
        deals = board.flushed[possible]
        flush = _best_flush(hand.suited[possible], board.suited[possible], tables.flush)
        best[deals] = np.maximum(best[deals], flush)
    return best


def _best_flush(hole: Ints, board: Ints, flush_table: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """The best flush of two ranks of each mask ``hole`` with three of each mask ``board``."""
    most = int(np.bitwise_count(hole).max())
    pairs = _subsets(2, MOST_SUITED)[hole, : most * (most - 1) // 2]
    triples = _subsets(FLUSH_BOARD, BOARD)[board]
    found: NDArray[np.uint16] = flush_table[pairs[:, :, None] | triples[:, None, :]].max(
        axis=(1, 2)
    )
    return found


@cache
def _subsets(size: int, most: int) -> NDArray[np.uint16]:
    """By mask of at most this many ranks, all its parts of one size, then zeros."""
    columns = list(combinations(range(most), size))
    found = np.zeros((1 << len(RANKS), len(columns)), np.uint16)
    for held in range(size, most + 1):
        bits = 1 << np.array(list(combinations(range(len(RANKS)), held)))
        masks = bits.sum(axis=1)
        for place, part in enumerate(combinations(range(held), size)):
            found[masks, place] = bits[:, part].sum(axis=1)
    return found

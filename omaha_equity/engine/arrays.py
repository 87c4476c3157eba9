"""Many spots of one shape as arrays: exact pot shares, and deals drawn at random."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from omaha_equity.cards import DECK_SIZE, card_mask
from omaha_equity.engine import workers
from omaha_equity.engine.combos import Combos, mask_cards
from omaha_equity.engine.tally import POT
from omaha_equity.games import BOARD_SIZE
from omaha_equity.kernels import load
from omaha_equity.tables import rank_tables

SPOTS_AT_ONCE = 512
"""Spots per call of the kernel: some 5 ms on the flop."""

TAKEN = 2.0
"""Above every random number, so that a card that is taken is drawn last."""

Progress = Callable[[float], None]
Cards = NDArray[np.uint8]


def count_shares(
    hands: Cards,
    boards: Cards,
    dead: int = 0,
    high_low: bool = False,
    progress: Progress | None = None,
    thread_count: int | None = None,
) -> NDArray[np.int64]:
    """Return the pot shares of many spots, summed over every board that can come.

    Args:
        hands: (N, players, h) uint8; boards: (N, k) uint8 known cards, equally many in each.
        dead: set of dead cards, the same for all.

    Returns:
        (N, players) int64 in units of 1 / POT.  Cards are not checked.
    """
    chunks = [slice(i, i + SPOTS_AT_ONCE) for i in range(0, len(hands), SPOTS_AT_ONCE)]

    def work(chunk: slice) -> NDArray[np.int64]:
        return _count_chunk(hands[chunk], boards[chunk], dead, high_low)

    load.count()
    total = np.zeros(hands.shape[:2], np.int64)
    answers = workers.in_order(work, chunks, thread_count)
    for done, (chunk, part) in enumerate(zip(chunks, answers, strict=True), 1):
        total[chunk] = part
        if progress:
            progress(done / len(chunks))
    return total


def _count_chunk(hands: Cards, boards: Cards, dead: int, high_low: bool) -> NDArray[np.int64]:
    size, players = hands.shape[:2]
    known = boards.shape[1]
    padded = np.zeros((size, BOARD_SIZE), np.uint8)
    padded[:, :known] = boards
    counts = np.zeros((size, players, players + 1, players + 2), np.int64)
    load.count().count_boards(
        np.ascontiguousarray(hands),
        padded,
        np.full(size, known),
        np.full(size, dead, np.uint64),
        high_low,
        rank_tables(),
        counts,
    )
    found: NDArray[np.int64] = np.tensordot(counts, units_of(players), 2)
    return found


def units_of(players: int) -> NDArray[np.int64]:
    """The pot share, in 1 / POT, by high sharers and low state (see ``engine.tally``)."""
    high = np.array([0, *(POT // sharers for sharers in range(1, players + 1))])
    units = np.zeros((players + 1, players + 2), np.int64)
    units[:, 0] = high
    units[:, 1] = high // 2
    units[:, 2:] = high[:, None] // 2 + high[1:] // 2
    return units


class Deals(NamedTuple):
    """Deals drawn at random in which no card is twice.

    Attributes:
        rows: (A,) which of the boards given they belong to.
        hands: (A, players, h) uint8; boards: (A, k) uint8.
    """

    rows: NDArray[np.int64]
    hands: Cards
    boards: Cards


def draw_deals(
    players: Sequence[Combos | None],
    hole_cards: int,
    boards: Cards,
    to_come: int,
    dead: Sequence[int],
    rng: np.random.Generator,
) -> Deals:
    """Draw one deal for each of the boards, and drop those in which players share a card.

    Args:
        players: what each can hold, drawn by weight; None = any hand.
        boards: (M, k) uint8 known cards; to_come: how many more to draw for each.
    """
    used = mask_cards(boards) if boards.shape[1] else np.zeros(len(boards), np.uint64)
    used |= np.uint64(card_mask(dead))
    fine = np.ones(len(boards), bool)
    places = [None if c is None else _draw_places(c, len(boards), rng) for c in players]
    for combos, place in zip(players, places, strict=True):
        if combos is not None and place is not None:
            fine &= used & combos.masks[place] == 0
            used |= combos.masks[place]
    rows = np.flatnonzero(fine)
    any_hands = sum(combos is None for combos in players)
    drawn = _draw_cards(used[rows], to_come + any_hands * hole_cards, rng)
    hands = np.empty((len(rows), len(players), hole_cards), np.uint8)
    at = to_come
    for seat, (combos, place) in enumerate(zip(players, places, strict=True)):
        if combos is not None and place is not None:
            hands[:, seat] = combos.cards[place[rows]]
        else:
            hands[:, seat] = drawn[:, at : at + hole_cards]
            at += hole_cards
    return Deals(rows, hands, np.concatenate([boards[rows], drawn[:, :to_come]], axis=1))


def _draw_places(combos: Combos, count: int, rng: np.random.Generator) -> NDArray[np.int64]:
    if not combos.weighted:
        places: NDArray[np.int64] = rng.integers(len(combos), size=count)
        return places
    upto = np.cumsum(combos.weights)
    drawn: NDArray[np.int64] = np.searchsorted(upto, rng.random(count) * upto[-1], side="right")
    return drawn


def _draw_cards(used: NDArray[np.uint64], count: int, rng: np.random.Generator) -> Cards:
    """Draw ``count`` cards for each set of used ones, in random order."""
    if not count:
        return np.zeros((len(used), 0), np.uint8)
    keys = rng.random((len(used), DECK_SIZE), np.float32)
    taken = used[:, None] >> np.arange(DECK_SIZE, dtype=np.uint64) & np.uint64(1)
    keys[taken.astype(bool)] = TAKEN
    least = np.argpartition(keys, count - 1, axis=1)[:, :count]
    # A partition leaves them in an order that depends on the cards.
    drawn: Cards = rng.permuted(least, axis=1).astype(np.uint8)
    return drawn


def joint_weight(ours: Combos, theirs: Combos) -> float:
    """Return the sum of the products of weights over all pairs of combos that share no card.

    By inclusion and exclusion over the sets of cards that a pair might share.
    """
    total = 0.0
    for size in range(ours.cards.shape[1] + 1):
        mine, my_sums = _sum_subsets(ours, size)
        others, other_sums = _sum_subsets(theirs, size)
        _, left, right = np.intersect1d(mine, others, assume_unique=True, return_indices=True)
        total += (-1) ** size * float(my_sums[left] @ other_sums[right])
    return total


def _sum_subsets(combos: Combos, size: int) -> tuple[NDArray[np.uint64], NDArray[np.float64]]:
    """The weight of all combos that hold each set of ``size`` cards."""
    bits = np.uint64(1) << combos.cards.astype(np.uint64)
    columns = list(combinations(range(combos.cards.shape[1]), size))
    sets = np.concatenate(
        [np.bitwise_or.reduce(bits[:, list(c)], axis=1, initial=0) for c in columns]
    ).astype(np.uint64)
    found, inverse = np.unique(sets, return_inverse=True)
    sums = np.bincount(inverse, np.tile(combos.weights, len(columns)))
    return found, sums.astype(np.float64)

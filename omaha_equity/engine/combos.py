"""What players can hold, as arrays: combos, what values need of them, whether they go together.

Sets of cards are 52-bit masks; sets that are equal up to the names of suits are found together.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from omaha_equity.cards import DECK_SIZE, RANK_COUNT, SUIT_COUNT, card_mask
from omaha_equity.errors import ImpossibleError
from omaha_equity.questions.query import Query
from omaha_equity.questions.reading import Hand, Holding, held_as
from omaha_equity.ranges.universe import universe
from omaha_equity.tables import rank_tables

PER_CENT = 100
SUIT_BITS = np.uint64(0x1111111111111)
"""The bits of one suit in a card set, clubs'."""
SEARCH_STEPS = 5_000
"""Combos tried before the search is left to the sampler, which notices when it is stuck."""
MOST_SPOTS = 4_000_000
"""More combinations of combos are not listed."""
SWEPT_CARDS = 6
"""Hole cards up to which sweeping is offered: counters take 160 MB with six."""
TAKEN = 2.0
"""Above every random number, so that a card that is taken is drawn last."""


@dataclass(frozen=True)
class Combos:
    """The combos one player can hold beside the board and dead cards.

    Attributes:
        cards: (N, h) uint8, rising in each row, rows in order.
        weights: (N,) float64, above 0; whole per cents where the range's weights are such.
        masks: (N,) uint64 sets of cards.
    """

    cards: NDArray[np.uint8]
    weights: NDArray[np.float64]
    masks: NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def weighted(self) -> bool:
        """Whether weights differ."""
        return bool((self.weights != self.weights[0]).any())

    def values(self) -> dict[str, Any]:
        """What kernels need to value combos: pairs, suits and lows (see the kernels)."""
        ranks, suits = self.cards // SUIT_COUNT, self.cards % SUIT_COUNT
        columns = list(combinations(range(self.cards.shape[1]), 2))
        pair_index = rank_tables().pair_index
        bits = np.uint16(1) << ranks.astype(np.uint16)
        low_bits = np.where(
            ranks == RANK_COUNT - 1, 1, np.where(ranks < 7, bits << np.uint16(1), 0)
        )
        return {
            "pairs": np.stack([pair_index[ranks[:, i], ranks[:, j]] for i, j in columns], axis=1),
            "suits": np.stack(
                [
                    np.bitwise_or.reduce(bits * (suits == suit), axis=1)
                    for suit in range(SUIT_COUNT)
                ],
                axis=1,
            ).astype(np.uint16),
            "lows": np.bitwise_or.reduce(low_bits, axis=1).astype(np.uint8),
        }


def possible_combos(query: Query) -> list[Combos | None]:
    """What every player can hold; None for any hand.

    Raises:
        ImpossibleError: a range is empty, or the board and dead cards leave nothing of it.
    """
    blocked = np.uint64(card_mask(query.seen()))
    return [
        None if held is None else _possible(held, blocked, seat)
        for seat, held in enumerate(query.players, 1)
    ]


def combos_of(held: Hand | Holding) -> Combos:
    """Every combo of a hand or holding with the weight that it has there."""
    if isinstance(held, tuple):
        cards = np.array([sorted(held)], np.uint8)
        return Combos(cards, np.ones(1), mask_cards(cards))
    return Combos(held.combos, held.weights, mask_cards(held.combos))


def any_hand(query: Query) -> Combos:
    """All hands that the board and dead cards leave."""
    cards = np.asarray(universe(query.game.hole_cards).sorted_cards)
    masks = mask_cards(cards)
    keep = masks & np.uint64(card_mask(query.seen())) == 0
    return Combos(np.ascontiguousarray(cards[keep]), np.ones(int(keep.sum())), masks[keep])


def weight_units(query: Query) -> list[Fraction]:
    """What the weight 1 of each player's combos is worth in the weights of the range itself.

    Which unit combos have depends on those that the board and dead cards leave.
    """
    units = [Fraction(1)] * len(query.players)
    for seat, (held, combos) in enumerate(zip(query.players, possible_combos(query), strict=True)):
        if held is not None and combos is not None and not isinstance(held, tuple):
            first = np.flatnonzero(mask_cards(held.combos) == combos.masks[0])[0]
            ratio = Fraction(float(held.weights[first])) / Fraction(float(combos.weights[0]))
            units[seat] = ratio.limit_denominator(PER_CENT)
    return units


def mask_cards(cards: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """The set of cards of each row."""
    masks: NDArray[np.uint64] = np.bitwise_or.reduce(
        np.uint64(1) << cards.astype(np.uint64), axis=1
    )
    return masks


def _possible(held: Hand | Holding, blocked: np.uint64, seat: int) -> Combos:
    every = combos_of(held)
    if isinstance(held, tuple):
        return every
    cards, weights, masks = every.cards, every.weights, every.masks
    where = f"player {seat}: {held_as(held)!r}"
    if not len(cards):
        raise ImpossibleError(f"{where} is an empty range; no hand fits it")
    keep = (masks & blocked == 0) & (weights > 0)
    if not keep.any():
        raise ImpossibleError(f"{where} has no hand left beside the board and the dead cards")
    whole = np.rint(weights * PER_CENT)
    if whole[keep].min() >= 1 and np.allclose(weights * PER_CENT, whole, rtol=0, atol=1e-9):
        weights = whole if (weights[keep] != weights[keep][0]).any() else np.ones(len(weights))
    return Combos(np.ascontiguousarray(cards[keep]), weights[keep], masks[keep])


def no_deal() -> ImpossibleError:
    """The error for ranges that leave no deal."""
    return ImpossibleError(
        "no deal is possible: whatever combos the players hold, two share a card"
    )


def check(combos: Sequence[Combos | None]) -> None:
    """Make sure that the ranges leave some deal, as far as a short search can tell.

    Raises:
        ImpossibleError: whatever the players hold, two share a card.
    """
    held = sorted((c.masks for c in combos if c is not None), key=len)
    if _too_many_of_a_rank(held) or _search(held, np.uint64(0), [SEARCH_STEPS]) is False:
        raise no_deal()


def _too_many_of_a_rank(held: Sequence[NDArray[np.uint64]]) -> bool:
    """Whether the players need more cards of some rank, or of some card, than they can get."""
    anywhere = 0
    for masks in held:
        anywhere |= int(np.bitwise_or.reduce(masks))
    for rank in range(RANK_COUNT):
        of_rank = np.uint64(0b1111 << rank * SUIT_COUNT)
        needed = sum(int(np.bitwise_count(masks & of_rank).min()) for masks in held)
        if needed > (anywhere & int(of_rank)).bit_count():
            return True
    certain = [int(np.bitwise_and.reduce(masks)) for masks in held]
    together = 0
    for cards in certain:
        if together & cards:
            return True
        together |= cards
    return False


def _search(held: Sequence[NDArray[np.uint64]], used: np.uint64, steps: list[int]) -> bool | None:
    """Whether every player can hold some combo beside all others'; None = not known."""
    if not held:
        return True
    for mask in held[0][held[0] & used == 0]:
        steps[0] -= 1
        if steps[0] < 0:
            return None
        found = _search(held[1:], used | mask, steps)
        if found is not False:
            return found
    return False


def keeps_range(combos: Combos, naming: tuple[int, ...]) -> bool:
    """Whether a renaming of suits maps a range, weights included, to itself."""
    renamed = rename(combos.masks, naming)
    order, new_order = np.argsort(combos.masks), np.argsort(renamed)
    return bool(
        (combos.masks[order] == renamed[new_order]).all()
        and (combos.weights[order] == combos.weights[new_order]).all()
    )


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


class Deals(NamedTuple):
    """Deals drawn at random in which no card is twice.

    Attributes:
        rows: (A,) which of the boards given they belong to.
        hands: (A, players, h) uint8; boards: (A, k) uint8.
    """

    rows: NDArray[np.int64]
    hands: NDArray[np.uint8]
    boards: NDArray[np.uint8]


def draw_deals(
    players: Sequence[Combos | None],
    hole_cards: int,
    boards: NDArray[np.uint8],
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


def _draw_cards(
    used: NDArray[np.uint64], count: int, rng: np.random.Generator
) -> NDArray[np.uint8]:
    """Draw ``count`` cards for each set of used ones, in random order."""
    if not count:
        return np.zeros((len(used), 0), np.uint8)
    keys = rng.random((len(used), DECK_SIZE), np.float32)
    taken = used[:, None] >> np.arange(DECK_SIZE, dtype=np.uint64) & np.uint64(1)
    keys[taken.astype(bool)] = TAKEN
    least = np.argpartition(keys, count - 1, axis=1)[:, :count]
    # A partition leaves them in an order that depends on the cards.
    drawn: NDArray[np.uint8] = rng.permuted(least, axis=1).astype(np.uint8)
    return drawn


def renamings_that_keep(sets: Iterable[int]) -> list[tuple[int, ...]]:
    """The renamings of suits that leave every one of these card sets (52-bit masks) alone."""
    fixed = np.array(list(sets), np.uint64)
    return [
        naming
        for naming in permutations(range(SUIT_COUNT))
        if (rename(fixed, naming) == fixed).all()
    ]


def rename(masks: NDArray[np.uint64], naming: tuple[int, ...]) -> NDArray[np.uint64]:
    """Rename suits in card sets: suit s becomes ``naming[s]``."""
    renamed = np.zeros_like(masks)
    for suit, new in enumerate(naming):
        renamed |= ((masks >> np.uint64(suit)) & SUIT_BITS) << np.uint64(new)
    return renamed


def merge_alike(
    masks: NDArray[np.uint64], weights: NDArray[np.float64], namings: list[tuple[int, ...]]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Keep one of each set of rows that are equal up to the renamings.

    Args:
        masks: (Q, k) card sets; weights: (Q,).

    Returns:
        (K,) the rows kept, and (K,) the sums of the weights they stand for.
    """
    smallest = least(masks, namings)
    _, kept, inverse = np.unique(smallest, axis=0, return_index=True, return_inverse=True)
    sums = np.bincount(inverse.ravel(), weights).astype(np.float64)
    return kept.astype(np.int64), sums


def least(masks: NDArray[np.uint64], namings: list[tuple[int, ...]]) -> NDArray[np.uint64]:
    """Each row's least renaming, columns compared from the first on."""
    found = masks.copy()
    for naming in namings:
        other = rename(masks, naming)
        smaller = np.zeros(len(masks), bool)
        equal = np.ones(len(masks), bool)
        for column in range(masks.shape[1]):
            smaller |= equal & (other[:, column] < found[:, column])
            equal &= other[:, column] == found[:, column]
        found[smaller] = other[smaller]
    return found

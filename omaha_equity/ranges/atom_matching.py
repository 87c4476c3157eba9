"""Which hands an atom matches: its slots laid on the places of a hand, in every way.

An atom asks for cards by rank and by suit.  For one way to lay its slots on the places of a
hand, "the ranks fit" depends on the rank multiset alone and "the suits fit" on the row of
suits alone.  So both are tested on their own, over all ways, and a hand matches if some way
fits both: a product of two small Boolean matrices.

Lists such as ``[As,Kh,Qd]`` tie ranks to suits.  A few are split into atoms that do not; for
many, cards are counted instead: by Hall's theorem the slots can be filled if any k of them
find at least k cards that they accept.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations, product
from math import perm, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from omaha_equity.cards import RANK_COUNT, SUIT_COUNT
from omaha_equity.errors import RangeError
from omaha_equity.ranges.patterns import ANY_CARD, Atom, Slot
from omaha_equity.ranges.universe import Universe

ALL_RANKS = (1 << RANK_COUNT) - 1
ALL_SUITS = (1 << SUIT_COUNT) - 1
EVERY_RANK_OF_A_SUIT = ANY_CARD // ALL_SUITS

WAYS_AT_ONCE = 30_000_000
"""Ways times rank multisets tested in one go: bounds memory, not results."""
HANDS_AT_ONCE = 2_000_000
WORTH_MERGING = 50_000_000
MOST_WORK = 5 * 10**10

Mask = NDArray[np.bool_]


def is_mixed(atom: Atom) -> bool:
    """Whether it asks for ranks and for suits."""
    return asks_for_ranks(atom) and asks_for_suits(atom)


def asks_for_ranks(atom: Atom) -> bool:
    """Whether some hands are left out because of their ranks."""
    return any(
        slot.rank_variable or any(ranks != ALL_RANKS for ranks, _ in _rectangles(slot.cards))
        for slot in atom.slots
    )


def asks_for_suits(atom: Atom) -> bool:
    """Whether some hands are left out because of their suits."""
    return any(
        slot.suit_variable or any(suits != ALL_SUITS for _, suits in _rectangles(slot.cards))
        for slot in atom.slots
    )


def find_by_ranks(atom: Atom, among: Universe) -> Mask:
    """Return (multisets,): which rank multisets match an atom that asks for ranks alone."""
    slots = _asking(atom, among)
    if not any(slot.rank_variable for slot in slots):
        return _enough(among.some_cards, _demands([slot.cards for slot in slots]))
    ways = _ways(among.hole_cards, _repeats(slots))
    found = np.zeros(among.multisets, np.bool_)
    for ranks, _ in _asks(slots, atom):
        for some in _portions(ways, among):
            found |= ranks.fits(among.ranks, among.same_rank, some).any(axis=0)
    return found


def find_by_suits(atom: Atom, among: Universe) -> Mask:
    """Return (4**h,): which rows of suits match an atom that asks for suits alone."""
    slots = _asking(atom, among)
    ways = _ways(among.hole_cards, _repeats(slots))
    found = np.zeros(SUIT_COUNT**among.hole_cards, np.bool_)
    for _, suits in _asks(slots, atom):
        for some in _portions(ways, among):
            found |= suits.fits(among.suits, among.same_suit, some).any(axis=0)
    return found


def find_mixed(atoms: Sequence[Atom], among: Universe) -> Mask:
    """Return (hands,): which hands match any of the atoms.

    Raises:
        RangeError: an atom ties ranks to suits in too many ways.
    """
    found = np.zeros(among.hands, np.bool_)
    waiting: list[tuple[Mask, Mask]] = []
    count = 0
    for atom in atoms:
        slots = _asking(atom, among)
        if _count_instead(slots, atom, among):
            for masks in _bound(slots, atom):
                _add_by_counting(masks, among, found)
            continue
        for by_ranks, by_suits in _fitting(slots, atom, among):
            if count and (count + len(by_ranks)) * among.multisets > WAYS_AT_ONCE:
                _add_fitting(waiting, among, found)
                waiting, count = [], 0
            waiting.append((by_ranks, by_suits))
            count += len(by_ranks)
    _add_fitting(waiting, among, found)
    return found


def _asking(atom: Atom, among: Universe) -> list[Slot]:
    # A slot that asks for nothing is filled by any card left over: there is always one.
    if len(atom.slots) > among.hole_cards:
        raise ValueError(f"{atom.text!r} has more cards than a hand")
    return sorted(slot for slot in atom.slots if slot != (ANY_CARD, "", ""))


def _portions(ways: NDArray[np.intp], among: Universe) -> Iterator[NDArray[np.intp]]:
    step = max(1, WAYS_AT_ONCE // max(among.multisets, SUIT_COUNT**among.hole_cards))
    for start in range(0, len(ways), step):
        yield ways[start : start + step]


# Ranks apart from suits


class _Ask(NamedTuple):
    """What every slot asks of one half of its card: its rank, or its suit."""

    masks: tuple[int, ...]
    variables: tuple[str, ...]
    every: int
    """The mask that asks for nothing."""

    @property
    def is_empty(self) -> bool:
        return not any(self.variables) and all(mask == self.every for mask in self.masks)

    def fits(self, values: NDArray[np.uint8], same: Mask, ways: NDArray[np.intp]) -> Mask:
        """Return (ways, columns): whether the ``values`` (h, columns) fit, laid so."""
        size, columns = values.shape
        found = np.ones((len(ways), columns), np.bool_)
        for slot, mask in enumerate(self.masks):
            if mask != self.every:
                wanted = ((mask >> np.arange(self.every.bit_length())) & 1).astype(np.bool_)
                found &= wanted[values][ways[:, slot]]
        for one, two in combinations(range(len(self.masks)), 2):
            if not (self.variables[one] and self.variables[two]):
                continue
            alike = same[ways[:, one] * size + ways[:, two]]
            if self.variables[one] == self.variables[two]:
                found &= alike
            else:
                found &= ~alike
        return found


def _fitting(slots: Sequence[Slot], atom: Atom, among: Universe) -> Iterator[tuple[Mask, Mask]]:
    """Yield, for portions of the ways: (ways, multisets) and (ways, 4**h), what fits."""
    ways = _ways(among.hole_cards, _repeats(slots))
    for ranks, suits in _asks(slots, atom):
        for some in _portions(ways, among):
            by_suits = suits.fits(among.suits, among.same_suit, some)
            possible = by_suits.any(axis=1)
            by_ranks = ranks.fits(among.ranks, among.same_rank, some[possible])
            yield by_ranks, by_suits[possible]


def _asks(slots: Sequence[Slot], atom: Atom) -> Iterator[tuple[_Ask, _Ask]]:
    """Split an atom where ranks and suits are not independent, as in ``[As,Ah,K]``."""
    choices = [_rectangles(slot.cards) for slot in slots]
    for chosen in product(*choices):
        ranks = [
            mask & ~atom.named_ranks if slot.rank_variable else mask
            for slot, (mask, _) in zip(slots, chosen, strict=True)
        ]
        suits = [
            mask & ~atom.named_suits if slot.suit_variable else mask
            for slot, (_, mask) in zip(slots, chosen, strict=True)
        ]
        yield (
            _Ask(tuple(ranks), tuple(slot.rank_variable for slot in slots), ALL_RANKS),
            _Ask(tuple(suits), tuple(slot.suit_variable for slot in slots), ALL_SUITS),
        )


@cache
def _rectangles(cards: int) -> list[tuple[int, int]]:
    """Cut a set of cards into rank masks and suit masks whose products make it up."""
    ranks_by_suits: dict[int, int] = {}
    for rank in range(RANK_COUNT):
        suits = cards >> rank * SUIT_COUNT & ALL_SUITS
        if suits:
            ranks_by_suits[suits] = ranks_by_suits.get(suits, 0) | 1 << rank
    return [(ranks, suits) for suits, ranks in ranks_by_suits.items()]


def _repeats(slots: Sequence[Slot]) -> tuple[bool, ...]:
    return tuple(place > 0 and slot == slots[place - 1] for place, slot in enumerate(slots))


@cache
def _ways(hole_cards: int, repeats: tuple[bool, ...]) -> NDArray[np.intp]:
    """Return (ways, slots): the places of a hand that the slots may take.

    A slot equal to the one before it takes a later place: exchanging them changes nothing.
    """
    ways = np.array(list(permutations(range(hole_cards), len(repeats))), np.intp)
    for slot, repeated in enumerate(repeats):
        if repeated:
            ways = ways[ways[:, slot] > ways[:, slot - 1]]
    return ways


def _add_fitting(fitting: Sequence[tuple[Mask, Mask]], among: Universe, found: Mask) -> None:
    if not fitting:
        return
    by_ranks = np.concatenate([ranks for ranks, _ in fitting])
    by_suits = np.concatenate([suits for _, suits in fitting])
    for group in among.groups:
        ranks_fit = by_ranks[:, group.multisets]
        ways = np.flatnonzero(ranks_fit.any(axis=1))
        if not len(ways):
            continue
        ranks_fit = ranks_fit[ways]
        rows = np.flatnonzero(ranks_fit.any(axis=0))
        hands = found[group.hands].reshape(group.shape)
        left, right = ranks_fit[:, rows], by_suits[ways][:, group.codes]
        if left.size * right.shape[1] <= WORTH_MERGING:
            hands[rows] |= _some_way(left, right)
            continue
        left, left_copies = _distinct(left)
        right, right_copies = _distinct(right)
        fits = _some_way(left, right)
        for kind in range(left.shape[1]):
            hands[rows[left_copies == kind]] |= fits[kind, right_copies]


def _some_way(by_ranks: Mask, by_suits: Mask) -> Mask:
    ways = by_ranks.T.astype(np.float32) @ by_suits.astype(np.float32)
    return np.asarray(ways > 0)


def _distinct(columns: Mask) -> tuple[Mask, NDArray[np.intp]]:
    """Return the distinct columns, and which of them each column is."""
    packed = np.ascontiguousarray(np.packbits(columns, axis=0).T)
    whole = packed.view(np.dtype((np.void, packed.shape[1]))).reshape(-1)
    _, first, copies = np.unique(whole, return_index=True, return_inverse=True)
    return columns[:, first], copies


# Cards counted


def _count_instead(slots: Sequence[Slot], atom: Atom, among: Universe) -> bool:
    """Whether to count cards, for every binding of the variables, or else to split the lists."""
    splits = prod(len(_rectangles(slot.cards)) for slot in slots)
    ranks = {slot.rank_variable for slot in slots} - {""}
    suits = {slot.suit_variable for slot in slots} - {""}
    bindings = perm(RANK_COUNT - atom.named_ranks.bit_count(), len(ranks))
    bindings *= perm(SUIT_COUNT - atom.named_suits.bit_count(), len(suits))
    counting = max(1, bindings * 2 ** len(slots) // 4)
    if min(splits, counting) * among.hands > MOST_WORK:
        raise RangeError(
            "its lists tie ranks to suits in too many ways", atom.text, 0, hint="split it with ':'"
        )
    return bool(splits > counting)


def _bound(slots: Sequence[Slot], atom: Atom) -> Iterator[list[int]]:
    """Yield the cards each slot accepts, for every binding of the variables."""
    rank_names = sorted({slot.rank_variable for slot in slots} - {""})
    suit_names = sorted({slot.suit_variable for slot in slots} - {""})
    ranks = [rank for rank in range(RANK_COUNT) if not atom.named_ranks >> rank & 1]
    suits = [suit for suit in range(SUIT_COUNT) if not atom.named_suits >> suit & 1]
    for chosen_ranks, chosen_suits in product(
        permutations(ranks, len(rank_names)), permutations(suits, len(suit_names))
    ):
        rank_of = dict(zip(rank_names, chosen_ranks, strict=True))
        suit_of = dict(zip(suit_names, chosen_suits, strict=True))
        masks = []
        for slot in slots:
            mask = slot.cards
            if slot.rank_variable:
                mask &= ALL_SUITS << SUIT_COUNT * rank_of[slot.rank_variable]
            if slot.suit_variable:
                mask &= EVERY_RANK_OF_A_SUIT << suit_of[slot.suit_variable]
            masks.append(mask)
        if all(masks):
            yield masks


def _add_by_counting(masks: Sequence[int], among: Universe, found: Mask) -> None:
    demands = _demands(masks)
    for group in among.groups:
        step = max(1, HANDS_AT_ONCE // len(group.suits))
        hands = found[group.hands].reshape(group.shape)
        for start in range(0, len(group.ranks), step):
            held = np.zeros((len(group.ranks[start : start + step]), len(group.suits)), np.uint64)
            for place in range(among.hole_cards):
                first = group.ranks[start : start + step, place, None] * np.uint8(SUIT_COUNT)
                held |= np.uint64(1) << (first + group.suits[:, place]).astype(np.uint64)
            hands[start : start + step] |= _enough(held, demands)


def _demands(masks: Sequence[int]) -> dict[int, int]:
    """Return how many cards of which kinds the slots need: Hall's condition for each subset."""
    demands: dict[int, int] = {}
    for size in range(1, len(masks) + 1):
        for some in combinations(masks, size):
            accepted = 0
            for mask in some:
                accepted |= mask
            # Sizes ascend, so the most that is asked of the same cards stays.
            demands[accepted] = size
    demands.pop(ANY_CARD, None)
    return demands


def _enough(held: NDArray[np.uint64], demands: dict[int, int]) -> Mask:
    found = np.ones(held.shape, np.bool_)
    for accepted, least in demands.items():
        found &= np.bitwise_count(held & np.uint64(accepted)) >= least
    return found

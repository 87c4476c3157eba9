"""Patterns against a matcher that tries every assignment, on random patterns."""

from random import Random

import numpy as np
import pytest
import range_oracle

from omaha_equity.errors import RangeError
from omaha_equity.ranges import atom_matching
from omaha_equity.ranges.matching import match, no_percentiles, weigh
from omaha_equity.ranges.one_hand import suit_shape, weight_of
from omaha_equity.ranges.patterns import (
    ANY_CARD,
    Atom,
    Both,
    Either,
    Pattern,
    Slot,
    SuitShape,
    Weighted,
    Without,
)
from omaha_equity.ranges.universe import class_key, key_masks, lexicographic, universe

SUIT = ANY_CARD // 0b1111
SIZES = {4: (270_725, 16_432), 5: (2_598_960, 134_459), 6: (20_358_520, 962_988)}


def random_cards(random: Random) -> int:
    """Cards of some ranks, or of a suit, or of neither kind of set."""
    kind = random.random()
    if kind < 0.5:
        return sum(
            0b1111 << 4 * rank for rank in random.sample(range(13), random.choice([1, 1, 4]))
        )
    if kind < 0.8:
        return SUIT << random.randrange(4)
    if kind < 0.9:
        return sum(1 << random.randrange(52) for _ in range(3)) or 1
    return sum(random.randrange(1, 16) << 4 * rank for rank in random.sample(range(13), 5))


def random_slot(random: Random) -> Slot:
    cards = random_cards(random) if random.random() < 0.6 else ANY_CARD
    rank = random.choice("RON") if random.random() < 0.35 else ""
    suit = random.choice("xyz") if random.random() < 0.35 else ""
    return Slot(cards, rank, suit)


def random_atom(random: Random, hole_cards: int) -> Atom:
    asked = [random_slot(random) for _ in range(random.randint(1, hole_cards))]
    if random.random() < 0.4:
        asked = [*asked[: hole_cards - 1], asked[0]]
    named_ranks = random.choice([0, 1 << 12, 0b101 << 8])
    return Atom(tuple(asked), named_ranks, random.choice([0, 0, 1, 6]), "atom")


def random_pattern(random: Random, hole_cards: int, depth: int = 2) -> Pattern:
    if depth == 0 or random.random() < 0.3:
        return random_atom(random, hole_cards)
    if random.random() < 0.1:
        return SuitShape(frozenset({suit_shape(range(hole_cards)), (hole_cards,)}), "$ds")
    one, two = (random_pattern(random, hole_cards, depth - 1) for _ in range(2))
    return random.choice([Either((one, two), "e"), Both(one, two, "b"), Without(one, two, "w")])


@pytest.mark.parametrize(("hole_cards", "patterns"), [(4, 150), (5, 40), (6, 8)])
def test_random_patterns_match_as_trying_everything_does(hole_cards: int, patterns: int) -> None:
    random, draw = Random(hole_cards), np.random.default_rng(hole_cards)
    among = universe(hole_cards)
    matching = 0
    for _ in range(patterns):
        pattern = random_pattern(random, hole_cards)
        found = match(pattern, among, no_percentiles)
        tried = draw.integers(among.hands, size=300)
        if found.any():
            tried = np.append(tried, draw.choice(np.flatnonzero(found), 100))
        deals = among.cards(np.sort(tried))
        expected = range_oracle.matches(pattern, deals.astype(np.int8))
        assert np.array_equal(found[np.sort(tried)], expected), pattern
        matching += int(expected.sum())
    assert matching > 100 * patterns // 3


def test_random_patterns_match_on_every_hand_of_four_cards() -> None:
    random, among = Random(44), universe(4)
    for _ in range(12):
        pattern = random_pattern(random, 4, 1)
        found = match(pattern, among, no_percentiles)[among.sorted_positions]
        assert np.array_equal(found, range_oracle.matches(pattern, range_oracle.hands(4))), pattern


def test_results_do_not_depend_on_how_much_is_done_at_once(monkeypatch) -> None:
    random, among = Random(9), universe(4)
    patterns = [Either(tuple(random_atom(random, 4) for _ in range(5)), "e") for _ in range(12)]
    found = [match(pattern, among, no_percentiles) for pattern in patterns]
    monkeypatch.setattr(atom_matching, "WAYS_AT_ONCE", 4_000)
    monkeypatch.setattr(atom_matching, "HANDS_AT_ONCE", 5_000)
    monkeypatch.setattr(atom_matching, "WORTH_MERGING", 0)
    for pattern, before in zip(patterns, found, strict=True):
        assert np.array_equal(match(pattern, among, no_percentiles), before)


def test_lists_that_tie_ranks_to_suits() -> None:
    lists = Slot(sum((rank + 1) % 16 << 4 * rank for rank in range(13)))
    among = universe(4)
    for others in [(), (Slot(ANY_CARD, "R"),), (Slot(SUIT),)]:
        atom = Atom((lists, lists, lists, *others), 0, 0, "lists")
        found = match(atom, among, no_percentiles)[among.sorted_positions]
        assert np.array_equal(found, range_oracle.matches(atom, range_oracle.hands(4)))


def test_what_would_take_hours_is_refused() -> None:
    lists = Slot(sum((rank + 1) % 16 << 4 * rank for rank in range(13)))
    names = [Slot(ANY_CARD, rank, suit) for rank, suit in zip("RON", "xyz", strict=True)]
    atom = Atom((lists, lists, lists, lists, *names), 0, 0, "[lists]")
    with pytest.raises(RangeError, match="too many ways"):
        match(atom, universe(7), no_percentiles)


@pytest.mark.parametrize("hole_cards", [4, 5, 6, 7])
def test_one_hand_is_matched_as_the_oracle_does(hole_cards: int) -> None:
    random, draw = Random(-hole_cards), np.random.default_rng(hole_cards)
    deals = np.stack([draw.choice(52, hole_cards, replace=False) for _ in range(40)])
    for _ in range(20):
        pattern = random_pattern(random, hole_cards)
        expected = range_oracle.matches(pattern, deals.astype(np.int8))
        found = [weight_of(pattern, deal, lambda *_: False) > 0 for deal in deals.tolist()]
        assert found == expected.tolist(), pattern


def test_weights_follow_the_rules() -> None:
    ace, king = (Slot(0b1111 << 4 * rank) for rank in (12, 11))
    aces, kings = (Atom((slot, slot), 0, 0, "pair") for slot in (ace, king))
    both = Either((Weighted(aces, 30, ""), Weighted(kings, 70, "")), "")
    among = universe(4)
    weights = weigh(both, among, no_percentiles)
    assert np.bincount(weights)[[30, 70]].tolist() == [6_961 - 36, 6_961]
    assert weigh(Both(both, aces, ""), among, no_percentiles).max() == 70
    assert weigh(Without(both, kings, ""), among, no_percentiles).max() == 30
    assert set(weigh(aces, among, no_percentiles).tolist()) == {0, 100}


# Hands and classes


@pytest.mark.parametrize(("hole_cards", "counts"), SIZES.items())
def test_hands_and_classes(hole_cards: int, counts: tuple[int, int]) -> None:
    among = universe(hole_cards)
    assert (among.hands, among.classes) == counts
    assert int(among.class_sizes.sum()) == among.hands
    assert (np.diff(among.class_keys.astype(np.int64)) > 0).all()


@pytest.mark.parametrize("hole_cards", [4, 5, 6, 7])
def test_positions_and_cards_are_inverse(hole_cards: int) -> None:
    among = universe(hole_cards)
    positions = np.random.default_rng(hole_cards).integers(among.hands, size=5_000)
    hands = among.cards(positions)
    assert (np.diff(hands.astype(int)) > 0).all()
    assert np.array_equal(among.positions(hands), positions)


@pytest.mark.parametrize("hole_cards", [4, 5])
def test_sorted_hands_are_all_hands_in_order(hole_cards: int) -> None:
    among = universe(hole_cards)
    hands = range_oracle.hands(hole_cards)
    assert np.array_equal(among.sorted_cards, hands)
    assert np.array_equal(lexicographic(hands.astype(np.uint8)), np.arange(among.hands))


def test_class_keys_are_in_order_of_sorted_suit_masks() -> None:
    among = universe(4)
    hands = range_oracle.hands(4)
    masks = np.zeros((len(hands), 4), np.int64)
    for column in hands.T.astype(np.int64):
        masks[np.arange(len(hands)), column % 4] |= 1 << column // 4
    rows, numbers = np.unique(np.sort(masks, axis=1), axis=0, return_inverse=True)
    assert np.array_equal(key_masks(among.class_keys), rows)
    assert np.array_equal(among.class_of(hands), numbers.reshape(-1))


def test_class_key_ignores_the_names_of_suits() -> None:
    draw = np.random.default_rng(7)
    hands = universe(7).cards(draw.integers(133_784_560, size=500))
    renamed = hands // 4 * 4 + np.array([2, 0, 3, 1], np.uint8)[hands % 4]
    assert np.array_equal(class_key(hands), class_key(renamed))

"""Checks that take minutes: all five-card hands, many deals, many spots."""

from itertools import combinations
from math import comb
from random import Random

import ground_truth
import numpy as np
import oracle
import phevaluator
import pytest
from strategies import NAMED_STREETS, STREETS, random_spot
from test_equity import check_against_oracle, check_paths, every_game
from test_evaluate import check_high_values, check_low_values, check_phevaluator
from test_ground_truth import check_oracle, entry_id
from test_tables import table_values

from omaha_equity import Game

pytestmark = pytest.mark.exhaustive

DEALS = 200_000
SPOTS = 200
HOLE_CARDS = (4, 5, 6, 7)

# Best first, as in any table of poker probabilities.
HANDS_BY_CATEGORY = [40, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540]
CLASSES_BY_CATEGORY = [10, 156, 156, 1_277, 10, 858, 858, 2_860, 1_277]


@pytest.fixture(scope="module")
def five_cards() -> np.ndarray:
    """All five-card hands, (2598960, 5)."""
    return np.fromiter(combinations(range(52), 5), np.dtype((np.uint8, 5)), comb(52, 5))


@pytest.fixture(scope="module")
def five_card_values(five_cards: np.ndarray) -> np.ndarray:
    """Their values through the rank tables."""
    return table_values(five_cards.astype(np.int64))


def test_all_five_card_hands_by_category(five_card_values: np.ndarray) -> None:
    assert len(np.unique(five_card_values)) == sum(CLASSES_BY_CATEGORY) == 7_462
    firsts = np.cumsum([0, *CLASSES_BY_CATEGORY])
    places = 7_462 - five_card_values.astype(np.int64)
    category = np.searchsorted(firsts, places, side="right") - 1
    assert np.bincount(category).tolist() == HANDS_BY_CATEGORY


def test_all_five_card_hands_equal_the_oracle(
    five_cards: np.ndarray, five_card_values: np.ndarray
) -> None:
    assert np.array_equal(five_card_values, oracle.five_card_values(five_cards.astype(np.int64)))


def test_all_five_card_hands_are_ordered_as_phevaluator_does(
    five_cards: np.ndarray, five_card_values: np.ndarray
) -> None:
    theirs = (phevaluator.evaluate_cards(*hand) for hand in five_cards.tolist())
    ranks = np.fromiter(theirs, np.int64, len(five_cards))
    assert np.array_equal(five_card_values, 7_463 - ranks)


def test_boards_that_allow_a_low(five_cards: np.ndarray) -> None:
    """A random board allows a low in 1,561,728 of 2,598,960."""
    ranks = five_cards // 4
    low_ranks = np.where((ranks == 12) | (ranks < 7), 1 << ranks.astype(np.int64), 0)
    distinct = np.bitwise_count(np.bitwise_or.reduce(low_ranks, axis=1))
    assert np.count_nonzero(distinct >= 3) == 1_561_728


@pytest.mark.parametrize("hole_cards", HOLE_CARDS)
def test_many_high_values_equal_the_oracle(hole_cards: int) -> None:
    check_high_values(100 + hole_cards, hole_cards, DEALS)


@pytest.mark.parametrize("hole_cards", HOLE_CARDS)
def test_many_low_values_equal_the_oracle(hole_cards: int) -> None:
    check_low_values(110 + hole_cards, hole_cards, DEALS)


@pytest.mark.parametrize("hole_cards", HOLE_CARDS)
def test_many_deals_are_ordered_as_phevaluator_does(hole_cards: int) -> None:
    check_phevaluator(120 + hole_cards, hole_cards, DEALS)


@every_game
@pytest.mark.parametrize("street", STREETS)
def test_both_paths_count_the_same_on_many_spots(game: Game, street: int) -> None:
    check_paths(game, street, SPOTS, most_players=10)


@every_game
@pytest.mark.parametrize(("street", "spots"), [("river", 500), ("turn", 200), ("flop", 20)])
def test_many_random_spots_equal_the_oracle(game: Game, street: str, spots: int) -> None:
    seed = 9000 + game.hole_cards * 100 + game.high_low * 10 + NAMED_STREETS[street]
    random = Random(seed)
    for _ in range(spots):
        check_against_oracle(random_spot(random, game, NAMED_STREETS[street], 6), seed)


@pytest.mark.parametrize("entry", ground_truth.equities(), ids=entry_id)
def test_the_oracle_on_every_known_equity(entry: dict) -> None:
    check_oracle(entry)

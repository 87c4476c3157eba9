"""Blocks of deals: what is in them, and the same from the kernel and in plain NumPy."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from random import Random

import numpy as np
import oracle
import pytest

from omaha_equity import GAMES
from omaha_equity.cards import DECK_SIZE
from omaha_equity.engine import deals_numpy
from omaha_equity.engine.combos import Combos, mask_cards
from omaha_equity.engine.sampling import Dealing
from omaha_equity.games import BOARD_SIZE, Game
from omaha_equity.kernels import deals, drawing
from omaha_equity.tables import board_rows, rank_tables

pytestmark = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT", "0") != "0", reason="deals for minutes"
)

FIRST = 5
"""Draws of the chunk that came before."""

DRAWS = 150

WEIGHTS: list[Callable[[Random], float]] = [
    lambda _: 1.0,
    lambda random: float(random.randint(1, 100)),
    lambda random: random.random() + 1e-9,
]


@dataclass(frozen=True)
class Filled:
    """A block: arrays as ``kernels.deals.deal_block`` writes them."""

    rejected: int
    chosen: np.ndarray
    dealt: np.ndarray
    opened: np.ndarray
    values: np.ndarray
    lows: np.ndarray


def fill(
    deal_block: Callable[..., int],
    dealing: Dealing,
    chunk: int,
    draws: int,
    rejected: int = 0,
    first: int = FIRST,
) -> Filled:
    count, ranges = draws * len(dealing.boards), len(dealing.holdings.seats)
    space = (
        np.zeros((draws, ranges), np.int64),
        np.zeros((count, BOARD_SIZE), np.uint8),
        np.zeros((count, dealing.players - ranges, dealing.game.hole_cards), np.uint8),
        np.zeros((count, dealing.players), np.uint16),
        np.zeros((count, dealing.players), np.uint8),
    )
    rejected = deal_block(
        np.uint64(dealing.seed),
        np.uint64(chunk),
        first,
        rejected,
        dealing.holdings,
        dealing.boards,
        dealing.sizes,
        np.uint64(dealing.blocked),
        dealing.fresh,
        dealing.game.high_low,
        board_rows(),
        rank_tables(),
        *space,
    )
    return Filled(rejected, *space)


@dataclass(frozen=True)
class Asked:
    """A random question and its stream of deals."""

    combos: list[Combos | None]
    boards: list[list[int]]
    dead: list[int]
    dealing: Dealing


def random_question(seed: int, game: Game) -> Asked:
    """Any number of players, boards and known cards; ranges of which some share cards."""
    random = Random(seed)
    deck = random.sample(range(DECK_SIZE), DECK_SIZE)
    players = random.randint(2, min(10, (DECK_SIZE - BOARD_SIZE) // game.hole_cards))
    fresh = random.random() < 0.5
    free = DECK_SIZE - players * game.hole_cards
    count = random.randint(1, 3 if fresh else min(3, free // BOARD_SIZE))
    different = 1 if fresh else count
    known = [[deck.pop() for _ in range(random.choice([0, 3, 4, 5]))] for _ in range(different)]
    boards = known * count if fresh else known
    left = free - BOARD_SIZE * different
    dead = [deck.pop() for _ in range(random.randint(0, min(3, left)))]
    most = 20 if players < 4 else 3
    combos = [
        random_combos(random, deck, place, game.hole_cards, random.randint(0, most))
        if random.random() < 0.7
        else None
        for place in range(players)
    ]
    dealing = Dealing.of(game, combos, boards, dead, random.randrange(2**64), fresh)
    return Asked(combos, boards, dead, dealing)


def random_combos(random: Random, deck: list[int], place: int, size: int, most: int) -> Combos:
    """A hand of the player's own and others, which overlap those of the players beside."""
    start = place * size
    live = deck[max(0, start - 2) : start + size + 2]
    weigh = random.choice(WEIGHTS)
    hands = [deck[start : start + size], *(random.sample(live, size) for _ in range(most))]
    cards = np.unique(np.sort(np.array(hands, np.uint8), axis=1), axis=0)
    weights = np.array([weigh(random) for _ in cards])
    return Combos(cards, weights, mask_cards(cards))


QUESTIONS = [(seed, game) for seed, game in enumerate(list(GAMES) * 6, 70_000)]


@pytest.mark.parametrize(("seed", "name"), QUESTIONS)
def test_numpy_deals_what_the_kernel_deals(seed: int, name: str) -> None:
    dealing = random_question(seed, GAMES[name]).dealing
    found = fill(deals_numpy.deal_block, dealing, seed, DRAWS)
    assert_same(found, fill(deals.deal_block, dealing, seed, DRAWS))


def test_numpy_rejects_what_the_kernel_rejects() -> None:
    """Of several hundred draws one is kept, so that most are found many tries ahead."""
    dealing = crowded()
    found = fill(deals_numpy.deal_block, dealing, 1, DRAWS)
    assert found.rejected > 100 * DRAWS
    assert_same(found, fill(deals.deal_block, dealing, 1, DRAWS))


def crowded() -> Dealing:
    """Three players whose hands are of the same fourteen cards."""
    every = np.array([*combinations(range(14), 4)], np.uint8)
    weights = np.where(every.sum(axis=1) % 3 > 0, 1.0, 0.25)
    combos = [Combos(every, weights, mask_cards(every))] * 3
    return Dealing.of(GAMES["o8"], combos, [[]], [], 1)


def assert_same(found: Filled, expected: Filled) -> None:
    assert 0 <= found.rejected == expected.rejected
    for part in ("chosen", "dealt", "opened", "values", "lows"):
        np.testing.assert_array_equal(getattr(found, part), getattr(expected, part), part)


def test_both_give_up_on_what_cannot_be_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    aces = np.array([[44, 48, 49, 50]], np.uint8)
    both = [Combos(aces, np.ones(1), mask_cards(aces))] * 2
    dealing = Dealing.of(GAMES["plo4"], both, [[]], [], 1)
    assert fill(deals.deal_block, dealing, 1, DRAWS).rejected == -1
    monkeypatch.setattr(deals_numpy, "TRIES", 10_000)
    assert fill(deals_numpy.deal_block, dealing, 1, DRAWS).rejected == -1


@pytest.mark.parametrize(("seed", "name"), QUESTIONS[: len(GAMES) * 2])
def test_a_block_holds_deals_and_their_values(seed: int, name: str) -> None:
    asked = random_question(seed, GAMES[name])
    dealing, repeats = asked.dealing, len(asked.boards)
    block = fill(deals.deal_block, dealing, seed, DRAWS)
    assert block.rejected >= 0
    held = hole_cards(asked, block)
    for b, board in enumerate(asked.boards):
        assert (block.dealt[b::repeats, : len(board)] == board).all()
    together = np.concatenate([held.reshape(len(held), -1), block.dealt], axis=1)
    if not dealing.fresh:
        assert (held.reshape(DRAWS, repeats, -1) == held[::repeats].reshape(DRAWS, 1, -1)).all()
        boards = block.dealt.reshape(DRAWS, -1)
        together = np.concatenate([held[::repeats].reshape(DRAWS, -1), boards], axis=1)
    for row in together.tolist():
        assert len({*row, *asked.dead}) == len(row) + len(asked.dead)
    for seat in range(dealing.players):
        highs = oracle.high_values(held[:, seat], block.dealt)
        np.testing.assert_array_equal(block.values[:, seat], highs)
        lows = oracle.low_values(held[:, seat], block.dealt) if dealing.game.high_low else 0
        np.testing.assert_array_equal(block.lows[:, seat], lows)


def hole_cards(asked: Asked, block: Filled) -> np.ndarray:
    """(deals, players, h) everybody's cards."""
    repeats = len(asked.boards)
    chosen = iter((block.chosen - asked.dealing.holdings.first[:-1]).T)
    opened = iter(block.opened.swapaxes(0, 1))
    hands = [
        next(opened) if combos is None else combos.cards[np.repeat(next(chosen), repeats)]
        for combos in asked.combos
    ]
    return np.stack(hands, axis=1)


@pytest.mark.parametrize("deal_block", [deals.deal_block, deals_numpy.deal_block])
@pytest.mark.parametrize("name", ["plo4", "o8-5"])
def test_a_chunk_is_the_same_in_one_block_and_in_two(
    deal_block: Callable[..., int], name: str
) -> None:
    dealing = random_question(70_008, GAMES[name]).dealing
    whole = fill(deal_block, dealing, 1, DRAWS)
    half = fill(deal_block, dealing, 1, DRAWS // 2)
    rest = fill(deal_block, dealing, 1, DRAWS // 2, half.rejected, FIRST + DRAWS // 2)
    assert rest.rejected == whole.rejected
    for part in ("chosen", "dealt", "opened", "values", "lows"):
        joined = np.concatenate([getattr(half, part), getattr(rest, part)])
        np.testing.assert_array_equal(joined, getattr(whole, part), part)


def test_numpy_gives_up_where_too_many_draws_are_rejected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dealing = crowded()
    rejected = fill(deals_numpy.deal_block, dealing, 1, DRAWS).rejected
    monkeypatch.setattr(deals_numpy, "TRIES", 1 + rejected // 2)
    assert fill(deals_numpy.deal_block, dealing, 1, DRAWS).rejected == rejected
    monkeypatch.setattr(deals_numpy, "MOST_TRIES_PER_DRAW", rejected // (4 * (FIRST + DRAWS)))
    assert fill(deals_numpy.deal_block, dealing, 1, DRAWS).rejected == -1


@pytest.mark.parametrize("size", [1, 2, 1000])
@pytest.mark.parametrize("weigh", WEIGHTS)
def test_numpy_builds_the_same_alias_tables(size: int, weigh: Callable[[Random], float]) -> None:
    random = Random(71_000 + size)
    weights = np.array([weigh(random) for _ in range(size)])
    found, expected = (
        (np.full(size, drawing.ALWAYS, np.uint64), np.arange(size)) for _ in range(2)
    )
    deals_numpy.build_alias(weights, *found)
    deals.build_alias(weights, *expected)
    np.testing.assert_array_equal(found, expected)

"""Sampling: deals are drawn as they should be, and errors are what they say."""

import os
import time
from itertools import combinations, permutations, product
from math import prod
from random import Random

import numpy as np
import pytest
from chance import chi_square_is_likely, looks_normal, sum_of_squares_is_likely
from range_equity_oracle import (
    WEIGHTS,
    Held,
    RangeSpot,
    few_ranks,
    levels,
    possible,
    random_hand,
    random_range_spot,
)
from test_range_equity import counted

from omaha_equity import GAMES, PrecisionError, Range, Result, equity, equity_by_combo, parse_cards
from omaha_equity.engine import sampling, solve
from omaha_equity.engine.combos import possible_combos
from omaha_equity.engine.tally import SampleTally
from omaha_equity.kernels import deals, drawing
from omaha_equity.questions.query import Query
from omaha_equity.questions.wish import Wish

pytestmark = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT", "0") != "0", reason="samples for minutes"
)

DRAWS = 60_000
SURE = 5.0
FEWEST_LEGAL = 0.005


# How deals are drawn.


def overlapping_spot(random: Random, players: int, weights: str) -> RangeSpot:
    """A few hands each, of so few cards that most combinations share one."""
    live = few_ranks("AKQJT98"[: players + 3])
    while True:
        held = []
        for _ in range(players):
            hands = sorted({random_hand(random, live, 4) for _ in range(12 - 2 * players)})
            held.append(Held(tuple(hands), levels(random, len(hands), weights)))
        spot = RangeSpot(GAMES["plo4"], tuple(held))
        legal = joint_weights(spot)
        if len(legal) > 2 and FEWEST_LEGAL < sum(legal.values()) < 0.8:
            return spot


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("weights", WEIGHTS)
def test_combos_are_drawn_jointly_by_weight(players: int, weights: str) -> None:
    seed = 40_000 + players
    spot = overlapping_spot(Random(seed), players, weights)
    expected = joint_distribution(spot)
    combos = [c for c in possible_combos(spot.query()) if c is not None]
    drawn = draw_combos(sampling.pack_holdings(combos, 4), players, seed)
    observed = dict.fromkeys(expected, 0)
    for row in drawn:
        hands = tuple(tuple(c.cards[i].tolist()) for c, i in zip(combos, row, strict=True))
        observed[hands] += 1
    wanted = np.array([*expected.values()]) * DRAWS
    assert chi_square_is_likely(np.array([*observed.values()]), wanted), f"seed {seed}: {spot}"


def joint_distribution(spot: RangeSpot) -> dict[tuple[tuple[int, ...], ...], float]:
    """Every legal combination's share: the product of weights, and nothing else."""
    legal = joint_weights(spot)
    total = sum(legal.values())
    return {hands: weight / total for hands, weight in legal.items()}


def joint_weights(spot: RangeSpot) -> dict[tuple[tuple[int, ...], ...], float]:
    """Every legal combination's share of all combinations, legal or not."""
    held = [possible(player, spot) for player in spot.players]
    total = prod(sum(level for _, level in hands) for hands in held)
    legal = {}
    for dealt in product(*held):
        cards = [card for hand, _ in dealt for card in hand]
        weight = prod(weight for _, weight in dealt)
        if len({*cards}) == len(cards):
            legal[tuple(hand for hand, _ in dealt)] = weight / total
    return legal


def draw_combos(holdings: drawing.Holdings, players: int, seed: int) -> np.ndarray:
    """(DRAWS, players) places of combos, each in its own player's list."""
    start = deals.stream(np.uint64(seed), np.uint64(1))
    chosen = np.zeros(players, np.int64)
    drawn = np.zeros((DRAWS, players), np.int64)
    rest = holdings.first, holdings.masks, holdings.threshold, holdings.other, chosen
    counters = np.uint64(start) + drawing.GOLDEN * np.arange(DRAWS, dtype=np.uint64)
    for draw, counter in enumerate(counters):
        deals.draw_holdings(np.uint64(deals.mix(counter)), np.uint64(0), *rest)
        drawn[draw] = chosen
    return drawn - holdings.first[:-1]


@pytest.mark.parametrize("spread", [1.0, 1e6])
def test_alias_tables_hold_the_weights(spread: float) -> None:
    seed = 41_000
    generator = np.random.default_rng(seed)
    weights = spread ** generator.random(1000)
    weights[::7] = weights[0]
    threshold = np.full(len(weights), 1 << 32, np.uint64)
    other = np.arange(len(weights))
    deals.build_alias(weights, threshold, other)
    stays = threshold / 2**32
    shares = stays + np.bincount(other, 1 - stays, len(weights))
    wanted = weights / weights.sum() * len(weights)
    assert np.abs(shares - wanted).max() < len(weights) * 2**-32, f"seed {seed}"


@pytest.mark.parametrize("size", [1, 2, 3, 1000, 20_358_520, 133_784_560])
def test_combos_of_any_number_are_all_drawn(size: int) -> None:
    """Even of all hands of seven cards, where 64 bits must hold random bits times the number."""
    seed = 42_000 + size % 1000
    draws = 20_000
    bits = np.random.default_rng(seed).integers(0, 2**64, draws, np.uint64)
    picked = [deals.pick(each, size) for each in (*bits, np.uint64(0), np.uint64(2**64 - 1))]
    assert picked[-2:] == [0, size - 1]
    bins = min(size, 20)
    observed = np.bincount([number * bins // size for number in picked[:-2]], minlength=bins)
    assert len(observed) == bins
    if size > 1:
        assert chi_square_is_likely(observed, np.full(bins, draws / bins)), f"seed {seed}"


def test_cards_are_dealt_evenly_from_what_is_left() -> None:
    """All ordered choices of three cards out of eight are equally likely."""
    seed = 43_000
    left = (0, 3, 17, 22, 31, 32, 50, 51)
    used = np.uint64(sum(1 << card for card in range(52) if card not in left))
    cards = np.zeros(5, np.uint8)
    observed = dict.fromkeys(permutations(left, 3), 0)
    counter = np.uint64(seed)
    for _ in range(40_000):
        taken, counter = deals.draw_cards(np.uint64(counter), used, cards, 2, 5)
        dealt = tuple(cards[2:].tolist())
        observed[dealt] += 1
        assert int(taken) == int(used) | sum(1 << card for card in dealt)
    even = np.full(len(observed), 40_000 / len(observed))
    assert chi_square_is_likely(np.array([*observed.values()]), even), f"seed {seed}"


# Sampled against exact.


def sampled_spots(first: int, count: int) -> list[tuple[float, int]]:
    """z-scores of one player's equity in many spots, and the seeds of the spots."""
    scores = []
    for seed in range(first, first + count):
        random = Random(seed)
        query, repeats = any_spot(random)
        result = sample(query, repeats, draws=12_000)
        exact = solve.solve(exact_query(query), thread_count=1)
        assert exact.exact
        seat = random.randrange(len(query.players))
        found, truth = result.players[seat], exact.players[seat]
        if 0.02 < truth.equity < 0.98:
            scores.append(((found.equity - truth.equity) / found.error, seed))
        else:
            assert abs(found.equity - truth.equity) < 0.02, f"seed {seed}"
    return scores


def any_spot(random: Random) -> tuple[Query, int]:
    """A spot that is counted in no time, and how many boards each draw gets."""
    game = GAMES[random.choice(["plo4", "plo4", "o8", "plo5", "o8-5", "plo6"])]
    street = random.choice([0, 1, 2, 3, 3, 4, 5])
    players = random.choice([2, 2, 2, 3, 4])
    weights = random.choice(WEIGHTS)
    while True:
        spot = random_range_spot(random, game, street, players, 14 - 3 * players, weights)
        if sum(joint_weights(spot).values()) > FEWEST_LEGAL:
            break
    query = spot.query(Wish(deals=1, seed=random.randrange(2**64)))
    if street > 3 and players == 2 and random.random() < 0.3:
        query = Query(game, (query.players[0], None), (query.board,), query.dead, wish=query.wish)
    return query, random.choice([1, 1, 2, 5, 20])


def exact_query(query: Query) -> Query:
    return Query(query.game, query.players, (query.board,), query.dead, wish=Wish(exact=True))


def sample(query: Query, repeats: int, draws: int) -> Result:
    """Sample with as many boards for each draw as is asked, not as would be quickest."""
    held, seed = possible_combos(query), query.wish.seed
    dealing = sampling.Dealing.of(query.game, held, [query.board], query.dead, seed, fresh=True)
    tally = sampling.count_chunk(dealing.repeated(repeats), 1, draws)
    assert tally.counts[0].sum() == draws * repeats
    return tally.result(query)


def check_scores(scores: list[tuple[float, int]]) -> None:
    numbers = [score for score, _ in scores]
    worst = max(scores, key=lambda found: abs(found[0]))
    assert abs(worst[0]) < SURE, f"z is {worst[0]}, seed {worst[1]}"
    assert sum_of_squares_is_likely(sum(z * z for z in numbers), len(numbers)), scores
    assert looks_normal(numbers), scores


def test_errors_are_what_they_say() -> None:
    scores = sampled_spots(44_000, 60)
    assert len(scores) > 45
    check_scores(scores)


@pytest.mark.exhaustive
def test_errors_are_what_they_say_in_a_thousand_spots() -> None:
    scores = sampled_spots(45_000, 1_100)
    assert len(scores) > 1_000
    check_scores(scores)


def test_errors_count_draws_not_boards() -> None:
    """Where the draw of the combos decides everything, more boards to it teach nothing."""
    board = parse_cards("AdKs3s7h2c")
    mixed = Range("AcAhKcKd,QcQdJhTs")
    query = Query(GAMES["plo4"], (Range("3c3d9h8h"), mixed), (board,), wish=Wish(seed=1))
    found = [sample(query, repeats, 4_000) for repeats in (1, 40)]
    assert [result.boards for result in found] == [4_000, 160_000]
    for result in found:
        assert result.players[0].error == pytest.approx(0.5 / 4_000**0.5, rel=0.05)


@pytest.mark.parametrize("players", [["AsAhTsTh", "random"], ["random", "AA", "random"]])
def test_random_seats_hold_any_hand_that_is_left(players: list[str]) -> None:
    """On the river of a deck with few cards left, every hand can be counted."""
    live = few_ranks("AT9")[: 4 + 4 * len(players)] + parse_cards_list("2c7d8h4s3s")
    board = parse_cards("2c7d8h4s3s")
    dead = tuple(card for card in range(52) if card not in {*live, *board})
    held = [None if text == "random" else Range(text) for text in players]
    query = Query(GAMES["plo4"], tuple(held), (board,), dead, wish=Wish(deals=200_000, seed=3))
    found = solve.solve(query, thread_count=1)
    exact = counted(exact_query(query), "enumerated")
    for one, other in zip(found.players, exact.players, strict=True):
        assert abs(one.equity - other.equity) < SURE * one.error + 1e-12


def parse_cards_list(text: str) -> list[int]:
    return list(parse_cards(text))


KNOWN = [
    (["AA", "KK"], 0.6990, 0.0005),
    (["AsAhTsTh", "random"], 0.7151, 0.00005),
    (["AsAhKdKc", "Ts9s8h7h"], 591091 / 1086008, 0.0),
]


@pytest.mark.parametrize(("players", "share", "sure"), KNOWN, ids=str)
def test_known_equities(players: list[str], share: float, sure: float) -> None:
    found = equity(players, game="plo4", deals=400_000, seed=2)
    assert not found.exact
    assert found.boards == 400_000
    assert abs(found.players[0].equity - share) < sure + SURE * found.players[0].error
    assert sum(player.equity for player in found.players) == pytest.approx(1)


# Seeds, threads and when to stop.


def tally(texts: list[str], wish: Wish, threads: int) -> SampleTally:
    query = Query(GAMES["plo4"], tuple(map(Range, texts)), wish=wish)
    return sampling.sample(query, possible_combos(query), thread_count=threads)


def same(one: SampleTally, other: SampleTally) -> bool:
    return bool(
        np.array_equal(one.counts, other.counts)
        and np.array_equal(one.squares, other.squares)
        and (one.draws, one.repeats, one.rejected) == (other.draws, other.repeats, other.rejected)
    )


@pytest.mark.parametrize("wish", [Wish(deals=300_001, seed=7), Wish(precision=0.002, seed=7)])
def test_threads_do_not_change_deals(wish: Wish) -> None:
    found = [tally(["AA@50,KK@100", "QQ"], wish, threads) for threads in (1, 2, 5)]
    assert same(found[0], found[1])
    assert same(found[0], found[2])


def test_seeds_change_deals() -> None:
    found = [tally(["AA", "KK"], Wish(deals=50_000, seed=seed), 1) for seed in (0, 1, 2**64 - 1)]
    assert not any(np.array_equal(a.counts, b.counts) for a, b in combinations(found, 2))
    again = tally(["AA", "KK"], Wish(deals=50_000, seed=1), 1)
    assert same(found[1], again)


@pytest.mark.parametrize("deals", [1, 2, 3, 1000, 65_536, 65_537, 200_000])
def test_as_many_deals_as_asked(deals: int) -> None:
    found = equity(["AA", "KK", "AK"], game="plo4", deals=deals, seed=1)
    made = found.sampling
    assert made is not None
    assert found.boards == made.draws * made.repeats
    assert deals <= found.boards < deals + made.repeats
    assert all(sum(o.boards for o in p.outcomes) == found.boards for p in found.players)


def test_ranges_that_clash_get_several_boards_a_draw() -> None:
    """Most draws of these are thrown away, so each that is kept gets more than one board."""
    made = equity(["AAK", "AAQ", "KKQ", "QJT", "JJT"], game="plo4", deals=10_001).sampling
    assert made is not None
    assert made.repeats > 1
    assert made.rejected_share > 0.8
    assert 10_001 <= made.draws * made.repeats < 10_001 + made.repeats


def test_ranges_that_hardly_ever_fit_are_refused_soon() -> None:
    """Ten wide ranges: about one draw in a billion deals forty different cards."""
    generator = np.random.default_rng(46_000)
    hands = np.argsort(generator.random((5_000, 52)), axis=1)[:, :4]
    start = time.thread_time()
    with pytest.raises(PrecisionError, match="without a shared card"):
        equity([Range.from_arrays(hands)] * 10, deals=1000)
    assert time.thread_time() - start < 10


def test_precision_is_reached() -> None:
    found = equity(["AA", "KK!AA"], game="plo4", precision=0.002, seed=4)
    assert all(1.96 * player.error <= 0.002 for player in found.players)
    assert found.boards < 3_000_000


def test_seconds_are_kept() -> None:
    found = equity(["AA", "KK"], game="plo4", seconds=0.05, seed=4)
    assert found.boards >= sampling.CHUNK_DEALS


# Combo by combo, before the flop.


def test_every_combo_sampled() -> None:
    hands = [parse_cards(hand) for hand in ("AsAhKsKh", "AsAh7d2c", "Ts9s8h7h", "KcKd2c3d")]
    own = Range.from_arrays(hands, [0.1, 1.0, 0.5, 0.25])
    found = equity_by_combo(own, "QsQhJsJh@30,AcAd5c6d@70,KcKd3h4h@10", game="plo4", deals=200_000)
    assert not found.exact
    assert len(found.cards) == len(hands)
    for hand, mean, error in zip(found.cards.tolist(), found.equities, found.errors, strict=True):
        truth = equity([hand, "QsQhJsJh@30,AcAd5c6d@70,KcKd3h4h@10"], game="plo4")
        assert truth.exact
        assert abs(mean - truth.players[0].equity) < SURE * error
        assert 0 < error < 0.01
    whole = equity([own, "QsQhJsJh@30,AcAd5c6d@70,KcKd3h4h@10"], game="plo4")
    assert found.equity == pytest.approx(whole.players[0].equity, abs=SURE * 0.5 / 200_000**0.5)


def test_sampled_combos_that_meet_nothing_are_left_out() -> None:
    found = equity_by_combo("AcAdAhKs,QcQdQhKs", "AsKd*", game="plo4", deals=20_000)
    assert found.cards.tolist() == [
        sorted(parse_cards("QcQdQhKs")),
        sorted(parse_cards("AcAdAhKs")),
    ]
    assert np.isfinite(found.equities).all()
    only = equity_by_combo("AsAdAhKs,QcQdQhKs", "AsKd*", game="plo4", deals=20_000)
    assert only.cards.tolist() == [sorted(parse_cards("QcQdQhKs"))]

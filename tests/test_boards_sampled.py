"""Several boards sampled, and with ranges: against exact numbers and brute force."""

import json
import math
import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import boards_oracle
import numpy as np
import pytest
from boards_oracle import BoardsSpot

from omaha_equity import (
    GAMES,
    BoardsResult,
    Game,
    PrecisionError,
    Query,
    Range,
    Wish,
    equity_boards,
    parse_cards,
)
from omaha_equity.answers.multiboard import BoardsPlayer
from omaha_equity.cards import format_cards
from omaha_equity.engine import multiboard_sampled, solve
from omaha_equity.errors import Interrupted

KINGS = ["AsAhKdKc", "Ts9s8h7h"]
DEALS = 200_000
SIGMAS = 5

every_game = pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))


def assert_agrees(sampled: BoardsResult, exact: BoardsResult) -> None:
    """Every mean and every part of the distributions is within some standard errors."""
    assert not sampled.exact
    for found, wanted in zip(sampled.players, exact.players, strict=True):
        assert 0 < found.error < 0.01
        assert abs(found.equity - wanted.equity) < SIGMAS * found.error
        error = wanted.deviation / math.sqrt(found.deals)
        assert found.error == pytest.approx(error, rel=0.1)
        for one, other in zip(found.board_equities, wanted.board_equities, strict=True):
            assert abs(float(one - other)) < SIGMAS * 0.5 / math.sqrt(found.deals)
        if exact.distribution_exact:
            assert_same_spread(found, wanted)


def assert_same_spread(found: BoardsPlayer, wanted: BoardsPlayer) -> None:
    seen, known = dict(found.distribution), dict(wanted.distribution)
    assert seen.keys() <= known.keys()
    for share, deals in known.items():
        part = float(Fraction(deals) / wanted.deals)
        error = math.sqrt(part * (1 - part) / found.deals)
        off = abs(seen.get(share, 0) / found.deals - part)
        # A share that should come once or so in the sample is Poisson, not normal.
        assert off < SIGMAS * error + 5 / found.deals, share


@pytest.mark.parametrize("game", ["plo4", "o8"])
@pytest.mark.parametrize(("boards", "runs"), [(("", ""), 0), (("",), 2), (("2c3c4d", ""), 0)])
def test_sampled_hands_agree_with_exact_ones(game: str, boards: tuple[str, ...], runs: int) -> None:
    hands = [*KINGS, "Ad2d3h6c"]
    exact = equity_boards(hands, boards, runs, game=game)
    sampled = equity_boards(hands, boards, runs, game=game, deals=DEALS, seed=11)
    assert sampled.deals == DEALS
    assert_agrees(sampled, exact)


@pytest.mark.parametrize("board", ["", "2c3c4d"])
def test_three_sampled_runs_agree_with_exact_equities(board: str) -> None:
    exact = equity_boards(KINGS, [board], runs=3)
    assert exact.distribution_exact == bool(board)
    sampled = equity_boards(KINGS, [board], runs=3, deals=DEALS, seed=12)
    assert_agrees(sampled, exact)
    if exact.distribution_exact:
        return
    assert exact.distribution_sampling.draws == multiboard_sampled.RUN_DEALS
    for player in exact.players:
        deals = player.deals
        mean = float(sum(share * n for share, n in player.distribution) / deals)
        assert abs(mean - player.equity) < SIGMAS * player.deviation / math.sqrt(deals)
        squares = float(sum(share**2 * n for share, n in player.distribution) / deals)
        assert squares - mean**2 == pytest.approx(float(player.variance), rel=0.01)


def test_the_seed_decides_sampled_distributions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multiboard_sampled, "RUN_DEALS", 1000)
    first, again, other = (equity_boards(KINGS, [""], 3, seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert first.players[0].distribution != other.players[0].distribution
    assert first.players[0].equity_exact == other.players[0].equity_exact
    assert (other.distribution_sampling.seed, other.players[0].deals) == (2, 1000)


# Ranges


def ranges_query(
    texts: list[str], boards: list[str], wish: Wish, game: str = "plo4", runs: int = 0
) -> Query:
    players = tuple(None if t == "random" else Range(t, GAMES[game]) for t in texts)
    known = tuple(tuple(parse_cards(board)) for board in boards)
    return Query(GAMES[game], players, known, runs=runs, wish=wish)


@pytest.mark.parametrize("texts", [["AA", "KK@100,QQ@50", "random"], ["AsAhKdKc", "random"]])
def test_the_same_seed_gives_the_same_counts_on_any_number_of_threads(texts: list[str]) -> None:
    query = ranges_query(texts, ["2c3d", ""], Wish(deals=70_000, seed=5))
    results = [solve.solve(query, thread_count=threads) for threads in (1, 2, 3)]
    assert results[0] == results[1] == results[2]
    assert results[0].deals == 70_000


def few_hands(random: Random, game: Game, deck: list[int], count: int) -> dict[str, int]:
    """Hands out of some cards, so that they often collide, with weights in per cent."""
    hands = [tuple(sorted(random.sample(deck, game.hole_cards))) for _ in range(count)]
    return {format_cards(hand): random.randint(1, 100) for hand in hands}


def brute_force(
    game: Game, players: list[dict[str, int]], boards: tuple[tuple[int, ...], ...]
) -> tuple[list[Counter], Fraction]:
    """Weights of deals by player and share, over every combination of hands."""
    found: list[Counter] = [Counter() for _ in players]
    for held in product(*(player.items() for player in players)):
        hands = tuple(tuple(parse_cards(text)) for text, _ in held)
        cards = [card for hand in (*hands, *boards) for card in hand]
        if len(set(cards)) < len(cards):
            continue
        weight = math.prod(weight for _, weight in held)
        truth = boards_oracle.solve(BoardsSpot(game, hands, boards))
        for count, shares in zip(found, truth.shares, strict=True):
            for share, deals in shares.items():
                count[share] += weight * deals
    return found, sum(found[0].values())


@every_game
@pytest.mark.parametrize("known", [(4, 4), (4, 5), (5, 5)])
def test_ranges_on_late_boards_equal_brute_force(game: Game, known: tuple[int, int]) -> None:
    random = Random(1000 * sum(known) + game.hole_cards)
    deck = random.sample(range(52), 52)
    boards = tuple(deck[: known[0]]), tuple(deck[known[0] : sum(known)])
    pool = deck[sum(known) : sum(known) + 4 * game.hole_cards]
    for count in (2, 3):
        players = [few_hands(random, game, pool, 6 - count) for _ in range(count)]
        texts = [",".join(f"{h}@{w}" for h, w in player.items()) for player in players]
        spreads, total = brute_force(game, players, boards)
        if not total:
            continue
        held = tuple(Range(text, game) for text in texts)
        result = solve.solve(Query(game, held, boards))
        assert result.exact
        for player, spread in zip(result.players, spreads, strict=True):
            parts = {s: Fraction(n) / player.deals for s, n in player.distribution}
            assert parts == {s: Fraction(n, total) for s, n in spread.items()}
            mean = sum(share * part for share, part in parts.items())
            assert player.equity_exact == mean == sum(player.board_equities) / 2
            assert player.variance == sum(s**2 * part for s, part in parts.items()) - mean**2


@pytest.mark.parametrize("game", ["plo4", "o8", "o8-5"])
def test_sampled_ranges_agree_with_exact_ones(game: str) -> None:
    hands = ["AsAhKdKc", "QsQhJdTc", "Ad2d3h6c", "8s7s6h5h"]
    if game == "o8-5":
        hands = [hand + card for hand, card in zip(hands, ("2h", "9d", "4c", "Th"), strict=True)]
    ranges = [f"{hands[0]}@30,{hands[1]}@90", f"{hands[2]}@100,{hands[3]}@20"]
    boards = ["2s7d9cJc", "3c7c9hQd"]
    exact = equity_boards(ranges, boards, game=game)
    assert exact.method == "enumerated"
    sampled = equity_boards(ranges, boards, game=game, deals=DEALS, seed=3)
    assert_agrees(sampled, exact)


def test_ranges_of_one_hand_are_that_hand() -> None:
    boards = ["2s7d9cJc", "3c7c9hQd"]
    hands = equity_boards(KINGS, boards)
    ranges = equity_boards([Range(hand, GAMES["plo4"]) for hand in KINGS], boards)
    assert ranges.deals == hands.deals
    assert [p.distribution for p in ranges.players] == [p.distribution for p in hands.players]


def test_any_hand_is_every_hand() -> None:
    """One card to come after 44 are known or dead leaves few hands to hold."""
    dead = "".join(format_cards([card]) for card in range(30))
    boards = ["JdQhKhAh", "9sTsJsQs"]
    asked = {"boards": boards, "dead": dead, "game": "plo4"}
    every = equity_boards(["KsAsKdAd", "****"], **asked)
    assert every.exact
    sampled = equity_boards(["KsAsKdAd", "random"], **asked, deals=DEALS, seed=4)
    assert_agrees(sampled, every)


def test_precision_and_refusals() -> None:
    sampled = equity_boards(["AA", "KK"], game="plo4", precision=0.005, seed=1)
    assert 1.96 * max(player.error for player in sampled.players) <= 0.005
    with pytest.raises(PrecisionError, match="turn or river"):
        equity_boards(["AA", "KK"], game="plo4", exact=True)


def test_ctrl_c_keeps_what_was_sampled() -> None:
    seen = []

    def stop(share: float) -> None:
        seen.append(share)
        if len(seen) == 2:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stopped:
        equity_boards(["AA", "KK"], game="plo4", deals=10**7, progress=stop)
    partial = stopped.value.partial
    assert isinstance(partial, BoardsResult)
    assert partial.deals == sum(deals for _, deals in partial.players[0].distribution) < 10**7
    assert np.isclose(sum(player.equity for player in partial.players), 1)


def test_odd_weights_and_single_deals_can_be_written() -> None:
    boards = ["2s7d9cJc", "3c7c9hQd"]
    ace, queen, low = (parse_cards(hand) for hand in ("AsAhKdKc", "QsQhJdTc", "8s7s6h5h"))
    held = Range.from_arrays([ace, queen], [0.12345, 1 / 3])
    found = equity_boards([held, Range.from_arrays([low])], boards)
    assert json.loads(found.to_json())["deals"] == pytest.approx(1260 * (0.12345 + 1 / 3))
    assert equity_boards(KINGS, deals=1).to_dict()["players"][0]["error"] is None


INTERPRETED = """
import boards_oracle, random
from omaha_equity import GAMES, equity_boards
for game in GAMES.values():
    for known, runs in (((0, 3), 0), ((4, 4), 0), ((3,), 2), ((4,), 3)):
        spot = boards_oracle.deal(random.Random(3), game, known, runs, 2, 11)
        truth, found = boards_oracle.solve(spot), equity_boards(**spot.asked())
        assert [dict(p.distribution) for p in found.players] == truth.shares, spot
    boards = ((0, 5, 10, 15), (1, 6, 11, 16, 21))
    sampled = equity_boards(["random", "random"], boards, game=game, deals=20)
    assert sampled.deals == 20
held = ["AsAhKdKc@30,QsQhJdTc@90", "8s7s6h5h"]
found = equity_boards(held, ["2s7d9cJc", "3c7c9hQd5d"], game="o8")
assert found.method == "enumerated" and sum(p.equity_exact for p in found.players) == 1
print("agreed")
"""


@pytest.mark.parametrize(
    "setting",
    ["NUMBA_DISABLE_JIT", pytest.param("NUMBA_BOUNDSCHECK", marks=pytest.mark.kernels)],
)
def test_kernels_agree_interpreted_and_with_checked_bounds(setting: str) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), setting: "1"}
    done = subprocess.run(
        [sys.executable, "-c", INTERPRETED],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parent.parent,
    )
    assert done.stdout == "agreed\n", done.stderr

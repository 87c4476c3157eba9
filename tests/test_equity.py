"""Equities: known answers, the oracle on random spots, and both paths bit for bit."""

import json
import os
import subprocess
import sys
from fractions import Fraction
from random import Random

import oracle
import pytest
from strategies import NAMED_STREETS, STREETS, Spot, counts, crowded_spot, random_spot, texts

from omaha_equity import (
    GAMES,
    Game,
    ImpossibleError,
    Query,
    Result,
    TextError,
    equity,
    equity_many,
)
from omaha_equity.engine import solve

METHODS = ("numpy", "numba")
every_game = pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))
every_method = pytest.mark.parametrize("method", METHODS)

# hands, board, dead, high/low: boards, high wins, tied highs, scoops, boards with a low.
# From a brute-force enumerator, all confirmed by a second engine.
KNOWN = [
    (
        ("AsAhKsKh JdTd9c8c", "", "", False),
        (1086008, (667649, 418273), (86, 86), (667649, 418273), 0),
    ),
    (
        ("AsAh7d2c 9s8h7s6h", "", "", False),
        (1086008, (548217, 537791), (0, 0), (548217, 537791), 0),
    ),
    (
        ("9h7s6d3d TsQcTd6c", "", "", False),
        (1086008, (381780, 702742), (1486, 1486), (381780, 702742), 0),
    ),
    (("QsTsJd2d AhAcKh7c", "AdKs3s", "", False), (820, (412, 408), (0, 0), (412, 408), 0)),
    (
        ("AsAhKsKh JdTd9c8c", "", "AcAd", False),
        (850668, (497143, 353525), (0, 0), (497143, 353525), 0),
    ),
    (
        ("As2s3hKh QdJdTc9c", "", "", True),
        (1086008, (532309, 553546), (153, 153), (532309, 259093), 630664),
    ),
    (
        ("Ac2d3s4s As2h3d4c", "", "", True),
        (1086008, (74397, 0), (1011611, 1011611), (41726, 0), 507936),
    ),
    (("Ah2c3d4s KhKsQhQs", "5c6d8h", "", True), (820, (482, 338), (0, 0), (482, 0), 820)),
    (
        ("As2s3hKh QdJdTc9c 4s5s6h7h", "", "", True),
        (658008, (188942, 322283, 146630), (153, 153, 0), (135050, 149090, 51188), 412902),
    ),
    (
        ("AsAhKsKhQs JdTd9d8d7d", "", "", False),
        (850668, (515594, 334979), (95, 95), (515594, 334979), 0),
    ),
    (("AsAdKcQcJs Ts9h8h7d6d", "Ac9c2s", "4d", False), (703, (656, 47), (0, 0), (656, 47), 0)),
    (
        ("AsAhKdKcQsJh 9s9h8d8c7s6h", "Td7c2h", "", False),
        (666, (344, 322), (0, 0), (344, 322), 0),
    ),
    (("As2s3h4hKd AhAd2cKsQs", "5c6d9h", "", True), (741, (411, 329), (1, 1), (100, 215), 510)),
    (("Ah2h3s4s KsKdKcQs", "5c7d9h", "2d", True), (780, (310, 470), (0, 0), (310, 197), 570)),
    (
        ("AsAhKdKcQsJh2c Ts9s8h7h6d5d4c", "", "", False),
        (501942, (259664, 242278), (0, 0), (259664, 242278), 0),
    ),
    (
        ("AsAhKdKc Ts9s8h7h QcJcTd9d", "", "", False),
        (658008, (261403, 189714, 184735), (50, 22106, 22156), (261403, 189714, 184735), 0),
    ),
    (
        ("2s2d2h2cAsAd 3s3d3h3c8s8d", "", "", False),
        (658008, (539640, 118368), (0, 0), (539640, 118368), 0),
    ),
    (("5dQsQc7d KdKhAdKs", "2d5cQhJs", "", False), (40, (35, 5), (0, 0), (35, 5), 0)),
]

# hands, board, high/low: exact equities, from public questions and bug reports.
SHARES = [
    ("Th9h2s7d Tc9c8c7c", "AcAs7hJh", False, "9/16 7/16"),
    ("7s6s5s4s 7d6d5d4d", "", False, "1/2 1/2"),
    ("8c6d4h2s KcKdQcQd", "", True, "133801/271502 137701/271502"),
    ("Ac2d3h4s Ad2c3d4c", "", True, "1939779/4344032 2404253/4344032"),
    ("QhThJsJc Ad2dAc9h QdQs4c3d", "5d6cJd", False, "113/222 21/74 23/111"),
    ("As4sKsAdQh 7d6dJhAh5s", "7h5d3s", True, "1775/2964 1189/2964"),
    (
        "AsAh2hKh8dQc 5hKcAd2d4sAc Jh4h9hThKdTd",
        "",
        False,
        "107101/556512 36207/92752 13657/32736",
    ),
    (
        "5c7c8s9s 3d5s7s8d AcAd4c4d KdKsTdTs AsQsJh9h KhTh6d6c",
        "",
        False,
        "2071/24570 3131/39312 66289/196560 6791/45360 18953/147420 130049/589680",
    ),
    ("KdTd5dJc 8cQd5sJd", "5h5cTcAc9d", False, "1 0"),
]


def solved(spot: Spot, method: str) -> Result:
    result = solve.count_boards(spot.query(), method=method)  # type: ignore[arg-type]
    assert result.method == method
    return result


def check_against_oracle(spot: Spot, seed: int) -> None:
    expected = oracle.equities(*texts(spot))
    for method in METHODS:
        result = solved(spot, method)
        assert counts(result) == expected, f"seed {seed}, {method}: {spot}"
        assert result.boards == sum(expected[0].values()), f"seed {seed}: {spot}"
        low_boards = sum(n for (_, low), n in expected[0].items() if low is not None)
        assert result.low_boards == low_boards, f"seed {seed}: {spot}"


@every_method
@pytest.mark.parametrize(("asked", "expected"), KNOWN, ids=[asked[0] for asked, _ in KNOWN])
def test_known_counts(asked: tuple, expected: tuple, method: str) -> None:
    hands, board, dead, high_low = asked
    size = len(hands.split()[0]) // 2
    game = next(g for g in GAMES.values() if (g.hole_cards, g.high_low) == (size, high_low))
    result = solve.count_boards(Query.of(hands.split(), board, dead, game), method=method)  # type: ignore[arg-type]
    found = (
        result.boards,
        tuple(player.high_wins for player in result.players),
        tuple(sum(player.high_ties.values()) for player in result.players),
        tuple(player.scoops for player in result.players),
        result.low_boards,
    )
    assert found == expected


@pytest.mark.parametrize(("hands", "board", "high_low", "shares"), SHARES)
def test_known_shares(hands: str, board: str, high_low: bool, shares: str) -> None:
    size = len(hands.split()[0]) // 2
    game = next(g for g in GAMES.values() if (g.hole_cards, g.high_low) == (size, high_low))
    result = equity(hands.split(), board, game=game)
    assert [p.equity_exact for p in result.players] == [Fraction(s) for s in shares.split()]


def test_low_counts_of_a_published_spot() -> None:
    result = equity(["As2sKdQd", "AhAc3c4h"], game="o8")
    assert [player.low_wins for player in result.players] == [312408, 244952]
    assert [player.low_ties for player in result.players] == [{2: 12744}, {2: 12744}]


@every_game
@pytest.mark.parametrize(("street", "spots"), [("river", 25), ("turn", 10), ("flop", 2)])
def test_random_spots_equal_the_oracle(game: Game, street: str, spots: int) -> None:
    seed = game.hole_cards * 100 + game.high_low * 10 + NAMED_STREETS[street]
    random = Random(seed)
    for _ in range(spots):
        check_against_oracle(random_spot(random, game, NAMED_STREETS[street]), seed)


@every_game
@pytest.mark.parametrize("street", STREETS)
def test_crowded_spots_of_every_board_size_equal_the_oracle(game: Game, street: int) -> None:
    seed = 1000 + game.hole_cards * 100 + game.high_low * 10 + street
    random = Random(seed)
    for unseen in (5, 9):
        check_against_oracle(crowded_spot(random, game, street, unseen), seed)


@pytest.mark.parametrize("name", ["plo4", "o8"])
def test_ten_players(name: str) -> None:
    seed = 2000
    spot = crowded_spot(Random(seed), GAMES[name], street=0, unseen=12)
    assert len(spot.hands) == 10
    check_against_oracle(spot, seed)


@every_game
@pytest.mark.parametrize("street", STREETS)
def test_both_paths_count_the_same(game: Game, street: int) -> None:
    check_paths(game, street, spots=4, most_players=3)


def check_paths(game: Game, street: int, spots: int, most_players: int) -> None:
    seed = 3000 + game.hole_cards * 100 + game.high_low * 10 + street
    random = Random(seed)
    for _ in range(spots):
        spot = random_spot(random, game, street, most_players)
        numpy, numba = solved(spot, "numpy"), solved(spot, "numba")
        assert numpy.players == numba.players, f"seed {seed}: {spot}"
        assert numpy.low_boards == numba.low_boards, f"seed {seed}: {spot}"


@pytest.mark.parametrize("name", ["plo4", "o8-5", "plo7"])
@pytest.mark.parametrize("dead", [0, 1, 10, 20])
def test_any_number_of_dead_cards(name: str, dead: int) -> None:
    seed = 4000 + dead
    deck = Random(seed).sample(range(52), 52)
    size = GAMES[name].hole_cards
    hands = (tuple(deck[:size]), tuple(deck[size : 2 * size]))
    spot = Spot(GAMES[name], hands, tuple(deck[20:23]), tuple(deck[23 : 23 + dead]))
    check_against_oracle(spot, seed)


def mixed_spots(seed: int, count: int) -> list[Spot]:
    random = Random(seed)
    games = list(GAMES.values())
    return [
        random_spot(random, random.choice(games), random.choice((3, 4, 5))) for _ in range(count)
    ]


@pytest.mark.parametrize("threads", [None, 1, 2, 5])
def test_many_spots_equal_spot_by_spot(threads: int | None) -> None:
    seed = 5000
    spots = mixed_spots(seed, 300)
    results = equity_many([spot.query() for spot in spots], threads=threads)
    assert len(results) == len(spots)
    for spot, result in zip(spots, results, strict=True):
        assert result.query == spot.query(), f"seed {seed}: {spot}"
        assert result.players == solved(spot, "numpy").players, f"seed {seed}: {spot}"


def test_few_many_and_no_spots() -> None:
    assert equity_many([]) == []
    (result,) = equity_many([["AsAhKdKc", "Ts9s8h7h"]])
    assert result.players[0].high_wins == 591091


def test_many_spots_from_an_iterator() -> None:
    spots = mixed_spots(5001, 3)
    results = equity_many(spot.query() for spot in spots)
    assert [counts(result) for result in results] == [
        counts(solved(spot, "numpy")) for spot in spots
    ]


def test_a_bad_spot_among_many_is_named_with_its_place() -> None:
    good = ["AsAhKdKc", "Ts9s8h7h"]
    with pytest.raises(ImpossibleError, match=r"spot 3.*As"):
        equity_many([good, good, ["AsAhKdKc", "As9s8h7h"], good])
    with pytest.raises(TextError, match=r"spot 2.*hand 1"):
        equity_many([good, ["AsAhKd", "Ts9s8h7h"], good])


SMALL_DECK = """
import json, sys
from omaha_equity import Query, evaluate_many, evaluate_many_low
from omaha_equity.engine import solve
asked = json.load(sys.stdin)
spots = [Query.of(*spot) for spot in asked["spots"]]
results = [solve.count_boards(query, method="numba") for query in spots]
found = [[[o.high, o.low, o.boards] for p in r.players for o in p.outcomes] for r in results]
highs = [evaluate_many(*deals).tolist() for deals in asked["deals"]]
lows = [evaluate_many_low(*deals).tolist() for deals in asked["deals"]]
print(json.dumps([found, highs, lows]))
"""


def small_deck_questions(seed: int) -> dict:
    random = Random(seed)
    spots = [
        crowded_spot(random, game, street, unseen=6)
        for game in GAMES.values()
        for street in STREETS
    ]
    deals = []
    for size in (4, 5, 6, 7):
        dealt = [random.sample(range(52), size + 5) for _ in range(40)]
        deals.append(([deal[:size] for deal in dealt], [deal[size:] for deal in dealt]))
    asked = [(spot.hands, spot.board, spot.dead, spot.game.name) for spot in spots]
    return {"spots": asked, "deals": deals}


def run_small_deck(asked: dict, **variables: str) -> list:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))} | variables
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", SMALL_DECK],
        input=json.dumps(asked),
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    "variable", ["NUMBA_DISABLE_JIT", pytest.param("NUMBA_BOUNDSCHECK", marks=pytest.mark.kernels)]
)
def test_kernels_count_the_same_interpreted_and_with_checked_bounds(variable: str) -> None:
    seed = 6000
    asked = small_deck_questions(seed)
    highs, lows = [], []
    for holes, boards in asked["deals"]:
        highs.append(oracle.high_values(holes, boards).tolist())
        lows.append(oracle.low_values(holes, boards).tolist())
    compiled = []
    for spot in asked["spots"]:
        result = solve.count_boards(Query.of(*spot), method="numba")
        compiled.append([[o.high, o.low, o.boards] for p in result.players for o in p.outcomes])
    found = run_small_deck(asked, **{variable: "1"})
    assert found == [compiled, highs, lows], f"seed {seed}"


@pytest.mark.parametrize("threads", [0, -1])
def test_fewer_than_one_thread_is_refused(threads: int) -> None:
    with pytest.raises(TextError, match=str(threads)):
        equity_many([["AsAhKdKc", "Ts9s8h7h"]], threads=threads)

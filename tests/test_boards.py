"""Double boards and several runs: known numbers, brute force, laws, errors."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations
from math import comb
from random import Random
from typing import Any

import boards_oracle
import ground_truth
import numpy as np
import pytest
from boards_oracle import BoardsSpot
from strategies import rename_suits

from omaha_equity import (
    GAMES,
    BoardsResult,
    Game,
    ImpossibleError,
    PrecisionError,
    Query,
    TextError,
    equity,
    equity_boards,
)
from omaha_equity.engine import multiboard, multiboard_sampled

CASES = ground_truth.cases()

KINGS = ["AsAhKdKc", "Ts9s8h7h"]
THREE = ["Qc6dKh9d", "AhKd9cTh", "4cJd9sAs"]
THREE_FLOPS = ["TcQd3s", "Jc6s8s"]
ALL_PAIRS = 625_276_708_056

HALF = Fraction(1, 2)

every_game = pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))


def scoops(result: BoardsResult) -> list[int]:
    return [player.scoops for player in result.players]


def means(result: BoardsResult) -> list[Fraction]:
    return [player.equity_exact for player in result.players]


def shares(result: BoardsResult, player: int = 0) -> dict[Fraction, Fraction]:
    spread = result.players[player].distribution
    return {share: Fraction(deals) / result.players[player].deals for share, deals in spread}


def fractions(values: Mapping[str, str]) -> dict[Fraction, Fraction]:
    return {Fraction(share): Fraction(part) for share, part in values.items()}


# Known numbers


def test_a_double_board_three_ways_from_the_flop() -> None:
    result = equity_boards(THREE, THREE_FLOPS)
    assert result.deals == 278_256
    assert means(result) == [Fraction(223, 748), Fraction(235, 1122), Fraction(65, 132)]
    assert scoops(result) == [17_712, 11_847, 56_462]
    assert result.exact
    assert result.distribution_exact


def test_a_double_board_before_the_flop() -> None:
    result = equity_boards(KINGS)
    assert result.deals == ALL_PAIRS
    assert scoops(result) == [179_328_520_056, 123_955_666_338]
    split = 321_992_521_662
    for player, lost in zip(result.players, reversed(scoops(result)), strict=True):
        assert player.distribution == ((0, lost), (HALF, split), (1, player.scoops))
    assert result.players[0].equity_exact == Fraction(591_091, 1_086_008)


def test_a_double_board_with_five_cards() -> None:
    result = equity_boards(["AsAhKdKcQs", "Ts9s8h7h6d"], ["9h6s2d", "Kh8s3d"])
    assert (result.game.name, result.deals) == ("plo5", 353_430)
    assert scoops(result) == [66_059, 54_278]
    assert result.players[0].equity == pytest.approx(0.51666667, abs=5e-9)


@pytest.mark.parametrize(
    ("hands", "board", "expected"),
    [
        (
            ["KdKhAdKs", "5dQsQc7d"],
            "2d5cQhJs",
            {"0": "119/156", "1/2": "35/156", "1": "1/78"},
        ),
        (
            ["KdTd5dJc", "8cQd5sJd"],
            "5h5cTc",
            {
                "0": "237/20254",
                "1/4": "1021/50635",
                "1/2": "21833/101270",
                "3/4": "6326/50635",
                "1": "31779/50635",
            },
        ),
    ],
)
def test_run_twice(hands: list[str], board: str, expected: dict[str, str]) -> None:
    assert shares(equity_boards(hands, [board], runs=2)) == fractions(expected)


def test_db03_a_double_board_on_the_turn() -> None:
    asked, expected = CASES["DB03"]["input"], CASES["DB03"]["expected"]
    result = equity_boards(list(asked["hands"].values()), asked["turns"])
    assert result.deals == expected["deals"]
    assert means(result) == [Fraction(share) for share in expected["equity"].values()]
    assert scoops(result) == list(expected["scoop_deals"].values())


def test_db05_run_twice_from_the_flop() -> None:
    asked, expected = CASES["DB05"]["input"], CASES["DB05"]["expected"]
    result = equity_boards(list(asked["hands"].values()), [asked["board"]], asked["runs"])
    assert result.players[0].equity_exact == Fraction(expected["P3_equity"])
    assert shares(result) == fractions(expected["P3_distribution"])


@pytest.mark.parametrize("runs", [2, 3])
def test_db07_any_number_of_runs_has_the_equity_of_one(runs: int) -> None:
    asked, expected = CASES["DB07"]["input"], CASES["DB07"]["expected"]
    result = equity_boards(list(asked["hands"].values()), [asked["board"]], runs)
    assert result.players[0].equity_exact == Fraction(expected["H_equity"].split()[0])


def test_db01_two_finished_boards() -> None:
    """The chips themselves, of this case and DB09, are in test_pots.py."""
    asked, expected = CASES["DB01"]["input"], CASES["DB01"]["expected"]
    result = equity_boards(list(asked["hands"].values()), asked["boards"])
    paid = [float(p.equity_exact) * asked["pot_after_rake"] for p in result.players]
    assert paid == [expected["payout"][name] for name in asked["hands"]]
    assert result.deals == 1


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("runs", [2, 3])
def test_db11_runs_for_any_number_of_players(players: int, runs: int) -> None:
    assert CASES["DB11"]["expected"]["behaviour"].startswith("accept runs >= 1 and any number")
    check_against_brute_force(
        boards_oracle.deal(Random(players), GAMES["plo4"], (4,), runs, players)
    )


def test_every_case_of_several_boards_is_tested() -> None:
    asked = {id_ for id_, case in CASES.items() if case["kind"] == "double board/run-it-twice"}
    assert asked == {"DB01", "DB03", "DB05", "DB07", "DB11"} | {"DB09"}  # DB09: test_pots.py


# Brute force


def check_against_brute_force(spot: BoardsSpot) -> None:
    truth, result = boards_oracle.solve(spot), equity_boards(**spot.asked())
    assert result.deals == truth.deals, spot
    assert result.distribution_exact, spot
    for seat, player in enumerate(result.players):
        assert dict(player.distribution) == truth.shares[seat], spot
        assert player.equity_exact == truth.mean(seat), spot
        assert player.variance == truth.variance(seat), spot
        assert list(player.board_equities) == truth.board_means[seat], spot


# Known cards on both boards, and the most cards left, so that pairs stay below some millions.
LATE = [((4, 4), 60), ((4, 5), 60), ((5, 5), 60), ((3, 4), 60), ((3, 3), 26)]
EARLY = [((0, 0), 12), ((0, 3), 13), ((3, 0), 12), ((0, 4), 14), ((0, 5), 13), ((1, 2), 11)]


def brute_seed(game: Game, *more: int) -> int:
    return sum(n * 10**place for place, n in enumerate((*more, game.hole_cards, game.high_low)))


@every_game
@pytest.mark.parametrize(("known", "unseen"), LATE + EARLY)
def test_double_boards_equal_brute_force(game: Game, known: tuple[int, int], unseen: int) -> None:
    random = Random(brute_seed(game, *known))
    for players in (2, 3):
        check_against_brute_force(boards_oracle.deal(random, game, known, 0, players, unseen))


@every_game
@pytest.mark.parametrize(
    ("known", "runs", "unseen"),
    [(3, 2, 30), (4, 2, 60), (5, 2, 60), (4, 3, 60), (5, 3, 60), (3, 3, 13), (0, 2, 12)],
)
def test_runs_equal_brute_force(game: Game, known: int, runs: int, unseen: int) -> None:
    random = Random(brute_seed(game, known, runs))
    for players in (2, 4):
        check_against_brute_force(boards_oracle.deal(random, game, (known,), runs, players, unseen))


@pytest.mark.parametrize("name", ["plo4", "o8", "o8-5"])
def test_many_players_divide_every_way(name: str) -> None:
    players = 8 if name == "o8-5" else 10
    spot = boards_oracle.deal(Random(players), GAMES[name], (0, 0), 0, players, 10)
    check_against_brute_force(spot)


# Laws


def random_spots(game: Game, count: int = 3) -> list[BoardsSpot]:
    random = Random(brute_seed(game, 7))
    streets = [(0, 3), (3, 3), (4, 0), (3, 5), (4, 4)]
    return [
        boards_oracle.deal(random, game, random.choice(streets), 0, players, 30)
        for players in (2, 3, 4)[:count]
    ]


@every_game
def test_each_board_is_a_single_board_with_the_other_dead(game: Game) -> None:
    for spot in random_spots(game):
        first, second = spot.boards
        one = equity(spot.hands, first, (*spot.dead, *second), game)
        two = equity(spot.hands, second, (*spot.dead, *first), game)
        for seat, player in enumerate(equity_boards(**spot.asked()).players):
            singles = (one.players[seat].equity_exact, two.players[seat].equity_exact)
            assert player.board_equities == singles, spot
            assert player.equity_exact == sum(singles) / 2, spot


@every_game
@pytest.mark.parametrize("street", [0, 3, 4])
def test_runs_change_only_the_variance(
    game: Game, street: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(multiboard_sampled, "RUN_DEALS", 1000)
    spot = boards_oracle.deal(Random(street), game, (street,), 2, 3, 24)
    once = equity(spot.hands, spot.boards[0], spot.dead, game)
    twice = equity_boards(spot.hands, spot.boards, 2, spot.dead, game)
    thrice = equity_boards(spot.hands, spot.boards, 3, spot.dead, game)
    for single, two, three in zip(once.players, twice.players, thrice.players, strict=True):
        assert single.equity_exact == two.equity_exact == three.equity_exact
        squares = sum(o.pot_share**2 * o.boards for o in single.outcomes)
        alone = Fraction(squares) / once.boards - single.equity_exact**2
        assert two.single_variance == three.single_variance == alone
        assert three.variance < two.variance < alone or alone == 0


def test_the_variance_is_that_of_the_distribution_even_of_a_favourite() -> None:
    """Sums of squared shares over all pairs pass 2**63 where one player wins most of them."""
    for game in ("plo4", "o8"):
        result = equity_boards(["AsAhKsKh", "2c2d2h3h"], game=game)
        assert result.players[0].equity > 0.72
        for seat, player in enumerate(result.players):
            spread = shares(result, seat)
            assert sum(share * part for share, part in spread.items()) == player.equity_exact
            squares = sum(share**2 * part for share, part in spread.items())
            assert squares - player.equity_exact**2 == player.variance


@every_game
def test_two_players_mirror_each_other(game: Game) -> None:
    for spot in random_spots(game, 1):
        first, second = equity_boards(**spot.asked()).players
        mirrored = {1 - share: deals for share, deals in first.distribution}
        assert dict(second.distribution) == mirrored
        assert (second.variance, second.equity_exact) == (first.variance, 1 - first.equity_exact)


@every_game
def test_seats_suits_and_the_order_of_boards(game: Game) -> None:
    for number, spot in enumerate(random_spots(game)):
        found = equity_boards(**spot.asked())
        assert sum(means(found)) == 1
        seats = list(permutations(range(len(spot.hands))))[-1]
        seated = equity_boards([spot.hands[s] for s in seats], spot.boards, 0, spot.dead, game)
        spread = [player.distribution for player in found.players]
        assert [p.distribution for p in seated.players] == [spread[seat] for seat in seats]
        turned = equity_boards(spot.hands, spot.boards[::-1], 0, spot.dead, game)
        assert [player.distribution for player in turned.players] == spread
        naming = list(permutations(range(4)))[5 + number]
        renamed = [
            tuple(rename_suits(cards, naming) for cards in place)
            for place in (spot.hands, spot.boards, (spot.dead,))
        ]
        named = equity_boards(*renamed[:2], 0, renamed[2][0], game)
        assert [player.distribution for player in named.players] == spread


@pytest.mark.parametrize("street", [3, 4])
@pytest.mark.parametrize("game", ["plo4", "o8"])
def test_two_of_three_runs_go_together_as_two_runs_do(game: str, street: int) -> None:
    spot = boards_oracle.deal(Random(street), GAMES[game], (street,), 3, 3)
    query = Query(spot.game, spot.hands, spot.boards, spot.dead, runs=3)
    drawn, deck = 5 - street, query.deck()
    for board in multiboard._outcomes(query, spot.boards[0], deck):
        triples = multiboard._count_triples(board)
        third = comb(len(deck) - 2 * drawn, drawn)
        for axis in range(3):
            pairs = multiboard.count_pairs(board, board) * third
            assert np.array_equal(triples.sum(axis=axis), pairs)


# What cannot be


@pytest.mark.parametrize(
    ("asked", "error", "words"),
    [
        ({"runs": 4, "boards": [""]}, TextError, "runs is 4"),
        ({"runs": 1, "boards": [""]}, TextError, "runs is 1"),
        ({"boards": ["", "", ""]}, TextError, "3 boards given"),
        ({"boards": [""]}, TextError, "give two boards"),
        ({"boards": ["", ""], "runs": 2}, TextError, "one board for several runs"),
        ({"boards": ["2c3c4c5c6c8c", ""]}, TextError, "board 1: 2c3c4c5c6c8c has 6 cards"),
        ({"boards": ["2c3c4c", "2d3d4c"]}, ImpossibleError, "4c is in board 1 and board 2"),
        ({"boards": ["AsQcQd", ""]}, ImpossibleError, "As is in hand 1 and board 1"),
        ({"boards": ["", "2c3cTs"]}, ImpossibleError, "Ts is in hand 2 and board 2"),
        ({"boards": ["2c3c4c", ""], "dead": "3c"}, ImpossibleError, "3c is in board 1 and dead"),
    ],
)
def test_errors(asked: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        equity_boards(KINGS, **asked)


@pytest.mark.parametrize(("boards", "runs"), [(("", ""), 0), (("",), 2), (("",), 3)])
def test_too_few_cards_for_all_boards(boards: tuple[str, ...], runs: int) -> None:
    spot = boards_oracle.deal(Random(1), GAMES["plo5"], (0,), 2, 8)
    for hands in (spot.hands, ["random"] * 8):
        needed = 5 * (runs or 2)
        left = 12
        if needed > left:
            with pytest.raises(ImpossibleError, match=f"{needed} board cards must still come"):
                equity_boards(hands, boards, runs, game="plo5")
        else:
            assert sum(means(equity_boards(hands, boards, runs, game="plo5", deals=9))) == 1


def test_exactly_three_early_runs_are_refused_as_a_distribution() -> None:
    with pytest.raises(PrecisionError, match="three runs"):
        equity_boards(KINGS, [""], runs=3, exact=True)
    assert equity_boards(KINGS, ["2c3c4cTd"], runs=3, exact=True).distribution_exact


def test_the_result_as_plain_values() -> None:
    found = equity_boards(THREE, THREE_FLOPS, dead="2c").to_dict()
    assert (found["boards"], found["dead"], found["runs"]) == (THREE_FLOPS, "2c", 0)
    first = found["players"][0]
    assert sum(row["deals"] for row in first["distribution"]) == found["deals"]
    assert first["single_deviation"] is None
    assert Fraction(first["equity_exact"]) == sum(
        Fraction(row["share"]) * row["deals"] for row in first["distribution"]
    ) / Fraction(found["deals"])

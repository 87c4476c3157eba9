"""Expected chips and swings against brute force over every deal."""

import math

import pytest
from chips_oracle import ANN, BOB, CAL, DAN, fast_moments, moments, table
from oracle import DECK

import omaha_equity as oe
from omaha_equity import ImpossibleError, PrecisionError, RangeError, TextError
from omaha_equity.engine import solve
from omaha_equity.pots.handfile import hand_of
from omaha_equity.questions.wish import Wish


def check(data: dict[str, object], played: list[int] | None = None) -> oe.ExpectedChips:
    """Compare one run with brute force, and look at the sums."""
    hand = hand_of(data)
    found = oe.ev(data)
    pots = [pot.boards for pot in found.pots]
    assert pots == (played or [1] * len(pots))
    means, deviations = moments(hand, pots)
    assert tuple(seat.expected for seat in found.seats) == means
    assert [seat.deviations[1] for seat in found.seats] == pytest.approx(deviations, abs=1e-9)
    check_sums(found)
    return found


def check_sums(found: oe.ExpectedChips) -> None:
    rake = sum(pot.rake for pot in found.pots)
    assert sum(s.expected + s.returned for s in found.seats) + rake == found.hand.total
    assert sum(seat.net for seat in found.seats) == -rake
    for pot in found.pots:
        assert sum(pot.equities) == 1
        assert sum(pot.expected) == pot.amount - pot.rake
    for place, seat in enumerate(found.seats):
        by_pot = [dict(zip(p.contenders, p.expected, strict=True)) for p in found.pots]
        assert seat.expected == sum(won.get(place, 0) for won in by_pot)


SPOTS = {
    "heads-up": table((50, ANN), (50, BOB), board="9h6s2d4h"),
    "returned": table((50, ANN), (80, BOB), board="9h6s2d4h"),
    "side pot": table((50, ANN), (80, BOB), (100, CAL), board="9h6s2d4h"),
    "side pots": table((10, ANN), (20, BOB), (30, CAL), (40, DAN), board="9h6s2d4h"),
    "equal and short": table((10, ANN), (30, BOB), (10, CAL), (30, DAN), board="9h6s2d4h"),
    "folded shown": table((50, ANN), (50, BOB), (30, "4c4d", True), board="9h6s2d4h"),
    "folded above": table((50, ANN), (50, BOB), (90, CAL, True), board="9h6s2d4h"),
    "one left": table((20, ANN), (20, BOB), (60, CAL), (60, DAN, True), board="9h6s2d4h"),
    "dead": table((50, ANN), (50, BOB), board="9h6s2d4h", dead="3c3d3h3s"),
    "rake": table((50, ANN), (83, BOB), (83, CAL), board="9h6s2d4h", rake={"percent": 5, "cap": 7}),
    "rake of main pot": table(
        (50, ANN), (83, BOB), (83, CAL), board="9h6s2d4h", rake={"amount": 9, "share": "main-pot"}
    ),
    "high and low": table((50, ANN), (80, BOB), (80, CAL), (80, DAN), board="8d6s2d4h", game="o8"),
    "tied lows": table(
        (50, "Ac2cKdKh"), (80, "Ad2dQsQh"), (80, "Ah2hJsJd"), board="8h6s4dTc", game="o8"
    ),
    "five cards": table((50, ANN + "2c"), (80, BOB + "3c"), board="9h6s2d4h", game="plo5"),
}


@pytest.mark.parametrize("name", SPOTS)
def test_turn_spots_equal_brute_force(name: str) -> None:
    check(SPOTS[name])


# Few cards are left, so that all pairs and triples of flop runouts can be dealt.
CROWD = {
    "dead": "".join(c for c in DECK if c[0] in "34JQ") + "5s5h6c6d8c8d9c9dTcTdThAcAd7s7c",
    "board": "9h6s2d",
}
FLOPS = {
    "high": table((50, "AsAhKdKc"), (80, "Ts9s8h7h"), **CROWD),  # type: ignore[arg-type]
    "low": table((50, "As2hKdKc"), (80, "Ts9s8h7h"), game="o8", **CROWD),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("name", FLOPS)
def test_flop_spots_equal_brute_force(name: str) -> None:
    check(FLOPS[name])


def test_full_flop_spot_equals_brute_force() -> None:
    check(table((50, ANN), (80, BOB), (80, CAL), board="9h6s2d", rake={"percent": 5}))


def test_swings_of_several_runs_on_the_turn() -> None:
    for name in ("heads-up", "side pot", "tied lows", "rake"):
        hand = hand_of(SPOTS[name])
        found = oe.ev(hand)
        # Few enough cards for triples: one board card comes.
        for runs in (2, 3):
            means, deviations = fast_moments(hand, [runs] * len(found.pots), runs)
            assert tuple(seat.expected for seat in found.seats) == means
            assert [s.deviations[runs] for s in found.seats] == pytest.approx(deviations, abs=1e-9)


@pytest.mark.parametrize("name", FLOPS)
def test_swings_of_several_runs_on_the_flop(name: str) -> None:
    hand = hand_of(FLOPS[name])
    found = oe.ev(hand)
    for runs in (2, 3):
        means, deviations = fast_moments(hand, [runs] * len(found.pots), runs)
        assert tuple(seat.expected for seat in found.seats) == means
        assert [s.deviations[runs] for s in found.seats] == pytest.approx(deviations, abs=1e-9)


def test_r10_who_refuses_has_one_run_whatever_others_do() -> None:
    data = table((50, ANN), (80, BOB), (80, CAL), board="9h6s2d4h")
    data["seats"][0]["run_once"] = True  # type: ignore[index]
    hand, found = hand_of(data), oe.ev(data)
    for runs in (1, 2, 3):
        means, deviations = fast_moments(hand, [1, runs], runs)
        assert tuple(seat.expected for seat in found.seats) == means
        assert [s.deviations[runs] for s in found.seats] == pytest.approx(deviations, abs=1e-9)
    assert found.seats[0].deviations[1] == found.seats[0].deviations[3]
    sampled = oe.ev(data, deals=200_000, seed=5)
    for mine, other in zip(found.seats, sampled.seats, strict=True):
        for runs in (1, 2, 3):
            assert other.deviations[runs] == pytest.approx(mine.deviations[runs], rel=0.02)


BOARDS = {
    "double board": (
        table((50, ANN), (80, BOB), (80, CAL), boards=["9h6s2d4h", "KsQh3s3h"]),
        [2, 2],
    ),
    "one board further": (table((50, ANN), (80, BOB), boards=["9h6s2d4h", "KsQh3s3h8c"]), [2]),
    "two runs dealt": (
        table((50, ANN), (80, BOB), (80, CAL), board="9h6s2d", runs=["4h", "3s"]),
        [2, 2],
    ),
    "second run to come": (table((50, ANN), (80, BOB), board="9h6s2d4h", runs=["3c", ""]), [2]),
    "pot_boards": (
        table((50, ANN), (80, BOB), (80, CAL), boards=["9h6s2d4h", "KsQh3s3h"], pot_boards=[1, 2]),
        [1, 2],
    ),
    "no pot on the second": (
        table((50, ANN), (80, BOB), boards=["9h6s2d4h", "KsQh3s3h"], pot_boards=[1]),
        [1],
    ),
    "low": (table((50, ANN), (80, DAN), boards=["9h6s2d4h", "5s6h3s3h"], game="o8"), [2]),
}


@pytest.mark.parametrize("name", BOARDS)
def test_several_boards_equal_brute_force(name: str) -> None:
    data, played = BOARDS[name]
    check(data, played)
    exact, sampled = oe.ev(data), oe.ev(data, deals=300_000, seed=3)
    assert_close(exact, sampled)


def test_r10_two_boards_of_which_a_seat_refuses_one() -> None:
    data = table((50, ANN), (80, BOB), (80, CAL), boards=["9h6s2d4h", "KsQh3s3h"])
    data["seats"][1]["run_once"] = True  # type: ignore[index]
    check(data, [1, 1])
    data["seats"][1]["run_once"] = False  # type: ignore[index]
    data["seats"][0]["run_once"] = True  # type: ignore[index]
    check(data, [1, 2])


def test_four_boards_divide_by_four() -> None:
    boards = ["9h6s2d4hTh", "KsQh3s3hJc", "8c8d7c7d2h", "5h6h2sJsJh"]
    data = table((50, ANN), (50, CAL), boards=boards)
    found = check(data, [4])
    assert [s.expected for s in found.seats] == list(oe.settle(data | {"button": 1}).won)


def assert_close(exact: oe.ExpectedChips, sampled: oe.ExpectedChips) -> None:
    assert not sampled.exact
    check_sums(sampled)
    for mine, other in zip(exact.seats, sampled.seats, strict=True):
        assert abs(float(mine.expected - other.expected)) <= 4.5 * other.error, mine.name
        assert other.deviations.keys() == mine.deviations.keys()
        for runs, deviation in mine.deviations.items():
            assert other.deviations[runs] == pytest.approx(deviation, rel=0.03, abs=0.01)


@pytest.mark.parametrize("name", SPOTS)
def test_sampled_agrees_with_exact(name: str) -> None:
    assert_close(oe.ev(SPOTS[name]), oe.ev(SPOTS[name], deals=100_000, seed=1))


@pytest.mark.parametrize("game", ["plo4", "o8"])
def test_before_the_flop_each_pot_is_an_equity_with_others_dead(game: str) -> None:
    data = table((20, ANN), (50, BOB), (70, DAN), game=game)
    found = oe.ev(data)
    main = oe.equity([ANN, BOB, DAN], game=game)
    side = oe.equity([BOB, DAN], dead=ANN, game=game)
    assert found.pots[0].equities == tuple(p.equity_exact for p in main.players)
    assert found.pots[1].equities == tuple(p.equity_exact for p in side.players)
    assert found.seats[2].returned == 20
    check_sums(found)
    assert_close(found, oe.ev(data, deals=200_000, seed=2))
    heads_up = oe.ev(table((20, ANN), (20, BOB), (9, "2c3c", True), game=game))
    alone = oe.equity([ANN, BOB], dead="2c3c", game=game)
    assert heads_up.pots[0].equities == tuple(p.equity_exact for p in alone.players)


def test_before_the_flop_two_runs_swing_as_two_boards() -> None:
    found = oe.ev(table((50, ANN), (50, BOB)))
    for runs in (2, 3):
        several = oe.equity_boards([ANN, BOB], [""], runs=runs)
        for seat, player in zip(found.seats, several.players, strict=True):
            assert seat.deviations[runs] == pytest.approx(100 * player.deviation)
            assert seat.deviations[1] == pytest.approx(100 * (player.single_deviation or 0))


@pytest.mark.parametrize("game", ["plo4", "o8"])
def test_finished_boards_give_what_settling_gives(game: str) -> None:
    rows = (120, ANN), (240, BOB), (480, CAL), (960, DAN)
    for board in ("9h6s2d4h8c", "JsJh3s4h5h", "2h7s8dJcKs"):
        data = table(*rows, board=board, game=game)
        found, settled = oe.ev(data), oe.settle(data | {"button": 1})
        assert [seat.expected for seat in found.seats] == list(settled.won)
        assert [seat.returned for seat in found.seats] == list(settled.back)
        assert [seat.net for seat in found.seats] == list(settled.net)
        assert all(seat.deviations == {1: 0} for seat in found.seats)


def test_ranges_of_one_combo_are_hands() -> None:
    data = table((50, ANN), (80, BOB), (80, CAL), board="9h6s2d4h")
    ranged = table((50, "AsAhKdKc@100"), (80, BOB), (80, CAL), board="9h6s2d4h")
    exact, sampled = oe.ev(data), oe.ev(ranged, deals=200_000, seed=8)
    assert_close(exact, sampled)
    both = oe.ev(data, deals=200_000, seed=8)
    assert [s.expected for s in both.seats] == [s.expected for s in sampled.seats]


def test_a_range_is_the_mean_of_its_hands() -> None:
    hands = ["AsAhKdKc", "2c2h3c3h", "KsKhJdJc"]
    found = oe.ev(
        table((50, ",".join(hands)), (80, BOB), (80, CAL), board="9h6s2d4d"),
        deals=400_000,
        seed=4,
    )
    each = [oe.ev(table((50, h), (80, BOB), (80, CAL), board="9h6s2d4d")) for h in hands]
    for place, seat in enumerate(found.seats):
        mean = sum(one.seats[place].expected for one in each) / 3
        assert abs(float(seat.expected - mean)) <= 4.5 * seat.error
        second = sum(o.seats[place].deviations[1] ** 2 + o.seats[place].expected ** 2 for o in each)
        assert seat.deviations[1] == pytest.approx(math.sqrt(second / 3 - mean**2), rel=0.02)


def test_random_is_as_in_equity() -> None:
    found = oe.ev(table((50, ANN), (80, "random"), (80, "random"), board="9h6s2d"), deals=200_000)
    other = oe.equity([ANN, "random", "random"], "9h6s2d", game="plo4", deals=200_000, seed=9)
    error = math.hypot(found.seats[0].error, 150 * other.players[0].error)
    assert abs(float(found.seats[0].expected) - 150 * other.players[0].equity) < 4.5 * error


def test_the_seed_decides_whatever_the_threads() -> None:
    hand = hand_of(table((50, "AA$ds"), (80, BOB), (80, CAL), board="9h6s2d"))
    found = [
        solve.expect_chips(hand, Wish(deals=200_000, seed=seed), thread_count=count)
        for seed, count in ((1, 1), (1, 2), (1, 5), (2, 2))
    ]
    assert found[0] == found[1] == found[2]
    assert found[0].seats != found[3].seats
    precise = [
        solve.expect_chips(hand, Wish(seed=1, precision=0.002), thread_count=count)
        for count in (1, 3)
    ]
    assert precise[0] == precise[1]


def test_precision_is_a_share_of_all_pots() -> None:
    told: list[float] = []
    hand = table((50, "AA$ds"), (80, BOB), (80, CAL), board="9h6s2d")
    found = oe.ev(hand, precision=0.002, progress=told.append)
    widths = [1.96 * seat.error for seat in found.seats]
    assert 0.1 * 0.42 < max(widths) <= 0.421
    assert told
    assert told[-1] == 1


def test_one_deal_tells_nothing_of_the_error() -> None:
    found = oe.ev(table((50, ANN), (80, BOB), board="9h6s2d"), deals=1)
    assert found.seats[0].error == math.inf
    assert found.to_dict()["seats"][0]["error"] is None
    alike = oe.ev(table((50, ANN), (80, BOB), board="9h6s2d4hTh"), deals=10_000)
    assert alike.seats[0].error == pytest.approx(1.5 / 10_000 * 100)


@pytest.mark.parametrize("great", [10**9, 10**17])
def test_large_amounts_do_not_overflow(great: int) -> None:
    small = oe.ev(table((7, ANN), (9, BOB), (9, CAL), board="9h6s2d"))
    large = oe.ev(table((7 * great, ANN), (9 * great, BOB), (9 * great, CAL), board="9h6s2d"))
    for one, other in zip(small.seats, large.seats, strict=True):
        assert other.expected == great * one.expected
        for runs, deviation in one.deviations.items():
            assert other.deviations[runs] == pytest.approx(great * deviation)


def test_hundreds_of_different_amounts() -> None:
    """Six contenders and five pots: high/low shares of each add up in very many ways."""
    hands = ["Ac2cKdKh", "Ad2dQsQh", "Ah2hJsJd", "As3sTcTd", "3c2s9c9d", "4c4d5c5d"]
    rows = [(10 * 3**i, hand) for i, hand in enumerate(hands)]
    data = table(*rows, board="8h6s7d", game="o8")
    found = check(data)
    assert len(found.pots) == 5
    two = fast_moments(hand_of(table(*rows, board="8h6s7dKc", game="o8")), [2] * 5, 2)
    turn = oe.ev(table(*rows, board="8h6s7dKc", game="o8"))
    assert [s.deviations[2] for s in turn.seats] == pytest.approx(two[1], abs=1e-9)


def test_runs_end_where_the_deck_does() -> None:
    dead = "".join(c for c in DECK if c[0] in "456789TJ")[:-12]
    data = table((50, "AsAhKdKc"), (50, "QsQh2c2d"), dead=dead)
    found = oe.ev(data)
    assert list(found.seats[0].deviations) == [1, 2, 3]
    more = oe.ev(table((50, "AsAhKdKc"), (50, "QsQh2c2d"), dead=dead + "3c3d3h3s2h"))
    assert list(more.seats[0].deviations) == [1, 2]


def test_nothing_contested_needs_no_cards() -> None:
    found = oe.ev(table((50, ""), (20, "", True)), deals=10)
    assert found.exact
    assert [(s.expected, s.returned, s.net) for s in found.seats] == [(40, 30, 20), (0, 0, -20)]
    assert found.seats[0].deviations == {1: 0}


@pytest.mark.parametrize(
    ("data", "error", "message"),
    [
        (table((50, ANN), (50, "")), ImpossibleError, "seat B contests the pot but its cards"),
        (
            table((50, ANN), (80, ""), (90, CAL)),
            ImpossibleError,
            "seat B contests the main pot but its cards",
        ),
        (table((50, ANN), (50, "A[Z")), RangeError, r"A\[Z"),
        (
            table((50, DAN), (50, "AsAhQQ"), board="AsQc2d"),
            ImpossibleError,
            "seat B: 'AsAhQQ' has no",
        ),
        (table((50, "AsKs**"), (50, "AsQs**")), ImpossibleError, "no deal is possible"),
        (table((50, ANN), (50, BOB), board="2c3c4c", pot_boards=[1, 1]), TextError, "pot_boards"),
        (
            table((5, ANN), (5, "KsKhAcAd"), dead="".join(c for c in DECK if c[0] in "23456789TJ")),
            ImpossibleError,
            "need 53 cards; the deck has 52",
        ),
    ],
)
def test_errors(data: dict[str, object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        oe.ev(data)


def test_exact_is_refused_with_ranges() -> None:
    with pytest.raises(PrecisionError, match="sampled"):
        oe.ev(table((50, "AA"), (50, BOB)), exact=True)
    assert oe.ev(table((50, ANN), (50, BOB), board="2c3c4c"), exact=True).exact

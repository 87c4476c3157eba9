"""Pot odds against what is reckoned by hand."""

from fractions import Fraction

import pytest
from chips_oracle import ANN, BOB, CAL, table
from oracle import equities

import omaha_equity as oe
from omaha_equity import ImpossibleError, TextError


def odds(data: dict[str, object], name: str | None, call: int) -> oe.PotOdds:
    return oe.pot_odds(oe.ev(data), name, call)


def equity_of(seat: int, hands: list[str], board: str, dead: str = "") -> Fraction:
    counts = equities(hands, board, dead)[seat]
    shares = sum(Fraction(n, high) for (high, _), n in counts.items() if high)
    return shares / sum(counts.values())


def test_call_50_into_100_needs_a_quarter() -> None:
    found = odds(table((75, ANN), (75, BOB), (0, CAL), board="9h6s2d4h"), "A", 50)
    # 25 each, a bet of 50: 100 in the pot, and 50 to call for a pot of 150.
    assert (found.pot, found.needed) == (150, Fraction(1, 3))
    found = odds(table((50, ANN), (50, BOB), (100, CAL, True), board="9h6s2d4h"), "A", 50)
    assert (found.pot, found.needed) == (200, Fraction(1, 4))
    equity = equity_of(0, [ANN, BOB], "9h6s2d4h", CAL)
    assert found.equity == equity
    assert found.gain == 200 * equity - 50


def test_rake_raises_what_a_call_needs() -> None:
    rake = {"percent": 10, "cap": 15}
    found = odds(table((100, ANN), (100, BOB), board="9h6s2d4h", rake=rake), "B", 37)
    assert (found.pot, found.needed) == (185, Fraction(37, 185))
    taken = {"percent": 90}
    found = odds(table((100, ANN), (100, BOB), board="9h6s2d4h", rake=taken), "B", 50)
    assert found.needed == Fraction(5, 2)
    assert found.gain < 0
    with pytest.raises(ImpossibleError, match="rake leaves nothing"):
        odds(table((9, ANN), (9, BOB), board="9h6s2d4h", rake={"percent": 100}), "B", 5)


def test_a_call_that_makes_side_pots_weighs_them_by_size() -> None:
    data = table((50, ANN), (150, BOB), (150, CAL), board="9h6s2d4h")
    found = odds(data, "C", 120)
    main = equity_of(2, [ANN, BOB, CAL], "9h6s2d4h")
    side = equity_of(1, [BOB, CAL], "9h6s2d4h", ANN)
    assert (found.pot, found.needed) == (350, Fraction(120, 350))
    assert found.equity * 350 == 150 * main + 200 * side
    assert found.gain == 150 * main + 200 * side - 120
    short = odds(data, "A", 30)
    assert (short.pot, short.needed) == (150, Fraction(30, 150))


def test_the_gain_is_against_folding() -> None:
    called = oe.ev(table((50, ANN), (150, BOB), (150, CAL), board="9h6s2d4h"))
    # Had C folded to 120, C would be 30 down, whatever comes.
    assert oe.pot_odds(called, "C", 120).gain == called.seats[2].net - -30


def test_what_nobody_matches_of_a_call_costs_nothing() -> None:
    full, over = (
        odds(table((80, ANN), (put, BOB), board="9h6s2d4h"), "B", put - 30) for put in (80, 100)
    )
    assert (over.call, over.returned, over.risk, over.pot) == (70, 20, 50, 160)
    assert (over.needed, over.equity, over.gain) == (full.needed, full.equity, full.gain)


def test_who_calls_is_found_where_only_one_can() -> None:
    assert odds(table((80, ANN), (50, BOB), board="9h6s2d4h"), None, 30).name == "B"
    three = table((80, ANN), (80, BOB), (50, CAL), board="9h6s2d4h")
    with pytest.raises(TextError, match=r"say whose call it is with a seat: A, B$"):
        odds(three, None, 60)
    with pytest.raises(TextError, match=r"A, B, C$"):
        odds(three, None, 50)
    with pytest.raises(TextError, match="no seat can have called so much"):
        odds(three, None, 81)


@pytest.mark.parametrize(
    ("name", "call", "error", "message"),
    [
        ("Z", 10, TextError, "no seat is called 'Z'; seats: A, B, C"),
        ("A", 0, TextError, "more than 0"),
        ("A", -5, TextError, "more than 0"),
        ("A", 51, TextError, "call 51: seat A put in 50; the hand file shows the chips after"),
        ("C", 10, ImpossibleError, "seat C has folded"),
        ("B", 30, ImpossibleError, "30 is returned to seat B, who has nothing to call"),
    ],
)
def test_calls_that_cannot_be(name: str, call: int, error: type[Exception], message: str) -> None:
    data = table((50, ANN), (80, BOB), (50, CAL, True), board="9h6s2d4h")
    with pytest.raises(error, match=message):
        odds(data, name, call)


def test_sampled_odds_have_an_error() -> None:
    data = table((80, "AA$ds"), (80, BOB), board="9h6s2d4h")
    chances = oe.ev(data, deals=50_000)
    found = oe.pot_odds(chances, "A", 30)
    assert found.error * 160 == pytest.approx(chances.seats[0].error)

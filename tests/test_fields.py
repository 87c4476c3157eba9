"""Values of unsure type: read for what they surely mean, or refused with what they are."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from omaha_equity import fields, parse_hand, settle
from omaha_equity.errors import OmahaError, TextError
from omaha_equity.questions.wish import Wish

HUGE = 16**5000


@pytest.mark.parametrize("value", [5, 5.0, "5", " 5 ", np.int64(5), np.uint8(5), np.float64(5)])
def test_whole_numbers_of_every_kind(value: object) -> None:
    found = fields.whole(value, 1, 10)
    assert found == 5
    assert type(found) is int


@pytest.mark.parametrize(
    "value",
    [
        0,
        11,
        5.5,
        "five",
        "5.0",
        "9" * 5000,
        True,
        np.True_,
        None,
        [5],
        pytest.param(HUGE, id="huge"),
        1e400,
        float("nan"),
    ],
)
def test_what_is_no_whole_number(value: object) -> None:
    with pytest.raises(TextError, match="whole number from 1 to 10"):
        fields.whole(value, 1, 10)


@pytest.mark.parametrize("value", [0.001, "0.1%", "0.001", np.float32(0.001), Fraction(1, 1000)])
def test_shares_of_every_kind(value: object) -> None:
    assert fields.share(value) == pytest.approx(0.001, rel=1e-6)


@pytest.mark.parametrize(
    "value", ["x", "x%", None, True, [1], pytest.param(HUGE, id="huge"), b"1", Decimal("sNaN")]
)
def test_what_is_no_share(value: object) -> None:
    with pytest.raises(TextError, match="not a number"):
        fields.share(value)


def test_everything_can_be_shown() -> None:
    for value in (HUGE, [HUGE], {"a": HUGE}, "\x1b[31m", "\ud800", "x" * 10**6, Decimal("1e9")):
        said = fields.shown(value)
        assert len(said) <= fields.MOST_SHOWN
        assert said.isprintable()


@pytest.mark.parametrize("form", ["toml", "json"])
@pytest.mark.parametrize(
    "field", ["put", "seat", "name", "hand", "posted_dead", "folded", "run_once", "button", "unit"]
)
@pytest.mark.parametrize(
    "value", ["0x" + "f" * 5000, "9" * 4000, "1e999999999", "-1e-99999", '"\\ud800"', "[[[]]]"]
)
def test_odd_values_in_hand_files_are_one_error(form: str, field: str, value: str) -> None:
    joint = ": " if form == "json" else " = "
    key = f'"{field}"' if form == "json" else field
    put, seats = ('"put"', '"seats"') if form == "json" else ("put", "seats")
    seat = f"{{{put}{joint}5, {key}{joint}{value}}}"
    if field == "put":
        seat = f"{{{put}{joint}{value}}}"
    rows = f"{seats}{joint}[{seat}, {{{put}{joint}3}}]"
    if field in ("button", "unit"):
        rows = f"{key}{joint}{value}{', ' if form == 'json' else chr(10)}{rows}"
        rows = rows.replace(f", {key}{joint}{value}}}", "}")
    text = f"{{{rows}}}" if form == "json" else rows
    with pytest.raises(OmahaError) as caught:
        settle(parse_hand(text)).to_json()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "given", "meant"),
    [
        ("precision", "0.1%", 0.001),
        ("precision", np.float64(0.25), 0.25),
        ("deals", 1e6, 10**6),
        ("deals", "5", 5),
        ("deals", np.int64(5), 5),
        ("seconds", "1.5", 1.5),
        ("seed", np.uint64(3), 3),
        ("exact", np.True_, True),
        ("exact", 1, True),
    ],
)
def test_a_wish_takes_what_is_surely_meant(name: str, given: object, meant: object) -> None:
    wish = Wish(**{name: given})  # type: ignore[arg-type]
    assert getattr(wish, name) == meant
    assert type(getattr(wish, name)) is type(meant)


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("precision", "much"),
        pytest.param("precision", HUGE, id="huge"),
        ("precision", float("nan")),
        ("precision", True),
        ("deals", 1.5),
        ("deals", True),
        ("deals", [5]),
        ("seconds", "soon"),
        ("seconds", float("inf")),
        ("seed", None),
        ("seed", -1),
        ("exact", 2),
        ("exact", "perhaps"),
    ],
)
def test_a_wish_that_cannot_be_read_names_itself(name: str, given: object) -> None:
    with pytest.raises(TextError, match=f"^{name}: "):
        Wish(**{name: given})  # type: ignore[arg-type]

"""Range against range: parts partition ranges, and all cells together are the whole."""

from itertools import product
from pathlib import Path

import pytest

from omaha_equity import (
    ImpossibleError,
    Range,
    RangeError,
    TextError,
    equity,
)
from omaha_equity.engine.combos import combos_of, joint_weight
from omaha_equity.study.matrix import View, matrix, parse_views, read_views

VIEWS = (View("Aces", "AA"), View("Double-suited", "$ds"), View("Kings", "KK"))
OWN, OPPONENT = "AA@50,KK@100,QQ@33", "10%"
TURN = "Qd8s4h2c"


def test_all_cells_together_are_the_equity() -> None:
    found = matrix(OWN, OPPONENT, VIEWS, board=TURN, game="plo4")
    now = equity([OWN, OPPONENT], TURN, game="plo4", exact=True).players[0].equity
    assert found.exact
    whole = found.total()
    assert whole is not None
    assert whole.share == pytest.approx(1)
    assert whole.equity == pytest.approx(now, abs=1e-11)
    assert found.own == ("Aces", "Double-suited", "Kings", "Other")


def test_a_cell_is_the_equity_of_its_parts() -> None:
    found = matrix(OWN, OPPONENT, VIEWS, board=TURN, game="plo4")
    cells = {(cell.own, cell.opponent): cell for cell in found.cells}
    own = Range("KK@100,QQ@33", "plo4")
    part = (own & Range("KK", "plo4")) - Range("AA", "plo4") - Range("$ds", "plo4")
    ten = Range(OPPONENT, "plo4")
    other = (ten - Range("AA", "plo4")) & Range("$ds", "plo4")
    wanted = equity([part, other], TURN, exact=True)
    assert cells["Kings", "Double-suited"].equity == wanted.players[0].equity


def test_shares_are_those_of_all_pairs_that_share_no_card() -> None:
    ours, theirs = Range("AAKK@30,QQJJ@70", "plo4"), Range("AAQQ@20,KKJJ@90", "plo4")
    wanted = sum(
        float(w) * float(v)
        for (mine, w), (other, v) in product(
            zip(ours.combos.tolist(), ours.weights, strict=True),
            zip(theirs.combos.tolist(), theirs.weights, strict=True),
        )
        if not {*mine} & {*other}
    )
    found = joint_weight(combos_of(ours), combos_of(theirs))
    assert found == pytest.approx(wanted, rel=1e-12)


def test_the_opponent_may_have_views_of_its_own() -> None:
    theirs = parse_views("Kings\nKK")
    found = matrix("AA", "KK,QQ", VIEWS, theirs, board=TURN, game="plo4", dead="Kc")
    assert found.opponent == ("Kings", "Other")
    assert {cell.own for cell in found.cells} == {"Aces"}


def test_without_a_flop_cells_are_sampled() -> None:
    found = matrix("AA,KK", "QQ", VIEWS, game="plo4", deals=20_000)
    now = equity(["AA,KK", "QQ"], game="plo4").players[0]
    whole = found.total()
    assert whole is not None
    assert not found.exact
    assert abs(whole.equity - now.equity) < 4 * (whole.error + now.error)


def test_views_are_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "views.txt"
    path.write_text("# parts\nAces\nAA\n\n  Kings  \nKK\n")
    assert read_views(path) == (View("Aces", "AA"), View("Kings", "KK"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no views"),
        ("Aces\nAA\nKings", "the last label, 'Kings'"),
        ("Aces\nAA\nAces\nKK", "two views are called 'Aces'"),
    ],
)
def test_views_that_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(TextError, match=message):
        parse_views(text)


def test_what_cannot_be_asked(tmp_path: Path) -> None:
    with pytest.raises(TextError, match="cannot be read"):
        read_views(tmp_path / "missing.txt")
    with pytest.raises(RangeError, match="AA0"):
        matrix("AA", "KK", [View("bad", "AA0")], game="plo4")
    with pytest.raises(ImpossibleError, match="card As is in hand 1 and board"):
        matrix("AsAhAdAc", "KK", VIEWS, board="As2c3d", game="plo4")
    with pytest.raises(ImpossibleError, match="no deal"):
        matrix("AsAhAdAc", "As***", VIEWS, board="2c3d4h", game="plo4")

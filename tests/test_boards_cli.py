"""Several boards on the command line: tables, JSON, CSV, errors."""

import csv
import json
import math
import re
from fractions import Fraction
from io import StringIO

import pytest

from omaha_equity.cli.exits import Exit
from omaha_equity.engine import multiboard_sampled

THREE = ["Qc6dKh9d", "AhKd9cTh", "4cJd9sAs"]
FLOPS = ["--boards", "2", "--board", "TcQd3s", "--board", "Jc6s8s"]
KINGS = ["AsAhKdKc", "Ts9s8h7h"]
TWICE = ["KdKhAdKs", "5dQsQc7d", "--board", "2d5cQhJs", "--runs", "2"]
DEALS = 278_256


def rows(out: str) -> list[list[str]]:
    return [line.split() for line in out.splitlines()]


def test_a_double_board(run) -> None:
    ran = run(*THREE, *FLOPS)
    assert (ran.code, ran.err) == (Exit.DONE, "")
    lines = ran.out.splitlines()
    assert re.split(r" {2,}", lines[0]) == [
        "hand", "equity", "board 1", "board 2", "scoop", "std dev",
    ]  # fmt: skip
    equities = [Fraction(223, 748), Fraction(235, 1122), Fraction(65, 132)]
    scoops = [17_712, 11_847, 56_462]
    for line, hand, equity, scoop in zip(lines[1:4], THREE, equities, scoops, strict=True):
        assert line.split()[:2] == [hand, f"{float(equity):.3%}"]
        assert line.split()[4] == f"{scoop / DEALS:.3%}"
    assert lines[4] == ""
    assert lines[5].split() == ["pot", "share", "0", "1/4", "1/2", "3/4", "1"]
    for line in lines[6:9]:
        assert sum(float(part.rstrip("%")) for part in line.split()[1:]) == pytest.approx(
            100, abs=0.005
        )
    assert lines[9] == (
        "exact over 278,256 deals of two boards (Omaha, boards TcQd3s and Jc6s8s; counted)"
    )


def test_before_the_flop_boards_may_be_left_out(run) -> None:
    last = run(*KINGS, "--boards", "2").out.splitlines()[-1]
    assert last == "exact over 625,276,708,056 deals of two boards (Omaha; counted)"
    one = run(*KINGS, "--boards", "2", "--board", "9h6s2d", "--dead", "2c")
    assert one.out.endswith("(Omaha, boards 9h6s2d and an empty one, dead 2c; counted)\n")
    other = run(*KINGS, "--boards", "2", "--board", "", "--board", "9h6s2d")
    assert other.out.endswith("(Omaha, boards an empty one and 9h6s2d; counted)\n")


def test_two_runs(run) -> None:
    head, first, second, _, shares, *spread, last = run(*TWICE).out.splitlines()
    assert re.split(r" {2,}", head) == ["hand", "equity", "scoop", "std dev", "one run"]
    parts = [Fraction(119, 156), Fraction(35, 156), Fraction(1, 78)]
    assert shares.split()[2:] == ["0", "1/2", "1"]
    assert spread[0].split() == ["KdKhAdKs", *(f"{float(part):.3%}" for part in parts)]
    mean = float(parts[1] / 2 + parts[2])
    deviation = math.sqrt(float(parts[1] / 4 + parts[2]) - mean**2)
    alone = math.sqrt(mean * (1 - mean))
    wanted = [mean, float(parts[2]), deviation, alone]
    assert first.split()[1:] == [f"{share:.3%}" for share in wanted]
    assert second.split()[3:] == first.split()[3:]
    assert last == ("exact over 1,560 deals of two runs (Omaha, board 2d5cQhJs run twice; counted)")


def test_three_early_runs_say_what_is_sampled(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multiboard_sampled, "RUN_DEALS", 10_000)
    last = run(*KINGS, "--runs", "3", "--seed", "7").out.splitlines()[-1]
    assert last == (
        "exact over 173,986,995,676,830,336 deals of three runs; scoop and pot shares ±0.98% at "
        "most at 95%, 10,000 sampled deals, seed 7 (Omaha, board run three times; counted)"
    )
    found = json.loads(run(*KINGS, "--runs", "3", "--json").out)
    assert (found["exact"], found["distribution_exact"]) == (True, False)
    assert found["distribution_sampling"] == {
        "seed": 0, "draws": 10_000, "repeats": 1, "rejected": 0,
    }  # fmt: skip


@pytest.mark.parametrize("game", ["plo4", "o8"])
def test_ranges_are_sampled_with_their_error(run, game: str) -> None:
    asked = ["AA", "KK", "random", "--game", game, "--boards", "2", "--deals", "20,000"]
    ran = run(*asked, "--seed", "3")
    assert ran.err == ""
    assert re.search(
        r"^±0\.\d+% at 95% \(other columns ±0\.69% at most\), 20,000 deals of two boards, seed 3, "
        r"\d+\.\d% of draws rejected \(Omaha( high/low)?\)$",
        ran.out.splitlines()[-1],
    )
    assert run(*asked, "--seed", "3").out == ran.out
    assert run(*asked, "--seed", "4").out != ran.out


def test_ranges_on_late_boards_are_counted(run) -> None:
    boards = ["--boards", "2", "--board", "2c7d9cJs", "--board", "3c7h9sQd5d"]
    ran = run("AsAhKdKc,QsQhJdTc", "8s8d7s6h", "--game", "plo4", *boards)
    assert ran.out.endswith(
        " deals of two boards (Omaha, boards 2c7d9cJs and 3c7h9sQd5d; enumerated)\n"
    )


def test_json(run) -> None:
    found = json.loads(run(*THREE, *FLOPS, "--json").out)
    assert (found["game"], found["deals"], found["method"]) == ("plo4", DEALS, "counted")
    assert found["boards"] == ["TcQd3s", "Jc6s8s"]
    assert [player["scoops"] for player in found["players"]] == [17_712, 11_847, 56_462]
    assert [p["equity_exact"] for p in found["players"]] == ["223/748", "235/1122", "65/132"]


def test_csv(run) -> None:
    table = list(csv.DictReader(StringIO(run(*TWICE, "--csv").out)))
    assert [row["hand"] for row in table] == ["KdKhAdKs", "5dQsQc7d"]
    assert table[0]["distribution"] == "0:1190 1/2:350 1:20"
    assert {(row["runs"], row["known_1"], row["known_2"], row["deals"]) for row in table} == {
        ("2", "2d5cQhJs", "", "1560")
    }
    assert (table[0]["board_1"], table[0]["board_3"]) == (table[0]["equity"], "")
    double = list(csv.DictReader(StringIO(run(*THREE, *FLOPS, "--csv").out)))
    assert double[0].keys() == table[0].keys()
    assert (double[0]["known_2"], double[0]["single_deviation"]) == ("Jc6s8s", "")


@pytest.mark.parametrize("asked", [["--boards", "1"], ["--runs", "1"], []])
def test_one_board_is_as_it_was(run, asked: list[str]) -> None:
    plain = run(*KINGS, "--board", "9h6s2d")
    assert run(*KINGS, "--board", "9h6s2d", *asked) == plain


def test_more_players_than_seats(run) -> None:
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    hands = ["".join(deck[i : i + 5]) for i in range(0, 40, 5)]
    ran = run(*hands, "Kc" + "".join(deck[40:44]), "--game", "plo5", "--board", "Ac", "--runs", "2")
    assert ran.code == Exit.IMPOSSIBLE
    assert "8 board cards must still come and 6 are left" in ran.err


@pytest.mark.parametrize(
    ("asked", "code", "words"),
    [
        (["--runs", "4"], Exit.TEXT, "--runs is 4; a board is run 2 or 3 times"),
        (["--runs", "0"], Exit.TEXT, "--runs is 0"),
        (["--runs", "two"], Exit.TEXT, "'two' is not a number"),
        (["--boards", "3"], Exit.TEXT, "--boards is 3; give 1 or 2"),
        (["--boards", "0"], Exit.TEXT, "--boards is 0"),
        (["--boards", "2", "--runs", "2"], Exit.TEXT, "exclude each other"),
        (["--board", "2c3c4c", "--board", "2d3d4d"], Exit.TEXT, "add --boards 2"),
        (["--board", "2c", "--board", "3c", "--runs", "2"], Exit.TEXT, "add --boards 2"),
        (["--boards", "2", *["--board", ""] * 3], Exit.TEXT, "two boards at most"),
        (["--boards", "2", "--board", "2x"], Exit.TEXT, "board 1"),
        (["--boards", "2", "--board", "2c3c4c5c6c8c"], Exit.TEXT, "board 1: 2c3c4c5c6c8c has 6"),
        (
            ["--boards", "2", "--board", "2c3c4c", "--board", "2d3d4c"],
            Exit.IMPOSSIBLE,
            "4c is in board 1 and board 2",
        ),
        (["--runs", "2", "--board", "2cAs4c"], Exit.IMPOSSIBLE, "As is in hand 1 and board;"),
        (["--runs", "3", "--exact"], Exit.IMPRECISE, "three runs"),
    ],
)
def test_errors_are_one_line(run, asked: list[str], code: Exit, words: str) -> None:
    ran = run(*KINGS, *asked)
    assert (ran.code, ran.out) == (code, "")
    assert re.fullmatch(r"omaha-equity: .*\n", ran.err)
    assert words in ran.err


def test_exact_ranges_on_early_boards_are_refused(run) -> None:
    ran = run("AA", "KK", "--game", "plo4", "--boards", "2", "--exact")
    assert (ran.code, ran.out) == (Exit.IMPRECISE, "")


def test_a_narrow_terminal_gets_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    from omaha_equity import equity_boards
    from omaha_equity.report.terminal import multiboard, table

    out = StringIO()
    monkeypatch.setattr(table, "UNLIMITED", 40)
    multiboard.write(equity_boards(THREE, ["TcQd3sAc", "Jc6s8s3c"], game="o8"), out)
    lines = out.getvalue().splitlines()
    assert lines[0] == "Qc6dKh9d"
    assert any(re.fullmatch(r" +board 1 +\d+\.\d+%", line) for line in lines)
    assert max(map(len, lines[:-1])) <= 40

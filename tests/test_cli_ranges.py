"""Equities with ranges on the command line: numbers, errors, files, exit codes, Ctrl-C."""

import csv
import json
import os
import re
import signal
import sys
from collections.abc import Callable
from fractions import Fraction
from io import StringIO
from pathlib import Path

import pytest
from cli import HEAVY, Ran, Run, assert_one_line, loaded_by, spawn

from omaha_equity import api
from omaha_equity.cli import progress
from omaha_equity.cli.exits import Exit
from omaha_equity.errors import Interrupted

DRAW, FLOP = "QsTsJd2d", "AdKs3s"


@pytest.fixture
def run(run: Run) -> Callable[..., Ran]:
    """Run a command in the first game, unless the question says another or none."""

    def run_game(*words: str, game: str = "plo4", stdin: str = "") -> Ran:
        return run(*words, *(("--game", game) if game else ()), stdin=stdin)

    return run_game


# Numbers


@pytest.mark.parametrize(
    ("players", "board", "equity", "deals"),
    [
        ([DRAW, "AA"], FLOP, 0.414896, 2_152_500),
        (["AsAh7d2c", "KK!AA"], "Kd8s4h", 0.104416, 2_150_040),
    ],
)
def test_a_hand_against_a_range_on_the_flop(
    run, players: list[str], board: str, equity: float, deals: int
) -> None:
    ran = run(*players, "--board", board)
    assert ran.err == ""
    assert ran.out.splitlines()[1].startswith(f"{players[0]}  {equity:.3%}")
    assert ran.out.splitlines()[-1].startswith(f"exact over {deals:,} deals (Omaha, board {board};")
    found = json.loads(run(*players, "--board", board, "--json").out)
    assert (found["exact"], found["boards"], found["sampling"]) == (True, deals, None)
    assert found["players"][0]["equity"] == pytest.approx(equity, abs=5e-7)
    assert [player["hand"] for player in found["players"]] == players
    assert [player["error"] for player in found["players"]] == [0, 0]


def test_a_range_of_listed_hands_keeps_its_comma(run) -> None:
    players = ["AsAhKdKc,AsAhQdQc", "KhKsJdJc"]
    lines = run(*players, "--board", "9h6s2d").out.splitlines()
    assert [line.split()[0] for line in lines[1:3]] == players


def test_weights(run) -> None:
    found = json.loads(run("AcAdKhQs", "KcKdJhTs@1,2c2d7h8s@100", "--json").out)
    wanted = (Fraction(406_753, 543_004) + 100 * Fraction(369_387, 543_004)) / 101
    assert Fraction(found["players"][0]["equity_exact"]) == wanted
    assert wanted == Fraction(37_345_453, 54_843_404)


@pytest.mark.parametrize(
    ("players", "equity"), [(["AA", "KK"], 0.6990), (["AsAhTsTh", "random"], 0.7151)]
)
def test_sampled_equities_come_with_their_error(run, players: list[str], equity: float) -> None:
    ran = run(*players, "--precision", "0.1%", "--seed", "1")
    assert ran.err == ""
    head, first, _, last = ran.out.splitlines()
    assert head.split() == ["hand", "equity", "±", "win", "tie"]
    shown, sure = (float(word.rstrip("%")) for word in first.split()[1:3])
    assert 0 < sure <= 0.1
    # Four standard errors.
    assert abs(shown - 100 * equity) < 2 * sure + 0.05
    assert re.fullmatch(
        r"±0\.\d+% at 95% \(other columns ±0\.\d+% at most\), [\d,]+ deals, seed 1, "
        r"\d+\.\d% of draws rejected \(Omaha\)",
        last,
    )


def test_as_many_deals_as_asked_for_are_the_same_again(run) -> None:
    args = ["AA", "KK", "random", "--deals", "20,000", "--board", "2c3d9h", "--csv"]
    ran = run(*args, "--seed", "5")
    rows = list(csv.DictReader(StringIO(ran.out)))
    assert [row["hand"] for row in rows] == ["AA", "KK", "random"]
    assert {(row["boards"], row["seed"], row["exact"]) for row in rows} == {("20000", "5", "false")}
    assert sum(float(row["equity"]) for row in rows) == pytest.approx(1)
    assert ran == run(*args, "--seed", "5")
    assert ran.out != run(*args, "--seed", "6").out


def test_hands_too_are_sampled_if_asked(run) -> None:
    found = json.loads(run("AsAhKdKc", "Ts9s8h7h", "--time", "1ms", "--json", game="").out)
    first = found["players"][0]
    assert found["method"] == "sampled"
    assert abs(first["equity"] - 591_091 / 1_086_008) < 5 * first["error"]


def test_high_low(run) -> None:
    ran = run("As2sKdQd", "KK", "--board", "3h4d9c", game="o8")
    assert ran.out.splitlines()[0].split()[-3:] == ["high", "low", "scoop"]
    assert re.search(r"exact over [\d,]+ deals, [\d,]+ with a low \(Omaha high/low, board", ran.out)


def test_compare(run) -> None:
    args = ["compare", "AcAdKhQs", "2c2d7h8s", "--vs", "KK", "--deals", "50000"]
    ran = run(*args)
    assert (ran.code, ran.err) == (0, "")
    assert [line.split()[0] for line in ran.out.splitlines()] == [
        *("hand", "AcAdKhQs", "2c2d7h8s", "difference")
    ]
    assert re.search(r"difference \+\d+\.\d{3}% ±0\.\d+% at 95%, 50,000 deals, seed 0", ran.out)
    found = json.loads(run(*args, "--json").out)
    parts = [found[side]["players"][0]["equity"] for side in ("first", "second")]
    assert found["difference"] == pytest.approx(parts[0] - parts[1])
    row = next(csv.DictReader(StringIO(run(*args, "--csv").out)))
    assert (row["first"], row["opponents"], row["deals"]) == ("AcAdKhQs", "KK", "50000")
    assert float(row["difference"]) == found["difference"]


def test_combos_are_sorted_and_their_mean_is_the_range(run) -> None:
    args = ["combos", "KcKdJhTs@1,2c2d7h8s@100", "--vs", "AcAdKhQs", "--board", "3s4s5h"]
    found = json.loads(run(*args, "--json").out)
    assert (found["exact"], found["size"], found["seed"]) == (True, 2, None)
    for combo in found["combos"]:
        alone = json.loads(run(combo["hand"], "AcAdKhQs", "--board", "3s4s5h", "--json").out)
        assert combo["equity"] == pytest.approx(alone["players"][0]["equity"])
        assert combo["deals"] == alone["boards"] == 820
    equities = [combo["equity"] for combo in found["combos"]]
    assert equities == sorted(equities, reverse=True)
    whole = json.loads(run(*args[1:2], *args[3:], "--json").out)
    assert found["equity"] == pytest.approx(whole["players"][0]["equity"])


def test_combos_shown(run) -> None:
    args = ["combos", "AA", "--vs", "KK!AA", "--board", "Kd8s4h"]
    ran = run(*args, "--top", "2")
    assert len(ran.out.splitlines()) == 4
    # All aces that need no card of the board: 6,961 is before the flop.
    size = int(re.search(r"2 best of ([\d,]+) combos; AA has", ran.out)[1].replace(",", ""))
    assert len(run(*args).out.splitlines()) == 22
    assert run(*args, "--list", "--csv").out.count("\n") == size + 1
    assert "±" not in ran.out


def test_combos_before_the_flop_are_sampled(run) -> None:
    # Hands with commas between them are a range.
    ran = run("combos", "AsAhKsKh,AdAcKdKc", "--vs", "QQ", "--deals", "4000", "--seed", "2")
    assert ran.out.splitlines()[0].split() == ["hand", "equity", "±"]
    assert ran.out.splitlines()[-1].endswith("4,000 deals, seed 2")


# Where ranges come from


def test_ranges_from_files_and_standard_input(run, tmp_path: Path) -> None:
    plain = run(DRAW, "AA", "--board", FLOP)
    (tmp_path / "aces.txt").write_text("\ufeffAA\n")
    assert run(DRAW, f"@{tmp_path / 'aces.txt'}", "--board", FLOP) == plain
    assert run(DRAW, "-", "--board", FLOP, stdin="AA\n") == plain


def test_a_file_of_hands_and_weights(run, tmp_path: Path) -> None:
    path = tmp_path / "two.csv"
    path.write_text("hand,weight\nKcKdJhTs,0.01\n2c2d7h8s,1\n")
    found = json.loads(run("AcAdKhQs", f"@{path}", "--json", game="").out)
    assert Fraction(found["players"][0]["equity_exact"]) == Fraction(37_345_453, 54_843_404)
    assert found["players"][1]["hand"] == f"@{path}"


def test_own_macros_dialect_and_ordering(run, tmp_path: Path) -> None:
    path = tmp_path / "own.txt"
    path.write_text("mine,AA\n")
    own = json.loads(run(DRAW, "$mine", "--macros", str(path), "--board", FLOP, "--json").out)
    assert own["boards"] == 2_152_500
    assert run(DRAW, "$mine", "--board", FLOP).code == Exit.TEXT
    plo = run(DRAW, "AAxx", "--dialect", "plo", "--board", FLOP)
    assert "exact over 2,152,500 deals" in plo.out
    bad = run(DRAW, "15%", "--ordering", str(path))
    assert (bad.code, bad.out, bad.err.count("\n")) == (Exit.TEXT, "", 3)
    assert str(path) in bad.err


def test_traps_are_warned_of(run) -> None:
    ran = run(DRAW, "AAxx", "--board", FLOP)
    assert ran.code == 0
    assert ran.err.startswith("omaha-equity: warning: player 2: ")


# Errors


@pytest.mark.parametrize("game", ["plo4", ""])
def test_a_token_of_another_game_is_named(run, game: str) -> None:
    ran = run("KcQcJcTc", "6c5c4c3c,AQo+", game=game)
    assert (ran.code, ran.out) == (Exit.TEXT, "")
    assert "AQo+" in ran.err
    if game:
        said, text, caret = ran.err.splitlines()
        assert (text, caret) == ("  6c5c4c3c,AQo+", " " * 13 + "^")
        assert "Hold'em" in said


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["KK", "AAKK", "--board", "KcKd2h"], ["no deal is possible"]),
        (["AA", "RRRO:xxyy"], ["'RRRO:xxyy' is an empty range"]),
        (["AsAh7d2c", "KsKhKdKc,KsQhQdKc", "--dead", "Kc"], ["player 2", "has no hand left"]),
        (["AA", "KK", "--dead", "AsAhAd"], ["'AA' has no hand left"]),
        (["compare", "AA", "KK", "--vs", "RRRO:xxyy"], ["empty range"]),
        (["combos", "KK", "--vs", "AAKK", "--board", "KcKd2h"], ["no deal is possible"]),
    ],
)
def test_questions_without_an_answer(run, args: list[str], words: list[str]) -> None:
    assert_one_line(run(*args), Exit.IMPOSSIBLE, *words)


def test_exact_is_refused_rather_than_sampled(run) -> None:
    assert_one_line(run("AA", "KK", "QQ", "--exact"), Exit.IMPRECISE, "exact is not possible")
    seven = ["combos", "AsAhKsKhQsQhJs", "--vs", "AdAcKdKcQdQcJd", "--exact"]
    assert_one_line(run(*seven, game="plo7"), Exit.IMPRECISE, "up to 6 hole cards")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["AA", "KK", "--precision", "much"], ["--precision", "'much'", "0.1%"]),
        (["AA", "KK", "--precision", "90%"], ["precision: 0.9"]),
        (["AA", "KK", "--precision", "nan"], ["precision: nan"]),
        (["AA", "KK", "--time", "2 days"], ["--time", "'2 days'", "500ms"]),
        (["AA", "KK", "--time", "0"], ["seconds: 0"]),
        (["AA", "KK", "--deals", "1.5"], ["--deals", "'1.5'"]),
        (["AA", "KK", "--deals", "0"], ["deals: 0"]),
        (["AA", "KK", "--seed=-1"], ["--seed", "'-1'"]),
        (["AA", "KK", "--exact", "--deals", "5"], ["--exact and --deals exclude each other"]),
        (["AA", "-", "-"], ["standard input can be read only once"]),
        (["AA", "@no/such/file"], ["'no/such/file' cannot be read"]),
        (["AA", "@no/such.csv"], ["no/such.csv cannot be read"]),
        (["AA", "KK", "--macros", "no/such/file"], ["'no/such/file' cannot be read"]),
        (["AA", "KK", "--dialect", "swiss"], ["swiss"]),
        (["AA"], ["2 to 10"]),
        (["AA", "AsAhKd"], ["hand 2: AsAhKd has 3 cards", "AsAhKd*"]),
        (["compare", "AA", "KK"], ["--vs"]),
        (["combos", "AA", "--vs", "KK", "--list", "--top", "3"], ["--list and --top"]),
        (["combos", "AA", "--vs", "KK", "--exact", "--deals", "3"], ["--exact and --deals"]),
    ],
)
def test_wrong_questions_are_one_line(run, args: list[str], words: list[str]) -> None:
    assert_one_line(run(*args), Exit.TEXT, *words)


def test_ranges_without_a_game_say_so(run) -> None:
    assert_one_line(run("AA", "KK", game=""), Exit.TEXT, "name the game, as plo4")


# Progress and Ctrl-C


class Clock:
    """Each look at it takes as long as it is told."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def test_a_line_every_ten_seconds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "monotonic", Clock(4))
    with progress.working() as work:
        for tenth in range(1, 11):
            work.progress(tenth / 10)
    assert capsys.readouterr().err.splitlines() == [
        "omaha-equity: 30% done, 2.5% a second, 28 s left",
        "omaha-equity: 60% done, 2.5% a second, 16 s left",
        "omaha-equity: 90% done, 2.5% a second, 4 s left",
    ]


def test_short_work_is_silent(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "monotonic", Clock(0.01))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with progress.working() as work:
        for tenth in range(11):
            work.progress(tenth / 10)
    assert capsys.readouterr().err == ""


def test_a_terminal_gets_a_bar(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "monotonic", Clock(1))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with progress.working() as work:
        for tenth in range(11):
            work.progress(tenth / 10)
        assert work._bar is not None
    assert work._bar is None
    # Nothing but the bar: no lines of words.
    assert "omaha-equity:" not in capsys.readouterr().err


def interrupt() -> None:
    os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["AA", "KK", "--deals", "10000000"], ["AA", "KK", "at 95%", "seed 0"]),
        (["AA", "KK", "--precision", "0.001%"], ["AA", "KK", "at 95%", "seed 0"]),
        (["AA", "KK", "--time", "100"], ["AA", "KK", "at 95%", "seed 0"]),
        (["compare", "AA", "KK", "--vs", "QQ", "--deals", "10000000"], ["difference", "±"]),
        (["combos", "AA", "--vs", "QQ", "--deals", "10000000"], ["20 best of", "±"]),
    ],
)
def test_interrupted_sampling_gives_what_it_has(
    run, monkeypatch: pytest.MonkeyPatch, args: list[str], words: list[str]
) -> None:
    show = progress.Work.progress

    def progress_and_interrupt(work: progress.Work, share: float) -> None:
        show(work, share)
        interrupt()

    monkeypatch.setattr(progress.Work, "progress", progress_and_interrupt)
    ran = run(*args)
    assert ran.code == Exit.INTERRUPTED
    assert ran.err == "omaha-equity: interrupted; the answer is of the deals counted so far\n"
    for word in words:
        assert word in ran.out
    deals = re.search(r"([\d,]+) deals", ran.out)
    assert deals
    assert 0 < int(deals[1].replace(",", "")) < 10_000_000


def test_interrupted_from_python_carries_the_result() -> None:
    def stop(_: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        api.equity(["AA", "KK"], game="plo4", deals=10_000_000, progress=stop)
    assert caught.value.partial.boards < 10_000_000
    assert isinstance(caught.value, KeyboardInterrupt)
    with pytest.raises(KeyboardInterrupt) as exact:
        api.equity([DRAW, "AA"], FLOP, game="plo4", progress=stop)
    assert not isinstance(exact.value, Interrupted)


def test_interrupted_exact_count_has_no_answer(run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(work: progress.Work, share: float) -> None:
        work.share = share
        raise KeyboardInterrupt

    monkeypatch.setattr(progress.Work, "progress", stop)
    ran = run(DRAW, "AA", "--board", FLOP)
    assert_one_line(ran, Exit.INTERRUPTED, "interrupted after", "no answer before its end")


# Processes


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
def test_ctrl_c_before_the_first_count_stops_at_once() -> None:
    code = (
        "import os, signal, sys\n"
        "from omaha_equity import api; from omaha_equity.cli.main import main\n"
        "api.solve = lambda *_, **__: os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.exit(main(['AA', 'KK', '--game', 'plo4']))\n"
    )
    assert spawn(code=code) == (Exit.INTERRUPTED, "", "omaha-equity: interrupted\n")


@pytest.mark.parametrize(
    "args",
    [
        ["AA", "AQo+", "--game", "plo4"],
        ["AA", "KK"],
        ["compare", "AA", "TT-7", "--vs", "KK", "--game", "plo4"],
        ["combos", "TT-7", "--vs", "KK", "--game", "plo4"],
        ["compare", "--help"],
        ["combos", "--help"],
    ],
)
def test_errors_in_ranges_come_without_numpy(args: list[str]) -> None:
    assert not HEAVY & loaded_by(*args)

"""The command line: what it prints where, exit codes, one line per error, a quick start."""

import csv
import json
import os
import re
import shutil
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import NoReturn

import pytest
from cli import HEAVY, ROOT, Ran, assert_one_line, loaded_by, spawn

from omaha_equity import api, tables
from omaha_equity.cli.exits import Exit
from omaha_equity.cli.main import COMMANDS
from omaha_equity.errors import PrecisionError, TableError
from omaha_equity.games import ALIASES, GAMES

CLI_PAGE = (ROOT / "docs/cli.md").read_text()
ACES, TENS = "AsAhKdKc", "Ts9s8h7h"
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def deal(players: int, size: int) -> list[str]:
    """Hands of the first cards of the deck, each once."""
    return ["".join(DECK[seat * size : (seat + 1) * size]) for seat in range(players)]


# Equities


def test_bare_hands_mean_equity(run) -> None:
    bare = run(ACES, TENS)
    assert bare == run("equity", ACES, TENS)
    assert bare == Ran(
        0,
        "hand       equity      win     tie\n"
        "AsAhKdKc  54.428%  54.428%  0.000%\n"
        "Ts9s8h7h  45.572%  45.572%  0.000%\n"
        "exact over 1,086,008 boards (Omaha; by numpy)\n",
        "",
    )


@pytest.mark.parametrize(
    "args",
    [
        ["--board", "9h 6s 2d", ACES, TENS],
        [ACES, "--board=9h,6s,2d", TENS],
        ["As Ah Kd Kc", "10s, 9s, 8h, 7h", "--board", "9♥6♠2♦"],
        ["--board", "9H6S2D", "--", "asahkdkc", "TS9S8H7H"],
    ],
)
def test_options_come_in_any_place_and_cards_in_many_spellings(run, args: list[str]) -> None:
    ran = run(*args)
    assert ran.code == 0
    assert ran.out.splitlines()[1:3] == [
        "AsAhKdKc  34.878%  34.878%  0.000%",
        "Ts9s8h7h  65.122%  65.122%  0.000%",
    ]


def test_high_low_shows_high_low_and_scoop(run) -> None:
    lines = run("As2sKdQd", "AhAc3c4h", "--game", "O8").out.splitlines()
    assert lines[0].split() == ["hand", "equity", "win", "tie", "high", "low", "scoop"]
    # Wins 375350, scoops 291852 and 473578 of 1,086,008 boards.
    first, second = (line.split() for line in lines[1:3])
    assert (first[1], first[2], first[-1]) == ("41.578%", "34.562%", "26.874%")
    assert (second[1], second[-1]) == ("58.422%", "43.607%")
    assert lines[3].startswith("exact over 1,086,008 boards, 570,104 with a low (Omaha high/low")


def test_json_and_dead_cards(run) -> None:
    ran = run("AsAhKsKh", "JdTd9c8c", "--dead", "Ac Ad", "--json")
    found = json.loads(ran.out)
    assert (found["boards"], found["dead"], ran.err) == (850_668, "AcAd", "")
    assert [player["counts"]["high_wins"] for player in found["players"]] == [497_143, 353_525]


def test_csv(run) -> None:
    ran = run("AsAdKcQcJs", "Ts9h8h7d6d", "--board", "Ac9c2s", "--dead", "4d", "--csv")
    rows = list(csv.DictReader(StringIO(ran.out)))
    assert [(row["hand"], row["high_wins"], row["boards"]) for row in rows] == [
        ("AsAdKcQcJs", "656", "703"),
        ("Ts9h8h7d6d", "47", "703"),
    ]


def test_r4_more_players_than_seats_are_counted_with_a_warning(run) -> None:
    hands = deal(9, 5)
    board = "".join(DECK[45:50])
    ran = run(*hands, "--board", board)
    assert ran.code == 0
    assert len(ran.out.splitlines()) == 11
    assert ran.err == (
        "omaha-equity: warning: 9 players, but five-card Omaha is dealt to 8 at most\n"
    )
    assert run(*hands[:8], "--board", board).err == ""


# Made hands


def test_evaluate_uses_exactly_two_hole_cards(run) -> None:
    found = json.loads(run("evaluate", "AhKcQcJc", "3h4h5h6h7h", "--json").out)
    assert found["high"]["cards"][0::2] == "AK765"
    assert len(found["high"]["hole"]) == 4
    assert found["low"] is None


def test_evaluate_names_high_and_low(run) -> None:
    ran = run("evaluate", "7d 2c Ks Ad", "7h8s3s4sAh", "--game", "o8")
    high, low = ran.out.splitlines()[1:]
    assert high.split()[:3] == ["high", "two", "pair,"]
    assert low.split()[0] == "low"
    found = json.loads(run("evaluate", "7d2cKsAd", "7h8s3s4sAh", "--game", "o8", "--json").out)
    assert found["low"]["cards"][0::2] == "7432A"


def test_evaluate_says_no_low(run) -> None:
    assert "no low" in run("evaluate", "Ks8cJs5c", "3s5hQsQd9h", "--game", "o8").out
    assert "low" not in run("evaluate", "Ks8cJs5c", "3s5hQsQd9h").out


# Errors: one line, which names the text and the place


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        ([ACES, "Ts9s8h7x"], Exit.TEXT, ["hand 2 'Ts9s8h7x', character 7", "'7x'"]),
        ([ACES, "Ts9s8hX7"], Exit.TEXT, ["hand 2 'Ts9s8hX7', character 7", "not a card"]),
        ([ACES, "Ts9s8h"], Exit.TEXT, ["hand 2: Ts9s8h has 3 cards", "plo4"]),
        (["AsAhKd", "Ts9s8h"], Exit.TEXT, ["hand 1: AsAhKd has 3 cards", "4 to 7"]),
        ([ACES, "Ts9s8h7h6d"], Exit.TEXT, ["hand 2: Ts9s8h7h6d has 5 cards", "plo4"]),
        ([ACES, TENS, "--game", "bigo"], Exit.TEXT, ["hand 1: AsAhKdKc has 4", "o8-5"]),
        ([ACES, TENS, "--game", "texas"], Exit.TEXT, ["game 'texas'", "plo4", "o8-7"]),
        ([ACES, TENS, "--board", "AKQ"], Exit.TEXT, ["board 'AKQ', character 1", "suit"]),
        (
            [ACES, TENS, "--board", "2c3c4c5c6c8c"],
            Exit.TEXT,
            ["board: 2c3c4c5c6c8c has 6 cards", "5"],
        ),
        ([ACES, TENS, "--dead", "Zz"], Exit.TEXT, ["dead cards 'Zz', character 1"]),
        ([ACES, TENS, "--dead", "a\nb"], Exit.TEXT, ["dead cards 'a\\nb', character 1"]),
        ([ACES], Exit.TEXT, ["hand 1: AsAhKdKc", "2 to 10"]),
        (["equity"], Exit.TEXT, ["no hands", "2 to 10"]),
        (deal(11, 4), Exit.TEXT, ["hand 11: QcQdQhQs", "2 to 10"]),
        (["AsAhKdAs", TENS], Exit.IMPOSSIBLE, ["card As is twice in hand 1"]),
        ([ACES, "AsTs9s8s"], Exit.IMPOSSIBLE, ["card As is in hand 1 and hand 2"]),
        ([ACES, TENS, "--board", "7h2c3c"], Exit.IMPOSSIBLE, ["card 7h is in hand 2 and board"]),
        ([ACES, TENS, "--dead", "Ah"], Exit.IMPOSSIBLE, ["card Ah is in hand 1 and dead cards"]),
        (deal(7, 7), Exit.IMPOSSIBLE, ["7 hands of 7", "54 cards", "52"]),
        (["evaluate", ACES, "2c3c"], Exit.TEXT, ["board: 2c3c has 2 cards"]),
        (["evaluate", ACES, "As2c3c"], Exit.IMPOSSIBLE, ["As is in hole cards and board"]),
        (["evaluate", "AsAh", "2c3c4c"], Exit.TEXT, ["AsAh has 2 cards"]),
    ],
)
def test_errors_name_text_and_place(run, args: list[str], code: Exit, words: list[str]) -> None:
    assert_one_line(run(*args), code, *words)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--bogus", ACES, TENS], ["--bogus", "equity --help"]),
        ([ACES, TENS, "--bord", "2c"], ["--bord", "--board", "equity --help"]),
        ([ACES, TENS, "--board"], ["--board", "--help"]),
        ([ACES, TENS, "--json", "--csv"], ["--json", "--csv"]),
        (["evaluate", ACES], ["BOARD", "evaluate --help"]),
        (["evaluate", ACES, "2c3c4c", "more"], ["more", "evaluate --help"]),
        (["doctor", "--json"], ["--json", "doctor --help"]),
        (["evalute", ACES, "2c3c4c"], ["'evalute'", "'evaluate'"]),
    ],
)
def test_usage_errors_name_the_option_and_the_way_out(
    run, args: list[str], words: list[str]
) -> None:
    assert_one_line(run(*args), Exit.TEXT, *words)


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (KeyboardInterrupt(), Exit.INTERRUPTED, ["interrupted"]),
        (PrecisionError("it takes hours"), Exit.IMPRECISE, ["it takes hours"]),
        (TableError("rank table low.npy cannot be used"), Exit.INTERNAL, ["low.npy", "doctor"]),
        (RuntimeError("two\nlines"), Exit.INTERNAL, ["RuntimeError: two lines"]),
    ],
)
def test_failures_are_one_line_too(
    run, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: Exit, words: list[str]
) -> None:
    def fail(*_: object, **__: object) -> NoReturn:
        raise error

    monkeypatch.delenv("OMAHA_EQUITY_DEBUG", raising=False)
    monkeypatch.setattr(api, "solve", fail)
    assert_one_line(run(ACES, TENS), code, *words)


def test_debug_variable_shows_where(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMAHA_EQUITY_DEBUG", "1")
    monkeypatch.setattr(api, "solve", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        run(ACES, TENS)
    assert_one_line(run("evaluate", ACES, "2c"), Exit.TEXT, "2c has 1 card")


# Processes


def test_module_separates_data_from_talk() -> None:
    good = spawn(ACES, TENS, "--board", "9h6s2d", "--json")
    assert (good.code, good.err) == (0, "")
    assert json.loads(good.out)["boards"] == 820
    assert_one_line(spawn(ACES, "AsTs9s8s"), Exit.IMPOSSIBLE, "As")
    assert_one_line(spawn("--bogus"), Exit.TEXT, "--bogus")


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_reader_that_has_gone_is_no_error(form: list[str]) -> None:
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "omaha_equity", ACES, TENS, "--board", "9h6s2d", *form]
    try:
        done = subprocess.run(command, cwd=ROOT, stdout=write, stderr=subprocess.PIPE)
    finally:
        os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_a_full_disk_is_one_line() -> None:
    command = [sys.executable, "-m", "omaha_equity", ACES, TENS, "--board", "9h6s2d"]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True)
    assert_one_line(Ran(done.returncode, "", done.stderr), Exit.INTERNAL, "No space left")


@pytest.mark.parametrize(
    ("args", "unloaded"),
    [
        (["--help"], HEAVY),
        (["--version"], HEAVY),
        (["evaluate", "--help"], HEAVY),
        ([ACES, "Ts9s8h7x"], HEAVY),
        ([ACES, "AsTs9s8s"], HEAVY),
        (["evaluate", ACES, "AKQ"], HEAVY),
        ([ACES, TENS], {"numba"}),
        ([ACES, TENS, "--json"], {"numba", "rich"}),
    ],
)
def test_start_loads_only_what_is_needed(args: list[str], unloaded: set[str]) -> None:
    assert not unloaded & loaded_by(*args)


# Warm-up and doctor


def test_warmup_talks_on_standard_error(
    run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(api, "is_warm", lambda: False)
    monkeypatch.setattr(api, "warmup", lambda _: None)
    monkeypatch.setattr(api, "cache_folder", lambda: tmp_path)
    ran = run("warmup")
    assert (ran.code, ran.out) == (0, "")
    first, last = ran.err.splitlines()
    assert first.startswith("omaha-equity: compiling kernels, once on this machine")
    assert last.endswith(f"kept in {tmp_path}")


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
def test_interrupted_compiler_stops_with_one_line() -> None:
    ran = spawn(
        "warmup",
        code="import os, signal, sys\n"
        "from omaha_equity import api; from omaha_equity.cli.main import main\n"
        "api.is_warm = lambda: True\n"
        "api.warmup = lambda _: os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.exit(main())",
    )
    assert_one_line(ran, Exit.INTERRUPTED, "interrupted")


def test_warmup_without_a_cache_folder_warns(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "is_warm", lambda: True)
    monkeypatch.setattr(api, "warmup", lambda _: None)
    monkeypatch.setattr(api, "cache_folder", lambda: None)
    assert_one_line(run("warmup"), Exit.DONE, "warning", "OMAHA_EQUITY_CACHE")


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT", "0") != "0", reason="counts for minutes")
def test_doctor_finds_this_installation_sound() -> None:
    ran = spawn("doctor")
    assert ran.code == 0
    for name in ("python", "omaha-equity", "numpy", "numba", "llvmlite", "platformdirs"):
        assert re.search(rf"^{name} +\d+\.\d+", ran.out, re.MULTILINE)
    for name in tables.RankTables._fields:
        assert re.search(rf"^table {name} +ok$", ran.out, re.MULTILINE)
    assert "kernel cache" in ran.out
    found = re.findall(r"^self-test.* ok, .*1,086,008 boards by (\w+)$", ran.out, re.MULTILINE)
    assert found == ["numpy", "numba"]


def test_doctor_reports_wrong_counts(run, monkeypatch: pytest.MonkeyPatch) -> None:
    other = api.equity([ACES, "Ts9s8h6h"])
    monkeypatch.setattr(api, "is_warm", lambda: True)
    monkeypatch.setattr(api, "warmup", lambda: None)
    monkeypatch.setattr(api, "equity", lambda _: other)
    ran = run("doctor")
    assert ran.code == Exit.INTERNAL
    assert len(re.findall(r"^self-test.* FAULT: .*591091", ran.out, re.MULTILINE)) == 2


def test_doctor_faults_a_cache_that_cannot_be_written(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "warmup", lambda: None)
    monkeypatch.setattr(api, "is_warm", lambda: False)
    monkeypatch.setattr(api, "cache_folder", lambda: None)
    ran = run("doctor")
    assert ran.code == Exit.INTERNAL
    assert re.search(r"^kernel cache +FAULT: .*OMAHA_EQUITY_CACHE", ran.out, re.MULTILINE)
    assert ran.err.splitlines()[-1].startswith("omaha-equity: doctor found 1 fault;")


DOCTOR_ON = """
import pathlib, sys
from omaha_equity import api, tables
from omaha_equity.cli.main import main
tables.FOLDER = pathlib.Path(sys.argv.pop())
api.is_warm = lambda: True
api.warmup = lambda: None
sys.exit(main(["doctor"]))
"""


@pytest.mark.parametrize("name", ["low.npy", "manifest.json"])
@pytest.mark.parametrize("damage", ["altered", "truncated", "missing"])
def test_doctor_works_with_damaged_tables(tmp_path: Path, name: str, damage: str) -> None:
    folder = tmp_path / "tables"
    shutil.copytree(tables.FOLDER, folder)
    whole = (folder / name).read_bytes()
    if damage == "missing":
        (folder / name).unlink()
    elif damage == "truncated":
        (folder / name).write_bytes(whole[:-10])
    else:
        (folder / name).write_bytes(whole.replace(b"u", b"v"))
    ran = spawn(str(folder), code=DOCTOR_ON)
    assert ran.code == Exit.INTERNAL
    assert re.search(r"^table low +FAULT: .*" + re.escape(name), ran.out, re.MULTILINE)
    assert re.search(r"^self-test +FAULT: ", ran.out, re.MULTILINE)
    assert re.search(r"^python +3", ran.out, re.MULTILINE)
    assert re.fullmatch(r"omaha-equity: doctor found \d+ faults.*\n", ran.err)


# Help and documentation


def test_no_arguments_show_the_help(run) -> None:
    assert run() == run("--help")
    assert run().code == 0


def test_version(run) -> None:
    assert re.fullmatch(r"omaha-equity \d+\.\d+\.\d+\n", run("--version").out)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example_and_a_section(run, command: str) -> None:
    ran = run(command, "--help")
    assert ran.code == 0
    assert re.search(r"Examples?:\n    (\w+=\S+ )?omaha-equity ", ran.out)
    section = re.search(rf"^## `{command}`\n(.*?)(?=^## )", CLI_PAGE, re.MULTILINE | re.DOTALL)
    assert section
    for option in set(re.findall(r"--[a-z]+", ran.out)) - {"--help"}:
        assert option in section[1]
    assert command in run("--help").out


def test_every_exit_code_is_documented() -> None:
    assert [int(code) for code in re.findall(r"^\| (\d+) \|", CLI_PAGE, re.MULTILINE)] == list(Exit)


def test_every_game_is_documented() -> None:
    for game in GAMES.values():
        row = re.search(rf"^\| `{game.name}` \| (\d).*\| (.*) \| (\d+) \|$", CLI_PAGE, re.MULTILINE)
        assert row
        assert (int(row[1]), int(row[3])) == (game.hole_cards, game.seats)
        aliases = {alias for alias, name in ALIASES.items() if name == game.name}
        assert set(re.findall(r"`(.*?)`", row[2])) == aliases


def test_example_of_the_json_page_is_what_comes(run) -> None:
    page = (ROOT / "docs/json.md").read_text()
    command, shown = re.findall(r"`omaha-equity ([^`]*)`\n\n```json\n(.*?)```", page, re.DOTALL)[0]
    assert run(*command.split()).out == shown

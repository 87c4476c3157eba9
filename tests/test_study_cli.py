"""Studies on the command line: text with bars and heat maps, JSON, CSV, errors, Ctrl-C."""

import csv
import io
import json
import re

import pytest
from cli import HEAVY, ROOT, loaded_by
from rich.console import Console

from omaha_equity import report
from omaha_equity.cli.exits import Exit
from omaha_equity.report.terminal import study
from omaha_equity.study.next_card import next_card

VIEWS = str(ROOT / "docs/examples/views.txt")
NEXT = ["next", "AsAhKdKc", "Ts9s8h7h", "--board", "9h6s2d"]
SPREAD = ["distribution", "AA@50,KK@100", "--vs", "QQ", "--board", "Kd8s4h2c", "--game", "plo4"]
FLOPS = ["flops", "AsAhKdKc", "Ts9s8h7h"]
MATRIX = ["matrix", "AA,KK", "--vs", "QQ", "--views", VIEWS, "--board", "Kd8s4h2c"]
MATRIX += ["--game", "plo4"]
every_study = pytest.mark.parametrize(
    "args", [NEXT, SPREAD, FLOPS, MATRIX], ids=lambda args: args[0]
)


@every_study
def test_all_three_outputs(run, args: list[str]) -> None:
    code, text, said = run(*args)
    assert (code, said) == (0, "")
    assert "exact" in text.splitlines()[-1]
    assert "█" in text
    assert "\x1b" not in text
    code, text, _ = run(*args, "--json")
    found = json.loads(text)
    assert (code, found["schema"], found["exact"]) == (0, 1, True)
    page = (ROOT / "docs/json.md").read_text()
    for field in found:
        assert f"`{field}`" in page
    code, text, _ = run(*args, "--csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert code == 0
    assert rows
    cli_page = (ROOT / "docs/cli.md").read_text()
    for name in rows[0]:
        assert f"`{name}`" in cli_page or name in ("error_2", "equity_2")


def test_next_has_a_heat_map_of_every_card(run) -> None:
    lines = run(*NEXT)[1].splitlines()
    assert lines[1].split() == list("AKQJT98765432")
    cells = [re.findall(r"·|\d+", line[2:]) for line in lines[2:6]]
    assert [line[0] for line in lines[2:6]] == list("shdc")
    assert [len(row) for row in cells] == [13] * 4
    assert sum(cell == "·" for row in cells for cell in row) == 52 - 41
    assert "mean over 41 cards 34.878%, exact" in lines[-1]


def test_colour_only_where_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    found = next_card(["AsAhKdKc", "Ts9s8h7h"], "9h6s2d")

    def shown(system: str | None) -> str:
        out = io.StringIO()
        console = Console(file=out, force_terminal=True, color_system=system, width=100)
        monkeypatch.setattr(study, "make_console", lambda _: console)
        report.write(found, out)
        return out.getvalue()

    assert "48;5;" in shown("256")
    assert "\x1b" not in shown(None)


def test_without_blocks_in_the_encoding_there_are_other_marks() -> None:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding="ascii")
    report.write(next_card(["AsAhKdKc", "Ts9s8h7h"], "9h6s2d"), out)
    out.flush()
    assert b"####" in raw.getvalue()


def test_distribution_tells_its_levels_and_its_errors(run) -> None:
    args = ["distribution", "KsKh7s8h", "--vs", "AA", "--game", "plo4", "--street", "flop"]
    _, text, _ = run(*args, "--deals", "4,000", "--at-least", "31%", "--at-least", "0.6")
    assert re.search(r"^at least 31%: \d\d\.\d{3}% ±1\.\d% of deals$", text, re.MULTILINE)
    assert re.search(r"^at least 60%: ", text, re.MULTILINE)
    assert "4,000 draws, seed 0" in text.splitlines()[-1]
    _, text, _ = run("distribution", "AA", "--vs", "KK", "--game", "plo4", "--deals", "50,000")
    assert re.search(r"[\d,]+ deals, seed 0, each combo ±[\d.]+%", text)


def test_flops_with_ranges_tell_how_sure_they_are(run) -> None:
    code, text, _ = run("flops", "AA", "KK", "--game", "plo4", "--deals", "50,000", "--seed", "3")
    assert code == 0
    assert re.search(r"±\d+% at 95% on a class at most, [\d,]+ deals, seed 3", text)
    assert "best flops" in text


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (["next", "AsAhKdKc", "Ts9s8h7h", "--board", "2c2d2h3s4s"], Exit.TEXT, "is complete"),
        (["next", "AsAhKdKc"], Exit.TEXT, "is the only one"),
        (["next", "AsAhKdKc", "AsTh9h8h"], Exit.IMPOSSIBLE, "card As"),
        (["distribution", "AA", "--vs", "KK"], Exit.TEXT, "name the game"),
        ([*SPREAD, "--street", "flop"], Exit.TEXT, "is dealt already"),
        ([*SPREAD, "--at-least", "x"], Exit.TEXT, "not a share"),
        (["flops", "AA", "KK", "--game", "plo4", "--exact"], Exit.IMPRECISE, "sampled"),
        ([*MATRIX, "--vs-views", "/no/such"], Exit.TEXT, "cannot be read"),
    ],
)
def test_errors_are_one_line(run, args: list[str], code: Exit, words: str) -> None:
    found, out, said = run(*args)
    assert (found, out) == (code, "")
    assert re.fullmatch(r"omaha-equity: .*\n", said)
    assert words in said


@pytest.mark.parametrize(
    "args",
    [
        ["next", "AA0", "KK", "--game", "plo4"],
        [*SPREAD[:2], "--vs", "QQ0", "--game", "plo4"],
        ["flops", "AA", "KK[", "--game", "plo4"],
        [*MATRIX, "--vs-views", "/no/such"],
    ],
)
def test_errors_in_texts_come_without_numpy(args: list[str]) -> None:
    assert not HEAVY & loaded_by(*args)

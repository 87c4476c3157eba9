"""``omaha-equity range``: what it prints, what it warns of, what it refuses."""

import csv
import json
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from cli import HEAVY, loaded_by

from omaha_equity.cli.exits import Exit
from omaha_equity.ranges.orderings import Ordering


@pytest.fixture
def ordering(tmp_path: Path) -> str:
    path = tmp_path / "by_key.txt"
    by_key = Ordering("by_key", np.arange(16_432)[::-1], 4)
    path.write_text("\n".join(by_key.class_texts()))
    return str(path)


def test_summary_in_json_and_csv(run) -> None:
    found = json.loads(run("range", "AA", "--json").out)
    assert (found["combos"], found["game"], found["classes"]) == (6_961, "plo4", 457)
    assert sum(shape["combos"] for shape in found["pair_shapes"]) == 6_961
    rows = list(csv.DictReader(StringIO(run("range", "AAKK@40", "--csv").out)))
    assert len(rows) == 36
    assert rows[0] == {"hand": "KcKdAcAd", "weight": "0.4"}


def test_lists_of_hands_and_classes(run) -> None:
    assert run("range", "AAAA,KKKK", "--list").out == "KcKdKhKs\nAcAdAhAs\n"
    assert run("range", "AAAA@5,KKKK@7", "--list").out == "KcKdKhKs@7\nAcAdAhAs@5\n"
    assert run("range", "AAKK:xxyy", "--classes").out == "(AK)(AK)        6/6\n"
    rows = json.loads(run("range", "AAKK", "--classes", "--json").out)
    assert [row["combos"] for row in rows] == [6, 24, 6]
    assert json.loads(run("range", "RRRO:xxyy", "--list", "--json").out) == []
    assert run("range", "RRRO:xxyy", "--csv").out == "hand,weight\n"


def test_contains_says_why(run) -> None:
    ran = run("range", "AA:xxyy,KKQQ", "--contains", "AsAhKsKh")
    assert ran.out.splitlines()[0] == "KhKsAhAs is in the range"
    found = json.loads(run("range", "AA:xxyy", "--contains", "AsAhKs7d", "--json").out)
    assert not found["inside"]
    assert "the suits are 2-1-1" in found["reasons"][0]
    # The hand tells the game.
    assert "is in the range" in run("range", "AA", "--contains", "AsAhKs7d2c").out


def test_percentiles(run, ordering: str) -> None:
    ran = run("range", "--percentile", "AsAhAdAc", "--ordering", ordering)
    assert ran.out == "AcAdAhAs is in the top 0.000% by the ordering by_key; 0 combos are better\n"
    found = json.loads(run("range", "15%", "--ordering", ordering, "--json").out)
    assert 0 < found["combos"] <= 40_608


def test_dead_cards_dialect_game_and_macros(run, tmp_path: Path) -> None:
    assert json.loads(run("range", "AA", "--dead", "As", "--json").out)["combos"] == len(
        run("range", "AA", "--dead", "As", "--list").out.splitlines()
    )
    assert json.loads(run("range", "AAxxds", "--dialect", "plo", "--json").out)["combos"] == 864
    assert json.loads(run("range", "AA", "--game", "o8-5", "--json").out)["combos"] == 108_336
    own = tmp_path / "macros.txt"
    own.write_text("big,AA,KK\n")
    assert json.loads(run("range", "$big", "--macros", str(own), "--json").out)["combos"] == 13_886


def test_text_from_a_file_or_standard_input(run, tmp_path: Path) -> None:
    path = tmp_path / "range.txt"
    path.write_text("AA,\n KK\n")
    assert json.loads(run("range", f"@{path}", "--json").out)["combos"] == 13_886
    assert run("range", "-", "--list", stdin="AAAA\n").out == "AcAdAhAs\n"


def test_traps_warn_on_standard_error(run) -> None:
    ran = run("range", "AAxx", "--json")
    assert json.loads(ran.out)["combos"] == 5_256
    assert ran.err.startswith("omaha-equity: warning: 'AAxx' ")
    assert "no hand of 4 cards" in run("range", "RRRO:xxyy").err
    assert "dead cards As" in run("range", "AAAA", "--dead", "As").err


def test_a_text_error_shows_the_place(run) -> None:
    ran = run("range", "AA,,KK")
    assert (ran.code, ran.out) == (Exit.TEXT, "")
    message, text, caret = ran.err.splitlines()
    assert message.startswith("omaha-equity: range 'AA,,KK', character 4: ")
    assert (text, caret) == ("  AA,,KK", "     ^")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ([], "no range"),
        (["AA", "--list", "--classes"], "--list and --classes exclude"),
        (["AA", "--json", "--csv"], "--json and --csv exclude"),
        (["@nowhere.txt"], "'nowhere.txt' cannot be read: No such file"),
        (["AA", "--macros", "nowhere.txt"], "nowhere.txt"),
        (["AA", "--game", "texas"], "game 'texas'"),
        (["AA", "--dead", "Zz"], "dead cards 'Zz'"),
        (["AA", "--contains", "AsAh"], "has 2 cards"),
        (["--percentile", "AsAhKsKh", "--ordering", "nowhere"], "ordering 'nowhere' is unknown"),
        (["--percentile", "AsAhKsKhQd7d2c"], "per cent is not offered for plo7"),
        (["15%", "--game", "plo7"], "per cent is not offered for plo7"),
        (["A", "--game", "plo7", "--list"], "are too many to list"),
    ],
)
def test_what_cannot_be_answered_is_said(run, args: list[str], words: str) -> None:
    ran = run("range", *args)
    assert (ran.code, ran.out) == (Exit.TEXT, "")
    assert words in ran.err


@pytest.mark.parametrize("word", ["--help", "AA,,"])
def test_errors_and_help_come_without_numpy(word: str) -> None:
    assert not HEAVY & loaded_by("range", word)

"""``hits``, ``outs`` and ``nuts`` on the command line."""

import csv
import json
import re
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest
from cli import HEAVY, ROOT, loaded_by

from omaha_equity import hits, nuts, outs, report
from omaha_equity.cli.exits import Exit
from omaha_equity.names import FLUSH_DRAWS, LOWS, MADE, STRAIGHT_DRAWS

JSON_PAGE = (ROOT / "docs/json.md").read_text()


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("Hits", "hits AA --board Kh9h2c --game plo4"),
        ("Outs", "outs AhKhQd2c Jh9h3c --vs JsJd4c4d"),
        ("Nuts", "nuts 2d3c8hKs --hand Ac4d4hKh --game o8"),
    ],
)
def test_every_field_of_json_is_documented(run, page: str, words: str) -> None:
    section = JSON_PAGE.partition(f"\n## {page}\n")[2].partition("\n## ")[0]
    assert f"`omaha-equity {words} --json`" in section
    told = json.loads(run(*words.split(), "--json").out)
    documented = set(re.findall(r"`(?:…\.|\w+\[\]\.)?(\w+)`", section))
    inner = [row for rows in told.values() if isinstance(rows, list) for row in rows]
    assert {*told, *(name for row in inner for name in row)} <= documented


def test_hits_as_csv_has_every_line(run) -> None:
    ran = run("hits", "Ac2dKhQs", "--game", "o8", "--csv")
    rows = list(csv.DictReader(StringIO(ran.out)))
    assert [row["name"] for row in rows[9:]] == [*MADE, *STRAIGHT_DRAWS, *FLUSH_DRAWS, *LOWS]
    assert sum(int(row["combos"]) for row in rows if row["kind"] == "lows") == 17_296


def test_outs_and_nuts_as_csv(run) -> None:
    rows = list(csv.DictReader(StringIO(run("outs", "QhJsTd7c", "9h8s2d", "--csv").out)))
    assert [(row["name"], row["outs"]) for row in rows] == [("straight", "16"), ("one pair", "9")]
    rows = list(csv.DictReader(StringIO(run("nuts", "Kh9h2c", "--top", "2", "--csv").out)))
    assert [row["holdings"] for row in rows] == ["KsKd KsKc KdKc", "9s9d 9s9c 9d9c"]
    straight_flush = run("outs", "JhTh3c2d", "9h8h7hQh", "--csv")
    assert straight_flush.out == "name,outs,cards,nut_outs,nut_cards\n"


def test_weights_and_files(run, tmp_path: Path) -> None:
    path = tmp_path / "some.csv"
    path.write_text("AsAhKdKc,0.5\nTs9s8h7h,1\n")
    ran = run("hits", f"@{path}", "--board", "Kh9h2c")
    assert ran.code == Exit.DONE
    assert ran.out.startswith("made hand        combos  weight    share\n")
    assert "  top set             1    0.50  33.333%" in ran.out
    assert f"2 combos (@{path}, Omaha, board Kh9h2c)" in ran.out


def test_hands_without_help_or_low(run) -> None:
    ran = run("outs", "JhTh3c2d", "9h8h7hQh", "--vs", "AsAdKsKd")
    assert ran.out.startswith("high ahead after 40: ")
    assert "0 of 40 unseen cards make a better category than straight flush" in ran.out
    assert "no low\n" in run("nuts", "KhQh2c", "--game", "o8").out
    assert "every two cards (Omaha, board Kh9h2c)" in run("nuts", "Kh9h2c").out


def test_many_holdings_are_cut_short(run) -> None:
    ran = run("nuts", "KhQh2h", "--top", "400", "--hand", "AsKs3c4d")
    assert re.search(r" and \d+ more\n", ran.out)
    assert ran.code == Exit.DONE


def test_lows_on_the_terminal(run) -> None:
    ran = run("outs", "As2sKdQd", "3h7c8dKs", "--vs", "Ac2h9d9c", "--game", "o8")
    assert "end the nut low: " in ran.out
    assert "low tied after " in ran.out


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (("hits", "AA"), Exit.TEXT, "name the game, as plo4"),
        (("hits", "AA", "--game", "plo4"), Exit.TEXT, "an empty board has 0 cards"),
        (("hits", "AA(", "--board", "Kh9h2c", "--game", "plo4"), Exit.TEXT, "character"),
        (("hits", "AsAhKdKc", "--board", "Kh9h"), Exit.TEXT, "has 2 cards"),
        (("hits", "AsAhKdKc", "--board", "As9h2c"), Exit.IMPOSSIBLE, "card As"),
        (("hits", "A", "--board", "AsAhAdAc", "--game", "plo4"), Exit.IMPOSSIBLE, "no combo"),
        (("outs", "AsAhKdKc", "Qs9h2c3d4d"), Exit.TEXT, "has 5 cards; give 3 or 4"),
        (("outs", "AsAhKdKc", "Qs9h2c", "--vs", "QsJsTs9s"), Exit.IMPOSSIBLE, "card Qs"),
        (("outs", "AsAhKdK", "Qs9h2c"), Exit.TEXT, "no suit"),
        (("nuts", "9h2c"), Exit.TEXT, "has 2 cards"),
        (("nuts", "9h2c3d", "--top", "0"), Exit.TEXT, "top is 0"),
        (("nuts", "9h2c3d", "--json", "--csv"), Exit.TEXT, "exclude each other"),
    ],
)
def test_errors_are_one_line(run, args: tuple[str, ...], code: Exit, words: str) -> None:
    ran = run(*args)
    assert (ran.code, ran.out) == (code, "")
    assert words in ran.err
    assert len(ran.err.splitlines()) == (3 if "character" in words else 1)


@pytest.mark.parametrize(
    "words", ["hits AsAhKdKx --board Kh9h2c", "outs QhJsTd7c 9h8s2x", "nuts 9h8s2x", "outs --help"]
)
def test_text_errors_load_no_numpy(words: str) -> None:
    assert not HEAVY & loaded_by(*words.split())


def test_bars_are_plain_where_blocks_cannot_be_written() -> None:
    raw = BytesIO()
    out = TextIOWrapper(raw, encoding="ascii", write_through=True)
    report.write(hits("AA", "Kh9h2c", game="plo4"), out)
    assert b"#######" in raw.getvalue()


def test_python_and_the_command_line_agree(run) -> None:
    spots = {
        "hits QsJsTd9d --board Kh9h2c": hits("QsJsTd9d", "Kh9h2c"),
        "outs QsJsTd9d Kh9h2c": outs("QsJsTd9d", "Kh9h2c"),
        "nuts Kh9h2c --hand QsJsTd9d": nuts("Kh9h2c", "QsJsTd9d"),
    }
    for words, found in spots.items():
        assert run(*words.split(), "--json").out == found.to_json() + "\n"

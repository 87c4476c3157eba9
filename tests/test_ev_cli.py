"""``omaha-equity ev`` and the pages that tell of it."""

import csv
import io
import json
import os
import re
import signal
import sys

import pytest
from cli import HEAVY, ROOT, loaded_by

import omaha_equity as oe
from omaha_equity.cli.exits import Exit
from omaha_equity.cli.progress import Work

DOCS = ROOT / "docs"
CALL = DOCS / "examples" / "ev_call.toml"

SEATS = '[[seats]]\nname = "Ann"\nput = 5\nhand = "AhKd9cTh"\n[[seats]]\nname = "Bob"\nput = 5\n'
HEADS_UP = SEATS + 'hand = "4cJd9sAs"\n'
RANDOM = SEATS + 'hand = "random"\n'


def test_json_is_what_the_api_returns_and_the_call(run) -> None:
    found = json.loads(run("ev", str(CALL), "--call", "50.00", "--seat", "Cal", "--json")[1])
    chances = oe.ev(oe.read_hand(CALL))
    odds = oe.pot_odds(chances, "Cal", 5000)
    assert found == chances.to_dict() | {"call": odds.to_dict()}
    assert found["call"]["needed"] == pytest.approx(50 / (210 - 6.46))
    assert found["exact"] is True
    assert found["sampling"] is None
    assert [pot["rake"] for pot in found["pots"]] == ["6.46", "1.54"]
    assert sum(s["expected"] for s in found["seats"]) == pytest.approx(252)
    assert sum(s["net"] for s in found["seats"]) == pytest.approx(-8)
    plain = json.loads(run("ev", str(CALL), "--json")[1])
    assert plain == found | {"call": None}


def test_every_json_field_is_documented(run) -> None:
    page = (DOCS / "json.md").read_text().partition("## Expected chips")[2]
    found = json.loads(run("ev", str(CALL), "--call", "50", "--seat", "Cal", "--json")[1])

    def check(name: str, value: object) -> None:
        assert f"`{name}`" in page, name
        within = value[0] if isinstance(value, list) else value
        if isinstance(within, dict) and name != "seats[].deviations":
            dot = "[]." if isinstance(value, list) else "."
            for key, inner in within.items():
                check(f"{name}{dot}{key}", inner)

    for key, value in found.items():
        check(key, value)


def test_csv_tells_the_same_chips(run) -> None:
    text = run("ev", str(CALL), "--csv", "--call", "50", "--seat", "Cal")[1]
    rows = list(csv.DictReader(io.StringIO(text)))
    chances = oe.ev(oe.read_hand(CALL))
    for seat in chances.seats:
        mine = [row for row in rows if row["name"] == seat.name and row["pot"] != "call"]
        total = mine.pop()
        assert total["pot"] == "total"
        assert float(total["expected"]) == pytest.approx(float(seat.expected) / 100)
        assert sum(float(row["expected"]) for row in mine) == pytest.approx(
            float(total["expected"])
        )
        assert float(total["deviation_2"]) == pytest.approx(seat.deviations[2] / 100)
    assert rows[-1]["pot"] == "call"
    assert float(rows[-1]["gain"]) == pytest.approx(
        float(oe.pot_odds(chances, "Cal", 5000).gain) / 100
    )
    page = (DOCS / "cli.md").read_text().partition("## `ev`")[2]
    for column in rows[0]:
        assert f"`{column}`" in page, column


def test_amounts_of_a_call_are_read_exactly(run) -> None:
    for text in ("12.5", "12.50", " 12.50 "):
        found = json.loads(run("ev", str(CALL), "--call", text, "--seat", "Cal", "--json")[1])
        assert found["call"]["call"] == "12.50"
    code, out, err = run("ev", str(CALL), "--call", "12.505", "--seat", "Cal")
    assert (code, out) == (2, "")
    assert "--call: '12.505' is not a multiple of the smallest unit, 0.01" in err
    assert run("ev", str(CALL), "--call", "5e1", "--seat", "Cal")[0] == 2


def test_who_calls_is_found_or_asked(run) -> None:
    short = HEADS_UP.replace("put = 5", "put = 9", 1)
    assert "call 5 by Bob: needs 50.000%, has " in run("ev", "-", "--call", "5", stdin=short)[1]
    code, _, err = run("ev", "-", "--call", "3", stdin=HEADS_UP)
    assert (code, "say whose call it is with a seat: Ann, Bob" in err) == (2, True)


def test_sampled_answers_tell_their_error(run) -> None:
    words = ("-", "--deals", "20,000", "--seed", "7")
    code, out, err = run("ev", *words, "--call", "4", "--seat", "Ann", stdin=RANDOM)
    assert (code, err) == (0, "")
    assert "± at 95%, 20,000 deals, seed 7, " in out
    assert out.splitlines()[3].split() == [
        *("seat", "put", "in", "returned", "expected", "±", "net", "swing"),
        *("run", "twice", "three", "times"),
    ]
    assert re.search(r"gains \d\.\d\d ±0\.0\d+ against folding", out)
    assert run("ev", *words, stdin=RANDOM) == run("ev", *words, stdin=RANDOM)
    found = json.loads(run("ev", *words, "--json", stdin=RANDOM)[1])
    assert found["sampling"]["seed"] == 7
    assert "±     net" not in run("ev", "-", "--deals", "1", stdin=RANDOM)[2]
    assert run("ev", "-", "--deals", "1", stdin=RANDOM)[0] == 0
    assert json.loads(run("ev", "-", "--deals", "1", "--json", stdin=RANDOM)[1])["exact"] is False


def test_precision_and_time(run) -> None:
    found = json.loads(run("ev", "-", "--precision", "0.5%", "--json", stdin=RANDOM)[1])
    assert max(seat["error"] for seat in found["seats"]) * 1.96 <= 0.05
    found = json.loads(run("ev", "-", "--time", "50ms", "--json", stdin=RANDOM)[1])
    assert found["sampling"]["draws"]


def test_boards_of_a_pot_are_told(run) -> None:
    out = run("ev", str(DOCS / "examples" / "run_twice.toml"))[1]
    assert "main pot 120.00, rake 1.50, on 1 of 2 boards\n" in out
    assert "side pot 1 120.00, rake 1.50, on 2 of 2 boards\n" in out
    assert "board" not in run("ev", "-", stdin=HEADS_UP)[1]


BAD = [
    ((), SEATS, 3, "seat Bob contests the pot but its cards are not known; give a hand, a range"),
    ((), "seats = [", 2, "standard input: this is not TOML"),
    ((), SEATS + 'hand = "QQ["\n', 2, "QQ["),
    ((), SEATS + 'hand = "AhAdAsAcKh"\n', 2, "has 5 cards"),
    ((), SEATS + 'hand = "AhAd*"\n', 3, "no deal is possible"),
    (("--exact",), RANDOM, 4, "leave exact out"),
    (("--exact", "--deals", "5"), HEADS_UP, 2, "--exact and --deals exclude each other"),
    (("--deals", "0"), HEADS_UP, 2, "deals: 0; give a whole number"),
    (("--call", "much"), HEADS_UP, 2, "--call: 'much' is not a number"),
    (("--call", "0"), HEADS_UP, 2, "call 0: give the chips of the call"),
    (("--call", "2", "--seat", "Zed"), HEADS_UP, 2, "no seat is called 'Zed'; seats: Ann, Bob"),
    (("--call", "6", "--seat", "Ann"), HEADS_UP, 2, "seat Ann put in 5; the hand file shows"),
    (("--call", "6"), HEADS_UP, 2, "no seat can have called so much"),
    (("--seat", "Ann"), HEADS_UP, 2, "--seat says who calls; give --call too"),
    (("--json", "--csv"), HEADS_UP, 2, "--json and --csv exclude each other"),
]


@pytest.mark.parametrize(("words", "text", "code", "message"), BAD, ids=[b[3][:30] for b in BAD])
def test_errors(run, words: tuple[str, ...], text: str, code: int, message: str) -> None:
    found, out, err = run("ev", "-", *words, stdin=text)
    assert (found, out) == (code, "")
    assert message in err
    assert err.startswith("omaha-equity: ")
    # Below an error in a range stand the range and a caret.
    assert err.count("\n") == (3 if "QQ[" in text else 1)


def test_errors_load_no_numpy() -> None:
    for words, text, _, _ in BAD:
        if "AhAd*" in text or words == ("--exact",):
            continue
        assert not HEAVY & loaded_by("ev", "-", *words, stdin=text), words


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
def test_ctrl_c_keeps_what_was_sampled(run, monkeypatch: pytest.MonkeyPatch) -> None:
    progress = Work.progress

    def progress_and_interrupt(work: Work, share: float) -> None:
        progress(work, share)
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(Work, "progress", progress_and_interrupt)
    code, out, err = run("ev", "-", "--time", "60s", stdin=RANDOM)
    assert code == Exit.INTERRUPTED
    assert "± at 95%, " in out
    assert err == "omaha-equity: interrupted; the answer is of the deals counted so far\n"

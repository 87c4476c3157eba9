"""``omaha-equity hands``, and the page that tells of it."""

import csv
import doctest
import io
import json

import pytest
from cli import ROOT

from omaha_equity.cli.exits import Exit
from omaha_equity.cli.progress import Work

PAGE = ROOT / "docs" / "histories.md"
SAMPLES = ROOT / "tests" / "histories"


def sample(name: str) -> str:
    return str(SAMPLES / name)


def test_examples_of_the_page_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert result.attempted
    assert not result.failed


def test_csv_has_a_row_for_each_hand_and_seat(run) -> None:
    code, out, err = run(
        "hands", sample("limit_high_low_side_pots.txt"), sample("run_twice.txt"), "--csv"
    )
    rows = list(csv.DictReader(io.StringIO(out)))
    assert (code, err) == (Exit.DONE, "")
    assert [row["name"] for row in rows] == ["Ann", "Bob", "Cal", "Dee", "Eve", "Ann", "Bob", "Cal"]
    cal = rows[2]
    assert (cal["put"], cal["won"], cal["settled"], cal["net"]) == (
        "15.00",
        "29.18",
        "29.18",
        "14.18",
    )
    assert (cal["game"], cal["street"], cal["hand_cards"]) == ("o8", "river", "As3sJcJh")
    assert rows[5]["all_in"] == "true"
    assert float(rows[5]["expected"]) + float(rows[6]["expected"]) == pytest.approx(99.5)


def test_json_holds_hands_counts_and_players(run) -> None:
    code, out, _ = run("hands", sample("exposed.txt"), sample("problems.txt"), "--json")
    found = json.loads(out)
    assert code == Exit.SOME_FAILED
    assert [hand["hand"] for hand in found["hands"]] == ["3001", "8004"]
    assert found["counts"] == {
        "hands": 2,
        "all_ins": 1,
        "problems": 7,
        "checked": 2,
        "different": 0,
    }
    ann = found["players"][0]
    assert (ann["name"], ann["money"], ann["won"]) == ("Ann", "USD", "-60.05")
    assert ann["expected"] + ann["luck"] == pytest.approx(-60.05)


def test_problems_are_one_line_each_and_the_rest_goes_on(run) -> None:
    code, out, err = run("hands", "nowhere.txt", sample("problems.txt"), sample("exposed.txt"))
    assert code == Exit.SOME_FAILED
    lines = err.splitlines()
    assert len(lines) == 8
    assert lines[0] == "omaha-equity: nowhere.txt: it cannot be read: No such file or directory"
    assert lines[3].endswith("problems.txt: line 12: Ann: 'dances $0.05' cannot be read")
    assert "2 hands; 1 all-in; 2 settled by the rules, 0 paid otherwise; 8 problems" in out


def test_differences_are_told(run) -> None:
    text = (SAMPLES / "limit_high_low_side_pots.txt").read_text()
    text = text.replace("Bob collected $20.44", "Bob collected $20.43")
    text = text.replace("Cal collected $20.43", "Cal collected $20.44")
    code, out, err = run("hands", "-", stdin=text.encode("utf-16"))
    assert code == Exit.DONE
    assert err == (
        "omaha-equity: standard input: line 1: hand 1001 was paid otherwise than the rules say: "
        "Bob -0.01, Cal +0.01\n"
    )
    assert "1 settled by the rules, 1 paid otherwise" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--csv", "--json", "x"], "exclude each other"),
        (["-", "-"], "give - once"),
        ([], "Missing argument"),
    ],
)
def test_misuse(run, words: list[str], said: str) -> None:
    code, out, err = run("hands", *words)
    assert (code, out) == (Exit.TEXT, "")
    assert said in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("form", ["--json", "--csv", ""])
def test_an_interrupt_keeps_the_hands_so_far(run, monkeypatch, form: str) -> None:
    def progress(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Work, "progress", progress)
    code, out, err = run("hands", *filter(None, [sample("five_and_six_cards.txt"), form]))
    assert code == Exit.INTERRUPTED
    assert err == "omaha-equity: interrupted; the answer is of the hands read so far\n"
    if form == "--json":
        assert [hand["hand"] for hand in json.loads(out)["hands"]] == ["5001"]
    elif form == "--csv":
        assert len(out.splitlines()) == 3
    else:
        assert out.splitlines()[-1].startswith("1 hand;")


def test_names_stay_on_their_line(run) -> None:
    text = (SAMPLES / "pot_limit.txt").read_text().replace("Ann", "A\x1b[1mn")
    code, out, _ = run("hands", "-", stdin=text.encode())
    assert code == Exit.DONE
    assert "\x1b" not in out

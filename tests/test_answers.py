"""Every answer has the same seven members, and every form takes every answer."""

import csv
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from html.parser import HTMLParser
from importlib import import_module
from io import StringIO
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType
from typing import Any

import click
import pytest
from click.testing import CliRunner

import omaha_equity as oe
from omaha_equity import api, report
from omaha_equity.answer import Answer
from omaha_equity.answers.spot import SpotReport
from omaha_equity.cli.options import output
from omaha_equity.histories.totals import HandStream
from omaha_equity.ranges.summary import ListedHand, Listing
from omaha_equity.report import terminal
from omaha_equity.study.matrix import View

ACES, TENS, FLOP, TURN, RIVER = "AsAhKdKc", "Ts9s8h7h", "9h6s2d", "9h6s2d4h", "9h6s2d4hJc"
SAMPLE = str(Path(__file__).parent / "histories" / "side_pot.phh")


def all_in(board: str) -> dict[str, Any]:
    seats = [{"name": "A", "put": 50, "hand": ACES}, {"name": "B", "put": 50, "hand": TENS}]
    return {"game": "plo4", "board": board, "seats": seats}


def won(path: str) -> oe.HandResult:
    [found] = oe.hand_results([path])
    assert isinstance(found, oe.HandResult)
    return found


def totals() -> oe.Totals:
    sums = oe.Totals()
    sums.add(won(SAMPLE))
    return sums


def hands() -> HandStream:
    return HandStream((SAMPLE,), oe.hand_results([SAMPLE]), pytest.fail)


PARTS = [View("all", "*")]


def aces() -> oe.Range:
    return oe.Range("AA", "plo4")


ANSWERS: dict[str, Callable[[], Answer]] = {
    "Result": lambda: oe.equity([ACES, TENS], FLOP),
    "BoardsResult": lambda: oe.equity_boards([ACES, TENS], [FLOP, "Kh8s3d"]),
    "Comparison": lambda: oe.compare(ACES, TENS, ["KK"], TURN, game="plo4", deals=4096),
    "ComboEquities": lambda: oe.equity_by_combo("AA$ds", TENS, RIVER, game="plo4"),
    "Evaluation": lambda: oe.evaluate(ACES, RIVER),
    "ExpectedChips": lambda: oe.ev(all_in(TURN)),
    "PotOdds": lambda: oe.pot_odds(oe.ev(all_in(TURN)), "A", 20),
    "Settlement": lambda: oe.settle(oe.parse_hand(json.dumps(all_in(RIVER)), "hand.json")),
    "HandResult": lambda: won(SAMPLE),
    "Totals": totals,
    "HandStream": hands,
    "NextCards": lambda: oe.next_card([ACES, TENS], TURN),
    "Distribution": lambda: oe.distribution("AA$ds", TENS, TURN, game="plo4"),
    "Flops": lambda: oe.flops(["AA", "KK"], game="plo4", deals=20_000),
    "Matrix": lambda: oe.matrix("AA$ds", "KK$ds", PARTS, board=RIVER, game="plo4"),
    "Hits": lambda: oe.hits(ACES, FLOP),
    "Outs": lambda: oe.outs(ACES, FLOP, TENS),
    "Nuts": lambda: oe.nuts(FLOP, game="plo4"),
    "RangeSummary": lambda: aces().breakdown(),
    "Explanation": lambda: aces().explain(ACES),
    "Standing": lambda: api.percentile(ACES, "plo4"),
    "Listing": lambda: Listing("AA", ListedHand, list(aces().listed())),
    "SpotReport": lambda: oe.spot_report([ACES, TENS], TURN),
}


@cache
def answer(name: str) -> Answer:
    """A real answer, asked once; a stream can be gone through once, so that it is asked anew."""
    return ANSWERS[name]()


def asked(name: str) -> Answer:
    return hands() if name == "HandStream" else answer(name)


def kinds(base: type[Answer]) -> Iterator[type[Answer]]:
    for kind in base.__subclasses__():
        yield kind
        yield from kinds(kind)


def test_no_answer_is_missing_here() -> None:
    for module in walk_packages(oe.__path__, "omaha_equity."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    names = {
        kind.__name__
        for kind in kinds(Answer)
        if kind.__module__.startswith("omaha_equity.") and not kind.__name__.startswith("_")
    }
    assert names == set(ANSWERS)
    for name in ANSWERS:
        assert type(answer(name)).__name__ == name


class Table(HTMLParser):
    """How many rows and columns a table has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.count = {"table": 0, "caption": 0, "tr": 0, "th": 0, "td": 0}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, _: object) -> None:
        self.count[tag] = self.count.get(tag, 0) + 1


@pytest.mark.parametrize("name", ANSWERS)
def test_the_question(name: str) -> None:
    found = asked(name)
    if name != "Totals":
        assert found.query is not None
    assert found.title.strip() == found.title != ""
    assert "\n" not in found.title


@pytest.mark.parametrize("name", ANSWERS)
def test_plain_values(name: str) -> None:
    # Arrays, fractions and infinite numbers are refused.
    assert json.dumps(asked(name).to_dict(), allow_nan=False) != "{}"
    rows = list(asked(name).rows())
    assert rows
    columns = asked(name).columns or tuple(rows[0])
    for row in rows:
        assert set(row) <= set(columns)
        assert {type(value) for value in row.values()} <= {str, int, float, bool, type(None)}


@pytest.mark.parametrize("name", ANSWERS)
def test_json(name: str) -> None:
    found = json.loads(asked(name).to_json())
    # Listings are an array of rows.
    expected = list(asked(name).rows()) if name == "Listing" else asked(name).to_dict()
    assert found == json.loads(json.dumps(expected))


@pytest.mark.parametrize("name", ANSWERS)
def test_a_data_frame(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    frames = ModuleType("pandas")
    frames.DataFrame = list  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pandas", frames)
    assert asked(name).to_dataframe() == list(asked(name).rows())


@pytest.mark.parametrize("name", ANSWERS)
def test_a_table_in_a_notebook(name: str) -> None:
    count = Table(asked(name)._repr_html_()).count
    assert count["table"] == count["caption"] == 1
    assert count["tr"] >= 2
    assert count["td"] > 0


@pytest.mark.parametrize("name", ANSWERS)
def test_csv(name: str) -> None:
    out = StringIO()
    report.write(asked(name), out, "csv")
    first, *others = csv.reader(StringIO(out.getvalue()))
    rows = list(asked(name).rows())
    assert first == list(asked(name).columns or rows[0])
    assert len(others) == len(rows)
    assert all(len(row) == len(first) for row in others)


def test_every_answer_has_a_view_and_a_spot_report_a_page() -> None:
    assert set(terminal.VIEWS) == set(ANSWERS) - {SpotReport.__name__}


@pytest.mark.parametrize("name", terminal.VIEWS)
def test_text(name: str) -> None:
    out = StringIO()
    report.write(asked(name), out)
    assert out.getvalue().strip()
    assert "\x1b" not in out.getvalue()


def test_a_new_form_is_a_module_and_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def write(answer: Answer, out: StringIO) -> None:
        for row in answer.rows():
            out.write("|".join(map(str, row.values())) + "\n")

    toy = ModuleType("omaha_equity.report.toy")
    toy.write = write  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, toy.__name__, toy)
    monkeypatch.setitem(report.FORMATS, "toy", "Print rows between bars.")

    for name in ANSWERS:
        out = StringIO()
        report.write(asked(name), out, "toy")
        assert len(out.getvalue().splitlines()) == len(list(asked(name).rows())), name

    @click.command()
    @output()
    def command() -> Answer:
        return answer("Standing")

    said = CliRunner().invoke(command, ["--toy"])
    assert said.output == "|".join(map(str, next(iter(answer("Standing").rows())).values())) + "\n"
    assert "Print rows between bars." in CliRunner().invoke(command, ["--help"]).output
    both = CliRunner().invoke(command, ["--toy", "--json"])
    assert "--json and --toy exclude each other" in both.output


def test_a_form_loads_no_other() -> None:
    script = (
        "import sys, io; from omaha_equity import report, evaluate;"
        f"report.write(evaluate({ACES!r}, {RIVER!r}), io.StringIO(), 'json');"
        "print([n for n in sys.modules if n in ('rich', 'csv')"
        " or n.startswith('omaha_equity.report.')])"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == "['omaha_equity.report.json']\n"

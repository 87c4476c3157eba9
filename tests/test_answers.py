"""Every public answer carries its question and comes in every form; each form is written once."""

import csv
import importlib
import json
import pkgutil
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from types import ModuleType

import pytest

import omaha_equity as oe
from omaha_equity import answer as base
from omaha_equity import api, report
from omaha_equity.answer import Answer
from omaha_equity.cli import evaluate
from omaha_equity.histories.reading import hand_results
from omaha_equity.histories.results import HandResult
from omaha_equity.histories.totals import HandStream, Totals
from omaha_equity.ranges.summary import ClassCount, Listing
from omaha_equity.report import terminal

HANDS = ["AsAhKdKc", "Ts9s8h7h"]
FLOP = "9h6s2d"
POT = {
    "board": FLOP,
    "seats": [{"name": "Ann", "put": 50, "hand": HANDS[0]}, {"put": 50, "hand": HANDS[1]}],
}
DONE = POT | {"board": FLOP + "KhQh"}
HISTORY = Path(__file__).parent / "histories" / "pot_limit.txt"


def stream() -> HandStream:
    return HandStream([HISTORY.name], hand_results([HISTORY]), lambda _: None)


def totals() -> Totals:
    hands = stream()
    assert list(hands.results())
    return hands.totals


def hand_result() -> HandResult:
    return next(stream().results())


ANSWERS: dict[str, Callable[[], Answer]] = {
    "Result": lambda: oe.equity(HANDS, FLOP),
    "BoardsResult": lambda: oe.equity_boards(HANDS, [FLOP, "Kh8s3d"]),
    "Comparison": lambda: oe.compare(HANDS[0], "AsAhQdQc", ["KK"], FLOP, game="plo4", deals=1000),
    "ComboEquities": lambda: oe.equity_by_combo("AAKK", "QQJJ", FLOP + "4c", game="plo4"),
    "Evaluation": lambda: oe.evaluate(HANDS[0], FLOP),
    "ExpectedChips": lambda: oe.ev(POT),
    "PotOdds": lambda: oe.pot_odds(oe.ev(POT), "Ann", 25),
    "Settlement": lambda: oe.settle(DONE),
    "HandResult": hand_result,
    "HandStream": stream,
    "Totals": totals,
    "RangeSummary": lambda: oe.Range("AA$ds").breakdown(),
    "Explanation": lambda: oe.Range("AA$ds").explain(HANDS[0]),
    "Standing": lambda: api.percentile(HANDS[0]),
    "Listing": lambda: Listing("AAKK", ClassCount, oe.Range("AAKK").classes()),
    "NextCards": lambda: oe.next_card(HANDS, FLOP),
    "Distribution": lambda: oe.distribution("AAKK", "QQJJ", FLOP + "4c", game="plo4"),
    "Flops": lambda: oe.flops(HANDS),
    "Matrix": lambda: oe.matrix(
        "AAKK", "QQJJ", oe.parse_views("Suited\n$ds\n"), board=FLOP + "4c", game="plo4"
    ),
    "Hits": lambda: oe.hits(HANDS[0], FLOP),
    "Outs": lambda: oe.outs(HANDS[0], FLOP),
    "Nuts": lambda: oe.nuts(FLOP),
    "SpotReport": lambda: oe.spot_report(HANDS, FLOP),
}


def subclasses(of: type) -> set[type]:
    found = set(of.__subclasses__())
    return found.union(*map(subclasses, found)) if found else found


def test_every_answer_is_here_and_has_a_view() -> None:
    for module in pkgutil.walk_packages(oe.__path__, "omaha_equity."):
        if module.name.split(".")[1] in ("answers", "histories", "pots", "ranges"):
            importlib.import_module(module.name)
    public = {kind.__name__ for kind in subclasses(Answer) if not kind.__name__.startswith("_")}
    assert public == set(ANSWERS) == set(terminal.VIEWS)


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_has_all_that_answers_have(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    make = ANSWERS[name]
    answer = make()
    assert type(answer).__name__ == name
    assert answer.title
    assert name == "Totals" or answer.query
    rows = list(make().rows())
    assert rows
    assert all(isinstance(row, dict) and row for row in rows)
    told = make().to_dict()
    assert isinstance(told, dict)
    assert json.loads(make().to_json()) is not None
    assert make()._repr_html_().startswith("<table>")
    frames = ModuleType("frames")
    frames.DataFrame = list  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "frames", frames)
    monkeypatch.setattr(base, "FRAMES", ("frames",))
    assert make().to_dataframe() == rows


@pytest.mark.parametrize("name", ANSWERS)
@pytest.mark.parametrize("form", [report.TERMINAL, *report.FORMATS])
def test_an_answer_comes_in_every_form(name: str, form: str) -> None:
    out = StringIO()
    report.write(ANSWERS[name](), out, form)
    said = out.getvalue()
    assert said.endswith("\n")
    if form == "csv":
        rows = list(csv.DictReader(StringIO(said)))
        assert len(rows) == len(list(ANSWERS[name]().rows()))
        assert all(None not in row for row in rows)
    if form == "json":
        json.loads(said)


def test_a_new_form_is_one_file_and_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    toy = ModuleType("omaha_equity.report.toy")
    toy.write = lambda answer, out: out.write(f"toy: {answer.title}\n")  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, toy.__name__, toy)
    monkeypatch.setitem(report.FORMATS, "toy", "Print a toy.")
    try:
        command = importlib.reload(evaluate).command
        command([HANDS[0], FLOP, "--toy"], standalone_mode=False)
        assert capsys.readouterr().out == "toy: AsAhKdKc, Omaha, board 9h6s2d\n"
    finally:
        monkeypatch.undo()
        importlib.reload(evaluate)


def test_a_form_loads_no_other() -> None:
    script = (
        "import io, sys; from omaha_equity import evaluate, report;"
        f"report.write(evaluate({HANDS[0]!r}, {FLOP!r}), io.StringIO(), 'json');"
        "print([name for name in sys.modules"
        " if name in ('csv', 'rich') or name.startswith('omaha_equity.report.')])"
    )
    said = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert said.stdout == "['omaha_equity.report.json']\n"

"""Reports, from results whose counts are made up so that every share can be checked by hand."""

import csv
import json
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from omaha_equity.model import Evaluation, MadeHand, Outcome, PlayerResult, Result
from omaha_equity.query import Query
from omaha_equity.report import csv as csv_report
from omaha_equity.report import json as json_report
from omaha_equity.report import terminal

DOCS = Path(__file__).parent.parent / "docs"

# Four boards: no low; the first scoops; the first is quartered; the high split, the low lost.
FIRST = (Outcome(1, None, 1), Outcome(1, 1, 1), Outcome(0, 2, 1), Outcome(2, 0, 1))
SECOND = (Outcome(0, None, 1), Outcome(0, 0, 1), Outcome(1, 2, 1), Outcome(2, 1, 1))


def high_low_result() -> Result:
    query = Query.of(["As2sKdQd", "AhAc3c4h"], board="5h 6h Td", dead="9d", game="o8")
    first, second = query.hands
    players = (PlayerResult(first, FIRST, 4), PlayerResult(second, SECOND, 4))
    return Result(query, players, boards=4, low_boards=3, method="numpy")


def high_result() -> Result:
    query = Query.of(["AsAhKdKc", "Ts9s8h7h"])
    first, second = query.hands
    players = (
        PlayerResult(first, (Outcome(1, None, 591_091), Outcome(0, None, 494_917)), 1_086_008),
        PlayerResult(second, (Outcome(0, None, 591_091), Outcome(1, None, 494_917)), 1_086_008),
    )
    return Result(query, players, boards=1_086_008, low_boards=0, method="numba")


def evaluation(game: str, low: MadeHand | None) -> Evaluation:
    query = Query.of(["Ks8cJs5c", "AcAdAh2h"], board="3s5hQsQd9h", game=game)
    hole, board = query.hands[0], query.board
    high = MadeHand(4675, "two pair, queens and fives", (*board[2:4], hole[3], board[1]), hole[::3])
    return Evaluation(query.game, hole, board, high, low)


class Screen(StringIO):
    def isatty(self) -> bool:
        return True


def written(report: Any, answer: Result | Evaluation, out: StringIO | None = None) -> str:
    out = out or StringIO()
    report.write(answer, out)
    return out.getvalue()


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return Screen()


def test_high_table_is_plain_text_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert written(terminal, high_result()) == (
        "hand       equity      win     tie\n"
        "AsAhKdKc  54.428%  54.428%  0.000%\n"
        "Ts9s8h7h  45.572%  45.572%  0.000%\n"
        "exact over 1,086,008 boards (Omaha; by numba)\n"
    )


def test_high_low_table_has_both_halves_and_scoops() -> None:
    assert written(terminal, high_low_result()) == (
        "hand       equity      win      tie     high      low    scoop\n"
        "As2sKdQd  62.500%  50.000%  25.000%  62.500%  37.500%  50.000%\n"
        "AhAc3c4h  37.500%  25.000%  25.000%  37.500%  37.500%   0.000%\n"
        "exact over 4 boards, 3 with a low (Omaha high/low, board 5h6hTd, dead 9d; by numpy)\n"
    )


def test_one_board_is_singular() -> None:
    result = replace(high_result(), boards=1)
    assert "exact over 1 board (" in written(terminal, result)


def test_wide_terminal_shows_the_same_text_in_colour(screen: Screen) -> None:
    shown = written(terminal, high_result(), screen)
    assert "\033[" in shown
    assert "54.428%  54.428%  0.000%" in shown
    assert "exact over 1,086,008 boards" in shown


def test_no_color_means_no_escape_codes(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert written(terminal, high_result(), screen) == written(terminal, high_result())


@pytest.mark.parametrize("columns", ["61", "30", "10", "2"])
def test_narrow_terminal_cuts_no_number(
    columns: str, screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setenv("NO_COLOR", "1")
    lines = written(terminal, high_low_result(), screen).splitlines()
    assert lines[:4] == [
        "As2sKdQd",
        "  equity  62.500%",
        "     win  50.000%",
        "     tie  25.000%",
    ]


def test_table_fits_a_terminal_exactly_as_wide(
    screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "62")
    monkeypatch.setenv("NO_COLOR", "1")
    shown = written(terminal, high_low_result(), screen)
    assert shown.splitlines()[:3] == written(terminal, high_low_result()).splitlines()[:3]


def test_evaluation_table_shows_which_two_are_from_the_hole() -> None:
    lines = written(terminal, evaluation("plo4", None)).splitlines()
    assert lines[0].split() == ["half", "made", "hand", "cards", "from", "hole", "value"]
    assert lines[1].split("  ")[0] == "high"
    assert lines[1].split()[-2:] == ["Ks5c", "4675"]
    assert len(lines) == 2


def test_evaluation_says_no_low_in_high_low_games_only() -> None:
    assert "no low" in written(terminal, evaluation("o8", None))
    low = MadeHand(56, "5-4-3-2-A", (12, 11, 6, 3, 51), (3, 51))
    shown = written(terminal, evaluation("o8", low)).splitlines()[-1]
    assert shown.split()[0::4] == ["low", "56"]


def test_json_is_the_result() -> None:
    text = written(json_report, high_low_result())
    assert text.endswith("}\n")
    assert json.loads(text) == high_low_result().to_dict()


def test_csv_has_one_row_per_player() -> None:
    rows = list(csv.DictReader(StringIO(written(csv_report, high_low_result()))))
    assert [row["hand"] for row in rows] == ["As2sKdQd", "AhAc3c4h"]
    first = rows[0]
    assert {name: first[name] for name in ("equity", "equity_exact", "low", "scoop")} == {
        "equity": "0.625",
        "equity_exact": "5/8",
        "low": "0.375",
        "scoop": "0.5",
    }
    assert (first["high_ties"], first["low_ties"], first["quartered"]) == ("1", "1", "1")
    assert (first["board"], first["dead"], first["exact"]) == ("5h6hTd", "9d", "true")


def test_csv_of_an_evaluation_has_one_row_per_half() -> None:
    low = MadeHand(56, "5-4-3-2-A", (12, 11, 6, 3, 51), (3, 51))
    rows = list(csv.DictReader(StringIO(written(csv_report, evaluation("o8", low)))))
    assert [(row["half"], row["value"], row["hole_cards"]) for row in rows] == [
        ("high", "4675", "Ks8cJs5c"),
        ("low", "56", "Ks8cJs5c"),
    ]
    assert len(written(csv_report, evaluation("plo4", None)).splitlines()) == 2


@pytest.mark.parametrize("answer", [high_result(), evaluation("plo4", None)])
def test_every_csv_column_is_documented(answer: Result | Evaluation) -> None:
    header = written(csv_report, answer).splitlines()[0]
    named = ", ".join(f"`{name}`" for name in header.split(","))
    assert named in " ".join((DOCS / "cli.md").read_text().split())


def paths(value: dict[str, Any], before: str = "") -> list[str]:
    found = []
    for name, part in value.items():
        found.append(before + name)
        if name == "players":
            found += paths(part[0], f"{before}{name}[].")
        # The keys of the ties are numbers of players, no fields.
        elif isinstance(part, dict) and not name.endswith("_ties"):
            found += paths(part, f"{before}{name}.")
    return found


def test_every_json_field_is_documented() -> None:
    page = (DOCS / "json.md").read_text()
    _, equities, made_hands = page.split("\n## ")
    low = MadeHand(56, "5-4-3-2-A", (12, 11, 6, 3, 51), (3, 51))
    for answer, text in ((high_result(), equities), (evaluation("o8", low), made_hands)):
        rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
        documented = [name.strip(" `") for row in rows for name in row.split(",")]
        assert sorted(documented) == sorted(paths(answer.to_dict()))

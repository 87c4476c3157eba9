"""Reports, from results whose counts are made up so that every share can be checked by hand."""

import csv
import json
import math
from dataclasses import replace
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from omaha_equity.answers.equities import (
    ComboEquities,
    Comparison,
    Evaluation,
    MadeHand,
    Outcome,
    PlayerResult,
    Result,
    Sampling,
)
from omaha_equity.questions.query import Query
from omaha_equity.questions.wish import Wish
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


def sampled_result() -> Result:
    exact = high_result()
    players = tuple(replace(player, error=0.01) for player in exact.players)
    sampling = Sampling(seed=7, draws=10_000, repeats=1, rejected=2_500)
    query = Query(exact.game, (None, None))
    return replace(exact, query=query, players=players, method="sampled", sampling=sampling)


def comparison() -> Comparison:
    return Comparison(sampled_result(), sampled_result(), difference=0.02, error=0.005)


def combos(shown: int | None) -> ComboEquities:
    return ComboEquities(
        query=Query.of(["22", "AA"], game="plo4", wish=Wish(seed=7)),
        cards=np.array([[0, 1, 2, 3], [0, 1, 2, 4]], np.uint8),
        weights=np.array([2.0, 1.0]),
        equities=np.array([0.25, 0.75]),
        errors=np.zeros(2),
        deals=np.array([10.0, 30.0]),
        exact=True,
        shown=shown,
    )


def evaluation(game: str, low: MadeHand | None) -> Evaluation:
    query = Query.of(["Ks8cJs5c", "AcAdAh2h"], board="3s5hQsQd9h", game=game)
    hole, board = query.hands[0], query.board
    high = MadeHand(4675, "two pair, queens and fives", (*board[2:4], hole[3], board[1]), hole[::3])
    return Evaluation(query.game, hole, board, high, low)


class Screen(StringIO):
    def isatty(self) -> bool:
        return True


def written(report: Any, answer: Any, out: StringIO | None = None) -> str:
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


@pytest.mark.parametrize(
    "answer", [high_result(), evaluation("plo4", None), comparison(), combos(1)]
)
def test_every_csv_column_is_documented(answer: Any) -> None:
    header = written(csv_report, answer).splitlines()[0]
    named = ", ".join(f"`{name}`" for name in header.split(","))
    assert named in " ".join((DOCS / "cli.md").read_text().split())


def paths(value: dict[str, Any], before: str = "") -> list[str]:
    found = []
    for name, part in value.items():
        found.append(before + name)
        if isinstance(part, list):
            found += paths(part[0], f"{before}{name}[].")
        # The keys of the ties are numbers of players, no fields.
        elif isinstance(part, dict) and not name.endswith("_ties"):
            found += paths(part, f"{before}{name}.")
    return found


def test_every_json_field_is_documented() -> None:
    page = (DOCS / "json.md").read_text()
    sections = dict(section.split("\n", 1) for section in page.split("\n## ")[1:])
    low = MadeHand(56, "5-4-3-2-A", (12, 11, 6, 3, 51), (3, 51))
    compared = comparison().to_dict()
    answers = {
        "Equities": sampled_result().to_dict(),
        # Both sides are results, which have a section of their own.
        "Comparisons": compared | {"first": None, "second": None},
        "Combos": combos(1).to_dict(),
        "Made hands": evaluation("o8", low).to_dict(),
    }
    for title, answer in answers.items():
        rows = [
            line.split("|")[1] for line in sections[title].splitlines() if line.startswith("| `")
        ]
        documented = [name.strip(" `") for row in rows for name in row.split(",")]
        assert sorted(documented) == sorted(paths(answer))


# Sampled answers, comparisons, combos


def test_sampled_table_has_an_error_for_every_number() -> None:
    # 1.96 standard errors of 0.01 are 1.96%; of 0.5 / sqrt(10,000) they are 0.98%.
    assert written(terminal, sampled_result()) == (
        "hand       equity     ±      win     tie\n"
        "AsAhKdKc  54.428%  2.0%  54.428%  0.000%\n"
        "Ts9s8h7h  45.572%  2.0%  45.572%  0.000%\n"
        "±2.0% at 95% (other columns ±0.98% at most), 1,086,008 deals, seed 7, "
        "20.0% of draws rejected (Omaha)\n"
    )


def test_one_deal_tells_nothing_and_json_stays_json() -> None:
    players = [replace(player, error=math.inf) for player in sampled_result().players]
    result = replace(sampled_result(), players=tuple(players))
    assert "±100% at 95%" in written(terminal, result)
    assert json.loads(written(json_report, result))["players"][0]["error"] is None
    assert "Infinity" not in written(json_report, result)


def test_weights_that_are_no_per_cents() -> None:
    third = Fraction(1, 3)
    query = high_result().query
    outcomes = ((Outcome(1, None, third),), (Outcome(0, None, third),))
    players = tuple(
        PlayerResult(hand, o, third) for hand, o in zip(query.hands, outcomes, strict=True)
    )
    result = Result(query, players, third, 0, "swept")
    found = json.loads(written(json_report, result))
    assert found["boards"] == found["players"][0]["counts"]["high_wins"] == pytest.approx(1 / 3)
    assert found["players"][0]["win"] == 1
    assert "exact over 0.33 boards" in written(terminal, result)


def test_csv_of_a_sampled_result_tells_how_it_came_about() -> None:
    row = next(csv.DictReader(StringIO(written(csv_report, sampled_result()))))
    assert [row[name] for name in ("error", "seed", "draws", "repeats", "rejected", "exact")] == [
        *("0.01", "7", "10000", "1", "2500", "false")
    ]
    exact = next(csv.DictReader(StringIO(written(csv_report, high_result()))))
    assert (exact["seed"], exact["rejected"]) == ("", "")


def test_a_comparison() -> None:
    lines = written(terminal, comparison()).splitlines()
    assert len(lines) == 4
    assert lines[-1] == (
        "difference +2.000% ±0.98% at 95%, 1,086,008 deals, seed 7 (v Ts9s8h7h, Omaha)"
    )
    unsure = replace(comparison(), error=0.02)
    assert ", none is shown, " in written(terminal, unsure)
    assert json.loads(written(json_report, comparison()))["difference"] == 0.02


def test_combos_best_first() -> None:
    # Weighted by deals: (2 * 10 * 0.25 + 1 * 30 * 0.75) / 50.
    assert written(terminal, combos(None)) == (
        "hand      weight   equity\n"
        "2c2d2h3c       1  75.000%\n"
        "2c2d2h2s       2  25.000%\n"
        "2 combos; 22 has 55.000% v AA, exact over 50 deals\n"
    )
    lines = written(terminal, combos(1)).splitlines()
    assert (lines[1], lines[2][:16]) == ("2c2d2h3c  75.000%", "1 best of 2 comb")
    assert written(csv_report, combos(1)).splitlines()[1] == "2c2d2h3c,1.0,0.75,0.0,30.0"
    assert written(csv_report, combos(0)).count("\n") == 1


def test_sampled_combos_have_errors() -> None:
    found = replace(combos(None), errors=np.array([0.1, 0.05]), exact=False)
    shown = written(terminal, found)
    # Ten deals at 0.25 with variance 0.1, thirty at 0.75 with 0.075: mean 0.625, squares add up.
    variance = (10 * (0.1 + 0.375**2) + 30 * (0.075 + 0.125**2)) / 40
    assert found.error == pytest.approx(math.sqrt(variance / 40))
    assert "75.000%  9.8%" in shown
    assert "22 has 62.500% ±11% at 95% v AA, 40 deals, seed 7" in shown

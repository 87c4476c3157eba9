"""``omaha-equity report``: what the page holds, and how it is written."""

import os
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from omaha_equity import equity
from omaha_equity.answers.spot import SpotReport
from omaha_equity.cli import files
from omaha_equity.cli.exits import Exit
from omaha_equity.cli.main import main
from omaha_equity.errors import Interrupted
from omaha_equity.report import html, page
from omaha_equity.study import next_card as next_cards
from omaha_equity.study.distribution import distribution
from omaha_equity.study.next_card import next_card

ACES, TENS, FLOP = "AsAhKdKc", "Ts9s8h7h", "9h6s2d"
VOID = {"meta", "br", "line", "rect", "polyline", "polygon"}


class Page(HTMLParser):
    """The text and the tags of a page, whose every element must be closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] != "style":
            self.words.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [known for name, known in self.tags if name == tag]

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def made(tmp_path: Path, *words: str) -> Page:
    path = tmp_path / "spot.html"
    assert main(["report", *words, "--html", str(path)]) == Exit.DONE
    assert [each.name for each in tmp_path.iterdir()] == ["spot.html"]
    return Page(path.read_text(encoding="utf-8"))


def test_hands_on_a_flop(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = made(tmp_path, ACES, TENS, "--board", FLOP)
    out, err = capsys.readouterr()
    assert not out
    assert err.endswith("wrote " + str(tmp_path / "spot.html") + "\n")
    for words in (
        f"{ACES} v {TENS}", "Omaha, board 9h6s2d", "34.878%", "65.122%",
        "exact over 820 boards", "Next card", "67.5", "overpair", "wrap, 13 to 16 outs",
    ):  # fmt: skip
        assert words in found.text
    assert "Distribution" not in found.text
    heat = [cell for cell in found.all("td") if cell.get("style")]
    assert len(heat) == len(next_card([ACES, TENS], FLOP).cards)
    assert len([cell for cell in found.all("td") if cell.get("class") == "absent"]) == 52 - 41


def test_ranges_have_curves_and_hits(tmp_path: Path) -> None:
    found = made(tmp_path, "AA", "KK!AA", "--board", "Kd8s4h2c", "--game", "plo4")
    assert "Distribution of AA" in found.text
    assert "Distribution of KK!AA" in found.text
    assert len(found.all("svg")) == len(found.all("polyline")) == 2
    for picture in found.all("svg"):
        assert picture["role"] == "img"
        assert "Sorted curve of the equity of" in str(picture["aria-label"])
    assert "top set" in found.text


def test_a_hand_beside_a_range_has_no_curve(tmp_path: Path) -> None:
    found = made(tmp_path, "AA", "KsKhQs9h", "--board", "Kd8s4h2c", "--game", "plo4")
    assert "Distribution of AA" in found.text
    assert len(found.all("svg")) == 1


def test_a_curve_that_would_mislead_is_not_drawn() -> None:
    found = distribution("15%", "AA", game="plo4", deals=100_000)
    report = SpotReport(equity([ACES, TENS], FLOP), None, (found,), ())
    read = Page(html.to_html(report))
    assert "too little for a curve" in read.text
    assert not read.all("svg")


def test_before_the_flop_a_band_tells_of_each_combo() -> None:
    found = distribution("AA$ds", "KK$ds", game="plo4", deals=600_000)
    report = SpotReport(equity([ACES, TENS], FLOP), None, (found,), ())
    read = Page(html.to_html(report))
    assert "wider than the truth" in read.text
    assert len(read.all("polygon")) == 1


def test_on_the_river_no_card_comes(tmp_path: Path) -> None:
    found = made(tmp_path, ACES, TENS, "--board", "9h6s2dAdJc")
    assert "Next card" not in found.text
    assert "straight draw" not in found.text
    assert "top set" in found.text


def test_before_the_flop_hands_tell_what_they_flop(tmp_path: Path) -> None:
    found = made(tmp_path, ACES, TENS)
    assert "before the flop" in found.text
    assert "on the flop, share of flops" in found.text


def test_before_the_flop_a_range_of_listed_hands_has_a_curve(tmp_path: Path) -> None:
    players = ["AsAhKdKc,AsAhQdQc", "KhKsJdJc"]
    found = made(tmp_path, *players, "--game", "plo4")
    assert " v ".join(players) in found.text
    assert f"Distribution of {players[0]}" in found.text
    assert f"Distribution of {players[1]}" not in found.text


def test_high_low_tells_the_halves(tmp_path: Path) -> None:
    found = made(tmp_path, "As2sKdQd", "AhAc3c4h", "--game", "o8", "--board", "5h6d9c")
    for name in ("high", "low", "scoop", "nut low draw"):
        assert name in found.text


def test_sampled_equities_have_errors(tmp_path: Path) -> None:
    words = ["AA", "KK", "QQ", "--board", "9h6s2dTc", "--game", "plo4", "--deals", "2000"]
    found = made(tmp_path, *words)
    assert "± (95%)" in found.text
    assert "sampled: 2,000 deals, seed 0" in found.text
    assert "Distribution" not in found.text


def test_the_page_needs_nothing_else(tmp_path: Path) -> None:
    made(tmp_path, "AA", "KK", "--board", "Kd8s4h2c", "--game", "plo4")
    text = (tmp_path / "spot.html").read_text()
    assert not re.search(r"<(script|link|img|iframe|object)|https?:|@import|url\(", text)
    assert "default-src 'none'" in text


def test_the_page_can_be_read_by_all(tmp_path: Path) -> None:
    found = made(tmp_path, ACES, TENS, "--board", FLOP)
    assert found.all("html") == [{"lang": "en"}]
    assert len(found.all("h1")) == len(found.all("main")) == len(found.all("title")) == 1
    assert len(found.all("caption")) == len(found.all("table"))
    assert {head.get("scope") for head in found.all("th")} == {"col", "row"}
    text = (tmp_path / "spot.html").read_text()
    assert "prefers-color-scheme: dark" in text
    assert "@media print" in text


def test_texts_are_escaped() -> None:
    result = equity([ACES, TENS], FLOP)
    evil = '<script>alert("1")</script>&'
    players = tuple(replace(player, text=evil) for player in result.players)
    text = html.to_html(SpotReport(replace(result, players=players), None, (), ()))
    assert "<script" not in text
    assert evil in Page(text).text
    assert evil not in page.curve(evil, [(0, 0), (1, 1)], [], 0.5, (evil, evil))


def test_a_long_range_does_not_fill_the_title() -> None:
    result = equity([ACES, TENS], FLOP)
    players = tuple(replace(player, text="AA," * 500) for player in result.players)
    text = html.to_html(SpotReport(replace(result, players=players), None, (), ()))
    [title] = re.findall("<title>(.*)</title>", text)
    assert len(title) <= html.LONGEST_TITLE


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("a.txt", "ends in .html or .htm"),
        ("none/a.html", "there is no folder"),
        ("folder.html", "is a folder"),
    ],
)
def test_files_that_cannot_be_are_refused_first(
    name: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "folder.html").mkdir()
    assert main(["report", ACES, TENS, "--html", str(tmp_path / name)]) == Exit.TEXT
    out, err = capsys.readouterr()
    assert not out
    assert said in err
    assert err.count("\n") == 1


def test_a_folder_that_is_closed_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Whoever runs the tests as root may write everywhere.
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert main(["report", ACES, TENS, "--html", str(tmp_path / "a.html")]) == Exit.TEXT
    assert "the folder cannot be written to" in capsys.readouterr().err


def test_a_full_disk_leaves_the_old_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.html"
    path.write_text("old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "_mask", fail)
    words = ["report", ACES, TENS, "--board", FLOP, "--html", str(path)]
    assert main(words) == Exit.INTERNAL
    assert "cannot be written: No space left on device" in capsys.readouterr().err
    assert path.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["a.html"]


def test_a_new_file_is_open_to_whom_the_mask_says(tmp_path: Path) -> None:
    made(tmp_path, ACES, TENS, "--board", FLOP)
    plain = tmp_path / "plain"
    plain.touch()
    assert (tmp_path / "spot.html").stat().st_mode == plain.stat().st_mode


def test_interrupted_no_page_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object, **__: object) -> None:
        raise Interrupted(None)

    monkeypatch.setattr(next_cards, "answer", stop)
    words = ["report", ACES, TENS, "--board", FLOP, "--html", str(tmp_path / "a.html")]
    assert main(words) == Exit.INTERRUPTED
    assert "no page is written" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())

"""``--plot``: what the pictures hold, which files are written, and which are refused."""

import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from omaha_equity.answers.distribution import BINS
from omaha_equity.cli.exits import Exit
from omaha_equity.cli.main import main
from omaha_equity.hitting.hits import hits
from omaha_equity.report import plots
from omaha_equity.study.distribution import distribution
from omaha_equity.study.flops import flops
from omaha_equity.study.matrix import View, matrix
from omaha_equity.study.next_card import next_card

pytest.importorskip("matplotlib", reason="pictures need the extra plot")

ACES, TENS, FLOP = "AsAhKdKc", "Ts9s8h7h", "9h6s2d"
VIEWS = [View("Aces", "AA"), View("Double-suited", "$ds")]
PNG = b"\x89PNG\r\n\x1a\n"
NEXT = ["next", ACES, TENS, "--board", FLOP]


def title(figure: Any) -> str:
    return figure.get_suptitle().replace("\n", " ").replace(r"\$", "$")


def note(figure: Any) -> str:
    return figure.get_supxlabel()


def band(axes: Any) -> list[Any]:
    from matplotlib.collections import PolyCollection

    return [each for each in axes.collections if isinstance(each, PolyCollection)]


def numbers(axes: Any) -> list[str]:
    return [text.get_text() for text in axes.texts]


def test_next_card_is_a_heat_map_of_52_cells() -> None:
    found = next_card([ACES, TENS], FLOP)
    figure = plots.draw(found)
    heat, scale = figure.axes
    assert title(figure) == found.title
    assert "exact" in note(figure)
    assert (heat.get_xlabel(), heat.get_ylabel()) == ("rank of the next card", "suit")
    assert scale.get_ylabel() == f"equity of {ACES} (%)"
    assert len(heat.texts) == 52
    assert numbers(heat).count("–") == 52 - len(found.cards)
    assert [tick.get_text() for tick in heat.get_xticklabels()] == list("AKQJT98765432")
    best = found.best_first()[0]
    x, y = 12 - best.card // 4, 3 - best.card % 4
    assert numbers(heat)[13 * y + x] == f"{100 * float(best.equities[0]):.1f}"
    assert heat.images[0].get_array()[y, x] == 100 * float(best.equities[0])


def test_next_card_sampled_tells_how_sure() -> None:
    found = next_card(["AA", "KK"], FLOP, game="plo4", deals=2000)
    assert "±" in note(plots.draw(found))


def test_next_card_that_changes_nothing_has_one_colour() -> None:
    found = next_card(["AsAh2c3d", "KsKh2s3h"], "AcAdKcKd")
    assert set(numbers(plots.draw(found).axes[0])) == {"–", "100"}


def test_exact_distribution_has_a_curve_and_a_histogram() -> None:
    found = distribution("AA", "KK!AA", "Kd8s4h2c", game="plo4")
    figure = plots.draw(found)
    curve, bars = figure.axes
    assert title(figure) == found.title
    assert curve.get_xlabel() == "best share of hands (%)"
    assert curve.get_ylabel() == "equity of AA (%)"
    assert (bars.get_xlabel(), bars.get_ylabel()) == ("equity (%)", "share of hands (%)")
    drawn = curve.lines[0]
    assert drawn.get_xdata()[0] == 0
    assert drawn.get_ydata()[0] == pytest.approx(100 * found.quantile(1))
    assert drawn.get_ydata()[-1] == pytest.approx(100 * found.quantile(0))
    heights = [bar.get_height() for bar in bars.patches]
    assert len(heights) == BINS
    assert sum(heights) == pytest.approx(100)
    assert not band(curve)


def test_sampled_distribution_has_a_band_and_error_bars() -> None:
    found = distribution("KsKh7s8h", "AA", street="flop", game="plo4", deals=500, levels=[0.3])
    curve, bars = plots.draw(found).axes
    assert "deals" in curve.get_xlabel()
    [area] = band(curve)
    assert len(area.get_paths()[0].vertices) > 100
    assert len(bars.containers) == 2
    low, high = area.get_datalim(curve.transData).intervaly
    assert 0 <= low < high <= 100


def test_distribution_before_the_flop_tells_that_every_combo_is_sampled() -> None:
    found = distribution("AAKK", "QQJJ", game="plo4", deals=20_000)
    figure = plots.draw(found)
    assert "wider than the truth" in note(figure)
    assert band(figure.axes[0])


def test_hits_are_bars_of_every_line_that_occurs() -> None:
    found = hits("15%", "Kh9h2c", game="o8")
    figure = plots.draw(found)
    assert title(figure) == f"hits: {found.title}"
    told = {kind: lines for kind, lines in found.partitions().items() if kind != "categories"}
    assert len(figure.axes) == len(told) == 4
    for axes, lines in zip(figure.axes, told.values(), strict=True):
        shown = [hit for hit in lines if hit.combos]
        assert [tick.get_text() for tick in axes.get_yticklabels()] == [hit.name for hit in shown]
        widths = [bar.get_width() for bar in axes.patches]
        assert widths == pytest.approx([100 * hit.share for hit in shown])
    assert figure.axes[-1].get_xlabel() == "share of combos (%)"


def test_hits_on_every_flop_are_shares_of_flops() -> None:
    figure = plots.draw(hits("JcTd9h8s"))
    assert figure.axes[-1].get_xlabel() == "share of flops (%)"


def test_flops_are_a_curve_and_textures() -> None:
    found = flops([ACES, TENS])
    figure = plots.draw(found)
    curve, bars = figure.axes
    assert title(figure) == found.title
    assert curve.get_xlabel() == "best share of flops (%)"
    assert curve.get_ylabel() == f"equity of {ACES} (%)"
    [steps] = [patch for patch in curve.patches if hasattr(patch, "get_data")]
    assert len(steps.get_data().values) == len(found.classes)
    assert steps.get_data().edges[-1] == pytest.approx(100)
    assert len(bars.patches) == len(found.textures) == len(bars.texts)
    assert not band(curve)


def test_sampled_flops_have_a_band() -> None:
    curve, bars = plots.draw(flops(["AA", "KK"], game="plo4", deals=80_000)).axes
    assert len(band(curve)) == 1
    assert len(bars.collections) == 1


@pytest.mark.parametrize("exact", [True, False])
def test_matrix_is_a_heat_map_with_sums(exact: bool) -> None:
    asked: dict[str, Any] = {"exact": True} if exact else {"deals": 2000}
    found = matrix("5%", "AAKK,KKQQ", VIEWS, None, "Kd8s4h2c", game="plo4", **asked)
    figure = plots.draw(found)
    heat, scale = figure.axes
    assert title(figure) == found.title
    assert len(heat.texts) == (len(found.own) + 1) * (len(found.opponent) + 1)
    assert [tick.get_text() for tick in heat.get_yticklabels()] == [*found.own, "all"]
    assert (heat.get_xlabel(), heat.get_ylabel()) == ("parts of AAKK,KKQQ", "parts of 5%")
    assert scale.get_ylabel() == "equity of 5% (%)"
    whole = found.total()
    assert whole is not None
    assert numbers(heat)[-1].startswith(f"{100 * whole.equity:.1f}")
    assert ("±" in numbers(heat)[-1]) is not exact


def test_dollars_are_no_formula() -> None:
    found = distribution("AA$ds", "KK$ds", "Kd8s4h2c", game="plo4")
    picture = plots.picture(found, ".svg").decode()
    assert "AA$ds v KK$ds" in picture


def test_long_ranges_are_cut_short() -> None:
    text = ",".join(f"{rank}{rank}" for rank in "AKQJT98765432")
    figure = plots.draw(distribution(text, "AA", "Kd8s4h2c", game="plo4", precision=0.1))
    assert all(len(axes.get_ylabel()) < 80 for axes in figure.axes)


def test_what_has_no_picture_is_told() -> None:
    with pytest.raises(TypeError, match="no picture of int"):
        plots.draw(1)


def test_nothing_global_is_touched() -> None:
    import matplotlib as mpl

    settings = ("svg.fonttype", "svg.hashsalt", "figure.dpi", "font.size")
    before = [mpl.rcParams[name] for name in settings]
    loaded = "matplotlib.pyplot" in sys.modules
    plots.picture(next_card([ACES, TENS], FLOP), ".png")
    assert [mpl.rcParams[name] for name in settings] == before
    assert ("matplotlib.pyplot" in sys.modules) is loaded


def test_equal_answers_give_equal_files() -> None:
    found = next_card([ACES, TENS], FLOP)
    for ending in plots.ENDINGS:
        assert plots.picture(found, ending) == plots.picture(found, ending)


# On the command line


@pytest.mark.parametrize(
    "words",
    [
        NEXT,
        ["distribution", "AAKK", "--vs", "QQJJ", "--board", "Kd8s4h2c", "--game", "plo4"],
        ["hits", "5%", "--board", "Kd8s4h", "--game", "plo4"],
        ["flops", ACES, TENS],
        ["matrix", "AAKK", "--vs", "QQJJ", "--board", "Kd8s4h2c", "--game", "plo4"],
    ],
    ids=lambda words: words[0],
)
def test_every_command_draws_and_prints_the_same(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if words[0] == "matrix":
        views = tmp_path / "views.txt"
        views.write_text("Aces\nAA\n")
        words = [*words, "--views", str(views)]
    assert main(words) == Exit.DONE
    printed = capsys.readouterr().out
    drawing, image = tmp_path / "a.svg", tmp_path / "a.PNG"
    for path in (drawing, image):
        assert main([*words, "--plot", str(path)]) == Exit.DONE
        assert capsys.readouterr().out == printed
    assert image.read_bytes().startswith(PNG)
    root = ElementTree.fromstring(drawing.read_bytes())
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    left = {path.name for path in tmp_path.iterdir()}
    assert left - {"views.txt"} == {"a.svg", "a.PNG"}


@pytest.mark.parametrize("name", ["a.pdf", "a", "png", "a.svg.gz"])
def test_other_endings_are_refused(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*NEXT, "--plot", str(tmp_path / name)]) == Exit.TEXT
    out, err = capsys.readouterr()
    assert not out
    assert "ends in .png or .svg" in err
    assert not list(tmp_path.iterdir())


def test_no_such_folder_is_told_before_anything_is_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*NEXT, "--plot", str(tmp_path / "none" / "a.png")]) == Exit.TEXT
    out, err = capsys.readouterr()
    assert not out
    assert "there is no folder" in err


def test_without_matplotlib_the_extra_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plots, "find_spec", lambda _: None)
    assert main([*NEXT, "--plot", str(tmp_path / "a.png")]) == Exit.TEXT
    out, err = capsys.readouterr()
    assert not out
    assert "omaha-equity[plot]" in err
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())

"""Pictures of studies as PNG or SVG; needs matplotlib, the extra ``plot``.

Colours are those of cividis, which people who see few colours tell apart, and every mark that a
colour makes is also written as a number.  Figures stand alone: nothing global is set.
"""

from collections.abc import Sequence
from importlib.util import find_spec
from io import BytesIO
from itertools import accumulate, pairwise
from textwrap import shorten, wrap
from typing import TYPE_CHECKING, Any

from omaha_equity.answers.distribution import BINS, Distribution
from omaha_equity.answers.equities import SURE
from omaha_equity.answers.hits import Hit, Hits
from omaha_equity.answers.study import Cell, Flops, Matrix, NextCards
from omaha_equity.cards import RANKS, format_cards
from omaha_equity.report.terminal.table import half_width

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ENDINGS = (".png", ".svg")
COLOURS = "cividis"
DARK, BRIGHT, ERROR, ABSENT = "#00386f", "#b5a55b", "#d08a00", "#d9d9d9"
"""Marks, their band, their error bars, and what cannot come."""
MOST_DARK = 0.45
"""Up to this place on the scale of colours, numbers are white."""
DOTS = 130
"""Dots per inch of a PNG."""
TITLE_WIDTH, LONGEST_TITLE, LONGEST_LABEL = 78, 230, 26
SUIT_ROWS = (3, 2, 1, 0)
"""Spades, hearts, diamonds, clubs from the top down."""
SUIT_NAMES = {3: "♠ spades", 2: "♥ hearts", 1: "♦ diamonds", 0: "♣ clubs"}
SIZES_OF_CELLS = ((6, 9.0), (10, 7.5))
"""Up to this many columns, numbers in cells are so large."""
AGAINST = {"dealt": "the hand dealt", "range": "the whole range"}
KINDS = {
    "made": "made hand",
    "straight_draws": "straight draw",
    "flush_draws": "flush draw",
    "lows": "low",
}


def is_possible() -> bool:
    """Whether matplotlib is installed; it is not loaded."""
    return find_spec("matplotlib") is not None


def picture(answer: Any, ending: str) -> bytes:
    """Draw an answer; ``ending`` is one of `ENDINGS`."""
    from matplotlib import rc_context

    figure = draw(answer)
    out = BytesIO()
    # Text stays text, and equal answers give equal files.
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "omaha_equity"}):
        known = {"Title": answer.title} | ({"Date": None} if ending == ".svg" else {})
        figure.savefig(out, format=ending[1:], dpi=DOTS, metadata=known)
    return out.getvalue()


def draw(answer: Any) -> "Figure":
    """Return the figure of an answer.

    Raises:
        TypeError: answers of this kind have no picture.
    """
    match answer:
        case NextCards():
            return _draw_next(answer)
        case Distribution():
            return _draw_distribution(answer)
        case Hits():
            return _draw_hits(answer)
        case Flops():
            return _draw_flops(answer)
        case Matrix():
            return _draw_matrix(answer)
    raise TypeError(f"no picture of {type(answer).__name__}")


def _figure(width: float, height: float, title: str, note: str) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    lines = wrap(shorten(title, LONGEST_TITLE, placeholder=" …"), TITLE_WIDTH)
    figure.suptitle("\n".join(map(_plain, lines)), fontsize=11, fontweight="bold")
    figure.supxlabel(_plain(note), fontsize=8, color="#444444")
    return figure


def _plain(text: str) -> str:
    # Ranges may hold dollars, which would begin a formula.
    return text.replace("$", r"\$")


def _label(text: str) -> str:
    short = text if len(text) <= LONGEST_LABEL else text[: LONGEST_LABEL - 1] + "…"
    return _plain(short)


# The next card


def _draw_next(found: NextCards) -> "Figure":
    own = found.query.names[0]
    now = found.now.players[0]
    before = "" if found.now.exact else f" ±{half_width(now.error)}"
    if found.exact:
        sure = "exact"
    else:
        worst = max(error for each in found.cards for error in each.errors)
        sure = f"each card sampled, ±{half_width(worst)} at 95% at most"
    note = f"{_short(own)} has {now.equity:.1%}{before} now; {sure}; grey: cannot come"
    figure = _figure(9.5, 3.9, found.title, note)
    axes = figure.add_subplot()
    equities = {each.card: 100 * float(each.equities[0]) for each in found.cards}
    table = [
        [equities.get(rank * 4 + suit) for rank in reversed(range(len(RANKS)))]
        for suit in SUIT_ROWS
    ]
    _heat(axes, table, [[_whole(value) for value in row] for row in table], 9.0)
    axes.set_xticks(range(len(RANKS)), list(reversed(RANKS)))
    axes.set_yticks(range(len(SUIT_ROWS)), [SUIT_NAMES[suit] for suit in SUIT_ROWS])
    axes.set_xlabel("rank of the next card")
    axes.set_ylabel("suit")
    _colour_bar(axes, f"equity of {_label(own)} (%)", "vertical")
    return figure


def _whole(value: float | None) -> str:
    return "–" if value is None else f"{value:.0f}" if value in (0, 100) else f"{value:.1f}"


def _short(name: str) -> str:
    return shorten(name, 2 * LONGEST_LABEL, placeholder=" …") or name[: 2 * LONGEST_LABEL]


def _heat(
    axes: "Axes",
    table: Sequence[Sequence[float | None]],
    texts: Sequence[Sequence[str]],
    size: float,
) -> None:
    """Draw cells by value, with their texts; None is grey."""
    values = [value for row in table for value in row if value is not None]
    lowest, highest = min(values), max(values)
    if highest - lowest < 1e-9:
        lowest, highest = lowest - 1, highest + 1
    numbers = [[float("nan") if v is None else v for v in row] for row in table]
    axes.set_facecolor(ABSENT)
    axes.imshow(numbers, cmap=COLOURS, vmin=lowest, vmax=highest, aspect="auto")
    for y, row in enumerate(table):
        for x, value in enumerate(row):
            bright = value is None or (value - lowest) / (highest - lowest) > MOST_DARK
            colour = "#666666" if value is None else "black" if bright else "white"
            axes.text(x, y, texts[y][x], ha="center", va="center", color=colour, fontsize=size)
    axes.tick_params(length=0)
    for edge in axes.spines.values():
        edge.set_visible(False)
    for x in range(1, len(table[0])):
        axes.axvline(x - 0.5, color="white", linewidth=1)
    for y in range(1, len(table)):
        axes.axhline(y - 0.5, color="white", linewidth=1)


def _colour_bar(axes: "Axes", label: str, side: Any) -> None:
    bar = axes.figure.colorbar(axes.images[0], ax=axes, orientation=side, pad=0.02)
    bar.set_label(label)


# Distributions


def _draw_distribution(found: Distribution) -> "Figure":
    own = found.query.names[0]
    what = "deals" if found.street else "hands"
    sure = "" if found.exact else f" ±{half_width(found.error)} at 95%"
    note = f"mean {found.equity:.2%}{sure}; {_how_spread(found)}"
    figure = _figure(9.5, 4.6, found.title, note)
    left, right = figure.subplots(1, 2, width_ratios=(3, 2))
    _curve(left, found)
    left.set_xlabel(f"best share of {what} (%)")
    left.set_ylabel(f"equity of {_label(own)} (%)")
    left.set_title(f"sorted curve: how many {what} have at least this equity", fontsize=9)
    _histogram(right, found)
    right.set_xlabel("equity (%)")
    right.set_ylabel(f"share of {what} (%)")
    right.set_title(f"histogram of {what}", fontsize=9)
    return figure


def _how_spread(found: Distribution) -> str:
    if found.exact:
        return f"exact over {found.deals:,} {'spots' if found.street else 'combos'}"
    if found.draws:
        band = "band and bars: 95%"
        return f"{found.draws:,} draws, seed {found.seed}; {band}"
    each = half_width(found.combo_error)
    return (
        f"{found.deals:,} deals, seed {found.seed}; each combo ±{each} (band), "
        "so the spread is wider than the truth"
    )


def _curve(axes: "Axes", found: Distribution) -> None:
    points = found.curve(200)
    shares = [100 * share for share, _ in points]
    axes.plot(shares, [100 * equity for _, equity in points], color=DARK, linewidth=2)
    if not found.exact:
        low, high = zip(*(_curve_band(found, share) for share, _ in points), strict=True)
        axes.fill_between(shares, low, high, color=BRIGHT, alpha=0.6, linewidth=0, label="95% band")
    axes.axhline(100 * found.equity, color="black", linewidth=1, linestyle="--", label="mean")
    axes.legend(loc="upper right", fontsize=8, frameon=False)
    axes.set_xlim(0, 100)
    axes.set_ylim(0, 100)
    axes.grid(alpha=0.3)


def _curve_band(found: Distribution, share: float) -> tuple[float, float]:
    """Between which equities the curve lies at a share of hands, in per cent."""
    if not found.draws:
        middle, error = found.quantile(1 - share), SURE * found.combo_error
        return 100 * max(0.0, middle - error), 100 * min(1.0, middle + error)
    error = SURE * found.share_error(share)
    fewer, more = max(0.0, share - error), min(1.0, share + error)
    return 100 * found.quantile(1 - more), 100 * found.quantile(1 - fewer)


def _histogram(axes: "Axes", found: Distribution) -> None:
    shares = found.histogram()
    step = 100 / BINS
    errors = [100 * SURE * found.share_error(share) for share in shares]
    axes.bar(
        [step * (number + 0.5) for number in range(BINS)],
        [100 * share for share in shares],
        width=0.9 * step,
        color=DARK,
        yerr=errors if found.draws else None,
        ecolor=ERROR,
        capsize=3,
    )
    axes.set_xlim(0, 100)
    axes.set_xticks(range(0, 101, 20))
    axes.set_ylim(bottom=0)
    axes.grid(axis="y", alpha=0.3)
    axes.set_axisbelow(True)


# Hits


def _draw_hits(found: Hits) -> "Figure":
    what = "flops" if found.over_flops else "combos"
    kinds = {
        kind: [hit for hit in hits if hit.combos]
        for kind, hits in found.partitions().items()
        if kind != "categories"
    }
    note = f"{found.combos:,} {what}, exact; every one of them is in just one bar of each part"
    lines = [len(hits) for hits in kinds.values()]
    figure = _figure(8.5, 1.5 + 0.24 * sum(lines) + 0.5 * len(lines), f"hits: {found.title}", note)
    parts = figure.subplots(len(kinds), 1, height_ratios=lines, sharex=True, squeeze=False)[:, 0]
    for axes, (kind, hits) in zip(parts, kinds.items(), strict=True):
        _share_bars(axes, hits)
        axes.set_title(KINDS[kind], fontsize=9, loc="left")
    parts[-1].set_xlabel(f"share of {what} (%)")
    return figure


def _share_bars(axes: "Axes", hits: Sequence[Hit]) -> None:
    bars = axes.barh(range(len(hits)), [100 * hit.share for hit in hits], color=DARK, height=0.75)
    axes.bar_label(bars, [f"{hit.share:.2%}" for hit in hits], padding=3, fontsize=8)
    axes.set_yticks(range(len(hits)), [hit.name for hit in hits], fontsize=8)
    axes.set_ylim(len(hits) - 0.4, -0.6)
    axes.margins(x=0.12)
    axes.grid(axis="x", alpha=0.3)
    axes.set_axisbelow(True)


# Flops


def _draw_flops(found: Flops) -> "Figure":
    own = found.query.names[0]
    now = found.now.players[0]
    before = "" if found.now.exact else f" ±{half_width(now.error)}"
    sure = "exact" if found.exact else f"sampled, seed {found.seed}; band and bars: 95%"
    note = f"{now.equity:.1%}{before} before the flop; {len(found.classes):,} classes, {sure}"
    figure = _figure(9.5, 4.6, found.title, note)
    left, right = figure.subplots(1, 2, width_ratios=(3, 2))
    _flops_curve(left, found)
    left.set_xlabel("best share of flops (%)")
    left.set_ylabel(f"equity of {_label(own)} (%)")
    ranked = found.best_first()
    ends = f"{format_cards(ranked[0].flop)} to {format_cards(ranked[-1].flop)}"
    left.set_title(f"all classes of flops, best first: {ends}", fontsize=9)
    textures = found.textures
    right.barh(
        range(len(textures)),
        [100 * float(each.equities[0]) for each in textures],
        xerr=None if found.exact else [100 * SURE * each.errors[0] for each in textures],
        color=DARK,
        ecolor=ERROR,
        capsize=3,
    )
    for y, each in enumerate(textures):
        text = f"{float(each.equities[0]):.1%}"
        right.text(2, y, text, va="center", ha="left", color="white", fontsize=8)
    labels = [f"{each.name} ({float(each.share):.1%})" for each in textures]
    right.set_yticks(range(len(textures)), labels, fontsize=8)
    right.set_ylim(len(textures) - 0.4, -0.6)
    right.set_xlim(0, 100)
    right.set_xlabel("equity (%)")
    right.set_title("by texture (share of flops)", fontsize=9)
    right.grid(axis="x", alpha=0.3)
    right.set_axisbelow(True)
    return figure


def _flops_curve(axes: "Axes", found: Flops) -> None:
    ranked = found.best_first()
    upto = [0.0, *accumulate(100 * float(each.share) for each in ranked)]
    equities = [100 * float(each.equities[0]) for each in ranked]
    axes.stairs(equities, upto, baseline=None, color=DARK, linewidth=2, zorder=3)
    if not found.exact:
        errors = [100 * SURE * each.errors[0] for each in ranked]
        middle = [(low + high) / 2 for low, high in pairwise(upto)]
        axes.fill_between(
            middle,
            [max(0.0, e - error) for e, error in zip(equities, errors, strict=True)],
            [min(100.0, e + error) for e, error in zip(equities, errors, strict=True)],
            color=BRIGHT,
            alpha=0.6,
            linewidth=0,
            label="95% band of each class",
        )
    mean = 100 * float(found.means[0])
    axes.axhline(mean, color="black", linewidth=1, linestyle="--", label="mean")
    axes.legend(loc="upper right", fontsize=8, frameon=False)
    axes.set_xlim(0, 100)
    axes.set_ylim(0, 102)
    axes.grid(alpha=0.3)


# Matrix


def _draw_matrix(found: Matrix) -> "Figure":
    own, opponent = found.query.names
    whole = found.total()
    assert whole is not None
    sure = "exact" if found.exact else f"±{half_width(whole.error)} at 95%"
    note = f"in all {whole.equity:.2%}, {sure}; in parentheses: share of deals; grey: cannot meet"
    columns, rows = [*found.opponent, None], [*found.own, None]
    width, height = 3.2 + 1.25 * len(columns), 1.9 + 0.62 * len(rows)
    figure = _figure(max(7.5, width), max(3.4, height), found.title, note)
    axes = figure.add_subplot()
    cells = [[found.total(row, column) for column in columns] for row in rows]
    table = [[None if cell is None else 100 * cell.equity for cell in line] for line in cells]
    size = next((size for most, size in SIZES_OF_CELLS if len(columns) <= most), 6.0)
    _heat(axes, table, [[_cell_text(cell) for cell in line] for line in cells], size)
    axes.set_xticks(range(len(columns)), [_label(name or "all") for name in columns])
    if len(columns) > 6:
        axes.tick_params("x", rotation=30)
    axes.set_yticks(range(len(rows)), [_label(name or "all") for name in rows])
    axes.axvline(len(columns) - 1.5, color="black", linewidth=2)
    axes.axhline(len(rows) - 1.5, color="black", linewidth=2)
    axes.set_xlabel(f"parts of {_plain(_short(opponent))}")
    axes.set_ylabel(f"parts of {_label(own)}")
    _colour_bar(axes, f"equity of {_label(own)} (%)", "vertical")
    return figure


def _cell_text(cell: Cell | None) -> str:
    if cell is None:
        return "–"
    sure = "" if cell.exact else f"±{half_width(cell.error)[:-1]}"
    return f"{100 * cell.equity:.1f}{sure}\n({cell.share:.1%})"

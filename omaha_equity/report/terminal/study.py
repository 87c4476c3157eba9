"""Studies: bars and heat maps in blocks, coloured on a terminal."""

from collections.abc import Sequence
from io import TextIOBase
from itertools import groupby
from typing import TYPE_CHECKING, TextIO, cast

from rich.text import Text

from omaha_equity.answer import Answer
from omaha_equity.answers.distribution import BINS, QUANTILES, Distribution
from omaha_equity.answers.study import CardEquities, Cell, FlopClass, Flops, Matrix, NextCards
from omaha_equity.cards import RANKS, SUITS, format_cards
from omaha_equity.report.terminal.table import (
    SUIT_STYLES,
    Row,
    half_width,
    make_console,
    write_table,
)

if TYPE_CHECKING:
    from rich.console import Console

SHADES = " ░▒▓█"
COLOURS = (
    "white on #00224e",
    "white on #434e6c",
    "black on #7d7c78",
    "black on #bcae6c",
    "black on #fee838",
)
"""Dark to bright, told apart by those who see few colours."""
EIGHTHS = " ▏▎▍▌▋▊▉"
BAR = 24
SHOWN_FLOPS = 5
AGAINST = {"dealt": "hand dealt", "range": "whole range"}


PLAIN = str.maketrans("░▒▓█▏▎▍▌▋▊▉·±…", ".:=#   ####-~.")
"""What stands for blocks where they cannot be written."""


class _Plain(TextIOBase):
    """A stream without blocks, for one whose encoding has none."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def write(self, text: str) -> int:
        return self._out.write(text.translate(PLAIN))

    def flush(self) -> None:
        self._out.flush()

    def isatty(self) -> bool:
        return self._out.isatty()


def write(answer: Answer, out: TextIO) -> None:
    """Write the answer to ``out``."""
    console = make_console(_with_blocks(out))
    match answer:
        case NextCards():
            _write_next(answer, console)
        case Distribution():
            _write_distribution(answer, console)
        case Flops():
            _write_flops(answer, console)
        case Matrix():
            _write_matrix(answer, console)


def _with_blocks(out: TextIO) -> TextIO:
    try:
        SHADES.encode(out.encoding or "utf-8")
    except UnicodeEncodeError:
        return cast(TextIO, _Plain(out))
    return out


def bar(share: float, width: int = BAR) -> str:
    """A bar of blocks, as long as the share of ``width``.

    >>> bar(0.5, 4), bar(0.3, 4)
    ('██', '█▎')
    """
    eighths = round(share * width * len(EIGHTHS))
    full, rest = divmod(eighths, len(EIGHTHS))
    return SHADES[-1] * full + (EIGHTHS[rest] if rest else "")


def _level(value: float, lowest: float, highest: float) -> int:
    if highest <= lowest:
        return len(SHADES) // 2
    return min(len(SHADES) - 1, int((value - lowest) / (highest - lowest) * len(SHADES)))


def _cell(value: float, lowest: float, highest: float, digits: int = 0) -> Text:
    level = _level(value, lowest, highest)
    return Text(f"{SHADES[level]}{100 * value:>{3 + digits}.{digits}f} ", style=COLOURS[level])


def _write_next(found: NextCards, console: "Console") -> None:
    name = found.query.names[0]
    equities = {each.card: float(each.equities[0]) for each in found.cards}
    lowest, highest = min(equities.values()), max(equities.values())
    console.print(f"equity of {name} in % after each card", soft_wrap=True)
    console.print(Text("  " + "".join(f"{rank:>4} " for rank in reversed(RANKS))))
    for suit in reversed(range(len(SUITS))):
        line = Text(f"{SUITS[suit]} ", style=SUIT_STYLES[SUITS[suit]])
        for rank in reversed(range(len(RANKS))):
            value = equities.get(rank * len(SUITS) + suit)
            line.append_text(Text("   · ") if value is None else _cell(value, lowest, highest))
        console.print(line, soft_wrap=True)
    console.print(f"blocks: from {lowest:.1%} ( ) to {highest:.1%} ({SHADES[-1]})\n")
    _write_card_table(found, console)
    means = found.means
    told = "" if means is None else f", mean over {len(found.cards)} cards {float(means[0]):.3%}"
    now = found.now.players[0]
    error = "" if found.now.exact else f" ±{half_width(now.error)} at 95%"
    console.print(
        f"{name} has {now.equity:.3%}{error} now{told}, {_sure(found)} ({found.query.setting})",
        soft_wrap=True,
    )


def _sure(found: NextCards) -> str:
    if found.exact:
        return "exact"
    error = max(error for each in found.cards for error in each.errors)
    exact = sum(each.exact for each in found.cards)
    some = f", {exact} cards exact" if exact else ""
    return f"±{half_width(error)} at 95% at most{some}"


def _write_card_table(found: NextCards, console: "Console") -> None:
    errors = [] if found.exact else ["±"]
    rows: list[Row] = []
    for _, group in groupby(found.best_first(), lambda each: (each.equities, each.errors)):
        alike: list[CardEquities] = list(group)
        first = alike[0]
        rows.append(
            [
                _cards(sorted((each.card for each in alike), reverse=True), " "),
                *(Text(f"{float(equity):.3%}") for equity in first.equities),
                *(Text(half_width(max(first.errors))) for _ in errors),
                Text(bar(float(first.equities[0]))),
            ]
        )
    write_table(["cards", *found.query.names, *errors, ""], rows, console)


def _cards(cards: Sequence[int], between: str = "") -> Text:
    texts = [format_cards([card]) for card in cards]
    return Text(between).join(Text(text, style=SUIT_STYLES[text[1]]) for text in texts)


def _write_distribution(found: Distribution, console: "Console") -> None:
    shares = found.histogram()
    most = max(shares)
    errors = ["±"] if found.draws else []
    rows: list[Row] = [
        [
            Text(f"{100 * number // BINS}% to {100 * (number + 1) // BINS}%"),
            Text(f"{share:.2%}"),
            *(Text(half_width(found.share_error(share))) for _ in errors),
            Text(bar(share / most)),
        ]
        for number, share in reversed(list(enumerate(shares)))
    ]
    what = "deals" if found.street else "hands"
    write_table(["equity", what, *errors, ""], rows, console)
    console.print()
    marks: list[Row] = [
        [Text(f"best {1 - share:.0%} of {what}"), Text(f"{found.quantile(share):.3%}")]
        for share in reversed(QUANTILES)
        if 0 < share < 1
    ]
    marks.insert(0, [Text("best"), Text(f"{found.quantile(1.0):.3%}")])
    marks.append([Text("worst"), Text(f"{found.quantile(0.0):.3%}")])
    write_table(["part", "at least"], marks, console)
    for level in found.levels:
        share = found.at_least(level)
        sure = f" ±{half_width(found.share_error(share))}" if found.draws else ""
        console.print(f"at least {100 * level:.6g}%: {share:.3%}{sure} of {what}")
    _close_distribution(found, console)


def _close_distribution(found: Distribution, console: "Console") -> None:
    own, opponent = found.query.names
    sure = "" if not found.error else f" ±{half_width(found.error)} at 95%"
    if found.exact:
        how = f"exact over {found.deals:,} {'spots' if found.street else 'combos'}"
    elif found.draws:
        how = f"{found.draws:,} draws, seed {found.seed}"
    else:
        how = (
            f"{found.deals:,} deals, seed {found.seed}, each combo ±{half_width(found.combo_error)}"
        )
    where = (
        f"on the {found.street} against the {AGAINST[found.against]}"
        if found.street
        else "by combo"
    )
    console.print(
        f"{own} has {found.equity:.3%}{sure} v {opponent}, {where}, {how} ({found.query.setting})",
        soft_wrap=True,
    )


def _write_flops(found: Flops, console: "Console") -> None:
    ranked = found.best_first()
    shown = ranked[:SHOWN_FLOPS], ranked[SHOWN_FLOPS:][-SHOWN_FLOPS:]
    for title, classes in zip(("best flops", "worst flops"), shown, strict=True):
        if classes:
            console.print(title)
            _write_classes(found, classes, console)
            console.print()
    errors = [] if found.exact else ["±"]
    rows: list[Row] = [
        [
            Text(each.name),
            Text(f"{each.classes:,}"),
            Text(f"{float(each.share):.2%}"),
            *(Text(f"{float(equity):.3%}") for equity in each.equities),
            *(Text(half_width(max(each.errors))) for _ in errors),
            Text(bar(float(each.equities[0]))),
        ]
        for each in found.textures
    ]
    write_table(["texture", "classes", "share", *found.query.names, *errors, ""], rows, console)
    now, mean = found.now.players[0], found.means[0]
    how = "exact"
    if not found.exact:
        worst = max(error for each in found.classes for error in each.errors)
        deals = sum(each.deals for each in found.classes)
        how = f"±{half_width(worst)} at 95% on a class at most, {deals:,} deals, seed {found.seed}"
    before = "" if found.now.exact else f" ±{half_width(now.error)}"
    console.print(
        f"{found.query.names[0]} has {now.equity:.3%}{before} before the flop, mean over "
        f"{found.flops:,} flops in {len(found.classes):,} classes {float(mean):.3%}, {how} "
        f"({found.query.setting})",
        soft_wrap=True,
    )


def _write_classes(found: Flops, classes: Sequence[FlopClass], console: "Console") -> None:
    errors = [] if found.exact else ["±"]
    rows: list[Row] = [
        [
            _cards(each.flop),
            Text(f"{each.flops}"),
            *(Text(f"{float(equity):.3%}") for equity in each.equities),
            *(Text(half_width(max(each.errors))) for _ in errors),
            Text(bar(float(each.equities[0]))),
        ]
        for each in classes
    ]
    write_table(["cards", "flops", *found.query.names, *errors, ""], rows, console)


def _write_matrix(found: Matrix, console: "Console") -> None:
    cells = {(cell.own, cell.opponent): cell for cell in found.cells}
    equities = [cell.equity for cell in found.cells]
    ends = min(equities), max(equities)

    def line(label: str, row: Sequence[Cell | None]) -> Row:
        return [Text(label), *(_matrix_cell(cell, ends) for cell in row)]

    rows = [
        line(own, [*(cells.get((own, other)) for other in found.opponent), found.total(own)])
        for own in found.own
    ]
    totals = [found.total(opponent=other) for other in found.opponent]
    rows.append(line("all", [*totals, found.total()]))
    write_table(["part", *found.opponent, "all"], rows, console)
    whole = found.total()
    assert whole is not None
    sure = "exact" if found.exact else f"±{half_width(whole.error)} at 95%"
    worst = max(cell.error for cell in found.cells)
    cell_error = "" if found.exact else f", a cell ±{half_width(worst)} at most"
    console.print(
        f"equity in % of parts of {found.query.names[0]} v parts of {found.query.names[1]}, "
        f"and the share of deals; in all {whole.equity:.3%}, {sure}{cell_error} "
        f"({found.query.setting})",
        soft_wrap=True,
    )


def _matrix_cell(cell: Cell | None, ends: tuple[float, float]) -> Text:
    if cell is None:
        return Text("-")
    return Text.assemble(_cell(cell.equity, *ends, digits=2), f" ({cell.share:.2%})")

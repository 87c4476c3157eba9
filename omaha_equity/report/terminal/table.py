"""Consoles, tables and figures that all views share."""

import os
from collections.abc import Iterator, Sequence
from math import floor, isfinite, log10
from typing import TYPE_CHECKING, TextIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

from omaha_equity.answers.equities import SURE
from omaha_equity.cards import format_cards

if TYPE_CHECKING:
    from rich.console import JustifyMethod

    from omaha_equity.answers.equities import PlayerResult
    from omaha_equity.answers.multiboard import BoardsPlayer

Row = Sequence[Text]

WORDS = ("hand", "half", "made hand", "cards", "from hole", "pot share", "texture", "part", "")

SUIT_STYLES = {"s": "bold", "h": "bold red", "d": "bold blue", "c": "bold green"}
GAP = 2
LONGEST_NAME = 48
"""Columns that a range may take; JSON and CSV have the whole text."""
UNLIMITED = 10_000
"""Columns where nobody looks: a file or a pipe gets every table unbroken."""


class _Console(Console):
    def on_broken_pipe(self) -> None:
        # Rich would end the process here; whoever called decides.
        raise BrokenPipeError


def make_console(out: TextIO) -> Console:
    """A console for ``out``: coloured on a terminal, and elsewhere of any width."""
    terminal = out.isatty()
    return _Console(
        file=out,
        force_terminal=terminal,
        # Neither bold: who asks for no colour mostly wants no escape codes.
        color_system=None if os.environ.get("NO_COLOR") else "auto",
        width=None if terminal else UNLIMITED,
        highlight=False,
        markup=False,
        emoji=False,
    )


def half_width(error: float) -> str:
    """The 95% half-width of a share with this standard error, to two digits.

    >>> half_width(0.000239), half_width(0.0123), half_width(0)
    ('0.047%', '2.4%', '0%')
    """
    percent = 100 * SURE * error
    if not isfinite(percent):
        # One deal tells nothing.
        return "100%"
    digits = max(0, 1 - floor(log10(percent))) if percent else 0
    return f"{percent:.{digits}f}%"


def show_count(number: float) -> str:
    """A count; weights that are not per cents make one that is not whole."""
    return f"{float(number):,.2f}" if number != int(number) else f"{int(number):,}"


def held(player: "PlayerResult | BoardsPlayer") -> Text:
    """Hole cards in colour, or the range as it was written."""
    return show_cards(player.cards) if player.cards else Text(short(player.name))


def short(name: str) -> str:
    """A range, cut where it is too long for a table."""
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


def show_cards(cards: Sequence[int]) -> Text:
    """Cards in the colours of their suits."""
    texts = [format_cards([card]) for card in cards]
    return Text.assemble(*((text, SUIT_STYLES[text[1]]) for text in texts))


def write_table(names: Sequence[str], rows: Sequence[Row], console: Console) -> None:
    """Write a table, or a block of lines for each row where it is too wide."""
    widths = [
        max(len(name), *(row[column].cell_len for row in rows)) for column, name in enumerate(names)
    ]
    if sum(widths) + GAP * (len(widths) - 1) > console.width:
        _write_blocks(names, rows, console)
        return
    table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="bold")
    for name in names:
        table.add_column(name, justify=_side(name), no_wrap=True)
    for row in rows:
        table.add_row(*row)
    console.print(table)


def _side(name: str) -> "JustifyMethod":
    return "left" if name in WORDS else "right"


def _write_blocks(names: Sequence[str], rows: Sequence[Row], console: Console) -> None:
    longest = max(len(name) for name in names[1:])
    for first, *others in rows:
        console.print(first, soft_wrap=True)
        for name, value in zip(names[1:], others, strict=True):
            console.print(f"{name:>{longest + GAP}} ", value, soft_wrap=True)


def aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Lines of a plain table: the first column to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        columns = [f"{text:>{width}}" for text, width in zip(others, widths[1:], strict=True)]
        yield "  ".join([f"{first:<{widths[0]}}", *columns])


def one_line(name: str) -> str:
    """A name on one line, whatever it holds."""
    return "".join(letter if letter.isprintable() else " " for letter in name)

"""Tables for people: coloured on a terminal, the same text without colour elsewhere."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, TextIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

from omaha_equity.cards import format_cards
from omaha_equity.model import Evaluation, MadeHand, Result

if TYPE_CHECKING:
    from rich.console import JustifyMethod

Row = Sequence[Text]

WORDS = ("hand", "half", "made hand", "cards", "from hole")

SUIT_STYLES = {"s": "bold", "h": "bold red", "d": "bold blue", "c": "bold green"}
GAP = 2
UNLIMITED = 10_000
"""Columns where nobody looks: a file or a pipe gets every table unbroken."""


class _Console(Console):
    def on_broken_pipe(self) -> None:
        # Rich would end the process here; whoever called decides.
        raise BrokenPipeError


def write(answer: Result | Evaluation, out: TextIO) -> None:
    """Write the answer to ``out`` as a table, as blocks of lines where it is too narrow."""
    console = _console(out)
    if isinstance(answer, Result):
        _write_result(answer, console)
    else:
        _write_evaluation(answer, console)


def _console(out: TextIO) -> Console:
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


def _write_result(result: Result, console: Console) -> None:
    names = ["equity", "win", "tie"] + ["high", "low", "scoop"] * result.game.high_low
    rows = [
        [_cards(player.cards), *(Text(f"{getattr(player, name):.3%}") for name in names)]
        for player in result.players
    ]
    _write_table(["hand", *names], rows, console)
    console.print(_closing_line(result))


def _closing_line(result: Result) -> str:
    lows = f", {result.low_boards:,} with a low" if result.game.high_low else ""
    query = result.query
    question = [result.game.title]
    question += [f"board {format_cards(query.board)}"] if query.board else []
    question += [f"dead {format_cards(query.dead)}"] if query.dead else []
    plural = "s" * (result.boards != 1)
    return (
        f"exact over {result.boards:,} board{plural}{lows} "
        f"({', '.join(question)}; by {result.method})"
    )


def _write_evaluation(evaluation: Evaluation, console: Console) -> None:
    rows = [_made_hand("high", evaluation.high)]
    if evaluation.low:
        rows.append(_made_hand("low", evaluation.low))
    elif evaluation.game.high_low:
        rows.append([Text("low"), Text("no low"), *[Text("-")] * 3])
    _write_table(["half", "made hand", "cards", "from hole", "value"], rows, console)


def _made_hand(half: str, made: MadeHand) -> Row:
    return [
        Text(half),
        Text(made.name),
        _cards(made.cards),
        _cards(made.hole),
        Text(str(made.value)),
    ]


def _cards(cards: Sequence[int]) -> Text:
    texts = [format_cards([card]) for card in cards]
    return Text.assemble(*((text, SUIT_STYLES[text[1]]) for text in texts))


def _write_table(names: Sequence[str], rows: Sequence[Row], console: Console) -> None:
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

"""Tables for people: coloured on a terminal, the same text without colour elsewhere."""

import os
from collections.abc import Sequence
from math import floor, isfinite, log10
from typing import TYPE_CHECKING, TextIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

from omaha_equity.answers.equities import (
    SURE,
    Comparison,
    Evaluation,
    MadeHand,
    PlayerResult,
    Result,
    Sampling,
)
from omaha_equity.answers.multiboard import BoardsPlayer, BoardsResult
from omaha_equity.cards import format_cards, parse_cards
from omaha_equity.report.combos import ComboTable

if TYPE_CHECKING:
    from rich.console import JustifyMethod

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


def write(
    answer: Result | BoardsResult | Comparison | ComboTable | Evaluation, out: TextIO
) -> None:
    """Write the answer to ``out`` as a table, as blocks of lines where it is too narrow."""
    console = make_console(out)
    match answer:
        case Result():
            _write_result(answer, console)
        case BoardsResult():
            # Needs what is in this file, so only when it is complete.
            from omaha_equity.report import boards

            boards.write(answer, console)
        case Comparison():
            _write_comparison(answer, console)
        case ComboTable():
            _write_combos(answer, console)
        case _:
            _write_evaluation(answer, console)


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


def _write_result(result: Result, console: Console) -> None:
    _write_players(result, result.players, console)
    console.print(_closing_line(result), soft_wrap=True)


def _write_players(result: Result, players: Sequence[PlayerResult], console: Console) -> None:
    names = ["win", "tie"] + ["high", "low", "scoop"] * result.game.high_low
    errors = [] if result.exact else ["±"]
    rows = [
        [
            held(player),
            Text(f"{player.equity:.3%}"),
            *(Text(half_width(player.error)) for _ in errors),
            *(Text(f"{getattr(player, name):.3%}") for name in names),
        ]
        for player in players
    ]
    write_table(["hand", "equity", *errors, *names], rows, console)


def _closing_line(result: Result) -> str:
    lows = f", {show_count(result.low_boards)} with a low" if result.game.high_low else ""
    return f"{_how_sure(result, lows)} ({', '.join(_question(result))})"


def _question(result: Result) -> list[str]:
    query = result.query
    question = [result.game.title]
    question += [f"board {format_cards(query.board)}"] if query.board else []
    question += [f"dead {format_cards(query.dead)}"] if query.dead else []
    if result.exact:
        question[-1] += f"; by {result.method}" if query.fixed else f"; {result.method}"
    return question


def _how_sure(result: Result, lows: str) -> str:
    if result.sampling is None:
        what = "board" if result.query.fixed else "deal"
        return f"exact over {show_count(result.boards)} {what}{'s' * (result.boards != 1)}{lows}"
    error = max(player.error for player in result.players)
    return (
        f"±{half_width(error)} at 95% (other columns ±{half_width(result.sampling.most_error)} "
        f"at most), {_dealt(result.boards, result.sampling, lows)}, "
        f"{result.sampling.rejected_share:.1%} of draws rejected"
    )


def _dealt(deals: int, sampling: Sampling, lows: str = "") -> str:
    return f"{deals:,} deal{'s' * (deals != 1)}{lows}, seed {sampling.seed}"


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
    """A count; weights that are no per cents make one that is not whole."""
    return f"{float(number):,.2f}" if number != int(number) else f"{int(number):,}"


def _write_comparison(found: Comparison, console: Console) -> None:
    players = [found.first.players[0], found.second.players[0]]
    _write_players(found.first, players, console)
    sampling = found.first.sampling
    opponents = " v ".join(_short(player.name) for player in found.first.players[1:])
    sure = abs(found.difference) > SURE * found.error
    dealt = _dealt(found.first.boards, sampling) if sampling else "exact"
    console.print(
        f"difference {found.difference:+.3%} ±{half_width(found.error)} at 95%"
        f"{'' if sure else ', none is shown'}, {dealt} "
        f"({', '.join([f'v {opponents}', *_question(found.first)])})",
        soft_wrap=True,
    )


def _write_combos(table: ComboTable, console: Console) -> None:
    found = table.found
    errors = [] if found.exact else ["±"]
    weighted = ["weight"] if len({row["weight"] for row in table.rows}) > 1 else []
    rows = [
        [
            _cards(parse_cards(row["hand"])),
            *(Text(f"{row['weight']:g}") for _ in weighted),
            Text(f"{row['equity']:.3%}"),
            *(Text(half_width(row["error"])) for _ in errors),
        ]
        for row in table.rows
    ]
    if rows:
        write_table(["hand", *weighted, "equity", *errors], rows, console)
    size = len(found.cards)
    shown = f"{len(rows):,} best of {size:,}" if len(rows) < size else f"{size:,}"
    sure = "" if found.exact else f" ±{half_width(found.error)} at 95%"
    console.print(
        f"{shown} combos; {_short(table.hand)} has {found.equity:.3%}{sure} "
        f"v {_short(table.opponent)}, {_combos_counted(table)}",
        soft_wrap=True,
    )


def _combos_counted(table: ComboTable) -> str:
    deals = show_count(table.deals)
    return f"exact over {deals} deals" if table.found.exact else f"{deals} deals, seed {table.seed}"


def _write_evaluation(evaluation: Evaluation, console: Console) -> None:
    rows = [_made_hand("high", evaluation.high)]
    if evaluation.low:
        rows.append(_made_hand("low", evaluation.low))
    elif evaluation.game.high_low:
        rows.append([Text("low"), Text("no low"), *[Text("-")] * 3])
    write_table(["half", "made hand", "cards", "from hole", "value"], rows, console)


def _made_hand(half: str, made: MadeHand) -> Row:
    return [
        Text(half),
        Text(made.name),
        _cards(made.cards),
        _cards(made.hole),
        Text(str(made.value)),
    ]


def held(player: PlayerResult | BoardsPlayer) -> Text:
    """Hole cards in colour, or the range as it was written."""
    return _cards(player.cards) if player.cards else Text(_short(player.name))


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


def _cards(cards: Sequence[int]) -> Text:
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

"""Equities for people: a table, as blocks of lines where it is too wide, and a closing line."""

from collections.abc import Sequence
from typing import TextIO

from rich.console import Console
from rich.text import Text

from omaha_equity.answers.equities import (
    SURE,
    ComboEquities,
    Comparison,
    Evaluation,
    MadeHand,
    PlayerResult,
    Result,
    Sampling,
)
from omaha_equity.cards import format_cards, parse_cards
from omaha_equity.report.terminal.table import (
    Row,
    half_width,
    held,
    make_console,
    short,
    show_cards,
    show_count,
    write_table,
)


def write(answer: Result | Comparison | ComboEquities | Evaluation, out: TextIO) -> None:
    """Write the answer to ``out``."""
    console = make_console(out)
    match answer:
        case Result():
            _write_result(answer, console)
        case Comparison():
            _write_comparison(answer, console)
        case ComboEquities():
            _write_combos(answer, console)
        case Evaluation():
            _write_evaluation(answer, console)


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


def _write_comparison(found: Comparison, console: Console) -> None:
    players = [found.first.players[0], found.second.players[0]]
    _write_players(found.first, players, console)
    sampling = found.first.sampling
    opponents = " v ".join(short(player.name) for player in found.first.players[1:])
    sure = abs(found.difference) > SURE * found.error
    dealt = _dealt(found.first.boards, sampling) if sampling else "exact"
    console.print(
        f"difference {found.difference:+.3%} ±{half_width(found.error)} at 95%"
        f"{'' if sure else ', none is shown'}, {dealt} "
        f"({', '.join([f'v {opponents}', *_question(found.first)])})",
        soft_wrap=True,
    )


def _write_combos(found: ComboEquities, console: Console) -> None:
    shown = found.rows()
    errors = [] if found.exact else ["±"]
    weighted = ["weight"] if len({row["weight"] for row in shown}) > 1 else []
    rows = [
        [
            show_cards(parse_cards(row["hand"])),
            *(Text(f"{row['weight']:g}") for _ in weighted),
            Text(f"{row['equity']:.3%}"),
            *(Text(half_width(row["error"])) for _ in errors),
        ]
        for row in shown
    ]
    if rows:
        write_table(["hand", *weighted, "equity", *errors], rows, console)
    size = len(found.cards)
    counted = f"{len(rows):,} best of {size:,}" if len(rows) < size else f"{size:,}"
    sure = "" if found.exact else f" ±{half_width(found.error)} at 95%"
    own, opponent = map(short, found.query.names)
    deals = show_count(found.all_deals)
    how = (
        f"exact over {deals} deals"
        if found.exact
        else f"{deals} deals, seed {found.query.wish.seed}"
    )
    console.print(
        f"{counted} combos; {own} has {found.equity:.3%}{sure} v {opponent}, {how}",
        soft_wrap=True,
    )


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
        show_cards(made.cards),
        show_cards(made.hole),
        Text(str(made.value)),
    ]

"""Several boards for people: every player's equities, then how often each share comes."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TextIO

from rich.text import Text

from omaha_equity.answers.equities import Sampling
from omaha_equity.answers.multiboard import BoardsPlayer, BoardsResult
from omaha_equity.cards import format_cards
from omaha_equity.report.terminal.table import (
    half_width,
    held,
    make_console,
    show_count,
    write_table,
)

if TYPE_CHECKING:
    from rich.console import Console

NUMBERS = {2: "two", 3: "three"}
TIMES = {2: "twice", 3: "three times"}
NEVER = "-"


def write(result: BoardsResult, out: TextIO) -> None:
    """Write both tables, and a line that says how sure they are."""
    console = make_console(out)
    _write_players(result, console)
    console.print()
    _write_shares(result, console)
    console.print(_closing_line(result), soft_wrap=True)


def _write_players(result: BoardsResult, console: "Console") -> None:
    errors = [] if result.exact else ["±"]
    # Runs share their board, so that one is like the other.
    boards = [] if result.query.runs else [f"board {i}" for i in range(1, result.query.count + 1)]
    single = ["one run"] if result.players[0].single_deviation is not None else []
    rows = [
        [
            held(player),
            _percent(player.equity),
            *(Text(half_width(player.error)) for _ in errors),
            *(_percent(float(equity)) for equity in player.board_equities[: len(boards)]),
            _percent(player.scoop),
            _percent(player.deviation),
            *(_percent(player.single_deviation or 0) for _ in single),
        ]
        for player in result.players
    ]
    write_table(["hand", "equity", *errors, *boards, "scoop", "std dev", *single], rows, console)


def _write_shares(result: BoardsResult, console: "Console") -> None:
    shares = sorted({share for player in result.players for share, _ in player.distribution})
    rows = [[held(player), *_chances(player, shares)] for player in result.players]
    write_table(["pot share", *map(str, shares)], rows, console)


def _chances(player: BoardsPlayer, shares: Sequence[Fraction]) -> list[Text]:
    deals = dict(player.distribution)
    return [
        _percent(float(Fraction(deals[share]) / player.deals)) if share in deals else Text(NEVER)
        for share in shares
    ]


def _percent(share: float) -> Text:
    return Text(f"{share:.3%}")


def _closing_line(result: BoardsResult) -> str:
    return f"{_how_sure(result)} ({', '.join(_question(result))})"


def _how_sure(result: BoardsResult) -> str:
    what = "runs" if result.query.runs else "boards"
    deals = f"{show_count(result.deals)} deal{'s' * (result.deals != 1)}"
    dealt = f"{deals} of {NUMBERS[result.query.count]} {what}"
    if result.sampling:
        error = max(player.error for player in result.players)
        return (
            f"±{half_width(error)} at 95% (other columns {_at_most(result.sampling)}), {dealt}, "
            f"seed {result.sampling.seed}, {result.sampling.rejected_share:.1%} of draws rejected"
        )
    spread = result.distribution_sampling
    if spread is None:
        return f"exact over {dealt}"
    return (
        f"exact over {dealt}; scoop and pot shares {_at_most(spread)} at 95%, "
        f"{spread.draws:,} sampled deals, seed {spread.seed}"
    )


def _at_most(sampling: Sampling) -> str:
    return f"±{half_width(sampling.most_error)} at most"


def _question(result: BoardsResult) -> list[str]:
    query = result.query
    question = [result.game.title]
    known = [format_cards(board) or "an empty one" for board in query.boards]
    if query.runs:
        board = f" {known[0]}" if query.boards[0] else ""
        question.append(f"board{board} run {TIMES[query.runs]}")
    elif any(query.boards):
        question.append(f"boards {' and '.join(known)}")
    question += [f"dead {format_cards(query.dead)}"] if query.dead else []
    if result.exact:
        question[-1] += f"; {result.method}"
    return question

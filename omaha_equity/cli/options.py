"""Options that several commands share, and what they mean."""

import re
import sys
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from omaha_equity.errors import Interrupted
from omaha_equity.games import GAMES

if TYPE_CHECKING:
    from omaha_equity.answers.equities import Comparison, Evaluation, Result
    from omaha_equity.answers.multiboard import BoardsResult
    from omaha_equity.report.combos import ComboTable

game_option = click.option(
    "--game",
    metavar="NAME",
    help=f"{', '.join(GAMES)}.  [default: by number of cards]",
)

TIME_UNITS = {"": 1.0, "s": 1.0, "ms": 0.001, "m": 60.0, "min": 60.0, "h": 3600.0}

MOST_DIGITS = 30

Command = Callable[..., Any]


def share(text: str) -> float:
    """Read a share, ``0.1%`` or ``0.001``."""
    try:
        number = float(text.strip().removesuffix("%"))
    except ValueError:
        raise click.BadParameter(f"{text!r} is no share; write 0.1% or 0.001") from None
    return number / 100 if text.strip().endswith("%") else number


def time(text: str) -> float:
    """Read a time in seconds: ``2``, ``2s``, ``500ms``, ``1m``."""
    found = re.fullmatch(r"\s*(\d+\.?\d*|\.\d+)\s*([a-z]*)\s*", text, re.IGNORECASE | re.ASCII)
    if not found or found[2].lower() not in TIME_UNITS:
        raise click.BadParameter(f"{text!r} is no time; write 2s, 500ms or 1m")
    return float(found[1]) * TIME_UNITS[found[2].lower()]


def count(text: str) -> int:
    """Read a whole number: ``1000000``, ``1,000,000``, ``1_000_000``."""
    plain = re.sub(r"(?<=\d)[,_](?=\d)", "", text.strip())
    # Longer ones Python refuses to read, and no option takes them.
    if not (plain.isascii() and plain.isdigit() and len(plain) <= MOST_DIGITS):
        raise click.BadParameter(f"{text!r} is no number; write digits, as 1000000")
    return int(plain)


exact_option = click.option("--exact", is_flag=True, help="Count every deal, or refuse.")
precision_option = click.option(
    "--precision", type=share, metavar="SHARE", help="Sample until sure to ±SHARE at 95%, as 0.1%."
)
deals_option = click.option(
    "--deals", type=count, metavar="N", help="Sample N deals, even where counting all is quick."
)
time_option = click.option(
    "--time", "seconds", type=time, metavar="TIME", help="Sample for so long: 2s, 500ms, 1m."
)
seed_option = click.option(
    "--seed", type=count, default="0", metavar="N", help="Decides the sampled deals.  [default: 0]"
)


dead_option = click.option(
    "--dead", default="", metavar="CARDS", help="Cards known to be out of play."
)


def table_options(command: Command) -> Command:
    """Add what is known of the table: ``--board``, ``--dead``, ``--game``."""
    board = click.option(
        "--board", default="", metavar="CARDS", help="The 0 to 5 known board cards."
    )
    return board(dead_option(game_option(command)))


def reading_options(command: Command) -> Command:
    """Add how ranges are read: ``--dialect``, ``--macros``, ``--ordering``."""
    dialect = click.option(
        "--dialect",
        default="generic",
        metavar="NAME",
        help="generic, or plo for the shorthand of newer tools.  [default: generic]",
    )
    macros = click.option("--macros", metavar="FILE", help="Own macros: lines of name,range.")
    ordering = click.option("--ordering", metavar="NAME|FILE", help="What per cent means.")
    return dialect(macros(ordering(command)))


def output_options(
    answer: "Callable[..., Result | BoardsResult | Comparison | ComboTable | Evaluation]",
) -> Callable[..., None]:
    """Add ``--json`` and ``--csv`` to a command that returns its answer, and print that."""
    return _with_forms(answer, _write)


def output_by(report: str, plot: bool = False) -> Callable[[Command], Callable[..., None]]:
    """As `output_options`, for answers whose forms are all written by one report.

    With ``plot`` there is ``--plot`` too.
    """

    def write(answer: Any, form: str) -> None:
        import_module(f"omaha_equity.report.{report}").write(answer, sys.stdout, form)

    def add(answer: Command) -> Callable[..., None]:
        return _with_forms(_with_plot(answer) if plot else answer, write)

    return add


def _with_plot(answer: Command) -> Command:
    from omaha_equity.cli.files import save, target

    @click.option(
        "--plot", "plot_file", metavar="FILE", help="Draw it too, as FILE.png or FILE.svg."
    )
    @wraps(answer)
    def command(plot_file: str | None, **asked: Any) -> Any:
        if plot_file is None:
            return answer(**asked)
        plots = import_module("omaha_equity.report.plots")
        path = target(plot_file, "--plot", plots.ENDINGS)
        if not plots.is_possible():
            raise click.UsageError(
                "--plot needs matplotlib, which is not installed; "
                'it comes with the extra: pip install "omaha-equity[plot]"'
            )
        try:
            found = answer(**asked)
        except Interrupted as stopped:
            save(path, plots.picture(stopped.partial, path.suffix.lower()), "--plot")
            raise
        save(path, plots.picture(found, path.suffix.lower()), "--plot")
        return found

    return command


def _with_forms(answer: Command, write: Callable[[Any, str], None]) -> Callable[..., None]:
    @click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/json.md).")
    @click.option("--csv", "as_csv", is_flag=True, help="Print CSV with a header line.")
    @wraps(answer)
    def command(as_json: bool, as_csv: bool, **asked: Any) -> None:
        if as_json and as_csv:
            raise click.UsageError("--json and --csv exclude each other; choose one")
        form = "json" if as_json else "csv" if as_csv else "terminal"
        try:
            found = answer(**asked)
        except Interrupted as stopped:
            write(stopped.partial, form)
            raise KeyboardInterrupt(
                "interrupted; the answer is of the deals counted so far"
            ) from None
        write(found, form)

    return command


def _write(answer: Any, form: str) -> None:
    # Each report imports what only it needs, so only the one wanted is loaded.
    import_module(f"omaha_equity.report.{form}").write(answer, sys.stdout)

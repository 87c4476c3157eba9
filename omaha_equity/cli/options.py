"""Options that several commands share, and what they mean."""

import re
import sys
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from omaha_equity.errors import Interrupted

if TYPE_CHECKING:
    from omaha_equity.model import Comparison, Evaluation, Result
    from omaha_equity.report.combos import ComboTable

game_option = click.option(
    "--game",
    metavar="NAME",
    help="plo4 to plo7, or high/low: o8, o8-5, o8-6, o8-7.  [default: by number of cards]",
)

TIME_UNITS = {"": 1.0, "s": 1.0, "ms": 0.001, "m": 60.0, "min": 60.0, "h": 3600.0}

Command = Callable[..., Any]


class _Share(click.ParamType):
    """A share: ``0.1%`` or ``0.001``."""

    name = "share"

    def convert(self, value: Any, param: Any, ctx: Any) -> float:
        if not isinstance(value, str):
            return float(value)
        number = value.strip().removesuffix("%")
        try:
            share = float(number)
        except ValueError:
            self.fail(f"{value!r} is no share; write 0.1% or 0.001", param, ctx)
        return share / 100 if value.strip().endswith("%") else share


class _Seconds(click.ParamType):
    """A time: ``2``, ``2s``, ``500ms``, ``1m``."""

    name = "time"

    def convert(self, value: Any, param: Any, ctx: Any) -> float:
        if not isinstance(value, str):
            return float(value)
        found = re.fullmatch(r"\s*(\d+\.?\d*|\.\d+)\s*([a-z]*)\s*", value, re.IGNORECASE)
        if not found or found[2].lower() not in TIME_UNITS:
            self.fail(f"{value!r} is no time; write 2s, 500ms or 1m", param, ctx)
        return float(found[1]) * TIME_UNITS[found[2].lower()]


class _Count(click.ParamType):
    """A whole number: ``1000000``, ``1,000,000``, ``1_000_000``."""

    name = "count"

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        if not isinstance(value, str):
            return int(value)
        plain = re.sub(r"(?<=\d)[,_](?=\d)", "", value.strip())
        if not (plain.isascii() and plain.isdigit()):
            self.fail(f"{value!r} is no number; write digits, as 1000000", param, ctx)
        return int(plain)


SHARE, SECONDS, COUNT = _Share(), _Seconds(), _Count()

exact_option = click.option("--exact", is_flag=True, help="Count every deal, however long it takes.")
precision_option = click.option(
    "--precision", type=SHARE, metavar="SHARE", help="Sample until sure to ±SHARE at 95%, as 0.1%."
)
deals_option = click.option(
    "--deals", type=COUNT, metavar="N", help="Sample N deals, even where counting all is quick."
)
time_option = click.option(
    "--time", "seconds", type=SECONDS, metavar="TIME", help="Sample for so long: 2s, 500ms, 1m."
)
seed_option = click.option(
    "--seed", type=COUNT, default=0, metavar="N", help="Decides the sampled deals.  [default: 0]"
)


def table_options(command: Command) -> Command:
    """Add what is known of the table: ``--board``, ``--dead``, ``--game``."""
    board = click.option(
        "--board", default="", metavar="CARDS", help="The 0 to 5 known board cards."
    )
    dead = click.option(
        "--dead", default="", metavar="CARDS", help="Cards known to be out of play."
    )
    return board(dead(game_option(command)))


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
    answer: "Callable[..., Result | Comparison | ComboTable | Evaluation]",
) -> Callable[..., None]:
    """Add ``--json`` and ``--csv`` to a command that returns its answer, and print that."""

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
            _write(stopped.partial, form)
            raise KeyboardInterrupt(
                "interrupted; the answer is of the deals counted so far"
            ) from None
        _write(found, form)

    return command


def _write(answer: Any, form: str) -> None:
    # Each report imports what only it needs, so only the one wanted is loaded.
    import_module(f"omaha_equity.report.{form}").write(answer, sys.stdout)

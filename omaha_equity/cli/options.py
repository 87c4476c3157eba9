"""Options that several commands share, and what they mean."""

import sys
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from omaha_equity.model import Evaluation, Result

game_option = click.option(
    "--game",
    metavar="NAME",
    help="plo4 to plo7, or high/low: o8, o8-5, o8-6, o8-7.  [default: by number of cards]",
)


def output_options(answer: "Callable[..., Result | Evaluation]") -> Callable[..., None]:
    """Add ``--json`` and ``--csv`` to a command that returns its answer, and print that."""

    @click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/json.md).")
    @click.option("--csv", "as_csv", is_flag=True, help="Print CSV with a header line.")
    @wraps(answer)
    def command(as_json: bool, as_csv: bool, **asked: Any) -> None:
        if as_json and as_csv:
            raise click.UsageError("--json and --csv exclude each other; choose one")
        found = answer(**asked)
        form = "json" if as_json else "csv" if as_csv else "terminal"
        # Each report imports what only it needs, so only the one wanted is loaded.
        import_module(f"omaha_equity.report.{form}").write(found, sys.stdout)

    return command

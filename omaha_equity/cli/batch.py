"""``omaha-equity batch``: a file of spots in, a file of answers out."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from omaha_equity.cli.exits import Exit
from omaha_equity.cli.options import game_option, reading_options, sure_options
from omaha_equity.cli.progress import duration, say, working

if TYPE_CHECKING:
    from omaha_equity.batch.run import BatchSummary
    from omaha_equity.questions.reading import Reading
    from omaha_equity.questions.wish import Wish

EXAMPLES = """\b
Examples:
  omaha-equity batch spots.csv -o answers.csv
  omaha-equity batch spots.jsonl -o answers.parquet --cache known.sqlite
  omaha-equity batch spots.csv -o answers.csv --resume
  generate | omaha-equity batch - > answers.jsonl
  omaha-equity batch ranges.csv -o answers.csv --exact --scheduler tcp://10.0.0.1:8786
"""


@click.command(
    name="batch", short_help="A file of spots in, a file of answers out.", epilog=EXAMPLES
)
@click.argument("source", metavar="IN")
@click.option("-o", "--out", "target", default="-", metavar="OUT", help="The output.  [default: -]")
@click.option("--resume", is_flag=True, help="Resume a run that was interrupted.")
@click.option("--strict", is_flag=True, help="Stop at the first line that cannot be answered.")
@click.option("--cache", metavar="FILE", help="Keep answers in FILE for later runs.")
@click.option("--timing", is_flag=True, help="Report the milliseconds each spot took.")
@click.option(
    "--scheduler", metavar="ADDRESS", help="Compute on a dask cluster: tcp://HOST:PORT, or local."
)
@game_option
@sure_options("exact", "precision", "deals")
@reading_options
@click.pass_context
def command(
    context: click.Context,
    /,
    source: str,
    target: str,
    game: str | None,
    wish: "Wish",
    reading: "Reading",
    **asked: Any,
) -> None:
    """Answer every line of IN, a row each, in the same order.

    IN and OUT are JSON Lines, CSV or Parquet as their names end, or - for standard input and
    output.  Columns are hand1, hand2 ... and, where needed, id, game, board, board2, boards, runs,
    dead, exact, precision, deals, seed (docs/batch.md); JSON has a list called hands.

    A line that cannot be answered yields a row that says why, and exit code 5.

    OUT appears when it is whole.  A run that was broken off, even by kill -9, leaves OUT.part, with
    which --resume goes on.  The options --game, --exact, --precision and --deals hold for lines
    that do not say otherwise.
    """
    from omaha_equity.batch.run import BatchDefaults, BatchOptions, run_batch

    options = BatchOptions(
        defaults=BatchDefaults(game or "", wish.exact, wish.precision, wish.deals),
        seed=wish.seed,
        reading=replace(reading, macros=dict(reading.macros or {})),
        inputs=(own,) if (own := context.params["macros"]) else (),
        **{name: value for name, value in asked.items() if value},
    )
    with working(in_rows=True) as work:
        summary = run_batch(source, target, options, work.count)
    _tell(summary)
    if summary.stopped:
        say(f"stopped at {summary.first}")
    if summary.failed or summary.stopped:
        context.exit(Exit.SOME_FAILED)


def _tell(summary: "BatchSummary") -> None:
    fresh = summary.rows - summary.before
    told = [f"{summary.rows:,} rows"]
    if summary.before:
        told.append(f"{summary.before:,} of them from before")
    if summary.known:
        told.append(f"{summary.known:,} known already")
    told.append(f"{duration(summary.seconds)}, {fresh / summary.seconds:,.0f} a second")
    say("; ".join(told))
    if summary.failed:
        say(f"{summary.failed:,} could not be answered; the first is {summary.first}")
    if summary.trouble:
        say(f"warning: {summary.trouble}")

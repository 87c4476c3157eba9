"""``omaha-equity hands``: hand histories, what was won in them and what was luck."""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from omaha_equity.cli.exits import Exit
from omaha_equity.cli.progress import say, working

if TYPE_CHECKING:
    from omaha_equity.histories.record import HandProblem
    from omaha_equity.histories.results import HandResult

EXAMPLES = """\b
Examples:
  omaha-equity hands session.txt
  omaha-equity hands *.txt *.phh --csv > hands.csv
  omaha-equity hands - --json < session.txt
"""


@click.command(
    name="hands", short_help="Hand histories: what was won, and what was luck.", epilog=EXAMPLES
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/json.md).")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV, one row per hand and seat.")
def command(files: tuple[str, ...], as_json: bool, as_csv: bool) -> None:
    """Tell what players won in hand histories, and how much of it was luck when all-in.

    FILE is PokerStars text or PHH, any Omaha game, or - for standard input.  Every hand is
    settled anew and compared with what the file says was paid (docs/histories.md).

    What cannot be read is told on standard error, the rest goes on, and the exit code is 5.
    """
    if as_json and as_csv:
        raise click.UsageError("--json and --csv exclude each other; choose one")
    if files.count("-") > 1:
        raise click.UsageError("standard input can be read once; give - once")
    from omaha_equity.histories.totals import Totals
    from omaha_equity.report import hands as report

    totals, reading = Totals(), _Reading(files)
    form = "json" if as_json else "csv" if as_csv else "terminal"
    report.write(reading.results(), totals, sys.stdout, form, say)
    if reading.stopped:
        raise KeyboardInterrupt("interrupted; the answer is of the hands read so far")
    if totals.counts["problems"]:
        raise click.exceptions.Exit(Exit.SOME_FAILED)


class _Reading:
    """The hands as they come; Ctrl-C ends them between two, so that all forms end well."""

    def __init__(self, files: tuple[str, ...]) -> None:
        self.stopped = False
        self._files = files

    def results(self) -> "Iterator[HandResult | HandProblem]":
        """Yield what comes of each hand."""
        from omaha_equity.histories.reading import hand_results

        piped = sys.stdin.buffer if "-" in self._files else None
        with working() as work:
            try:
                yield from hand_results(self._files, work.progress, piped)
            except KeyboardInterrupt:
                self.stopped = True

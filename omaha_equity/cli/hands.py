"""``omaha-equity hands``: hand histories, what was won in them and what was luck."""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from omaha_equity.cli.exits import Exit
from omaha_equity.cli.options import output
from omaha_equity.cli.progress import say, working

if TYPE_CHECKING:
    from omaha_equity.histories.record import HandProblem
    from omaha_equity.histories.results import HandResult
    from omaha_equity.histories.totals import HandStream

EXAMPLES = """\b
Examples:
  omaha-equity hands session.txt
  omaha-equity hands *.txt *.phh --csv > hands.csv
  omaha-equity hands - --json < session.txt
"""


class Reading:
    """The hands as they come; Ctrl-C ends them between two, so that all forms end well.

    Attributes:
        stopped: whether Ctrl-C did.
    """

    def __init__(self, files: tuple[str, ...]) -> None:
        self.stopped = False
        self._files = files

    def __iter__(self) -> "Iterator[HandResult | HandProblem]":
        """Yield what comes of each hand."""
        from omaha_equity.histories.reading import hand_results

        piped = sys.stdin.buffer if "-" in self._files else None
        with working() as work:
            try:
                yield from hand_results(self._files, work.progress, piped)
            except KeyboardInterrupt:
                self.stopped = True


def _end(hands: "HandStream") -> None:
    if isinstance(hands.found, Reading) and hands.found.stopped:
        raise KeyboardInterrupt("interrupted; the answer is of the hands read so far")
    if hands.totals.counts["problems"]:
        raise click.exceptions.Exit(Exit.SOME_FAILED)


@click.command(
    name="hands", short_help="Hand histories: what was won, and what was luck.", epilog=EXAMPLES
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@output(after=_end)
def command(files: tuple[str, ...]) -> "HandStream":
    """Show what players won in hand histories, and how much of it was luck when all-in.

    FILE is PokerStars text or PHH, any Omaha game, or - for standard input.  Every hand is
    settled anew and compared with what the file says was paid (docs/histories.md).

    What cannot be read is reported on standard error, the rest goes on, and the exit code is 5.
    """
    if files.count("-") > 1:
        raise click.UsageError("standard input can be read once; give - once")
    from omaha_equity.histories.totals import HandStream

    return HandStream(files, Reading(files), say)

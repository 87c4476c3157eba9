"""Talk on standard error: one line per call, apart from the data on standard output."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any

from omaha_equity.cli.exits import Exit
from omaha_equity.errors import Interrupted

if TYPE_CHECKING:
    from omaha_equity.questions.plan import Plan

PROGRAM = "omaha-equity"
LOGGER = "omaha_equity"
COMPILING = "compiling kernels, once on this machine ({}) ..."

BAR_AFTER = 1.0
"""Seconds of work before a terminal shows a bar."""
LINE_EVERY = 10.0
"""Seconds between lines of progress where nobody watches a terminal."""
WORTH_A_WORD = 1.5
"""Seconds an exact count is expected to take, from which on it is announced."""


def say(message: str) -> None:
    """Write one line, whatever ``message`` holds."""
    print(f"{PROGRAM}: {' '.join(message.split())}", file=sys.stderr, flush=True)


@contextmanager
def compiling() -> Iterator[None]:
    """Announce the compiler if it has work on this machine, and let Ctrl-C stop it at once."""
    import logging
    import signal

    from omaha_equity import api

    # The engine warns programs of the same, and would send them here.
    logging.getLogger(LOGGER).setLevel(logging.ERROR)
    if not api.is_warm():
        say(COMPILING.format("about 15 s"))
    # An exception is not used here: raised in a callback of the compiler it would be lost.
    before = signal.signal(signal.SIGINT, _stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def working(in_rows: bool = False) -> Iterator["Work"]:
    """Show the progress of what is counted inside, and let Ctrl-C keep what was counted.

    With ``in_rows`` it is kept row by row, and Ctrl-C need not wait for the next whole count.
    """
    import logging
    import signal

    work = Work(in_rows)
    logger = logging.getLogger(LOGGER)
    logger.addFilter(work.retell)
    before = signal.signal(signal.SIGINT, work.stop)
    try:
        yield work
    except Interrupted:
        raise
    except KeyboardInterrupt:
        raise KeyboardInterrupt(work.last_words()) from None
    finally:
        signal.signal(signal.SIGINT, before)
        logger.removeFilter(work.retell)
        work.close()


class Work:
    """Work under way: a bar on a terminal, else a line now and then, both only if it is long.

    Attributes:
        share: how much is done; None = nothing yet, the ranges or the compiler take their time,
            or nobody knows.
        rows: how many rows of a file are written; None = none yet, or there is no file.
    """

    def __init__(self, in_rows: bool = False) -> None:
        self.share: float | None = None
        self.rows: int | None = None
        self._in_rows = in_rows
        self._began = self._said = monotonic()
        self._first = (0.0, self._began)
        self._first_rows = 0
        self._told = False
        self._stopping = False
        self._bar: Any = None

    def announce(self, plan: "Plan") -> None:
        """Say beforehand that an exact count takes long."""
        if plan.method != "sampled" and plan.seconds >= WORTH_A_WORD:
            say(f"counting exactly, {plan.reason}: about {duration(plan.seconds)}")

    def progress(self, share: float) -> None:
        """Note that a share of the work is done.

        Raises:
            KeyboardInterrupt: the user wants no more; here, so that all counts are whole.
        """
        now = monotonic()
        if self.share is None:
            self._first = (share, now)
        self.share = share
        if self._stopping:
            raise KeyboardInterrupt
        self._show(f"{share:.0%} done{self._pace(share, now)}", share, now)

    def count(self, rows: int, share: float | None) -> None:
        """Note that this many rows are written, and about which share of all that is."""
        now = monotonic()
        if self.rows is None:
            self._first, self._first_rows = (share or 0.0, now), rows
        self.rows, self.share = rows, share
        self._show(f"{rows:,} rows{self._row_pace(now)}", share, now)

    def stop(self, *_: object) -> None:
        """Respond to Ctrl-C: at the next whole count; at once if there is none, or if repeated."""
        if self._stopping or (self.share is None and not self._in_rows):
            self.close()
            _stop()
        self._stopping = True
        if self._in_rows:
            raise KeyboardInterrupt

    def last_words(self) -> str:
        """What is left of work that was interrupted."""
        if self._in_rows:
            return f"interrupted after {self.rows or 0:,} row{'s' * (self.rows != 1)}"
        return (
            f"interrupted after {self.share or 0:.0%} of the work; "
            "an exact count has no answer before its end"
        )

    def retell(self, _: object) -> bool:
        """Say in this program's words what the engine logs: that kernels are compiled."""
        if not self._told:
            say(COMPILING.format("some seconds"))
        self._told = True
        return False

    def close(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def _show(self, told: str, share: float | None, now: float) -> None:
        """Show a bar on a terminal, or say it in a line if the last one is long ago."""
        if now - self._began < BAR_AFTER or share == 1:
            return
        if sys.stderr.isatty():
            self._show_bar(told, share)
        elif now - self._said >= LINE_EVERY:
            self._said = now
            say(told)

    def _show_bar(self, told: str, share: float | None) -> None:
        if self._bar is None:
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn

            self._bar = Progress(
                BarColumn(),
                TextColumn("{task.description}", markup=False),
                console=Console(stderr=True),
                transient=True,
            )
            self._bar.add_task("", total=None if share is None else 1.0)
            self._bar.start()
        self._bar.update(0, completed=share or 0.0, description=told)

    def _pace(self, share: float, now: float) -> str:
        first, since = self._first
        if share <= first or now <= since:
            return ""
        rate = (share - first) / (now - since)
        return f", {100 * rate:.2g}% a second, {duration((1 - share) / rate)} left"

    def _row_pace(self, now: float) -> str:
        first, since = self._first
        rows = (self.rows or 0) - self._first_rows
        if not rows or now <= since:
            return ""
        rate = rows / (now - since)
        told = f", {rate:,.0f} a second" if rate >= 10 else f", {rate:.2g} a second"
        if self.share is None or self.share <= first:
            return told
        left = (1 - self.share) * (now - since) / (self.share - first)
        return f"{told}, {duration(left)} left"


def duration(seconds: float) -> str:
    """Tell a time roughly.

    >>> duration(40), duration(200), duration(9000)
    ('40 s', '3 min', '2.5 h')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def _stop(*_: object) -> None:
    say("interrupted")
    os._exit(Exit.INTERRUPTED)

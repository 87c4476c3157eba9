"""Talk on standard error: one line per call, apart from the data on standard output."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from omaha_equity.cli.exits import Exit

PROGRAM = "omaha-equity"


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
    logging.getLogger("omaha_equity").setLevel(logging.ERROR)
    if not api.is_warm():
        say("compiling kernels, once on this machine (about 15 s) ...")
    # An exception is no use: raised in a callback of the compiler it would be lost.
    before = signal.signal(signal.SIGINT, _stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _stop(*_: object) -> None:
    say("interrupted")
    os._exit(Exit.INTERRUPTED)

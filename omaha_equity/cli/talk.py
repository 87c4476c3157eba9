"""Talk on standard error: one line per call, apart from the data on standard output."""

import sys

PROGRAM = "omaha-equity"


def say(message: str) -> None:
    """Write one line, whatever ``message`` holds."""
    print(f"{PROGRAM}: {' '.join(message.split())}", file=sys.stderr, flush=True)


def say_compiling() -> None:
    """Announce the compiler before the first use of kernels on this machine, else nothing."""
    import logging

    from omaha_equity import api

    # The engine warns programs of the same, and would send them here.
    logging.getLogger("omaha_equity").setLevel(logging.ERROR)
    if not api.is_warm():
        say("compiling kernels, once on this machine (about 15 s) ...")

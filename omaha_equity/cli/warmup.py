"""``omaha-equity warmup``: compile every kernel now, so that nothing waits later."""

import sys
from time import monotonic

import click

from omaha_equity.cli.progress import compiling, say

EXAMPLES = """\b
Examples:
  omaha-equity warmup
  OMAHA_EQUITY_CACHE=/var/cache/omaha-equity omaha-equity warmup
"""


@click.command(
    name="warmup", short_help="Compile all kernels and keep them on disk.", epilog=EXAMPLES
)
def command() -> None:
    """Compile all kernels and keep them on disk.

    One-shot equities of hands need no kernels; ranges and batches do, and the first would wait
    for the compiler.
    Progress goes to standard error.
    """
    from omaha_equity import api

    began = monotonic()
    with compiling():
        api.warmup(_show_progress if sys.stderr.isatty() else None)
    folder = api.cache_folder()
    if folder is None:
        say("warning: no cache folder can be written; set OMAHA_EQUITY_CACHE to one that can")
    else:
        say(f"kernels ready in {monotonic() - began:.1f} s, kept in {folder}")


def _show_progress(kernel: str, number: int, total: int) -> None:
    # Erase to the end of the line: the name before may have been longer.
    end = "\n" if number == total else ""
    print(f"\r[{number}/{total}] {kernel}\033[K", end=end, file=sys.stderr, flush=True)

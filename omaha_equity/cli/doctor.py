"""``omaha-equity doctor``: is this installation sound?"""

import os
import platform
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

import click

from omaha_equity.cli.exits import Exit
from omaha_equity.cli.progress import compiling, say
from omaha_equity.errors import OmahaError, TableError
from omaha_equity.version import __version__

if TYPE_CHECKING:
    from omaha_equity.answers.equities import Result

PACKAGES = ("numpy", "numba", "llvmlite", "platformdirs")

KNOWN_HANDS = ("AsAhKdKc", "Ts9s8h7h")
KNOWN_BOARDS = 1_086_008
KNOWN_WINS = [591_091, 494_917]

EXAMPLES = """\b
Example:
  omaha-equity doctor
"""

Check = tuple[str, Callable[[], str]]


@click.command(name="doctor", short_help="Check this installation.", epilog=EXAMPLES)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Show versions, processor, kernel cache and table checksums, and test one known spot.

    The exit code is 1 if anything is wrong.  The last test compiles the kernels if need be.
    """
    faults = 0
    for name, check in _checks():
        try:
            finding = check()
        # Whatever is broken, the other checks must still report.
        except Exception as error:
            faults += 1
            finding = f"FAULT: {_reason(error)}"
        click.echo(f"{name:<20} {finding}")
    if faults:
        say(f"doctor found {faults} fault{'s' * (faults > 1)}; see the lines with FAULT")
        ctx.exit(Exit.INTERNAL)


def _checks() -> Iterator[Check]:
    yield "python", platform.python_version
    yield "omaha-equity", lambda: __version__
    for package in PACKAGES:
        yield package, partial(_version, package)
    yield "processor", _processor
    yield "kernel cache", _cache
    yield from _table_checks()
    yield "self-test", _test_one_shot
    yield "self-test, kernels", _test_kernels


def _reason(error: Exception) -> str:
    said = " ".join(str(error).split())
    return said if isinstance(error, OmahaError) else f"{type(error).__name__}: {said}"


def _version(package: str) -> str:
    from importlib.metadata import version

    return version(package)


def _processor() -> str:
    from llvmlite import binding

    return f"{binding.get_host_cpu_name()} ({platform.machine()}), {os.cpu_count()} threads"


def _cache() -> str:
    from omaha_equity import api

    folder = api.cache_folder()
    if folder is None:
        raise OSError("no folder can be written; set OMAHA_EQUITY_CACHE to one that can")
    return f"{folder}, writable, {'warm' if api.is_warm() else 'not warm: omaha-equity warmup'}"


def _table_checks() -> Iterator[Check]:
    from omaha_equity import api

    try:
        faults = api.check_tables()
    except Exception as error:
        faults = {"(all)": _reason(error)}
    for name, fault in faults.items():
        yield f"table {name}", partial(_sound, fault)


def _sound(fault: str) -> str:
    if fault:
        raise TableError(fault)
    return "ok"


def _test_one_shot() -> str:
    from omaha_equity import api

    return _compare(api.equity(KNOWN_HANDS))


def _test_kernels() -> str:
    from omaha_equity import api

    # Once the kernels are loaded, they count.
    with compiling():
        api.warmup()
    return _compare(api.equity(KNOWN_HANDS))


def _compare(result: "Result") -> str:
    wins = [player.high_wins for player in result.players]
    if result.boards != KNOWN_BOARDS or wins != KNOWN_WINS:
        raise ArithmeticError(
            f"{' v '.join(KNOWN_HANDS)} gave wins {wins} of {result.boards} boards; "
            f"right is {KNOWN_WINS} of {KNOWN_BOARDS}"
        )
    return f"ok, {' v '.join(KNOWN_HANDS)} over {result.boards:,} boards by {result.method}"

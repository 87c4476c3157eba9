"""Options that several commands share, and what they mean."""

import re
import sys
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import Any

import click

from omaha_equity import report
from omaha_equity.cli.players import make_reading
from omaha_equity.errors import Interrupted
from omaha_equity.games import GAMES

game_option = click.option(
    "--game",
    metavar="NAME",
    help=f"{', '.join(GAMES)}.  [default: by number of cards]",
)

TIME_UNITS = {"": 1.0, "s": 1.0, "ms": 0.001, "m": 60.0, "min": 60.0, "h": 3600.0}

MOST_DIGITS = 30

Command = Callable[..., Any]


def share(text: str) -> float:
    """Read a share, ``0.1%`` or ``0.001``."""
    try:
        number = float(text.strip().removesuffix("%"))
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a share; write 0.1% or 0.001") from None
    return number / 100 if text.strip().endswith("%") else number


def time(text: str) -> float:
    """Read a time in seconds: ``2``, ``2s``, ``500ms``, ``1m``."""
    found = re.fullmatch(r"\s*(\d+\.?\d*|\.\d+)\s*([a-z]*)\s*", text, re.IGNORECASE | re.ASCII)
    if not found or found[2].lower() not in TIME_UNITS:
        raise click.BadParameter(f"{text!r} is not a time; write 2s, 500ms or 1m")
    return float(found[1]) * TIME_UNITS[found[2].lower()]


def count(text: str) -> int:
    """Read a whole number: ``1000000``, ``1,000,000``, ``1_000_000``."""
    plain = re.sub(r"(?<=\d)[,_](?=\d)", "", text.strip())
    # Longer ones Python refuses to read, and no option takes them.
    if not (plain.isascii() and plain.isdigit() and len(plain) <= MOST_DIGITS):
        raise click.BadParameter(f"{text!r} is not a number; write digits, as 1000000")
    return int(plain)


_SURE = {
    "exact": click.option("--exact", is_flag=True, help="Count every deal, or refuse."),
    "precision": click.option(
        "--precision",
        type=share,
        metavar="SHARE",
        help="Sample until sure to ±SHARE at 95%, as 0.1%.",
    ),
    "deals": click.option(
        "--deals", type=count, metavar="N", help="Sample N deals, even where counting all is quick."
    ),
    "seconds": click.option(
        "--time", "seconds", type=time, metavar="TIME", help="Sample for this long: 2s, 500ms, 1m."
    ),
    "seed": click.option(
        "--seed",
        type=count,
        default="0",
        metavar="N",
        help="Decides the sampled deals.  [default: 0]",
    ),
}


_GOALS = ("--exact", "--precision", "--deals", "--time")


def sure_options(*names: str) -> Callable[[Command], Command]:
    """Add how sure the answer must be, some of `_SURE` and the seed, and pass it on as ``wish``."""

    def add(command: Command) -> Command:
        @wraps(command)
        def with_wish(
            *,
            seed: int,
            exact: bool = False,
            precision: float | None = None,
            deals: int | None = None,
            seconds: float | None = None,
            **asked: Any,
        ) -> Any:
            given = [exact or None, precision, deals, seconds]
            flags = [flag for flag, wish in zip(_GOALS, given, strict=True) if wish is not None]
            if len(flags) > 1:
                raise click.UsageError(f"{' and '.join(flags)} exclude each other; choose one")
            from omaha_equity.questions.wish import Wish

            return command(wish=Wish(exact or None, precision, deals, seconds, seed), **asked)

        for name in reversed([*names, "seed"]):
            _SURE[name](with_wish)
        return with_wish

    return add


players_argument = click.argument("players", nargs=-1, metavar="PLAYER PLAYER...")
opponent_option = click.option(
    "--vs", "opponent", required=True, metavar="PLAYER", help="The opponent."
)
dead_option = click.option(
    "--dead", default="", metavar="CARDS", help="Cards known to be out of play."
)


def table_options(command: Command) -> Command:
    """Add what is known of the table: ``--board``, ``--dead``, ``--game``."""
    board = click.option(
        "--board", default="", metavar="CARDS", help="The 0 to 5 known board cards."
    )
    return board(dead_option(game_option(command)))


def reading_options(command: Command) -> Command:
    """Add how ranges are read, and pass it on as ``reading``."""

    @click.option(
        "--dialect",
        default="generic",
        metavar="NAME",
        help="generic, or plo for the shorthand of newer tools.  [default: generic]",
    )
    @click.option("--macros", metavar="FILE", help="Own macros: lines of name,range.")
    @click.option("--ordering", metavar="NAME|FILE", help="What per cent means.")
    @wraps(command)
    def with_reading(
        *, dialect: str, macros: str | None, ordering: str | None, **asked: Any
    ) -> Any:
        return command(reading=make_reading(dialect, macros, ordering), **asked)

    return with_reading


def output(
    plot: bool = False, after: Callable[[Any], None] | None = None
) -> Callable[[Command], Callable[..., None]]:
    """Print what a command answers as text, or in the form of a flag: ``--json``, ``--csv`` ...

    Args:
        plot: whether there is ``--plot`` too.
        after: called with the answer when it is printed.
    """

    def add(command: Command) -> Callable[..., None]:
        return _with_forms(_with_plot(command) if plot else command, after)

    return add


def _with_plot(answer: Command) -> Command:
    from omaha_equity.cli.files import save, target

    @click.option(
        "--plot", "plot_file", metavar="FILE", help="Draw it too, as FILE.png or FILE.svg."
    )
    @wraps(answer)
    def command(plot_file: str | None, **asked: Any) -> Any:
        if plot_file is None:
            return answer(**asked)
        plots = import_module("omaha_equity.report.plots")
        path = target(plot_file, "--plot", plots.ENDINGS)
        if not plots.is_possible():
            raise click.UsageError(
                "--plot needs matplotlib, which is not installed; "
                'it comes with the extra: pip install "omaha-equity[plot]"'
            )
        try:
            found = answer(**asked)
        except Interrupted as stopped:
            save(path, plots.picture(stopped.partial, path.suffix.lower()), "--plot")
            raise
        save(path, plots.picture(found, path.suffix.lower()), "--plot")
        return found

    return command


def _with_forms(answer: Command, after: Callable[[Any], None] | None) -> Callable[..., None]:
    @wraps(answer)
    def command(**asked: Any) -> None:
        chosen = [form for form in report.FORMATS if asked.pop(f"as_{form}")]
        if len(chosen) > 1:
            flags = " and ".join(f"--{form}" for form in chosen)
            raise click.UsageError(f"{flags} exclude each other; choose one")
        form = chosen[0] if chosen else report.TERMINAL
        try:
            found = answer(**asked)
        except Interrupted as stopped:
            report.write(stopped.partial, sys.stdout, form)
            raise KeyboardInterrupt(
                "interrupted; the answer is of the deals counted so far"
            ) from None
        report.write(found, sys.stdout, form)
        if after:
            after(found)

    for form, words in reversed(report.FORMATS.items()):
        command = click.option(f"--{form}", f"as_{form}", is_flag=True, help=words)(command)
    return command

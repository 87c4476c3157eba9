"""The command ``omaha-equity``: finds the subcommand, and turns every failure into one line.

Only click is loaded here.  A command's file is loaded when its command is asked for, and
loads NumPy or rich only when it has something to count or to show.
"""

import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from omaha_equity.cli.exits import Exit
from omaha_equity.cli.progress import PROGRAM, say
from omaha_equity.errors import (
    FileError,
    ImpossibleError,
    PrecisionError,
    RangeError,
    TableError,
    TextError,
    WorkerError,
)
from omaha_equity.version import __version__

COMMANDS = (
    "equity",
    "compare",
    "combos",
    "evaluate",
    "range",
    "hits",
    "outs",
    "nuts",
    "next",
    "distribution",
    "flops",
    "matrix",
    "report",
    "batch",
    "settle",
    "ev",
    "hands",
    "warmup",
    "doctor",
)
DEFAULT = "equity"
DEBUG_VARIABLE = "OMAHA_EQUITY_DEBUG"

EXAMPLES = """\b
Examples:
  omaha-equity AsAhKdKc Ts9s8h7h
  omaha-equity AsAhKdKc Ts9s8h7h --board "Js 7d 2c"
  omaha-equity "As 2s Kd Qd" "Ah Ac 3c 4h" --game o8 --json
  omaha-equity 'AA$ds' '15%' random --game plo4 --precision 0.1%
  omaha-equity evaluate Ks8cJs5c 3s5hQsQd9h
"""


class _Commands(click.Group):
    """Loads commands by name; hands in the place of a name mean `equity`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"omaha_equity.cli.{cmd_name}").command
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own_options = {name for option in self.get_params(ctx) for name in option.opts}
        if not args:
            args = ["--help"]
        elif args[0] not in own_options.union(COMMANDS):
            _refuse_misspelt(args[0], ctx)
            args = [DEFAULT, *args]
        return super().parse_args(ctx, args)


def _refuse_misspelt(name: str, ctx: click.Context) -> None:
    # Nothing like a command's name is a hand or a range.
    from difflib import get_close_matches

    close = get_close_matches(name, COMMANDS, n=1)
    if close:
        raise click.UsageError(f"no command {name!r}; did you mean {close[0]!r}?", ctx)


@click.group(
    cls=_Commands,
    epilog=EXAMPLES,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, message="%(prog)s %(version)s")
def commands() -> None:
    """Exact equities for Omaha poker: 4 to 7 hole cards, high and high/low.

    Hands or ranges without a command mean `equity`.  Cards are written As, as, 10s or A♠, with or
    without spaces and commas; put a text with spaces in quotes.
    """


def main(args: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code; on failure say one line why."""
    try:
        code = _run(list(sys.argv[1:] if args is None else args))
        # Here and not at the interpreter's exit, so that a closed pipe or a full disk is met.
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read has seen enough, as with `| head`.
        code = Exit.DONE
    except (Exception, KeyboardInterrupt) as error:
        code = _explain(error)
    _drop_unwritten()
    return int(code)


def _run(args: list[str]) -> int:
    try:
        # Not click's own main(): that writes an empty line when it is interrupted.
        with commands.make_context(PROGRAM, args) as ctx:
            commands.invoke(ctx)
    except click.exceptions.Exit as request:
        return request.exit_code
    return Exit.DONE


def _explain(error: BaseException) -> Exit:
    code, message = _verdict(error)
    if code is Exit.INTERNAL and os.environ.get(DEBUG_VARIABLE):
        raise error
    if isinstance(error, RangeError):
        # Below the message: the text, and a caret under the place.
        message, *picture = message.splitlines()
        say(message)
        print(*picture, sep="\n", file=sys.stderr, flush=True)
    else:
        say(message)
    return code


def _verdict(error: BaseException) -> tuple[Exit, str]:
    match error:
        case KeyboardInterrupt() | click.Abort():
            return Exit.INTERRUPTED, str(error) or "interrupted"
        case click.UsageError():
            path = error.ctx.command_path if error.ctx else PROGRAM
            return Exit.TEXT, f"{error.format_message()} (see {path} --help)"
        case click.ClickException():
            return Exit.TEXT, error.format_message()
        case TextError():
            return Exit.TEXT, str(error)
        case ImpossibleError():
            return Exit.IMPOSSIBLE, str(error)
        case PrecisionError():
            return Exit.IMPRECISE, str(error)
        case TableError():
            return Exit.INTERNAL, f"{error}; {PROGRAM} doctor says more"
        case FileError() | WorkerError():
            return Exit.INTERNAL, str(error)
    return (
        Exit.INTERNAL,
        f"internal error, {type(error).__name__}: {error}; {DEBUG_VARIABLE}=1 shows where",
    )


def _drop_unwritten() -> None:
    # What could not be written stays buffered, and would fail once more, loudly, at exit.
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

"""``omaha-equity ev``: expected chips where cards are still to come, and whether a call pays."""

import sys
from typing import TYPE_CHECKING, Any

import click

from omaha_equity.cli.options import (
    deals_option,
    exact_option,
    precision_option,
    seed_option,
    time_option,
)
from omaha_equity.cli.progress import working
from omaha_equity.errors import Interrupted, TextError

if TYPE_CHECKING:
    from omaha_equity.answers.chips import ExpectedChips
    from omaha_equity.pots.hand import PotHand

EXAMPLES = """\b
Examples:
  omaha-equity ev hand.toml
  omaha-equity ev hand.toml --call 50 --seat Ann
  omaha-equity ev hand.json --precision 0.02% --json
"""


@click.command(
    name="ev", short_help="Expected chips with cards to come; whether a call pays.", epilog=EXAMPLES
)
@click.argument("file")
@click.option(
    "--call", "call_text", metavar="AMOUNT", help="Whether a call of AMOUNT, already in, pays."
)
@click.option("--seat", metavar="NAME", help="Who calls; may be left out if only one can.")
@exact_option
@precision_option
@deals_option
@time_option
@seed_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/json.md).")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV with a header line.")
def command(
    file: str,
    call_text: str | None,
    seat: str | None,
    as_json: bool,
    as_csv: bool,
    **wish: Any,
) -> None:
    """Tell every seat's expected chips, pot by pot and in total, and how far they swing.

    FILE is a hand file, TOML or JSON as in docs/settle.md, or - for standard input; its board is
    unfinished, and a seat may hold a range or random, in which case deals are sampled.

    --call AMOUNT tells the equity a call needs and has.  The file shows the chips after the call.
    """
    if as_json and as_csv:
        raise click.UsageError("--json and --csv exclude each other; choose one")
    if seat is not None and call_text is None:
        raise click.UsageError("--seat says who calls; give --call too")
    hand = _read(file)
    call = _read_call(hand, call_text, seat) if call_text is not None else None
    form = "json" if as_json else "csv" if as_csv else "terminal"
    wish["exact"] = wish["exact"] or None
    from omaha_equity import api

    try:
        with working() as work:
            chances = api.ev(hand, progress=work.progress, **wish)
    except Interrupted as stopped:
        _write(stopped.partial, call, form)
        raise KeyboardInterrupt("interrupted; the answer is of the deals so far") from None
    _write(chances, call, form)


def _read(file: str) -> "PotHand":
    from omaha_equity import api

    if file != "-":
        return api.read_hand(file)
    try:
        text = sys.stdin.read().removeprefix("\ufeff")
    except UnicodeDecodeError:
        raise click.UsageError("standard input cannot be read: it is not UTF-8 text") from None
    return api.parse_hand(text, "standard input")


def _read_call(hand: "PotHand", text: str, seat: str | None) -> tuple[str, int]:
    """Who calls, and how many units."""
    from omaha_equity import api
    from omaha_equity.pots.money import in_units

    try:
        call = in_units(text, hand.unit)
    except TextError as error:
        raise TextError(f"--call: {error}") from None
    return api.find_caller(hand, call, seat), call


def _write(chances: "ExpectedChips", call: tuple[str, int] | None, form: str) -> None:
    from omaha_equity import api
    from omaha_equity.report import chips as report

    odds = api.pot_odds(chances, *call) if call else None
    report.write(chances, odds, sys.stdout, form)

"""``omaha-equity ev``: expected chips where cards are still to come, and whether a call pays."""

from typing import TYPE_CHECKING

import click

from omaha_equity.cli.files import read_hand
from omaha_equity.cli.options import output, sure_options
from omaha_equity.cli.progress import working
from omaha_equity.errors import Interrupted, TextError

if TYPE_CHECKING:
    from omaha_equity.answers.chips import ExpectedChips
    from omaha_equity.pots.hand import PotHand
    from omaha_equity.questions.wish import Wish

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
@sure_options("exact", "precision", "deals", "seconds")
@output()
def command(file: str, call_text: str | None, seat: str | None, wish: "Wish") -> "ExpectedChips":
    """Show every seat's expected chips, pot by pot and in total, and how far they swing.

    FILE is a hand file, TOML or JSON as in docs/settle.md, or - for standard input; its board is
    unfinished, and a seat may hold a range or random, in which case deals are sampled.

    --call AMOUNT shows the equity a call needs and has.  The file shows the chips after the call.
    """
    if seat is not None and call_text is None:
        raise click.UsageError("--seat says who calls; give --call too")
    hand = read_hand(file)
    call = _read_call(hand, call_text, seat) if call_text is not None else None
    from omaha_equity import api

    def with_call(found: "ExpectedChips") -> "ExpectedChips":
        return found.with_call(api.pot_odds(found, *call)) if call else found

    with working() as work:
        try:
            return with_call(api.expected_chips(hand, wish, work.progress))
        except Interrupted as stopped:
            raise Interrupted(with_call(stopped.partial)) from None


def _read_call(hand: "PotHand", text: str, seat: str | None) -> tuple[str, int]:
    """Who calls, and how many units."""
    from omaha_equity import api
    from omaha_equity.pots.money import in_units

    try:
        call = in_units(text, hand.unit)
    except TextError as error:
        raise TextError(f"--call: {error}") from None
    return api.find_caller(hand, call, seat), call

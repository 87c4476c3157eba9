"""``omaha-equity distribution``: how the equity of a hand or range is spread."""

from typing import TYPE_CHECKING

import click

from omaha_equity.cli.options import (
    opponent_option,
    output,
    reading_options,
    share,
    sure_options,
    table_options,
)
from omaha_equity.cli.players import read_query
from omaha_equity.cli.progress import working

if TYPE_CHECKING:
    from omaha_equity.answers.distribution import Distribution
    from omaha_equity.questions.reading import Reading
    from omaha_equity.questions.wish import Wish

EXAMPLES = """\b
Examples:
  omaha-equity distribution '10%' --vs '15%' --board Kd8s4h --game plo4
  omaha-equity distribution KsKh7s8h --vs AA --street flop --at-least 31% --game plo4
  omaha-equity distribution QsTsJd2d --vs AA --board AdKs3s --street turn --game plo4
"""


@click.command(
    name="distribution",
    short_help="How equities are spread: over combos, or on a later street.",
    epilog=EXAMPLES,
)
@click.argument("player")
@opponent_option
@table_options
@click.option(
    "--street", default="", metavar="NAME", help="Spread over what is dealt by flop, turn or river."
)
@click.option(
    "--against",
    default="",
    metavar="WHAT",
    help="With --street: dealt, one combo of the opponent, or range.  [default: dealt]",
)
@click.option(
    "--at-least",
    "levels",
    type=share,
    multiple=True,
    metavar="SHARE",
    help="Show how often the equity is at least SHARE; may be given more than once.",
)
@sure_options("exact", "precision", "deals")
@reading_options
@output(plot=True)
def command(
    player: str,
    opponent: str,
    game: str | None,
    street: str,
    against: str,
    levels: tuple[float, ...],
    wish: "Wish",
    reading: "Reading",
    **known: str,
) -> "Distribution":
    """Show how PLAYER's equity is spread: by combo, or with --street by what is dealt.

    PLAYER and the opponent are written as for `equity`.  By combo the equity is against the
    opponent's whole range; exact once a flop is dealt.  --precision is of every share shown.
    """
    query = read_query((player, opponent), game, reading, wish, **known)
    from omaha_equity.study import distribution

    with working() as work:
        return distribution.answer(query, street, against, levels, work.progress)

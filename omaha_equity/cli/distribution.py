"""``omaha-equity distribution``: how the equity of a hand or range is spread."""

from typing import TYPE_CHECKING, Any

import click

from omaha_equity.cli.options import (
    deals_option,
    exact_option,
    output_by,
    precision_option,
    reading_options,
    seed_option,
    share,
    table_options,
)
from omaha_equity.cli.players import make_reading, read_query
from omaha_equity.cli.progress import working

if TYPE_CHECKING:
    from omaha_equity.answers.distribution import Distribution

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
@click.option("--vs", "opponent", required=True, metavar="PLAYER", help="The opponent.")
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
    help="Tell how often the equity is at least SHARE; may stand more than once.",
)
@exact_option
@precision_option
@deals_option
@seed_option
@reading_options
@output_by("study", plot=True)
def command(
    player: str,
    opponent: str,
    board: str,
    dead: str,
    game: str | None,
    street: str,
    against: str,
    levels: tuple[float, ...],
    exact: bool,
    precision: float | None,
    deals: int | None,
    seed: int,
    **reading: Any,
) -> "Distribution":
    """Tell how PLAYER's equity is spread: by combo, or with --street by what is dealt.

    PLAYER and the opponent are written as for `equity`.  By combo the equity is against the
    opponent's whole range; exact once a flop is dealt.  --precision is of every share told.
    """
    from omaha_equity.questions.wish import Wish
    from omaha_equity.study import distribution

    wish = Wish(exact or None, precision, deals, None, seed)
    query = read_query(
        (player, opponent), game, make_reading(**reading), wish, board=board, dead=dead
    )
    with working() as work:
        return distribution.answer(query, street, against, levels, work.progress)

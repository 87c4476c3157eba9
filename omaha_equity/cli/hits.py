"""``omaha-equity hits``: how often a range hits a board, and with what."""

from typing import TYPE_CHECKING, Any

import click

from omaha_equity.cli.options import output_by, reading_options, table_options
from omaha_equity.cli.players import make_reading, read_query

if TYPE_CHECKING:
    from omaha_equity.answers.hits import Hits

EXAMPLES = """\b
Examples:
  omaha-equity hits '15%' --board Kh9h2c --game plo4
  omaha-equity hits JcTd9h8s
  omaha-equity hits Ac2dKhQs --game o8 --json
"""


@click.command(
    name="hits", short_help="How often a range hits a board, and with what.", epilog=EXAMPLES
)
@click.argument("player", metavar="PLAYER")
@table_options
@reading_options
@output_by("hits", plot=True)
def command(player: str, board: str, dead: str, game: str | None, **reading: Any) -> "Hits":
    """Count made hands, straight draws, flush draws and lows of PLAYER on a board.

    PLAYER is a hand or a range, written as for `equity`.  A hand without --board: how often it
    flops what.  docs/hits.md says what each name means.
    """
    from omaha_equity.hitting import hits

    how = make_reading(**reading)
    return hits.answer(read_query((player, None), game, how, board=board, dead=dead))

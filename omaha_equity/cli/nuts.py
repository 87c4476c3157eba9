"""``omaha-equity nuts``: the best holdings on a board."""

from typing import TYPE_CHECKING

import click

from omaha_equity.cli.options import count, dead_option, game_option, output

if TYPE_CHECKING:
    from omaha_equity.answers.hits import Nuts

EXAMPLES = """\b
Examples:
  omaha-equity nuts Kh9h2c
  omaha-equity nuts 2d3c8hKs --hand Ac4d4hKh --game o8 --top 5
"""

SHOWN = 3


@click.command(name="nuts", short_help="The best holdings on a board.", epilog=EXAMPLES)
@click.argument("board")
@click.option("--hand", default="", metavar="HAND", help="Show what HAND blocks and makes.")
@click.option(
    "--top", type=count, metavar="N", default=str(SHOWN), help=f"Show N places.  [default: {SHOWN}]"
)
@dead_option
@game_option
@output()
def command(board: str, hand: str, top: int, dead: str, game: str | None) -> "Nuts":
    """List the best high (and low) on BOARD, who makes it, and the next best.

    BOARD has 3 to 5 cards.  Holdings are two cards: exactly two hole cards play.
    """
    from omaha_equity.hitting import nuts

    return nuts.nuts(board, hand, dead, game, top=top)

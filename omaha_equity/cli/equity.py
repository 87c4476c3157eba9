"""``omaha-equity equity``: the exact equity of every hand."""

from typing import TYPE_CHECKING

import click

from omaha_equity.cli.options import game_option, output_options
from omaha_equity.cli.talk import say

if TYPE_CHECKING:
    from omaha_equity.model import Result

EXAMPLES = """\b
Examples:
  omaha-equity AsAhKdKc Ts9s8h7h
  omaha-equity AsAhKdKc Ts9s8h7h --board "Js 7d 2c" --dead "Ac 2h"
  omaha-equity equity As2sKdQd AhAc3c4h --game o8 --json
"""


@click.command(
    name="equity",
    short_help="Exact equity of 2 to 10 hands; the word may be left out.",
    epilog=EXAMPLES,
)
@click.argument("hands", nargs=-1, metavar="HAND HAND...")
@click.option("--board", default="", metavar="CARDS", help="The 0 to 5 known board cards.")
@click.option("--dead", default="", metavar="CARDS", help="Cards known to be out of play.")
@game_option
@output_options
def command(hands: tuple[str, ...], board: str, dead: str, game: str | None) -> "Result":
    """Count the exact equity of 2 to 10 hands over every board that can come.

    The word `equity` may be left out.
    """
    from omaha_equity import api

    result = api.equity(hands, board, dead, game)
    if len(hands) > result.game.seats:
        say(
            f"warning: {len(hands)} players, but {result.game.title} "
            f"is dealt to {result.game.seats} at most"
        )
    return result

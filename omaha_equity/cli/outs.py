"""``omaha-equity outs``: which next cards help a hand."""

from typing import TYPE_CHECKING

import click

from omaha_equity.cli.options import dead_option, game_option, output

if TYPE_CHECKING:
    from omaha_equity.answers.hits import Outs

EXAMPLES = """\b
Examples:
  omaha-equity outs QhJsTd7c 9h8s2d
  omaha-equity outs AhKhQd2c Jh9h3c --vs JsJd4c4d
  omaha-equity outs As2sKdQd 3h7c9dKs --game o8
"""


@click.command(name="outs", short_help="Which next cards help a hand.", epilog=EXAMPLES)
@click.argument("hand")
@click.argument("board")
@click.option("--vs", "opponent", metavar="HAND", help="Show after which cards HAND is beaten.")
@dead_option
@game_option
@output()
def command(hand: str, board: str, opponent: str | None, dead: str, game: str | None) -> "Outs":
    """Sort the next cards by the better category that they make of HAND on BOARD.

    BOARD has 3 or 4 cards.  Exactly two hole cards play, so a card counts only if it does.
    """
    from omaha_equity.hitting import outs

    return outs.outs(hand, board, opponent, dead, game)

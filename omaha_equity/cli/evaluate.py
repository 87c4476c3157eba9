"""``omaha-equity evaluate``: what hole cards make with a board."""

from typing import TYPE_CHECKING

import click

from omaha_equity.cli.options import game_option, output

if TYPE_CHECKING:
    from omaha_equity.answers.equities import Evaluation

EXAMPLES = """\b
Examples:
  omaha-equity evaluate Ks8cJs5c 3s5hQsQd9h
  omaha-equity evaluate "As 2s Kd Qd" "3h 4c 8d" --game o8
"""


@click.command(
    name="evaluate", short_help="The best hand that hole cards make with a board.", epilog=EXAMPLES
)
@click.argument("hole")
@click.argument("board")
@game_option
@output()
def command(hole: str, board: str, game: str | None) -> "Evaluation":
    """Name the best hand of exactly two HOLE cards and three of 3 to 5 BOARD cards.

    Bigger values are better: highs run from 1 to 7462, lows from 1 to 56.
    """
    from omaha_equity import api

    return api.evaluate(hole, board, game)

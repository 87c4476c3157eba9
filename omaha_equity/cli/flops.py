"""``omaha-equity flops``: a spot before the flop over all classes of flops."""

from typing import TYPE_CHECKING

import click

from omaha_equity.cli.options import (
    dead_option,
    game_option,
    output,
    players_argument,
    reading_options,
    sure_options,
)
from omaha_equity.cli.players import read_query
from omaha_equity.cli.progress import working

if TYPE_CHECKING:
    from omaha_equity.answers.study import Flops
    from omaha_equity.questions.reading import Reading
    from omaha_equity.questions.wish import Wish

EXAMPLES = """\b
Examples:
  omaha-equity flops AsAhKdKc Ts9s8h7h
  omaha-equity flops AA KK --game plo4 --deals 2,000,000
"""


@click.command(name="flops", short_help="Every equity on each class of flops.", epilog=EXAMPLES)
@players_argument
@click.option("--board", default="", metavar="CARD", help="Courchevel's exposed card.")
@dead_option
@game_option
@sure_options("exact", "precision", "deals")
@reading_options
@output(plot=True)
def command(
    players: tuple[str, ...],
    game: str | None,
    wish: "Wish",
    reading: "Reading",
    **known: str,
) -> "Flops":
    """Show every player's equity on each of the 1,755 classes of flops, and by texture.

    A PLAYER is written as for `equity`.  Hands are counted exactly.  With ranges equally many
    deals of each class are sampled; --precision is of the class that is sure the least.
    """
    query = read_query(players, game, reading, wish, **known)
    from omaha_equity.study import flops

    with working() as work:
        return flops.answer(query, work.progress)

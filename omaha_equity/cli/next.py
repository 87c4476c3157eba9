"""``omaha-equity next``: every player's equity after each card that can come."""

from typing import TYPE_CHECKING

import click

from omaha_equity.cli.options import (
    output,
    players_argument,
    reading_options,
    sure_options,
    table_options,
)
from omaha_equity.cli.players import read_query
from omaha_equity.cli.progress import working

if TYPE_CHECKING:
    from omaha_equity.answers.study import NextCards
    from omaha_equity.questions.reading import Reading
    from omaha_equity.questions.wish import Wish

EXAMPLES = """\b
Examples:
  omaha-equity next AsAhKdKc Ts9s8h7h --board 9h6s2d
  omaha-equity next QsTsJd2d 'AA!KK' --board AdKs3s --game plo4 --csv
"""


@click.command(
    name="next", short_help="Every equity after each card that can come.", epilog=EXAMPLES
)
@players_argument
@table_options
@sure_options("exact", "precision", "deals")
@reading_options
@output(plot=True)
def command(
    players: tuple[str, ...],
    game: str | None,
    wish: "Wish",
    reading: "Reading",
    **known: str,
) -> "NextCards":
    """Show every player's equity after each card that can come next, best for the first first.

    A PLAYER is written as for `equity`; the board has 0 to 4 cards.  Hands are counted exactly,
    and ranges where that is quick or with --exact; else deals are sampled after each card.
    """
    from omaha_equity.study import next_card

    query = read_query(players, game, reading, wish, **known)
    with working() as work:
        return next_card.answer(query, work.progress)

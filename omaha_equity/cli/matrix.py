"""``omaha-equity matrix``: parts of one range against parts of another."""

from typing import TYPE_CHECKING

import click

from omaha_equity.cli.options import (
    opponent_option,
    output,
    reading_options,
    sure_options,
    table_options,
)
from omaha_equity.cli.players import read_query
from omaha_equity.cli.progress import working

if TYPE_CHECKING:
    from omaha_equity.answers.study import Matrix
    from omaha_equity.questions.reading import Reading
    from omaha_equity.questions.wish import Wish

EXAMPLES = """\b
Examples:
  omaha-equity matrix '10%' --vs '20%' --views views.txt --board Kd8s4h --game plo4
  omaha-equity matrix AA --vs '20%' --views mine.txt --vs-views theirs.txt --game plo4
"""


@click.command(
    name="matrix",
    short_help="Parts of one range against parts of another.",
    epilog=EXAMPLES,
)
@click.argument("player")
@opponent_option
@click.option(
    "--views",
    required=True,
    metavar="FILE",
    help="The parts: a label on a line, its range on the next.",
)
@click.option(
    "--vs-views", metavar="FILE", help="The opponent's parts.  [default: those of --views]"
)
@table_options
@sure_options("exact", "precision", "deals")
@reading_options
@output(plot=True)
def command(
    player: str,
    opponent: str,
    views: str,
    vs_views: str | None,
    game: str | None,
    wish: "Wish",
    reading: "Reading",
    **known: str,
) -> "Matrix":
    """Show the equity of each part of PLAYER's range against each part of the opponent's.

    Both are written as for `equity`.  A hand belongs to the first view that it fits, else to
    Other.  Cells are counted where that is quick or with --exact; else they are sampled.
    """
    from omaha_equity.study import matrix

    own_views = matrix.read_views(views)
    their_views = matrix.read_views(vs_views) if vs_views is not None else None
    query = read_query((player, opponent), game, reading, wish, **known)
    with working() as work:
        return matrix.answer(query, own_views, their_views, reading, work.progress)

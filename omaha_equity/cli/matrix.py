"""``omaha-equity matrix``: parts of one range against parts of another."""

from typing import TYPE_CHECKING, Any

import click

from omaha_equity.cli.options import (
    deals_option,
    exact_option,
    output_by,
    precision_option,
    reading_options,
    seed_option,
    table_options,
)
from omaha_equity.cli.players import make_reading, read_query
from omaha_equity.cli.progress import working

if TYPE_CHECKING:
    from omaha_equity.answers.study import Matrix

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
@click.option("--vs", "opponent", required=True, metavar="PLAYER", help="The opponent.")
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
@exact_option
@precision_option
@deals_option
@seed_option
@reading_options
@output_by("study", plot=True)
def command(
    player: str,
    opponent: str,
    views: str,
    vs_views: str | None,
    board: str,
    dead: str,
    game: str | None,
    exact: bool,
    precision: float | None,
    deals: int | None,
    seed: int,
    **reading: Any,
) -> "Matrix":
    """Tell the equity of each part of PLAYER's range against each part of the opponent's.

    Both are written as for `equity`.  A hand belongs to the first view that it fits, else to
    Other.  Cells are counted where that is quick or with --exact; else they are sampled.
    """
    from omaha_equity.questions.wish import Wish
    from omaha_equity.study import matrix

    own_views = matrix.read_views(views)
    their_views = matrix.read_views(vs_views) if vs_views is not None else None
    wish, read = Wish(exact or None, precision, deals, None, seed), make_reading(**reading)
    query = read_query((player, opponent), game, read, wish, board=board, dead=dead)
    with working() as work:
        return matrix.answer(query, own_views, their_views, read, work.progress)

"""``omaha-equity next``: every player's equity after each card that can come."""

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
    from omaha_equity.answers.study import NextCards

EXAMPLES = """\b
Examples:
  omaha-equity next AsAhKdKc Ts9s8h7h --board 9h6s2d
  omaha-equity next QsTsJd2d 'AA!KK' --board AdKs3s --game plo4 --csv
"""


@click.command(
    name="next", short_help="Every equity after each card that can come.", epilog=EXAMPLES
)
@click.argument("players", nargs=-1, metavar="PLAYER PLAYER...")
@table_options
@exact_option
@precision_option
@deals_option
@seed_option
@reading_options
@output_by("study", plot=True)
def command(
    players: tuple[str, ...],
    board: str,
    dead: str,
    game: str | None,
    exact: bool,
    precision: float | None,
    deals: int | None,
    seed: int,
    **reading: Any,
) -> "NextCards":
    """Tell every player's equity after each card that can come next, best for the first first.

    A PLAYER is written as for `equity`; the board has 0 to 4 cards.  Hands are counted exactly,
    and ranges where that is quick or with --exact; else deals are sampled after each card.
    """
    from omaha_equity.questions.wish import Wish
    from omaha_equity.study import next_card

    wish = Wish(exact or None, precision, deals, None, seed)
    query = read_query(players, game, make_reading(**reading), wish, board=board, dead=dead)
    with working() as work:
        return next_card.answer(query, work.progress)

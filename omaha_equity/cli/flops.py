"""``omaha-equity flops``: a spot before the flop over all classes of flops."""

from typing import TYPE_CHECKING, Any

import click

from omaha_equity.cli.options import (
    dead_option,
    deals_option,
    exact_option,
    game_option,
    output_by,
    precision_option,
    reading_options,
    seed_option,
)
from omaha_equity.cli.players import make_reading, read_query
from omaha_equity.cli.progress import working

if TYPE_CHECKING:
    from omaha_equity.answers.study import Flops

EXAMPLES = """\b
Examples:
  omaha-equity flops AsAhKdKc Ts9s8h7h
  omaha-equity flops AA KK --game plo4 --deals 2,000,000
"""


@click.command(name="flops", short_help="Every equity on each class of flops.", epilog=EXAMPLES)
@click.argument("players", nargs=-1, metavar="PLAYER PLAYER...")
@click.option("--board", default="", metavar="CARD", help="Courchevel's exposed card.")
@dead_option
@game_option
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
) -> "Flops":
    """Tell every player's equity on each of the 1,755 classes of flops, and by texture.

    A PLAYER is written as for `equity`.  Hands are counted exactly.  With ranges equally many
    deals of each class are sampled; --precision is of the class that is sure the least.
    """
    from omaha_equity.questions.wish import Wish
    from omaha_equity.study import flops

    wish = Wish(exact or None, precision, deals, None, seed)
    query = read_query(players, game, make_reading(**reading), wish, board=board, dead=dead)
    with working() as work:
        return flops.answer(query, work.progress)

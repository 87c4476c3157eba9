"""``omaha-equity combos``: the equity of every combo of a range."""

from typing import TYPE_CHECKING

import click

from omaha_equity.cli.options import (
    count,
    opponent_option,
    output,
    reading_options,
    sure_options,
    table_options,
)
from omaha_equity.cli.players import read_query
from omaha_equity.cli.progress import working
from omaha_equity.errors import Interrupted

if TYPE_CHECKING:
    from omaha_equity.answers.equities import ComboEquities
    from omaha_equity.questions.reading import Reading
    from omaha_equity.questions.wish import Wish

EXAMPLES = """\b
Examples:
  omaha-equity combos 'AA$ds' --vs 'KK!AA' --board Kd8s4h --game plo4
  omaha-equity combos '10%' --vs AA --board Kd8s4h --game plo4 --list --csv
"""

SHOWN = 20


@click.command(
    name="combos",
    short_help="The equity of every combo of a range, best first.",
    epilog=EXAMPLES,
)
@click.argument("player", metavar="RANGE")
@opponent_option
@table_options
@click.option("--top", type=count, metavar="N", help=f"Show the N best.  [default: {SHOWN}]")
@click.option("--list", "everything", is_flag=True, help="Show every combo.")
@sure_options("exact", "deals")
@reading_options
@output()
def command(
    player: str,
    opponent: str,
    game: str | None,
    top: int | None,
    everything: bool,
    wish: "Wish",
    reading: "Reading",
    **known: str,
) -> "ComboEquities":
    """Show every combo's equity against the opponent, best first.

    RANGE and the opponent are written as for `equity`.  Exact once a flop is dealt, and with
    --exact; before it, deals are sampled.
    """
    if everything and top is not None:
        raise click.UsageError("--list and --top exclude each other; choose one")
    from omaha_equity import api

    shown = None if everything else SHOWN if top is None else top
    query = read_query((player, opponent), game, reading, wish, **known)
    with working() as work:
        try:
            return api.combo_equities(query, work.progress).best(shown)
        except Interrupted as stopped:
            raise Interrupted(stopped.partial.best(shown)) from None

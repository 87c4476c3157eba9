"""``omaha-equity combos``: the equity of every combo of a range."""

from typing import TYPE_CHECKING, Any

import click

from omaha_equity.cli.options import (
    count,
    deals_option,
    exact_option,
    output_options,
    reading_options,
    seed_option,
    table_options,
)
from omaha_equity.cli.players import make_reading, read_query
from omaha_equity.cli.progress import working
from omaha_equity.errors import Interrupted

if TYPE_CHECKING:
    from omaha_equity.report.combos import ComboTable

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
@click.option("--vs", "opponent", required=True, metavar="PLAYER", help="The opponent.")
@table_options
@click.option("--top", type=count, metavar="N", help=f"Show the N best.  [default: {SHOWN}]")
@click.option("--list", "everything", is_flag=True, help="Show every combo.")
@exact_option
@deals_option
@seed_option
@reading_options
@output_options
def command(
    player: str,
    opponent: str,
    board: str,
    dead: str,
    game: str | None,
    top: int | None,
    everything: bool,
    exact: bool,
    deals: int | None,
    seed: int,
    **reading: Any,
) -> "ComboTable":
    """Tell every combo's equity against the opponent, best first.

    RANGE and the opponent are written as for `equity`.  Exact once a flop is dealt, and with
    --exact; before it, deals are sampled.
    """
    if everything and top is not None:
        raise click.UsageError("--list and --top exclude each other; choose one")
    if exact and deals is not None:
        raise click.UsageError("--exact and --deals exclude each other; choose one")
    from omaha_equity import api
    from omaha_equity.questions.wish import Wish

    wish = Wish(exact or None, None, deals, None, seed)
    query = read_query(
        (player, opponent), game, make_reading(**reading), wish, board=board, dead=dead
    )

    own, other = query.names

    def table(found: Any) -> "ComboTable":
        from omaha_equity.report.combos import ComboTable

        shown = None if everything else SHOWN if top is None else top
        return ComboTable(found, own, other, board, dead, seed, shown)

    with working() as work:
        try:
            found = api.combo_equities(query, work.progress)
        except Interrupted as stopped:
            raise Interrupted(table(stopped.partial)) from None
    return table(found)

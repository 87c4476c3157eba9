"""``omaha-equity compare``: how much better one hand or range does than another."""

from typing import TYPE_CHECKING, Any

import click

from omaha_equity.cli.options import (
    deals_option,
    output_options,
    precision_option,
    reading_options,
    seed_option,
    table_options,
)
from omaha_equity.cli.players import make_reading, read_players
from omaha_equity.cli.progress import working

if TYPE_CHECKING:
    from omaha_equity.answers.equities import Comparison

EXAMPLES = """\b
Examples:
  omaha-equity compare AsAhKsKh AsAhKdKc --vs '15%' --game plo4
  omaha-equity compare 'AA$ds' 'AA$ss' --vs KK --vs random --game plo4 --precision 0.01%
"""


@click.command(
    name="compare",
    short_help="How much better one hand or range does than another.",
    epilog=EXAMPLES,
)
@click.argument("first")
@click.argument("second")
@click.option(
    "--vs",
    "opponents",
    multiple=True,
    required=True,
    metavar="PLAYER",
    help="An opponent of both, a hand or a range; may be given several times.",
)
@table_options
@precision_option
@deals_option
@seed_option
@reading_options
@output_options
def command(
    first: str,
    second: str,
    opponents: tuple[str, ...],
    board: str,
    dead: str,
    game: str | None,
    precision: float | None,
    deals: int | None,
    seed: int,
    **reading: Any,
) -> "Comparison":
    """Tell how much more equity FIRST has than SECOND against the same opponents.

    Each is a hand, a range, @FILE or - as for `equity`.  Both are dealt the same opponents'
    hands and the same boards as far as possible, so the difference is sure to far less than
    either equity.  --precision is of the difference.
    """
    from omaha_equity import api

    read = read_players((first, second, *opponents), game, make_reading(**reading))
    own, other, *rest = read.held
    with working() as work:
        return api.compare(
            own,
            other,
            rest,
            board,
            dead,
            read.game,
            precision=precision,
            deals=deals,
            seed=seed,
            progress=work.progress,
        )

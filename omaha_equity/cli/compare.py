"""``omaha-equity compare``: how much better one hand or range does than another."""

from typing import TYPE_CHECKING, Any

import click

from omaha_equity.cli.options import output, reading_options, sure_options, table_options
from omaha_equity.cli.players import read_players
from omaha_equity.cli.progress import working

if TYPE_CHECKING:
    from omaha_equity.answers.equities import Comparison
    from omaha_equity.questions.reading import Reading
    from omaha_equity.questions.wish import Wish

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
@sure_options("precision", "deals")
@reading_options
@output()
def command(
    first: str,
    second: str,
    opponents: tuple[str, ...],
    game: str | None,
    wish: "Wish",
    reading: "Reading",
    **known: Any,
) -> "Comparison":
    """Show how much more equity FIRST has than SECOND against the same opponents.

    Each is a hand, a range, @FILE or - as for `equity`.  Both are dealt the same opponents'
    hands and the same boards as far as possible, so the difference is sure to far less than
    either equity.  --precision is of the difference.
    """
    from omaha_equity import api

    read = read_players((first, second, *opponents), game, reading)
    own, other, *rest = read.held
    with working() as work:
        return api.compare(
            own,
            other,
            rest,
            game=read.game,
            precision=wish.precision,
            deals=wish.deals,
            seed=wish.seed,
            progress=work.progress,
            **known,
        )

"""``omaha-equity settle``: who gets how many chips in a finished hand."""

from typing import TYPE_CHECKING

import click

from omaha_equity.cli.files import read_hand
from omaha_equity.cli.options import output

if TYPE_CHECKING:
    from omaha_equity.pots.settlement import Settlement

EXAMPLES = """\b
Examples:
  omaha-equity settle hand.toml
  omaha-equity settle hand.json --json
  omaha-equity settle - --csv < hand.toml
"""


@click.command(
    name="settle", short_help="Who gets how many chips in a finished hand.", epilog=EXAMPLES
)
@click.argument("file")
@output()
def command(file: str) -> "Settlement":
    """Show who gets how many chips: pot by pot, board by board, half by half.

    FILE is a hand file, TOML or JSON as in docs/settle.md, or - for standard input.
    """
    from omaha_equity import api

    return api.settle(read_hand(file))

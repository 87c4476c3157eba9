"""``omaha-equity equity``: the equity of every player."""

from typing import TYPE_CHECKING, Any

import click

from omaha_equity.cli.options import (
    deals_option,
    exact_option,
    output_options,
    precision_option,
    reading_options,
    seed_option,
    table_options,
    time_option,
)
from omaha_equity.cli.players import read_players
from omaha_equity.cli.talk import say, working

if TYPE_CHECKING:
    from omaha_equity.model import Result

EXAMPLES = """\b
Examples:
  omaha-equity AsAhKdKc Ts9s8h7h
  omaha-equity AsAhKdKc Ts9s8h7h --board "Js 7d 2c" --dead "Ac 2h"
  omaha-equity equity As2sKdQd AhAc3c4h --game o8 --json
  omaha-equity QsTsJd2d 'AA$ds' random --game plo4 --precision 0.1%
  omaha-equity @opening.txt '15%!AA' --game plo4 --board AdKs3s --exact
"""


@click.command(
    name="equity",
    short_help="Equity of 2 to 10 hands or ranges; the word may be left out.",
    epilog=EXAMPLES,
)
@click.argument("players", nargs=-1, metavar="PLAYER PLAYER...")
@table_options
@exact_option
@precision_option
@deals_option
@time_option
@seed_option
@reading_options
@output_options
def command(
    players: tuple[str, ...],
    board: str,
    dead: str,
    game: str | None,
    exact: bool,
    precision: float | None,
    deals: int | None,
    seconds: float | None,
    seed: int,
    **reading: Any,
) -> "Result":
    """Tell the equity of 2 to 10 players.

    A PLAYER is a hand, a range as in docs/ranges.md, random, @FILE with a range in it, or - for
    a range on standard input.  Ranges need --game; put them in single quotes.

    Hands are counted exactly over every board, and ranges where that is quick or with --exact;
    else deals are sampled, and every equity comes with its error.

    The word `equity` may be left out.
    """
    from omaha_equity import api

    held, read = read_players(players, game, **reading)
    with working() as work:
        result = api.equity(
            held,
            board,
            dead,
            game,
            exact=exact or None,
            precision=precision,
            deals=deals,
            seconds=seconds,
            seed=seed,
            reading=read,
            progress=work.progress,
            announce=work.announce,
        )
    if len(held) > result.game.seats:
        say(
            f"warning: {len(held)} players, but {result.game.title} "
            f"is dealt to {result.game.seats} at most"
        )
    return result

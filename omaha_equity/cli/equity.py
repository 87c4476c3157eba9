"""``omaha-equity equity``: the equity of every player."""

from typing import TYPE_CHECKING

import click

from omaha_equity.cli.options import (
    Command,
    count,
    dead_option,
    game_option,
    output,
    players_argument,
    reading_options,
    sure_options,
)
from omaha_equity.cli.players import read_query
from omaha_equity.cli.progress import say, working

if TYPE_CHECKING:
    from omaha_equity.answers.equities import Result
    from omaha_equity.answers.multiboard import BoardsResult
    from omaha_equity.questions.reading import Reading
    from omaha_equity.questions.wish import Wish

EXAMPLES = """\b
Examples:
  omaha-equity AsAhKdKc Ts9s8h7h
  omaha-equity AsAhKdKc Ts9s8h7h --board "Js 7d 2c" --dead "Ac 2h"
  omaha-equity equity As2sKdQd AhAc3c4h --game o8 --json
  omaha-equity QsTsJd2d 'AA$ds' random --game plo4 --precision 0.1%
  omaha-equity @opening.txt '15%!AA' --game plo4 --board AdKs3s --exact
  omaha-equity AsAhKdKc Ts9s8h7h --boards 2 --board 9h6s2d --board Kh8s3d
  omaha-equity KdTd5dJc 8cQd5sJd --board 5h5cTc --runs 2
"""

MOST_BOARDS, MOST_RUNS = 2, 3


def boards_options(command: Command) -> Command:
    """Add the boards: ``--board``, ``--boards``, ``--runs``."""
    known = click.option(
        "--board",
        "known",
        multiple=True,
        metavar="CARDS",
        help="The 0 to 5 known board cards; with --boards 2 once for each board, in order.",
    )
    boards = click.option(
        "--boards", type=count, metavar="N", help="2 deals a double board.  [default: 1]"
    )
    runs = click.option(
        "--runs",
        type=count,
        metavar="N",
        help="Deal what is to come of the board 2 or 3 times.  [default: 1]",
    )
    return known(boards(runs(command)))


@click.command(
    name="equity",
    short_help="Equity of 2 to 10 hands or ranges; the word may be left out.",
    epilog=EXAMPLES,
)
@players_argument
@boards_options
@dead_option
@game_option
@sure_options("exact", "precision", "deals", "seconds")
@reading_options
@output()
def command(
    players: tuple[str, ...],
    known: tuple[str, ...],
    boards: int | None,
    runs: int | None,
    dead: str,
    game: str | None,
    wish: "Wish",
    reading: "Reading",
) -> "Result | BoardsResult":
    """Show the equity of 2 to 10 players.

    A PLAYER is a hand, a range as in docs/ranges.md, random, @FILE with a range in it, or - for
    a range on standard input.  Ranges need --game; put them in single quotes.

    Hands are counted exactly over every board, and ranges where that is quick or with --exact;
    else deals are sampled, and every equity comes with its error.

    With two boards each is played for half the pot, and with several runs each for its part; the
    answer then shows how often a player gets which share of the pot.

    The word `equity` may be left out.
    """
    known, several_runs = _check_boards(known, boards, runs)
    from omaha_equity import api

    query = read_query(players, game, reading, wish, boards=known, runs=several_runs, dead=dead)
    with working() as work:
        result = api.solve(query, progress=work.progress, announce=work.announce)
    if len(query.players) > query.game.seats:
        say(
            f"warning: {len(query.players)} players, but {query.game.title} "
            f"is dealt to {query.game.seats} at most"
        )
    return result


def _check_boards(
    known: tuple[str, ...], boards: int | None, runs: int | None
) -> tuple[tuple[str, ...], int]:
    """Return the known cards of each board, and the runs; 0 = the one board is dealt once."""
    if boards is not None and not 1 <= boards <= MOST_BOARDS:
        raise click.UsageError(f"--boards is {boards}; give 1 or 2, or --runs for one board")
    if runs is not None and not 1 <= runs <= MOST_RUNS:
        raise click.UsageError(f"--runs is {runs}; a board is run 2 or 3 times, or once")
    double, several_runs = boards == MOST_BOARDS, runs is not None and runs > 1
    if double and several_runs:
        raise click.UsageError("--boards 2 and --runs exclude each other; choose one")
    if len(known) > MOST_BOARDS:
        raise click.UsageError(f"--board is given {len(known)} times; there are two boards at most")
    if len(known) > 1 and not double:
        raise click.UsageError(
            "--board is given twice; for a double board add --boards 2, else write all cards of "
            "the board in one --board"
        )
    if double:
        return (*known, "", "")[:MOST_BOARDS], 0
    return known or ("",), runs if runs and several_runs else 0

"""``omaha-equity report``: a spot as one HTML page."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from omaha_equity.cli.files import save, target
from omaha_equity.cli.options import (
    deals_option,
    exact_option,
    precision_option,
    reading_options,
    seed_option,
    table_options,
    time_option,
)
from omaha_equity.cli.players import make_reading, read_query
from omaha_equity.cli.progress import say, working
from omaha_equity.errors import Interrupted

if TYPE_CHECKING:
    from omaha_equity.answers.distribution import Distribution
    from omaha_equity.answers.hits import Hits
    from omaha_equity.questions.plan import Announce, Progress
    from omaha_equity.questions.query import Query
    from omaha_equity.report.html import SpotReport

EXAMPLES = """\b
Examples:
  omaha-equity report AsAhKdKc Ts9s8h7h --board 9h6s2d --html spot.html
  omaha-equity report '5%' '10%' --board Kd8s4h --game plo4 --html spot.html
"""

FLOP, WHOLE_BOARD = 3, 5
CURVE_PRECISION = 0.01
"""Shares of hands on the curve are so sure unless every hand is asked for."""
CURVE_DEALS = 4_000_000
"""Deals of a curve before the flop."""


@click.command(name="report", short_help="A spot as one HTML page to keep.", epilog=EXAMPLES)
@click.argument("players", nargs=-1, metavar="PLAYER PLAYER...")
@click.option("--html", "html_file", required=True, metavar="FILE", help="The page to write.")
@table_options
@exact_option
@precision_option
@deals_option
@time_option
@seed_option
@reading_options
def command(
    players: tuple[str, ...],
    html_file: str,
    board: str,
    dead: str,
    game: str | None,
    exact: bool,
    precision: float | None,
    deals: int | None,
    seconds: float | None,
    seed: int,
    **reading: Any,
) -> None:
    """Write a page with all equities, the next card, how equities are spread, and hits.

    A PLAYER is written as for `equity`, and the options mean the same.  --precision, --deals and
    --time are of the equities at the top; --exact is of everything on the page.

    The page is one file: it needs no network and no other program than a browser.
    """
    from omaha_equity.report import html

    path = target(html_file, "--html", html.ENDINGS)
    from omaha_equity.questions.wish import Wish

    wish = Wish(exact or None, precision, deals, seconds, seed)
    query = read_query(players, game, make_reading(**reading), wish, board=board, dead=dead)
    try:
        with working() as work:
            report = _ask(query, work.progress, work.announce)
    except Interrupted:
        raise KeyboardInterrupt("interrupted; no page is written") from None
    save(path, html.render(report).encode(), "--html")
    say(f"wrote {path}")


def _ask(query: "Query", progress: "Progress", announce: "Announce") -> "SpotReport":
    from omaha_equity import api
    from omaha_equity.answers.equities import Result
    from omaha_equity.questions.plan import part
    from omaha_equity.questions.wish import Wish
    from omaha_equity.report.html import SpotReport
    from omaha_equity.version import __version__

    result = api.solve(query, progress=part(progress, 0, PARTS), announce=announce)
    assert isinstance(result, Result)
    plain = replace(query, wish=Wish(query.wish.exact, seed=query.wish.seed))
    next_cards = None
    if query.cards_to_come:
        from omaha_equity.study import next_card

        next_cards = next_card.answer(plain, part(progress, 1, PARTS))
    curves = _distributions(plain, progress)
    return SpotReport(result, next_cards, curves, _hits(plain), __version__)


PARTS = 4
"""Equities, next cards, and a curve for each of two players."""


def _distributions(query: "Query", progress: "Progress") -> "tuple[Distribution, ...]":
    """For two players, how the equity of each one with a range is spread."""
    if len(query.players) != 2:
        return ()
    from omaha_equity.questions.plan import part
    from omaha_equity.study import distribution

    wish = query.wish
    if not wish.exact and query.board:
        wish = replace(wish, precision=CURVE_PRECISION)
    elif not wish.exact:
        wish = replace(wish, deals=CURVE_DEALS)
    first, second = query.players
    pairs = (first, second), (second, first)
    return tuple(
        distribution.answer(
            replace(query, players=pair, wish=wish), progress=part(progress, 2 + seat, PARTS)
        )
        for seat, pair in enumerate(pairs)
        if not isinstance(pair[0], tuple)
    )


def _hits(query: "Query") -> "tuple[Hits, ...]":
    """What each player has on the board; before the flop, how often each hand flops what."""
    from omaha_equity.hitting import hits

    wanted = [held for held in query.players if query.board or isinstance(held, tuple)]
    return tuple(hits.answer(replace(query, players=(held, None))) for held in wanted)

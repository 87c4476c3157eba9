"""``omaha-equity report``: a spot as one HTML page."""

from typing import TYPE_CHECKING

import click

from omaha_equity.cli.files import save, target
from omaha_equity.cli.options import players_argument, reading_options, sure_options, table_options
from omaha_equity.cli.players import read_query
from omaha_equity.cli.progress import say, working
from omaha_equity.errors import Interrupted

if TYPE_CHECKING:
    from omaha_equity.questions.reading import Reading
    from omaha_equity.questions.wish import Wish

EXAMPLES = """\b
Examples:
  omaha-equity report AsAhKdKc Ts9s8h7h --board 9h6s2d --html spot.html
  omaha-equity report '5%' '10%' --board Kd8s4h --game plo4 --html spot.html
"""


@click.command(name="report", short_help="A spot as one HTML page to keep.", epilog=EXAMPLES)
@players_argument
@click.option("--html", "html_file", required=True, metavar="FILE", help="The page to write.")
@table_options
@sure_options("exact", "precision", "deals", "seconds")
@reading_options
def command(
    players: tuple[str, ...],
    html_file: str,
    game: str | None,
    wish: "Wish",
    reading: "Reading",
    **known: str,
) -> None:
    """Write a page with all equities, the next card, how equities are spread, and hits.

    A PLAYER is written as for `equity`, and the options mean the same.  --precision, --deals and
    --time are of the equities at the top; --exact is of everything on the page.

    The page is one file: it needs no network and no other program than a browser.
    """
    from omaha_equity.report import html
    from omaha_equity.study import page

    path = target(html_file, "--html", html.ENDINGS)
    query = read_query(players, game, reading, wish, **known)
    try:
        with working() as work:
            report = page.answer(query, work.progress, work.announce)
    except Interrupted:
        raise KeyboardInterrupt("interrupted; no page is written") from None
    save(path, html.to_html(report).encode(), "--html")
    say(f"wrote {path}")

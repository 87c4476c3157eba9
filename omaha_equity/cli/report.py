"""``omaha-equity report``: a spot as one HTML page."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from omaha_equity.cards import parse_cards
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
from omaha_equity.cli.players import read_players
from omaha_equity.cli.progress import say, working
from omaha_equity.errors import Interrupted, TextError

if TYPE_CHECKING:
    from omaha_equity.answers.distribution import Distribution
    from omaha_equity.answers.equities import PlayerResult, Result
    from omaha_equity.answers.hits import Hits
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

Progress = Callable[[float], None]


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
    game: str | None,
    dialect: str,
    macros: str | None,
    ordering: str | None,
    **asked: Any,
) -> None:
    """Write a page with all equities, the next card, how equities are spread, and hits.

    A PLAYER is written as for `equity`, and the options mean the same.  --precision, --deals and
    --time are of the equities at the top; --exact is of everything on the page.

    The page is one file: it needs no network and no other program than a browser.
    """
    from omaha_equity.report import html

    path = target(html_file, "--html", html.ENDINGS)
    held, read = read_players(players, game, dialect, macros, ordering)
    asked |= {"game": game, "exact": asked["exact"] or None, "reading": read}
    try:
        with working() as work:
            report = _ask(held, asked, work.progress, work.announce)
    except Interrupted:
        raise KeyboardInterrupt("interrupted; no page is written") from None
    save(path, html.render(report).encode(), "--html")
    say(f"wrote {path}")


def _ask(held: list[Any], asked: dict[str, Any], progress: Progress, announce: Any) -> "SpotReport":
    from omaha_equity import api
    from omaha_equity.questions.query import read_cards
    from omaha_equity.report.html import SpotReport
    from omaha_equity.version import __version__

    known = len(read_cards(asked["board"], "board"))
    result = api.equity(held, **asked, progress=_part(progress, 0), announce=announce)
    common = {name: asked[name] for name in ("board", "dead", "game", "exact", "reading")}
    common["seed"] = asked["seed"]
    next_cards = None
    if known < WHOLE_BOARD:
        from omaha_equity.study.next_card import next_card

        next_cards = next_card(held, progress=_part(progress, 1), **common)
    return SpotReport(
        result,
        next_cards,
        _distributions(held, result, known, common, progress),
        _hits(held, result, known, common),
        __version__,
    )


PARTS = 4
"""Equities, next cards, and a curve for each of two players."""


def _part(progress: Progress, number: int) -> Progress:
    return lambda share: progress((number + share) / PARTS)


def _is_hand(player: "PlayerResult") -> bool:
    # Beside a range a hand comes back as the range of this one hand.
    if player.cards:
        return True
    try:
        return bool(parse_cards(player.name))
    except TextError:
        return False


def _distributions(
    held: list[Any], result: "Result", known: int, common: dict[str, Any], progress: Progress
) -> "tuple[Distribution, ...]":
    """For two players, how the equity of each one with a range is spread."""
    if len(held) != 2:
        return ()
    from omaha_equity.study.distribution import distribution

    sure: dict[str, Any] = {}
    if not common["exact"]:
        sure = {"precision": CURVE_PRECISION} if known >= FLOP else {"deals": CURVE_DEALS}
    return tuple(
        distribution(
            held[seat], held[1 - seat], progress=_part(progress, 2 + seat), **common, **sure
        )
        for seat, player in enumerate(result.players)
        if not _is_hand(player)
    )


def _hits(
    held: list[Any], result: "Result", known: int, common: dict[str, Any]
) -> "tuple[Hits, ...]":
    """What each player has on the board; before the flop, how often each hand flops what."""
    from omaha_equity.hitting.hits import hits

    wanted = [
        one
        for one, player in zip(held, result.players, strict=True)
        if known >= FLOP or (_is_hand(player) and not known)
    ]
    asked = {name: common[name] for name in ("board", "dead", "reading")}
    return tuple(hits(one, game=result.game, **asked) for one in wanted)

"""``omaha-equity range``: what a range holds, and why a hand is in it or is not."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from omaha_equity.cli.players import make_reading
from omaha_equity.cli.progress import say
from omaha_equity.games import GAMES
from omaha_equity.ranges.summary import ClassCount, ListedHand, Listing

if TYPE_CHECKING:
    from omaha_equity.ranges.range import Range

EXAMPLES = """\b
Examples:
  omaha-equity range 'AA$ds'
  omaha-equity range 'AK:(xx)!AAA' --contains AsKs7d2c
  omaha-equity range '15%' --ordering my_list.txt --list
  omaha-equity range --percentile AsKsQhJh
  omaha-equity range @opening.txt --game plo5 --json
"""
VIEWS = ("hands", "classes", "contains", "percentile")


@click.command(
    name="range", short_help="What a range holds, and why a hand is in it.", epilog=EXAMPLES
)
@click.argument("text", required=False)
@click.option("--game", metavar="NAME", help=f"{', '.join(GAMES)}.  [default: plo4]")
@click.option("--dead", default="", metavar="CARDS", help="Cards that no hand may hold.")
@click.option(
    "--dialect",
    default="generic",
    metavar="NAME",
    help="generic, or plo for the shorthand of newer tools.  [default: generic]",
)
@click.option("--macros", metavar="FILE", help="Own macros: lines of name,range.")
@click.option("--ordering", metavar="NAME|FILE", help="What per cent means.")
@click.option("--list", "hands", is_flag=True, help="Print every hand.")
@click.option("--classes", is_flag=True, help="Print every class: hands equal up to suits.")
@click.option("--contains", metavar="HAND", help="Say whether HAND is in the range, and why.")
@click.option("--percentile", metavar="HAND", help="Say where HAND stands in the ordering.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV; by itself every hand.")
def command(text: str | None, as_json: bool, as_csv: bool, **asked: Any) -> None:
    """Count and describe the hands of the range TEXT.

    TEXT is written as in docs/ranges.md; - reads it from standard input, @FILE from a file.
    Put it in single quotes: * $ ! and ( mean something to most shells.
    """
    views = [view for view in VIEWS if asked[view]]
    if len(views) > 1 or (as_json and as_csv):
        names = ["--list" if view == "hands" else f"--{view}" for view in views]
        excluded = names if len(names) > 1 else ["--json", "--csv"]
        raise click.UsageError(f"{' and '.join(excluded)} exclude each other; choose one")
    if text is None and not asked["percentile"]:
        raise click.UsageError("no range; give one, or - to read it from standard input")
    view = views[0] if views else "hands" if as_csv else "summary"
    answer = _answer(view, _read_text(text or "*"), asked)
    from omaha_equity.report import ranges as report

    report.write(answer, sys.stdout, "json" if as_json else "csv" if as_csv else "terminal")


def _answer(view: str, text: str, asked: dict[str, Any]) -> Any:
    if view == "percentile":
        from omaha_equity import api

        return api.percentile(asked["percentile"], asked["game"], asked["ordering"])
    found = _read_range(text, asked)
    if view == "contains":
        return found.explain(asked["contains"])
    if view == "classes":
        return Listing(ClassCount, found.classes())
    if view == "hands":
        return Listing(ListedHand, found.listed())
    if found.why_empty:
        say(f"warning: the range is empty: {found.why_empty}")
    return found.breakdown()


def _read_range(text: str, asked: dict[str, Any]) -> "Range":
    from omaha_equity import api
    from omaha_equity.games import game_named
    from omaha_equity.questions.reading import read_range

    game = game_named(asked["game"]) if asked["game"] else api.game_of(asked["contains"] or "")
    reading = make_reading(asked["dialect"], asked["macros"], asked["ordering"])
    found = read_range(text, game, asked["dead"], reading)
    for warning in found.warnings:
        say(f"warning: {warning}")
    return found


def _read_text(text: str) -> str:
    """Return the text itself, or what standard input or a file holds."""
    if text == "-":
        return sys.stdin.read().strip()
    if not text.startswith("@"):
        return text
    try:
        return Path(text[1:]).read_text(encoding="utf-8-sig").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise click.UsageError(f"range file {text[1:]!r} cannot be read: {reason}") from None

"""What players hold, as it is typed: hands, ranges, ``random``, ``@FILE``, ``-``."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from omaha_equity.cards import parse_cards
from omaha_equity.cli.progress import say
from omaha_equity.errors import TextError

if TYPE_CHECKING:
    from omaha_equity.games import Game
    from omaha_equity.questions.reading import Reading

LISTS = (".csv", ".gz")
"""Ends of the names of files with a hand and a weight in each line."""
ANY_HAND = ("random", "any")
MOST_HOLE_CARDS = 7


@dataclass(frozen=True, eq=False)
class Listed:
    """A range from a file of hands, called by the file's name in reports and errors."""

    text: str
    game: "Game"
    combos: Any
    weights: Any


def read_players(
    texts: Sequence[str],
    game: str | None,
    dialect: str,
    macros: str | None,
    ordering: str | None,
) -> "tuple[list[str | Listed], Reading | None]":
    """Fetch ranges from files and standard input, and warn of the traps in range texts.

    Returns:
        What each player holds, and how ranges are read; None where there are only hands.
    """
    if texts.count("-") > 1:
        raise click.UsageError("- stands more than once; standard input can be read only once")
    players = [_fetch(text, game) for text in texts]
    if all(isinstance(player, str) and _is_hand(player) for player in players):
        return players, None
    listed = [player.game.name for player in players if not isinstance(player, str)]
    named = game or next(iter(listed), None)
    if named is None:
        # Ranges of no game: the API says what is missing.
        return players, None
    from omaha_equity import Reading, api

    own = api.read_macros(macros)
    for seat, player in enumerate(players, 1):
        if isinstance(player, str) and not (_is_hand(player) or player.lower() in ANY_HAND):
            _warn(player, f"player {seat}", named, dialect, own)
    return players, Reading(dialect, ordering, own)


def _warn(text: str, who: str, game: str, dialect: str, macros: dict[str, str]) -> None:
    from omaha_equity import api

    # Reads all texts, so that an error in the last comes before NumPy is loaded for the first.
    for warning in api.range_warnings(text, game, dialect, macros):
        say(f"warning: {who}: {warning}")


def _is_hand(text: str) -> bool:
    try:
        return 0 < len(parse_cards(text)) <= MOST_HOLE_CARDS
    except TextError:
        return False


def _fetch(text: str, game: str | None) -> str | Listed:
    if text == "-":
        return " ".join(sys.stdin.read().split())
    if not text.startswith("@"):
        return text
    path = Path(text[1:])
    if path.suffix.lower() not in LISTS:
        return _read_text(path)
    from omaha_equity import Range

    listed = Range.from_file(path, game)
    return Listed(text, listed.game, listed.combos, listed.weights)


def _read_text(path: Path) -> str:
    try:
        return " ".join(path.read_text(encoding="utf-8-sig").split())
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise click.UsageError(f"range file {str(path)!r} cannot be read: {reason}") from None

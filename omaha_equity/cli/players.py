"""What players hold, as it is typed: hands, ranges, ``random``, ``@FILE``, ``-``."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from omaha_equity.cli.progress import say

if TYPE_CHECKING:
    from omaha_equity.games import Game
    from omaha_equity.questions.query import Query
    from omaha_equity.questions.reading import Players, Reading
    from omaha_equity.questions.wish import Wish

LISTS = (".csv", ".gz")
"""Ends of the names of files with a hand and a weight in each line."""


@dataclass(frozen=True, eq=False)
class Listed:
    """A range from a file of hands, called by the file's name in reports and errors."""

    text: str
    game: "Game"
    combos: Any
    weights: Any


class OwnMacros(Mapping[str, str]):
    """The user's own macros, which are looked up only once a range asks for them."""

    def __init__(self, path: str | None) -> None:
        self._path = path

    @cached_property
    def _found(self) -> dict[str, str]:
        from omaha_equity import api

        return api.read_macros(self._path)

    def __getitem__(self, name: str) -> str:
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


def make_reading(dialect: str, macros: str | None, ordering: str | None) -> "Reading":
    """Say how range texts are read."""
    from omaha_equity.questions.reading import Reading

    return Reading(dialect, ordering, OwnMacros(macros))


def read_query(
    texts: Sequence[str | None],
    game: str | None,
    reading: "Reading",
    wish: "Wish | None" = None,
    **known: Any,
) -> "Query":
    """Read a question, ranges from files and standard input too, and warn of traps in texts.

    Args:
        texts: what each player holds; None for any hand.
        known: board, boards, runs and dead, as for `Query.of`.
    """
    from omaha_equity.questions.query import ANY_WISH, Query

    players = _fetch_all(texts, game)
    query = Query.of(players, game=game, wish=wish or ANY_WISH, reading=reading, **known)
    _warn(query.warnings)
    return query


def read_players(texts: Sequence[str], game: str | None, reading: "Reading") -> "Players":
    """Read what players hold who are not all in one question; else as `read_query`."""
    from omaha_equity.questions import reading as questions

    players = questions.read_players(_fetch_all(texts, game), game, reading)
    _warn(questions.warnings_of(players.held))
    return players


def _fetch_all(texts: Sequence[str | None], game: str | None) -> list[str | Listed | None]:
    if texts.count("-") > 1:
        raise click.UsageError("- is given more than once; standard input can be read only once")
    return [_fetch(text, game) for text in texts]


def _warn(warnings: Sequence[str]) -> None:
    for warning in warnings:
        say(f"warning: {warning}")


def _fetch(text: str | None, game: str | None) -> str | Listed | None:
    if text == "-":
        return " ".join(sys.stdin.read().split())
    if text is None or not text.startswith("@"):
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

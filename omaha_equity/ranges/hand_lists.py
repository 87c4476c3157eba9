"""Files of ``hand,weight[,...]`` lines, as solvers export them."""

import csv
import gzip
import zlib
from collections.abc import Iterator
from functools import partial
from math import comb, isfinite
from pathlib import Path
from typing import TextIO

from omaha_equity.cards import DECK_SIZE, format_cards, parse_cards
from omaha_equity.errors import TextError

MOST_HANDS = 3_000_000
MOST_CHARACTERS = 10_000
"""Of a line."""


def read_hands(path: Path, hole_cards: int | None) -> tuple[list[tuple[int, ...]], list[float]]:
    """Read hands and weights; a first line that begins with no hand is a header.

    Args:
        path: a text file; ``.gz`` is decompressed.
        hole_cards: how many cards a hand has; None = as many as the first.

    Raises:
        TextError: naming the file and the line.
    """
    hands: list[tuple[int, ...]] = []
    weights: list[float] = []
    try:
        with _open(path) as file:
            for number, row in enumerate(_rows(file), 1):
                if not row or not row[0].strip() or row[0].lstrip().startswith("#"):
                    continue
                try:
                    hand, weight = _read_row(row, hole_cards)
                except TextError as error:
                    if number == 1:
                        continue
                    raise TextError(f"{path}, line {number}: {error}") from None
                hole_cards = len(hand)
                if len(hands) == most_hands(hole_cards):
                    raise TextError(f"range file {path} holds more than {len(hands):,} hands")
                hands.append(hand)
                weights.append(weight)
    except (OSError, EOFError, zlib.error, UnicodeDecodeError, csv.Error) as error:
        reason = getattr(error, "strerror", None) or str(error) or "it cannot be decompressed"
        raise TextError(f"range file {path} cannot be read: {reason}") from None
    if not hands:
        raise TextError(f"range file {path} holds no hands; write lines like AsKsQhJh,0.5")
    return hands, weights


def _open(path: Path) -> TextIO:
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8-sig", newline="")
    return path.open(encoding="utf-8-sig", newline="")


def most_hands(hole_cards: int) -> int:
    """How many hands a file may list: all there are, up to `MOST_HANDS`."""
    return min(comb(DECK_SIZE, hole_cards), MOST_HANDS)


def _rows(file: TextIO) -> Iterator[list[str]]:
    lines = iter(partial(file.readline, MOST_CHARACTERS), "")
    return map(_row, lines)


def _row(line: str) -> list[str]:
    if len(line) == MOST_CHARACTERS:
        raise csv.Error(f"a line is longer than {MOST_CHARACTERS:,} characters")
    return next(csv.reader([line]), [])


def _read_row(row: list[str], hole_cards: int | None) -> tuple[tuple[int, ...], float]:
    hand = parse_cards(row[0], "hand")
    size = hole_cards or len(hand)
    if len(hand) != size or not 4 <= size <= 7:
        wanted = hole_cards or "4 to 7"
        raise TextError(f"hand {row[0].strip()!r} has {len(hand)} cards, not {wanted}")
    if len(set(hand)) != size:
        raise TextError(f"hand {format_cards(hand)} holds a card twice")
    written = row[1].strip() if len(row) > 1 else ""
    try:
        weight = float(written or 1)
    except ValueError:
        weight = -1.0
    if not (isfinite(weight) and weight >= 0):
        raise TextError(f"weight {written!r} is not a number of 0 or more")
    return hand, weight

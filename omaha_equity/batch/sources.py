"""Where lines come from: JSON Lines, CSV or Parquet, a file or standard input, block by block."""

import csv
import io
import json
import os
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from math import isfinite
from pathlib import Path
from typing import IO, Any, Literal, Protocol, Self, TextIO

from omaha_equity.batch import parquet
from omaha_equity.batch.lines import (
    HAND_COLUMNS,
    OTHER_COLUMNS,
    Line,
    Spot,
    read_spot,
    strip_hands,
)
from omaha_equity.errors import TextError
from omaha_equity.games import MAX_PLAYERS

Form = Literal["csv", "jsonl", "parquet"]

STANDARD = "-"
ENDINGS: dict[str, Form] = {
    ".csv": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "jsonl",
    ".parquet": "parquet",
    ".pq": "parquet",
}
BLOCK = 4096
"""Lines that are understood together."""
MOST_CHARACTERS = 1 << 20
"""Of a line; what is longer is cut, and its row is a problem."""
MOST_LINES = 100
"""Of one CSV row, whose quoted fields may hold line ends."""
DELIMITERS = ",;\t"
BETWEEN = "\x1f"
LIST = "hands"
"""The column that holds every player's hand in a list."""


class Source(Protocol):
    """Lines of one form.

    Attributes:
        form: which; seats: for how many players a row has room.
    """

    form: Form
    seats: int

    def lines(self) -> Iterator[Line]:
        """All lines in order; blank ones are passed over."""

    def share(self) -> float | None:
        """About how much has been read, 0 to 1; None = nobody knows how much there is."""


@contextmanager
def open_source(name: str) -> Iterator[Source]:
    """Open a file, or standard input for ``-``; its name or its first letter tells the form.

    Raises:
        TextError: it cannot be opened, or is of no known form.
    """
    if name == STANDARD:
        yield _text_source(sys.stdin.buffer, "standard input", None)
        return
    path = Path(name)
    form = ENDINGS.get(path.suffix.lower())
    try:
        with path.open("rb") as file:
            if form == "parquet" or (form is None and _peek(file) == b"PAR1"):
                yield _ParquetSource(name)
            else:
                yield _text_source(file, repr(name), form)
    except OSError as error:
        if error.filename != name and error.filename != str(path):
            raise
        raise TextError(f"{name!r} cannot be read: {error.strerror}") from None


def blocks(lines: Iterator[Line]) -> Iterator[list[Line]]:
    """Cut lines into blocks."""
    while block := list(islice(lines, BLOCK)):
        yield block


def _peek(file: IO[bytes]) -> bytes:
    start = file.read(4)
    file.seek(0)
    return start


def _text_source(file: IO[bytes], name: str, form: Form | None) -> Source:
    # A byte that is not UTF-8 spoils its own line only.
    text = io.TextIOWrapper(file, "utf-8-sig", errors="surrogateescape", newline="")
    lines = _Lines(text)
    first = next((line for line in lines if line.strip()), "")
    if "\0" in first:
        raise TextError(f"{name} is not UTF-8 text; save it as UTF-8")
    if form is None:
        form = "jsonl" if first.lstrip().startswith("{") else "csv"
    if form == "csv":
        return _CsvSource(file, lines, first, name)
    lines.give_back(0)
    return _JsonSource(file, lines)


def _size_of(file: IO[bytes]) -> int:
    """The size of a file in bytes; 0 for a stream."""
    try:
        return os.fstat(file.fileno()).st_size
    except (OSError, ValueError):
        return 0


def _spoilt(text: str) -> str:
    """What is wrong with a line whatever its form, or ""."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return "a byte is not UTF-8 text; save the file as UTF-8"
    return ""


class _TextSource:
    def __init__(self, file: IO[bytes], lines: "_Lines") -> None:
        self._file = file
        self._lines = lines
        self._size = _size_of(file)

    def share(self) -> float | None:
        if not self._size:
            return None
        return min(1.0, self._file.tell() / self._size)


class _JsonSource(_TextSource):
    form: Form = "jsonl"
    seats = MAX_PLAYERS

    def lines(self) -> Iterator[Line]:
        for raw in self._lines:
            self._lines.taken.clear()
            if raw.strip():
                yield _json_line(self._lines.number, raw)


def _json_line(number: int, raw: str) -> Line:
    problem = _spoilt(raw)
    if problem:
        return Line(number, None, None, problem, raw)
    try:
        fields = json.loads(raw)
    except RecursionError:
        return Line(number, None, None, "this is not JSON: it is nested too deep", raw)
    except ValueError as error:
        return Line(number, None, None, f"this is not JSON: {error}", raw)
    if not isinstance(fields, dict):
        return Line(number, None, None, "this is not a JSON object; write { } around it", raw)
    return _line_of(number, fields, raw)


def _line_of(number: int, fields: dict[str, Any], raw: str) -> Line:
    name = fields.get("id")
    number_or_text = isinstance(name, str | int) or (isinstance(name, float) and isfinite(name))
    if name is not None and not number_or_text:
        return Line(number, None, None, "id: give a text or a number", raw)
    try:
        return Line(number, name, read_spot(fields), "", raw)
    except TextError as error:
        return Line(number, name, None, str(error), raw)


class _CsvSource(_TextSource):
    form: Form = "csv"

    def __init__(self, file: IO[bytes], lines: "_Lines", header: str, name: str) -> None:
        super().__init__(file, lines)
        self._delimiter = max(DELIMITERS, key=header.count)
        try:
            titles = next(csv.reader([header], delimiter=self._delimiter), [])
        except csv.Error as error:
            raise TextError(f"{name}: the first line names no columns: {error}") from None
        self.columns = [title.strip().lower() for title in titles]
        _check_columns(self.columns, name)
        self.seats = sum(column in HAND_COLUMNS for column in self.columns)
        self._hands = [self.columns.index(name) for name in HAND_COLUMNS[: self.seats]]
        self._id, self._game, self._board, self._dead = (
            self.columns.index(name) if name in self.columns else None
            for name in ("id", "game", "board", "dead")
        )
        simple = {*self._hands, self._id, self._game, self._board, self._dead}
        self._others = [place for place in range(len(self.columns)) if place not in simple]

    def lines(self) -> Iterator[Line]:
        for number, row, problem in _rows(self._lines, self._delimiter, len(self.columns)):
            yield self._line(number, row, problem)

    def _line(self, number: int, row: list[str], problem: str) -> Line:
        raw = BETWEEN.join(row)
        if problem or (problem := _spoilt(raw)):
            return Line(number, None, None, problem, raw)
        name = row[self._id] or None if self._id is not None else None
        try:
            return Line(number, name, self._spot(row), "", raw)
        except TextError as error:
            return Line(number, name, None, str(error), raw)

    def _spot(self, row: list[str]) -> Spot:
        for place in self._others:
            if row[place]:
                return read_spot(dict(zip(self.columns, row, strict=True)))
        return Spot(
            strip_hands([row[place] for place in self._hands]),
            "" if self._board is None else row[self._board],
            "" if self._dead is None else row[self._dead],
            "" if self._game is None else row[self._game],
        )


class _ParquetSource:
    form: Form = "parquet"

    def __init__(self, name: str) -> None:
        self._file = parquet.open_file(name)
        self.columns = [column.lower() for column in self._file.schema_arrow.names]
        if LIST in self.columns:
            self.seats = MAX_PLAYERS
            _check_columns(self.columns, repr(name), listed=True)
        else:
            self.seats = sum(column in HAND_COLUMNS for column in self.columns)
            _check_columns(self.columns, repr(name))
        self._read = 0

    def lines(self) -> Iterator[Line]:
        for rows in parquet.rows(self._file, BLOCK):
            for row in rows:
                self._read += 1
                fields = dict(zip(self.columns, row.values(), strict=True))
                yield _line_of(self._read, fields, repr(row))

    def share(self) -> float | None:
        rows = self._file.metadata.num_rows
        return self._read / rows if rows else 1.0


def _check_columns(columns: Sequence[str], name: str, listed: bool = False) -> None:
    known = f"hand1, hand2 ... hand{MAX_PLAYERS}, {', '.join(OTHER_COLUMNS)}"
    if not columns:
        raise TextError(f"{name} is empty; the first line names columns: {known}")
    for column in columns:
        if column not in (*HAND_COLUMNS, *OTHER_COLUMNS, *([LIST] if listed else [])):
            raise TextError(f"{name}: column {column!r} is unknown; known are {known}")
        if columns.count(column) > 1:
            raise TextError(f"{name}: column {column!r} is given twice")
    seats = sum(column in HAND_COLUMNS for column in columns)
    wanted = HAND_COLUMNS[: max(seats, 0 if listed else 2)]
    missing = next((column for column in wanted if column not in columns), None)
    if missing:
        raise TextError(f"{name}: column {missing!r} is missing")


class _Lines:
    """The lines of a text, counted; some can be given back to be read again.

    Attributes:
        number: of the line read last, from 1.
        taken: the lines read since this was cleared.
    """

    def __init__(self, text: TextIO) -> None:
        self.number = 0
        self.taken: list[str] = []
        self._text = text
        self._cut = False
        self._back: deque[str] = deque()

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> str:
        line = self._back.popleft() if self._back else self._next()
        self.number += 1
        self.taken.append(line)
        return line

    def _next(self) -> str:
        """The next line, at most so long; the rest of the one before is passed over."""
        while self._cut:
            self._cut = _is_cut(self._text.readline(MOST_CHARACTERS))
        line = self._text.readline(MOST_CHARACTERS)
        if not line:
            raise StopIteration
        self._cut = _is_cut(line)
        return line

    def row(self) -> Iterator[str]:
        """The lines that one CSV row may take."""
        return islice(self, MOST_LINES)

    def give_back(self, keep: int) -> None:
        """Give back all lines that were taken but the first few."""
        back = self.taken[keep:]
        self._back.extendleft(reversed(back))
        self.number -= len(back)


def _is_cut(line: str) -> bool:
    return len(line) == MOST_CHARACTERS and not line.endswith(("\n", "\r"))


def _rows(lines: _Lines, delimiter: str, width: int) -> Iterator[tuple[int, list[str], str]]:
    """Every row that is not blank, with the number of its first line and what is wrong with it.

    Where a quote is not closed on its line and what follows makes no row either, that line
    alone is spoilt, and the next ones are read for themselves.
    """
    while True:
        lines.taken.clear()
        number, problem, row = lines.number + 1, "", []
        try:
            row = next(csv.reader(lines.row(), delimiter=delimiter, strict=True))
        except StopIteration:
            return
        except csv.Error as error:
            problem = f"this is not CSV: {error}"
        if row and len(row) != width:
            problem = f"{len(row)} fields, but the first line names {width} columns"
        if problem and len(lines.taken) > 1:
            problem = "a quote is opened and not closed"
        if problem:
            row = [lines.taken[0]]
            lines.give_back(1)
        if row:
            yield number, row, problem

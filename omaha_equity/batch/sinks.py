"""How rows are written: JSON Lines, CSV or Parquet; the columns are those of ``docs/batch.md``."""

import csv
import io
import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from omaha_equity.batch import parquet
from omaha_equity.batch.answers import FIGURES
from omaha_equity.batch.pipeline import Row
from omaha_equity.batch.sources import Form
from omaha_equity.version import __version__

COLUMNS = (
    "id",
    "line",
    "problem",
    "game",
    "exact",
    "deals",
    "low_deals",
    "seed",
    "version",
)
TIMING = "milliseconds"
GROUP_ROWS = 1 << 16
"""Rows in one group of a Parquet file, whenever they were written."""
TRUTH = {True: "true", False: "false", None: None}


class Sink(Protocol):
    """Rows as bytes of one form; what is written in parts is whole when put together."""

    def start(self) -> bytes:
        """What stands before all rows."""

    def encode(self, rows: Sequence[Row]) -> bytes:
        """Rows as bytes."""

    def finish(self, work: Path, target: Path) -> None:
        """Make the output of all that was written."""


def make_sink(form: Form, seats: int, timing: bool) -> Sink:
    """Return what writes rows for up to this many players.

    Raises:
        TextError: Parquet is asked for and pyarrow is not installed.
    """
    if form == "csv":
        return _CsvSink(seats, timing)
    return _JsonSink(timing) if form == "jsonl" else _ParquetSink(seats, timing)


def _columns(seats: int, timing: bool) -> list[str]:
    players = [f"{figure}{seat}" for seat in range(1, seats + 1) for figure in FIGURES]
    return [*COLUMNS, *([TIMING] if timing else []), *players]


def _head(row: Row, timing: bool) -> list[Any]:
    """A row's values up to its players."""
    line, answer, milliseconds = row
    head = [line.id, line.number, *answer[:-1], __version__]
    return [*head, round(milliseconds, 3)] if timing else head


class _Plain:
    """What is whole as it is written."""

    def finish(self, work: Path, target: Path) -> None:
        work.replace(target)


class _CsvSink(_Plain):
    def __init__(self, seats: int, timing: bool) -> None:
        self._columns = _columns(seats, timing)
        self._timing = timing

    def start(self) -> bytes:
        return _as_csv([self._columns])

    def encode(self, rows: Sequence[Row]) -> bytes:
        return _as_csv([self._row(row) for row in rows])

    def _row(self, row: Row) -> list[Any]:
        values = _head(row, self._timing)
        values[4] = TRUTH[row.answer.exact]
        for figures in row.answer.players:
            values += figures
        values += [None] * (len(self._columns) - len(values))
        return values


def _whole(text: str) -> str:
    """The text without halves of characters, which JSON can hold and UTF-8 cannot."""
    return text.encode("utf-8", "replace").decode()


def _as_csv(rows: Sequence[Sequence[Any]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    if "\r" in text.getvalue():
        # Some writers leave it bare, and readers end the row there.
        text = io.StringIO()
        for row in rows:
            bare = any(isinstance(value, str) and "\r" in value for value in row)
            quoted = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
            (quoted if bare else csv.writer(text, lineterminator="\n")).writerow(row)
    return text.getvalue().encode("utf-8", "replace")


class _JsonSink(_Plain):
    def __init__(self, timing: bool) -> None:
        self._timing = timing
        self._names = (*COLUMNS, TIMING)

    def start(self) -> bytes:
        return b""

    def encode(self, rows: Sequence[Row]) -> bytes:
        return b"".join([self._row(row) for row in rows])

    def _row(self, row: Row) -> bytes:
        told = dict(zip(self._names, _head(row, self._timing), strict=False))
        told["problem"] = row.answer.problem or None
        told["players"] = [
            dict(zip(FIGURES, figures, strict=True)) for figures in row.answer.players
        ]
        return json.dumps(told, ensure_ascii=False).encode("utf-8", "replace") + b"\n"


class _ParquetSink:
    """Rows are kept as Arrow record batches until all are there, then written as Parquet."""

    def __init__(self, seats: int, timing: bool) -> None:
        self._arrow = parquet.library()
        self._columns = _columns(seats, timing)
        self._timing = timing
        self._schema = self._arrow.schema([(name, self._type(name)) for name in self._columns])

    def start(self) -> bytes:
        return bytes(self._schema.serialize())

    def encode(self, rows: Sequence[Row]) -> bytes:
        table = [self._row(row) for row in rows]
        columns = [
            self._arrow.array(values, field.type)
            for values, field in zip(zip(*table, strict=True), self._schema, strict=True)
        ]
        return bytes(self._arrow.record_batch(columns, schema=self._schema).serialize())

    def finish(self, work: Path, target: Path) -> None:
        # Made anew, so that neither a file nor a link that is there is written to.
        hidden = target.with_name(f".{target.name}.{os.getpid()}.tmp")
        file = hidden.open("xb")
        try:
            with file, self._arrow.parquet.ParquetWriter(file, self._schema) as out:
                for group in self._groups(work):
                    out.write_table(group, GROUP_ROWS)
            hidden.replace(target)
        finally:
            hidden.unlink(missing_ok=True)
        work.unlink()

    def _groups(self, work: Path) -> Iterator[Any]:
        """Equal groups of rows, however they were written."""
        waiting: list[Any] = []
        with work.open("rb") as file, self._arrow.ipc.open_stream(file) as stream:
            for batch in stream:
                waiting.append(batch)
                if sum(map(len, waiting)) >= GROUP_ROWS:
                    table = self._table(waiting)
                    yield table[:GROUP_ROWS].combine_chunks()
                    waiting = table[GROUP_ROWS:].to_batches()
        if waiting:
            yield self._table(waiting)

    def _table(self, batches: Sequence[Any]) -> Any:
        return self._arrow.Table.from_batches(batches, self._schema).combine_chunks()

    def _type(self, name: str) -> Any:
        if name in ("id", "problem", "game", "version"):
            return self._arrow.string()
        if name == "exact":
            return self._arrow.bool_()
        if name == "line":
            return self._arrow.int64()
        return self._arrow.uint64() if name == "seed" else self._arrow.float64()

    def _row(self, row: Row) -> list[Any]:
        values = _head(row, self._timing)
        values[0] = None if row.line.id is None else _whole(str(row.line.id))
        values[2] = _whole(row.answer.problem) or None
        for figures in row.answer.players:
            values += [None if figure is None else float(figure) for figure in figures]
        values[5:7] = [None if deals is None else float(deals) for deals in values[5:7]]
        return values + [None] * (len(self._columns) - len(values))

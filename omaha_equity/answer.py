"""What all answers have in common: the question, JSON, tables in notebooks, data frames."""

import json
from collections.abc import Iterable, Iterator
from fractions import Fraction
from html import escape
from importlib import import_module
from itertools import islice
from typing import Any, ClassVar

SCHEMA_VERSION = 1
FRAMES = ("pandas", "polars")
ROWS_IN_NOTEBOOKS = 60


class Answer:
    """An answer to a question: rows of plain values, and facts about all of them.

    Attributes:
        query: what was asked, such as a `Query`, a hand, or a text.
        columns: the columns of `rows`, where rows differ in theirs or there can be none.
    """

    query: Any
    columns: ClassVar[tuple[str, ...]] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values (see ``docs/json.md``)."""
        raise NotImplementedError

    def rows(self) -> Iterable[dict[str, Any]]:
        """Return what CSV and data frames hold, a mapping for each row."""
        raise NotImplementedError

    @property
    def title(self) -> str:
        """The question in words."""
        raise NotImplementedError

    def to_json(self) -> str:
        """Return `to_dict` as JSON text."""
        return "".join(self.json_parts())

    def json_parts(self) -> Iterator[str]:
        """Yield `to_json` piece by piece: all at once, where an answer is not longer than that."""
        yield json.dumps(self.to_dict(), indent=2)

    def to_dataframe(self) -> Any:
        """Return `rows` as a pandas data frame, or a polars one where only that is installed.

        Raises:
            ImportError: neither is installed.
        """
        for name in FRAMES:
            try:
                return import_module(name).DataFrame(list(self.rows()))
            except ModuleNotFoundError:
                continue
        raise ImportError("a data frame needs pandas or polars, and neither is installed")

    def _repr_html_(self) -> str:
        rows = list(islice(self.rows(), ROWS_IN_NOTEBOOKS + 1))
        head = "".join(f"<th>{escape(name)}</th>" for name in rows[0]) if rows else ""
        body = "".join(
            "<tr>"
            + "".join(f"<td>{escape(_shown(value))}</td>" for value in row.values())
            + "</tr>"
            for row in rows[:ROWS_IN_NOTEBOOKS]
        )
        more = "; and more rows" if len(rows) > ROWS_IN_NOTEBOOKS else ""
        caption = f"<caption>{escape(self.title + more)}</caption>"
        return f"<table>{caption}<tr>{head}</tr>{body}</table>"


def plain(count: int | Fraction) -> int | float:
    """A count as JSON has it; with weights that are not whole per cents it is not whole."""
    return int(count) if count == int(count) else float(count)


def _shown(value: Any) -> str:
    return f"{value:.5g}" if isinstance(value, float) else "" if value is None else str(value)

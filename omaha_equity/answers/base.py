"""What all answers of studies have in common: JSON, tables in notebooks, data frames."""

import json
from html import escape
from importlib import import_module
from typing import Any

FRAMES = ("pandas", "polars")
ROWS_IN_NOTEBOOKS = 60


class Answer:
    """An answer that is rows of plain values, and facts about all of them."""

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values (see ``docs/json.md``)."""
        raise NotImplementedError

    def rows(self) -> list[dict[str, Any]]:
        """Return what CSV and data frames hold, a mapping for each row."""
        raise NotImplementedError

    @property
    def title(self) -> str:
        """The question in words."""
        raise NotImplementedError

    def to_json(self) -> str:
        """Return `to_dict` as JSON text."""
        return json.dumps(self.to_dict(), indent=2)

    def to_dataframe(self) -> Any:
        """Return `rows` as a pandas data frame, or a polars one where only that is installed.

        Raises:
            ImportError: neither is installed.
        """
        for name in FRAMES:
            try:
                return import_module(name).DataFrame(self.rows())
            except ModuleNotFoundError:
                continue
        raise ImportError("a data frame needs pandas or polars, and neither is installed")

    def _repr_html_(self) -> str:
        rows = self.rows()
        head = "".join(f"<th>{escape(name)}</th>" for name in rows[0]) if rows else ""
        body = "".join(
            "<tr>"
            + "".join(f"<td>{escape(_shown(value))}</td>" for value in row.values())
            + "</tr>"
            for row in rows[:ROWS_IN_NOTEBOOKS]
        )
        left = len(rows) - ROWS_IN_NOTEBOOKS
        more = f"; {left:,} more rows" if left > 0 else ""
        caption = f"<caption>{escape(self.title + more)}</caption>"
        return f"<table>{caption}<tr>{head}</tr>{body}</table>"


def _shown(value: Any) -> str:
    return f"{value:.5g}" if isinstance(value, float) else "" if value is None else str(value)

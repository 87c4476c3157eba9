"""CSV with a header line; shares lie between 0 and 1 and are not rounded."""

import csv
from typing import Any, TextIO

from omaha_equity.answer import Answer

WORDS = {True: "true", False: "false"}


def write(answer: Answer, out: TextIO) -> None:
    """Write a header line and the answer's rows."""
    rows = iter(answer.rows())
    first = next(rows, None)
    names = answer.columns or tuple(first or ())
    writer = csv.DictWriter(out, names, lineterminator="\n", restval="")
    writer.writeheader()
    if first is not None:
        writer.writerow(_cells(first))
        writer.writerows(map(_cells, rows))


def _cells(row: dict[str, Any]) -> dict[str, Any]:
    return {name: WORDS[value] if isinstance(value, bool) else value for name, value in row.items()}

"""JSON, as documented in ``docs/json.md``."""

from typing import TextIO

from omaha_equity.answer import Answer


def write(answer: Answer, out: TextIO) -> None:
    """Write one JSON value and a line end."""
    for part in answer.json_parts():
        out.write(part)
    out.write("\n")

"""JSON, as documented in ``docs/json.md``."""

from typing import TextIO

from omaha_equity.model import Evaluation, Result


def write(answer: Result | Evaluation, out: TextIO) -> None:
    """Write one JSON object and a line end."""
    out.write(answer.to_json() + "\n")

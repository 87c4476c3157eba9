"""JSON, as documented in ``docs/json.md``."""

from typing import TextIO

from omaha_equity.answers.equities import Comparison, Evaluation, Result
from omaha_equity.answers.multiboard import BoardsResult
from omaha_equity.report.combos import ComboTable


def write(
    answer: Result | BoardsResult | Comparison | ComboTable | Evaluation, out: TextIO
) -> None:
    """Write one JSON object and a line end."""
    out.write(answer.to_json() + "\n")

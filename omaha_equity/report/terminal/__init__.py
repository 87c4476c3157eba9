"""Text for people: a view for each kind of answer, loaded when it is needed."""

from importlib import import_module
from typing import TextIO

from omaha_equity.answer import Answer

VIEWS = {
    "Result": "equities",
    "Comparison": "equities",
    "ComboEquities": "equities",
    "Evaluation": "equities",
    "BoardsResult": "multiboard",
    "ExpectedChips": "chips",
    "PotOdds": "chips",
    "Settlement": "settlement",
    "HandResult": "histories",
    "HandStream": "histories",
    "Totals": "histories",
    "RangeSummary": "ranges",
    "Explanation": "ranges",
    "Standing": "ranges",
    "Listing": "ranges",
    "NextCards": "study",
    "Distribution": "study",
    "Flops": "study",
    "Matrix": "study",
    "Hits": "hits",
    "Outs": "hits",
    "Nuts": "hits",
    "SpotReport": "spot",
}
"""Classes of answers, each with the module here that writes it."""


def write(answer: Answer, out: TextIO) -> None:
    """Write the answer as text, coloured and as wide as the terminal if ``out`` is one."""
    view = VIEWS[type(answer).__name__]
    import_module(f"omaha_equity.report.terminal.{view}").write(answer, out)

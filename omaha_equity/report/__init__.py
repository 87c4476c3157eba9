"""Answers as people and programs read them: a file for each form."""

from importlib import import_module
from typing import TextIO

from omaha_equity.answer import Answer

TERMINAL = "terminal"
FORMATS = {
    "json": "Print JSON (docs/json.md).",
    "csv": "Print CSV with a header line.",
}
"""The forms that commands offer beside text, each a module here; what ``--help`` says of each."""


def write(answer: Answer, out: TextIO, form: str = TERMINAL) -> None:
    """Write an answer in a form; only that form's module is loaded."""
    import_module(f"omaha_equity.report.{form}").write(answer, out)

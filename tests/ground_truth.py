"""Known answers in `data`, and longer lists that may lie beside the checkout."""

import json
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).parent / "data"
LISTS = Path(__file__).resolve().parents[2] / "shared" / "ground-truth"
"""Lists that are too long for the repository, or not ours to give away."""


def needs(name: str) -> pytest.MarkDecorator:
    """Skip a test where the list ``name`` is absent."""
    return pytest.mark.skipif(
        not (LISTS / name).is_file(), reason=f"{name} is not beside this checkout ({LISTS})"
    )


def equities() -> list[dict[str, Any]]:
    """Exact equities with counts."""
    found: list[dict[str, Any]] = json.loads((DATA / "equities.json").read_text())
    return found


def range_counts() -> dict[str, int]:
    """Texts of ranges and their combos of four cards."""
    found: dict[str, int] = json.loads((DATA / "range_counts.json").read_text())
    return found


def cases() -> dict[str, dict[str, Any]]:
    """Questions from public places, by id."""
    return {case["id"]: case for case in _lines("cases.jsonl")}


def showdowns() -> list[dict[str, Any]]:
    """Real showdowns."""
    return _lines("showdowns.jsonl")


def _lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]

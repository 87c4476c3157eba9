"""The shared files of known answers, which lie beside the checkout and not in it."""

import json
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "ground-truth"
MISSING = f"the known answers are not beside this checkout ({FOLDER})"


def needs(name: str) -> pytest.MarkDecorator:
    """Skip a test where the file ``name`` is absent."""
    return pytest.mark.skipif(not (FOLDER / name).is_file(), reason=f"{name}: {MISSING}")


def equities() -> list[dict[str, Any]]:
    """Exact equities with counts."""
    path = FOLDER / "equities.json"
    return json.loads(path.read_text()) if path.is_file() else []


def cases() -> dict[str, dict[str, Any]]:
    """Questions from public places, by id."""
    return {case["id"]: case for case in _lines("cases.jsonl")}


def showdowns() -> list[dict[str, Any]]:
    """Real showdowns."""
    return _lines("showdowns.jsonl")


def _lines(name: str) -> list[dict[str, Any]]:
    path = FOLDER / name
    if not path.is_file():
        return []
    return [json.loads(line) for line in path.read_text().splitlines()]

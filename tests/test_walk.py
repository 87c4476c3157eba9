"""How far a question walks: which files work on it, and how often each text is read.

A file works on a question if one of its functions is entered while the question is answered,
in a fresh process whose kernels are compiled.  Bodies of modules and classes, and what
they call while they are imported, do not count: importing a file is not working with it.
"""

import ast
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from textwrap import dedent

import pytest

import omaha_equity

PACKAGE = Path(omaha_equity.__file__).parent

WATCH = """
import json, sys, threading
import omaha_equity as oe

package = oe.__file__.removesuffix("__init__.py")
files, parsed = set(), []

def watch(frame, event, _):
    code = frame.f_code
    if event != "call" or not code.co_filename.startswith(package):
        return
    if code.co_name == "parse" and code.co_filename.endswith("parser.py"):
        parsed.append(frame.f_locals["text"])
    if code.co_filename not in files and code.co_flags & 1 and not is_importing(frame):
        files.add(code.co_filename)

def is_importing(frame):
    while frame is not None:
        if frame.f_code.co_name == "<module>" and frame.f_code.co_filename.startswith(package):
            return True
        frame = frame.f_back
    return False

def answer():
    {question}

threading.setprofile(watch)
sys.setprofile(watch)
answer()
sys.setprofile(None)
print(json.dumps([sorted(name.removeprefix(package) for name in files), parsed]))
"""


def walk(question: str) -> tuple[list[str], list[str]]:
    """Answer a question in a fresh process: files that work on it, texts parsed as ranges."""
    script = WATCH.replace("{question}", question)
    done = subprocess.run(
        [sys.executable, "-c", dedent(script)], capture_output=True, text=True, check=True
    )
    files, parsed = json.loads(done.stdout)
    return files, parsed


@pytest.mark.parametrize(
    ("question", "most", "wanted"),
    [
        ('oe.solve(oe.Query.of(["AsAhKdKc", "Ts9s8h7h"]))', 12, "engine/count_numpy.py"),
        (
            'oe.solve(oe.Query.of(["QsTsJd2d", "AA"], "AdKs3s7h2c", game="plo4"))',
            26,
            "engine/sweep.py",
        ),
    ],
)
def test_few_files_work_on_a_question(question: str, most: int, wanted: str) -> None:
    files, _ = walk(question)
    assert wanted in files
    assert "questions/query.py" in files
    assert len(files) <= most, files


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        ('oe.equity(["AsAhKdKc", "Ts9s8h7h"])', []),
        ('oe.equity(["QsTsJd2d", "AA!KK"], "AdKs3s7h", game="plo4")', ["AA!KK"]),
        ('oe.next_card(["QsTsJd2d", "AAKK"], "AdKs3s7h", game="plo4")', ["AAKK"]),
        (
            'oe.matrix("AA,KK", "QQ!AA", oe.parse_views("Aces\\nAA\\nKings\\nKK"), '
            'board="Qd8s4h2c", game="plo4")',
            ["AA,KK", "QQ!AA", "AA", "KK"],
        ),
        (
            'oe.distribution("AA", "KK!AA", "Kd8s4h2c", game="plo4", street="river", '
            'against="range")',
            ["AA", "KK!AA"],
        ),
    ],
)
def test_each_text_is_parsed_once(question: str, texts: list[str]) -> None:
    _, parsed = walk(question)
    # A star is every hand, which the program itself asks for.
    assert Counter(text for text in parsed if text != "*") == Counter(texts)
    assert parsed.count("*") <= 1


@pytest.mark.parametrize("game", ["plo6", "plo7"])
def test_a_hand_beside_a_range_never_becomes_a_range(game: str) -> None:
    hand = "AsAhKdKcQdQc2s"[: 2 * int(game[3])]
    _, parsed = walk(f'oe.Query.of(["{hand}", None], game="{game}")')
    assert parsed == []
    files, _ = walk(
        "from omaha_equity.engine.combos import possible_combos; "
        f'possible_combos(oe.Query.of(["{hand}", None], game="{game}"))'
    )
    assert "engine/combos.py" in files
    assert not [name for name in files if name.startswith("ranges/")]


def test_commands_know_nothing_of_the_engine_even_for_types() -> None:
    for path in (PACKAGE / "cli").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [name.name for name in node.names] if isinstance(node, ast.Import) else []
            assert not [n for n in names if n.startswith("omaha_equity.engine")], path.name

"""The command line as tests call it: in this process, or in one of its own."""

import io
import logging
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, Protocol

import pytest

from omaha_equity.cli.exits import Exit
from omaha_equity.cli.main import main
from omaha_equity.engine import solve
from omaha_equity.engine.solve import Experience
from omaha_equity.kernels import load
from omaha_equity.ranges import macros

ROOT = Path(__file__).parent.parent
HEAVY = {"numpy", "numba", "rich"}
"""Modules that neither help nor errors in texts may wait for."""
LOADED = """
import sys
from omaha_equity.cli.main import main
main()
print("loaded", *sys.modules)
"""


class Ran(NamedTuple):
    """What came of a command."""

    code: int
    out: str
    err: str


class Run(Protocol):
    """Run a command with these words."""

    def __call__(self, *words: str, stdin: str | bytes = "") -> Ran: ...


@pytest.fixture
def run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Run]:
    """Run commands at the root of the checkout, without the user's own macros."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(macros, "user_file", lambda: tmp_path / "none.txt")

    def run_main(*words: str, stdin: str | bytes = "") -> Ran:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), "utf-8"))
        # Each run stands for a fresh process, which has not turned to the kernels yet.
        monkeypatch.setattr(solve, "_experience", Experience())
        monkeypatch.setattr(load, "_loaded", {})
        return Ran(main(words), *capsys.readouterr())

    yield run_main
    # Commands that announce the compiler silence the engine, which says the same.
    logging.getLogger("omaha_equity").setLevel(logging.NOTSET)


def spawn(*words: str, code: str = "", stdin: str = "") -> Ran:
    """Run in a fresh process: the command, or ``code`` in Python."""
    command = ["-c", code] if code else ["-m", "omaha_equity"]
    done = subprocess.run(
        [sys.executable, *command, *words], cwd=ROOT, input=stdin, capture_output=True, text=True
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def loaded_by(*words: str, stdin: str = "") -> set[str]:
    """Modules that a command loads in a fresh process."""
    ran = spawn(*words, code=LOADED, stdin=stdin)
    assert ran.code == 0, ran.err
    mark, *modules = ran.out.splitlines()[-1].split()
    assert mark == "loaded"
    return set(modules)


def assert_one_line(ran: Ran, code: Exit, *words: str) -> None:
    """The command said one line, with these words, and printed nothing."""
    assert (ran.code, ran.out) == (code, "")
    assert re.fullmatch(r"omaha-equity: .*\n", ran.err)
    for word in words:
        assert word in ran.err

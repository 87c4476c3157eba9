"""What the README and the pages show is what happens."""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from cli import ROOT, Ran

from omaha_equity.cli.exits import Exit

README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").rglob("*.md"))]
FAILS_IN_PART = "docs/examples/spots.csv"
"""A file with one line that cannot be answered."""
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path, language: str) -> list[str]:
    return [text for kind, text in BLOCK.findall(page.read_text()) if kind == language]


def console_examples(page: Path) -> list[tuple[str, str]]:
    """Every ``$ command`` in a console block, with the output that follows it."""
    examples = []
    for block in blocks(page, "console"):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = example.partition("\n")
            examples.append((command, output.rstrip()))
    return examples


def assert_shown(ran: Ran, command: str, output: str) -> None:
    assert "\n".join(line.rstrip() for line in ran.out.splitlines()).rstrip() == output, ran.err
    partly = FAILS_IN_PART in command
    assert (ran.code, bool(ran.err)) == ((Exit.SOME_FAILED, True) if partly else (Exit.DONE, False))


@pytest.mark.parametrize(
    ("command", "output"),
    # A page may repeat another's example.
    dict.fromkeys(example for page in PAGES for example in console_examples(page)),
)
def test_commands_print_what_the_pages_show(run, command: str, output: str) -> None:
    program, *words = shlex.split(command)
    assert program == "omaha-equity"
    assert_shown(run(*words), command, output)


@pytest.mark.parametrize("page", ["README.md", "docs/batch.md"])
def test_the_installed_command_prints_what_the_page_shows(page: str) -> None:
    command, output = console_examples(ROOT / page)[0]
    program, *words = shlex.split(command)
    installed = Path(sys.executable).with_name(program)
    done = subprocess.run([installed, *words], cwd=ROOT, capture_output=True, text=True)
    assert_shown(Ran(done.returncode, done.stdout, done.stderr), command, output)


@pytest.mark.parametrize("block", blocks(README, "python"))
def test_python_examples_give_what_the_readme_shows(block: str) -> None:
    test = doctest.DocTestParser().get_doctest(block, {}, "README", str(README), 0)
    assert test.examples
    failures, _ = doctest.DocTestRunner().run(test)
    assert not failures


def test_the_readme_has_examples_and_one_test_command() -> None:
    assert console_examples(README)
    assert blocks(README, "python")
    assert README.read_text().count("<!-- test command -->\n```sh\n") == 1

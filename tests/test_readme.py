"""What the README and the command's page show is what happens."""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
PAGES = [README, *(ROOT / "docs" / name for name in ("cli.md", "batch.md", "histories.md"))]
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


@pytest.mark.parametrize(
    ("command", "output"), [example for page in PAGES for example in console_examples(page)]
)
def test_commands_print_what_the_pages_show(command: str, output: str) -> None:
    program, *words = shlex.split(command)
    installed = Path(sys.executable).with_name(program)
    done = subprocess.run([installed, *words], capture_output=True, text=True, check=False)
    said = "\n".join(line.rstrip() for line in done.stdout.splitlines()).rstrip()
    assert said == output, done.stderr
    assert done.returncode == (5 if FAILS_IN_PART in command else 0)


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

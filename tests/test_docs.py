"""The pages say what is there."""

import doctest
import json
import re
from pathlib import Path

import pytest

import omaha_equity

ROOT = Path(__file__).parent.parent
RULE = re.compile(r"\bR\d+\b")
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "tables/README.md"])


def rooms() -> list[str]:
    folders = [path.parent.name + "/" for path in ROOT.glob("omaha_equity/*/__init__.py")]
    files = [path.name for path in ROOT.glob("omaha_equity/[!_]*.py")]
    return sorted(folders + files)


@pytest.mark.parametrize("room", rooms())
def test_architecture_names_every_room(room: str) -> None:
    table = (ROOT / "docs/architecture.md").read_text().partition("## Rooms")[2]
    first_column = "".join(line.split("|")[1] for line in table.splitlines() if line[:1] == "|")
    assert f"`{room}`" in first_column


def test_tables_readme_describes_every_table() -> None:
    manifest = json.loads((ROOT / "tables/manifest.json").read_text())
    page = (ROOT / "tables/README.md").read_text()
    rows = [line for line in page.splitlines() if line.startswith("| `") and "/" not in line]
    assert len(rows) == len(manifest)
    for name, facts in manifest.items():
        shape = " × ".join(f"{size:,}" for size in facts["shape"])
        row = f"| `{name}.npy` | {shape} | {facts['dtype']} | {facts['bytes']:,} |"
        assert any(line.startswith(row) for line in rows), row


def test_tables_readme_describes_every_ordering() -> None:
    manifest = json.loads((ROOT / "tables/orderings/manifest.json").read_text())
    page = (ROOT / "tables/README.md").read_text()
    rows = [line for line in page.splitlines() if line.startswith("| `orderings/")]
    assert len(rows) == len(manifest)
    for name, facts in manifest.items():
        [classes] = facts["shape"]
        row = f"| `orderings/{name}.npy` | {classes:,} | {facts['dtype']} | {facts['bytes']:,} |"
        assert any(line.startswith(row) for line in rows), row


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_and_file_names_lead_somewhere(page: Path) -> None:
    text = page.read_text()
    links = re.findall(r"\]\((?!https?:)([^)#]+)", text)
    missing = [link for link in links if not (page.parent / link).exists()]
    names = re.findall(r"`((?:omaha_equity|tables|tests|docs)/[\w/]+\.\w+)`", text)
    missing += [name for name in names if not (ROOT / name).exists()]
    assert not missing


def test_every_cited_rule_can_be_looked_up() -> None:
    rules = re.findall(r"^### (R\d+)$", (ROOT / "docs/rules.md").read_text(), re.MULTILINE)
    assert rules == [f"R{number}" for number in range(1, 17)]
    cited = {
        rule
        for path in ROOT.glob("omaha_equity/**/*.py")
        for rule in RULE.findall(path.read_text())
    }
    assert cited
    assert cited <= set(rules)


def test_the_api_pages_name_everything_public_once() -> None:
    pages = [path.read_text() for path in ROOT.glob("docs/api/*.md")]
    named = re.findall(r"^::: omaha_equity\.(\w+)$", "\n".join(pages), re.MULTILINE)
    assert sorted(named) == sorted(set(omaha_equity.__all__) - {"__version__"})


def test_python_on_the_page_about_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    page = (ROOT / "docs/batch.md").read_text()
    [block] = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    test = doctest.DocTestParser().get_doctest(block, {}, "batch.md", None, 0)
    assert test.examples
    assert not doctest.DocTestRunner().run(test).failed

"""One-word tasks, the same for people and CI: ``.venv/bin/nox -s lint``.

They run in the environment that nox itself is installed in (``pip install -e ".[dev]"``;
``bench`` needs the extra ``bench`` too, ``peers`` installs it).  Words after ``--`` go to the tool.
"""

import sys
import tempfile
from pathlib import Path

import nox

nox.options.default_venv_backend = "none"
nox.options.sessions = ["lint", "types", "walls", "tables", "docs", "test", "kernels"]

BIN = Path(sys.executable).parent
SPOT = ("AsAhKdKc", "Ts9s8h7h")
SPOT_BOARDS = "1,086,008"


def python(session: nox.Session, *words: str) -> None:
    session.run(sys.executable, *words, *session.posargs)


@nox.session
def test(session: nox.Session) -> None:
    """Run the tests and the examples in docstrings."""
    python(session, "-m", "pytest", "-n", "auto", "--dist", "worksteal")


@nox.session
def kernels(session: nox.Session) -> None:
    """Run the kernels with checked bounds, each compiled anew for it."""
    python(session, "-m", "pytest", "-m", "kernels")


@nox.session
def exhaustive(session: nox.Session) -> None:
    """Run the tests that take minutes."""
    python(session, "-m", "pytest", "-n", "auto", "--dist", "worksteal", "-m", "exhaustive")


@nox.session
def lint(session: nox.Session) -> None:
    """Check style and layout."""
    session.run(sys.executable, "-m", "ruff", "check", ".")
    session.run(sys.executable, "-m", "ruff", "format", "--check", ".")


@nox.session
def types(session: nox.Session) -> None:
    """Check types strictly."""
    python(session, "-m", "mypy")


@nox.session
def walls(session: nox.Session) -> None:
    """Check which room imports which."""
    session.run(str(BIN / "lint-imports"))


@nox.session
def tables(session: nox.Session) -> None:
    """Rebuild the rank tables in memory and compare them with the files."""
    python(session, "tables/generate.py", "--check")


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation into ``site/``, where every warning is an error."""
    python(session, "-m", "mkdocs", "build", "--strict")


@nox.session
def golden(session: nox.Session) -> None:
    """Ask what was asked before a rework, and print every answer that changed."""
    python(session, "tests/golden/net.py", "check")


@nox.session
def wheel(session: nox.Session) -> None:
    """Build sdist and, from it, the wheel; run the wheel in an empty environment."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        session.run(sys.executable, "-m", "build", "--outdir", name, silent=True)
        [built] = folder.glob("*.whl")
        session.run(sys.executable, "-m", "venv", str(folder / "empty"))
        session.run(str(folder / "empty/bin/pip"), "install", "--quiet", str(built))
        with session.chdir(folder):
            said = session.run(str(folder / "empty/bin/omaha-equity"), *SPOT, silent=True)
    session.log(said)
    if SPOT_BOARDS not in str(said) or "%" not in str(said):
        session.error(f"the installed command did not count {SPOT_BOARDS} boards")


@nox.session
def bench(session: nox.Session) -> None:
    """Time the benchmarks against their goals."""
    python(session, "-m", "pytest", "benchmarks")


@nox.session
def peers(session: nox.Session) -> None:
    """Install other libraries, and time the same questions there and here."""
    session.run(sys.executable, "-m", "pip", "install", "--quiet", "-e", ".[bench]")
    python(session, "benchmarks/peers.py")

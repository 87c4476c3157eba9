"""Settings for all benchmarks."""

import pytest
from goals import Goals

import omaha_equity

_goals = Goals()


@pytest.fixture(scope="session")
def goals() -> Goals:
    return _goals


@pytest.fixture(scope="session", autouse=True)
def _warm() -> None:
    omaha_equity.warmup()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _goals.rows:
        terminalreporter.section("goals")
        for line in _goals.lines():
            terminalreporter.line(line)

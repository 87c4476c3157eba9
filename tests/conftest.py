"""Settings for all tests, and what many share."""

import os

import pytest
from cli import run

__all__ = ["run"]


def pytest_configure(config: pytest.Config) -> None:
    """Compile the kernels once, before parallel workers would each compile them."""
    in_worker = hasattr(config, "workerinput")
    if in_worker or not config.getoption("numprocesses", None):
        return
    if os.environ.get("NUMBA_DISABLE_JIT", "0") == "0":
        import omaha_equity

        omaha_equity.warmup()

"""This machine: compiled kernels and rank tables."""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def warmup(progress: Callable[[str, int, int], None] | None = None) -> None:
    """Compile and cache every kernel, so that no later call waits for the compiler.

    Args:
        progress: called with a kernel's name, its number and how many there are.
    """
    from omaha_equity.engine import warm

    warm.compile_all(progress)


def is_warm() -> bool:
    """Whether every kernel has been compiled and cached on this machine."""
    from omaha_equity.kernels import jit

    return jit.is_warm()


def cache_folder() -> "Path | None":
    """Where compiled kernels are kept; None = nowhere, because no folder can be written."""
    from omaha_equity.kernels import jit

    return jit.cache_folder()


def check_tables() -> dict[str, str]:
    """Check every rank table; return what is wrong with it by name, "" when it is sound.

    >>> check_tables()["flush"]
    ''
    """
    from omaha_equity import tables

    return tables.faults(tables.FOLDER)

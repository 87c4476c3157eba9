"""The one decorator for all kernels, and where compiled kernels are kept.

A compiled kernel does not notice a change in another file that it calls, so the cache
folder's name carries a hash of all kernel sources, the versions and the processor.
"""

import hashlib
import os
import platform
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import llvmlite
import numba
import numpy as np
import platformdirs
from numba.core import config

from omaha_equity.kernels.cache import KernelCache, private_folder

_CACHE_VARIABLE = "OMAHA_EQUITY_CACHE"
_WARM_MARK = "warm"

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile ``function`` on first use: no GIL, no Python objects, cached on disk."""
    compiled: F = numba.njit(nogil=True, error_model="numpy")(function)
    folder = cache_folder()
    if folder and not config.DISABLE_JIT:
        compiled._cache = KernelCache(function, folder)  # type: ignore[attr-defined]
    return compiled


@cache
def cache_folder() -> Path | None:
    """Where compiled kernels are kept; None = nowhere, because no folder can be written."""
    base = os.environ.get(_CACHE_VARIABLE) or platformdirs.user_cache_dir("omaha-equity")
    return private_folder(Path(base) / f"kernels-{_fingerprint()}")


def is_warm() -> bool:
    """Whether every kernel has been compiled and cached on this machine."""
    folder = cache_folder()
    return folder is not None and (folder / _WARM_MARK).exists()


def is_cached(compiled: Any) -> bool:
    """Whether this kernel has been compiled and cached on this machine."""
    kept = getattr(compiled, "_cache", None)
    return isinstance(kept, KernelCache) and kept.is_filled()


def mark_warm() -> None:
    """Remember that every kernel has been compiled and cached."""
    folder = cache_folder()
    if folder is not None:
        (folder / _WARM_MARK).touch()


def _fingerprint() -> str:
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    facts = (
        numba.__version__,
        llvmlite.__version__,
        np.__version__,
        platform.python_version(),
        platform.machine(),
        llvmlite.binding.get_host_cpu_name(),
        llvmlite.binding.get_host_cpu_features().flatten(),
        config.CPU_NAME,
        config.CPU_FEATURES,
        config.BOUNDSCHECK,
        config.ENABLE_AVX,
    )
    digest.update(repr(facts).encode())
    return digest.hexdigest()[:16]

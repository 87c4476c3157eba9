"""Kernels, imported when first needed, with a word when they must be compiled first."""

import logging
from importlib import import_module
from types import ModuleType

_ENTRANCES = {
    "count": "count_boards",
    "multiboard": "share_boards",
    "sampling": "sample_deals",
    "sampling_boards": "sample_boards",
    "sampling_pots": "sample_pots",
    "sweep": "sweep_boards",
}
_loaded: dict[str, ModuleType] = {}


def any_loaded() -> bool:
    """Whether this process has paid for importing Numba."""
    return bool(_loaded)


def count() -> ModuleType:
    """Return `omaha_equity.kernels.count`."""
    return _load("count")


def sampling() -> ModuleType:
    """Return `omaha_equity.kernels.sampling`."""
    return _load("sampling")


def sweep() -> ModuleType:
    """Return `omaha_equity.kernels.sweep`."""
    return _load("sweep")


def multiboard() -> ModuleType:
    """Return `omaha_equity.kernels.multiboard`."""
    return _load("multiboard")


def sampling_boards() -> ModuleType:
    """Return `omaha_equity.kernels.sampling_boards`."""
    return _load("sampling_boards")


def sampling_pots() -> ModuleType:
    """Return `omaha_equity.kernels.sampling_pots`."""
    return _load("sampling_pots")


def _load(name: str) -> ModuleType:
    if name not in _loaded:
        module = import_module(f"omaha_equity.kernels.{name}")
        jit = import_module("omaha_equity.kernels.jit")
        if not jit.is_cached(getattr(module, _ENTRANCES[name])):
            logging.getLogger("omaha_equity").warning(
                "compiling kernels, once on this machine; 'omaha-equity warmup' does it beforehand"
            )
        _loaded[name] = module
    return _loaded[name]

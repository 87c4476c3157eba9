"""Kernels, imported when first needed, with a word when they must be compiled first."""

import logging
from importlib import import_module
from types import ModuleType

_ENTRANCES = {
    "count": "count_boards",
    "multiboard": "share_boards",
    "deals": "deal_block",
    "reduce": "count_showdowns",
    "sweep": "sweep_boards",
}
_loaded: dict[str, ModuleType] = {}


def any_loaded() -> bool:
    """Whether this process has paid for importing Numba."""
    return bool(_loaded)


def count() -> ModuleType:
    """Return `omaha_equity.kernels.count`."""
    return _load("count")


def deals() -> ModuleType:
    """Return `omaha_equity.kernels.deals`."""
    return _load("deals")


def reduce() -> ModuleType:
    """Return `omaha_equity.kernels.reduce`."""
    return _load("reduce")


def sweep() -> ModuleType:
    """Return `omaha_equity.kernels.sweep`."""
    return _load("sweep")


def multiboard() -> ModuleType:
    """Return `omaha_equity.kernels.multiboard`."""
    return _load("multiboard")


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

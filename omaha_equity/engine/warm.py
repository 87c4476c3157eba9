"""Compile and cache every kernel beforehand."""

from collections.abc import Callable

from omaha_equity.engine import evaluator, exact
from omaha_equity.query import Query

_HOLE = [[51, 50, 49, 48]]
_BOARD = [[0, 5, 10, 15, 16]]


def compile_all(progress: Callable[[str, int, int], None] | None = None) -> None:
    """Call every kernel once; see `omaha_equity.api.warmup`."""
    from omaha_equity.kernels import jit

    steps: dict[str, Callable[[], object]] = {
        "exact equity": lambda: exact.solve(Query.of(["AsAhKdKc", "Ts9s8h7h"]), "numba"),
        "high values": lambda: evaluator.evaluate_many(_HOLE, _BOARD),
        "low values": lambda: evaluator.evaluate_many_low(_HOLE, _BOARD),
    }
    for number, (name, step) in enumerate(steps.items(), 1):
        if progress:
            progress(name, number, len(steps))
        step()
    jit.mark_warm()

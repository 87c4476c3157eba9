"""Compile and cache every kernel beforehand."""

from collections.abc import Callable

from omaha_equity.cards import parse_cards
from omaha_equity.engine import by_combo, evaluator, exact, ranges
from omaha_equity.games import PLO4
from omaha_equity.query import Query, RangeQuery, Wish
from omaha_equity.ranges.range import Range

_HOLE = [[51, 50, 49, 48]]
_BOARD = [[0, 5, 10, 15, 16]]


def compile_all(progress: Callable[[str, int, int], None] | None = None) -> None:
    """Call every kernel once; see `omaha_equity.api.warmup`."""
    from omaha_equity.kernels import jit

    steps: dict[str, Callable[[], object]] = {
        "exact equity": lambda: exact.solve(Query.of(["AsAhKdKc", "Ts9s8h7h"]), "numba"),
        "high values": lambda: evaluator.evaluate_many(_HOLE, _BOARD),
        "low values": lambda: evaluator.evaluate_many_low(_HOLE, _BOARD),
        "sampled ranges": lambda: ranges.solve(_two_ranges(Wish(deals=1))),
        "swept ranges": lambda: by_combo.equities(_two_ranges(Wish(exact=True))),
    }
    for number, (name, step) in enumerate(steps.items(), 1):
        if progress:
            progress(name, number, len(steps))
        step()
    jit.mark_warm()


def _two_ranges(wish: Wish) -> RangeQuery:
    texts = ("AAKK@50,QQJJ@100", "TT99")
    board = parse_cards("2c3d4h5s6c")
    return RangeQuery(PLO4, tuple(Range(text, PLO4) for text in texts), board, (), wish)

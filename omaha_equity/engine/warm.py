"""Compile and cache every kernel beforehand."""

from collections.abc import Callable

from omaha_equity.cards import parse_cards
from omaha_equity.engine import (
    by_combo,
    chips,
    evaluator,
    exact,
    multiboard,
    multiboard_sampled,
    ranges,
    several_ranges,
)
from omaha_equity.games import PLO4
from omaha_equity.pots.hand import PotHand, Seat
from omaha_equity.questions.query import BoardsQuery, Query, RangeBoardsQuery, RangeQuery, Wish
from omaha_equity.ranges.range import Range

_HOLE = [[51, 50, 49, 48]]
_BOARD = [[0, 5, 10, 15, 16]]


def compile_all(progress: Callable[[str, int, int], None] | None = None) -> None:
    """Call every kernel once; see `omaha_equity.api.warmup`."""
    from omaha_equity.kernels import jit

    steps: dict[str, Callable[[], object]] = {
        **_equities(),
        "high values": lambda: evaluator.evaluate_many(_HOLE, _BOARD),
        "low values": lambda: evaluator.evaluate_many_low(_HOLE, _BOARD),
        "several boards": lambda: multiboard.solve(
            _two_boards(), multiboard_sampled.sample_distributions
        ),
        "sampled boards": lambda: several_ranges.solve(_ranges_on_boards(Wish(deals=1))),
        "late boards": lambda: several_ranges.solve(_ranges_on_boards(Wish())),
        "expected chips": lambda: chips.expect(_three_handed(), Wish(deals=1)),
    }
    for number, (name, step) in enumerate(steps.items(), 1):
        if progress:
            progress(name, number, len(steps))
        step()
    jit.mark_warm()


def compile_equities() -> None:
    """Call the kernels behind equities on one board, before workers would each compile them."""
    for step in _equities().values():
        step()


def _equities() -> dict[str, Callable[[], object]]:
    return {
        "exact equity": lambda: exact.solve(Query.of(["AsAhKdKc", "Ts9s8h7h"]), "numba"),
        "sampled ranges": lambda: ranges.solve(_two_ranges(Wish(deals=1))),
        "swept ranges": lambda: by_combo.equities(_two_ranges(Wish(exact=True))),
    }


def _three_handed() -> PotHand:
    hands = map(parse_cards, ("AsAhKdKc", "Ts9s8h7h", "5c5d4h4s"))
    seats = tuple(Seat(f"{put}", put, hand) for put, hand in zip((1, 2, 3), hands, strict=True))
    return PotHand(PLO4, seats)


def _ranges() -> tuple[Range, ...]:
    return tuple(Range(text, PLO4) for text in ("AAKK@50,QQJJ@100", "TT99"))


def _two_ranges(wish: Wish) -> RangeQuery:
    return RangeQuery(PLO4, _ranges(), parse_cards("2c3d4h5s6c"), (), wish)


def _ranges_on_boards(wish: Wish) -> RangeBoardsQuery:
    boards = parse_cards("2c3d4h5s6c"), parse_cards("2d3h4s5c")
    return RangeBoardsQuery(PLO4, _ranges(), boards, (), 0, wish)


def _two_boards() -> BoardsQuery:
    hands = parse_cards("AsAhKdKc"), parse_cards("Ts9s8h7h")
    return BoardsQuery(PLO4, hands, ((), ()))

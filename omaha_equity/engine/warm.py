"""Compile and cache every kernel beforehand."""

from collections.abc import Callable

from omaha_equity.cards import parse_cards
from omaha_equity.engine import (
    evaluate,
    solve,
)
from omaha_equity.games import PLO4
from omaha_equity.pots.hand import PotHand, Seat
from omaha_equity.questions.query import Query
from omaha_equity.questions.wish import Wish

_HOLE = [[51, 50, 49, 48]]
_BOARD = [[0, 5, 10, 15, 16]]


def compile_all(progress: Callable[[str, int, int], None] | None = None) -> None:
    """Call every kernel once; see `omaha_equity.api.warmup`."""
    from omaha_equity.kernels import jit

    steps: dict[str, Callable[[], object]] = {
        **solve.equity_steps(),
        "high values": lambda: evaluate.evaluate_many(_HOLE, _BOARD),
        "low values": lambda: evaluate.evaluate_many_low(_HOLE, _BOARD),
        "several boards": lambda: solve.solve(_two_boards()),
        "sampled boards": lambda: solve.solve(_ranges_on_boards(Wish(deals=1))),
        "late boards": lambda: solve.solve(_ranges_on_boards(Wish())),
        "expected chips": lambda: solve.expect_chips(_three_handed(), Wish(deals=1)),
    }
    for number, (name, step) in enumerate(steps.items(), 1):
        if progress:
            progress(name, number, len(steps))
        step()
    jit.mark_warm()


def _three_handed() -> PotHand:
    hands = map(parse_cards, ("AsAhKdKc", "Ts9s8h7h", "5c5d4h4s"))
    seats = tuple(Seat(f"{put}", put, hand) for put, hand in zip((1, 2, 3), hands, strict=True))
    return PotHand(PLO4, seats)


def _ranges_on_boards(wish: Wish) -> Query:
    return Query.of(solve.TWO_RANGES, game=PLO4, boards=["2c3d4h5s6c", "2d3h4s5c"], wish=wish)


def _two_boards() -> Query:
    return Query.of(["AsAhKdKc", "Ts9s8h7h"], boards=["", ""])

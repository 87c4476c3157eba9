"""Several boards: known hands, exactly."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from goals import Goals, best_and_median

import omaha_equity as oe
from omaha_equity import BoardsResult

KINGS = ("AsAhKdKc", "Ts9s8h7h")
FOUR = (*KINGS, "6d6c5d4d", "QsQdJs2h")
FLOPS = ("9h6s2d", "Kh8s3d")


@dataclass(frozen=True)
class Work:
    """A question, its goal in seconds, and what must be right about the answer."""

    name: str
    goal: float
    hands: tuple[str, ...]
    check: Callable[[BoardsResult], bool]
    game: str = "plo4"
    boards: tuple[str, ...] = ("", "")
    runs: int = 0

    def do(self) -> BoardsResult:
        return oe.equity_boards(self.hands, self.boards, self.runs, game=self.game)


def scoops(result: BoardsResult) -> list[int]:
    return [player.scoops for player in result.players]


def as_single_boards(result: BoardsResult) -> bool:
    """Equities are the means of single boards, and the variance is the distribution's."""
    query = result.query
    pairs = zip(query.boards, query.boards[::-1], strict=True)
    singles = [oe.equity(query.hands, known, other, query.game) for known, other in pairs]
    for seat, player in enumerate(result.players):
        alone = [single.players[seat].equity_exact for single in singles]
        spread = player.distribution
        squares = Fraction(sum(share**2 * deals for share, deals in spread)) / result.deals
        if player.equity_exact != sum(alone) / len(alone):
            return False
        if player.variance != squares - player.equity_exact**2:
            return False
    return True


WORK = (
    Work(
        "double board, PLO4 heads-up preflop, 625,276,708,056 deals",
        0.030,
        KINGS,
        lambda result: scoops(result) == [179_328_520_056, 123_955_666_338],
    ),
    Work("the same, O8", 0.150, KINGS, as_single_boards, "o8"),
    Work("the same, PLO4 with four players", 0.060, FOUR, as_single_boards),
    Work("double board, PLO4 heads-up flop", 0.015, KINGS, as_single_boards, boards=FLOPS),
)


@pytest.mark.parametrize("work", WORK, ids=lambda work: work.name)
def test_boards(work: Work, benchmark: Any, goals: Goals) -> None:
    goal = f"under {work.goal * 1000:.0f} ms"
    benchmark.extra_info["goal"] = goal
    assert work.check(work.do())
    assert work.check(benchmark(work.do))
    if benchmark.disabled:
        return
    times = benchmark.stats["data"]
    goals.add(work.name, goal, best_and_median(times), min(times) / work.goal)

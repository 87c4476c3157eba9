"""Studies in a warm process, each checked before it is timed, beside its goal."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from goals import Goals, best_and_median

import omaha_equity as oe
from omaha_equity.study.distribution import distribution
from omaha_equity.study.flops import flops
from omaha_equity.study.next_card import next_card

LINE = ("AsAhKdKc", "Ts9s8h7h")
BOARD = "Kd8s4h"
ROUNDS = 3


@dataclass(frozen=True)
class Work:
    """One study.

    Attributes:
        name: what is done; goal: in words.
        do: what is timed; check: fails unless it is given the right answer.
        limit: the goal in seconds.
    """

    name: str
    do: Callable[[], Any]
    check: Callable[[Any], None]
    goal: str
    limit: float


def check_means(found: Any) -> None:
    """The mean over cards or flops is the equity now."""
    assert found.exact
    assert found.means == tuple(player.equity_exact for player in found.now.players)


def check_spread(found: Any) -> None:
    """The mean is the equity: by symmetry of two equal ranges a half."""
    assert abs(found.equity - 0.5) < 4 * found.error + 1e-9


def tens(**how: Any) -> Any:
    return distribution("10%", "10%", BOARD, game="plo4", **how)


WORK = [
    Work("`next`, heads-up on a flop", partial(next_card, LINE, "9h6s2d"), check_means,
         "under 30 ms", 0.03),
    Work("`flops`, two hands, every class", partial(flops, LINE), check_means,
         "under 0.5 s", 0.5),
    Work("`distribution`, 10% against 10% on a flop", tens, check_spread, "under 20 s", 20.0),
    Work("the same with precision 5%", partial(tens, precision=0.05), check_spread,
         "under 2 s", 2.0),
]  # fmt: skip


@pytest.mark.parametrize("work", WORK, ids=lambda work: work.name)
def test_speed(work: Work, benchmark: Any, goals: Goals) -> None:
    benchmark.extra_info["goal"] = work.goal
    oe.warmup()
    work.check(work.do())
    work.check(benchmark.pedantic(work.do, rounds=ROUNDS))
    if benchmark.disabled:
        return
    times = benchmark.stats["data"]
    goals.add(work.name, work.goal, best_and_median(times), min(times) / work.limit)

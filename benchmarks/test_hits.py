"""What ranges have on a flop, next cards and nuts."""

from collections.abc import Callable
from typing import Any

import pytest
from goals import Goals, best_and_median, seconds

from omaha_equity import Range, hits, nuts, outs

EVERY_COMBO = 270_725
FLOP = "Kh9h2c"


@pytest.mark.parametrize(
    ("work", "ask", "goal"),
    [
        ("`hits`, every hand on a flop", lambda: hits("*", FLOP, game="plo4"), 1.0),
        ("`hits`, every high/low hand on a flop", lambda: hits("*", FLOP, game="o8"), 1.0),
        ("`hits`, a hand on every flop", lambda: hits("JcTd9h8s"), 1.0),
        ("`outs` against a hand", lambda: outs("AhKhQd2c", "Jh9h3c", "JsJd4c4d"), 0.03),
        ("`nuts`, three places", lambda: nuts(FLOP, "AhKdQs3s"), 0.01),
    ],
)
def test_time(work: str, ask: Callable[[], Any], goal: float, benchmark: Any, goals: Goals) -> None:
    benchmark.extra_info["goal"] = seconds(goal)
    found = benchmark(ask)
    assert found.to_dict()
    if benchmark.disabled:
        return
    times = benchmark.stats["data"]
    goals.add(work, seconds(goal), best_and_median(times), min(times) / goal)


def test_all_combos_are_counted() -> None:
    known = len(Range("*", dead=FLOP))
    assert hits("*", FLOP, game="plo4").combos == known < EVERY_COMBO

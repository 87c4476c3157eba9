"""Work in a warm process: one table says what is done, how it is checked, and the goal."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np
import pytest
from goals import Goals, best_and_median
from spots import FLOP, PREFLOP, Spot, peer_value, random_deals

import omaha_equity as oe
from omaha_equity import Result

DEALS = 1_000_000
CHECKED = 500


@dataclass(frozen=True)
class Work:
    """One piece of work.

    Attributes:
        name: what is done.
        do: what is timed.
        check: fails unless it is given the right answer.
        goal: in words; "" = none.
        limit: the goal in seconds, or the work that this must not be slower than.
        deals: how many deals are valued, to tell a rate.
    """

    name: str
    do: Callable[[], Any]
    check: Callable[[Any], None]
    goal: str = ""
    limit: float | str | None = None
    deals: int = 0


def answer(spot: Spot) -> Result:
    """Ask with texts, and work out what every player gets."""
    result = oe.equity(spot.hands, board=spot.board, game=spot.game)
    for player in result.players:
        assert player.equity
    return result


def spot_work(spot: Spot, goal: str, limit: float | str) -> Work:
    return Work(spot.name, partial(answer, spot), spot.check, goal, limit)


@cache
def deals(hole_cards: int) -> tuple[np.ndarray, np.ndarray]:
    return random_deals(DEALS, hole_cards, seed=hole_cards)


def values(hole_cards: int) -> np.ndarray:
    return oe.evaluate_many(*deals(hole_cards))


def check_values(hole_cards: int, found: np.ndarray) -> None:
    """Compare deals from all over with another evaluator."""
    holes, boards = deals(hole_cards)
    assert len(found) == DEALS
    for row in range(0, DEALS, DEALS // CHECKED):
        assert found[row] == peer_value(holes[row].tolist(), boards[row].tolist()), row


def values_work(hole_cards: int, goal: str = "", limit: float | None = None) -> Work:
    return Work(
        f"`evaluate_many`, a million random {hole_cards}-card deals",
        partial(values, hole_cards),
        partial(check_values, hole_cards),
        goal,
        limit,
        DEALS,
    )


PLO4, O8, *MORE_CARDS = PREFLOP
WORK = [
    spot_work(PLO4, "at most 1 ms", 0.001),
    spot_work(O8, "at most 2 ms", 0.002),
    *(spot_work(spot, "no slower than PLO4", PLO4.name) for spot in MORE_CARDS),
    *(spot_work(spot, "under 0.3 ms", 0.0003) for spot in FLOP),
    values_work(4, "at least 30 million a second", DEALS / 30e6),
    *(values_work(hole_cards) for hole_cards in (5, 6, 7)),
]


@pytest.mark.parametrize("work", WORK, ids=lambda work: work.name)
def test_speed(work: Work, benchmark: Any, goals: Goals) -> None:
    benchmark.extra_info["goal"] = work.goal
    work.check(work.do())
    work.check(benchmark(work.do))
    if benchmark.disabled:
        return
    times = benchmark.stats["data"]
    goals.best[work.name] = min(times)
    limit = goals.best.get(work.limit) if isinstance(work.limit, str) else work.limit
    rate = f", {work.deals / min(times) / 1e6:.1f} million a second" if work.deals else ""
    goals.add(work.name, work.goal, best_and_median(times) + rate, limit and min(times) / limit)

"""Many spots at once: what a second core gains, and what one spot costs on average."""

from statistics import median
from time import perf_counter
from typing import Any

import pytest
from goals import Goals, best_and_median
from spots import random_queries

import omaha_equity as oe
from omaha_equity import GAMES, Result
from omaha_equity.engine import solve

SPOTS = 10_000
CHECKED = 50
ROUNDS = 10
GOAL = 1.8


@pytest.mark.parametrize("game", ["plo4", "plo5", "plo6", "plo7"])
def test_two_threads_against_one(game: str, benchmark: Any, goals: Goals) -> None:
    benchmark.extra_info["goal"] = f"2 threads at least {GOAL} x one"
    queries = random_queries(SPOTS, GAMES[game].hole_cards, seed=GAMES[game].hole_cards)
    alone: list[float] = []
    counted_alone: list[Result] = []

    def one_thread() -> None:
        """Takes turns with what is timed, so that both meet the same disturbances."""
        start = perf_counter()
        counted_alone[:] = oe.equity_many(queries, threads=1)
        alone.append(perf_counter() - start)

    counted = benchmark.pedantic(
        oe.equity_many, (queries,), {"threads": 2}, setup=one_thread, rounds=ROUNDS
    )
    check(counted_alone, counted)
    if not benchmark.disabled:
        report(game, alone, benchmark.stats["data"], goals)


def check(alone: list[Result], both: list[Result]) -> None:
    """Any number of threads and, for some, the readable NumPy path count the same."""
    assert alone == both
    for result in both[:: SPOTS // CHECKED]:
        assert solve.count_boards(result.query, "numpy").players == result.players


def report(game: str, alone: list[float], both: list[float], goals: Goals) -> None:
    name = f"`equity_many`, {SPOTS:,} random heads-up preflop spots, {game.upper()}"
    gain = min(alone) / min(both)
    middle = median(one / two for one, two in zip(alone, both, strict=True))
    goals.add(
        name, f"2 threads at least {GOAL} x one", f"{gain:.2f} x ({middle:.2f} x)", GOAL / gain
    )
    each = [seconds / SPOTS for seconds in alone]
    goals.best[f"each {game}"] = min(each)
    used = min(each) / goals.best.get("each plo4", min(each))
    goals.add(
        f"{game.upper()}: one of them, one thread",
        "no slower than PLO4",
        best_and_median(each),
        used,
    )

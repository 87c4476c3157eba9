"""Ranges: how many deals are sampled a second and core, and what exact answers take.

Rates are processor time of one thread; the rest is wall time on all cores.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from time import thread_time
from typing import Any

import numpy as np
import pytest
from goals import Goals, best_and_median
from spots import PREFLOP, SIX_HANDS, SIX_HANDS_SHARE

import omaha_equity as oe
from omaha_equity import GAMES, ComboEquities, Range, Result
from omaha_equity.engine import sampling
from omaha_equity.engine.combos import possible_combos
from omaha_equity.questions.query import Query
from omaha_equity.questions.wish import Wish

DEALS = 1_000_000
ROUNDS = 7
SURE = 5.0
"""Standard errors within which a sampled answer must be."""

ACES_AGAINST_KINGS = 0.6990
ACES_AGAINST_ANY = 0.7151
ROUNDED = 0.00005

FLOP = "Kd8s4h"
TURN = "Kd8s4h2c"


@dataclass(frozen=True)
class Rate:
    """Deals to sample on one thread.

    Attributes:
        players: what they hold; None = any hand.
        share: the first player's equity, from elsewhere; how: where from.
        goal: deals a second.
    """

    name: str
    players: Callable[[], tuple[Range | None, ...]]
    share: float
    goal: float
    rounded: float = ROUNDED


def held(*texts: str) -> tuple[Range | None, ...]:
    return tuple(None if text == "random" else Range(text) for text in texts)


def six_ranges() -> tuple[Range, ...]:
    """The same 15% of all hands six times, so that everybody's equity is a sixth.

    To the sampler they are six ranges: each player's combos lie apart in memory.
    """
    return (some_hands(0.15),) * 6


@cache
def some_hands(share: float) -> Range:
    every = Range("*").combos
    rows = np.random.default_rng(15).random(len(every)) < share
    return Range.from_arrays(every[rows])


FIXED = PREFLOP[0].hands
RATES = [
    Rate("two hands", partial(held, *FIXED), 591091 / 1086008, 10e6),
    Rate("a hand and `random`", partial(held, "AsAhTsTh", "random"), ACES_AGAINST_ANY, 8e6),
    Rate("`AA` and `KK`", partial(held, "AA", "KK"), ACES_AGAINST_KINGS, 6e6, 0.0005),
    Rate("six hands", partial(held, *SIX_HANDS), float(SIX_HANDS_SHARE), 4e6),
    Rate("six ranges of 15%", six_ranges, 1 / 6, 2e6),
]


@pytest.mark.parametrize("rate", RATES, ids=lambda rate: rate.name)
def test_deals_a_second(rate: Rate, benchmark: Any, goals: Goals) -> None:
    benchmark.extra_info["goal"] = f"{rate.goal / 1e6:g} million a second"
    query = Query(GAMES["plo4"], rate.players(), wish=Wish(deals=DEALS, seed=1))
    combos = possible_combos(query)
    times: list[float] = []

    def sample() -> Result:
        start = thread_time()
        tally = sampling.sample(query, combos, thread_count=1)
        times.append(thread_time() - start)
        return tally.result(query)

    result = benchmark.pedantic(sample, rounds=ROUNDS, warmup_rounds=1)
    assert result.boards >= DEALS
    check_share(result, rate.share, rate.rounded)
    per_second = DEALS / min(times)
    goals.add(
        f"{rate.name}: deals sampled a second and core",
        f"{rate.goal / 1e6:g} million",
        f"{per_second / 1e6:.1f} million ({DEALS / np.median(times) / 1e6:.1f})",
        rate.goal / per_second,
    )


def check_share(result: Result, share: float, rounded: float) -> None:
    first = result.players[0]
    assert abs(first.equity - share) < rounded + SURE * first.error
    assert abs(sum(player.equity for player in result.players) - 1) < 1e-9


@dataclass(frozen=True)
class Work:
    """One answer, on all cores; limit: the goal in seconds."""

    name: str
    do: Callable[[], Any]
    check: Callable[[Any], None]
    limit: float
    rounds: int = 3


def precise() -> Result:
    return oe.equity(["AA", "KK"], game="plo4", precision=0.0005)


def check_precise(result: Result) -> None:
    assert all(1.96 * player.error <= 0.0005 for player in result.players)
    check_share(result, ACES_AGAINST_KINGS, 0.0005)


def every_combo() -> ComboEquities:
    return oe.equity_by_combo("AA", "10%", FLOP, game="plo4")


def check_every_combo(found: ComboEquities) -> None:
    """Against a sample of the whole, and some combos against all their spots, one by one."""
    assert found.exact
    whole = oe.equity(["AA", "10%"], FLOP, game="plo4", deals=DEALS)
    check_share(whole, found.equity, 0)
    for row in range(0, len(found.cards), len(found.cards) // 2):
        alone = oe.equity([found.cards[row].tolist(), "10%"], FLOP, game="plo4", deals=DEALS)
        check_share(alone, found.equities[row], 0)


def hand_against_aces() -> Result:
    return oe.equity(["KsKhQsJh", "AA"], game="plo4", exact=True)


def check_hand_against_aces(result: Result) -> None:
    sampled = oe.equity(["KsKhQsJh", "AA"], game="plo4", deals=DEALS)
    assert result.exact
    check_share(sampled, result.players[0].equity, 0)


def all_against_all() -> Result:
    return oe.equity(["100%", "100%"], TURN, game="plo4", exact=True)


def check_all_against_all(result: Result) -> None:
    """48 rivers, then 4 of 47 cards and 4 of 43."""
    assert result.exact
    assert result.boards == 48 * 178_365 * 123_410
    assert result.players[0].outcomes == result.players[1].outcomes


WORK = [
    Work("`AA` against `KK` preflop, sampled to ±0.05%", precise, check_precise, 1.0, 5),
    Work("`AA` against `10%` on a flop, every combo exact", every_combo, check_every_combo, 10.0),
    Work("a hand against `AA` preflop, exact", hand_against_aces, check_hand_against_aces, 4.0),
    Work("`100%` against `100%` on a turn, exact", all_against_all, check_all_against_all, 30.0, 1),
]


@pytest.mark.parametrize("work", WORK, ids=lambda work: work.name)
def test_speed(work: Work, benchmark: Any, goals: Goals) -> None:
    benchmark.extra_info["goal"] = f"under {work.limit:g} s"
    work.check(benchmark.pedantic(work.do, rounds=work.rounds, warmup_rounds=work.rounds > 1))
    if not benchmark.disabled:
        times = benchmark.stats["data"]
        goals.add(
            work.name,
            f"under {work.limit:g} s",
            best_and_median(times),
            min(times) / work.limit,
        )

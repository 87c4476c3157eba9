"""Questions with ranges: choose exact or sampled before the work starts, then answer."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import comb, prod
from typing import Literal

import numpy as np

from omaha_equity.answers.equities import Result
from omaha_equity.engine import compatible, enumeration, sampling, workers
from omaha_equity.engine.combos import Combos, mask_cards, possible_combos
from omaha_equity.engine.tally import Tally
from omaha_equity.errors import Interrupted, PrecisionError
from omaha_equity.games import BOARD_SIZE
from omaha_equity.questions.query import RangeQuery
from omaha_equity.ranges.universe import universe

Progress = Callable[[float], None]
Announce = Callable[["RangePlan"], None]
Method = Literal["enumerated", "swept", "sampled"]

QUICK = 6.0
"""Core-seconds that an exact answer may take when nobody asked for it, on any machine."""

PATIENT = 4 * 3600.0
"""Seconds that an exact answer may take on this machine when it was asked for."""

MOST_SPOTS = 4_000_000
"""More combinations of combos are not listed."""

SWEPT_CARDS = 6
"""Hole cards up to which sweeping is offered: counters take 160 MB with six."""

SECONDS_PER_SPOT = (2e-6, 5e-6, 1e-5, 2e-5, 4e-5, 1e-4)
"""About what all boards of a heads-up spot cost one core, by cards to come."""

SECONDS_PER_COMBO = 5e-8
"""About what a combo of four cards on one board costs one core; doubles with each card."""


@dataclass(frozen=True, slots=True)
class RangePlan:
    """How a question will be answered.

    Attributes:
        method: every combination of combos, sweeps over boards, or sampling.
        core_seconds: about how long an exact answer takes one core; 0 when sampled.
        reason: why, in words.
        units: how many combinations or boards are to be counted, at most; 0 when sampled.
        cores: how many will do it.
    """

    method: Method
    core_seconds: float
    reason: str
    units: int = 0
    cores: int = 1

    @property
    def seconds(self) -> float:
        """About how long an exact answer takes on this machine; 0 when sampled."""
        return self.core_seconds / self.cores


def solve(
    query: RangeQuery,
    progress: Progress | None = None,
    announce: Announce | None = None,
    thread_count: int | None = None,
) -> Result:
    """Answer a question with ranges.

    Args:
        progress: called now and then with the share of the work that is done.
        announce: called with the plan before the work starts.

    Raises:
        ImpossibleError: no deal is possible.
        PrecisionError: exactness was asked for and would take too long.
        Interrupted: Ctrl-C while sampling, with the result so far.
    """
    combos = possible_combos(query)
    compatible.check(combos)
    plan = make_plan(query, combos, threads_or_cores(thread_count))
    if announce:
        announce(plan)
    if plan.method == "sampled":
        return _sample(query, combos, progress, thread_count)
    work = prepare(query, combos, plan.method)
    tally = enumeration.count_chunks(work, work.chunks(), progress, thread_count)
    return exact_result(query, plan.method, tally)


def prepare(
    query: RangeQuery, combos: Sequence[Combos | None], method: Method
) -> enumeration.SpotWork | enumeration.SweepWork:
    """Make an exact count ready.

    Raises:
        ImpossibleError: no deal is possible, as far as that shows already.
    """
    listed = [any_hand(query) if c is None else c for c in combos]
    if method == "enumerated":
        spots = enumeration.find_spots(listed, [query.board, query.dead])
        return enumeration.SpotWork(query, spots)
    return enumeration.SweepWork.of(query, *listed)


def exact_result(query: RangeQuery, method: Method, tally: Tally) -> Result:
    """Derive the result of a complete exact tally.

    Raises:
        ImpossibleError: it holds no deal.
    """
    if not tally.counts.any():
        raise compatible.no_deal()
    return tally.result(query, method)


def _sample(
    query: RangeQuery,
    combos: Sequence[Combos | None],
    progress: Progress | None,
    thread_count: int | None,
) -> Result:
    try:
        return sampling.sample(query, combos, progress, thread_count).result(query)
    except Interrupted as stopped:
        raise Interrupted(stopped.partial.result(query)) from None


def make_plan(query: RangeQuery, combos: Sequence[Combos | None], cores: int) -> RangePlan:
    """Choose the way: what was wished, else exact where it is quick, else sampled."""
    wish = query.wish
    if wish.deals is not None or wish.seconds is not None:
        return RangePlan("sampled", 0.0, "as asked")
    if wish.exact:
        best = replace(quickest(query, combos), cores=cores)
        if best.seconds > PATIENT:
            raise PrecisionError(
                f"exact would take about {best.seconds / 3600:.0f} hours; leave it out to sample"
            )
        return best
    ways = _exact_ways(query, combos)
    if ways and ways[0].core_seconds <= QUICK:
        return replace(ways[0], cores=cores)
    return RangePlan("sampled", 0.0, "counting every deal would take too long")


def quickest(query: RangeQuery, combos: Sequence[Combos | None]) -> RangePlan:
    """The quickest exact way, for one core.

    Raises:
        PrecisionError: there is none.
    """
    ways = _exact_ways(query, combos)
    if not ways:
        raise PrecisionError(
            f"exact is not possible here: more than {MOST_SPOTS:,} combinations of combos, and "
            "only two players can be swept; leave exact out to sample"
        )
    return ways[0]


def _exact_ways(query: RangeQuery, combos: Sequence[Combos | None]) -> list[RangePlan]:
    ways = [way for way in (_enumeration(query, combos), _sweep(query, combos)) if way]
    return sorted(ways, key=lambda way: way.core_seconds)


def _enumeration(query: RangeQuery, combos: Sequence[Combos | None]) -> RangePlan | None:
    sizes = [_hands_left(query) if c is None else len(c) for c in combos]
    if prod(sizes) > MOST_SPOTS:
        return None
    each = SECONDS_PER_SPOT[BOARD_SIZE - len(query.board)] * len(combos) / 2
    each *= 2 if query.game.high_low else 1
    spots = prod(sizes)
    return RangePlan("enumerated", spots * each, "every combination of combos", spots)


def _sweep(query: RangeQuery, combos: Sequence[Combos | None]) -> RangePlan | None:
    held = query.game.hole_cards
    if len(combos) != 2 or held > SWEPT_CARDS:
        return None
    hands = sum(_hands_left(query) if c is None else len(c) for c in combos)
    if hands > MOST_SPOTS:
        return None
    to_come = BOARD_SIZE - len(query.board)
    boards = comb(52 - len(query.board) - len(query.dead), to_come)
    if to_come == BOARD_SIZE and not query.dead:
        boards = boards // 19 if _suit_blind(combos) else boards
    each = SECONDS_PER_COMBO * 2 ** (held - 4) * (3 if query.game.high_low else 1)
    return RangePlan("swept", boards * hands * each, "two ranges, board by board", boards)


def _suit_blind(combos: Sequence[Combos | None]) -> bool:
    """Whether no range tells suits apart (three swaps make all renamings)."""
    swaps = [(1, 0, 2, 3), (0, 2, 1, 3), (0, 1, 3, 2)]
    return all(c is None or all(enumeration.keeps_range(c, swap) for swap in swaps) for c in combos)


def _hands_left(query: RangeQuery) -> int:
    return comb(52 - len(query.board) - len(query.dead), query.game.hole_cards)


def any_hand(query: RangeQuery) -> Combos:
    """All hands that the board and dead cards leave."""
    held = query.game.hole_cards
    cards = np.asarray(universe(held).sorted_cards)
    masks = mask_cards(cards)
    blocked = np.bitwise_or.reduce(
        np.uint64(1) << np.array([*query.board, *query.dead, 63], np.uint64)
    )
    keep = masks & blocked == 0
    return Combos(np.ascontiguousarray(cards[keep]), np.ones(int(keep.sum())), masks[keep])


def threads_or_cores(thread_count: int | None) -> int:
    """How many cores the work will use."""
    return thread_count or workers.cores()

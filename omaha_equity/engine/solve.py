"""The door of the engine: any query in, its answer out, by a plan made before the work starts."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from itertools import islice
from math import comb, prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from omaha_equity.answers.equities import ComboEquities, Result
from omaha_equity.answers.multiboard import BoardsResult
from omaha_equity.cards import DECK_SIZE
from omaha_equity.engine import count as counting
from omaha_equity.engine import count_numpy, workers
from omaha_equity.engine.combos import (
    MOST_SPOTS,
    SWEPT_CARDS,
    Combos,
    any_hand,
    check,
    keeps_range,
    no_deal,
    possible_combos,
)
from omaha_equity.engine.tally import Tally, count_chunks
from omaha_equity.errors import Interrupted, OmahaError, PrecisionError
from omaha_equity.games import BOARD_SIZE, Game
from omaha_equity.kernels import load
from omaha_equity.questions.plan import Announce, Method, Plan, Progress
from omaha_equity.questions.query import Query
from omaha_equity.questions.wish import Wish
from omaha_equity.tables import rank_tables

if TYPE_CHECKING:
    from omaha_equity.answers.chips import ExpectedChips
    from omaha_equity.engine.enumeration import SpotWork
    from omaha_equity.engine.sweep import SweepWork
    from omaha_equity.pots.hand import PotHand

TWO_RANGES = ("AAKK@50,QQJJ@100", "TT99")
"""Small ranges with weights, to compile kernels with."""

CHUNK = 128
"""Queries per call of a kernel: some 20 ms of work, so that Ctrl-C is quick."""

KERNEL_LOAD_SECONDS = 1.0
"""What importing Numba and loading cached kernels costs a process, about."""

MANY = 100
"""From this many queries at once on, kernels are quicker even when they must be loaded."""

QUICK = 6.0
"""Core-seconds that an exact answer may take when nobody asked for it, on any machine."""

PATIENT = 4 * 3600.0
"""Seconds that an exact answer may take on this machine when it was asked for."""

SECONDS_PER_SPOT = (2e-6, 5e-6, 1e-5, 2e-5, 4e-5, 1e-4)
"""About what all boards of a heads-up spot cost one core, by cards to come."""

SECONDS_PER_COMBO = 5e-8
"""About what a combo of four cards on one board costs one core; doubles with each card."""


def solve(
    query: Query,
    progress: Progress | None = None,
    announce: Announce | None = None,
    thread_count: int | None = None,
) -> Result | BoardsResult:
    """Answer any question.

    Args:
        progress: called now and then with the share of the work that is done, where that takes
            long enough to tell.
        announce: called with the plan before the work starts, where there are ranges.
        thread_count: None = one thread per core.

    Raises:
        ImpossibleError: no deal is possible.
        PrecisionError: exactness was asked for and would take too long.
        Interrupted: Ctrl-C while sampling, with the result so far.
    """
    if query.single:
        return solve_board(query, progress, announce, thread_count)
    return solve_boards(query, progress, thread_count)


def solve_board(
    query: Query,
    progress: Progress | None = None,
    announce: Announce | None = None,
    thread_count: int | None = None,
) -> Result:
    """Answer a question about one board; see `solve`."""
    if query.counted:
        return count_boards(query)
    combos = possible_combos(query)
    check(combos)
    plan = make_plan(query, combos, thread_count or workers.cores())
    if announce:
        announce(plan)
    if plan.method == "sampled":
        return _sample(query, combos, progress, thread_count)
    work = prepare(query, combos, plan.method)
    tally = count_chunks(work, work.chunks(), progress, thread_count)
    return exact_result(query, plan.method, tally)


def solve_boards(
    query: Query, progress: Progress | None = None, thread_count: int | None = None
) -> BoardsResult:
    """Answer a question about two boards or several runs of one; see `solve`."""
    from omaha_equity.engine import multiboard, multiboard_sampled

    if query.counted:
        if query.wish.exact and multiboard.needs_sample(query):
            raise PrecisionError(
                "the distribution of three runs of three or more cards cannot be counted; leave "
                "exact out: it is sampled, and equities and deviations are exact all the same"
            )
        return multiboard.count(query, multiboard_sampled.sample_distributions)
    combos = possible_combos(query)
    check(combos)
    if multiboard.can_count(query, combos):
        return multiboard.count_late(query, combos, progress, thread_count)
    if query.wish.exact:
        raise PrecisionError(
            "exact is possible with ranges on two boards only when both are on the turn or "
            f"river, with at most {MOST_SPOTS:,} combinations of combos; leave it out"
        )
    return multiboard_sampled.sample(query, combos, progress, thread_count)


def solve_combos(query: Query, progress: Progress | None = None) -> ComboEquities:
    """Find the equity of every combo of the first player against the second.

    Raises:
        ImpossibleError, PrecisionError, Interrupted: as `solve`.
    """
    from omaha_equity.engine import by_combo

    return by_combo.equities(query, progress)


def expect_chips(
    hand: "PotHand",
    wish: Wish,
    progress: Progress | None = None,
    thread_count: int | None = None,
) -> "ExpectedChips":
    """Find every seat's expected chips, and how far they swing with one run, two and three.

    Raises:
        ImpossibleError: a contender's cards are not known.
        PrecisionError: exactness was asked for and there are ranges.
        Interrupted: Ctrl-C while sampling, with the result so far.
    """
    from omaha_equity.pots.stakes import find_stakes, playing

    stakes = find_stakes(hand)
    if any(hand.seats[seat].text for seat in playing(stakes)) or (wish.samples and playing(stakes)):
        from omaha_equity.engine import chips_sampled

        return chips_sampled.sample(hand, stakes, wish, progress, thread_count)
    from omaha_equity.engine import chips

    return chips.count(hand, stakes)


def count_boards(query: Query, method: Method | None = None) -> Result:
    """Count every board of hands; without ``method`` the plan chooses NumPy or kernels."""
    chosen = method or _experience.plan().method
    if chosen == "numba":
        return Tally(_count_alike([query])[0]).result(query, chosen)
    start = time.perf_counter()
    counts = count_numpy.count(query, rank_tables())
    _experience.numpy_seconds += time.perf_counter() - start
    return Tally(counts).result(query, chosen)


def _count_alike(queries: Sequence[Query]) -> NDArray[np.int64]:
    """Return counts[query, player, high sharers, low state] of queries that are alike."""
    return counting.count(counting.pack(queries), queries[0].game.high_low)


def _sample(
    query: Query,
    combos: Sequence[Combos | None],
    progress: Progress | None,
    thread_count: int | None,
) -> Result:
    from omaha_equity.engine import sampling

    try:
        return sampling.sample(query, combos, progress, thread_count).result(query)
    except Interrupted as stopped:
        raise Interrupted(stopped.partial.result(query)) from None


def prepare(
    query: Query, combos: Sequence[Combos | None], method: Method
) -> "SpotWork | SweepWork":
    """Make an exact count ready.

    Raises:
        ImpossibleError: no deal is possible, as far as that shows already.
    """
    from omaha_equity.engine import enumeration, sweep

    listed = [any_hand(query) if c is None else c for c in combos]
    if method == "enumerated":
        spots = enumeration.find_spots(listed, [query.board, query.dead])
        return enumeration.SpotWork(query, spots)
    return sweep.SweepWork.of(query, *listed)


def exact_result(query: Query, method: Method, tally: Tally) -> Result:
    """Derive the result of a complete exact tally.

    Raises:
        ImpossibleError: it holds no deal.
    """
    if not tally.counts.any():
        raise no_deal()
    return tally.result(query, method)


class Experience:
    """What this process has done so far, which decides what comes next.

    The NumPy path answers at once; kernels answer faster but cost their load time first.
    So NumPy serves until it has used as much time as the kernels would cost to load.
    """

    def __init__(self) -> None:
        self.numpy_seconds = 0.0

    def plan(self, queries: int = 1) -> Plan:
        """Choose the path for this many queries."""
        if load.any_loaded():
            return Plan("numba", "kernels are loaded")
        if queries >= MANY:
            return Plan("numba", f"{queries} queries repay loading the kernels")
        if self.numpy_seconds >= KERNEL_LOAD_SECONDS:
            return Plan("numba", "many queries so far repay loading the kernels")
        return Plan("numpy", "quicker than loading the kernels")


_experience = Experience()


def make_plan(query: Query, combos: Sequence[Combos | None], cores: int) -> Plan:
    """Choose the way: what was wished, else exact where it is quick, else sampled."""
    wish = query.wish
    if wish.samples:
        return Plan("sampled", "as asked")
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
    return Plan("sampled", "counting every deal would take too long")


def quickest(query: Query, combos: Sequence[Combos | None]) -> Plan:
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


def _exact_ways(query: Query, combos: Sequence[Combos | None]) -> list[Plan]:
    ways = [way for way in (_enumeration(query, combos), _sweep(query, combos)) if way]
    return sorted(ways, key=lambda way: way.core_seconds)


def _enumeration(query: Query, combos: Sequence[Combos | None]) -> Plan | None:
    sizes = [_hands_left(query) if c is None else len(c) for c in combos]
    if prod(sizes) > MOST_SPOTS:
        return None
    each = SECONDS_PER_SPOT[query.cards_to_come] * len(combos) / 2
    each *= 2 if query.game.high_low else 1
    spots = prod(sizes)
    return Plan("enumerated", "every combination of combos", spots * each, spots)


def _sweep(query: Query, combos: Sequence[Combos | None]) -> Plan | None:
    held = query.game.hole_cards
    if len(combos) != 2 or held > SWEPT_CARDS:
        return None
    hands = sum(_hands_left(query) if c is None else len(c) for c in combos)
    if hands > MOST_SPOTS:
        return None
    to_come = query.cards_to_come
    boards = comb(DECK_SIZE - len(query.seen()), to_come)
    if to_come == BOARD_SIZE and not query.dead:
        boards = boards // 19 if _suit_blind(combos) else boards
    each = SECONDS_PER_COMBO * 2 ** (held - 4) * (3 if query.game.high_low else 1)
    return Plan("swept", "two ranges, board by board", boards * hands * each, boards)


def _suit_blind(combos: Sequence[Combos | None]) -> bool:
    """Whether no range tells suits apart (three swaps make all renamings)."""
    swaps = [(1, 0, 2, 3), (0, 2, 1, 3), (0, 1, 3, 2)]
    return all(c is None or all(keeps_range(c, swap) for swap in swaps) for c in combos)


def _hands_left(query: Query) -> int:
    return comb(DECK_SIZE - len(query.seen()), query.game.hole_cards)


class Share(NamedTuple):
    """What one worker answers at once: queries of hands that are alike, or one with ranges.

    Attributes:
        places: where the queries stand among all, from 0.
    """

    places: Sequence[int]
    queries: Sequence[Query]


def solve_many(
    queries: Sequence[Query],
    thread_count: int | None = None,
    executor: Executor | None = None,
) -> list[Result]:
    """Answer every query, on all cores unless told otherwise.

    Raises:
        OmahaError: what a query with ranges raises, naming its place.
    """
    if all(query.counted for query in queries) and _experience.plan(len(queries)).method == "numpy":
        return [count_boards(query) for query in queries]
    if executor is None:
        load.count()
    else:
        # Else each of them would compile.
        for step in equity_steps().values():
            step()
    results: list[Result | None] = [None] * len(queries)
    shares = list(_shares(queries))
    answers = workers.in_order(_answer, shares, thread_count, executor)
    for (places, _), answer in zip(shares, answers, strict=True):
        for place, found in zip(places, answer, strict=True):
            results[place] = _result(queries[place], found)
    return [result for result in results if result is not None]


def equity_steps() -> dict[str, Callable[[], object]]:
    """Calls that compile the kernels behind equities on one board, by what they are for."""

    def ranges(wish: Wish) -> Query:
        return Query.of(TWO_RANGES, "2c3d4h5s6c", game="plo4", wish=wish)

    hands = Query.of(["AsAhKdKc", "Ts9s8h7h"])
    return {
        "exact equity": lambda: count_boards(hands, "numba"),
        "sampled ranges": lambda: solve_board(ranges(Wish(deals=1))),
        "swept ranges": lambda: solve_combos(ranges(Wish(exact=True))),
    }


def _shares(queries: Sequence[Query]) -> Iterator[Share]:
    """Ranges first, because they may take long."""
    alike: dict[tuple[Game, int], list[int]] = {}
    for place, query in enumerate(queries):
        if query.counted:
            alike.setdefault((query.game, len(query.players)), []).append(place)
        else:
            yield Share([place], [query])
    for places in alike.values():
        waiting = iter(places)
        while some := list(islice(waiting, CHUNK)):
            yield Share(some, [queries[place] for place in some])


def _answer(share: Share) -> Sequence[NDArray[np.int64] | Result]:
    """Counts for hands, results for ranges."""
    if share.queries[0].counted:
        return list(_count_alike(share.queries))
    return [_solve_one(query, place) for place, query in zip(*share, strict=True)]


def _solve_one(query: Query, place: int) -> Result:
    try:
        return solve_board(query, thread_count=1)
    except OmahaError as error:
        raise type(error)(f"spot {place + 1}: {error}") from None


def _result(query: Query, found: NDArray[np.int64] | Result) -> Result:
    if isinstance(found, Result):
        # From another process comes a copy of the query.
        return replace(found, query=query)
    return Tally(found).result(query, "numba")

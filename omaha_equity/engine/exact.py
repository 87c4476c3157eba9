"""Exact answers for fixed hands: one query, or many at once, among them some with ranges."""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from omaha_equity.answers.equities import Result
from omaha_equity.cards import card_mask
from omaha_equity.engine import count_numpy, spots, workers
from omaha_equity.engine.plan import Experience, Method
from omaha_equity.engine.tally import Tally
from omaha_equity.errors import OmahaError
from omaha_equity.games import BOARD_SIZE, Game
from omaha_equity.kernels import load
from omaha_equity.questions.query import Query, RangeQuery
from omaha_equity.tables import rank_tables

CHUNK = 128
"""Queries per call of a kernel: some 20 ms of work, so that Ctrl-C is quick."""

_experience = Experience()


def solve(query: Query, method: Method | None = None) -> Result:
    """Count every board of one query; without ``method`` the plan chooses the path."""
    chosen = method or _experience.plan().method
    if chosen == "numba":
        return Tally(_count_batch([query])[0]).result(query, chosen)
    start = time.perf_counter()
    counts = count_numpy.count(query, rank_tables())
    _experience.numpy_seconds += time.perf_counter() - start
    return Tally(counts).result(query, chosen)


class Share(NamedTuple):
    """What one worker answers at once: queries of hands that are alike, or one with ranges.

    Attributes:
        places: where the queries stand among all, from 0.
    """

    places: Sequence[int]
    queries: Sequence[Query | RangeQuery]


def solve_many(
    queries: Sequence[Query | RangeQuery],
    thread_count: int | None = None,
    executor: Executor | None = None,
) -> list[Result]:
    """Answer every query, on all cores unless told otherwise.

    Raises:
        OmahaError: what a query with ranges raises, naming its place.
    """
    hands = [query for query in queries if isinstance(query, Query)]
    if len(hands) == len(queries) and _experience.plan(len(hands)).method == "numpy":
        return [solve(query) for query in hands]
    if executor is None:
        load.count()
    else:
        _compile_before_workers()
    results: list[Result | None] = [None] * len(queries)
    shares = list(_shares(queries))
    answers = workers.in_order(_answer, shares, thread_count, executor)
    for (places, _), answer in zip(shares, answers, strict=True):
        for place, found in zip(places, answer, strict=True):
            results[place] = _result(queries[place], found)
    return [result for result in results if result is not None]


def _compile_before_workers() -> None:
    from omaha_equity.engine import warm

    warm.compile_equities()


def _shares(queries: Sequence[Query | RangeQuery]) -> Iterator[Share]:
    """Ranges first, because they may take long."""
    alike: dict[tuple[Game, int], list[int]] = {}
    for place, query in enumerate(queries):
        if isinstance(query, RangeQuery):
            yield Share([place], [query])
        else:
            alike.setdefault((query.game, len(query.hands)), []).append(place)
    for places in alike.values():
        waiting = iter(places)
        while some := list(islice(waiting, CHUNK)):
            yield Share(some, [queries[place] for place in some])


def _answer(share: Share) -> Sequence[NDArray[np.int64] | Result]:
    """Counts for hands, results for ranges."""
    hands = [query for query in share.queries if isinstance(query, Query)]
    if hands:
        return list(_count_batch(hands))
    return [
        _solve_ranges(query, place)
        for place, query in zip(*share, strict=True)
        if isinstance(query, RangeQuery)
    ]


def _solve_ranges(query: RangeQuery, place: int) -> Result:
    from omaha_equity.engine import ranges

    try:
        return ranges.solve(query, thread_count=1)
    except OmahaError as error:
        raise type(error)(f"spot {place + 1}: {error}") from None


def _result(query: Query | RangeQuery, found: NDArray[np.int64] | Result) -> Result:
    if isinstance(found, Result):
        # From another process comes a copy of the query.
        return replace(found, query=query)
    return Tally(found).result(query, "numba")


def _count_batch(queries: Sequence[Query]) -> NDArray[np.int64]:
    """Return counts[query, player, high sharers, low state] of queries that are alike."""
    return spots.count(_pack(queries), queries[0].game.high_low)


def _pack(queries: Sequence[Query]) -> spots.SpotArrays:
    game, players = queries[0].game, len(queries[0].hands)
    hands = b"".join([bytes(hand) for query in queries for hand in query.hands])
    boards = b"".join([bytes(query.board).ljust(BOARD_SIZE, b"\0") for query in queries])
    return spots.SpotArrays(
        _uint8(hands).reshape(len(queries), players, game.hole_cards),
        _uint8(boards).reshape(len(queries), BOARD_SIZE),
        np.array([len(query.board) for query in queries], np.int64),
        np.array([card_mask(query.dead) for query in queries], np.uint64),
    )


def _uint8(content: bytes) -> NDArray[np.uint8]:
    """A writable copy, because Numba compiles read-only arrays apart."""
    return np.frombuffer(content, np.uint8).copy()

"""Exact answers for fixed hands: one query, or many on all cores."""

import time
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from omaha_equity.cards import card_mask
from omaha_equity.engine import kernels_at_hand, one_shot, threads
from omaha_equity.engine.plan import Experience, Method
from omaha_equity.engine.tally import Tally
from omaha_equity.games import BOARD_SIZE, Game
from omaha_equity.model import Result
from omaha_equity.query import Query
from omaha_equity.tables import rank_tables

CHUNK = 128
"""Queries per call of a kernel: some 20 ms of work, so that Ctrl-C is quick."""

_experience = Experience()


class Batch(NamedTuple):
    """Queries of one game and number of players, as the kernel takes them."""

    hands: NDArray[np.uint8]
    boards: NDArray[np.uint8]
    board_sizes: NDArray[np.int64]
    dead: NDArray[np.uint64]


def solve(query: Query, method: Method | None = None) -> Result:
    """Count every board of one query; without ``method`` the plan chooses the path."""
    chosen = method or _experience.plan().method
    if chosen == "numba":
        return Tally(_count_batch([query])[0]).result(query, chosen)
    start = time.perf_counter()
    counts = one_shot.count(query, rank_tables())
    _experience.numpy_seconds += time.perf_counter() - start
    return Tally(counts).result(query, chosen)


def solve_many(queries: Sequence[Query], thread_count: int | None = None) -> list[Result]:
    """Count every board of every query, on all cores unless told otherwise."""
    if _experience.plan(len(queries)).method == "numpy":
        return [solve(query) for query in queries]
    kernels_at_hand.boards()
    results: list[Result | None] = [None] * len(queries)
    places = list(_chunks(queries))
    answers = threads.in_order(
        _count_batch, ([queries[i] for i in chunk] for chunk in places), thread_count
    )
    for chunk, counts in zip(places, answers, strict=True):
        for place, cells in zip(chunk, counts, strict=True):
            results[place] = Tally(cells).result(queries[place], "numba")
    return [result for result in results if result is not None]


def _chunks(queries: Sequence[Query]) -> Iterator[list[int]]:
    """Places of queries that one kernel call can take together."""
    alike: dict[tuple[Game, int], list[int]] = {}
    for place, query in enumerate(queries):
        alike.setdefault((query.game, len(query.hands)), []).append(place)
    for places in alike.values():
        waiting = iter(places)
        while chunk := list(islice(waiting, CHUNK)):
            yield chunk


def _count_batch(queries: Sequence[Query]) -> NDArray[np.int64]:
    """Return counts[query, player, high sharers, low state] of queries that are alike."""
    players = len(queries[0].hands)
    counts = np.zeros((len(queries), players, players + 1, players + 2), np.int64)
    high_low = queries[0].game.high_low
    kernels_at_hand.boards().count_boards(*_pack(queries), high_low, rank_tables(), counts)
    return counts


def _pack(queries: Sequence[Query]) -> Batch:
    game, players = queries[0].game, len(queries[0].hands)
    hands = b"".join([bytes(hand) for query in queries for hand in query.hands])
    boards = b"".join([bytes(query.board).ljust(BOARD_SIZE, b"\0") for query in queries])
    return Batch(
        _uint8(hands).reshape(len(queries), players, game.hole_cards),
        _uint8(boards).reshape(len(queries), BOARD_SIZE),
        np.array([len(query.board) for query in queries], np.int64),
        np.array([card_mask(query.dead) for query in queries], np.uint64),
    )


def _uint8(content: bytes) -> NDArray[np.uint8]:
    """A writable copy, because Numba compiles read-only arrays apart."""
    return np.frombuffer(content, np.uint8).copy()

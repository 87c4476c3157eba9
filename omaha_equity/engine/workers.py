"""Work on all cores, or wherever an executor works: chunks in, answers out in the same order."""

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

Chunk = TypeVar("Chunk")
Answer = TypeVar("Answer")

AHEAD = 2
"""Chunks that wait per worker, so that preparing chunks overlaps with the work."""

AHEAD_OF_STRANGERS = 64
"""Chunks that wait for an executor that does not tell how many workers it has."""


class _Here(threading.local):
    """What holds for work in this thread.

    Attributes:
        limit: how many cores it may use; None = all.
        stop: once set, long work ends at its next chunk.
    """

    limit: int | None = None
    stop: threading.Event | None = None


_here = _Here()


def cores() -> int:
    """How many processors the work in this thread may use."""
    if _here.limit is not None:
        return _here.limit
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def limited(count: int) -> Iterator[None]:
    """Let the work inside use this many cores, as others are busy with other work."""
    before = _here.limit
    _here.limit = count
    try:
        yield
    finally:
        _here.limit = before


def obey(stop: threading.Event) -> None:
    """Let work on one core in this thread end with a `KeyboardInterrupt` once ``stop`` is set."""
    _here.stop = stop


def in_order(
    work: Callable[[Chunk], Answer],
    chunks: Iterable[Chunk],
    threads: int | None = None,
    executor: Executor | None = None,
) -> Iterator[Answer]:
    """Yield ``work(chunk)`` for every chunk, in order, for any number of threads.

    ``work`` must release the GIL to gain anything.  An exception, Ctrl-C included, drops
    the waiting chunks and leaves as soon as the running ones end, so chunks are kept small.

    Args:
        executor: does the work instead of own threads and stays open.  Other processes need
            ``work`` and chunks that can be pickled.
    """
    if executor is None and (threads or cores()) == 1:
        for chunk in chunks:
            if _here.stop is not None and _here.stop.is_set():
                raise KeyboardInterrupt
            yield work(chunk)
        return
    pool = ThreadPoolExecutor(threads or cores()) if executor is None else executor
    workers = getattr(pool, "_max_workers", None)
    most = workers * AHEAD if workers else AHEAD_OF_STRANGERS
    waiting: deque[Future[Answer]] = deque()
    try:
        for chunk in chunks:
            waiting.append(pool.submit(work, chunk))
            if len(waiting) >= most:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
        if executor is None:
            pool.shutdown()

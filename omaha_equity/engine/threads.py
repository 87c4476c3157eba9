"""Work on all cores: chunks in, answers out in the same order."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

Chunk = TypeVar("Chunk")
Answer = TypeVar("Answer")

AHEAD = 2
"""Chunks that wait per thread, so that preparing chunks overlaps with the work."""


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_order(
    work: Callable[[Chunk], Answer], chunks: Iterable[Chunk], threads: int | None = None
) -> Iterator[Answer]:
    """Yield ``work(chunk)`` for every chunk, in order, for any number of threads.

    ``work`` must release the GIL to gain anything.  An exception, Ctrl-C included, drops
    the waiting chunks and leaves as soon as the running ones end, so chunks are kept small.
    """
    count = threads or cores()
    if count == 1:
        yield from map(work, chunks)
        return
    pool = ThreadPoolExecutor(count)
    waiting: deque[Future[Answer]] = deque()
    try:
        for chunk in chunks:
            waiting.append(pool.submit(work, chunk))
            if len(waiting) >= count * AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)

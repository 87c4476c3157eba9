"""Who computes: threads here, any executor, or a dask cluster."""

import logging
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

from omaha_equity.batch import tasks
from omaha_equity.batch.cache import fingerprint
from omaha_equity.engine.workers import cores, obey
from omaha_equity.errors import TextError, WorkerError
from omaha_equity.kernels import load

LOCAL = "local"
BLOCKS_AHEAD = 3
"""Blocks in work together, so that workers have something to do while rows are written."""
CORES_PER_BLOCK = 4
"""Cores that one more block keeps busy."""
TURN_SECONDS = 0.0005
"""How long the interpreter stays with a thread: a tenth of what it does by itself."""
CONNECT_SECONDS = 30
LONELY_SECONDS = 60.0
"""How long work waits for a worker to come back when none is left."""


def _watch_nobody() -> None:
    """Threads and executors tell of their end by themselves."""


@dataclass(frozen=True)
class Workers:
    """Who computes.

    Attributes:
        executor: takes tasks; cores: how many they can use together.
        ahead: how many blocks of lines keep them busy.
        watch: called now and then while a task is waited for; raises `WorkerError` where
            nobody is left to do it.
    """

    executor: Executor
    cores: int
    ahead: int = BLOCKS_AHEAD
    watch: Callable[[], None] = _watch_nobody


@contextmanager
def workers(scheduler: str, executor: Executor | None) -> Iterator[Workers]:
    """Provide workers: a cluster's, the executor's, or threads.

    Raises:
        TextError: the cluster cannot be reached or has other code, or both are given.
    """
    if scheduler and executor:
        raise TextError("scheduler and executor are both given; choose one")
    distributed = _library() if scheduler else None
    # Before the workers start, so that kernels compile once.
    load.count()
    if executor:
        yield Workers(executor, cores())
        return
    with _cluster(distributed, scheduler) if scheduler else _threads() as found:
        yield found


@contextmanager
def _threads() -> Iterator[Workers]:
    stop = threading.Event()
    own = ThreadPoolExecutor(cores(), initializer=obey, initargs=(stop,))
    try:
        yield Workers(own, cores())
    finally:
        stop.set()
        own.shutdown(cancel_futures=True)


@contextmanager
def _cluster(distributed: Any, address: str) -> Iterator[Workers]:
    # What it has to say of lost workers is said here, once.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with ExitStack() as held:
        if address == LOCAL:
            own = distributed.LocalCluster(
                n_workers=cores(),
                threads_per_worker=1,
                dashboard_address="127.0.0.1:0",
                silence_logs=logging.CRITICAL,
            )
            address = held.enter_context(own).scheduler_address
        client = held.enter_context(_connect(distributed, address))
        _check_code(client, address)
        held.enter_context(_short_turns())
        all_cores = sum(client.nthreads().values())
        yield Workers(
            _Checked(client.get_executor(pure=False)),
            all_cores,
            BLOCKS_AHEAD + all_cores // CORES_PER_BLOCK,
            _Watch(client, address),
        )


@contextmanager
def _short_turns() -> Iterator[None]:
    """Let the thread that talks to the cluster have the interpreter sooner than usual."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(TURN_SECONDS)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def _library() -> Any:
    try:
        import distributed
    except ImportError:
        raise TextError(
            "a cluster needs dask.distributed, which is not installed; "
            'it comes with the extra: pip install "omaha-equity[distributed]"'
        ) from None
    return distributed


def _connect(distributed: Any, address: str) -> Any:
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise TextError(f"no scheduler answers at {address!r}: {reason}") from None
    try:
        client.wait_for_workers(1, timeout=CONNECT_SECONDS)
    except TimeoutError:
        client.close()
        raise TextError(
            f"the scheduler at {address!r} has no worker; start some with dask worker {address}"
        ) from None
    return client


def _check_code(client: Any, address: str) -> None:
    """Refuse workers that would count with other code or tables."""
    try:
        said = client.run(tasks.check_code, fingerprint())
    except Exception as error:
        raise TextError(
            f"workers at {address!r} cannot load omaha-equity: {type(error).__name__}: {error}"
        ) from None
    for worker, other in said.items():
        if other:
            raise TextError(f"worker {worker} has {other}; install the same version everywhere")


class _Checked(Executor):
    """Lets workers that join later, too, work only with the same code."""

    def __init__(self, inner: Executor) -> None:
        self._inner = inner

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        return self._inner.submit(tasks.checked, fingerprint(), fn, *args, **kwargs)


class _Watch:
    """Looks whether a cluster has workers."""

    def __init__(self, client: Any, address: str) -> None:
        self._client = client
        self._address = address
        self._seen = time.monotonic()

    def __call__(self) -> None:
        if self._client.nthreads():
            self._seen = time.monotonic()
        elif time.monotonic() - self._seen > LONELY_SECONDS:
            raise WorkerError(f"no worker is left at {self._address!r}; start some")

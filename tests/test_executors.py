"""Work on executors: threads, processes and strangers give the same, in the same order."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from random import Random
from threading import get_ident
from typing import Any

import pytest
from strategies import STREETS, counts, random_spot

from omaha_equity import (
    GAMES,
    ImpossibleError,
    PrecisionError,
    Query,
    Range,
    Result,
    TextError,
    equity,
    equity_many,
    parse_cards,
)
from omaha_equity.engine import solve, workers
from omaha_equity.questions.wish import Wish

PLO4 = GAMES["plo4"]
forking = pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")


class Stranger(Executor):
    """Works at once, in the calling thread, and tells nothing about itself."""

    def __init__(self) -> None:
        self.futures: list[Future[Any]] = []
        self.closed = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.futures.append(future)
        try:
            future.set_result(fn(*args, **named))
        except Exception as error:
            future.set_exception(error)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.closed = True


class Idle(Stranger):
    """Never gets to any work but the first."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        if not self.futures:
            return super().submit(fn, *args, **named)
        self.futures.append(Future())
        return self.futures[-1]


EXECUTORS: dict[str, Callable[[], Executor]] = {
    "threads": lambda: ThreadPoolExecutor(3),
    "fork": lambda: ProcessPoolExecutor(2, get_context("fork")),
    "spawn": lambda: ProcessPoolExecutor(2, get_context("spawn")),
    "stranger": Stranger,
}


@pytest.fixture(scope="module", params=EXECUTORS)
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    with EXECUTORS[request.param]() as found:
        yield found


# In order.


def late(number: int) -> int:
    time.sleep(0.001 * (number % 3))
    return number * number


def failing(number: int) -> int:
    if number == 5:
        raise TextError("the fifth")
    return number


@forking
def test_answers_come_in_order(executor: Executor) -> None:
    for _ in range(2):
        found = list(workers.in_order(late, range(150), executor=executor))
        assert found == [n * n for n in range(150)]


@forking
def test_an_error_arrives_and_the_executor_stays_open(executor: Executor) -> None:
    answers = workers.in_order(failing, range(100), executor=executor)
    assert [next(answers) for _ in range(5)] == [0, 1, 2, 3, 4]
    with pytest.raises(TextError, match="the fifth"):
        next(answers)
    assert executor.submit(late, 3).result() == 9


def test_an_error_cancels_what_waits() -> None:
    idle = Idle()
    with pytest.raises(TextError, match="the fifth"):
        list(workers.in_order(failing, [5, *range(10)], executor=idle))
    assert [future.cancelled() for future in idle.futures] == [False] + [True] * 10
    assert not idle.closed


def test_leaving_early_cancels_what_waits() -> None:
    idle = Idle()
    answers = workers.in_order(late, range(1000), executor=idle)
    assert next(answers) == 0
    answers.close()  # type: ignore[attr-defined]
    assert len(idle.futures) == workers.AHEAD_OF_STRANGERS
    assert all(future.cancelled() for future in idle.futures[1:])


@pytest.mark.parametrize("count", [1, 3])
def test_few_chunks_wait(count: int) -> None:
    taken: list[int] = []

    def chunks() -> Iterator[int]:
        for number in range(50):
            taken.append(number)
            yield number

    with ThreadPoolExecutor(count) as executor:
        answers = workers.in_order(late, chunks(), executor=executor)
        for number, _ in enumerate(answers):
            assert len(taken) <= number + count * workers.AHEAD
    assert len(taken) == 50


def test_one_thread_is_the_calling_one() -> None:
    here = get_ident()
    assert set(workers.in_order(lambda _: get_ident(), range(5), 1)) == {here}
    assert here not in set(workers.in_order(lambda _: get_ident(), range(5), 2))


# Many questions.


def mixed(seed: int, hands: int) -> list[Query]:
    random = Random(seed)
    games = list(GAMES.values())
    found: list[Query] = [
        random_spot(random, random.choice(games), random.choice(STREETS[2:]), 2).query()
        for _ in range(hands)
    ]
    board = parse_cards("Kd8s4h2c")
    aces = Range("AA@50,QQ@100"), Range("KK!AA")
    found.insert(3, Query(PLO4, aces, (board,)))
    found.insert(7, Query(PLO4, (Range("5%"), None), wish=Wish(deals=3000, seed=4)))
    found.append(Query(PLO4, aces, (board[:3],), wish=Wish(exact=True)))
    return found


@forking
def test_results_do_not_depend_on_the_executor(executor: Executor) -> None:
    seed = 71_000
    asked = mixed(seed, 140)
    found = equity_many(asked, executor=executor)
    assert found == equity_many(asked)
    for query, result in zip(asked, found, strict=True):
        assert result.query is query
        if query.fixed:
            assert counts(result) == counts(solve.count_boards(query, "numpy")), (
                f"seed {seed}: {query}"
            )
        else:
            players = [held or "random" for held in query.players]
            alone = equity(players, query.board, game=PLO4, **wishes(query))
            assert result.players == alone.players


def wishes(query: Query) -> dict[str, Any]:
    wish = query.wish
    return {"exact": wish.exact, "deals": wish.deals, "seed": wish.seed}


KNOWN = Query(
    PLO4, (Range.from_arrays([parse_cards("QsTsJd2d")]), Range("AA")), (parse_cards("AdKs3s"),)
)


@forking
def test_known_equities_from_any_executor(executor: Executor) -> None:
    """Counts and equities of other programs."""
    hands, ranges = equity_many([["AsAhKsKh", "JdTd9c8c"], KNOWN], executor=executor)
    assert (hands.boards, hands.players[0].high_wins) == (1086008, 667649)
    assert (ranges.boards, round(ranges.players[0].equity, 6)) == (2_152_500, 0.414896)


def test_ranges_need_no_executor() -> None:
    results: list[Result] = equity_many([KNOWN, ["AsAhKsKh", "JdTd9c8c"]], threads=1)
    assert [result.boards for result in results] == [2_152_500, 1086008]
    assert equity_many([KNOWN], threads=2)[0].method == "enumerated"


NO_DEAL = Query(PLO4, (Range("KK"), Range("AAKK")), (parse_cards("KcKd2h"),))
TOO_MUCH = Query(PLO4, (Range("AA"), Range("KK"), Range("QQ")), wish=Wish(exact=True))
SPOT = Query.of(["AsAhKsKh", "JdTd9c8c"])


@forking
def test_errors_name_the_first_bad_spot(executor: Executor) -> None:
    with pytest.raises(ImpossibleError, match=r"^spot 2: no deal is possible"):
        equity_many([SPOT, NO_DEAL, KNOWN, TOO_MUCH], executor=executor)
    with pytest.raises(PrecisionError, match=r"^spot 3: exact is not possible"):
        equity_many([SPOT, KNOWN, TOO_MUCH, NO_DEAL], executor=executor)
    with pytest.raises(ImpossibleError, match=r"^spot 1: "):
        equity_many([NO_DEAL], threads=1)


def test_threads_and_an_executor_exclude_each_other() -> None:
    stranger = Stranger()
    with pytest.raises(TextError, match="not both"):
        equity_many([SPOT], threads=2, executor=stranger)
    assert not stranger.futures


def test_an_executor_gets_the_work() -> None:
    stranger = Stranger()
    equity_many([SPOT] * 300, executor=stranger)
    assert len(stranger.futures) == 3
    assert not stranger.closed

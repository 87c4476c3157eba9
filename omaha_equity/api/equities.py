"""Equities: hands, ranges, several boards, many questions."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from omaha_equity.answers.equities import ComboEquities, Comparison, Result
from omaha_equity.answers.multiboard import BoardsResult
from omaha_equity.errors import OmahaError, PrecisionError, TextError
from omaha_equity.games import Game
from omaha_equity.questions.query import BoardsQuery, Cards, Holding, Query, RangeQuery, Wish
from omaha_equity.questions.reading import Reading, read_boards_question, read_question

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from omaha_equity.engine.ranges import RangePlan


def equity(
    hands: Sequence["Cards | Holding"],
    board: Cards = "",
    dead: Cards = "",
    game: Game | str | None = None,
    *,
    exact: bool | None = None,
    precision: float | None = None,
    deals: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    reading: Reading | None = None,
    progress: Callable[[float], None] | None = None,
    announce: "Callable[[RangePlan], None] | None" = None,
) -> Result:
    """Return every player's equity: exact for hands, and for ranges wherever that is quick.

    Args:
        hands: 2 to 10 players, each a hand of 4 to 7 cards (text or integers), a range (text,
            with ``game`` named, or a `Range`), or ``"random"``.
        board: the 0 to 5 known board cards.
        dead: cards known to be out of play.
        game: a game or its name; without it the number of cards decides, high only.
        exact: True = count every deal, however long that takes, or refuse.
        precision: sample until the 95% half-width of every equity is at most this.
        deals, seconds: sample so many deals, or for so long.
        seed: decides the sampled deals, whatever the number of threads.
        reading: how range texts are read.
        progress: called with the share of the work that is done, where there are ranges.
        announce: called with the plan before the work starts, where there are ranges.

    Raises:
        TextError: something cannot be read, or numbers of cards do not fit.
        ImpossibleError: a card is used twice, or no deal is possible.
        PrecisionError: ``exact`` was asked for and would take too long.
        Interrupted: Ctrl-C while sampling; a `KeyboardInterrupt` with the result so far.

    >>> result = equity(["AsAhKdKc", "Ts9s8h7h"])
    >>> result.boards, result.players[0].high_wins, round(result.players[0].equity, 6)
    (1086008, 591091, 0.544279)
    >>> result = equity(["QsTsJd2d", "AA"], board="AdKs3s", game="plo4")
    >>> result.exact, result.boards, round(result.players[0].equity, 6)
    (True, 2152500, 0.414896)
    """
    # Before the engine, which loads NumPy: a text error comes at once.
    wish = Wish(exact, precision, deals, seconds, seed)
    query = read_question(hands, board, dead, game, wish, reading or Reading())
    if isinstance(query, Query):
        from omaha_equity.engine import exact as exact_engine

        return exact_engine.solve(query)
    from omaha_equity.engine import ranges

    return ranges.solve(query, progress, announce)


def equity_boards(
    hands: Sequence["Cards | Holding"],
    boards: Sequence[Cards] = ("", ""),
    runs: int = 0,
    dead: Cards = "",
    game: Game | str | None = None,
    *,
    exact: bool | None = None,
    precision: float | None = None,
    deals: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    reading: Reading | None = None,
    progress: Callable[[float], None] | None = None,
) -> BoardsResult:
    """Return equities and the whole distribution of pot shares on several boards.

    Hands are exact, whatever the street; of three runs of three or more cards only the
    distribution is sampled.  Ranges are exact where both boards are on the turn or river.

    Args:
        boards: the known cards of each of two boards; with ``runs``, of one.
        runs: how often the rest of the one board is dealt, 2 or 3; 0 = two boards.
        hands, dead, game, exact, precision, deals, seconds, seed, reading, progress: as for
            `equity`.

    Raises:
        TextError, ImpossibleError, PrecisionError, Interrupted: as `equity`.

    >>> result = equity_boards(["AsAhKdKc", "Ts9s8h7h"])
    >>> result.deals, [player.scoops for player in result.players]
    (625276708056, [179328520056, 123955666338])
    """
    wish = Wish(exact, precision, deals, seconds, seed)
    query = read_boards_question(hands, boards, runs, dead, game, wish, reading or Reading())
    if isinstance(query, BoardsQuery):
        from omaha_equity.engine import multiboard, multiboard_sampled

        if exact and multiboard.needs_sample(query):
            raise PrecisionError(
                "the distribution of three runs of three or more cards cannot be counted; leave "
                "exact out: it is sampled, and equities and deviations are exact all the same"
            )
        sample = partial(multiboard_sampled.sample_distributions, seed=seed)
        return multiboard.solve(query, sample)
    from omaha_equity.engine import several_ranges

    return several_ranges.solve(query, progress)


def compare(
    first: "Cards | Holding",
    second: "Cards | Holding",
    opponents: Sequence["Cards | Holding"],
    board: Cards = "",
    dead: Cards = "",
    game: Game | str | None = None,
    *,
    precision: float | None = None,
    deals: int | None = None,
    seed: int = 0,
    reading: Reading | None = None,
    progress: Callable[[float], None] | None = None,
) -> Comparison:
    """Return how much better the first holding does than the second against the same opponents.

    Both are dealt the same cards as far as possible, so the difference is sure to far less
    than either equity.  Arguments as `equity`; ``precision`` is of the difference.

    >>> found = compare("AsAhKsKh", "AsAhKdKc", ["QQ"], game="plo4", deals=20_000, seed=1)
    >>> found.difference > 2 * found.error
    True
    """
    wish = Wish(None, precision, deals, None, seed)
    one, other = (
        read_question([own, *opponents], board, dead, game, wish, reading or Reading(), True)
        for own in (first, second)
    )
    assert isinstance(one, RangeQuery)
    assert isinstance(other, RangeQuery)
    from omaha_equity.engine import comparison

    return comparison.compare(one, other, progress)


def equity_by_combo(
    own: "Cards | Holding",
    opponent: "Cards | Holding",
    board: Cards = "",
    dead: Cards = "",
    game: Game | str | None = None,
    *,
    exact: bool | None = None,
    deals: int | None = None,
    seed: int = 0,
    reading: Reading | None = None,
    progress: Callable[[float], None] | None = None,
) -> ComboEquities:
    """Return the equity of every combo of ``own`` against ``opponent``, as arrays.

    Exact once a board is dealt, or with ``exact``; else sampled.  Arguments as `equity`.

    >>> found = equity_by_combo("AA", "KK!AA", board="Kd8s4h2c", game="plo4")
    >>> found.cards.shape, found.exact
    ((5835, 4), True)
    """
    wish = Wish(exact, None, deals, None, seed)
    query = read_question([own, opponent], board, dead, game, wish, reading or Reading(), True)
    assert isinstance(query, RangeQuery)
    from omaha_equity.engine import by_combo

    return by_combo.equities(query, progress)


def equity_many(
    queries: Iterable[Query | RangeQuery | Sequence[Cards]],
    threads: int | None = None,
    executor: "Executor | None" = None,
) -> list[Result]:
    """Return the equities of many spots, using all cores.

    Args:
        queries: each a `Query`, which is answered exactly, or just its hands; or a `RangeQuery`,
            which is answered as `equity` does, by one thread.
        threads: how many threads, 1 or more; None = one per core.  Results never depend on
            it, and few spots of hands are answered at once without any.
        executor: works instead of threads and stays open: one of `concurrent.futures`, or any
            other that has their methods.  Results do not depend on it either.

    Raises:
        TextError, ImpossibleError, PrecisionError: as `equity`, for the first bad spot, naming
            its place; or fewer than one thread, or both threads and an executor.

    >>> low_spot = Query.of(["AcAd2h3s", "KcKdQcQd"], game="o8")
    >>> spots = [["AsAhKdKc", "Ts9s8h7h"], low_spot]
    >>> [result.game.name for result in equity_many(spots)]
    ['plo4', 'o8']
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as executor:
    ...     [exact] = equity_many([["AsAhKdKc", "Ts9s8h7h"]], executor=executor)
    >>> exact.players[0].high_wins
    591091
    """
    if threads is not None and executor is not None:
        raise TextError("give threads or an executor, not both")
    read = _read_queries(queries)
    if threads is not None and threads < 1:
        raise TextError(f"threads is {threads}; give 1 or more, or None for one per core")
    from omaha_equity.engine import exact

    return exact.solve_many(read, threads, executor)


def _read_queries(
    queries: Iterable[Query | RangeQuery | Sequence[Cards]],
) -> list[Query | RangeQuery]:
    read: list[Query | RangeQuery] = []
    for place, query in enumerate(queries, 1):
        try:
            read.append(query if isinstance(query, Query | RangeQuery) else Query.of(query))
        except OmahaError as error:
            raise type(error)(f"spot {place}: {error}") from None
    return read

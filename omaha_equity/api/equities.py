"""Equities: hands, ranges, several boards, many questions."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from omaha_equity.answers.equities import ComboEquities, Comparison, Result
from omaha_equity.answers.multiboard import BoardsResult
from omaha_equity.cards import Cards
from omaha_equity.errors import OmahaError, TextError
from omaha_equity.games import Game
from omaha_equity.questions.plan import Announce, Progress
from omaha_equity.questions.query import Query
from omaha_equity.questions.reading import GENERIC, Holding, Reading, read_players
from omaha_equity.questions.wish import Wish

if TYPE_CHECKING:
    from concurrent.futures import Executor


def solve(
    query: Query, *, progress: Progress | None = None, announce: Announce | None = None
) -> Result | BoardsResult:
    """Answer a question: equities on one board, on two boards, or over several runs.

    Args:
        query: what is asked; `Query.of` makes it from texts.
        progress, announce: as for `equity`.

    Returns:
        A `BoardsResult` for two boards or several runs, else a `Result`.

    Raises:
        ImpossibleError, PrecisionError, Interrupted: as `equity`.

    >>> result = solve(Query.of(["AsAhKdKc", "KK!AA"], "9h6s2dQs", game="plo4"))
    >>> result.exact, result.boards, [player.name for player in result.players]
    (True, 34400, ['AsAhKdKc', 'KK!AA'])
    """
    from omaha_equity.engine import solve as engine

    return engine.solve(query, progress, announce)


def equity(
    hands: Sequence[Cards | Holding | None],
    board: Cards = "",
    dead: Cards = "",
    game: Game | str | None = None,
    *,
    exact: bool | None = None,
    precision: float | None = None,
    deals: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    reading: Reading = GENERIC,
    progress: Progress | None = None,
    announce: Announce | None = None,
) -> Result:
    """Return every player's equity: exact for hands, and for ranges wherever that is quick.

    Args:
        hands: 2 to 10 players, each a hand of 4 to 7 cards (text or integers), a range (text,
            with ``game`` named, or a `Range`), or ``"random"`` or None for any hand.
        board: the 0 to 5 known board cards.
        dead: cards known to be out of play.
        game: a game or its name; without it the number of cards decides, high only.
        exact: True = count every deal, however long that takes, or refuse.
        precision: sample until the 95% half-width of every equity is at most this.
        deals, seconds: sample this many deals, or for this long.
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
    query = Query.of(hands, board, dead, game, wish=wish, reading=reading)
    from omaha_equity.engine import solve as engine

    return engine.solve_board(query, progress, announce)


def equity_boards(
    hands: Sequence[Cards | Holding | None],
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
    reading: Reading = GENERIC,
    progress: Progress | None = None,
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
    query = Query.of(
        hands, dead=dead, game=game, boards=boards, runs=runs, wish=wish, reading=reading
    )
    if query.single:
        raise TextError("1 boards given; give two boards")
    from omaha_equity.engine import solve as engine

    return engine.solve_boards(query, progress)


def compare(
    first: Cards | Holding | None,
    second: Cards | Holding | None,
    opponents: Sequence[Cards | Holding | None],
    board: Cards = "",
    dead: Cards = "",
    game: Game | str | None = None,
    *,
    precision: float | None = None,
    deals: int | None = None,
    seed: int = 0,
    reading: Reading = GENERIC,
    progress: Progress | None = None,
) -> Comparison:
    """Return how much better the first holding does than the second against the same opponents.

    Both are dealt the same cards as far as possible, so the difference is sure to far less
    than either equity.  Arguments as `equity`; ``precision`` is of the difference.

    >>> found = compare("AsAhKsKh", "AsAhKdKc", ["QQ"], game="plo4", deals=20_000, seed=1)
    >>> found.difference > 2 * found.error
    True
    """
    wish = Wish(None, precision, deals, None, seed)
    read = read_players([first, second, *opponents], game, reading)
    own, other, *rest = read.held
    one, two = (Query.of([held, *rest], board, dead, read.game, wish=wish) for held in (own, other))
    from omaha_equity.engine import comparison

    return comparison.compare(one, two, progress)


def equity_by_combo(
    own: Cards | Holding | None,
    opponent: Cards | Holding | None,
    board: Cards = "",
    dead: Cards = "",
    game: Game | str | None = None,
    *,
    exact: bool | None = None,
    deals: int | None = None,
    seed: int = 0,
    reading: Reading = GENERIC,
    progress: Progress | None = None,
) -> ComboEquities:
    """Return the equity of every combo of ``own`` against ``opponent``, as arrays.

    Exact once a board is dealt, or with ``exact``; else sampled.  Arguments as `equity`.

    >>> found = equity_by_combo("AA", "KK!AA", board="Kd8s4h2c", game="plo4")
    >>> found.cards.shape, found.exact
    ((5835, 4), True)
    """
    wish = Wish(exact, None, deals, None, seed)
    query = Query.of([own, opponent], board, dead, game, wish=wish, reading=reading)
    return combo_equities(query, progress)


def combo_equities(query: Query, progress: Progress | None = None) -> ComboEquities:
    """Return the equity of every combo of a query's first player; see `equity_by_combo`."""
    from omaha_equity.engine import solve as engine

    return engine.solve_combos(query, progress)


def equity_many(
    queries: Iterable[Query | Sequence[Cards]],
    threads: int | None = None,
    executor: "Executor | None" = None,
) -> list[Result]:
    """Return the equities of many spots, using all cores.

    Args:
        queries: each a `Query` of one board, or just its hands; with ranges it is answered as
            `equity` does, by one thread.
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
    from omaha_equity.engine import solve as engine

    return engine.solve_many(read, threads, executor)


def _read_queries(queries: Iterable[Query | Sequence[Cards]]) -> list[Query]:
    read: list[Query] = []
    for place, asked in enumerate(queries, 1):
        try:
            query = asked if isinstance(asked, Query) else Query.of(asked)
            if not query.single:
                raise TextError("a question about several boards; solve answers it")
            read.append(query)
        except OmahaError as error:
            raise type(error)(f"spot {place}: {error}") from None
    return read

"""The one door for programs; everything here is re-exported lazily by `omaha_equity`.

Functions import the engine when first called, so importing this module costs nothing.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from omaha_equity.errors import OmahaError, TextError
from omaha_equity.games import Game
from omaha_equity.model import Cards, Evaluation, Query, Result, read_hole_and_board

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import ArrayLike, NDArray


def equity(
    hands: Sequence[Cards],
    board: Cards = "",
    dead: Cards = "",
    game: Game | str | None = None,
) -> Result:
    """Return the exact equity of every hand, counted over every board that can come.

    Args:
        hands: 2 to 10 hands of 4 to 7 cards each, as texts or integers.
        board: the 0 to 5 known board cards.
        dead: cards known to be out of play.
        game: a game or its name; without it the number of cards decides, high only.

    Raises:
        TextError: something cannot be read, or numbers of cards do not fit.
        ImpossibleError: a card is used twice, or more cards are needed than the deck has.

    >>> result = equity(["AsAhKdKc", "Ts9s8h7h"])
    >>> result.boards, result.players[0].high_wins, round(result.players[0].equity, 6)
    (1086008, 591091, 0.544279)
    """
    # Before the engine, which loads NumPy: a text error comes at once.
    query = Query.of(hands, board, dead, game)
    from omaha_equity.engine import exact

    return exact.solve(query)


def equity_many(
    queries: Iterable[Query | Sequence[Cards]], threads: int | None = None
) -> list[Result]:
    """Return the exact equities of many spots, using all cores.

    Args:
        queries: each a `Query`, or just its hands.
        threads: how many threads, 1 or more; None = one per core.  Results never depend on
            it, and few spots are answered at once without any.

    Raises:
        TextError, ImpossibleError: as `equity`, for the first bad spot, naming its place; or
            fewer than one thread.

    >>> low_spot = Query.of(["AcAd2h3s", "KcKdQcQd"], game="o8")
    >>> spots = [["AsAhKdKc", "Ts9s8h7h"], low_spot]
    >>> [result.game.name for result in equity_many(spots)]
    ['plo4', 'o8']
    """
    read = _read_queries(queries)
    if threads is not None and threads < 1:
        raise TextError(f"threads is {threads}; give 1 or more, or None for one per core")
    from omaha_equity.engine import exact

    return exact.solve_many(read, threads)


def evaluate(hole: Cards, board: Cards, game: Game | str | None = None) -> Evaluation:
    """Return the best hand of exactly two hole cards and three board cards.

    Args:
        hole: 4 to 7 hole cards.
        board: 3, 4 or 5 board cards.
        game: a game or its name; high/low games also give the low.

    Raises:
        TextError: something cannot be read, or fewer than three board cards.
        ImpossibleError: a card is used twice.

    >>> made = evaluate("Ks8cJs5c", "3s5hQsQd9h").high
    >>> made.name, made.value
    ('two pair, queens and fives', 4675)
    """
    found, hole_cards, board_cards = read_hole_and_board(hole, board, game)
    from omaha_equity.engine import evaluator

    return evaluator.evaluate(found, hole_cards, board_cards)


def evaluate_many(holes: "ArrayLike", boards: "ArrayLike") -> "NDArray[np.uint16]":
    """Return the high value of many deals, 1..7462, **bigger is better**.

    Args:
        holes: (N, h) cards, h from 4 to 7, uint8.
        boards: (N, 5) cards, uint8.

    Returns:
        (N,) uint16.

    Raises:
        TextError: wrong shapes, or numbers that are no cards.
        ImpossibleError: a card twice in one deal, naming the row.

    >>> evaluate_many([[51, 50, 49, 48]], [[0, 5, 10, 15, 16]])
    array([3927], dtype=uint16)
    """
    from omaha_equity.engine import evaluator

    return evaluator.evaluate_many(holes, boards)


def evaluate_many_low(holes: "ArrayLike", boards: "ArrayLike") -> "NDArray[np.uint8]":
    """Return the low value of many deals: 0 = no low, else 1..56, **bigger is better**.

    Arguments and errors as `evaluate_many`; returns (N,) uint8.

    >>> evaluate_many_low([[51, 0, 45, 41]], [[4, 9, 14, 46, 43]])
    array([56], dtype=uint8)
    """
    from omaha_equity.engine import evaluator

    return evaluator.evaluate_many_low(holes, boards)


def compare_high(first: Any, second: Any) -> Any:
    """Return 1 where ``first`` is the better high value, -1 where it is worse, 0 for a tie.

    Takes integers or arrays of them, as `evaluate_many` returns.

    >>> compare_high(7462, 1)
    1
    """
    from omaha_equity.engine import evaluator

    return evaluator.compare(first, second)


def compare_low(first: Any, second: Any) -> Any:
    """Return 1 where ``first`` is the better low value, -1 where it is worse, 0 for a tie.

    No low (0) loses to every low.

    >>> compare_low(0, 1)
    -1
    """
    from omaha_equity.engine import evaluator

    return evaluator.compare(first, second)


def warmup(progress: Callable[[str, int, int], None] | None = None) -> None:
    """Compile and cache every kernel, so that no later call waits for the compiler.

    Args:
        progress: called with a kernel's name, its number and how many there are.
    """
    from omaha_equity.engine import warm

    warm.compile_all(progress)


def is_warm() -> bool:
    """Whether every kernel has been compiled and cached on this machine."""
    from omaha_equity.kernels import jit

    return jit.is_warm()


def cache_folder() -> "Path | None":
    """Where compiled kernels are kept; None = nowhere, because no folder can be written."""
    from omaha_equity.kernels import jit

    return jit.cache_folder()


def check_tables() -> dict[str, str]:
    """Check every rank table; return what is wrong with it by name, "" when it is sound.

    >>> check_tables()["flush"]
    ''
    """
    from omaha_equity import tables

    return tables.faults(tables.FOLDER)


def _read_queries(queries: Iterable[Query | Sequence[Cards]]) -> list[Query]:
    read = []
    for place, query in enumerate(queries, 1):
        try:
            read.append(query if isinstance(query, Query) else Query.of(query))
        except OmahaError as error:
            raise type(error)(f"spot {place}: {error}") from None
    return read

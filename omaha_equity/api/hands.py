"""Made hands: one in full, or the values of many."""

from typing import TYPE_CHECKING, Any

from omaha_equity.answers.equities import Evaluation
from omaha_equity.cards import Cards
from omaha_equity.games import Game
from omaha_equity.questions.spot import read_hole_and_board

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


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
    from omaha_equity.engine import evaluate as engine

    return engine.evaluate(found, hole_cards, board_cards)


def evaluate_many(holes: "ArrayLike", boards: "ArrayLike") -> "NDArray[np.uint16]":
    """Return the high value of many deals, 1..7462, **bigger is better**.

    Args:
        holes: (N, h) cards, h from 4 to 7, uint8.
        boards: (N, 5) cards, uint8.

    Returns:
        (N,) uint16.

    Raises:
        TextError: wrong shapes, or numbers that are not cards.
        ImpossibleError: a card twice in one deal, naming the row.

    >>> evaluate_many([[51, 50, 49, 48]], [[0, 5, 10, 15, 16]])
    array([3927], dtype=uint16)
    """
    from omaha_equity.engine import evaluate as engine

    return engine.evaluate_many(holes, boards)


def evaluate_many_low(holes: "ArrayLike", boards: "ArrayLike") -> "NDArray[np.uint8]":
    """Return the low value of many deals: 0 = no low, else 1..56, **bigger is better**.

    Arguments and errors as `evaluate_many`; returns (N,) uint8.

    >>> evaluate_many_low([[51, 0, 45, 41]], [[4, 9, 14, 46, 43]])
    array([56], dtype=uint8)
    """
    from omaha_equity.engine import evaluate as engine

    return engine.evaluate_many_low(holes, boards)


def compare_high(first: Any, second: Any) -> Any:
    """Return 1 where ``first`` is the better high value, -1 where it is worse, 0 for a tie.

    Takes integers or arrays of them, as `evaluate_many` returns.

    >>> compare_high(7462, 1)
    1
    """
    from omaha_equity.engine import evaluate as engine

    return engine.compare(first, second)


def compare_low(first: Any, second: Any) -> Any:
    """Return 1 where ``first`` is the better low value, -1 where it is worse, 0 for a tie.

    No low (0) loses to every low.

    >>> compare_low(0, 1)
    -1
    """
    from omaha_equity.engine import evaluate as engine

    return engine.compare(first, second)

"""Made hands: one in full, or the values of many."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from omaha_equity.answers.equities import Evaluation, MadeHand
from omaha_equity.cards import CARD_TEXTS, DECK_SIZE
from omaha_equity.errors import ImpossibleError, TextError
from omaha_equity.games import BOARD_SIZE, Game
from omaha_equity.names import high_name, low_name, significant_first
from omaha_equity.tables import RankTables, board_rows, rank_tables

HOLE_SIZES = range(4, 8)
_ACE = 12
_NO_DEAL = 255


def evaluate(game: Game, hole: Sequence[int], board: Sequence[int]) -> Evaluation:
    """Find the best high, and the best low of a high/low game, over all card choices."""
    choices = [
        (pair, triple) for pair in combinations(hole, 2) for triple in combinations(board, 3)
    ]
    tables = rank_tables()
    high = max((_high_value(pair + triple, tables), pair, triple) for pair, triple in choices)
    low = max((_low_value(pair, triple, tables), pair, triple) for pair, triple in choices)
    return Evaluation(
        game=game,
        hole=tuple(hole),
        board=tuple(board),
        high=_made(*high, name=high_name),
        low=_made(*low, name=low_name) if game.high_low and low[0] else None,
    )


def evaluate_many(holes: ArrayLike, boards: ArrayLike) -> NDArray[np.uint16]:
    """See `omaha_equity.api.evaluate_many`."""
    from omaha_equity.kernels import ranks

    hole_cards, board_cards = _check_deals(holes, boards)
    values = np.empty(len(hole_cards), np.uint16)
    ranks.evaluate_deals(hole_cards, board_cards, board_rows(), rank_tables(), values)
    _refuse_repeats(values == 0, hole_cards, board_cards)
    return values


def evaluate_many_low(holes: ArrayLike, boards: ArrayLike) -> NDArray[np.uint8]:
    """See `omaha_equity.api.evaluate_many_low`."""
    from omaha_equity.kernels import ranks

    hole_cards, board_cards = _check_deals(holes, boards)
    values = np.empty(len(hole_cards), np.uint8)
    ranks.evaluate_lows(hole_cards, board_cards, rank_tables().low, values)
    _refuse_repeats(values == _NO_DEAL, hole_cards, board_cards)
    return values


def compare(first: Any, second: Any) -> Any:
    """Return 1, 0 or -1, for integers an int and for arrays an int8 array."""
    if isinstance(first, int) and isinstance(second, int):
        return (first > second) - (first < second)
    a, b = np.asarray(first), np.asarray(second)
    return (a > b).astype(np.int8) - (a < b).astype(np.int8)


def _made(value: int, pair: tuple[int, ...], triple: tuple[int, ...], name: Any) -> MadeHand:
    cards = significant_first(pair + triple, low=name is low_name)
    return MadeHand(value, name(cards), cards, tuple(c for c in cards if c in pair))


def _high_value(cards: tuple[int, ...], tables: RankTables) -> int:
    a, b, c, d, e = (card // 4 for card in cards)
    if len({card % 4 for card in cards}) == 1:
        return int(tables.flush[1 << a | 1 << b | 1 << c | 1 << d | 1 << e])
    triple, pair = tables.triple_index[a, b, c], tables.pair_index[d, e]
    return int(tables.five_ranks[tables.board_index[triple, pair]])


def _low_value(pair: tuple[int, ...], triple: tuple[int, ...], tables: RankTables) -> int:
    return int(tables.low[_low_mask(triple), _low_mask(pair)])


def _low_mask(cards: Sequence[int]) -> int:
    mask = 0
    for card in cards:
        rank = card // 4
        mask |= 1 << (0 if rank == _ACE else rank + 1)
    return mask & 0xFF


def _check_deals(
    holes: ArrayLike, boards: ArrayLike
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    hole_cards = _check_cards(holes, "holes", HOLE_SIZES)
    board_cards = _check_cards(boards, "boards", range(BOARD_SIZE, BOARD_SIZE + 1))
    if len(hole_cards) != len(board_cards):
        raise TextError(
            f"holes has {len(hole_cards)} rows and boards {len(board_cards)}; give as many of each"
        )
    return hole_cards, board_cards


def _check_cards(given: ArrayLike, what: str, widths: range) -> NDArray[np.uint8]:
    try:
        cards = np.asarray(given)
    except ValueError:
        raise TextError(f"{what} has rows of different lengths; give one number of cards") from None
    if cards.ndim != 2 or cards.shape[1] not in widths:
        wanted = " to ".join(dict.fromkeys((str(widths[0]), str(widths[-1]))))
        raise TextError(f"{what} has shape {cards.shape}; give (N, {wanted}) cards")
    if cards.size and not (
        np.issubdtype(cards.dtype, np.integer) and cards.min() >= 0 and cards.max() < DECK_SIZE
    ):
        raise TextError(f"{what} has entries that are no cards; cards are integers from 0 to 51")
    # Writable, because Numba compiles read-only arrays apart.
    return np.require(cards, np.uint8, ["C", "W"])


def _refuse_repeats(
    refused: NDArray[np.bool_], holes: NDArray[np.uint8], boards: NDArray[np.uint8]
) -> None:
    if refused.any():
        row = int(np.argmax(refused))
        cards = [*holes[row], *boards[row]]
        twice = next(card for card in cards if cards.count(card) > 1)
        raise ImpossibleError(f"row {row}: card {CARD_TEXTS[twice]} is there twice")

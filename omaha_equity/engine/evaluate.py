"""Made hands: the values of a few or of many, and one hand in full."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from omaha_equity.answers.equities import Evaluation, MadeHand
from omaha_equity.cards import CARD_TEXTS, DECK_SIZE
from omaha_equity.errors import ImpossibleError, TextError
from omaha_equity.games import BOARD_SIZE, Game
from omaha_equity.names import high_name, low_name, significant_first
from omaha_equity.tables import PAIRS, RankTables, board_rows, rank_tables

HOLE_SIZES = range(4, 8)
_NO_DEAL = 255
_RANKS = 13
_LOWS = 256
_ACE = 12
_EIGHT = 6
_LOW_BIT = [1 if c // 4 == _ACE else 2 << c // 4 if c // 4 <= _EIGHT else 0 for c in range(52)]


class _Flat(NamedTuple):
    """The rank tables, each as one row; looking into these is quicker than into arrays."""

    pair_index: bytes
    triple_index: list[int]
    board_index: memoryview
    board_rows: memoryview
    flush: memoryview
    low: bytes


def showdown(
    board: Sequence[int], holes: Sequence[Sequence[int]], high_low: bool
) -> list[tuple[int, int]]:
    """Return (high, low) of every hand on five board cards; bigger is better, 0 is no low.

    Highs are 1..7462 and lows 1..56; games without a low have 0.  A settled hand asks for two or
    three values: looking them up one by one takes less than any array would take to make.

    >>> showdown((0, 5, 10, 15, 16), [(51, 50, 49, 48)], False)
    [(3927, 0)]
    """
    flat = _flat()
    pairs = flat.pair_index
    a, b, c, d, e = (card >> 2 for card in board)
    triple = flat.triple_index[(a * _RANKS + b) * _RANKS + c]
    number = flat.board_index[triple * PAIRS + pairs[d * _RANKS + e]]
    row = flat.board_rows[number * PAIRS : (number + 1) * PAIRS]
    suit, triples = _flush_on(board)
    lows = _low_mask(board) * _LOWS if high_low else 0
    found = []
    for hole in holes:
        ranks = [card >> 2 for card in hole]
        high = max([row[pairs[r * _RANKS + s]] for r, s in combinations(ranks, 2)])
        if triples:
            suited = [1 << (card >> 2) for card in hole if card & 3 == suit]
            for r, s in combinations(suited, 2):
                high = max(high, max([flat.flush[t | r | s] for t in triples]))
        found.append((high, flat.low[lows + _low_mask(hole)] if high_low else 0))
    return found


def _flush_on(board: Sequence[int]) -> tuple[int, list[int]]:
    """The suit of which the board has three or more, and the ranks of any three as masks."""
    suits = [card & 3 for card in board]
    # Of five cards sorted by suit, the third has the suit of any three.
    suit = sorted(suits)[2]
    if suits.count(suit) < 3:
        return suit, []
    suited = [1 << (card >> 2) for card in board if card & 3 == suit]
    return suit, [r | s | t for r, s, t in combinations(suited, 3)]


def _low_mask(cards: Sequence[int]) -> int:
    mask = 0
    for card in cards:
        mask |= _LOW_BIT[card]
    return mask


@cache
def _flat() -> _Flat:
    tables = rank_tables()
    return _Flat(
        pair_index=tables.pair_index.tobytes(),
        triple_index=tables.triple_index.ravel().tolist(),
        board_index=tables.board_index.ravel().data,
        board_rows=board_rows().ravel().data,
        flush=tables.flush.ravel().data,
        low=tables.low.tobytes(),
    )


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
        raise TextError(f"{what} has entries that are not cards; cards are integers from 0 to 51")
    # Writable, because Numba compiles read-only arrays apart.
    return np.require(cards, np.uint8, ["C", "W"])


def _refuse_repeats(
    refused: NDArray[np.bool_], holes: NDArray[np.uint8], boards: NDArray[np.uint8]
) -> None:
    if refused.any():
        row = int(np.argmax(refused))
        cards = [*holes[row], *boards[row]]
        twice = next(card for card in cards if cards.count(card) > 1)
        raise ImpossibleError(f"row {row}: card {CARD_TEXTS[twice]} is given twice")

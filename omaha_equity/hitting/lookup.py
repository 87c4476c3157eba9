"""What many hands have on a board, as arrays; the definitions are in `engine.categories`.

A hand is worth the best of its pairs of cards, so a board needs one table by two cards, and
many hands are a few looks into it.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from omaha_equity.cards import DECK_SIZE, SUIT_COUNT, card_mask
from omaha_equity.games import BOARD_SIZE
from omaha_equity.hitting import categories
from omaha_equity.names import FLUSH_DRAWS, LOWS, MADE, STRAIGHT_DRAWS
from omaha_equity.tables import rank_tables

FLOP = 3
AT_ONCE = 1 << 17

Cards = NDArray[np.uint8]
Numbers = NDArray[np.int64]

_MADE_NUMBER = {name: number for number, name in enumerate(MADE)}
_LOW_NUMBER = {name: number for number, name in enumerate(LOWS)}
_FEWEST = np.array(list(STRAIGHT_DRAWS.values()))
_CARD_RANKS = np.arange(DECK_SIZE) // SUIT_COUNT
_SUIT_BITS = [
    sum(1 << (rank * SUIT_COUNT + suit) for rank in range(13)) for suit in range(SUIT_COUNT)
]


class Found(NamedTuple):
    """What each of many hands, or one hand on each of many flops, has.

    Attributes:
        made: places in `MADE`.
        straight_outs, nut_outs: numbers of cards; flush_draws: places in `FLUSH_DRAWS`.
        lows: places in `LOWS`.
    """

    made: Numbers
    straight_outs: Numbers
    nut_outs: Numbers
    flush_draws: Numbers
    lows: Numbers


def pair_values(board: Sequence[int]) -> NDArray[np.uint16]:
    """Return the best high of every two cards with a board of 3 to 5: (52, 52), 0 = impossible."""
    by_rank = categories.rank_values(tuple(card // SUIT_COUNT for card in board))
    numbers = rank_tables().pair_index[_CARD_RANKS[:, None], _CARD_RANKS]
    values: NDArray[np.uint16] = by_rank[numbers]
    suited = suited_mask(board)
    if suited:
        suit = _long_suit(board)
        bits = 1 << np.arange(13)
        pairs = bits[:, None] | bits
        for triple in combinations([rank for rank in range(13) if suited >> rank & 1], 3):
            flush = rank_tables().flush[pairs | sum(1 << rank for rank in triple)]
            block = values[suit::SUIT_COUNT, suit::SUIT_COUNT]
            np.maximum(block, flush, out=block)
    _clear(values, board)
    return values


def pair_lows(board: Sequence[int]) -> NDArray[np.uint8]:
    """Return the best low of every two cards with a board, likewise."""
    masks = np.array([categories.low_mask((card,)) for card in range(DECK_SIZE)])
    board_mask = categories.low_mask(tuple(board))
    values: NDArray[np.uint8] = rank_tables().low[board_mask][masks[:, None] | masks]
    _clear(values, board)
    return values


def best(table: NDArray[Any], hand: Sequence[int]) -> int:
    """Return the best of a hand's pairs in a table by two cards."""
    return int(max(table[pair] for pair in combinations(hand, 2)))


def look(
    hands: Cards, board: tuple[int, ...], dead: tuple[int, ...], high_low: bool
) -> Iterator[tuple[slice, Found]]:
    """Yield what (N, h) hands have on a board, some at a time."""
    values = pair_values(board)
    names = np.zeros(len(categories.rank_order()), np.uint8)
    ranks, suited = _ranks(board), suited_mask(board)
    for value in np.unique(values[values > 0]).tolist():
        names[value] = _MADE_NUMBER[categories.made_hand(value, ranks, suited)]
    for start in range(0, len(hands), AT_ONCE):
        some = hands[start : start + AT_ONCE]
        none = np.zeros(len(some), np.int64)
        outs = straight_outs(some, board, dead) if len(board) < BOARD_SIZE else (none, none)
        draws = flush_draws(some, board) if len(board) < BOARD_SIZE else none
        yield (
            slice(start, start + AT_ONCE),
            Found(
                names[_best_of(values, some)].astype(np.int64),
                *outs,
                draws,
                lows(some, board) if high_low else none,
            ),
        )


def flops(
    hand: tuple[int, ...], exposed: tuple[int, ...], dead: tuple[int, ...], high_low: bool
) -> Found:
    """Return what a hand has on every flop with the cards that are exposed already."""
    rest = [card for card in range(DECK_SIZE) if card not in {*hand, *exposed, *dead}]
    more = combinations(rest, FLOP - len(exposed))
    boards = [tuple(sorted((*exposed, *cards))) for cards in more]
    values = flop_values(hand, np.array(boards, np.uint8))
    one = np.array([sorted(hand)], np.uint8)
    held = categories.low_mask(hand)
    straights: dict[tuple[int, ...], tuple[int, int]] = {}
    flushes: dict[tuple[int, ...], int] = {}
    rows = []
    for board, value in zip(boards, values.tolist(), strict=True):
        ranks, pair = _ranks(board), _two_suited(board)
        if ranks not in straights:
            outs, nut = straight_outs(one, board, dead)
            straights[ranks] = int(outs[0]), int(nut[0])
        if pair not in flushes:
            flushes[pair] = int(flush_draws(one, board)[0])
        made = _MADE_NUMBER[categories.made_hand(value, ranks, suited_mask(board))]
        low = 0
        if high_low:
            low = _LOW_NUMBER[categories.low_state(held, categories.low_mask(board), 2)]
        rows.append((made, *straights[ranks], flushes[pair], low))
    return Found(*np.array(rows, np.int64).reshape(-1, 5).T)


def flop_values(hand: tuple[int, ...], boards: Cards) -> NDArray[np.uint16]:
    """Return the high value of a hand on each of (N, 3) flops."""
    tables = rank_tables()
    ranks, suits = boards // SUIT_COUNT, boards % SUIT_COUNT
    triples = tables.triple_index[ranks[:, 0], ranks[:, 1], ranks[:, 2]]
    masks = np.bitwise_or.reduce(1 << ranks.astype(np.int64), axis=1)
    suits = np.where((suits == suits[:, :1]).all(axis=1), suits[:, 0], SUIT_COUNT)
    values = np.zeros(len(boards), np.uint16)
    for a, b in combinations(hand, 2):
        number = tables.board_index[triples, tables.pair_index[a // SUIT_COUNT, b // SUIT_COUNT]]
        value = tables.five_ranks[number]
        if a % SUIT_COUNT == b % SUIT_COUNT:
            flush = tables.flush[masks | 1 << a // SUIT_COUNT | 1 << b // SUIT_COUNT]
            value = np.where(suits == a % SUIT_COUNT, flush, value)
        np.maximum(values, value, out=values)
    return values


def straight_outs(
    hands: Cards, board: Sequence[int], dead: Sequence[int]
) -> tuple[Numbers, Numbers]:
    """Return how many next cards give a higher straight than now, and how many the nut one."""
    mask = 0
    for card in board:
        mask |= 1 << card // SUIT_COUNT
    tops = categories.straight_tops(mask)
    after, nut = categories.next_straights(mask)
    ranks = hands // SUIT_COUNT
    now = _best_of(tops, ranks)
    cards, nut_cards = np.zeros(len(hands), np.uint16), np.zeros(len(hands), np.uint16)
    bits = (1 << np.arange(13)).astype(np.uint16)[:, None, None]
    for top in np.unique(now):
        better = after > top
        to_nut = better & (after == nut[:, None, None])
        rows = now == top
        for found, where in ((cards, better), (nut_cards, to_nut)):
            by_pair = np.bitwise_or.reduce(np.where(where, bits, np.uint16(0)), axis=0)
            found[rows] = _any_of(by_pair, ranks[rows])
    held = _masks(hands)
    left = ~np.uint64(card_mask([*board, *dead]))
    free = left & ~held
    counts = (np.bitwise_count(_spread()[each] & free) for each in (cards, nut_cards))
    outs, nuts = (count.astype(np.int64) for count in counts)
    return outs, nuts


def flush_draws(hands: Cards, board: Sequence[int]) -> Numbers:
    """Return places in `FLUSH_DRAWS`: two or more of a suit of which the board has just two."""
    none = len(FLUSH_DRAWS) - 1
    found = np.full(len(hands), none, np.int64)
    held = _masks(hands)
    for suit in range(SUIT_COUNT):
        on_board = [card for card in board if card % SUIT_COUNT == suit]
        if len(on_board) != 2:
            continue
        missing = [card for card in range(48 + suit, -1, -SUIT_COUNT) if card not in on_board]
        first, second = (held >> np.uint64(card) & np.uint64(1) for card in missing[:2])
        level = np.where(first == 1, 0, np.where(second == 1, 1, 2))
        drawing = np.bitwise_count(held & np.uint64(_SUIT_BITS[suit])) >= 2
        found = np.where(drawing, np.minimum(found, level), found)
    return found


def lows(hands: Cards, board: Sequence[int]) -> Numbers:
    """Return places in `LOWS`."""
    board_mask = categories.low_mask(tuple(board))
    to_come = BOARD_SIZE - len(board)
    states = [_LOW_NUMBER[categories.low_state(m, board_mask, to_come)] for m in range(256)]
    bits = np.array([categories.low_mask((card,)) for card in range(DECK_SIZE)])
    return np.array(states)[np.bitwise_or.reduce(bits[hands], axis=1)]


def low_boards(
    hand: tuple[int, ...], exposed: tuple[int, ...], dead: tuple[int, ...]
) -> tuple[int, int]:
    """Return how many boards with the exposed cards give a hand a low, and how many there are."""
    left = [0] * 9
    for card in set(range(DECK_SIZE)) - {*hand, *exposed, *dead}:
        mask = categories.low_mask((card,))
        left[mask.bit_length() - 1 if mask else 8] += 1
    # Boards by low ranks and number of cards, one rank after another.
    ways = {(categories.low_mask(exposed), len(exposed)): 1}
    for rank, cards in enumerate(left):
        after: dict[tuple[int, int], int] = {}
        for (mask, size), count in ways.items():
            for drawn in range(min(cards, BOARD_SIZE - size) + 1):
                key = (mask | 1 << rank if drawn and rank < 8 else mask, size + drawn)
                after[key] = after.get(key, 0) + count * comb(cards, drawn)
        ways = after
    held, table = categories.low_mask(hand), rank_tables().low
    full = {mask: count for (mask, size), count in ways.items() if size == BOARD_SIZE}
    return sum(count for mask, count in full.items() if table[mask, held]), sum(full.values())


def straight_draw(outs: Numbers) -> Numbers:
    """Return places in `STRAIGHT_DRAWS` by numbers of outs."""
    places: Numbers = (outs[:, None] < _FEWEST).sum(axis=1)
    return places


def suited_mask(board: Sequence[int]) -> int:
    """Return the ranks of the suit of which the board has three or more; 0 = there is none."""
    suit = _long_suit(board)
    ranks = [card // SUIT_COUNT for card in board if card % SUIT_COUNT == suit]
    return sum(1 << rank for rank in ranks) if len(ranks) >= 3 else 0


def _long_suit(board: Sequence[int]) -> int:
    # Of up to five cards, sorted by suit, the middle one has the suit of any three.
    return sorted(card % SUIT_COUNT for card in board)[len(board) // 2]


def _two_suited(board: Sequence[int]) -> tuple[int, ...]:
    """The flop's two cards of one suit; empty where all differ or are alike."""
    suits = [card % SUIT_COUNT for card in board]
    return tuple(card for card in board if suits.count(card % SUIT_COUNT) == 2)


def _ranks(board: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted((card // SUIT_COUNT for card in board), reverse=True))


def _clear(values: NDArray[Any], board: Sequence[int]) -> None:
    """Rule out pairs with a board card, and pairs of one card."""
    values[list(board)] = 0
    values[:, list(board)] = 0
    np.fill_diagonal(values, 0)


def _best_of(table: NDArray[Any], columns: Cards) -> NDArray[Any]:
    found = table[columns[:, 0], columns[:, 1]]
    for i, j in combinations(range(columns.shape[1]), 2):
        np.maximum(found, table[columns[:, i], columns[:, j]], out=found)
    return found


def _any_of(table: NDArray[np.uint16], columns: Cards) -> NDArray[np.uint16]:
    found = table[columns[:, 0], columns[:, 1]]
    for i, j in combinations(range(columns.shape[1]), 2):
        found |= table[columns[:, i], columns[:, j]]
    return found


def _masks(hands: Cards) -> NDArray[np.uint64]:
    bits = np.uint64(1) << np.arange(DECK_SIZE, dtype=np.uint64)
    masks: NDArray[np.uint64] = np.bitwise_or.reduce(bits[hands], axis=1)
    return masks


@cache
def _spread() -> NDArray[np.uint64]:
    """By a mask of ranks, all cards of these ranks."""
    found = np.zeros(1 << 13, np.uint64)
    for rank in range(13):
        found[1 << rank : 2 << rank] = found[: 1 << rank] | np.uint64(0xF << rank * SUIT_COUNT)
    return found

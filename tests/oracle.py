"""A slow, obvious oracle: what the rules say, with no code of the product in it.

Cards are two-character texts, ``"As"``.  A hand is worth the best of **all** choices of two
hole cards and three board cards.  The second half does the same for arrays of card numbers
(``rank * 4 + suit``, deuce to ace, clubs diamonds hearts spades), still choice by choice.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement

import numpy as np

CATEGORIES = (
    "High Card",
    "One Pair",
    "Two Pair",
    "Three of a Kind",
    "Straight",
    "Flush",
    "Full House",
    "Four of a Kind",
    "Straight Flush",
)
LETTERS = "23456789TJQKA"
RANK = {letter: number for number, letter in enumerate(LETTERS, 2)}
LETTER = {number: letter for letter, number in RANK.items()} | {1: "A"}
DECK = tuple(letter + suit for letter in LETTERS for suit in "cdhs")
CATEGORY_OF_SHAPE = {
    (1, 1, 1, 1, 1): 0,
    (2, 1, 1, 1): 1,
    (2, 2, 1): 2,
    (3, 1, 1): 3,
    (3, 2): 6,
    (4, 1): 7,
}

Hand = tuple[str, ...]
Strength = tuple[int, ...]


def read(text: str) -> Hand:
    """``"As Kd"`` -> ``("As", "Kd")``."""
    plain = text.replace(" ", "")
    return tuple(plain[i : i + 2] for i in range(0, len(plain), 2))


def numbers(cards: Hand) -> list[int]:
    """Cards as the numbers ``rank * 4 + suit``."""
    return [DECK.index(card) for card in cards]


@cache
def strength(ranks: tuple[int, ...], suited: bool) -> Strength:
    """What five cards are worth: (category, then the ranks that break ties); bigger wins."""
    counts = Counter(ranks)
    groups = sorted(((count, rank) for rank, count in counts.items()), reverse=True)
    order = tuple(rank for _, rank in groups)
    top = straight_top(ranks)
    if top:
        return (8 if suited else 4, top)
    if suited:
        return (5, *order)
    return (CATEGORY_OF_SHAPE[tuple(count for count, _ in groups)], *order)


def straight_top(ranks: tuple[int, ...]) -> int:
    """The highest rank of a straight, 5 for A-2-3-4-5, 0 for no straight."""
    if set(ranks) == {14, 2, 3, 4, 5}:
        return 5
    if len(set(ranks)) == 5 and max(ranks) - min(ranks) == 4:
        return max(ranks)
    return 0


def five_cards(cards: Hand) -> Strength:
    """What exactly these five cards are worth."""
    ranks = tuple(sorted(RANK[card[0]] for card in cards))
    return strength(ranks, len({card[1] for card in cards}) == 1)


def describe(worth: Strength) -> str:
    """``"Two Pair A69"``, ``"Straight 6-high"``: the words of the ground-truth files."""
    name = CATEGORIES[worth[0]]
    if worth[0] in (4, 8):
        return f"{name} {LETTER[worth[1]]}-high"
    return f"{name} {''.join(LETTER[rank] for rank in worth[1:])}"


@lru_cache(maxsize=1 << 17)
def high_with(hole: Hand, triple: Hand) -> Strength:
    """The best high of any two hole cards with just these three board cards."""
    return max(five_cards(pair + triple) for pair in combinations(hole, 2))


def best_high(hole: Hand, board: Hand) -> Strength:
    """The best high of two hole cards and three board cards."""
    return max(high_with(hole, triple) for triple in combinations(board, 3))


def low_of(cards: Hand) -> tuple[int, ...] | None:
    """Five cards as a low, highest rank first, ace 1; None if they are none.  Smaller wins."""
    ranks = {1 if card[0] == "A" else RANK[card[0]] for card in cards}
    if len(ranks) < 5 or max(ranks) > 8:
        return None
    return tuple(sorted(ranks, reverse=True))


@lru_cache(maxsize=1 << 17)
def low_with(hole: Hand, triple: Hand) -> tuple[int, ...] | None:
    """The best low of any two hole cards with just these three board cards."""
    lows = [low_of(pair + triple) for pair in combinations(hole, 2)]
    return min((low for low in lows if low), default=None)


def best_low(hole: Hand, board: Hand) -> tuple[int, ...] | None:
    """The best low of two hole cards and three board cards, None if there is none."""
    lows = [low_with(hole, triple) for triple in combinations(board, 3)]
    return min((low for low in lows if low), default=None)


def low_text(low: tuple[int, ...] | None) -> str | None:
    """``"6432A"``."""
    return low and "".join(LETTER[rank] for rank in low)


Counts = list[dict[tuple[int, int | None], int]]


def equities(hands: list[str], board: str = "", dead: str = "", high_low: bool = False) -> Counts:
    """Count every board that can come: for each player {(high, low): boards}.

    ``high`` is how many players share the best high with this one, itself counted, 0 if it
    is beaten; ``low`` likewise, None where no player has a low.
    """
    holes = [read(hand) for hand in hands]
    known = read(board)
    seen = {card for hole in holes for card in hole} | set(known) | set(read(dead))
    counts: Counts = [{} for _ in holes]
    for runout in combinations([card for card in DECK if card not in seen], 5 - len(known)):
        for player, outcome in enumerate(showdown(holes, known + runout, high_low)):
            counts[player][outcome] = counts[player].get(outcome, 0) + 1
    return counts


def showdown(holes: list[Hand], board: Hand, high_low: bool) -> list[tuple[int, int | None]]:
    """(high sharers, low sharers) of every player on one full board."""
    highs = [best_high(hole, board) for hole in holes]
    best = max(highs)
    high_sharers = [highs.count(best) if high == best else 0 for high in highs]
    lows = [best_low(hole, board) if high_low else None for hole in holes]
    made = [low for low in lows if low]
    if not made:
        return [(sharers, None) for sharers in high_sharers]
    least = min(made)
    low_sharers = [lows.count(least) if low == least else 0 for low in lows]
    return list(zip(high_sharers, low_sharers, strict=True))


# The same for arrays: values are 1 for the worst class up to 7462 (or 56) for the best.


def classes() -> list[tuple[tuple[int, ...], bool]]:
    """Every (ranks, suited) that five cards can have."""
    found = [
        (ranks, False)
        for ranks in combinations_with_replacement(range(2, 15), 5)
        if max(Counter(ranks).values()) < 5
    ]
    return found + [(ranks, True) for ranks in combinations(range(2, 15), 5)]


@cache
def value_of_strength() -> dict[Strength, int]:
    """Every different strength, numbered from the worst up."""
    every = sorted({strength(ranks, suited) for ranks, suited in classes()})
    return {worth: number for number, worth in enumerate(every, 1)}


@cache
def _unsuited_values() -> tuple[np.ndarray, np.ndarray]:
    """Sorted rank-count codes of five cards, and the values that belong to them."""
    worths = {
        sum(8 ** (rank - 2) for rank in ranks): value_of_strength()[strength(ranks, suited)]
        for ranks, suited in classes()
        if not suited
    }
    codes = sorted(worths)
    return np.array(codes), np.array([worths[code] for code in codes])


@cache
def _suited_values() -> np.ndarray:
    """Value of a set of five ranks in one suit, by 13-bit mask."""
    values = np.zeros(1 << 13, np.int64)
    for ranks, suited in classes():
        if suited:
            mask = sum(1 << (rank - 2) for rank in ranks)
            values[mask] = value_of_strength()[strength(ranks, suited)]
    return values


@cache
def _low_values() -> np.ndarray:
    """Value of a set of five ranks as a low, by 13-bit mask; 0 where it is none."""
    values = np.zeros(1 << 13, np.int64)
    worst_first = sorted(combinations(range(1, 9), 5), key=lambda low: low[::-1], reverse=True)
    for number, low in enumerate(worst_first, 1):
        values[sum(1 << (12 if rank == 1 else rank - 2) for rank in low)] = number
    return values


def five_card_values(cards: np.ndarray) -> np.ndarray:
    """(N, 5) card numbers -> (N,) values."""
    ranks, suits = cards // 4, cards % 4
    codes, worths = _unsuited_values()
    values = worths[np.searchsorted(codes, (8**ranks).sum(axis=1))]
    suited = (suits == suits[:, :1]).all(axis=1)
    return np.where(suited, _suited_values()[(1 << ranks).sum(axis=1) % (1 << 13)], values)


def five_card_lows(cards: np.ndarray) -> np.ndarray:
    """(N, 5) card numbers -> (N,) low values, 0 for no low."""
    return _low_values()[np.bitwise_or.reduce(1 << (cards // 4), axis=1)]


def high_values(holes: np.ndarray, boards: np.ndarray) -> np.ndarray:
    """(N, h) and (N, b) card numbers -> the best high value of each row."""
    return np.max([five_card_values(five) for five in _choices(holes, boards)], axis=0)


def low_values(holes: np.ndarray, boards: np.ndarray) -> np.ndarray:
    """(N, h) and (N, b) card numbers -> the best low value of each row, 0 for no low."""
    return np.max([five_card_lows(five) for five in _choices(holes, boards)], axis=0)


def _choices(holes: np.ndarray, boards: np.ndarray) -> Iterator[np.ndarray]:
    wide_holes, wide_boards = np.asarray(holes, np.int64), np.asarray(boards, np.int64)
    for pair in combinations(range(wide_holes.shape[1]), 2):
        for triple in combinations(range(wide_boards.shape[1]), 3):
            yield np.hstack([wide_holes[:, pair], wide_boards[:, triple]])

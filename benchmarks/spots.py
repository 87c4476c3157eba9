"""The spots and deals that are timed, with answers that this project did not work out.

Counts of `SPOTS` are those of the peer ``poker-equity``; it has no seven-card Omaha, so that
one is counted by ``tests/oracle.py``, over all choices of cards on every board.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from random import Random

import numpy as np
import phevaluator

from omaha_equity import Query, Result

WORST_TO_BEST = 7463
"""``phevaluator`` ranks hands from 1, the best, to 7462; here bigger is better."""


@dataclass(frozen=True)
class Spot:
    """Two hands, and what is known about them.

    Attributes:
        game: the game's name here.
        peer_game: its name in ``poker-equity``, "" where that has no such game.
        pots: how many pots the first hand wins, a shared pot counting by its share.
    """

    game: str
    peer_game: str
    hands: tuple[str, str]
    board: str
    boards: int
    pots: str

    @property
    def name(self) -> str:
        street = {0: "preflop", 3: "flop"}[len(self.board) // 2]
        return f"{self.game.upper()} heads-up {street}, {self.boards:,} boards"

    def check(self, result: Result) -> None:
        """Fail unless this is the known answer."""
        first, second = (player.equity_exact for player in result.players)
        assert result.exact
        assert result.boards == self.boards
        assert first == Fraction(self.pots) / self.boards
        assert first + second == 1


_FOUR = ("AsAhKdKc", "Ts9s8h7h")
_FIVE = ("AsAhKdKc2d", "Ts9s8h7h3c")
_SIX = ("AsAhKdKc2d5h", "Ts9s8h7h3c4d")
_SEVEN = ("AsAhKdKc2d5hJc", "Ts9s8h7h3c4d6s")
_FLOP = "Js7d2c"

PREFLOP = (
    Spot("plo4", "omaha", _FOUR, "", 1_086_008, "591091"),
    Spot("o8", "omaha_hi_lo", _FOUR, "", 1_086_008, "467712"),
    Spot("plo5", "omaha_five", _FIVE, "", 850_668, "442830"),
    Spot("plo6", "omaha_six", _SIX, "", 658_008, "684927/2"),
    Spot("plo7", "", _SEVEN, "", 501_942, "275450"),
)
FLOP = (
    Spot("plo4", "omaha", _FOUR, _FLOP, 820, "413"),
    Spot("o8", "omaha_hi_lo", _FOUR, _FLOP, 820, "719/2"),
)

SIX_HANDS = ("AsAhKsKh", "JdTd9c8c", "QsQh7c6c", "5s5h4d3d", "AdKd2c2h", "Ts9s8h7h")
SIX_HANDS_SHARE = Fraction(63194, 3) / 98_280
"""The first one's equity."""


def random_queries(count: int, hole_cards: int, seed: int) -> list[Query]:
    """Heads-up spots before the flop."""
    random = Random(seed)
    dealt = [random.sample(range(52), 2 * hole_cards) for _ in range(count)]
    return [Query.of([cards[:hole_cards], cards[hole_cards:]]) for cards in dealt]


def random_deals(count: int, hole_cards: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """(count, hole_cards) and (count, 5) cards; deals with a card twice are dealt anew."""
    rng = np.random.default_rng(seed)
    size = hole_cards + 5
    cards = rng.integers(0, 52, (count, size), np.uint8)
    while len(bad := np.flatnonzero((np.diff(np.sort(cards, axis=1)) == 0).any(axis=1))):
        cards[bad] = rng.integers(0, 52, (len(bad), size), np.uint8)
    return cards[:, :hole_cards].copy(), cards[:, hole_cards:].copy()


def peer_value(hole: list[int], board: list[int]) -> int:
    """A deal's value by ``phevaluator``: the best of all ways to take two cards and three."""
    return WORST_TO_BEST - min(
        phevaluator.evaluate_cards(*pair, *triple)
        for pair in combinations(hole, 2)
        for triple in combinations(board, 3)
    )

"""Several boards by brute force: every draw of one board with every draw of the others.

Values are those of ``oracle.py``'s arrays; pots are divided here, and boards are paired one by
one, with no inclusion and exclusion.
"""

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from random import Random

import numpy as np
import oracle

from omaha_equity import Game
from omaha_equity.cards import format_cards

UNIT = 5040
ROWS = 512

Shares = list[dict[Fraction, int]]


@dataclass(frozen=True)
class BoardsSpot:
    """Hands, the known cards of two boards (of one with runs), and dead cards."""

    game: Game
    hands: tuple[tuple[int, ...], ...]
    boards: tuple[tuple[int, ...], ...]
    runs: int = 0
    dead: tuple[int, ...] = ()

    def unseen(self) -> list[int]:
        seen = {card for cards in (*self.hands, *self.boards, self.dead) for card in cards}
        return [card for card in range(52) if card not in seen]

    def asked(self) -> dict[str, object]:
        """The arguments of ``equity_boards``."""
        return {
            "hands": self.hands,
            "boards": self.boards,
            "runs": self.runs,
            "dead": self.dead,
            "game": self.game,
        }

    def __str__(self) -> str:
        boards = " and ".join(format_cards(board) or "-" for board in self.boards)
        hands = " ".join(map(format_cards, self.hands))
        return (
            f"{self.game.name} {hands} on {boards} runs={self.runs} dead={format_cards(self.dead)}"
        )


@dataclass(frozen=True)
class Truth:
    """What brute force found, by player: deals by share of the pot, and each board's mean."""

    deals: int
    shares: Shares
    board_means: list[list[Fraction]] = field(default_factory=list)

    def mean(self, player: int) -> Fraction:
        return self._moment(player, 1)

    def variance(self, player: int) -> Fraction:
        return self._moment(player, 2) - self.mean(player) ** 2

    def _moment(self, player: int, power: int) -> Fraction:
        total = sum(share**power * deals for share, deals in self.shares[player].items())
        return Fraction(total) / self.deals


def deal(
    random: Random,
    game: Game,
    known: tuple[int, ...],
    runs: int = 0,
    players: int = 2,
    unseen: int = 60,
) -> BoardsSpot:
    """Deal a spot with so many known cards on each board; at most ``unseen`` cards are left."""
    deck = random.sample(range(52), 52)

    def take(count: int) -> tuple[int, ...]:
        taken = tuple(deck[:count])
        del deck[:count]
        return taken

    hands = tuple(take(game.hole_cards) for _ in range(players))
    boards = tuple(take(count) for count in known)
    return BoardsSpot(game, hands, boards, runs, take(max(0, len(deck) - unseen)))


def solve(spot: BoardsSpot) -> Truth:
    """Every deal of all boards."""
    draws = [_draws(spot, board) for board in spot.boards * (spot.runs or 1)]
    counts = _triples(*draws) if len(draws) == 3 else _pairs(*draws)
    boards = len(draws)
    shares = [
        {Fraction(place, UNIT * boards): deals for place, deals in sorted(count.items())}
        for count in counts
    ]
    means = [
        [Fraction(int(won[player].sum()), UNIT * len(masks)) for masks, won in draws]
        for player in range(len(spot.hands))
    ]
    return Truth(sum(counts[0].values()), shares, means)


def _draws(spot: BoardsSpot, known: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """The masks of all draws of one board, and (players, draws) shares in 1 / UNIT."""
    drawn = 5 - len(known)
    draws = np.array(list(combinations(spot.unseen(), drawn)), np.int64)
    full = np.hstack([np.tile(np.array(known, np.int64), (len(draws), 1)), draws])
    masks = (np.int64(1) << draws).sum(axis=1, dtype=np.int64)
    return masks, divide(spot.hands, full, spot.game.high_low)


def divide(hands: tuple[tuple[int, ...], ...], boards: np.ndarray, high_low: bool) -> np.ndarray:
    """(players, boards) shares of one pot, in 1 / UNIT (rule R7)."""
    holes = [np.tile(np.array(hand, np.int64), (len(boards), 1)) for hand in hands]
    best = _winners(np.array([oracle.high_values(hole, boards) for hole in holes]))
    won = UNIT * best // best.sum(axis=0)
    if not high_low:
        return won
    lows = np.array([oracle.low_values(hole, boards) for hole in holes])
    least = _winners(lows) * (lows > 0)
    sharers = least.sum(axis=0)
    half = won // 2 + UNIT // 2 * least // np.maximum(sharers, 1)
    return np.where(sharers > 0, half, won)


def _winners(values: np.ndarray) -> np.ndarray:
    return (values == values.max(axis=0)).astype(np.int64)


def _pairs(first: tuple, second: tuple) -> list[Counter]:
    counts: list[Counter] = [Counter() for _ in first[1]]
    for start in range(0, len(first[0]), ROWS):
        rows = slice(start, start + ROWS)
        free = first[0][rows, None] & second[0][None, :] == 0
        for player, count in enumerate(counts):
            sums = first[1][player, rows, None] + second[1][player][None, :]
            _add(count, sums[free])
    return counts


def _triples(first: tuple, second: tuple, third: tuple) -> list[Counter]:
    counts: list[Counter] = [Counter() for _ in first[1]]
    free_pairs = second[0][:, None] & third[0][None, :] == 0
    for i, mask in enumerate(first[0]):
        free = free_pairs & (second[0] & mask == 0)[:, None] & (third[0] & mask == 0)[None, :]
        for player, count in enumerate(counts):
            sums = second[1][player][:, None] + third[1][player][None, :]
            _add(count, sums[free] + first[1][player, i])
    return counts


def _add(count: Counter, sums: np.ndarray) -> None:
    places, deals = np.unique(sums, return_counts=True)
    for place, found in zip(places.tolist(), deals.tolist(), strict=True):
        count[place] += found

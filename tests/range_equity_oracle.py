"""Ranges by brute force: every combination of combos on every board, with no shortcut.

Values come from the arrays of ``oracle.py``; on more than `SLOW_BOARDS` boards from
``evaluate_many``, which ``test_evaluate.py`` compares with the same arrays.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from math import prod
from random import Random

import numpy as np
import oracle
from strategies import DECK

from omaha_equity import Game, Result, evaluate_many, evaluate_many_low
from omaha_equity.cards import format_cards
from omaha_equity.questions.query import Query
from omaha_equity.questions.wish import Wish

SLOW_BOARDS = 20_000
LEGAL_DEALS = 2
WEIGHTS = ("none", "per cent", "any")

Counts = list[dict[tuple[int, int | None], float]]


@dataclass(frozen=True)
class Held:
    """What a player may hold: the product takes it as a range, the oracle as a list."""

    hands: tuple[tuple[int, ...], ...]
    levels: tuple[float, ...]
    text: str = "a few hands"

    @cached_property
    def combos(self) -> np.ndarray:
        width = len(self.hands[0]) if self.hands else 4
        return np.array(self.hands, np.uint8).reshape(len(self.hands), width)

    @cached_property
    def weights(self) -> np.ndarray:
        return np.array(self.levels, np.float64)

    def __str__(self) -> str:
        return ",".join(
            f"{format_cards(hand)}@{level:g}"
            for hand, level in zip(self.hands, self.levels, strict=True)
        )


@dataclass(frozen=True)
class RangeSpot:
    """A question about such players."""

    game: Game
    players: tuple[Held, ...]
    board: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()

    def query(self, wish: Wish | None = None) -> Query:
        return Query(self.game, self.players, (self.board,), self.dead, wish=wish or Wish())

    def __str__(self) -> str:
        players = " v ".join(map(str, self.players))
        return f"{self.game.name} {players} board={self.board} dead={self.dead}"


@dataclass(frozen=True)
class Truth:
    """What brute force found.

    Attributes:
        counts: for each player, weight of deals by (high sharers, low sharers or None).
        by_combo: for each hand of the first player, pot share won and deals, by the weights of
            the others alone.
        combinations: how many combinations of combos share no card with each other.
    """

    counts: Counts
    by_combo: dict[tuple[int, ...], tuple[float, float]]
    combinations: int

    @property
    def deals(self) -> float:
        return sum(self.counts[0].values())

    def equity(self, player: int = 0) -> float:
        won = sum(pot_share(*outcome) * deals for outcome, deals in self.counts[player].items())
        return won / self.deals


def pot_share(high: int, low: int | None) -> float:
    """What a player gets of a pot (rule R7)."""
    of_high, of_low = (1 / n if n else 0 for n in (high, low))
    return of_high if low is None else (of_high + of_low) / 2


def brute_force(spot: RangeSpot) -> Truth:
    """Count every board for every combination of combos."""
    boards = every_board(spot)
    board_masks = masks(boards)
    held = [possible(player, spot) for player in spot.players]
    values = [[all_values(hand, boards, spot.game) for hand, _ in hands] for hands in held]
    counts: Counts = [{} for _ in held]
    by_combo = {hand: (0.0, 0.0) for hand, _ in held[0]}
    found = 0
    for rows in product(*(range(len(hands)) for hands in held)):
        together = [hands[row] for hands, row in zip(held, rows, strict=True)]
        cards = [card for hand, _ in together for card in hand]
        if len({*cards}) < len(cards):
            continue
        found += 1
        free = (board_masks & masks(np.array([cards]))) == 0
        both = [chosen[row][:, free] for chosen, row in zip(values, rows, strict=True)]
        outcomes = count_outcomes(np.array([b[0] for b in both]), np.array([b[1] for b in both]))
        add(counts, outcomes, prod(weight for _, weight in together))
        hand, others = together[0][0], prod(weight for _, weight in together[1:])
        won, deals = by_combo[hand]
        won += others * sum(pot_share(*outcome) * n for outcome, n in outcomes[0].items())
        by_combo[hand] = won, deals + others * sum(outcomes[0].values())
    return Truth(counts, by_combo, found)


def every_board(spot: RangeSpot) -> np.ndarray:
    """(B, 5) full boards that the known cards allow, whatever the players hold."""
    rest = [card for card in DECK if card not in {*spot.board, *spot.dead}]
    draws = combinations(rest, 5 - len(spot.board))
    return np.array([spot.board + draw for draw in draws], np.uint8)


def masks(cards: np.ndarray) -> np.ndarray:
    return (np.uint64(1) << cards.astype(np.uint64)).sum(axis=1, dtype=np.uint64)


def possible(held: Held, spot: RangeSpot) -> list[tuple[tuple[int, ...], float]]:
    """Hands that weigh something and share no card with the board and the dead cards."""
    blocked = {*spot.board, *spot.dead}
    pairs = zip(held.hands, held.levels, strict=True)
    return [(hand, weight) for hand, weight in pairs if weight and not blocked & {*hand}]


def all_values(hand: tuple[int, ...], boards: np.ndarray, game: Game) -> np.ndarray:
    """(2, B): the hand's highs and lows, whatever cards it shares with a board."""
    free = (masks(boards) & masks(np.array([hand]))) == 0
    holes = np.broadcast_to(np.array(hand, np.uint8), (int(free.sum()), len(hand)))
    fast = len(boards) > SLOW_BOARDS
    high_of = evaluate_many if fast else oracle.high_values
    low_of = evaluate_many_low if fast else oracle.low_values
    found = np.zeros((2, len(boards)), np.int64)
    if len(holes):
        found[0, free] = high_of(holes, boards[free])
        if game.high_low:
            found[1, free] = low_of(holes, boards[free])
    return found


def count_outcomes(highs: np.ndarray, lows: np.ndarray) -> list[dict[tuple[int, int | None], int]]:
    """(players, boards) values -> for each player the number of boards by outcome."""
    best, best_low = highs.max(axis=0), lows.max(axis=0)
    sharers = (highs == best).sum(axis=0)
    low_sharers = (lows == best_low).sum(axis=0)
    found = []
    for mine, my_low in zip(highs, lows, strict=True):
        high = np.where(mine == best, sharers, 0)
        low = np.where(best_low == 0, -1, np.where(my_low == best_low, low_sharers, 0))
        pairs, numbers = np.unique(np.stack([high, low]), axis=1, return_counts=True)
        found.append(
            {
                (h, None if state < 0 else state): n
                for h, state, n in zip(*pairs.tolist(), numbers.tolist(), strict=True)
            }
        )
    return found


def add(counts: Counts, outcomes: list[dict[tuple[int, int | None], int]], weight: float) -> None:
    for total, part in zip(counts, outcomes, strict=True):
        for outcome, boards in part.items():
            total[outcome] = total.get(outcome, 0) + weight * boards


# Random questions that are small enough.


def few_ranks(ranks: str) -> list[int]:
    """All cards of some ranks, so that no suit differs from another."""
    return [oracle.DECK.index(rank + suit) for rank in ranks for suit in "cdhs"]


def random_hand(random: Random, live: list[int], size: int) -> tuple[int, ...]:
    return tuple(sorted(random.sample(live, size)))


def levels(random: Random, count: int, weights: str) -> tuple[float, ...]:
    """Per cents as the whole numbers that counts are in; two at least, so that they differ."""
    if weights == "none" or count < 2:
        return (1.0,) * count
    if weights == "per cent":
        return (1.0, 100.0, *(float(random.randint(0, 100)) for _ in range(count - 2)))
    return tuple(random.choice((1e-4, 0.1, 1.0, 7.0)) * random.random() for _ in range(count))


def random_range_spot(
    random: Random,
    game: Game,
    street: int,
    players: int = 2,
    hands: int = 8,
    weights: str = "none",
    ranks: str = "",
) -> RangeSpot:
    """Ranges from a deck so small that they share cards and combos; all other cards are dead.

    Some hands hold cards of the board, some are in several ranges, some deals are possible.
    With ``ranks`` these are all cards there are, else some at random; per cents are given as
    whole numbers, 1 to 100, see `per_cent`.
    """
    size = game.hole_cards
    fewest = players * size + 5
    live = few_ranks(ranks) if ranks else random.sample(DECK, min(52, fewest + 3 + 2 * street))
    board = tuple(random.sample(live, street))
    found = [{random_hand(random, live, size) for _ in range(hands)} for _ in range(players)]
    for _ in range(LEGAL_DEALS):
        dealt = random.sample([card for card in live if card not in board], players * size)
        for seat, own in enumerate(found):
            own.add(tuple(sorted(dealt[seat * size : (seat + 1) * size])))
    for own in found[1:]:
        own.update(random.sample(sorted(found[0]), hands // 3))
    held = [Held(tuple(sorted(own)), levels(random, len(own), weights)) for own in found]
    dead = tuple(card for card in DECK if card not in live)
    return RangeSpot(game, tuple(held), board, dead)


def per_cent(spot: RangeSpot) -> RangeSpot:
    """The spot whose weights are such per cents: 7.0 becomes 0.07, as a text's @7."""
    players = [
        Held(p.hands, tuple(w / 100 for w in p.levels)) if {*p.levels} != {1.0} else p
        for p in spot.players
    ]
    return RangeSpot(spot.game, tuple(players), spot.board, spot.dead)


def result_counts(result: Result) -> Counts:
    """A result's outcomes, as `Truth` has them."""
    return [{(o.high, o.low): o.boards for o in player.outcomes} for player in result.players]

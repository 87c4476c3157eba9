"""From what each hand has to the sums that `hits` tells."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from omaha_equity.answers.hits import Hit, Hits, StraightOuts
from omaha_equity.cards import card_mask, format_cards
from omaha_equity.errors import ImpossibleError
from omaha_equity.games import BOARD_SIZE, Game
from omaha_equity.hitting import lookup
from omaha_equity.names import FLUSH_DRAWS, LOWS, MADE, STRAIGHT_DRAWS

MOST_OUTS = 64
"""More than any number of outs."""


class _Spot(NamedTuple):
    game: Game
    name: str
    board: tuple[int, ...]
    dead: tuple[int, ...]


class _Sums:
    """Combos and weights by line of each partition."""

    def __init__(self) -> None:
        self.made = _Counts(len(MADE))
        self.straight_draws = _Counts(len(STRAIGHT_DRAWS))
        self.flush_draws = _Counts(len(FLUSH_DRAWS))
        self.lows = _Counts(len(LOWS))
        self.outs = _Counts(MOST_OUTS * MOST_OUTS)

    def add(self, found: lookup.Found, weights: NDArray[np.float64]) -> None:
        self.made.add(found.made, weights)
        self.straight_draws.add(lookup.straight_draw(found.straight_outs), weights)
        self.flush_draws.add(found.flush_draws, weights)
        self.lows.add(found.lows, weights)
        self.outs.add(found.straight_outs * MOST_OUTS + found.nut_outs, weights)

    def result(self, spot: _Spot, boards: tuple[int, int] = (0, 0)) -> Hits:
        drawing = len(spot.board) < BOARD_SIZE
        return Hits(
            *spot,
            combos=int(self.made.combos.sum()),
            weight=float(self.made.weights.sum()),
            made=self.made.hits(MADE),
            straight_draws=self.straight_draws.hits(STRAIGHT_DRAWS) if drawing else (),
            flush_draws=self.flush_draws.hits(FLUSH_DRAWS) if drawing else (),
            lows=self.lows.hits(LOWS) if spot.game.high_low else (),
            straight_outs=self._straight_outs() if drawing else (),
            low_boards=boards[0],
            river_boards=boards[1],
        )

    def _straight_outs(self) -> tuple[StraightOuts, ...]:
        # The first counts the combos without any.
        there = [int(number) for number in np.flatnonzero(self.outs.combos)[::-1] if number]
        return tuple(
            StraightOuts(
                *divmod(number, MOST_OUTS),
                combos=int(self.outs.combos[number]),
                weight=float(self.outs.weights[number]),
            )
            for number in there
        )


class _Counts:
    def __init__(self, size: int) -> None:
        self.combos = np.zeros(size, np.int64)
        self.weights = np.zeros(size)

    def add(self, places: NDArray[np.int64], weights: NDArray[np.float64]) -> None:
        self.combos += np.bincount(places, minlength=len(self.combos))
        self.weights += np.bincount(places, weights, len(self.weights))

    def hits(self, names: Iterable[str]) -> tuple[Hit, ...]:
        total = float(self.weights.sum())
        rows = zip(names, self.combos.tolist(), self.weights.tolist(), strict=True)
        return tuple(Hit(name, combos, w, w / total) for name, combos, w in rows)


def on_board(
    game: Game,
    name: str,
    combos: NDArray[np.uint8],
    weights: NDArray[np.float64],
    board: tuple[int, ...],
    dead: tuple[int, ...] = (),
) -> Hits:
    """Count what (N, h) combos have on a board of 3 to 5 cards.

    Raises:
        ImpossibleError: there is no combo, or each holds a known card.
    """
    free = _free_of(combos, [*board, *dead])
    hands, left = combos[free], weights[free]
    if not len(hands):
        known = format_cards([*board, *dead])
        raise ImpossibleError(f"no combo of {name!r} is left; each holds one of {known}")
    sums = _Sums()
    for rows, found in lookup.look(hands, board, dead, game.high_low):
        sums.add(found, left[rows])
    return sums.result(_Spot(game, name, board, dead))


def on_flops(
    game: Game,
    name: str,
    hand: tuple[int, ...],
    exposed: tuple[int, ...] = (),
    dead: tuple[int, ...] = (),
) -> Hits:
    """Count what a hand has on every flop, and in high/low on how many boards it has a low."""
    found = lookup.flops(hand, exposed, dead, game.high_low)
    sums = _Sums()
    sums.add(found, np.ones(len(found.made)))
    boards = lookup.low_boards(hand, exposed, dead) if game.high_low else (0, 0)
    return sums.result(_Spot(game, name, exposed, dead), boards)


def _free_of(combos: NDArray[np.uint8], known: Sequence[int]) -> NDArray[np.bool_]:
    mask = card_mask(known)
    taken = np.array([mask >> card & 1 for card in range(52)], bool)
    return np.logical_not(taken[combos].any(axis=1))

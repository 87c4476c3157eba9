"""Several boards at once, exactly: double boards, and runs that share the cards dealt."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from omaha_equity.engine import kernels_at_hand
from omaha_equity.engine.tally import POT
from omaha_equity.games import BOARD_SIZE
from omaha_equity.query import BoardsQuery
from omaha_equity.several_model import BoardsPlayer, BoardsResult, Distribution
from omaha_equity.tables import rank_tables

Ints = NDArray[np.int64]
Sampler = Callable[[BoardsQuery], list[Distribution]]


@dataclass(frozen=True)
class Outcomes:
    """What one player wins on every draw of one board.

    Attributes:
        drawn: how many cards come; deck_size: out of how many.
        shares: (K,) the different pot shares, in 1 / POT; kinds: (draws,) uint8 places in it.
        totals: (K,) how many draws bring each.
        containing: (K, sets) how many of them contain each smaller set of cards to come.
        sizes: (sets,) the number of cards in each set.
    """

    drawn: int
    deck_size: int
    shares: Ints
    kinds: NDArray[np.uint8]
    totals: Ints
    containing: Ints
    sizes: Ints

    def mean(self) -> Fraction:
        """The expected pot share on this board."""
        return Fraction(int(self.shares @ self.totals), int(self.totals.sum()) * POT)

    def variance(self) -> Fraction:
        """The variance of the pot share on this board alone."""
        squares = Fraction(int(self.shares**2 @ self.totals), int(self.totals.sum()) * POT**2)
        return squares - self.mean() ** 2


def solve(query: BoardsQuery, sample: Sampler) -> BoardsResult:
    """Count every combination of boards.

    Three runs of more than two cards each are too many to count: their mean and variance stay
    exact, from pairs of runs, and ``sample`` finds their distributions.
    """
    deck = query.deck()
    by_board = [_outcomes(query, known, deck) for known in query.boards]
    sampled = sample(query) if needs_sample(query) else None
    players = []
    for seat in range(len(query.hands)):
        boards = [outcomes[seat] for outcomes in by_board]
        distribution = sampled[seat] if sampled else _distribution(query, boards)
        players.append(_player(query, seat, boards, distribution))
    return BoardsResult(query, tuple(players), query.deals(), "counted")


def needs_sample(query: BoardsQuery) -> bool:
    """Whether the distribution is beyond counting: three runs of three or more cards."""
    return query.count == 3 and query.cards_to_come > 2


def _player(
    query: BoardsQuery, seat: int, boards: list[Outcomes], distribution: Distribution
) -> BoardsPlayer:
    first, last = boards[0], boards[-1]
    pairs = count_pairs(first, last)
    products = Fraction(int(first.shares @ pairs @ last.shares), int(pairs.sum()) * POT**2)
    means = [board.mean() for board in boards] * (query.count if query.runs else 1)
    covariance = products - first.mean() * last.mean()
    variances = [first.variance(), last.variance()] if not query.runs else None
    count = query.count
    spread = sum(variances) if variances else count * first.variance()
    return BoardsPlayer(
        cards=query.hands[seat],
        equity_exact=sum(means, Fraction(0)) / count,
        board_equities=tuple(means),
        distribution=distribution,
        variance=(spread + count * (count - 1) * covariance) / count**2,
        single_variance=first.variance() if query.runs else None,
    )


def _outcomes(query: BoardsQuery, known: Sequence[int], deck: Sequence[int]) -> list[Outcomes]:
    """Every player's outcomes on one board."""
    drawn = BOARD_SIZE - len(known)
    shares = np.zeros((len(query.hands), comb(len(deck), drawn)), np.int16)
    kernels_at_hand.joint().share_boards(
        np.array(query.hands, np.uint8),
        np.array(known, np.uint8),
        np.array(deck, np.uint8),
        query.game.high_low,
        rank_tables(),
        shares,
    )
    if len(shares) == 2:
        first = _count(shares[0], len(deck), drawn)
        return [first, _mirror(first)]
    return [_count(row, len(deck), drawn) for row in shares]


def _mirror(outcomes: Outcomes) -> Outcomes:
    """The other of two players, who wins what the first does not."""
    return Outcomes(
        outcomes.drawn,
        outcomes.deck_size,
        POT - outcomes.shares,
        outcomes.kinds,
        outcomes.totals,
        outcomes.containing,
        outcomes.sizes,
    )


def _count(shares: NDArray[np.int16], deck_size: int, drawn: int) -> Outcomes:
    seen = np.bincount(shares, minlength=POT + 1)
    different = np.flatnonzero(seen)
    places = np.zeros(POT + 1, np.uint8)
    places[different] = np.arange(len(different))
    kinds = places[shares]
    choose = np.array(
        [[comb(n, k) for k in range(drawn + 1)] for n in range(deck_size + 1)], np.int64
    )
    starts = np.concatenate([[0], np.cumsum(choose[deck_size, :drawn])]).astype(np.int64)
    found = np.zeros((len(different), starts[-1]), np.int64)
    if drawn:
        kernels_at_hand.joint().count_containing(kinds, choose, starts, found)
    sizes = np.repeat(np.arange(drawn), choose[deck_size, :drawn])
    return Outcomes(drawn, deck_size, different, kinds, seen[different], found, sizes)


def count_pairs(first: Outcomes, second: Outcomes) -> Ints:
    """How many pairs of boards without a common card bring each pair of shares, (K, L)."""
    if first.drawn > second.drawn:
        return count_pairs(second, first).T
    sets = first.containing.shape[1]
    signs = np.where(first.sizes & 1, -1.0, 1.0)
    # Whole numbers below 2**53: exact in float64, and fast.
    below = (first.containing * signs) @ second.containing[:, :sets].T.astype(np.float64)
    return np.rint(below).astype(np.int64) + (-1) ** first.drawn * _whole_boards(first, second)


def _whole_boards(first: Outcomes, second: Outcomes) -> Ints:
    """How many second boards contain all cards that come on the first, by both outcomes."""
    shape = len(first.shares), len(second.shares)
    if first.drawn == second.drawn:
        cells = first.kinds.astype(np.int64) * shape[1] + second.kinds
        same: Ints = np.bincount(cells, minlength=shape[0] * shape[1]).reshape(shape)
        return same
    containing = second.containing[:, second.sizes == first.drawn]
    rows = [containing[:, first.kinds == kind].sum(axis=1) for kind in range(shape[0])]
    return np.array(rows, np.int64)


def _distribution(query: BoardsQuery, boards: list[Outcomes]) -> Distribution:
    """How many deals bring each share of the whole pot."""
    if query.count == 3:
        counts = _count_triples(boards[0])
        parts = [boards[0].shares] * 3
    else:
        counts = count_pairs(boards[0], boards[-1])
        parts = [boards[0].shares, boards[-1].shares]
    sums = reduce(np.add.outer, parts)
    return distribution_of(sums.ravel(), counts.ravel(), query.count)


def distribution_of(sums: Any, counts: Any, boards: int) -> Distribution:
    """Collect counts by share of the whole pot, from sums over boards in 1 / POT."""
    found: dict[Fraction, int] = {}
    for total, count in zip(sums.tolist(), counts.tolist(), strict=True):
        if count:
            share = Fraction(total, POT * boards)
            found[share] = found.get(share, 0) + count
    return tuple(sorted(found.items()))


def _count_triples(board: Outcomes) -> Ints:
    """How many triples of runs bring each triple of shares, (K, K, K)."""
    size = len(board.shares)
    found = np.zeros((size, size, size), np.int64)
    if board.drawn == 2:
        kernels_at_hand.joint().count_three(board.kinds, board.deck_size, found)
    elif board.drawn == 1:
        _count_single_cards(board.totals, found)
    else:
        found[board.kinds[0], board.kinds[0], board.kinds[0]] = 1
    return found


def _count_single_cards(totals: Ints, found: Ints) -> None:
    """Three runs of one card each, drawn without replacement."""
    for kinds in np.ndindex(*found.shape):
        ways = 1
        for i, kind in enumerate(kinds):
            ways *= int(totals[kind]) - kinds[:i].count(kind)
        found[kinds] = ways

"""Several boards at once, exactly: double boards, and runs that share the cards dealt."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial, reduce
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from omaha_equity.answers.equities import Sampling
from omaha_equity.answers.multiboard import BoardsPlayer, BoardsResult, Distribution
from omaha_equity.engine import workers
from omaha_equity.engine.combos import MOST_SPOTS, Combos
from omaha_equity.engine.enumeration import Spots, find_spots
from omaha_equity.engine.tally import slices, whole
from omaha_equity.games import BOARD_SIZE
from omaha_equity.kernels import load
from omaha_equity.kernels.drawing import POT
from omaha_equity.questions.plan import Progress
from omaha_equity.questions.query import Query
from omaha_equity.questions.reading import held_as
from omaha_equity.tables import rank_tables

Ints = NDArray[np.int64]
Sampler = Callable[[Query], tuple[list[Distribution], Sampling]]

QUICK_SPOTS = 200_000
"""Combinations of combos that are counted without being asked to: some seconds."""

SPOTS_AT_ONCE = 512

MOST_KINDS = 256
"""More than the different shares of one pot: halves, each lost or shared by up to ten."""


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
        return self._moment(1)

    def variance(self) -> Fraction:
        """The variance of the pot share on this board alone."""
        return self._moment(2) - self.mean() ** 2

    def _moment(self, power: int) -> Fraction:
        # In Python's integers: amounts of chips may pass 2**63.
        pairs = zip(self.shares.tolist(), self.totals.tolist(), strict=True)
        total = sum(share**power * draws for share, draws in pairs)
        return Fraction(total, int(self.totals.sum()) * POT**power)


def count(query: Query, sample: Sampler) -> BoardsResult:
    """Count every combination of boards.

    Three runs of more than two cards each are too many to count: their mean and variance stay
    exact, from pairs of runs, and ``sample`` finds their distributions.
    """
    deck = query.deck()
    # Two empty boards have the same outcomes.
    of_board = {known: _outcomes(query, known, deck) for known in dict.fromkeys(query.boards)}
    sampled = sample(query) if needs_sample(query) else None
    players: list[BoardsPlayer] = []
    for seat in range(len(query.hands)):
        boards = [of_board[known][seat] for known in query.boards]
        if not players or len(query.hands) > 2:
            # Kinds of boards are the same for both of two players.
            pairs = count_pairs(boards[0], boards[-1])
        distribution = sampled[0][seat] if sampled else _distribution(query, boards, pairs)
        players.append(_player(query, seat, boards, pairs, distribution))
    sampling = sampled[1] if sampled else None
    return BoardsResult(query, tuple(players), query.deals(), "counted", None, sampling)


def needs_sample(query: Query) -> bool:
    """Whether the distribution is beyond counting: three runs of three or more cards."""
    return query.count == 3 and query.cards_to_come > 2


def _player(
    query: Query,
    seat: int,
    boards: list[Outcomes],
    pairs: Ints,
    distribution: Distribution,
) -> BoardsPlayer:
    first, last = boards[0], boards[-1]
    # Shares of pairs of boards, times their number, can pass 2**63.
    products = Fraction(
        sum(
            int(share) * int(row)
            for share, row in zip(first.shares, pairs @ last.shares, strict=True)
        ),
        int(pairs.sum()) * POT**2,
    )
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


def _outcomes(query: Query, known: Sequence[int], deck: Sequence[int]) -> list[Outcomes]:
    """Every player's outcomes on one board."""
    drawn = BOARD_SIZE - len(known)
    shares = np.zeros((len(query.hands), comb(len(deck), drawn)), np.int16)
    load.multiboard().share_boards(
        np.array(query.hands, np.uint8),
        np.array(known, np.uint8),
        np.array(deck, np.uint8),
        query.game.high_low,
        rank_tables(),
        shares,
    )
    if len(shares) == 2:
        first = _count_shares(shares[0], len(deck), drawn)
        return [first, _mirror(first)]
    return [_count_shares(row, len(deck), drawn) for row in shares]


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


def _count_shares(shares: NDArray[np.int16], deck_size: int, drawn: int) -> Outcomes:
    kernels = load.multiboard()
    kinds, different = np.zeros(len(shares), np.uint8), np.zeros(MOST_KINDS, np.int64)
    different = different[: kernels.number_kinds(shares, kinds, different)]
    return count_kinds(kinds, different, deck_size, drawn)


def count_kinds(kinds: NDArray[np.uint8], different: Ints, deck_size: int, drawn: int) -> Outcomes:
    """Count the sets of cards in the draws of each kind; ``kinds`` are places in ``different``."""
    choose = np.array(
        [[comb(n, k) for k in range(drawn + 1)] for n in range(deck_size + 1)], np.int64
    )
    starts = np.concatenate([[0], np.cumsum(choose[deck_size, :drawn])]).astype(np.int64)
    found = np.zeros((len(different), starts[-1]), np.int64)
    if drawn:
        load.multiboard().count_containing(kinds, choose, starts, found)
    sizes = np.repeat(np.arange(drawn), choose[deck_size, :drawn])
    # Every board contains the empty set, which comes first.
    totals = found[:, 0] if drawn else np.ones(1, np.int64)
    return Outcomes(drawn, deck_size, different, kinds, totals, found, sizes)


def count_pairs(first: Outcomes, second: Outcomes) -> Ints:
    """How many pairs of boards without a common card bring each pair of shares, (K, L)."""
    if first.drawn > second.drawn:
        return count_pairs(second, first).T
    sets = first.containing.shape[1]
    signs = np.where(first.sizes & 1, -1.0, 1.0)
    # Whole numbers below 2**53: exact in float64, and fast.
    below = (first.containing * signs) @ second.containing[:, :sets].T.astype(np.float64)
    whole = _whole_boards(first, second)
    pairs: Ints = np.rint(below).astype(np.int64) + (-whole if first.drawn & 1 else whole)
    return pairs


def _whole_boards(first: Outcomes, second: Outcomes) -> Ints:
    """How many second boards contain all cards that come on the first, by both outcomes."""
    shape = len(first.shares), len(second.shares)
    if first.kinds is second.kinds:
        return np.diag(first.totals)
    if first.drawn == second.drawn:
        cells = first.kinds.astype(np.int64) * shape[1] + second.kinds
        same: Ints = np.bincount(cells, minlength=shape[0] * shape[1]).reshape(shape)
        return same
    containing = second.containing[:, second.sizes == first.drawn]
    rows = [containing[:, first.kinds == kind].sum(axis=1) for kind in range(shape[0])]
    return np.array(rows, np.int64)


def _distribution(query: Query, boards: list[Outcomes], pairs: Ints) -> Distribution:
    """How many deals bring each share of the whole pot."""
    if query.count == 3:
        counts = _count_triples(boards[0])
        parts = [boards[0].shares] * 3
    else:
        counts = pairs
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
        load.multiboard().count_three(board.kinds, board.deck_size, found)
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


def can_count(query: Query, combos: Sequence[Combos | None]) -> bool:
    """Whether every deal can be counted, and quickly unless that was asked for."""
    wish = query.wish
    late = not query.runs and min(map(len, query.boards)) >= BOARD_SIZE - 1
    if not late or None in combos or wish.samples:
        return False
    spots = prod(len(c) for c in combos if c is not None)
    return spots <= (MOST_SPOTS if wish.exact else QUICK_SPOTS)


def count_late(
    query: Query,
    combos: Sequence[Combos | None],
    progress: Progress | None,
    thread_count: int | None,
) -> BoardsResult:
    """Count every deal with ranges on two boards on the turn or river.

    Raises:
        ImpossibleError: no deal is possible.
    """
    held = [c for c in combos if c is not None]
    spots = find_spots(held, [*query.boards, query.dead])
    chunks = slices(len(spots.hands), SPOTS_AT_ONCE)
    players = len(query.players)
    histogram, by_board = np.zeros((players, 2 * POT + 1)), np.zeros((players, 2))
    work = partial(_count_late_spots, query, spots)
    for done, part in enumerate(workers.in_order(work, chunks, thread_count), 1):
        histogram += part[0]
        by_board += part[1]
        if progress:
            progress(done / len(chunks))
    return _late_result(query, histogram, by_board)


def _count_late_spots(
    query: Query, spots: Spots, chunk: slice
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    players = len(query.players)
    found = np.zeros((players, 2 * POT + 1)), np.zeros((players, 2))
    padded = np.zeros((2, BOARD_SIZE), np.uint8)
    for row, board in zip(padded, query.boards, strict=True):
        row[: len(board)] = board
    load.multiboard().add_late_spots(
        spots.hands[chunk],
        spots.weights[chunk],
        padded,
        np.array([len(board) for board in query.boards]),
        np.array(query.dead, np.uint8),
        query.game.high_low,
        rank_tables(),
        *found,
    )
    return found


def _late_result(
    query: Query, histogram: NDArray[np.float64], by_board: NDArray[np.float64]
) -> BoardsResult:
    deals = whole(histogram[0].sum().item())
    players = []
    for held, row, sums in zip(query.players, histogram, by_board.tolist(), strict=True):
        places = np.flatnonzero(row)
        distribution = distribution_of(places, np.array([whole(x) for x in row[places]]), 2)
        # By its own sum, which differs in the last place where weights are not whole per cents.
        own = sum(count for _, count in distribution)
        equity = sum((share * count for share, count in distribution), Fraction(0)) / own
        squares = sum((share**2 * count for share, count in distribution), Fraction(0))
        players.append(
            BoardsPlayer(
                cards=held if isinstance(held, tuple) else (),
                equity_exact=equity,
                board_equities=tuple(Fraction(won) / (deals * POT) for won in sums),
                distribution=distribution,
                variance=squares / own - equity**2,
                text="" if isinstance(held, tuple) else held_as(held),
            )
        )
    return BoardsResult(query, tuple(players), deals, "enumerated")

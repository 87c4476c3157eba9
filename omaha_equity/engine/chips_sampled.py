"""Expected chips where some hand is a range: sampled."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

import numpy as np
from numpy.typing import NDArray

from omaha_equity.answers.chips import ExpectedChips
from omaha_equity.answers.equities import SURE, Sampling
from omaha_equity.cards import DECK_SIZE
from omaha_equity.engine.chips import possible_runs, pot_chances, seat_chances
from omaha_equity.engine.combos import Combos, check, possible_combos
from omaha_equity.engine.multiboard_sampled import CHUNK_DEALS
from omaha_equity.engine.sampling import Dealing, sample_until
from omaha_equity.errors import ImpossibleError, Interrupted, PrecisionError
from omaha_equity.kernels import load
from omaha_equity.kernels.drawing import POT
from omaha_equity.pots.hand import PotHand
from omaha_equity.pots.stakes import Stake, boards_of, playing
from omaha_equity.questions.plan import Progress
from omaha_equity.questions.query import Query
from omaha_equity.questions.reading import read_players
from omaha_equity.questions.wish import Wish

DEFAULT_PRECISION = 0.001
"""The 95% half-width of expected chips, as a share of all chips in the pots."""


@dataclass(frozen=True)
class ChipsTally:
    """Deals sampled so far: sums as in ``kernels.reduce.play_pots``."""

    shares: NDArray[np.int64]
    chips: NDArray[np.float64]
    squares: NDArray[np.float64]
    draws: int
    rejected: int

    def merge(self, other: Self) -> "ChipsTally":
        """Return the tally of both samples."""
        return ChipsTally(
            self.shares + other.shares,
            self.chips + other.chips,
            self.squares + other.squares,
            self.draws + other.draws,
            self.rejected + other.rejected,
        )

    def deviations(self) -> NDArray[np.float64]:
        """The standard deviation of each player's chips, by plan."""
        mean = self.chips / self.draws
        found: NDArray[np.float64] = np.sqrt(
            np.maximum(0.0, self.squares / self.draws - mean * mean)
        )
        return found

    def errors(self, most: NDArray[np.float64]) -> NDArray[np.float64]:
        """The standard error of each player's mean chips, as the hand stands.

        Never below 1.5 / draws of the ``most`` that can be won: see `tally.standard_error`.
        """
        if self.draws == 1:
            return np.full(self.chips.shape[1], math.inf)
        found = self.deviations()[0] / math.sqrt(self.draws - 1)
        errors: NDArray[np.float64] = np.maximum(found, 1.5 / self.draws * most)
        return errors


@dataclass(frozen=True)
class Deal:
    """A hand as it is sampled: who plays, for what, and the deals.

    Attributes:
        hand: the hand; seats: places of those whose cards matter.
        stakes: the pots they contest.
        runs: how often the board is run, by plan.
        contenders: (pots, players) bool.
        parts: (pots, boards) int64, what part of each pot each board decides as the hand
            stands, in 1 / ``whole``.
        whole: the least number of which all parts are whole.
        amounts: (plans, pots, boards) float64, chips played for.
        dealing: the stream of deals.
    """

    hand: PotHand
    seats: tuple[int, ...]
    stakes: tuple[Stake, ...]
    runs: tuple[int, ...]
    contenders: NDArray[np.bool_]
    parts: NDArray[np.int64]
    whole: int
    amounts: NDArray[np.float64]
    dealing: Dealing

    @property
    def most(self) -> NDArray[np.float64]:
        """What each player can win at most."""
        prizes = np.asarray([[stake.prize] for stake in self.stakes], np.float64)
        found: NDArray[np.float64] = (prizes * self.contenders).sum(axis=0)
        return found


def sample(
    hand: PotHand,
    stakes: Sequence[Stake],
    wish: Wish,
    progress: Progress | None,
    thread_count: int | None,
) -> ExpectedChips:
    """Sample every seat's expected chips.

    Raises:
        ImpossibleError: no deal is possible.
        PrecisionError: exactness was asked for, or hardly any draw can be dealt.
        Interrupted: Ctrl-C, with the result so far.
    """
    if wish.exact:
        raise PrecisionError("expected chips with ranges are sampled; leave exact out")
    deal = _make_deal(hand, stakes, wish.seed)
    try:
        tally = _sample(deal, wish, progress, thread_count)
    except Interrupted as stopped:
        raise Interrupted(_result(deal, stakes, stopped.partial, wish)) from None
    return _result(deal, stakes, tally, wish)


def _make_deal(hand: PotHand, stakes: Sequence[Stake], seed: int) -> Deal:
    seats = playing(stakes)
    dead = [c for s, seat in enumerate(hand.seats) if s not in seats for c in seat.hole]
    seen = tuple({*dead, *hand.dead, *(card for board in hand.boards for card in board)})
    combos = [_possible(hand, seat, seen) for seat in seats]
    check(combos)
    runs = possible_runs(hand, DECK_SIZE - len(seen) - len(seats) * hand.game.hole_cards)
    contested = tuple(stake for stake in stakes if stake.contested)
    boards = hand.boards * runs[-1]
    whole = math.lcm(*[stake.boards for stake in contested])
    parts = _parts(hand, contested, 1, len(boards))
    amounts = [
        _parts(hand, contested, n, len(boards)) * [[float(s.prize)] for s in contested]
        for n in runs
    ]
    return Deal(
        hand,
        seats,
        contested,
        runs,
        np.array([[seat in stake.contenders for seat in seats] for stake in contested]),
        np.rint(parts * whole).astype(np.int64),
        whole,
        np.array(amounts),
        Dealing.of(hand.game, combos, boards, seen, seed),
    )


def _possible(hand: PotHand, place: int, seen: tuple[int, ...]) -> Combos | None:
    """What a seat can hold."""
    seat = hand.seats[place]
    held = read_players([seat.text], hand.game).held[0] if seat.text else seat.hole
    try:
        return possible_combos(Query(hand.game, (held, None), dead=seen))[0]
    except ImpossibleError as error:
        reason = str(error).removeprefix("player 1: ")
        raise ImpossibleError(f"seat {seat.name}: {reason}") from None


def _parts(hand: PotHand, stakes: Sequence[Stake], runs: int, boards: int) -> NDArray[np.float64]:
    """What part of each pot is played for on each board."""
    parts = np.zeros((len(stakes), boards))
    for pot, stake in enumerate(stakes):
        on = len(boards_of(hand, stake, runs))
        parts[pot, :on] = 1 / on
    return parts


def _sample(
    deal: Deal, wish: Wish, progress: Progress | None, thread_count: int | None
) -> ChipsTally:
    chips = deal.amounts[0].sum()
    return sample_until(
        lambda number, draws: _sample_chunk(deal, number, draws),
        wish,
        lambda total: float(SURE * total.errors(deal.most).max() / chips),
        default=DEFAULT_PRECISION,
        per_chunk=CHUNK_DEALS,
        progress=progress,
        thread_count=thread_count,
    )


def _sample_chunk(deal: Deal, number: int, draws: int) -> ChipsTally:
    shares = np.zeros(deal.contenders.shape, np.int64)
    chips = np.zeros((len(deal.runs), len(deal.seats)))
    squares = np.zeros_like(chips)
    rejected = 0
    for block in deal.dealing.blocks(number, draws):
        load.reduce().play_pots(
            block.values,
            block.lows,
            deal.contenders,
            deal.parts,
            deal.amounts,
            shares,
            chips,
            squares,
        )
        rejected = block.rejected
    return ChipsTally(shares, chips, squares, draws, rejected)


def _result(deal: Deal, stakes: Sequence[Stake], tally: ChipsTally, wish: Wish) -> ExpectedChips:
    pots = tuple(pot_chances(stake, _equities(deal, tally, stake)) for stake in stakes)
    deviations, errors = tally.deviations(), tally.errors(deal.most)
    seats = []
    for place in range(len(deal.hand.seats)):
        spread, error = dict.fromkeys(deal.runs, 0.0), 0.0
        if place in deal.seats:
            column = deal.seats.index(place)
            spread = dict(zip(deal.runs, deviations[:, column].tolist(), strict=True))
            error = float(errors[column])
        seats.append(seat_chances(deal.hand, pots, place, error, spread))
    sampling = Sampling(wish.seed, tally.draws, 1, tally.rejected)
    return ExpectedChips(deal.hand, pots, tuple(seats), sampling)


def _equities(deal: Deal, tally: ChipsTally, stake: Stake) -> tuple[Fraction, ...]:
    if not stake.contested:
        return (Fraction(1),)
    row = tally.shares[deal.stakes.index(stake)]
    whole = deal.whole * POT * tally.draws
    return tuple(Fraction(int(row[deal.seats.index(s)]), whole) for s in stake.contenders)

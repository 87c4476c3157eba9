"""Expected chips where some hand is a range: sampled."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from omaha_equity.cards import card_mask, format_cards
from omaha_equity.chips_model import ExpectedChips, PotChances
from omaha_equity.engine import compatible, kernels_at_hand, threads
from omaha_equity.engine.asking import Reading, read_players
from omaha_equity.engine.chips import RUNS, Stake, seat_chances
from omaha_equity.engine.holdings import possible_combos
from omaha_equity.engine.sampled import ROUND, SURE, pack_holdings, stuck
from omaha_equity.engine.several_sampled import chunks_of
from omaha_equity.errors import ImpossibleError, PrecisionError
from omaha_equity.games import BOARD_SIZE
from omaha_equity.model import Sampling
from omaha_equity.pots.hand import PotHand
from omaha_equity.query import RangeQuery, Wish
from omaha_equity.tables import board_rows, rank_tables

Progress = Callable[[float], None]

DEFAULT_PRECISION = 0.001
"""The 95% half-width of expected chips, as a share of all chips in the pots."""


@dataclass(frozen=True)
class ChipsTally:
    """Deals sampled so far: sums as in ``kernels.sampling_pots``."""

    shares: NDArray[np.float64]
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


@dataclass(frozen=True)
class Deal:
    """A hand as the kernel takes it: who plays, on which boards, for what."""

    hand: PotHand
    seats: tuple[int, ...]
    boards: tuple[tuple[int, ...], ...]
    runs: tuple[int, ...]
    contenders: NDArray[np.bool_]
    parts: NDArray[np.float64]
    amounts: NDArray[np.float64]
    holdings: Any
    blocked: np.uint64


def expect(
    hand: PotHand,
    stakes: Sequence[Stake],
    wish: Wish,
    progress: Progress | None,
    thread_count: int | None,
) -> ExpectedChips:
    """Sample every seat's expected chips.

    Raises:
        ImpossibleError: no deal is possible.
        PrecisionError: exactness was asked for.
    """
    if wish.exact:
        raise PrecisionError("expected chips with ranges are sampled; leave exact out")
    deal = _make_deal(hand, stakes)
    tally = _sample(deal, wish, progress, thread_count)
    return _result(deal, stakes, tally, wish)


def _make_deal(hand: PotHand, stakes: Sequence[Stake]) -> Deal:
    seats = tuple(
        sorted({s for stake in stakes if len(stake.contenders) > 1 for s in stake.contenders})
    )
    texts = [hand.seats[s].text or format_cards(hand.seats[s].hole) for s in seats]
    players = read_players(texts, hand.game, Reading())
    dead = [c for s, seat in enumerate(hand.seats) if s not in seats for c in seat.hole]
    seen = tuple({*dead, *hand.dead, *(card for board in hand.boards for card in board)})
    combos = possible_combos(RangeQuery(hand.game, players, (), seen))
    compatible.check(combos)
    runs = _possible_runs(hand, len(seats), len(seen))
    boards = hand.boards * (runs[-1] if len(hand.boards) == 1 else 1)
    return Deal(
        hand,
        seats,
        boards,
        runs,
        np.array([[s in stake.contenders for s in seats] for stake in stakes]),
        _parts(stakes, 1 if len(hand.boards) == 1 else 0, len(boards)),
        np.array(
            [
                _parts(stakes, n if len(hand.boards) == 1 else 0, len(boards))
                * np.array([[stake.amount - stake.rake] for stake in stakes])
                for n in runs
            ]
        ),
        pack_holdings(combos, hand.game.hole_cards),
        np.uint64(card_mask(seen)),
    )


def _possible_runs(hand: PotHand, players: int, seen: int) -> tuple[int, ...]:
    """How often the board can be run with the cards there are."""
    left = 52 - seen - players * hand.game.hole_cards
    to_come = sum(BOARD_SIZE - len(board) for board in hand.boards)
    if to_come > left:
        raise ImpossibleError(f"{to_come} board cards must still come and {left} are left")
    if len(hand.boards) > 1 or not to_come:
        return (1,)
    return tuple(n for n in RUNS if n * to_come <= left)


def _parts(stakes: Sequence[Stake], runs: int, boards: int) -> NDArray[np.float64]:
    """What part of each pot is played for on each board; ``runs`` 0 = as the hand says."""
    parts = np.zeros((len(stakes), boards))
    for pot, stake in enumerate(stakes):
        on = runs or stake.boards
        parts[pot, :on] = 1 / on
    return parts


def _sample(
    deal: Deal, wish: Wish, progress: Progress | None, thread_count: int | None
) -> ChipsTally:
    start = time.monotonic()
    in_pots = deal.amounts[0].sum()
    wanted = (wish.precision or DEFAULT_PRECISION) * in_pots / SURE
    total: ChipsTally | None = None
    parts = threads.in_order(
        lambda c: _sample_chunk(deal, wish.seed, *c), chunks_of(wish.deals), thread_count
    )
    for number, part in enumerate(parts, 1):
        total = part if total is None else total.merge(part)
        if wish.deals is not None:
            done = total.draws / wish.deals
        elif wish.seconds is not None:
            done = (time.monotonic() - start) / wish.seconds
        elif number % ROUND == 0:
            error = float(total.deviations()[0].max()) / math.sqrt(total.draws)
            done = (wanted / error) ** 2 if error else 1.0
        else:
            continue
        if progress:
            progress(min(1.0, done))
        if done >= 1:
            break
    assert total is not None
    return total


def _sample_chunk(deal: Deal, seed: int, number: int, draws: int) -> ChipsTally:
    padded = np.zeros((len(deal.boards), BOARD_SIZE), np.uint8)
    for row, board in zip(padded, deal.boards, strict=True):
        row[: len(board)] = board
    shares = np.zeros(deal.contenders.shape)
    chips = np.zeros((len(deal.runs), len(deal.seats)))
    squares = np.zeros_like(chips)
    rejected = kernels_at_hand.sampling_pots().sample_pots(
        np.uint64(seed),
        np.uint64(number),
        draws,
        deal.holdings,
        deal.hand.game.hole_cards,
        padded,
        np.array([len(board) for board in deal.boards], np.int64),
        deal.blocked,
        deal.hand.game.high_low,
        board_rows(),
        rank_tables(),
        deal.contenders,
        deal.parts,
        deal.amounts,
        shares,
        chips,
        squares,
    )
    if rejected < 0:
        raise stuck()
    return ChipsTally(shares, chips, squares, draws, rejected)


def _result(deal: Deal, stakes: Sequence[Stake], tally: ChipsTally, wish: Wish) -> ExpectedChips:
    pots = tuple(
        PotChances(
            stake.name,
            stake.amount,
            stake.rake,
            stake.contenders,
            tuple(_equity(deal, tally, pot, seat) for seat in stake.contenders),
        )
        for pot, stake in enumerate(stakes)
    )
    deviations = tally.deviations()
    seats = []
    for place in range(len(deal.hand.seats)):
        spread = dict.fromkeys(deal.runs, 0.0)
        if place in deal.seats:
            column = deviations[:, deal.seats.index(place)]
            spread = dict(zip(deal.runs, column.tolist(), strict=True))
        error = spread[1] / math.sqrt(tally.draws)
        seats.append(seat_chances(deal.hand, pots, place, error, spread))
    sampling = Sampling(wish.seed, tally.draws, 1, tally.rejected)
    return ExpectedChips(deal.hand, pots, tuple(seats), sampling)


def _equity(deal: Deal, tally: ChipsTally, pot: int, seat: int) -> Fraction:
    if seat not in deal.seats:
        return Fraction(1)
    return Fraction(tally.shares[pot, deal.seats.index(seat)]) / tally.draws

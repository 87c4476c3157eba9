"""Expected chips of a hand whose boards are unfinished: exact for hands, sampled with ranges."""

import math
from collections.abc import Sequence
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from omaha_equity.answers.chips import ExpectedChips, PotChances, PotOdds, SeatChances
from omaha_equity.cards import DECK_SIZE
from omaha_equity.engine.multiboard import MOST_KINDS, Outcomes, count_kinds, count_pairs
from omaha_equity.errors import ImpossibleError
from omaha_equity.games import BOARD_SIZE
from omaha_equity.kernels import load
from omaha_equity.kernels.drawing import POT
from omaha_equity.pots.hand import Cards, PotHand
from omaha_equity.pots.stakes import (
    Stake,
    boards_of,
    cards_to_come,
    find_caller,
    playing,
    returned_to,
)
from omaha_equity.tables import rank_tables

RUNS = (1, 2, 3)


def count(hand: PotHand, stakes: Sequence[Stake]) -> ExpectedChips:
    """Count every seat's expected chips, and how far they swing with one run, two and three."""
    table = _Table(hand, stakes)
    pots = tuple(pot_chances(stake, _equities(table, stake)) for stake in stakes)
    places = range(len(hand.seats))
    seats = [seat_chances(hand, pots, p, 0.0, _deviations(table, p)) for p in places]
    return ExpectedChips(hand, pots, tuple(seats))


def pot_odds(chances: ExpectedChips, name: str | None, call: int) -> PotOdds:
    """What a call of this many units needs, in the hand as it stands after the call.

    The caller's equity is the share of all pots after rake that the caller can expect.

    Raises:
        TextError, ImpossibleError: as `stakes.find_caller`, or the rake leaves nothing to win.
    """
    place = find_caller(chances.hand, call, name)
    seat = chances.seats[place]
    pot = sum([pot.amount - pot.rake for pot in chances.pots if place in pot.contenders])
    if not pot:
        raise ImpossibleError(f"the rake leaves nothing for seat {seat.name} to win")
    return PotOdds(
        chances.hand, seat.name, call, seat.returned, pot, seat.expected / pot, seat.error / pot
    )


class _Table:
    """What every contender wins of every contested pot on every draw, counted once each.

    Attributes:
        hand, stakes: as asked; runs: how often one board can be run.
    """

    def __init__(self, hand: PotHand, stakes: Sequence[Stake]) -> None:
        known = _known_cards(hand)
        self._deck = [card for card in range(DECK_SIZE) if card not in known]
        self._shares: dict[tuple[str, Cards], NDArray[np.int16]] = {}
        self._outcomes: dict[tuple[int, str, Cards], Outcomes] = {}
        self._covariances: dict[object, Fraction] = {}
        self.hand, self.stakes = hand, stakes
        self.runs = possible_runs(hand, len(self._deck)) if playing(stakes) else (1,)

    def shares(self, stake: Stake, known: Cards) -> NDArray[np.int16]:
        """Every contender's share of a pot on every draw of one board, in 1 / POT."""
        key = stake.name, known
        if key not in self._shares:
            draws = comb(len(self._deck), BOARD_SIZE - len(known))
            found = np.zeros((len(stake.contenders), draws), np.int16)
            load.multiboard().share_boards(
                np.array([self.hand.seats[place].hole for place in stake.contenders], np.uint8),
                np.array(known, np.uint8),
                np.array(self._deck, np.uint8),
                self.hand.game.high_low,
                rank_tables(),
                found,
            )
            self._shares[key] = found
        return self._shares[key]

    def covariance(
        self, seat: int, first: Stake, on: Cards, second: Stake, also_on: Cards, apart: bool
    ) -> Fraction:
        """The covariance of a seat's shares of two pots, on one board or, apart, on two."""
        key = seat, first.name, on, second.name, also_on, apart
        if key not in self._covariances:
            one, other = self._outcome(seat, first, on), self._outcome(seat, second, also_on)
            product = _apart(one, other) if apart else self._together(seat, first, second, on)
            found = product - one.mean() * other.mean()
            self._covariances[key] = found
            self._covariances[seat, second.name, also_on, first.name, on, apart] = found
        return self._covariances[key]

    def _together(self, seat: int, first: Stake, second: Stake, known: Cards) -> Fraction:
        one, other = self._row(seat, first, known), self._row(seat, second, known)
        return Fraction(int(one.astype(np.int64) @ other.astype(np.int64)), len(one) * POT**2)

    def _row(self, seat: int, stake: Stake, known: Cards) -> NDArray[np.int16]:
        row: NDArray[np.int16] = self.shares(stake, known)[stake.contenders.index(seat)]
        return row

    def _outcome(self, seat: int, stake: Stake, known: Cards) -> Outcomes:
        key = seat, stake.name, known
        if key not in self._outcomes:
            row = self._row(seat, stake, known)
            kinds, different = np.zeros(len(row), np.uint8), np.zeros(MOST_KINDS, np.int64)
            number = load.multiboard().number_kinds(row, kinds, different)
            drawn = BOARD_SIZE - len(known)
            self._outcomes[key] = count_kinds(kinds, different[:number], len(self._deck), drawn)
        return self._outcomes[key]


def _known_cards(hand: PotHand) -> set[int]:
    """All cards that somebody holds or has shown, on boards or dead."""
    cards = {card for seat in hand.seats for card in seat.hole}
    return cards | {card for board in hand.boards for card in board} | set(hand.dead)


def possible_runs(hand: PotHand, left: int) -> tuple[int, ...]:
    """How often the board can be run with this many cards left.

    Raises:
        ImpossibleError: not once.
    """
    to_come = cards_to_come(hand)
    if to_come > left:
        raise ImpossibleError(f"{to_come} board cards must still come and {left} are left")
    if len(hand.boards) > 1 or not to_come:
        return (1,)
    return tuple(runs for runs in RUNS if runs * to_come <= left)


def _equities(table: _Table, stake: Stake) -> tuple[Fraction, ...]:
    """The contenders' mean shares over all boards of a pot."""
    if not stake.contested:
        return (Fraction(1),)
    total = [Fraction(0)] * len(stake.contenders)
    for known in table.hand.boards[: stake.boards]:
        for place, row in enumerate(table.shares(stake, known)):
            won = Fraction(int(row.sum(dtype=np.int64)), POT * len(row))
            total[place] += won / stake.boards
    return tuple(total)


def _deviations(table: _Table, seat: int) -> dict[int, float]:
    """The standard deviation of a seat's chips: as dealt, or with more runs of one board."""
    return {runs: math.sqrt(_variance(table, seat, runs)) for runs in table.runs}


def _variance(table: _Table, seat: int, runs: int) -> Fraction:
    """The variance of a seat's chips; a pot that stays on one board has the first run."""
    parts = [
        (stake, number, known, Fraction(stake.prize, len(boards)))
        for stake in table.stakes
        if stake.contested and seat in stake.contenders
        for boards in [boards_of(table.hand, stake, runs)]
        for number, known in enumerate(boards)
    ]
    total = Fraction(0)
    for first, i, on, chips in parts:
        for second, j, also_on, more_chips in parts:
            spread = table.covariance(seat, first, on, second, also_on, i != j)
            total += chips * more_chips * spread
    return total


def _apart(first: Outcomes, second: Outcomes) -> Fraction:
    """The mean product of shares on two boards without a common card."""
    pairs = count_pairs(first, second)
    products = sum(
        int(pairs[i, j]) * int(a) * int(b)
        for i, a in enumerate(first.shares)
        for j, b in enumerate(second.shares)
    )
    return Fraction(products, int(pairs.sum()) * POT**2)


def pot_chances(stake: Stake, equities: tuple[Fraction, ...]) -> PotChances:
    """One pot with its contenders' equities."""
    return PotChances(
        stake.name, stake.amount, stake.rake, stake.contenders, equities, stake.boards
    )


def seat_chances(
    hand: PotHand,
    pots: Sequence[PotChances],
    place: int,
    error: float,
    deviations: dict[int, float],
) -> SeatChances:
    """One seat's chips from all pots."""
    expected = sum(
        (
            chips
            for pot in pots
            for contender, chips in zip(pot.contenders, pot.expected, strict=True)
            if contender == place
        ),
        Fraction(0),
    )
    seat = hand.seats[place]
    put = seat.put + seat.posted_dead
    return SeatChances(seat.name, put, returned_to(hand, place), expected, error, deviations)

"""Expected chips of a hand whose boards are unfinished: exact for hands, sampled with ranges."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from omaha_equity.cards import DECK_SIZE
from omaha_equity.chips_model import ExpectedChips, PotChances, PotOdds, SeatChances
from omaha_equity.engine import kernels_at_hand
from omaha_equity.engine.several import Outcomes, count_kinds, count_pairs
from omaha_equity.engine.tally import POT
from omaha_equity.errors import ImpossibleError, TextError
from omaha_equity.games import BOARD_SIZE
from omaha_equity.pots.hand import PotHand
from omaha_equity.pots.layers import layers, pot_name
from omaha_equity.pots.rake import rake_of
from omaha_equity.pots.settlement import boards_played
from omaha_equity.query import Wish
from omaha_equity.tables import rank_tables

Progress = Callable[[float], None]

RUNS = (1, 2, 3)
MOST_KINDS = 256
BOARD_PARTS = 6
"""Pots are played on one, two or three boards: each board's part is whole in sixths."""


@dataclass(frozen=True)
class Stake:
    """One pot, ready to be played for.

    Attributes:
        name, amount, rake, contenders: as in `chips_model.PotChances`.
        boards: on how many of the hand's boards it is played.
    """

    name: str
    amount: int
    rake: int
    contenders: tuple[int, ...]
    boards: int


def expect(
    hand: PotHand,
    wish: Wish,
    progress: Progress | None = None,
    thread_count: int | None = None,
) -> ExpectedChips:
    """Find every seat's expected chips, and how far they swing with one run, two and three.

    Raises:
        ImpossibleError: a contender's cards are not known.
        PrecisionError: exactness was asked for and there are ranges.
    """
    stakes = find_stakes(hand)
    contested = [stake for stake in stakes if len(stake.contenders) > 1]
    for stake in contested:
        _check_known(hand, stake)
    playing = {seat for stake in contested for seat in stake.contenders}
    sampled = wish.deals is not None or wish.seconds is not None
    if sampled or any(hand.seats[seat].text for seat in playing):
        from omaha_equity.engine import chips_sampled

        return chips_sampled.expect(hand, stakes, wish, progress, thread_count)
    return _count(hand, stakes)


def pot_odds(chances: ExpectedChips, name: str, call: int) -> PotOdds:
    """What a call of so many units needs, in the hand as it stands after the call.

    The caller's equity is the share of all pots after rake that the caller can expect.

    Raises:
        TextError: there is no such seat, or the call is more than that seat put in.
    """
    hand = chances.hand
    places = [place for place, seat in enumerate(hand.seats) if seat.name == name]
    if not places:
        raise TextError(
            f"no seat is called {name!r}; seats: {', '.join(s.name for s in hand.seats)}"
        )
    seat = chances.seats[places[0]]
    if not 0 < call <= seat.put - seat.returned:
        raise TextError(
            f"call {hand.show(call)}: {name} put in {hand.show(seat.put)}; "
            "give the part of it that is the call"
        )
    pot = sum((pot.amount - pot.rake for pot in chances.pots if places[0] in pot.contenders), 0)
    return PotOdds(call, Fraction(pot), Fraction(call, pot), seat.expected / pot)


def find_stakes(hand: PotHand) -> list[Stake]:
    """Sort the chips into pots, take the rake, and see on how many boards each is played."""
    pots = layers(hand).pots
    taken = rake_of(hand.rake, [pot.amount for pot in pots])
    return [
        Stake(
            pot_name(place, len(pots)),
            pot.amount,
            rake,
            pot.contenders,
            boards_played(hand, place, pot),
        )
        for place, (pot, rake) in enumerate(zip(pots, taken, strict=True))
    ]


def _check_known(hand: PotHand, stake: Stake) -> None:
    for seat in (hand.seats[place] for place in stake.contenders):
        if not seat.hole and not seat.text:
            raise ImpossibleError(
                f"seat {seat.name} contests the {stake.name} but its cards are not known; "
                'give a hand, a range, or "random"'
            )


def known_cards(hand: PotHand) -> set[int]:
    """All cards that somebody holds or has shown, on boards or dead."""
    cards = {card for seat in hand.seats for card in seat.hole}
    return cards | {card for board in hand.boards for card in board} | set(hand.dead)


def _count(hand: PotHand, stakes: Sequence[Stake]) -> ExpectedChips:
    known = known_cards(hand)
    deck = [card for card in range(DECK_SIZE) if card not in known]
    _check_room(hand, len(deck))
    shares = [[_share(hand, stake, b, deck) for b in range(stake.boards)] for stake in stakes]
    equities = [_equities(of_stake) for of_stake in shares]
    pots = tuple(
        PotChances(stake.name, stake.amount, stake.rake, stake.contenders, equity)
        for stake, equity in zip(stakes, equities, strict=True)
    )
    seats = []
    for place in range(len(hand.seats)):
        boards = [
            _outcomes(values, len(deck), BOARD_SIZE - len(board))
            for board, values in zip(
                hand.boards, _chips_by_board(hand, stakes, shares, place), strict=True
            )
        ]
        seats.append(seat_chances(hand, pots, place, 0.0, _deviations(boards, len(deck))))
    return ExpectedChips(hand, pots, tuple(seats))


def _check_room(hand: PotHand, left: int) -> None:
    needed = sum(BOARD_SIZE - len(board) for board in hand.boards)
    if needed > left:
        raise ImpossibleError(f"{needed} board cards must still come and {left} are left")


def _share(hand: PotHand, stake: Stake, board: int, deck: Sequence[int]) -> NDArray[np.int16]:
    """Every contender's share of a pot on every draw of one board, in 1 / POT."""
    known = hand.boards[board]
    draws = comb(len(deck), BOARD_SIZE - len(known))
    shares = np.full((len(stake.contenders), draws), POT, np.int16)
    if len(stake.contenders) > 1:
        kernels_at_hand.joint().share_boards(
            np.array([hand.seats[place].hole for place in stake.contenders], np.uint8),
            np.array(known, np.uint8),
            np.array(deck, np.uint8),
            hand.game.high_low,
            rank_tables(),
            shares,
        )
    return shares


def _equities(boards: Sequence[NDArray[np.int16]]) -> tuple[Fraction, ...]:
    """The contenders' mean shares over all boards of a pot."""
    total = [Fraction(0)] * len(boards[0])
    for shares in boards:
        for place, row in enumerate(shares):
            won = Fraction(int(row.sum(dtype=np.int64)), POT * len(row))
            total[place] += won / len(boards)
    return tuple(total)


def _chips_by_board(
    hand: PotHand, stakes: Sequence[Stake], shares: Sequence[Sequence[NDArray[np.int16]]], seat: int
) -> list[NDArray[np.int64]]:
    """A seat's chips on every draw of each board, in units of 1 / (POT * BOARD_PARTS)."""
    by_board = [
        np.zeros(max(len(of[b][0]) for of in shares if b < len(of)), np.int64)
        for b in range(len(hand.boards))
    ]
    for stake, of_stake in zip(stakes, shares, strict=True):
        if seat not in stake.contenders:
            continue
        part = (stake.amount - stake.rake) * BOARD_PARTS // stake.boards
        for b, on_board in enumerate(of_stake):
            by_board[b] += part * on_board[stake.contenders.index(seat)].astype(np.int64)
    return by_board


def _outcomes(values: NDArray[np.int64], deck_size: int, drawn: int) -> Outcomes:
    different, kinds = np.unique(values, return_inverse=True)
    if len(different) > MOST_KINDS:
        raise ImpossibleError(
            f"more than {MOST_KINDS} different amounts can be won; ask for sampled deals"
        )
    return count_kinds(kinds.astype(np.uint8), different, deck_size, drawn)


def _deviations(boards: Sequence[Outcomes], deck_size: int) -> dict[int, float]:
    """The standard deviation of a seat's chips: as dealt, or with more runs of one board."""
    if len(boards) > 1:
        variance = sum((board.variance() for board in boards), Fraction(0))
        for i, first in enumerate(boards):
            for second in boards[i + 1 :]:
                variance += 2 * _covariance(first, second)
        return {1: math.sqrt(variance) / BOARD_PARTS}
    board = boards[0]
    runs = [n for n in RUNS if n * board.drawn <= deck_size] if board.drawn else [1]
    covariance = _covariance(board, board) if len(runs) > 1 else Fraction(0)
    return {n: math.sqrt((board.variance() + (n - 1) * covariance) / n) / BOARD_PARTS for n in runs}


def _covariance(first: Outcomes, second: Outcomes) -> Fraction:
    """The covariance of chips on two boards without a common card."""
    pairs = count_pairs(first, second)
    products = sum(
        int(pairs[i, j]) * int(a) * int(b)
        for i, a in enumerate(first.shares)
        for j, b in enumerate(second.shares)
    )
    return Fraction(products, int(pairs.sum()) * POT**2) - first.mean() * second.mean()


def seat_chances(
    hand: PotHand,
    pots: Sequence[PotChances],
    place: int,
    error: float,
    deviations: dict[int, float],
) -> SeatChances:
    """One seat's chips from all pots."""
    returned = layers(hand).returned
    seat = hand.seats[place]
    expected = sum(
        (
            chips
            for pot in pots
            for contender, chips in zip(pot.contenders, pot.expected, strict=True)
            if contender == place
        ),
        Fraction(0),
    )
    back = returned[1] if returned and returned[0] == place else 0
    put = seat.put + seat.posted_dead
    return SeatChances(seat.name, put, back, expected, error, deviations)

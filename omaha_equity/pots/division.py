"""One pot divided: between boards, then high and low, then players, in that order (R7 to R12)."""

from collections.abc import Sequence
from typing import NamedTuple

from omaha_equity.errors import TextError
from omaha_equity.pots.hand import Cards, HouseRules, PotHand

Values = dict[int, tuple[int, int]]
"""By place of a seat: the high, and the low or 0 for none; bigger is better."""


class Award(NamedTuple):
    """Chips for one seat, given by its place in ``seats``."""

    seat: int
    amount: int


class HalfShare(NamedTuple):
    """One half of a pot on one board, or all of it.

    Attributes:
        half: ``high``, ``low``, or ``""`` where nobody had to show.
        amount: chips, in units.
        awards: who gets how many of them; each winner is there, also with nothing.
    """

    half: str
    amount: int
    awards: tuple[Award, ...]


class BoardShare(NamedTuple):
    """What of a pot is played for on one board.

    Attributes:
        number: of the board, from 1; 0 where nobody had to show.
        board: its cards.
        amount: chips, in units.
        halves: the high, and the low where there is one.
    """

    number: int
    board: Cards
    amount: int
    halves: tuple[HalfShare, ...]


class _Part(NamedTuple):
    half: str
    amount: int
    winners: list[int]


def without_showdown(amount: int, seat: int) -> BoardShare:
    """Give all to the only contender."""
    return BoardShare(0, (), amount, (HalfShare("", amount, (Award(seat, amount),)),))


def divide(
    hand: PotHand,
    amount: int,
    contenders: Sequence[int],
    values: Sequence[Values],
) -> tuple[BoardShare, ...]:
    """Divide one pot after rake on as many boards as there are values."""
    house = hand.house
    on_boards = _equal_parts(amount, len(values), house.odd_board == "first")
    parts = [
        _halves(on_board, contenders, held, house)
        for on_board, held in zip(on_boards, values, strict=True)
    ]
    if house.together == "pot" and _same_winners([part for board in parts for part in board]):
        flat = iter(_awards(hand, [part for board in parts for part in board]))
        awarded = [[next(flat) for _ in board] for board in parts]
    else:
        awarded = [_board_awards(hand, board) for board in parts]
    return tuple(
        [
            BoardShare(number, hand.boards[number - 1], on_board, tuple(halves))
            for number, (on_board, halves) in enumerate(zip(on_boards, awarded, strict=True), 1)
        ]
    )


def _equal_parts(amount: int, parts: int, odd_first: bool) -> list[int]:
    if parts == 1:
        return [amount]
    each, odd = divmod(amount, parts)
    if odd_first:
        return [each + (place < odd) for place in range(parts)]
    return [each + (place >= parts - odd) for place in range(parts)]


def _halves(
    amount: int, contenders: Sequence[int], values: Values, house: HouseRules
) -> list[_Part]:
    highs = _best([(values[seat][0], seat) for seat in contenders])
    best_low = max([values[seat][1] for seat in contenders])
    if not best_low:
        return [_Part("high", amount, highs)]
    lows = _best([(values[seat][1], seat) for seat in contenders])
    high, low = _equal_parts(amount, 2, house.odd_half == "high")
    return [_Part("high", high, highs), _Part("low", low, lows)]


def _best(valued: list[tuple[int, int]]) -> list[int]:
    best = max(valued)[0]
    return [seat for value, seat in valued if value == best]


def _board_awards(hand: PotHand, parts: Sequence[_Part]) -> list[HalfShare]:
    if len(parts) == 1:
        return _awards(hand, parts)
    if hand.house.together != "never" and _same_winners(parts):
        return _awards(hand, parts)
    return [half for part in parts for half in _awards(hand, [part])]


def _same_winners(parts: Sequence[_Part]) -> bool:
    return all(part.winners == parts[0].winners for part in parts)


def _awards(hand: PotHand, parts: Sequence[_Part]) -> list[HalfShare]:
    """Divide parts that the same players win as if they were one."""
    winners = parts[0].winners
    if len(winners) == 1:
        return [HalfShare(p.half, p.amount, (Award(winners[0], p.amount),)) for p in parts]
    if any(part.amount % len(winners) for part in parts):
        odd = sum(part.amount for part in parts) % len(winners)
        winners = _odd_chips_first(hand, winners, odd > 0)
    halves = []
    given, before = 0, [0] * len(winners)
    for part in parts:
        given += part.amount
        after = _equal_parts(given, len(winners), True)
        awards = [
            Award(seat, has - had) for seat, has, had in zip(winners, after, before, strict=True)
        ]
        halves.append(HalfShare(part.half, part.amount, tuple(sorted(awards))))
        before = after
    return halves


def _odd_chips_first(hand: PotHand, winners: list[int], odd: bool) -> list[int]:
    """The winners, those who get an odd chip first; ``odd`` = that changes what they get in all."""
    numbers = hand.numbers
    match hand.house.odd_chip:
        case "lowest-seat":
            return sorted(winners, key=lambda seat: numbers[seat])
        case "high-card":
            # Cards are numbered by rank, then clubs, diamonds, hearts, spades.
            return sorted(winners, key=lambda seat: -max(hand.seats[seat].hole))
    button = hand.button
    if button is None and not odd:
        return winners
    if button is None:
        names = " and ".join(hand.seats[seat].name for seat in winners)
        raise TextError(f"{names} tie and a chip is odd: say who has the button")
    # False sorts first: seats beyond the button are nearer to its left than those before it.
    return sorted(winners, key=lambda seat: (numbers[seat] <= button, numbers[seat]))

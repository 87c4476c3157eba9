"""Chips by brute force: every deal settled with `oracle`, in fractions."""

import math
from fractions import Fraction
from itertools import combinations, permutations

from oracle import DECK, showdown

from omaha_equity import PotHand
from omaha_equity.pots.layers import layers
from omaha_equity.pots.rake import rake_of

ANN, BOB, CAL, DAN = "AsAhKdKc", "Ts9s8h7h", "QcQd5c5d", "Ac2c3dTd"

Chips = tuple[Fraction, ...]
"""What every seat wins on one deal, in units."""


def table(
    *rows: tuple[int, str, *tuple[bool, ...]], board: str = "", **more: object
) -> dict[str, object]:
    """A hand file of seats (put, hand, folded), named after the alphabet."""
    seats = [
        {"name": "ABCDEFGHIJ"[i], "put": row[0], "hand": row[1], "folded": len(row) > 2}
        for i, row in enumerate(rows)
    ]
    place = {} if "boards" in more else {"board": board}
    return {"game": "plo4", "seats": seats} | place | more


def texts(cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(DECK[card] for card in cards)


def left(hand: PotHand) -> list[str]:
    """The cards nobody has seen."""
    seen = {card for seat in hand.seats for card in seat.hole} | set(hand.dead)
    seen |= {card for board in hand.boards for card in board}
    return [card for number, card in enumerate(DECK) if number not in seen]


def prizes(hand: PotHand) -> list[tuple[Fraction, tuple[int, ...]]]:
    pots = layers(hand).pots
    taken = rake_of(hand.rake, [pot.amount for pot in pots])
    return [(Fraction(p.amount - r), p.contenders) for p, r in zip(pots, taken, strict=True)]


def pot_shares(hand: PotHand, contenders: tuple[int, ...], board: tuple[str, ...]) -> Chips:
    """Every seat's share of one pot on one full board."""
    shares = [Fraction(0)] * len(hand.seats)
    holes = [texts(hand.seats[seat].hole) for seat in contenders]
    if len(holes) == 1:
        shares[contenders[0]] = Fraction(1)
        return tuple(shares)
    outcome = showdown(holes, board, hand.game.high_low)
    for seat, (high, low) in zip(contenders, outcome, strict=True):
        part = 1 if low is None else Fraction(1, 2)
        shares[seat] = part * Fraction(1, high) if high else Fraction(0)
        shares[seat] += Fraction(1, 2 * low) if low else 0
    return tuple(shares)


def deal_chips(hand: PotHand, boards: list[tuple[str, ...]], played: list[int]) -> Chips:
    """What every seat wins on these full boards, ``played`` being how many each pot has."""
    won = [Fraction(0)] * len(hand.seats)
    for (prize, contenders), number in zip(prizes(hand), played, strict=True):
        for board in boards[:number]:
            for seat, share in enumerate(pot_shares(hand, contenders, board)):
                won[seat] += prize * share / number
    return tuple(won)


def runouts(hand: PotHand, runs: int) -> list[list[tuple[str, ...]]]:
    """Every ordered choice of full boards without a common new card."""
    boards = list(hand.boards) * (runs if len(hand.boards) == 1 else 1)
    found: list[list[tuple[str, ...]]] = [[]]
    deck = left(hand)
    for board in boards:
        known = texts(board)
        found = [
            [*before, known + new]
            for before in found
            for used in [{card for full in before for card in full}]
            for new in combinations([c for c in deck if c not in used], 5 - len(known))
        ]
    return found


def moments(hand: PotHand, played: list[int], runs: int = 1) -> tuple[Chips, list[float]]:
    """Every seat's mean and standard deviation over all deals."""
    cache: dict[tuple[tuple[str, ...], ...], Chips] = {}
    deals = runouts(hand, runs)
    won = [cache.setdefault(tuple(d), deal_chips(hand, d, played)) for d in deals]
    means, deviations = [], []
    for column in zip(*won, strict=True):
        mean = sum(column) / len(column)
        means.append(mean)
        square = sum(x * x for x in column) / len(column)
        deviations.append(math.sqrt(square - mean**2))
    return tuple(means), deviations


def fast_moments(hand: PotHand, played: list[int], runs: int) -> tuple[Chips, list[float]]:
    """`moments` for runs of one board, valuing every board only once."""
    known = texts(hand.boards[0])
    draws = list(combinations(left(hand), 5 - len(known)))
    by_pot = [
        {draw: pot_shares(hand, contenders, known + draw) for draw in draws}
        for _, contenders in prizes(hand)
    ]
    seats = range(len(hand.seats))
    count, sums, squares = 0, [Fraction(0)] * len(seats), [Fraction(0)] * len(seats)
    scale = math.lcm(*played) * 5040
    amounts = [int(prize * scale) // n for (prize, _), n in zip(prizes(hand), played, strict=True)]
    whole = [
        {draw: [int(share * 5040) for share in shares] for draw, shares in of.items()}
        for of in by_pot
    ]
    assert scale * min(prize for prize, _ in prizes(hand)) > 0
    for deal in permutations(draws, runs):
        if len({card for draw in deal for card in draw}) < runs * len(deal[0]):
            continue
        count += 1
        for seat in seats:
            won = sum(
                amount * of[draw][seat]
                for amount, of, number in zip(amounts, whole, played, strict=True)
                for draw in deal[:number]
            )
            sums[seat] += won
            squares[seat] += won * won
    unit = scale * 5040
    means = tuple(total / (count * unit) for total in sums)
    deviations = [
        math.sqrt(square / (count * unit**2) - mean**2)
        for square, mean in zip(squares, means, strict=True)
    ]
    return means, deviations

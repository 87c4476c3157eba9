"""Expected chips, pot by pot and in total, and what a call needs."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import floor, isfinite, log10
from typing import TextIO

from omaha_equity.answers.chips import ExpectedChips, PotChances, PotOdds, SeatChances
from omaha_equity.answers.equities import SURE
from omaha_equity.cards import format_cards
from omaha_equity.pots.hand import PotHand
from omaha_equity.pots.money import places, show
from omaha_equity.report.terminal.table import aligned, one_line

TOTALS = ("seat", "put in", "returned", "expected", "net")
SWINGS = {1: "swing", 2: "run twice", 3: "three times"}
FEWEST_DECIMALS = 2


def write(answer: ExpectedChips | PotOdds, out: TextIO) -> None:
    """Write the answer to ``out``."""
    lines = _lines(answer) if isinstance(answer, ExpectedChips) else [_odds_line(answer)]
    out.writelines(f"{line}\n" for line in lines)


def _lines(answer: ExpectedChips) -> Iterator[str]:
    hand = answer.hand
    for pot in answer.pots:
        yield from _pot_lines(answer, pot)
    yield from _total_lines(answer)
    boards = [format_cards(board) for board in hand.boards if board]
    where = f", board{'s' * (len(boards) > 1)} {' '.join(boards)}" if boards else ""
    rake = sum(pot.rake for pot in answer.pots)
    yield f"{hand.show(hand.total)} put in, rake {hand.show(rake)} ({hand.game.title}{where})"
    yield _how_sure(answer)
    if answer.call:
        yield _odds_line(answer.call)


def _pot_lines(answer: ExpectedChips, pot: PotChances) -> Iterator[str]:
    hand = answer.hand
    raked = f", rake {hand.show(pot.rake)}" if pot.rake else ""
    boards = f", on {pot.boards} of {len(hand.boards)} boards" if len(hand.boards) > 1 else ""
    yield f"{pot.name} {hand.show(pot.amount)}{raked}{boards}"
    rows = [
        (f"  {one_line(hand.seats[seat].name)}", f"{float(equity):.3%}", _money(hand, expected))
        for seat, equity, expected in zip(pot.contenders, pot.equities, pot.expected, strict=True)
    ]
    yield from aligned(rows)


def _total_lines(answer: ExpectedChips) -> Iterator[str]:
    runs = list(answer.seats[0].deviations)
    names = [*TOTALS, *(SWINGS[n] for n in runs)]
    if not answer.exact:
        names.insert(4, "±")
    yield from aligned([names, *(_total(answer, seat, runs) for seat in answer.seats)])


def _total(answer: ExpectedChips, seat: SeatChances, runs: Sequence[int]) -> list[str]:
    hand = answer.hand
    errors = [] if answer.exact else [_half_width(hand, seat.error)]
    return [
        one_line(seat.name),
        hand.show(seat.put),
        hand.show(seat.returned),
        _money(hand, seat.expected),
        *errors,
        _money(hand, seat.net),
        *(_money(hand, Fraction(seat.deviations[n])) for n in runs),
    ]


def _how_sure(answer: ExpectedChips) -> str:
    if answer.sampling is None:
        return "exact"
    deals = answer.sampling.draws
    return (
        f"± at 95%, {deals:,} deal{'s' * (deals != 1)}, seed {answer.sampling.seed}, "
        f"{answer.sampling.rejected_share:.1%} of draws rejected"
    )


def _odds_line(odds: PotOdds) -> str:
    hand = odds.query
    back = f" ({hand.show(odds.returned)} of it returned)" if odds.returned else ""
    sure = f" ±{_half_width(hand, odds.error * odds.pot)}" if odds.error else ""
    gain = f"{'gains' if odds.gain >= 0 else 'loses'} {_money(hand, abs(odds.gain))}{sure}"
    return (
        f"call {hand.show(odds.call)}{back} by {one_line(odds.name)}: "
        f"needs {float(odds.needed):.3%}, has {float(odds.equity):.3%}, {gain} against folding"
    )


def _money(hand: PotHand, amount: Fraction) -> str:
    """Units as money, rounded to hundredths or the places of the unit."""
    return _rounded(amount * hand.unit, max(FEWEST_DECIMALS, places(hand.unit) or 0))


def _rounded(money: Fraction, decimals: int) -> str:
    return show(round(money * 10**decimals), Fraction(1, 10**decimals))


def _half_width(hand: PotHand, error: float) -> str:
    """The 95% half-width of chips with this standard error, to two digits at least."""
    if not isfinite(error):
        # One deal tells nothing.
        return "?"
    width = SURE * error * float(hand.unit)
    digits = 1 - floor(log10(width)) if width else 0
    return _rounded(Fraction(width), max(FEWEST_DECIMALS, digits))

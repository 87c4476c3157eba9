"""Hand histories: totals, told when all hands have come."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TextIO

from omaha_equity.histories.results import HandResult
from omaha_equity.histories.totals import HandStream, PlayerTotals, Totals
from omaha_equity.pots.money import show
from omaha_equity.report.terminal.table import aligned, one_line

TITLES = ("player", "money", "hands", "all-ins", "won", "expected", "luck", "± by chance")
DECIMALS = 2


def write(answer: HandStream | HandResult | Totals, out: TextIO) -> None:
    """Write totals as a table and a line of counts; a hand as its seats and how it was paid."""
    match answer:
        case HandStream():
            for result in answer.results():
                if result.differences:
                    answer.tell(_difference(result))
            lines = _lines(answer.totals)
        case Totals():
            lines = _lines(answer)
        case HandResult():
            lines = _hand_lines(answer)
    out.writelines(f"{line}\n" for line in lines)


def _hand_lines(result: HandResult) -> Iterator[str]:
    record = result.record
    rows = [["seat", "put in", "returned", "won", "net"]]
    rows += [
        [one_line(seat.name)]
        + [show(chips, record.unit) for chips in (seat.put, seat.returned, seat.won, seat.net)]
        for seat in result.seats
    ]
    yield from aligned(rows)
    yield _difference(result) if result.differences else f"hand {record.hand}, {record.game.title}"


def _difference(result: HandResult) -> str:
    """Who was paid more or less than the rules say."""
    record = result.record
    signed = [
        f"{name} {'+' if amount > 0 else ''}{show(amount, record.unit)}"
        for name, amount in result.differences.items()
    ]
    return (
        f"{record.file}: line {record.line}: hand {record.hand} was paid otherwise than the "
        f"rules say: {', '.join(signed)}"
    )


def _lines(totals: Totals) -> Iterator[str]:
    if totals.players:
        yield from aligned([TITLES, *map(_row, totals.players.values())])
    counts = totals.counts
    unvalued = sum(sums.unvalued > 0 for sums in totals.players.values())
    parts = [
        _count(counts["hands"], "hand"),
        _count(counts["all_ins"], "all-in"),
        f"{counts['checked']:,} settled by the rules, {counts['different']:,} paid otherwise",
        _count(counts["problems"], "problem"),
    ]
    if unvalued:
        parts.append("? = all-ins with cards that nobody saw, left out")
    yield "; ".join(parts)


def _row(sums: PlayerTotals) -> Sequence[str]:
    return (
        one_line(sums.name),
        sums.money,
        str(sums.hands),
        str(sums.all_ins) + "?" * (sums.unvalued > 0),
        _money(sums.won),
        _money(sums.expected),
        _money(sums.luck),
        _money(Fraction(sums.half_width)),
    )


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"


def _money(amount: Fraction) -> str:
    return show(round(amount * 10**DECIMALS), Fraction(1, 10**DECIMALS))

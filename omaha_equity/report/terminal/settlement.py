"""Settled hands: who won what, pot by pot, and everybody's total."""

from collections.abc import Iterator
from typing import TextIO

from omaha_equity.cards import format_cards
from omaha_equity.pots.settlement import Settlement
from omaha_equity.report.terminal.table import aligned, one_line

TOTALS = ("seat", "put in", "returned", "won", "net")


def write(answer: Settlement, out: TextIO) -> None:
    """Write the answer to ``out``."""
    out.writelines(f"{line}\n" for line in _lines(answer))


def _lines(answer: Settlement) -> Iterator[str]:
    hand = answer.hand
    for pot in answer.pots:
        raked = f", rake {hand.show(pot.rake)}" if pot.rake else ""
        names = " ".join(_name(answer, seat) for seat in pot.contenders)
        yield f"{pot.name} {hand.show(pot.amount)}{raked} ({names})"
        for board in pot.boards:
            for half in board.halves:
                place = format_cards(board.board) or "no showdown"
                won = ", ".join(
                    f"{_name(answer, seat)} {hand.show(amount)}" for seat, amount in half.awards
                )
                yield f"  {place:<11} {half.half or 'all':<4}  {hand.show(half.amount)}: {won}"
    if answer.returned:
        seat, amount = answer.returned
        yield f"returned to {_name(answer, seat)}: {hand.show(amount)}"
    yield from _total_lines(answer)
    yield f"{hand.show(hand.total)} put in, rake {hand.show(answer.rake)} ({hand.game.title})"


def _total_lines(answer: Settlement) -> Iterator[str]:
    hand = answer.hand
    rows = [TOTALS]
    for place, seat in enumerate(hand.seats):
        amounts = (
            seat.put + seat.posted_dead,
            answer.back[place],
            answer.won[place],
            answer.net[place],
        )
        rows.append((_name(answer, place), *map(hand.show, amounts)))  # type: ignore[arg-type]
    yield from aligned(rows)


def _name(answer: Settlement, seat: int) -> str:
    return one_line(answer.hand.seats[seat].name)

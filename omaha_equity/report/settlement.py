"""Settled hands: as text, JSON or CSV; money is written exactly, as text."""

import csv
from collections.abc import Iterator, Sequence
from typing import Any, TextIO

from omaha_equity.cards import format_cards
from omaha_equity.pots.settlement import Settlement

COLUMNS = ("pot", "pot_amount", "rake", "number", "board", "half", "seat", "name", "amount")
TOTALS = ("seat", "put in", "returned", "won", "net")


def write(answer: Settlement, out: TextIO, form: str) -> None:
    """Write the answer; ``form`` is ``terminal``, ``json`` or ``csv``."""
    if form == "json":
        out.write(answer.to_json() + "\n")
    elif form == "csv":
        writer = csv.DictWriter(out, COLUMNS, lineterminator="\n", restval="")
        writer.writeheader()
        writer.writerows(_csv_rows(answer))
    else:
        out.writelines(f"{line}\n" for line in _lines(answer))


def _csv_rows(answer: Settlement) -> Iterator[dict[str, Any]]:
    hand = answer.hand
    for pot in answer.pots:
        money = {
            "pot": pot.name,
            "pot_amount": hand.show(pot.amount),
            "rake": hand.show(pot.rake),
        }
        for board in pot.boards:
            on = {"number": board.number or "", "board": format_cards(board.board)}
            for half in board.halves:
                for seat, amount in half.awards:
                    yield money | on | {"half": half.half} | _award(answer, seat, amount)
    if answer.returned:
        yield {"pot": "returned"} | _award(answer, *answer.returned)


def _award(answer: Settlement, seat: int, amount: int) -> dict[str, Any]:
    hand = answer.hand
    return {
        "seat": hand.numbers[seat],
        "name": hand.seats[seat].name,
        "amount": hand.show(amount),
    }


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
    yield from _aligned(rows)


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        columns = [f"{text:>{width}}" for text, width in zip(others, widths[1:], strict=True)]
        yield "  ".join([f"{first:<{widths[0]}}", *columns])


def _name(answer: Settlement, seat: int) -> str:
    """A name on one line, whatever it holds."""
    name = answer.hand.seats[seat].name
    return "".join(letter if letter.isprintable() else " " for letter in name)

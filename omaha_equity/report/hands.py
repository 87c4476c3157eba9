"""Hand histories: totals as text, every hand as JSON or CSV, written as the hands come."""

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, TextIO

from omaha_equity.answer import SCHEMA_VERSION
from omaha_equity.histories.record import HandProblem
from omaha_equity.histories.results import HandResult
from omaha_equity.histories.totals import PlayerTotals, Totals
from omaha_equity.pots.money import show

OF_HAND = (
    *("file", "line", "hand", "when", "game", "money", "street", "all_in", "showdown"),
    "rake",
)
OF_SEAT = (
    *("seat", "name", "hand_cards", "folded", "put", "returned", "won", "net", "equity"),
    *("expected", "luck", "deviation", "settled", "difference"),
)
TITLES = ("player", "money", "hands", "all-ins", "won", "expected", "luck", "± by chance")
DECIMALS = 2

Found = HandResult | HandProblem
Talk = Callable[[str], None]


def write(found: Iterable[Found], totals: Totals, out: TextIO, form: str, say: Talk) -> None:
    """Write hands as they come, adding them to ``totals``; problems go to ``say``.

    ``form`` is ``terminal``, ``json`` or ``csv``.
    """
    results = _results(found, totals, say)
    if form == "json":
        _write_json(results, totals, out)
    elif form == "csv":
        writer = csv.DictWriter(out, (*OF_HAND, *OF_SEAT), lineterminator="\n")
        writer.writeheader()
        for result in results:
            writer.writerows(_csv_rows(result))
    else:
        for result in results:
            if result.differences:
                say(_difference(result))
        write_totals(totals, out)


def write_totals(totals: Totals, out: TextIO) -> None:
    """Write a table of the players and a line of counts."""
    out.writelines(f"{line}\n" for line in _lines(totals))


def _results(found: Iterable[Found], totals: Totals, say: Talk) -> Iterator[HandResult]:
    for each in found:
        totals.add(each)
        if isinstance(each, HandProblem):
            say(str(each))
        else:
            yield each


def _write_json(results: Iterable[HandResult], totals: Totals, out: TextIO) -> None:
    """Write one object, hand by hand, so that no more than one is held."""
    out.write(f'{{"schema": {SCHEMA_VERSION}, "hands": [')
    comma = ""
    for result in results:
        out.write(f"{comma}\n{json.dumps(result.to_dict())}")
        comma = ","
    sums = totals.to_dict()
    out.write(f'\n], "counts": {json.dumps(sums["counts"])}, "players": [')
    out.write(",".join(f"\n{json.dumps(player)}" for player in sums["players"]))
    out.write("\n]}\n")


def _csv_rows(result: HandResult) -> Iterator[dict[str, Any]]:
    found = result.to_dict()
    hand = {name: found[name] for name in OF_HAND}
    for seat in found["seats"]:
        cards = {"hand_cards": seat["hand"]}
        yield hand | cards | {name: seat[name] for name in OF_SEAT if name in seat}


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
        yield from _aligned([TITLES, *map(_row, totals.players.values())])
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
        _plain(sums.name),
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


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        columns = [f"{text:>{width}}" for text, width in zip(others, widths[1:], strict=True)]
        yield "  ".join([f"{first:<{widths[0]}}", *columns])


def _plain(name: str) -> str:
    """A name on one line, whatever it holds."""
    return "".join(letter if letter.isprintable() else " " for letter in name)

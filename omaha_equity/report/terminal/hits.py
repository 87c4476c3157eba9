"""Hits, outs and nuts: with bars."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TextIO

from omaha_equity.answers.hits import Hit, Hits, NutGroup, Nuts, Outs, texts
from omaha_equity.cards import DECK_SIZE, RANKS, format_cards
from omaha_equity.names import CATEGORY_OF, STRAIGHT_DRAWS
from omaha_equity.report.terminal.table import show_count

Row = Sequence[str]

BAR = 24
"""Columns of a bar for a share of 1."""
LISTED = 12
"""Holdings that are written out, where they are not all of their ranks."""
TITLES = {
    "made": "made hand",
    "straight_draws": "straight draw",
    "flush_draws": "flush draw",
    "lows": "low",
}
WORDS = (*TITLES.values(), "makes", "high", "cards", "holdings", "")


def write(answer: Hits | Outs | Nuts, out: TextIO) -> None:
    """Write the answer to ``out``."""
    out.writelines(f"{line.rstrip()}\n" for line in _lines(answer, _block(out)))


def _block(out: TextIO) -> str:
    try:
        "█".encode(out.encoding or "utf-8")
    except UnicodeEncodeError:
        return "#"
    return "█"


def _lines(answer: Hits | Outs | Nuts, block: str) -> Iterator[str]:
    match answer:
        case Hits():
            yield from _hits_lines(answer, block)
        case Outs():
            yield from _outs_lines(answer)
        case Nuts():
            yield from _nuts_lines(answer)


# Hits


def _hits_lines(found: Hits, block: str) -> Iterator[str]:
    for kind, hits in found.partitions().items():
        if kind == "made":
            continue
        counted = "flops" if found.over_flops else "combos"
        weighted = ["weight"] if found.weight != found.combos else []
        outs = ["outs", "nut outs"] if kind == "straight_draws" else []
        lines = _with_parts(found, hits) if kind == "categories" else [(hit, "") for hit in hits]
        title = TITLES["made" if kind == "categories" else kind]
        rows = [
            [
                indent + hit.name,
                f"{hit.combos:,}",
                *(show_count(hit.weight) for _ in weighted),
                *(_mean_outs(found, hit.name) if outs else ()),
                f"{hit.share:.3%}",
                "" if indent else block * round(BAR * hit.share),
            ]
            for hit, indent in lines
            if hit.combos
        ]
        yield from _table([title, counted, *weighted, *outs, "share", ""], rows)
        yield ""
    if found.river_boards:
        share = found.low_boards / found.river_boards
        counts = f"{found.low_boards:,} of {found.river_boards:,} boards"
        yield f"a low by the river on {counts}, {share:.3%}"
    what = "flop" if found.over_flops else "combo"
    yield f"{found.combos:,} {what}{'s' * (found.combos != 1)} ({found.title})"


def _with_parts(found: Hits, categories: Sequence[Hit]) -> Iterator[tuple[Hit, str]]:
    """Each category, and below it its parts where it has some."""
    for category in categories:
        yield category, ""
        parts = [hit for hit in found.made if CATEGORY_OF[hit.name] == category.name]
        if len(parts) > 1:
            yield from ((part, "  ") for part in parts)


def _mean_outs(found: Hits, name: str) -> Row:
    fewest = STRAIGHT_DRAWS[name]
    least_above = [outs for outs in STRAIGHT_DRAWS.values() if outs > fewest]
    most = min(least_above, default=DECK_SIZE)
    rows = [row for row in found.straight_outs if fewest <= row.outs < most]
    weight = sum(row.weight for row in rows)
    if not weight:
        return "-", "-"
    sums = (sum(getattr(row, kind) * row.weight for row in rows) for kind in ("outs", "nut_outs"))
    return tuple(f"{total / weight:.1f}" for total in sums)


# Outs


def _outs_lines(found: Outs) -> Iterator[str]:
    groups = [*found.groups, *([found.low] if found.low else [])]
    rows = [
        [
            group.name,
            str(len(group.cards)),
            str(len(group.nut_cards)),
            texts(group.cards),
        ]
        for group in groups
    ]
    if rows:
        yield from _table(["makes", "outs", "nut outs", "cards"], rows)
        yield ""
    if found.lost_nut_low:
        yield f"{len(found.lost_nut_low)} end the nut low: {texts(found.lost_nut_low)}"
    if found.opponent:
        halves = [("high", found.ahead, found.tied)]
        halves += [("low", found.low_ahead, found.low_tied)] * found.game.high_low
        for half, ahead, tied in halves:
            yield f"{half} ahead after {_listed(ahead)}"
            if tied:
                yield f"{half} tied after {_listed(tied)}"
    yield (
        f"{len(found.better)} of {len(found.unseen)} unseen cards make a better category than "
        f"{found.now} ({found.title})"
    )


def _listed(cards: Sequence[int]) -> str:
    return f"{len(cards)}: {texts(cards)}" if cards else "none"


# Nuts


def _nuts_lines(found: Nuts) -> Iterator[str]:
    blocked = ["blocked"] if found.hand else []
    for half, groups in (("high", found.high), ("low", found.low)):
        if not groups:
            if found.game.high_low:
                yield "no low"
            continue
        rows = [
            [
                str(group.place),
                group.name,
                str(len(group.holdings)),
                *(str(group.blocked) for _ in blocked),
                _short(group, [*found.board, *found.dead]),
            ]
            for group in groups
        ]
        yield from _table(["", half, "combos", *blocked, "holdings"], rows)
        yield ""
    if found.hand:
        places = [f"place {found.high_place} high"]
        places += [f"place {found.low_place} low"] if found.low_place else []
        yield f"{format_cards(found.hand)} has {', '.join(places)} ({found.title})"
    else:
        yield f"every two cards ({found.title})"


def _short(group: NutGroup, known: Sequence[int]) -> str:
    """Ranks where every two cards of them are there, ``AK``; else the cards."""
    by_ranks: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for high, low in group.holdings:
        by_ranks.setdefault((high // 4, low // 4), []).append((high, low))
    left = [card for card in range(DECK_SIZE) if card not in known]
    words: list[str] = []
    for ranks, holdings in sorted(by_ranks.items(), reverse=True):
        every = sum(ranks == (b // 4, a // 4) for a, b in combinations(left, 2))
        if len(holdings) == every:
            words.append("".join(RANKS[rank] for rank in ranks))
        else:
            words += map(format_cards, holdings)
    more = len(words) - LISTED
    return " ".join(words[:LISTED]) + (f" and {more} more" if more > 0 else "")


# All


def _table(names: Row, rows: Sequence[Row]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(names, *rows, strict=True)]
    for row in (names, *rows):
        cells = [
            cell.ljust(width) if name in WORDS else cell.rjust(width)
            for name, cell, width in zip(names, row, widths, strict=True)
        ]
        yield "  ".join(cells)

"""One spot as a page that needs nothing else: no network, no scripts, no files beside it."""

from collections.abc import Sequence

from omaha_equity.answers.distribution import Distribution
from omaha_equity.answers.equities import SURE, Result
from omaha_equity.answers.hits import Hits
from omaha_equity.answers.spot import SpotReport
from omaha_equity.answers.study import NextCards
from omaha_equity.cards import RANKS, format_cards
from omaha_equity.report import page
from omaha_equity.report.terminal.table import half_width, show_count
from omaha_equity.version import __version__

ENDINGS = (".html", ".htm")
SUITS = ((3, "♠ spades"), (2, "♥ hearts"), (1, "♦ diamonds"), (0, "♣ clubs"))
KINDS = {
    "made": "made hand",
    "straight_draws": "straight draw",
    "flush_draws": "flush draw",
    "lows": "low",
}
LONGEST_TITLE, LONGEST_NAME = 160, 40
VAGUE = 0.1
"""Half-width of one combo's equity above which a curve would mislead."""
QUANTILES = (1.0, 0.75, 0.5, 0.25, 0.0)
FOOT = "Equity is the expected share of the pot. Made by omaha-equity"


def to_html(report: SpotReport) -> str:
    """Return a page of HTML that needs no network, no scripts and no files beside it.

    >>> from omaha_equity import spot_report
    >>> page = to_html(spot_report(["AsAhKdKc", "Ts9s8h7h"], "9h6s2d"))
    >>> page.startswith("<!DOCTYPE html>"), "34.878%" in page
    (True, True)
    """
    result = report.result
    names = " v ".join(_short(player.name) for player in result.players)
    sections = [_equities(result)]
    if report.next_cards is not None:
        sections.append(_next(report.next_cards))
    sections += [_distribution(found) for found in report.distributions]
    if report.hits:
        sections.append(_hits(report.hits))
    foot = f"{FOOT} {__version__}."
    return page.document(_short(names, LONGEST_TITLE), _setting(result), sections, foot)


def _short(text: str, most: int = LONGEST_NAME) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _setting(result: Result) -> str:
    query = result.query
    known = [result.game.title]
    known.append(f"board {format_cards(query.board)}" if query.board else "before the flop")
    known += [f"dead cards {format_cards(query.dead)}"] if query.dead else []
    return ", ".join(known)


def _equities(result: Result) -> str:
    names = ["win", "tie"] + ["high", "low", "scoop"] * result.game.high_low
    errors = [] if result.exact else ["± (95%)"]
    rows = [
        (
            player.name,
            [
                page.cell(f"{player.equity:.3%}"),
                *(page.cell(half_width(player.error)) for _ in errors),
                *(page.cell(f"{getattr(player, name):.3%}") for name in names),
                page.bar_cell(player.equity),
            ],
        )
        for player in result.players
    ]
    columns = ["hand or range", "equity", *errors, *names, ""]
    return page.section("Equity", page.table(_how_sure(result), columns, rows))


def _how_sure(result: Result) -> str:
    if result.sampling is not None:
        return f"sampled: {result.boards:,} deals, seed {result.sampling.seed}"
    what = "boards" if all(player.cards for player in result.players) else "deals"
    return f"exact over {show_count(result.boards)} {what}"


# The next card


def _next(found: NextCards) -> str:
    own = _short(found.query.names[0])
    equities = {each.card: float(each.equities[0]) for each in found.cards}
    lowest, highest = min(equities.values()), max(equities.values())
    rows = []
    for suit, name in SUITS:
        cells = []
        for rank in reversed(range(len(RANKS))):
            equity = equities.get(rank * 4 + suit)
            if equity is None:
                cells.append(page.heat_cell("–", None))
                continue
            wide = highest - lowest
            place = (equity - lowest) / wide if wide > 0 else 0.5
            cells.append(page.heat_cell(f"{100 * equity:.1f}", place))
        rows.append((name, cells))
    sure = "exact"
    if not found.exact:
        worst = max(error for each in found.cards for error in each.errors)
        sure = f"sampled, ±{half_width(worst)} at 95% at most"
    best, *_ = ranked = found.best_first()
    ends = (
        f"Best card {format_cards([best.card])} ({highest:.1%}), "
        f"worst {format_cards([ranked[-1].card])} ({lowest:.1%}). – is a card that cannot come."
    )
    caption = f"Equity of {own} in % after each card that can come next, {sure}"
    heat = page.table(caption, ["suit", *reversed(RANKS)], rows)
    heat = heat.replace("<table>", '<table class="heat">', 1)
    scale = (
        f'<p class="quiet">{lowest:.1%} <span class="scale" role="img" aria-label="colours from '
        f'dark, the least, to bright, the most"></span> {highest:.1%}</p>\n'
    )
    return page.section("Next card", heat, scale, page.paragraph(ends))


# Distributions


def _distribution(found: Distribution) -> str:
    own, opponent = (_short(name) for name in found.query.names)
    name = f"Distribution of {own}"
    if SURE * found.combo_error > VAGUE:
        return page.section(
            name,
            page.paragraph(
                f"Before the flop each of these hands is sampled, here to "
                f"±{half_width(found.combo_error)}: too little for a curve. "
                "A narrower range, or a board, has one."
            ),
        )
    points = found.curve()
    marks = [(f"best {1 - share:.0%} of hands", found.quantile(share)) for share in QUANTILES]
    marks[0] = ("best hand", marks[0][1])
    marks[-1] = ("worst hand", marks[-1][1])
    told = ", ".join(f"{part} {equity:.1%}" for part, equity in marks)
    alt = f"Sorted curve of the equity of {own} against {opponent}: at least {told}"
    band = [] if found.exact else [_band(found, share) for share, _ in points]
    picture = page.curve(
        alt,
        points,
        band,
        found.equity,
        ("best share of hands", "equity"),
    )
    rows = [(part, [page.cell(f"{equity:.2%}"), page.bar_cell(equity)]) for part, equity in marks]
    sure = "exact" if found.exact else f"±{half_width(found.error)} at 95%"
    note = (
        f"How large a share of {own} has at least which equity against {opponent}. "
        f"Dashed: the mean, {found.equity:.2%}, {sure}."
    )
    if found.draws:
        note += " The band is where the curve lies at 95%."
    if found.combo_error:
        note += (
            f" Each combo is sampled, ±{half_width(found.combo_error)} at 95% (the band), "
            "so the spread is wider than the truth."
        )
    spread = page.table("The curve in numbers", ["part", "at least", ""], rows)
    return page.section(name, page.paragraph(note), picture, spread)


def _band(found: Distribution, share: float) -> tuple[float, float]:
    if not found.draws:
        middle, error = found.quantile(1 - share), SURE * found.combo_error
        return max(0.0, middle - error), min(1.0, middle + error)
    error = SURE * found.share_error(share)
    fewer, more = max(0.0, share - error), min(1.0, share + error)
    return found.quantile(1 - more), found.quantile(1 - fewer)


# Hits


def _hits(every: Sequence[Hits]) -> str:
    if all(not found.over_flops and found.combos == 1 for found in every):
        return page.section("What they have", _hands(every))
    where = "on the board, share of hands" if every[0].board else "on the flop, share of flops"
    names = [_short(found.name) for found in every]
    parts = []
    for kind, title in KINDS.items():
        told = [found.partitions().get(kind, ()) for found in every]
        if not all(told):
            continue
        rows = []
        for lines in zip(*told, strict=True):
            if any(hit.combos for hit in lines):
                cells = [
                    made for hit in lines for made in (_share(hit.share), page.bar_cell(hit.share))
                ]
                rows.append((lines[0].name, cells))
        columns = [title, *(column for name in names for column in (name, ""))]
        parts.append(page.table(f"{title} {where}", columns, rows))
    counts = "; ".join(
        f"{name}: {found.combos:,} {'flop' if found.over_flops else 'combo'}"
        f"{'s' * (found.combos != 1)}"
        for name, found in zip(names, every, strict=True)
    )
    return page.section("What they have", page.paragraph(f"Exact. {counts}."), *parts)


def _hands(every: Sequence[Hits]) -> str:
    """What each hand has, in words."""
    kinds = [kind for kind in KINDS if kind in every[0].partitions()]
    rows = []
    for found in every:
        parts = found.partitions()
        names = [next(hit.name for hit in parts[kind] if hit.combos) for kind in kinds]
        rows.append((found.name, [page.cell(name) for name in names]))
    caption = f"On the board {format_cards(every[0].board)}"
    return page.table(caption, ["hand", *(KINDS[kind] for kind in kinds)], rows)


def _share(share: float) -> str:
    return page.cell(f"{share:.2%}" if share else "–")

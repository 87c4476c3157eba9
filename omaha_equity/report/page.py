"""What the HTML page is made of: its frame, tables, bars, colours and the curve, as text."""

from collections.abc import Iterable, Sequence
from html import escape

SHADES = ((0, 34, 78), (67, 78, 108), (125, 124, 120), (188, 174, 108), (254, 232, 56))
"""Cividis from dark to bright, told apart by those who see few colours."""
MOST_DARK = 0.45
"""Up to this place on the scale, text is white."""
WIDTH, HEIGHT, MARGIN = 640, 320, 56
"""Of the curve, in pixels; the margin is for the labels of its axes."""

STYLE = """
:root { color-scheme: light dark; --ink: #1b1b1b; --quiet: #555; --paper: #fff; --line: #ccc;
  --mark: #00386f; --band: #b5a55b; --absent: #e3e3e3; }
@media (prefers-color-scheme: dark) { :root { --ink: #eee; --quiet: #b5b5b5; --paper: #161616;
  --line: #444; --mark: #8fb8f0; --band: #8c7d35; --absent: #2c2c2c; } }
@media print { :root { color-scheme: light; --ink: #000; --quiet: #333; --paper: #fff;
  --line: #999; --mark: #00386f; --band: #b5a55b; --absent: #eee; } }
* { box-sizing: border-box; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body { margin: 0 auto; padding: 1.5rem; max-width: 62rem; background: var(--paper);
  color: var(--ink); font: 16px/1.45 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
p { margin: .4rem 0; } .quiet { color: var(--quiet); font-size: .9rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--quiet); font-size: .9rem; padding-bottom: .3rem;
  padding-top: .6rem; overflow-wrap: anywhere; }
th, td { padding: .25rem .6rem; text-align: right; border-bottom: 1px solid var(--line); }
th { overflow-wrap: break-word; max-width: 24rem; }
thead th, thead td { border-bottom: 2px solid var(--line); vertical-align: bottom; }
tbody th { text-align: left; font-weight: 500; min-width: 7rem; }
thead th:first-child { text-align: left; }
.heat { width: 100%; min-width: 44rem; table-layout: fixed; }
.heat th, .heat td { text-align: center; padding: .45rem .1rem; border: 2px solid var(--paper);
  font-size: .85rem; }
.heat tbody th, .heat thead th:first-child { width: 6.2rem; min-width: 0; text-align: left; }
.heat .absent { background: var(--absent); color: var(--quiet); }
.scale { display: inline-block; width: 8rem; height: .8rem; vertical-align: -.1rem; margin: 0 .5rem;
  background: linear-gradient(to right, SHADES); }
.bar { min-width: clamp(4rem, 18vw, 11rem); text-align: left; }
.bar i { display: block; height: .8rem; background: var(--mark); min-width: 1px; }
svg { width: 100%; max-width: 46rem; height: auto; display: block; }
svg text { fill: var(--ink); font-size: 13px; }
svg .grid { stroke: var(--line); stroke-width: 1; }
svg .frame { stroke: var(--ink); stroke-width: 1; fill: none; }
svg .curve { stroke: var(--mark); stroke-width: 2.5; fill: none; }
svg .band { fill: var(--band); opacity: .55; }
svg .mean { stroke: var(--ink); stroke-width: 1.2; stroke-dasharray: 6 4; }
@media print { body { max-width: none; padding: 0; } .wide { overflow: visible; }
  section, tr { break-inside: avoid; } .heat { min-width: 0; }
  .heat th, .heat td { font-size: .72rem; } svg .grid { stroke: #ccc; } }
"""


def document(title: str, lead: str, sections: Iterable[str], foot: str) -> str:
    """A whole page; ``lead`` and ``foot`` are plain text, ``sections`` is HTML."""
    shades = ", ".join(_rgb(shade) for shade in SHADES)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{escape(title)}</title>
<style>{STYLE.replace("SHADES", shades)}</style>
</head>
<body>
<header>
<h1>{escape(title)}</h1>
<p>{escape(lead)}</p>
</header>
<main>
{"".join(sections)}</main>
<footer><p class="quiet">{escape(foot)}</p></footer>
</body>
</html>
"""


def section(name: str, *parts: str) -> str:
    """A part of the page under its heading."""
    return f"<section>\n<h2>{escape(name)}</h2>\n{''.join(parts)}</section>\n"


def paragraph(text: str) -> str:
    """A quiet line of text."""
    return f'<p class="quiet">{escape(text)}</p>\n'


def table(caption: str, names: Sequence[str], rows: Iterable[tuple[str, Sequence[str]]]) -> str:
    """A table: names of columns, and rows of a heading and cells; cells are HTML with ``<td>``."""
    head = "".join(
        f'<th scope="col">{escape(name)}</th>' if name else "<td></td>" for name in names
    )
    body = "".join(
        f'<tr><th scope="row">{escape(heading)}</th>{"".join(cells)}</tr>\n'
        for heading, cells in rows
    )
    return (
        f'<div class="wide" tabindex="0"><table><caption>{escape(caption)}</caption>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody></table></div>\n"
    )


def cell(text: str) -> str:
    """A cell of plain text."""
    return f"<td>{escape(text)}</td>"


def bar_cell(share: float) -> str:
    """A bar as long as the share, for those who look; the number stands beside it."""
    width = f"{100 * min(1.0, max(0.0, share)):.2f}%"
    bar = f'<i style="width:{width}"></i>' if share > 0 else ""
    return f'<td class="bar" aria-hidden="true">{bar}</td>'


def heat_cell(text: str, place: float | None) -> str:
    """A coloured cell; ``place`` on the scale is 0 to 1, None is no cell at all."""
    if place is None:
        return f'<td class="absent">{escape(text)}</td>'
    ink = "#fff" if place <= MOST_DARK else "#000"
    return f'<td style="background:{shade(place)};color:{ink}">{escape(text)}</td>'


def shade(place: float) -> str:
    """The colour of a place on the scale from 0 to 1.

    >>> shade(0), shade(0.125), shade(1)
    ('rgb(0,34,78)', 'rgb(34,56,93)', 'rgb(254,232,56)')
    """
    steps = len(SHADES) - 1
    at = min(1.0, max(0.0, place)) * steps
    first = min(int(at), steps - 1)
    left, right = SHADES[first], SHADES[first + 1]
    return _rgb([round(a + (b - a) * (at - first)) for a, b in zip(left, right, strict=True)])


def _rgb(colour: Sequence[int]) -> str:
    return f"rgb({','.join(map(str, colour))})"


def curve(
    alt: str,
    points: Sequence[tuple[float, float]],
    band: Sequence[tuple[float, float]],
    mean: float,
    names: tuple[str, str],
) -> str:
    """A curve over shares 0 to 1, as SVG.

    Args:
        alt: what the picture shows, for those who do not see it.
        points: (share, equity); band: for each point (lowest, highest), or empty.
        mean: a dashed line; names: of both axes.
    """
    shape = "".join(f"{_x(share):.1f},{_y(equity):.1f} " for share, equity in points)
    area = ""
    if band:
        upper = [(share, high) for (share, _), (_, high) in zip(points, band, strict=True)]
        lower = [(share, low) for (share, _), (low, _) in zip(points, band, strict=True)]
        around = " ".join(f"{_x(s):.1f},{_y(e):.1f}" for s, e in [*upper, *lower[::-1]])
        area = f'<polygon class="band" points="{around}"/>\n'
    across, along = (escape(name) for name in names)
    middle = (HEIGHT - MARGIN) / 2
    return f"""<svg role="img" aria-label="{escape(alt)}" viewBox="0 0 {WIDTH} {HEIGHT}">
<title>{escape(alt)}</title>
{_grid()}{area}<polyline class="curve" points="{shape.strip()}"/>
<line class="mean" x1="{_x(0):.0f}" x2="{_x(1):.0f}" y1="{_y(mean):.1f}" y2="{_y(mean):.1f}"/>
<rect class="frame" x="{_x(0):.0f}" y="{_y(1):.0f}" width="{_x(1) - _x(0):.0f}" height="{
        _y(0) - _y(1):.0f}"/>
<text x="{(_x(0) + _x(1)) / 2:.0f}" y="{HEIGHT - 10}" text-anchor="middle">{across}</text>
<text transform="translate(14 {middle:.0f}) rotate(-90)" text-anchor="middle">{along}</text>
</svg>
"""


def _grid() -> str:
    lines = []
    for fifth in range(6):
        at, label = fifth / 5, f"{20 * fifth}%"
        x, y = f"{_x(at):.0f}", f"{_y(at):.0f}"
        lines += [
            f'<line class="grid" x1="{x}" x2="{x}" y1="{_y(0):.0f}" y2="{_y(1):.0f}"/>',
            f'<line class="grid" x1="{_x(0):.0f}" x2="{_x(1):.0f}" y1="{y}" y2="{y}"/>',
            f'<text x="{x}" y="{_y(0) + 17:.0f}" text-anchor="middle">{label}</text>',
            f'<text x="{_x(0) - 6:.0f}" y="{_y(at) + 4:.0f}" text-anchor="end">{label}</text>',
        ]
    return "\n".join(lines) + "\n"


def _x(share: float) -> float:
    return MARGIN + 10 + share * (WIDTH - MARGIN - 30)


def _y(equity: float) -> float:
    return HEIGHT - MARGIN + 6 - equity * (HEIGHT - MARGIN - 6)

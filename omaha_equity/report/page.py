"""What the HTML page is made of: frame (``page.html``, ``page.css``), tables, bars, the curve."""

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from string import Template

SHADES = ((0, 34, 78), (67, 78, 108), (125, 124, 120), (188, 174, 108), (254, 232, 56))
"""Cividis from dark to bright, told apart by those who see few colours."""
MOST_DARK = 0.45
"""Up to this place on the scale, text is white."""
WIDTH, HEIGHT, MARGIN = 640, 320, 56
"""Of the curve, in pixels; the margin is for the labels of its axes."""


def document(title: str, lead: str, sections: Iterable[str], foot: str) -> str:
    """A whole page; ``lead`` and ``foot`` are plain text, ``sections`` is HTML."""
    shades = ", ".join(_rgb(shade) for shade in SHADES)
    return _template("page.html").substitute(
        title=escape(title),
        style=_template("page.css").substitute(shades=shades),
        lead=escape(lead),
        sections="".join(sections),
        foot=escape(foot),
    )


def _template(name: str) -> Template:
    return Template(files("omaha_equity.report").joinpath(name).read_text(encoding="utf-8"))


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
    """A coloured cell; ``place`` on the scale is 0 to 1, None is not a cell at all."""
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

"""Ranges: summaries, hands, classes, explanations, standings."""

from collections.abc import Iterator, Sequence
from typing import TextIO

from omaha_equity.ranges.summary import (
    ClassCount,
    Explanation,
    ListedHand,
    Listing,
    RangeSummary,
    ShapeCount,
    Standing,
)


def write(answer: RangeSummary | Explanation | Standing | Listing, out: TextIO) -> None:
    """Write the answer to ``out``."""
    match answer:
        case RangeSummary():
            lines = _summary_lines(answer)
        case Explanation():
            lines = _explanation_lines(answer)
        case Standing():
            lines = _standing_lines(answer)
        case Listing():
            lines = map(_row_line, answer.found)
    out.writelines(f"{line}\n" for line in lines)


def _summary_lines(found: RangeSummary) -> Iterator[str]:
    dead = f", dead {found.dead}" if found.dead else ""
    yield f"{found.text} ({found.game_title}{dead})"
    yield f"combos   {found.combos:,}"
    yield f"share    {found.share:.3%} of all hands"
    yield f"classes  {found.classes:,}"
    if found.weight != found.combos:
        yield f"weight   {found.weight:,.2f}"
    yield from _shape_lines("suits", found.suit_shapes)
    yield from _shape_lines("pairs", found.pair_shapes)


def _shape_lines(title: str, shapes: Sequence[ShapeCount]) -> Iterator[str]:
    wide = max((len(shape.shape) for shape in shapes), default=0)
    named = max((len(shape.name) for shape in shapes), default=0)
    counted = max((len(f"{shape.combos:,}") for shape in shapes), default=0)
    for number, shape in enumerate(shapes):
        start = title if number == 0 else ""
        yield (
            f"{start:<9}{shape.shape:<{wide}}  {shape.name:<{named}}{'  ' * bool(named)}"
            f"{shape.combos:>{counted},}  {shape.share:>8.3%}"
        )


def _explanation_lines(found: Explanation) -> Iterator[str]:
    weight = f" at weight {found.weight:g}" if found.inside and found.weight != 1 else ""
    yield f"{found.hand} is {'in' if found.inside else 'not in'} the range{weight}"
    yield from (f"  {reason}" for reason in found.reasons)


def _standing_lines(found: Standing) -> Iterator[str]:
    yield (
        f"{found.hand} is in the top {found.percentile:.3f}% by the ordering {found.ordering}; "
        f"{found.before:,} combos are better"
    )


def _row_line(row: ListedHand | ClassCount) -> str:
    if isinstance(row, ListedHand):
        return row.hand if row.weight == 1 else f"{row.hand}@{100 * row.weight:g}"
    part = f"{row.combos}/{row.size}"
    return f"{row.text:<13} {part:>5}" + (f"  weight {row.weight:.4g}" if row.weight != 1 else "")

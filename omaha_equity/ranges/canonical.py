"""Syntax tree to text in one spelling; the text, read again, gives the same tree.

Ranks and rank variables are capitals, suits are small, nothing is spaced, macros are
replaced by what they stand for.  The text is of the dialect ``generic``.
"""

from decimal import Decimal
from fractions import Fraction

from omaha_equity.ranges.tree import (
    Atom,
    Card,
    Choice,
    Factor,
    Group,
    Part,
    Percent,
    Range,
    Shape,
    Span,
)


def canonical(tree: Range) -> str:
    """Write a range.

    >>> from omaha_equity.ranges.parser import parse
    >>> canonical(parse("aa $DS, 10 9♠ -, 50% - 30%", 4))
    'AA:xxyy,T9s-,30%-50%'
    """
    return ",".join([_part(part) for part in tree.parts])


def _part(part: Part) -> str:
    steps = "".join([step.sign + factor(step.factor) for step in part.steps])
    weight = "" if part.weight is None else f"@{part.weight}"
    return factor(part.first) + steps + weight


def factor(found: Factor) -> str:
    """Write one factor.

    >>> factor(Shape("ds"))
    '$ds'
    """
    if isinstance(found, Group):
        return f"({canonical(found.range)})"
    if isinstance(found, Percent):
        return _percent(found)
    if isinstance(found, Shape):
        return f"${found.name}"
    if isinstance(found, Span):
        return _span(found)
    return _atom(found)


def _percent(found: Percent) -> str:
    upto = f"{_decimal(found.upto)}%{found.ordering}"
    return f"{found.above + 1}%-{upto}" if found.above else upto


def _decimal(value: Fraction) -> str:
    return (
        str(value) if value.denominator == 1 else str(Decimal(value.numerator) / value.denominator)
    )


def _atom(atom: Atom) -> str:
    texts = []
    for item in atom.items:
        if isinstance(item, Card):
            texts.append(item.rank + item.suit)
        elif isinstance(item, Choice):
            texts.append("[" + ",".join([card.rank + card.suit for card in item.cards]) + "]")
        else:
            texts.append(f"[{_span(item)}]")
    return "".join(texts)


def _span(span: Span) -> str:
    if span.mark:
        return _cards(span.cards) + span.mark
    return f"{_cards(span.cards)}-{_cards(span.until)}"


def _cards(cards: tuple[Card, ...] | list[Card]) -> str:
    return "".join([card.rank + card.suit for card in cards])

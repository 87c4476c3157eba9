"""The dialect ``plo``: the shorthand of newer tools, chosen by name.

``x`` is any card and ``ds``, ``ss`` or ``rb`` at the end of an atom is the suit shape of the
whole hand: ``AAxxds``, ``KKQJss``, ``AxKxds``.  All else is as in the generic language, save
that there are no variables.
"""

from omaha_equity.ranges import macros
from omaha_equity.ranges.atoms import AtomReader
from omaha_equity.ranges.atoms import read_factor as read_generic
from omaha_equity.ranges.tree import Atom, Card, Factor, Group, Part, Range, Shape, Step

SHAPES = frozenset({"ds", "ss", "rb"})


def read_factor(reader: AtomReader) -> Factor:
    """Step over an atom and the suit shape at its end.

    >>> from omaha_equity.ranges.cursor import Cursor
    >>> group = read_factor(AtomReader(Cursor("KKxxds", None, SHAPES), 4, lambda: None))
    >>> [step.factor.text for step in group.range.parts[0].steps]
    ['ds']
    """
    cursor = reader.cursor
    start = cursor.at
    if cursor.shape_ahead():
        cards: Factor = Atom((Card("*", "", cursor.place(start), "*"),), cursor.place(start), "*")
    else:
        cards = read_generic(reader)
    name = cursor.shape_ahead()
    if not name:
        return cards
    shape_at = cursor.at
    cursor.at += len(name)
    place = cursor.place(start)
    text = cursor.since(start)
    step = Step(":", shape(name, reader.hole_cards, cursor.place(shape_at)))
    return Group(Range((Part(cards, (step,), None, place, text),), place, text), place, text)


def shape(name: str, hole_cards: int, start: int) -> Atom | Shape:
    """Return the suit shape ``name`` as the macro of that name means it."""
    body = macros.built_in(name, hole_cards)
    if body is None or body == macros.SHAPE:
        return Shape(name, start, name)
    suits = body.removeprefix(":")
    return Atom(tuple(Card("", suit, start, suit) for suit in suits), start, name)

"""Warnings: texts that mean something else than they seem to.

Nothing is guessed: the range is read as the language says, and the user is told.
"""

from collections.abc import Callable, Iterator

from omaha_equity.cards import RANKS
from omaha_equity.ranges.lowering import span_steps
from omaha_equity.ranges.tree import Atom, Card, Factor, Group, Part, Percent, Range, Shape, Span


def warnings(tree: Range, hole_cards: int) -> list[str]:
    """Return one line for every trap that a range may have fallen into, each line once.

    >>> from omaha_equity.ranges.parser import parse
    >>> warnings(parse("A-5", 4), 4)
    ["'A-5' is 10 ranks from the ace down; low cards are [A,2,3,4,5]"]
    >>> warnings(parse("[A,2,3,4,5]", 4), 4)
    []
    """
    found: dict[str, None] = {}
    for trap in (_last_part_only, _no_ace_low):
        for text in trap(tree):
            found.setdefault(text)
    for factor in _factors(tree):
        for text in _factor_warnings(factor, hole_cards):
            found.setdefault(text)
    return list(found)


def _factor_warnings(factor: Factor, hole_cards: int) -> Iterator[str]:
    if isinstance(factor, Span):
        yield from _span_traps(factor)
    if isinstance(factor, Atom):
        for trap in _ATOM_TRAPS:
            yield from trap(factor)
        for item in factor.items:
            if isinstance(item, Span) and _is_wheel(item):
                yield _wheel_text(item)
        if hole_cards > 4:
            yield from _at_least_suits(factor)


def _factors(found: Range) -> Iterator[Factor]:
    for part in found.parts:
        for factor in (part.first, *(step.factor for step in part.steps)):
            if isinstance(factor, Group):
                yield from _factors(factor.range)
            elif not isinstance(factor, Percent | Shape):
                yield factor


# Traps of a whole range


def _last_part_only(found: Range) -> Iterator[str]:
    """``AA,KK:xxyy`` restricts the kings alone."""
    *others, last = found.parts
    bare = others and last.steps and not any(part.steps for part in others)
    if bare and all(_is_plain(part) for part in found.parts):
        first = last.first.text
        applied = last.text.removeprefix(first).strip()
        yield (
            f"{applied!r} applies to {first!r} alone; for all parts put them in "
            "parentheses, as in (AA,KK):xxyy"
        )
    for part in found.parts:
        for factor in (part.first, *(step.factor for step in part.steps)):
            if isinstance(factor, Group):
                yield from _last_part_only(factor.range)


def _is_plain(part: Part) -> bool:
    return part.weight is None and isinstance(part.first, Atom | Span)


def _no_ace_low(found: Range) -> Iterator[str]:
    """``$0g`` ends with 5432."""
    for name in ("$0g", "$1g", "$2g"):
        if name in found.text.lower():
            yield f"{name} does not use the ace as the lowest card (A432 and the like); add them"


# Traps of a span


def _span_traps(span: Span) -> Iterator[str]:
    ranks = [card.rank for card in span.cards]
    if span.mark and len(span_steps(span)) == 1:
        card = "the ace" if span.mark == "+" else "the deuce"
        yield (
            f"{span.text!r} is {span.text[:-1]!r} alone: all cards would move together, "
            f"and {card} cannot"
        )
    elif _is_wheel(span):
        yield _wheel_text(span)
    elif len(ranks) == 1:
        cards = span.text
        yield (
            f"{cards!r} asks for one such card, and the others are free; for all cards write "
            f"[{cards}] once a card, as in [{cards}][{cards}]"
        )


def _is_wheel(span: Span) -> bool:
    if len(span.cards) != 1 or span.mark:
        return False
    low, high = sorted(RANKS.index(card.rank) for card in (*span.cards, *span.until))
    return RANKS[high] == "A" and low <= RANKS.index("5")


def _wheel_text(span: Span) -> str:
    ends = f"{span.cards[0].rank}-{span.until[0].rank}"
    count = len(span_steps(span))
    return f"{ends!r} is {count} ranks from the ace down; low cards are [A,2,3,4,5]"


# Traps of an atom


def _free_suits(atom: Atom) -> Iterator[str]:
    """``AAxx``: an ace, an ace of suit x and another card of suit x."""
    cards = _cards(atom)
    bare = [card.suit for card in cards if not card.rank and card.suit_variable]
    named = [card for card in cards if card.names_rank]
    crowded = bare.count("x") >= 2
    if not bare or not named or any(card.names_suit for card in cards):
        return
    if all(card.suit for card in named) and not (len(named) == 1 and crowded):
        return
    ranks = "".join(card.rank for card in named)
    pieces = " ".join(card.rank + card.suit for card in cards)
    yield (
        f"{atom.text!r} asks for {pieces}, where {bare[-1]} is a suit and not any card; "
        f"with any other cards write {ranks} or {ranks}{'*' * _letters_at_end(atom)}"
    )


def _letters_at_end(atom: Atom) -> int:
    plain = "".join(atom.text.lower().split())
    return len(plain) - len(plain.rstrip("wxyz"))


def _suited_end(atom: Atom) -> Iterator[str]:
    """``KQJTs``: the ten of spades; ``AAss``: two spades."""
    cards = _cards(atom)
    if len(cards) != len(atom.items) or len(cards) < 2:
        return
    *others, last = cards
    unsuited = all(card.names_rank and not card.suit for card in others)
    if unsuited and last.names_rank and last.names_suit:
        ranks = "".join(card.rank for card in cards)
        yield (
            f"{atom.text!r} asks for the card {last.rank}{last.suit}; "
            f"a suited hand is {ranks}:xx, with just two cards of a suit {ranks}$ss"
        )


_ENDINGS = {
    "ss": "two spades",
    "ds": "a diamond and a spade",
    "rb": "two more ranks, R and B",
}


def _shape_end(atom: Atom) -> Iterator[str]:
    """``AAss`` is two spades, ``AAds`` a diamond and a spade, ``AArb`` two more ranks."""
    cards = _cards(atom)
    plain = "".join(atom.text.lower().split())
    ranks, ending = plain[:-2].upper(), plain[-2:]
    spelled = "".join(item.text for item in atom.items).lower()
    if ending not in _ENDINGS or len(cards) != len(atom.items) or not spelled.endswith(ending):
        return
    if any(card.names_rank and card.suit for card in cards[:-2]) or cards[-1].names_rank:
        return
    yield (
        f"{atom.text!r}: {ending} is {_ENDINGS[ending]}; the suit shape is ${ending}, as in "
        f"{ranks or 'AA'}${ending}, or {ending} in the dialect plo"
    )


def _offsuit(atom: Atom) -> Iterator[str]:
    """``AKo``: o is a rank."""
    cards = _cards(atom)
    if [card.text for card in cards[2:]] not in (["o"], ["O"]):
        return
    if all(card.names_rank and not card.suit for card in cards[:2]):
        ranks = cards[0].rank + cards[1].rank
        yield f"{atom.text!r}: O is any rank but {ranks}, not offsuit as in Texas Hold'em"


def _spaces(atom: Atom) -> Iterator[str]:
    """``AA KK`` is AAKK."""
    pieces = atom.text.split()
    if len(pieces) < 2 or any(card.names_suit for card in _cards(atom)):
        return
    joined = "".join(pieces)
    yield f"{atom.text!r} is one pattern, {joined}: spaces mean nothing, 'or' is written ','"


def _at_least_suits(atom: Atom) -> Iterator[str]:
    """``xxyy`` with five cards leaves the fifth free."""
    suits = "".join(sorted(card.suit for card in _cards(atom) if not card.rank))
    if len(suits) != len(atom.items) or atom.text.startswith("$"):
        return
    pattern = sorted((suits.count(suit) for suit in set(suits) - set("shdc")), reverse=True)
    name = {(2, 2): "ds", (2, 1, 1): "ss"}.get(tuple(pattern))
    if name is not None:
        yield f"{atom.text!r} leaves the other cards free; exact suit shapes are $ds $ss $ts $qs"


def _cards(atom: Atom) -> list[Card]:
    return [item for item in atom.items if isinstance(item, Card)]


_ATOM_TRAPS: tuple[Callable[[Atom], Iterator[str]], ...] = (
    _free_suits,
    _suited_end,
    _shape_end,
    _offsuit,
    _spaces,
)

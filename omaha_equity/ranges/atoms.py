"""Reads one atom: the cards a hand must hold, with spans and brackets."""

from collections.abc import Callable
from dataclasses import dataclass

from omaha_equity.cards import RANKS
from omaha_equity.errors import RangeError
from omaha_equity.ranges.cursor import CARD_EXPECTED, Cursor, read_card
from omaha_equity.ranges.tree import Atom, Card, Choice, Factor, Span

Item = Card | Choice | Span

# Rank variables alone, as in ``RRON``, come in one of these orders: not every word is a range.
VARIABLE_ORDERS = ("RONP", "ABCDEFGHIJKLMNOPQRSTUVWXYZ")

HOLDEM_HINT = (
    "o for offsuit is Texas Hold'em; here o is any further rank, "
    "and further cards are free: write {cards}"
)


@dataclass(frozen=True)
class AtomReader:
    """What is needed to read an atom.

    Attributes:
        cursor: the place in the text.
        hole_cards: an atom asks for at most as many cards.
        item_macro: steps over a macro that stands for one card, or returns None.
    """

    cursor: Cursor
    hole_cards: int
    item_macro: Callable[[], Item | None]


def read_factor(reader: AtomReader) -> Factor:
    """Step over an atom, or over a span that moves all of it.

    >>> reader = AtomReader(Cursor("664-"), 4, lambda: None)
    >>> read_factor(reader).mark
    '-'
    """
    cursor = reader.cursor
    start = cursor.at
    items = read_items(reader)
    sign = cursor.peek()
    if sign and sign in "+-":
        span = _read_span(cursor, start, _movable(cursor, items), "")
        _check_size(reader, list(span.cards))
        return span
    return make_atom(cursor, start, items)


def make_atom(cursor: Cursor, start: int, items: list[Item]) -> Atom:
    """Make the atom that reaches from ``start`` to here."""
    _check_variables(cursor, start, items)
    return Atom(tuple(items), cursor.place(start), cursor.since(start))


def read_items(reader: AtomReader) -> list[Item]:
    """Step over cards and brackets as long as there are some."""
    cursor = reader.cursor
    start = cursor.at
    items: list[Item] = []
    while True:
        character = cursor.peek()
        item: Item | None
        if character == "[":
            item = _read_bracket(cursor)
        elif character == "$":
            item = reader.item_macro()
        else:
            item = read_card(cursor)
        if item is None:
            break
        items.append(item)
    if not items:
        raise cursor.error(f"{cursor.found()} is not a card", start, CARD_EXPECTED)
    _check_size(reader, items)
    return items


def width(item: Item) -> int:
    """Return how many cards an item asks for."""
    return len(item.cards) if isinstance(item, Span) else 1


def _check_size(reader: AtomReader, items: list[Item]) -> None:
    total = 0
    for item in items:
        total += width(item)
        if total <= reader.hole_cards:
            continue
        asked = sum(map(width, items))
        problem = f"{asked} cards are asked for, but a hand has {reader.hole_cards}"
        expected = f"',' ':' '!' or at most {reader.hole_cards} cards"
        hint = _too_many_hint(reader.cursor, items, asked)
        raise reader.cursor.error(problem, item.start, expected, hint)


def _too_many_hint(cursor: Cursor, items: list[Item], asked: int) -> str:
    written = "".join(item.text.lower() for item in items)
    ending = written[-2:]
    if ending in ("ds", "ss", "rb"):
        return f"a suit shape is written ${ending}; the dialect plo takes {ending} at the end"
    if any(map(str.isspace, cursor.since(items[0].start))):
        return "spaces mean nothing; 'or' is written ','"
    return f"with --game plo{asked} a hand has {asked}" if asked <= 7 else "'or' is written ','"


def _check_variables(cursor: Cursor, start: int, items: list[Item]) -> None:
    """Refuse ``PRON``: ranks without names are written in a known order."""
    letters: list[str] = []
    for item in items:
        if not isinstance(item, Card) or (item.rank and not item.rank_variable):
            return
        if item.rank and item.rank not in letters:
            letters.append(item.rank)
    if any(_is_ordered(letters, order) for order in VARIABLE_ORDERS):
        return
    word = "".join(letters)
    known = "RONP"[: len(letters)] if len(letters) <= 4 else "".join(sorted(letters))
    raise cursor.error(
        f"{word} is not a usual way to write {len(letters)} different ranks",
        cursor.place(start),
        "rank variables in the order R O N P, or of the alphabet",
        f"write {known} for {len(letters)} ranks that differ",
    )


def _is_ordered(letters: list[str], order: str) -> bool:
    places = [order.find(letter) for letter in letters]
    return -1 not in places and places == sorted(places)


# Spans


def _movable(cursor: Cursor, items: list[Item]) -> tuple[Card, ...]:
    """Return the cards before a + or - outside brackets; each must have a rank to move."""
    cards: list[Card] = []
    sign = cursor.peek()
    for item in items:
        if not isinstance(item, Card):
            problem = f"{sign!r} cannot move an atom with brackets"
            hint = f"write the {sign} within brackets of its own, as in [A-Q][5{sign}]"
            raise cursor.error(problem, None, "',' ':' '!' or a card", hint)
        cards.append(item)
    for card in cards:
        if not card.names_rank:
            raise _immovable(cursor, cards, card, sign)
    return tuple(cards)


def _immovable(cursor: Cursor, cards: list[Card], card: Card, sign: str) -> RangeError:
    what = {"": "a suit", "*": "*"}.get(card.rank, f"the rank variable {card.rank}")
    named = "".join(each.text for each in cards if each.names_rank)
    hint = ""
    if card.rank == "O" and card is cards[-1] and named:
        written = "".join(each.text for each in cards)
        hint = f"{written}{sign}: " + HOLDEM_HINT.format(cards=named)
    return cursor.error(f"{what} cannot move up or down", card.start, "cards with ranks", hint)


def _read_span(cursor: Cursor, start: int, cards: tuple[Card, ...], closing: str) -> Span:
    """Step over the + or - here and what belongs to it; ``closing`` ends it, or "" = none."""
    sign = cursor.peek()
    sign_at = cursor.at
    cursor.at += 1
    after = "" if cursor.shape_ahead() else cursor.peek()
    until: list[Card] = []
    if sign == "-" and after not in ("", ",", ":", "!", "@", ")", "]", "$", "-", "+", "(", "%"):
        until_at = cursor.at
        while (card := read_card(cursor)) is not None:
            until.append(card)
        if not until:
            raise cursor.unexpected("cards, as in KQJT-T987, or nothing after the -")
        _check_ends(cursor, cards, until, until_at)
        sign = ""
    elif after and after not in ",:!@)$" + closing:
        written = cursor.source[sign_at]
        hint = "only one + or - may follow the cards" if after in "+-" else ""
        raise cursor.unexpected(f"the end of the span after {written!r}: ',' ':' or '!'", hint)
    return Span(cards, sign, tuple(until), cursor.place(start), cursor.since(start))


def _check_ends(cursor: Cursor, cards: tuple[Card, ...], until: list[Card], at: int) -> None:
    """Refuse spans whose ends do not fit: ``TT-7``, ``TT-76``, ``T9s-65``."""
    if len(until) != len(cards):
        problem = f"the span has {len(cards)} card(s) at one end and {len(until)} at the other"
        raise cursor.error(problem, at, f"{len(cards)} card(s) after the -", "as in KQJT-T987")
    moved: tuple[int, Card] | None = None
    for first, last in zip(cards, until, strict=True):
        if not last.names_rank:
            raise cursor.error("only cards with ranks can end a span", last.start, "a rank")
        if first.suit != last.suit:
            problem = f"the suits at both ends differ: {first.text} and {last.text}"
            raise cursor.error(problem, last.start, f"{last.rank}{first.suit}")
        shift = RANKS.index(last.rank) - RANKS.index(first.rank)
        if shift == 0:
            continue
        if moved is not None and moved[0] != shift:
            problem = (
                f"the cards move by different steps: {moved[1].text} by {abs(moved[0])}, "
                f"{last.text} by {abs(shift)}"
            )
            hint = "cards that differ at both ends move together, the others stay: AAJT-AA87"
            raise cursor.error(problem, last.start, "equal steps", hint)
        moved = moved or (shift, last)


# Brackets


def _read_bracket(cursor: Cursor) -> Choice | Span:
    start = cursor.at
    cursor.at += 1
    cursor.peek()
    inner = cursor.at
    cards = [_bracket_card(cursor)]
    while (card := read_card(cursor)) is not None:
        cards.append(card)
    sign = cursor.peek()
    if sign and sign in "+-":
        for card in cards:
            if not card.names_rank:
                raise _immovable(cursor, cards, card, sign)
        span = _read_span(cursor, inner, tuple(cards), "]")
        _close_bracket(cursor, start, "']'")
        return Span(span.cards, span.mark, span.until, cursor.place(start), cursor.since(start))
    if len(cards) > 1:
        hint = "a list has one card between commas; cards that move together end with + or -"
        raise cursor.error(
            f"{cards[1].text!r} makes a second card", cards[1].start, "',' '+' '-' or ']'", hint
        )
    while cursor.take(","):
        cards.append(_bracket_card(cursor))
    for card in cards:
        if card.rank_variable or card.suit_variable:
            problem = f"{card.text!r} is a variable, which a list cannot hold"
            raise cursor.error(problem, card.start, "ranks and suits: [A,Ks,h]")
    _close_bracket(cursor, start, "',' or ']'")
    return Choice(tuple(cards), cursor.place(start), cursor.since(start))


def _bracket_card(cursor: Cursor) -> Card:
    card = read_card(cursor)
    if card is None:
        raise cursor.unexpected("a card: a rank (A K Q J T 9-2), a suit (s h d c) or both")
    return card


def _close_bracket(cursor: Cursor, start: int, expected: str) -> None:
    if not cursor.take("]"):
        character = cursor.peek()
        hint = f"for the '[' at character {start + 1}"
        if character and character in "+-":
            hint = "in a list every card stands for itself; use brackets of their own for spans"
        raise cursor.unexpected(expected, hint)

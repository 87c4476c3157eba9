"""A place in a text: what stands there, and the error that says so."""

import re

from omaha_equity.cards import RANKS, SUITS
from omaha_equity.errors import RangeError
from omaha_equity.ranges.tree import ANY_RANK, SUIT_VARIABLES, Card

CARD_EXPECTED = "a rank (A K Q J T 9-2, * for any), a suit (s h d c) or a bracket"
LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz")

# One character for one, so that places stay places.
_PLAIN = str.maketrans("♣♦♥♠♧♢♡♤–—−\ufe0e\ufe0f", "cdhscdhs---  ")
_NAME = re.compile(r"[A-Za-z0-9_]+")
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")


class Cursor:
    """Reads a text from left to right; white space between its pieces is skipped.

    Attributes:
        source: the text as it was written.
        at: index of the next character.
        anchor: for the text of a macro, where the macro stood; else None.
        shorthand: in the dialect ``plo`` the suit shapes that end an atom; else empty.
    """

    def __init__(
        self, source: str, anchor: int | None = None, shorthand: frozenset[str] = frozenset()
    ) -> None:
        self.source = source
        self.shorthand = shorthand
        self.at = 0
        self.anchor = anchor
        self._text = source.translate(_PLAIN)
        self._size = len(source)

    def peek(self) -> str:
        """Return the next character in lower case, or "" at the end."""
        while self.at < self._size and self._text[self.at].isspace():
            self.at += 1
        character = self._text[self.at] if self.at < self._size else ""
        return character.lower() if character.isascii() else character

    def take(self, character: str) -> bool:
        """Step over ``character`` if it is next."""
        if self.peek() != character:
            return False
        self.at += 1
        return True

    def name(self) -> str:
        """Step over letters and digits that stand right here; return them in lower case."""
        found = _NAME.match(self._text, self.at)
        if found is None:
            return ""
        self.at = found.end()
        return found.group().lower()

    def number(self) -> str:
        """Step over a number; return its digits, or ""."""
        self.peek()
        found = _NUMBER.match(self._text, self.at)
        if found is None:
            return ""
        self.at = found.end()
        return found.group()

    def percent_ahead(self) -> bool:
        """Whether a number and a ``%`` are next."""
        start = self.at
        found = self.number() != "" and self.peek() == "%"
        self.at = start
        return found

    def shape_ahead(self) -> str:
        """Return the suit shape that ends an atom here, as ``ds`` does in ``AAxxds``, or ""."""
        self.peek()
        word = self._text[self.at : self.at + 2].lower()
        if word not in self.shorthand:
            return ""
        following = self._text[self.at + 2 : self.at + 80].lstrip()[:1]
        return "" if following.isalnum() or following in tuple("[*+-") else word

    def place(self, start: int) -> int:
        """Return where a piece that starts at ``start`` stands in the user's own text."""
        return start if self.anchor is None else self.anchor

    def since(self, start: int) -> str:
        """Return what was written from ``start`` to here."""
        return self.source[start : self.at].strip()

    def found(self) -> str:
        """Say what stands here, for an error."""
        return f"{self.source[self.at]!r}" if self.peek() else "the text ends"

    def error(
        self, problem: str, at: int | None = None, expected: str = "", hint: str = ""
    ) -> RangeError:
        """Return an error at ``at``, or here."""
        return RangeError(problem, self.source, self.at if at is None else at, expected, hint)

    def unexpected(self, expected: str, hint: str = "") -> RangeError:
        """Return the error that what stands here cannot stand here."""
        problem = f"{self.found()} cannot stand here" if self.peek() else "the text ends too early"
        return self.error(problem, None, expected, hint)


def shortened(text: str, most: int = 40) -> str:
    """Return ``text``, cut to be quoted in an error.

    >>> shortened("AKQJ", 3)
    'AKQ...'
    """
    return text if len(text) <= most else text[:most] + "..."


def read_rank(cursor: Cursor) -> str:
    """Step over a rank, ``*`` or a rank variable; return it as a capital, or ""."""
    character = cursor.peek()
    if character == "1":
        if cursor.source.startswith("10", cursor.at):
            cursor.at += 2
            return "T"
        raise cursor.error("'1' is not a rank", None, CARD_EXPECTED, "the ace is A, ten is T or 10")
    if character == "0":
        raise cursor.error("'0' is not a rank", None, CARD_EXPECTED, "ten is written T or 10")
    upper = character.upper()
    if cursor.shorthand:
        if cursor.shape_ahead():
            return ""
        if character == "x":
            cursor.at += 1
            return ANY_RANK
    is_rank = character.isascii() and upper != "" and upper in RANKS + ANY_RANK
    is_variable = not is_rank and character in LETTERS and character not in SUITS + SUIT_VARIABLES
    if not is_rank and not is_variable:
        return ""
    if is_variable and cursor.shorthand:
        raise _not_shorthand(cursor)
    cursor.at += 1
    return upper


def read_suit(cursor: Cursor) -> str:
    """Step over a suit or a suit variable; return it in lower case, or ""."""
    character = cursor.peek()
    if not character or character not in SUITS + SUIT_VARIABLES:
        return ""
    if cursor.shorthand and (cursor.shape_ahead() or character == "x"):
        return ""
    if cursor.shorthand and character in SUIT_VARIABLES:
        raise _not_shorthand(cursor)
    cursor.at += 1
    return character


def read_card(cursor: Cursor) -> Card | None:
    """Step over a card; return None if there is none.

    >>> card = read_card(Cursor("10♠"))
    >>> card.rank, card.suit, card.text
    ('T', 's', '10♠')
    """
    cursor.peek()
    start = cursor.at
    rank = read_rank(cursor)
    suit = read_suit(cursor)
    if not rank and not suit:
        return None
    return Card(rank, suit, cursor.place(start), cursor.since(start))


def _not_shorthand(cursor: Cursor) -> RangeError:
    problem = f"{cursor.found()} has no meaning in the dialect plo"
    expected = "a rank (A K Q J T 9-2), x for any card, a suit (s h d c), or ds, ss, rb at the end"
    return cursor.error(problem, None, expected, "variables belong to the dialect generic")

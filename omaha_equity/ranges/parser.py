"""Text to syntax tree: recursive descent, one method a rule of the grammar.

    range   := part (',' part)*
    part    := factor ((':' | '!') factor | macro)* ['@' weight]
    factor  := '(' range ')' | percent | macro | atom
    percent := N'%'[order] ['-' M'%'[order]]

Atoms are read in `atoms` or, in the dialect ``plo``, in `plo`.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from omaha_equity.errors import RangeError, TextError
from omaha_equity.ranges import atoms, macros, plo
from omaha_equity.ranges.cursor import CARD_EXPECTED, Cursor, shortened
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
    Step,
)

Read = TypeVar("Read")

# Limits keep every later recursion shallow and every expansion small.
MAX_DEPTH = 40
MAX_HEIGHT = 100
MAX_MACRO_PIECES = 20_000

ANY_HAND = frozenset({"random", "any", "*", "100%"})
"""What a player who may hold anything is written as, in small letters."""

FACTOR_EXPECTED = f"a hand pattern: {CARD_EXPECTED}, N%, $ or '('"
AFTER_FACTOR = "',' ':' '!' '@' or the end"
DIALECTS: dict[str, Callable[[atoms.AtomReader], Factor]] = {
    "generic": atoms.read_factor,
    "plo": plo.read_factor,
}


def is_any_hand(text: str) -> bool:
    """Whether a text says that a player may hold anything.

    >>> is_any_hand(" Random"), is_any_hand("AA")
    (True, False)
    """
    return text.strip().lower() in ANY_HAND


def parse(
    text: str,
    hole_cards: int,
    dialect: str = "generic",
    macros: Mapping[str, str] | None = None,
) -> Range:
    """Read a range.

    Args:
        text: the range; case and white space do not matter.
        hole_cards: 4 to 7; a pattern asks for at most as many cards.
        dialect: ``generic`` (ProPokerTools) or ``plo`` (``AAxxds``).
        macros: the user's own, name to text, beside the built-in ones.

    Raises:
        RangeError: with the place, what was expected there, and a hint where one is known.
        TextError: for an unknown dialect.

    >>> parse("AA, KK:xxyy", 4).parts[1].steps[0].sign
    ':'
    """
    if dialect not in DIALECTS:
        raise TextError(f"dialect {dialect!r} is unknown; choose one of {' '.join(DIALECTS)}")
    cursor = Cursor(text, None, _shorthand(dialect))
    return _Parser(cursor, hole_cards, dialect, macros or {}, 0, (), [0]).whole()


class _Parser:
    """Reads one text: the user's, or that of a macro in it.

    Attributes:
        depth: how many parentheses and macros are open around the place.
        height: how deep the factor read last is in itself.
        opened: names of the macros we are in.
        macro_pieces: a counter shared by all parsers of a range.
    """

    def __init__(
        self,
        cursor: Cursor,
        hole_cards: int,
        dialect: str,
        own_macros: Mapping[str, str],
        depth: int,
        opened: tuple[str, ...],
        macro_pieces: list[int],
    ) -> None:
        self.cursor = cursor
        self.hole_cards = hole_cards
        self.dialect = dialect
        self.own_macros = own_macros
        self.depth = depth
        self.height = 0
        self.opened = opened
        self.macro_pieces = macro_pieces

    def whole(self) -> Range:
        """Read a range that fills the text."""
        found = self.range()
        self._expect_end()
        return replace(found, text=self.cursor.source)

    def range(self) -> Range:
        """Read parts until something else than a comma follows."""
        self.cursor.peek()
        start = self.cursor.at
        parts = [self.part()]
        height = self.height
        while self.cursor.take(","):
            parts.append(self.part())
            height = max(height, self.height)
        self.height = height
        self._check_weights(parts)
        return Range(tuple(parts), self.cursor.place(start), self.cursor.since(start))

    def part(self) -> Part:
        """Read a factor, what is applied to it, and its weight."""
        cursor = self.cursor
        cursor.peek()
        start = cursor.at
        first = self.factor()
        steps = tuple(self.steps())
        weight = self._weight() if cursor.take("@") else None
        found = Part(first, steps, weight, cursor.place(start), cursor.since(start))
        self._check_part(found)
        return found

    def steps(self) -> list[Step]:
        """Read ``:`` and ``!`` with their factors, and macros that stand for such."""
        steps: list[Step] = []
        height = self.height
        while (sign := self.cursor.peek()) and sign in ":!$":
            start = self.cursor.at
            if sign == "$":
                steps += self._suffix_macro()
            elif sign == ":":
                self.cursor.at += 1
                steps.append(Step(":", self.factor()))
            else:
                self.cursor.at += 1
                steps.append(Step("!", self.factor()))
            height = max(height, self.height) + 1
            if height > MAX_HEIGHT:
                problem = f"more than {MAX_HEIGHT} ':' and '!' build on each other"
                raise self.cursor.error(problem, start, "fewer of them", "join some in (..,..)")
        self.height = height
        return steps

    def factor(self) -> Factor:
        """Read a range in parentheses, a percentage, a macro or an atom."""
        cursor = self.cursor
        self.height = 1
        if self.opened:
            self._count_macro_piece()
        if cursor.peek() == "(":
            return self._group()
        if cursor.percent_ahead():
            return self._percent()
        if cursor.peek() == "$" and not self._item_macro_ahead():
            return self._factor_macro()
        if cursor.peek() in ("", ",", ":", "!", ")", "@", "]"):
            raise cursor.unexpected(FACTOR_EXPECTED)
        return DIALECTS[self.dialect](atoms.AtomReader(cursor, self.hole_cards, self._item_macro))

    def _group(self) -> Group:
        cursor = self.cursor
        start = cursor.at
        if self.depth >= MAX_DEPTH:
            problem = f"more than {MAX_DEPTH} parentheses within each other"
            raise cursor.error(problem, start, "fewer of them")
        cursor.at += 1
        self.depth += 1
        inner = self.range()
        self.depth -= 1
        self.height += 1
        if not cursor.take(")"):
            raise self._stopped(f"',' ':' '!' '@' or the ')' for the '(' at character {start + 1}")
        return Group(inner, cursor.place(start), cursor.since(start))

    def _percent(self) -> Percent:
        cursor = self.cursor
        start = cursor.at
        first, ordering = self._percentile()
        if not cursor.take("-"):
            above, upto = Fraction(0), first
        else:
            cursor.peek()
            second_at = cursor.at
            if not cursor.percent_ahead():
                raise cursor.unexpected("a percentile, as in 30%-50%")
            second, other_ordering = self._percentile()
            if ordering and other_ordering and ordering != other_ordering:
                one, other = shortened(ordering), shortened(other_ordering)
                problem = f"two orderings, {one} and {other}, in one span"
                raise cursor.error(problem, second_at, "the same ordering at both ends")
            ordering = ordering or other_ordering
            if first.denominator != 1 or second.denominator != 1:
                problem = "percentiles of a span are whole numbers"
                raise cursor.error(problem, start, "whole numbers, as in 30%-50%")
            above, upto = min(first, second) - 1, max(first, second)
        return Percent(above, upto, ordering, cursor.place(start), cursor.since(start))

    def _percentile(self) -> tuple[Fraction, str]:
        cursor = self.cursor
        cursor.peek()
        start = cursor.at
        digits = cursor.number()
        value = Fraction(digits) if len(digits) < 12 else Fraction(101)
        if not 0 < value <= 100:
            hint = "percentiles count from 1, as in 1%-15%" if value == 0 else ""
            problem = f"{digits[:12]}% is not between 1% and 100%"
            raise cursor.error(problem, start, "1% to 100%", hint)
        cursor.take("%")
        cursor.peek()
        return value, cursor.name()

    def _weight(self) -> int:
        cursor = self.cursor
        cursor.peek()
        start = cursor.at
        digits = cursor.number()
        if not digits:
            raise cursor.unexpected("a weight from 1 to 100, as in AA@50")
        if len(digits) > 3 or "." in digits or not 1 <= int(digits) <= 100:
            raise cursor.error(f"{digits[:12]} is not a weight", start, "a whole number, 1 to 100")
        if cursor.peek() == "%":
            raise cursor.unexpected(AFTER_FACTOR, "a weight has no %, as in AA@50")
        return int(digits)

    def _check_part(self, part: Part) -> None:
        inner = isinstance(part.first, Group) and is_weighted(part.first.range)
        if inner and part.weight is not None:
            problem = "this part is weighted twice, within its parentheses and after them"
            raise self.cursor.error(problem, part.start, "one weight")
        for step in part.steps:
            if isinstance(step.factor, Group) and is_weighted(step.factor.range):
                after = f"a weight cannot stand after {step.sign!r}"
                hint = "weigh the whole part, as in AA:(KK,QQ)@50"
                raise self.cursor.error(after, step.factor.start, "parts without weights", hint)

    def _check_weights(self, parts: list[Part]) -> None:
        weighted = [_part_is_weighted(part) for part in parts]
        if any(weighted) and not all(weighted):
            bare = parts[weighted.index(False)]
            text = shortened(bare.text)
            problem = f"{text!r} has no weight, but another part has one"
            hint = f"give every part a weight, as in {text}@100"
            raise self.cursor.error(problem, bare.start, "weights for all parts or none", hint)

    def _expect_end(self) -> None:
        if self.cursor.peek():
            raise self._stopped(AFTER_FACTOR)

    def _stopped(self, expected: str) -> RangeError:
        """Say why the parser could not go on after a whole factor."""
        character = self.cursor.peek()
        hints = {
            "(": "'and' is written ':', as in AK:(xx,yyzz)",
            ")": "there is no '(' for it",
            "%": "a percentage is written once and stands alone, as in 15% or 15%:AA",
            "-": "a span has the same number of cards at both ends, as in KQJT-T987",
            "+": "only one + or - may follow the cards, as in TT+",
            "/": "'or' is written ',', 'and' is ':'",
            ";": "'or' is written ','",
        }
        shape = self.cursor.shape_ahead()
        hint = f"after parentheses the suit shape is ${shape}" if shape else ""
        return self.cursor.unexpected(expected, hints.get(character, hint))

    # Macros

    def _item_macro_ahead(self) -> bool:
        start = self.cursor.at
        self.cursor.at += 1
        body = self._body(self.cursor.name())
        self.cursor.at = start
        return body is not None and macros.is_item(body)

    def _item_macro(self) -> Choice | Span | Card | None:
        """Step over a macro that stands for one card; None if another kind is next."""
        if not self._item_macro_ahead():
            return None
        atom = self._expand(lambda inner: inner.factor())
        assert isinstance(atom, Atom)
        return atom.items[0]

    def _factor_macro(self) -> Factor:
        start = self.cursor.at
        self.cursor.at += 1
        body = self._body(self.cursor.name()) or ""
        self.cursor.at = start
        if macros.is_suffix(body):
            every = Atom((Card("*", "", self.cursor.place(start), "*"),), start, "*")
            steps = self._suffix_macro()
            if len(steps) == 1 and steps[0].sign == ":":
                return steps[0].factor
            parts: tuple[Part, ...] = (Part(every, tuple(steps), None, self.cursor.place(start)),)
        else:
            parts = self._expand(lambda inner: inner.whole()).parts
        if len(parts) == 1 and not parts[0].steps and parts[0].weight is None:
            return parts[0].first
        place, text = self.cursor.place(start), self.cursor.since(start)
        return Group(Range(tuple(parts), place, text), place, text)

    def _suffix_macro(self) -> list[Step]:
        start = self.cursor.at
        self.cursor.at += 1
        name = self.cursor.name()
        text = self.cursor.since(start)
        body = self._body(name)
        if body is None:
            raise self._unknown_macro(name, start)
        if body == macros.SHAPE:
            return [Step(":", Shape(name, self.cursor.place(start), text))]
        self.cursor.at = start
        if not macros.is_suffix(body):
            expected = "':' '!' ',' or a macro that may follow, such as $ds"
            hint = f"${name} is a range of its own: write :${name} or ,${name}"
            raise self.cursor.error(f"{text} cannot follow here", start, expected, hint)
        return self._expand(lambda inner: inner.all_steps())

    def all_steps(self) -> list[Step]:
        """Read steps that fill the text."""
        steps = self.steps()
        self._expect_end()
        return steps

    def _body(self, name: str) -> str | None:
        built_in = macros.built_in(name, self.hole_cards)
        return self.own_macros.get(name) if built_in is None else built_in

    def _expand(self, read: "Callable[[_Parser], Read]") -> Read:
        """Step over a macro and read its text."""
        cursor = self.cursor
        start = cursor.at
        cursor.at += 1
        name = cursor.name()
        body = self._body(name)
        if body is None:
            raise self._unknown_macro(name, start)
        if name in self.opened or self.depth >= MAX_DEPTH:
            problem = f"the macro ${name} stands for itself"
            if name not in self.opened:
                problem = f"more than {MAX_DEPTH} macros and parentheses within each other"
            raise cursor.error(problem, start, "a macro that ends in cards")
        dialect = self.dialect if macros.built_in(name, self.hole_cards) is None else "generic"
        inner = _Parser(
            Cursor(body, cursor.place(start), _shorthand(dialect)),
            self.hole_cards,
            dialect,
            self.own_macros,
            self.depth + 1,
            (*self.opened, name),
            self.macro_pieces,
        )
        try:
            found = read(inner)
            self.height = inner.height
            return found
        except RangeError as error:
            problem = f"in the macro ${name} = {shortened(body)!r}: {error.problem}"
            raise cursor.error(problem, start, error.expected, error.hint) from error

    def _unknown_macro(self, name: str, start: int) -> RangeError:
        known = [*macros.names(), *self.own_macros]
        close = macros.closest(name[:20], known)
        hint = f"did you mean ${close}?" if close else "own macros come from a file"
        expected = "one of " + " ".join(f"${each}" for each in known[:40])
        problem = f"the macro ${shortened(name)} is unknown"
        return self.cursor.error(problem, start, expected, hint)

    def _count_macro_piece(self) -> None:
        self.macro_pieces[0] += 1
        if self.macro_pieces[0] > MAX_MACRO_PIECES:
            problem = f"the macros stand for more than {MAX_MACRO_PIECES:,} patterns"
            raise self.cursor.error(problem, None, "macros that stand for less")


def _shorthand(dialect: str) -> frozenset[str]:
    return plo.SHAPES if dialect == "plo" else frozenset()


def is_weighted(found: Range) -> bool:
    """Whether the parts of a range have weights (all have, or none)."""
    return _part_is_weighted(found.parts[0])


def _part_is_weighted(part: Part) -> bool:
    inner = isinstance(part.first, Group) and is_weighted(part.first.range)
    return part.weight is not None or inner

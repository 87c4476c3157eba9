"""Money: decimal texts for people, whole numbers of the smallest unit inside; never a float."""

import re
from decimal import Decimal
from fractions import Fraction

from omaha_equity.errors import TextError
from omaha_equity.fields import shown

_NUMBER = re.compile(r"[+-]?\d{1,18}(?:\.\d{0,18})?|[+-]?\.\d{1,18}", re.ASCII)
_LARGEST = 10**18


def read_number(given: object) -> Fraction:
    """Read a decimal text, an integer or a `Decimal` exactly.

    Raises:
        TextError: anything else, floats too: they are seldom what was written.

    >>> read_number("74.10")
    Fraction(741, 10)
    """
    if isinstance(given, float):
        raise TextError(f'{shown(given)} is a float, which is not exact; give a text as "0.01"')
    if isinstance(given, Decimal):
        # A great exponent would make a great integer.
        plain = given.is_finite() and abs(given.adjusted()) <= 18
        given = format(given, "f") if plain else str(given)
    if isinstance(given, int | Fraction) and not isinstance(given, bool):
        number = Fraction(given)
    elif isinstance(given, str) and _NUMBER.fullmatch(given.strip()):
        number = Fraction(given.strip())
    else:
        raise TextError(f'{shown(given)} is not a number; write digits, as 120 or "0.05"')
    if abs(number) >= _LARGEST:
        raise TextError(f"{shown(given)} is too large")
    return number


def read_unit(given: object) -> Fraction:
    """Read the smallest unit: more than nothing, a decimal number.

    >>> read_unit("0.05")
    Fraction(1, 20)
    """
    unit = read_number(given)
    if unit <= 0 or places(unit) is None:
        raise TextError(f'{shown(given)} is not a smallest unit; give one as 1, "0.01" or "0.05"')
    return unit


def in_units(given: object, unit: Fraction) -> int:
    """Read an amount as a whole number of units.

    Raises:
        TextError: it is not a multiple of the unit.

    >>> in_units("74.10", Fraction(1, 100))
    7410
    """
    units = read_number(given) / unit
    if units.denominator != 1:
        raise TextError(f"{shown(given)} is not a multiple of the smallest unit, {show(1, unit)}")
    return units.numerator


def show(amount: int, unit: Fraction) -> str:
    """Write an amount of units with the decimal places of the unit.

    >>> show(7410, Fraction(1, 100)), show(-3, Fraction(1, 20)), show(5, Fraction(1))
    ('74.10', '-0.15', '5')
    """
    decimals = places(unit) or 0
    scaled = amount * unit * 10**decimals
    digits = f"{abs(scaled.numerator):0{decimals + 1}}"
    sign = "-" if amount < 0 else ""
    return sign + (f"{digits[:-decimals]}.{digits[-decimals:]}" if decimals else digits)


def places(unit: Fraction) -> int | None:
    """How many decimal places a unit has; None where it is not a decimal number.

    >>> places(Fraction(1, 20)), places(Fraction(25)), places(Fraction(1, 3))
    (2, 0, None)
    """
    return next((n for n in range(19) if 10**n % unit.denominator == 0), None)

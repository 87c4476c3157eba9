"""Values of unsure type, from files or from Python: read for what they surely mean, or refused."""

from decimal import Decimal
from operator import index
from typing import Any

from omaha_equity.errors import TextError

MOST_SHOWN = 40
MOST_DIGITS = 30
TRUE, FALSE = ("true", "yes", "1"), ("false", "no", "0")


def shown(value: object) -> str:
    """Write a value for an error message: on one line, short, whatever it is.

    >>> shown("x" * 100)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"
    >>> shown(10**5000)
    'a number of more than 1,000 digits'
    """
    if isinstance(value, int) and value.bit_length() > 3322:
        return "a number of more than 1,000 digits"
    try:
        said = f"{value}" if isinstance(value, Decimal) else repr(value)
    except ValueError:
        # A container of such a number.
        return f"a {type(value).__name__} that cannot be shown"
    said = "".join(c if c.isprintable() else "�" for c in said)
    return said if len(said) <= MOST_SHOWN else said[: MOST_SHOWN - 1] + "…"


def text(value: object) -> str:
    """Read a text.

    Raises:
        TextError: it is something else, or holds half a character, which no file can.
    """
    if not isinstance(value, str):
        raise TextError(f"{shown(value)} is not text; put it in quotes")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise TextError(f"{shown(value)} holds half a character (a lone surrogate)") from None
    return value


def whole(value: object, least: int, most: int) -> int:
    """Read a whole number within bounds: an integer of any kind, ``1e6``, or its digits.

    Raises:
        TextError: it is something else.

    >>> whole(1e6, 1, 10**12), whole(" 12 ", 0, 99)
    (1000000, 12)
    """
    found: int | None = None
    if isinstance(value, str):
        digits = value.strip()
        if digits.isascii() and digits.isdigit() and len(digits) < MOST_DIGITS:
            found = int(digits)
    elif isinstance(value, float):
        found = int(value) if value.is_integer() else None
    elif not _is_flag(value):
        try:
            found = index(value)  # type: ignore[arg-type]
        except TypeError:
            found = None
    if found is None or not least <= found <= most:
        raise TextError(f"{shown(value)}; give a whole number from {least:,} to {most:,}")
    return found


def number(value: object, what: str) -> float:
    """Read a number of any kind; ``what`` tells what to write instead.

    Raises:
        TextError: it is not a number, or too large for one.
    """
    try:
        if not _is_flag(value) and not isinstance(value, bytes):
            return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        pass
    raise TextError(f"{shown(value)} is not a number; {what}")


def share(value: object) -> float:
    """Read a share: ``0.001``, or ``"0.1%"``.

    >>> share("0.1%")
    0.001
    """
    written = value.strip() if isinstance(value, str) else value
    if isinstance(written, str) and written.endswith("%"):
        return number(written[:-1], "write 0.1% or 0.001") / 100
    return number(written, "write 0.1% or 0.001")


def flag(value: object) -> bool:
    """Read yes or no: a boolean, or the words for it.

    Raises:
        TextError: it is something else.
    """
    if _is_flag(value):
        return bool(value)
    written = str(value).strip().lower() if isinstance(value, str | int | float) else ""
    if written in TRUE:
        return True
    if written in FALSE:
        return False
    raise TextError(f"{shown(value)}; give true or false")


def _is_flag(value: Any) -> bool:
    """Whether it is a boolean, NumPy's too, without loading NumPy."""
    return isinstance(value, bool) or type(value).__name__ == "bool"

"""Amounts as hand histories write them, in hundredths; never a float."""

import re

CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "CNY", "₹": "INR"}
AMOUNT = r"[^\w\s.]{0,3}(\d+(?:,\d+)*(?:\.\d+)?|\.\d+)"
"""A pattern with one group: digits after a currency's sign, if any."""

_AMOUNT = re.compile(r"(\d{0,15})(?:\.(\d{1,2}))?", re.ASCII)
_COMMAS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")


def hundredths(text: str) -> int:
    """Read an amount without its sign.

    Raises:
        ValueError: it is not a number with at most two decimals.

    >>> hundredths("1,250.5"), hundredths(".05"), hundredths("7")
    (125050, 5, 700)
    """
    plain = _COMMAS.sub("", text) if "," in text else text
    found = _AMOUNT.fullmatch(plain)
    if not found or not plain:
        raise ValueError(f"{text!r} is not an amount with at most two decimals")
    whole, cents = found.groups()
    return 100 * int(whole or 0) + int((cents or "0").ljust(2, "0"))

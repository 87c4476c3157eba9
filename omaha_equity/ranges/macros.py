"""Macros: ``$ds``, ``$0g``, ``$B`` and the user's own from a file.

What a macro stands for tells where it may be written.  Text that begins with ``:`` or ``!``
follows a pattern (``KK$ds``), one card in brackets stands among cards (``AA$B``), and any
other text is a range in parentheses.
"""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

from omaha_equity.errors import TextError
from omaha_equity.textfiles import read_text

# Stands for a `tree.Shape`: no text of the language means it.
SHAPE = ":shape"

MACROS = {
    "np": "!RR",
    "op": ":RRON",
    "tp": ":RROO",
    "nt": "!RRR",
    "0g": "AKQJ-",
    "1g": "(AKQT-,AKJT-,AQJT-)",
    "2g": "(AKQ9-,AKT9-,AJT9-)",
    "b": "[A-J]",
    "m": "[T-7]",
    "z": "[6-2]",
    "l": "[A,2,3,4,5,6,7,8]",
    "n": "[K-9]",
    "f": "[K-J]",
    "r": "[A-T]",
    "w": "[A,2,3,4,5]",
}
FOUR_CARD_SHAPES = {"ds": ":xxyy", "ss": ":xxyz", "ts": ":xxxy", "qs": ":xxxx", "rb": ":wxyz"}

FILE_NAME = "macros.txt"
_NAME = re.compile(r"[a-z0-9_]+")


def built_in(name: str, hole_cards: int) -> str | None:
    """Return the text a built-in macro stands for (`SHAPE` for one without a text), or None.

    >>> built_in("ds", 4)
    ':xxyy'
    """
    if name in FOUR_CARD_SHAPES:
        return FOUR_CARD_SHAPES[name] if hole_cards == 4 else SHAPE
    return MACROS.get(name)


def names() -> list[str]:
    """Return the names of the built-in macros."""
    return [*FOUR_CARD_SHAPES, *MACROS]


def closest(name: str, known: Iterable[str]) -> str:
    """Return the known name most like ``name``, or "".

    >>> closest("npp", names())
    'np'
    """
    found = get_close_matches(name, list(known), 1)
    return found[0] if found else ""


def is_suffix(body: str) -> bool:
    """Whether a macro's text is applied to what stands before it."""
    return body.lstrip()[:1] in (":", "!")


def is_item(body: str) -> bool:
    """Whether a macro's text is one card in brackets."""
    plain = body.strip()
    if not plain.startswith("[") or plain.find("]") != len(plain) - 1:
        return False
    first = plain[1:-1].split("-")[0].split(",")[0].strip("+ ")
    return sum(character not in "shdc" for character in first.lower().replace("10", "t")) < 2


def load(path: Path) -> dict[str, str]:
    """Read macros from a file of ``name,range`` lines; ``#`` begins a line that is skipped.

    Raises:
        TextError: when the file cannot be read or a line is not a macro, with the line's number.
    """
    text = read_text(path, "macro file")
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        where = f"macro file {str(path)!r}, line {number}"
        name, comma, body = line.partition(",")
        name = name.strip().removeprefix("$").lower()
        if not comma or not body.strip():
            raise TextError(f"{where}: {line.strip()!r} is not a macro; write name,range")
        if not _NAME.fullmatch(name):
            raise TextError(f"{where}: {name!r} is not a name; use letters and digits")
        if name in FOUR_CARD_SHAPES or name in MACROS:
            raise TextError(f"{where}: ${name} is built in; choose another name")
        if name in found:
            raise TextError(f"{where}: ${name} is there already")
        found[name] = body.strip()
    return found


def user_macros() -> dict[str, str]:
    """Read the macros in the user's configuration folder; none if there is no such file."""
    path = user_file()
    return load(path) if path.is_file() else {}


def user_file() -> Path:
    """Return where the user's macros are looked for."""
    from platformdirs import user_config_path

    return user_config_path("omaha-equity", appauthor=False) / FILE_NAME

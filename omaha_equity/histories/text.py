"""Files to lines, whatever their encoding; lines to hands, whatever their form."""

import re
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator
from functools import partial
from io import IncrementalNewlineDecoder
from itertools import chain
from typing import BinaryIO, NamedTuple

POKERSTARS = re.compile(
    r"\W*PokerStars (?:Zoom |Home Game )?(?:Hand|Game) #", re.ASCII | re.IGNORECASE
)
PHH_TABLE = re.compile(r"\[\s*[\w.'\"-]+\s*\]\s*(?:#.*)?$")
PHH_VARIANT = re.compile(r"\s*variant\s*=")
PHH_KEY = re.compile(r"\s*[\w'\"-]+\s*=")
DIVIDER = re.compile(r"(?:[\W_]*# *\d+)?[\W_]*$|\s*#")
"""A line between hands that says nothing: a comment, a row of stars with a number."""

MOST_BYTES = 1 << 20
"""Of a line, read at once."""
_MARKS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}


class Chunk(NamedTuple):
    """The lines of one hand.

    Attributes:
        form: ``pokerstars`` or ``phh``; "" = text in which no hand begins.
        line: number of the first line, from 1.
        lines: without line ends.
    """

    form: str
    line: int
    lines: list[str]

    @property
    def says_nothing(self) -> bool:
        """Whether the text is only blank lines and dividers."""
        return all(map(DIVIDER.match, self.lines))


def read_lines(stream: BinaryIO) -> Iterator[str]:
    r"""Yield the lines of a file in UTF-8, UTF-16 or cp1252, with or without a byte order mark.

    A line that is not UTF-8 is taken for cp1252, so nothing is refused.

    >>> from io import BytesIO
    >>> list(read_lines(BytesIO("Zoë\r\nZoë".encode("cp1252"))))
    ['Zoë', 'Zoë']
    >>> list(read_lines(BytesIO("Zoë".encode("utf-16"))))
    ['Zoë']
    """
    first = stream.readline(MOST_BYTES)
    encoding = _MARKS.get(first[:2]) or _unmarked(first)
    lines = _wide(first, stream, encoding) if encoding else _narrow(first, stream)
    for line in lines:
        for part in re.split(r"\r\n?|\n", line.removesuffix("\n").removesuffix("\r")):
            yield part.removeprefix("\ufeff")


def split(lines: Iterable[str]) -> Iterator[Chunk]:
    """Divide the lines of a file into hands; what stands before the first one comes too."""
    chunk = Chunk("", 1, [])
    has_variant = False
    for number, line in enumerate(lines, 1):
        form = _begins(line, chunk.form, has_variant)
        if form:
            if chunk.lines:
                yield chunk
            chunk = Chunk(form, number, [])
            has_variant = False
        has_variant = has_variant or bool(PHH_VARIANT.match(line))
        chunk.lines.append(line)
    if chunk.lines:
        yield chunk


def _begins(line: str, form: str, has_variant: bool) -> str:
    """The form of the hand that begins with a line, or "" where none does."""
    if POKERSTARS.match(line):
        return "pokerstars"
    if form != "pokerstars":
        if PHH_TABLE.match(line):
            return "phh"
        if PHH_VARIANT.match(line) and (form != "phh" or has_variant):
            return "phh"
        if not form and PHH_KEY.match(line):
            return "phh"
    return ""


def _unmarked(first: bytes) -> str:
    """Tell UTF-16 without a mark by its zero bytes."""
    if first[1:2] == b"\0" and first[:1] != b"\0":
        return "utf-16-le"
    return "utf-16-be" if first[:1] == b"\0" and first[1:2] != b"\0" else ""


def _narrow(first: bytes, stream: BinaryIO) -> Iterator[str]:
    line = first
    while line:
        if len(line) == MOST_BYTES and not line.endswith(b"\n"):
            raise OSError("a line of it is too long for text")
        try:
            yield line.decode()
        except UnicodeDecodeError:
            yield line.decode("cp1252", errors="replace")
        line = stream.readline(MOST_BYTES)


def _wide(first: bytes, stream: BinaryIO, encoding: str) -> Iterator[str]:
    # In UTF-16 a line end has a second byte, so lines are told apart after decoding.
    decoder = IncrementalNewlineDecoder(getincrementaldecoder(encoding)("replace"), True)
    rest = ""
    for piece in chain([first], iter(partial(stream.read, MOST_BYTES), b"")):
        *lines, rest = (rest + decoder.decode(piece)).split("\n")
        yield from lines
        if len(rest) > MOST_BYTES:
            raise OSError("a line of it is too long for text")
    yield rest + decoder.decode(b"", True)

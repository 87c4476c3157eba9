"""The exception tree: everything this package raises on purpose."""

from typing import Any


class OmahaError(Exception):
    """Base of all errors raised on purpose; the message is one line for the user."""


class TextError(OmahaError):
    """Text that cannot be read, or a question that is put wrongly (exit code 2)."""


class ImpossibleError(OmahaError):
    """A well-formed question without an answer: shared cards, too many cards (exit code 3)."""


class PrecisionError(OmahaError):
    """The precision that was asked for cannot be reached in reasonable time (exit code 4)."""


class TableError(OmahaError):
    """A rank table is missing, truncated or altered (exit code 1)."""


class FileError(OmahaError):
    """A file could not be written to its end, as on a full disk (exit code 1)."""


class WorkerError(OmahaError):
    """The workers are gone: processes died, or a cluster went away (exit code 1)."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C while deals were sampled, with the answer that those counted so far give.

    Attributes:
        partial: what the call would have returned, of fewer deals.
    """

    def __init__(self, partial: Any) -> None:
        self.partial = partial
        super().__init__("interrupted")


class RangeError(TextError):
    """A range that cannot be read; the message ends with the text and a caret under the place.

    Attributes:
        problem: what is wrong, without the place.
        text: the whole range as it was written.
        position: index into ``text`` of the place, from 0; ``len(text)`` = its end.
        expected: what could have stood there, or "".
        hint: how to write what was probably meant, or "".

    >>> print(RangeError("'0' is not a rank", "AA0", 2, "a rank", "ten is T or 10"))
    range 'AA0', character 3: '0' is not a rank; expected a rank (ten is T or 10)
      AA0
        ^
    """

    def __init__(
        self, problem: str, text: str, position: int, expected: str = "", hint: str = ""
    ) -> None:
        self.problem = problem
        self.text = text
        self.position = position
        self.expected = expected
        self.hint = hint
        super().__init__(problem, text, position, expected, hint)

    def __str__(self) -> str:
        line, caret = _excerpt(self.text, self.position)
        said = f"range {line!r}, character {self.position + 1}: {self.problem}"
        said += f"; expected {self.expected}" if self.expected else ""
        said += f" ({self.hint})" if self.hint else ""
        return f"{_one_line(said)}\n  {line}\n  {' ' * caret}^"


def _excerpt(text: str, position: int, width: int = 72) -> tuple[str, int]:
    """Return at most ``width`` characters around the place on one line, and where it is there."""
    start = max(0, min(position - width // 2, len(text) - width))
    shown = text[start : start + width]
    return _one_line(shown), position - start


def _one_line(text: str) -> str:
    return "".join(c if c.isprintable() else " " for c in text)

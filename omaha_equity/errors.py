"""The exception tree: everything this package raises on purpose."""


class OmahaError(Exception):
    """Base of all errors raised on purpose; the message is one line for the user."""


class TextError(OmahaError):
    """Text that cannot be read, or a question that is put wrongly (exit code 2)."""


class ImpossibleError(OmahaError):
    """A well-formed question without an answer: shared cards, too many cards (exit code 3)."""


class TableError(OmahaError):
    """A rank table is missing, truncated or altered (exit code 1)."""

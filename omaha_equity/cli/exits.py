"""Exit codes, the same for every command."""

from enum import IntEnum


class Exit(IntEnum):
    """What the process says when it ends."""

    DONE = 0
    INTERNAL = 1
    """Something is broken here: a bug, a damaged table, a full disk."""
    TEXT = 2
    """Usage, or a text that cannot be read."""
    IMPOSSIBLE = 3
    """A question without an answer: shared cards, too many cards."""
    IMPRECISE = 4
    """The precision asked for was not reached."""
    SOME_FAILED = 5
    """Some rows of a batch failed."""
    INTERRUPTED = 130

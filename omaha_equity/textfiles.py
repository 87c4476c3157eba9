"""Text files that a user names: read whole, never more than fits."""

from pathlib import Path

from omaha_equity.errors import TextError

MOST_BYTES = 32 << 20
"""Of a file that is read as a whole."""


def read_text(path: str | Path, what: str) -> str:
    """Return what a UTF-8 file holds, without a byte order mark.

    Args:
        path: its name.
        what: what errors call it, as ``macro file``.

    Raises:
        TextError: it cannot be opened, is not a file, not UTF-8, or larger than `MOST_BYTES`.
    """
    try:
        with Path(path).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise ValueError(f"it is larger than {MOST_BYTES >> 20} MiB")
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        reason = "it is not UTF-8 text"
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
    raise TextError(f"{what} {str(path)!r} cannot be read: {reason}")

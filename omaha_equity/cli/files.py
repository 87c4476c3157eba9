"""Files that commands read and write; what is written is checked before, and never half there."""

import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from omaha_equity.pots.hand import PotHand

OPEN_TO_ALL = 0o666
"""What a new file may be for everybody, before the user's mask."""


def read_hand(name: str) -> "PotHand":
    """Read a hand file, or standard input for ``-``."""
    from omaha_equity import api

    if name != "-":
        return api.read_hand(name)
    try:
        text = sys.stdin.read().removeprefix("\ufeff")
    except UnicodeDecodeError:
        raise click.UsageError("standard input cannot be read: it is not UTF-8 text") from None
    return api.parse_hand(text, "standard input")


def target(text: str, option: str, endings: tuple[str, ...]) -> Path:
    """Check that a file of this name can be written, as far as can be known beforehand.

    Args:
        text: the name as it was typed.
        option: who asks for it, as ``--plot``.
        endings: those that the name may have.

    Raises:
        click.UsageError: another ending, no such folder, or one that nobody may write to.
    """
    path = Path(text)
    if path.suffix.lower() not in endings:
        raise click.UsageError(
            f"{option} {text!r}: give a name that ends in {' or '.join(endings)}"
        )
    if path.is_dir():
        raise click.UsageError(f"{option} {text!r} is a folder; give the name of a file")
    if not path.parent.is_dir():
        raise click.UsageError(f"{option} {text!r}: there is no folder {str(path.parent)!r}")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise click.UsageError(f"{option} {text!r}: the folder cannot be written to")
    return path


def save(path: Path, content: bytes, option: str) -> None:
    """Write under a temporary name beside the file, and rename: nobody sees half a file.

    Raises:
        OSError: the disk is full, the folder is gone, the file may not be replaced.
    """
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        hidden = Path(name)
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(content)
            hidden.chmod(OPEN_TO_ALL & ~_mask())
            hidden.replace(path)
        except BaseException:
            hidden.unlink(missing_ok=True)
            raise
    except OSError as error:
        reason = error.strerror or str(error)
        raise OSError(f"{option} {str(path)!r} cannot be written: {reason}") from None


def _mask() -> int:
    # It can only be read by setting it.
    mask = os.umask(0)
    os.umask(mask)
    return mask

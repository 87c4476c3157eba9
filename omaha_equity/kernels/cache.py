"""Compiled kernels on disk: only what this user alone could write is loaded, and only if whole.

Numba's own cache unpickles whatever lies in its folder.  Here the folder must belong to this
user and be closed to others' writing, and every file starts with the SHA-256 of the rest; what
fails either check is compiled again.  What can write files as this user is trusted.
"""

import atexit
import hashlib
import logging
import os
import pickle
import shutil
import stat
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from numba.core import compiler
from numba.core.caching import _Cache
from numba.core.serialize import dumps

PRIVATE_FOLDER = 0o700
PRIVATE_FILE = 0o600
OTHERS_WRITE = 0o022
DIGEST_BYTES = 32
SUFFIX = ".kernel"

_log = logging.getLogger("omaha_equity")


def private_folder(folder: Path) -> Path | None:
    """Make a folder that only this user can write, and return it; None where that fails.

    Where others own it or could have written into it, a fresh one that lasts as long as the
    process takes its place.
    """
    try:
        for missing in (folder.parent, folder):
            missing.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
    except OSError:
        return None
    if is_private(folder) and not _can_swap(folder.parent):
        return folder if os.access(folder, os.W_OK) else None
    _log.warning(
        "not using %s: other users own it or can write to it, so its compiled kernels are not "
        "loaded; remove it, or close it with chmod go-w",
        folder,
    )
    fresh = Path(tempfile.mkdtemp(prefix="omaha-equity-"))
    atexit.register(shutil.rmtree, fresh, ignore_errors=True)
    return fresh


def is_private(path: Path) -> bool:
    """Whether a file or folder (no link) belongs to this user and nobody else can write it."""
    try:
        return _is_mine(path.lstat())
    except OSError:
        return False


def _can_swap(parent: Path) -> bool:
    """Whether others could put a folder of theirs in the place of one in ``parent``."""
    facts = parent.stat()
    if not hasattr(os, "getuid"):
        return False
    sticky = facts.st_mode & stat.S_ISVTX
    return facts.st_uid not in (0, os.getuid()) or bool(facts.st_mode & OTHERS_WRITE and not sticky)


def _is_mine(facts: os.stat_result) -> bool:
    if not hasattr(os, "getuid"):
        return True
    kind = stat.S_ISREG(facts.st_mode) or stat.S_ISDIR(facts.st_mode)
    return kind and facts.st_uid == os.getuid() and not facts.st_mode & OTHERS_WRITE


class KernelCache(_Cache):  # type: ignore[misc]
    """The compiled forms of one kernel in a private folder, a file for each signature."""

    def __init__(self, function: Any, folder: Path) -> None:
        self._folder = folder
        self._name = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}"
        self._code = function.__code__.co_code
        self._enabled = True

    @property
    def cache_path(self) -> str:
        """The folder."""
        return str(self._folder)

    def enable(self) -> None:
        """Load and save from now on."""
        self._enabled = True

    def disable(self) -> None:
        """Neither load nor save from now on."""
        self._enabled = False

    def flush(self) -> None:
        """Forget every compiled form."""
        for path in self._folder.glob(f"{self._name}-*{SUFFIX}"):
            path.unlink(missing_ok=True)

    def is_filled(self) -> bool:
        """Whether any signature's compiled form is there."""
        return any(self._folder.glob(f"{self._name}-*{SUFFIX}"))

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled form for a signature, or None where it must be compiled."""
        target_context.refresh()
        if not self._enabled:
            return None
        path = self._path(sig, target_context.codegen())
        try:
            content = _read(path)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            _log.warning("compiling %s again: %s", self._name, error)
            return None
        return compiler.CompileResult._rebuild(target_context, *pickle.loads(content))

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled form; where it cannot be written, go on without."""
        if not self._enabled or data.library.has_dynamic_globals:
            return
        try:
            _write(self._path(sig, data.codegen), dumps(data._reduce()))
        except OSError as error:
            _tell_unwritable(error.strerror or str(error))

    def _path(self, sig: Any, codegen: Any) -> Path:
        key = hashlib.sha256(repr((sig, codegen.magic_tuple())).encode() + self._code)
        return self._folder / f"{self._name}-{key.hexdigest()[:16]}{SUFFIX}"


@cache
def _tell_unwritable(reason: str) -> None:
    _log.warning("compiled kernels cannot be kept (%s); going on without", reason)


def _read(path: Path) -> bytes:
    """Read a file that is private and whole.

    Raises:
        OSError: it cannot be opened.
        ValueError: others could have written it, or it is damaged.
    """
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    with os.fdopen(descriptor, "rb") as file:
        if not _is_mine(os.fstat(descriptor)):
            raise ValueError(f"{path.name} can be written by other users")
        content = file.read()
    digest, rest = content[:DIGEST_BYTES], content[DIGEST_BYTES:]
    if hashlib.sha256(rest).digest() != digest:
        raise ValueError(f"{path.name} is damaged")
    return rest


def _write(path: Path, content: bytes) -> None:
    """Write a file atomically, private whatever the umask."""
    descriptor, name = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(hashlib.sha256(content).digest() + content)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise

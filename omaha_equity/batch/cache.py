"""Answers that were found before: in memory, and in a file that several processes may share."""

import hashlib
import sqlite3
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from omaha_equity import tables
from omaha_equity.errors import TextError
from omaha_equity.questions.reading import Reading

MEMORY = 64 << 20
"""Bytes of answers that are kept in memory."""
OVERHEAD = 250
"""Bytes that keeping an answer costs beside its own."""
AT_ONCE = 500
"""Keys in one question to the file."""
PATIENCE = 60.0
"""Seconds to wait for another process that writes."""
CHECK_BYTES = 8
"""Of a checksum, before each answer in the file."""
MARK = 0x6F6D6571
"""What says that an SQLite file is such a cache."""


class Memory:
    """The answers found last, by key, in two halves: when one is full the older one goes."""

    def __init__(self, most: int = MEMORY) -> None:
        self._half = most // 2
        self._size = 0
        self._young: dict[bytes, Any] = {}
        self._old: dict[bytes, Any] = {}

    def get(self, key: bytes) -> Any:
        """What is kept under a key, or None."""
        return self._young.get(key) or self._old.get(key)

    def put(self, key: bytes, value: Any, size: int) -> None:
        """Keep a value of this many bytes under a new key."""
        if self._size > self._half:
            self._old, self._young, self._size = self._young, {}, 0
        self._young[key] = value
        self._size += size + OVERHEAD


class CacheFile:
    """Answers in an SQLite file, apart for each version of this package and its tables.

    Attributes:
        trouble: why answers could not be found or added; "" = they could.
        damaged: how many answers were found damaged, and are computed and written again.

    Raises:
        TextError: the file cannot be opened, or is something else.
    """

    def __init__(self, path: str) -> None:
        self.trouble = ""
        self.damaged = 0
        self._prefix = bytes.fromhex(fingerprint())[:16]
        try:
            self._base = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
            self._prepare(path)
        except sqlite3.Error as error:
            raise TextError(
                f"the cache {path!r} cannot be used: {error}; name another file"
            ) from None

    def _prepare(self, path: str) -> None:
        if self._is_marked():
            return
        # Another process may be making the same file: one of the two waits here.
        with self._base:
            self._base.execute("BEGIN IMMEDIATE")
            if self._is_marked():
                return
            [(others,)] = self._base.execute("SELECT count(*) FROM sqlite_master")
            if others:
                raise TextError(f"the cache {path!r} is another program's file; name another file")
            self._base.execute(f"PRAGMA application_id = {MARK}")
            self._base.execute(
                "CREATE TABLE answers (key BLOB PRIMARY KEY, answer BLOB NOT NULL) WITHOUT ROWID"
            )

    def _is_marked(self) -> bool:
        """Whether the file is a cache, which it becomes at once with its table."""
        [(mark,)] = self._base.execute("PRAGMA application_id")
        return bool(mark == MARK)

    def find(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """Return the answers that are there, by key; where that fails `trouble` says why."""
        found: dict[bytes, bytes] = {}
        try:
            for at in range(0, len(keys), AT_ONCE):
                some = [self._prefix + key for key in keys[at : at + AT_ONCE]]
                places = ",".join("?" * len(some))
                rows = self._base.execute(
                    f"SELECT key, answer FROM answers WHERE key IN ({places})", some
                )
                for key, kept in rows:
                    answer = _checked(key, kept)
                    if answer is None:
                        self.damaged += 1
                    else:
                        found[key[len(self._prefix) :]] = answer
        except sqlite3.Error as error:
            self.trouble = str(error)
        return found

    def add(self, answers: Sequence[tuple[bytes, bytes]]) -> None:
        """Add answers; where that fails `trouble` says why, and the work goes on."""
        if self.trouble or not answers:
            return
        try:
            with self._base:
                self._base.execute("BEGIN IMMEDIATE")
                self._base.executemany(
                    "INSERT OR REPLACE INTO answers VALUES (?, ?)",
                    [
                        (self._prefix + key, _check(self._prefix + key, answer) + answer)
                        for key, answer in answers
                    ],
                )
        except sqlite3.Error as error:
            self.trouble = str(error)

    @property
    def complaint(self) -> str:
        """What was the matter with the file, or ""."""
        if self.trouble:
            return f"the cache could not be used: {self.trouble}"
        if self.damaged:
            return f"{self.damaged:,} answers in the cache were damaged and are computed again"
        return ""

    def close(self) -> None:
        """Close the file."""
        self._base.close()


def _check(key: bytes, answer: bytes) -> bytes:
    return hashlib.blake2b(key + answer, digest_size=CHECK_BYTES).digest()


def _checked(key: bytes, kept: Any) -> bytes | None:
    """An answer as it was written, or None where it is damaged."""
    if not isinstance(kept, bytes) or _check(key, kept[CHECK_BYTES:]) != kept[:CHECK_BYTES]:
        return None
    return kept[CHECK_BYTES:]


def reading_key(reading: Reading) -> bytes:
    """Return a text that differs wherever range texts are read differently.

    An ordering must be read already: a file keeps its name when what it says changes.
    """
    macros = sorted((reading.macros or {}).items())
    digest = hashlib.blake2b(repr((reading.dialect, macros)).encode(), digest_size=16)
    if reading.ordering is not None:
        digest.update(reading.ordering.classes.tobytes())
    return digest.digest()


@cache
def fingerprint() -> str:
    """A number that differs wherever answers might: of the code and all tables."""
    package = Path(__file__).parent.parent
    parts = sorted(package.rglob("*.py"))
    parts += sorted(tables.FOLDER.rglob("*.json"))
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        digest.update(part.read_bytes())
    return digest.hexdigest()

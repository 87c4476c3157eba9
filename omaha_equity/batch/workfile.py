"""The file a run writes before its output is whole, and the log from which a run goes on."""

import json
import os
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import IO, Any

from omaha_equity.errors import FileError, TextError

EVERY = 1.0
"""Seconds between looks at the log; a run that is killed loses about so much."""


@dataclass(frozen=True)
class Mark:
    """A place from which a run can go on.

    Attributes:
        rows: how many were written, in ``size`` bytes.
        digest: of the input's lines they answer.
        failed: how many of them tell a problem; first: the first of these problems.
    """

    rows: int = 0
    size: int = 0
    digest: str = ""
    failed: int = 0
    first: str = ""


class Digest:
    """A number of the lines so far, equal only for equal lines."""

    def __init__(self) -> None:
        self._hash = blake2b(digest_size=16)

    def add(self, lines: list[str]) -> None:
        """Take in more lines."""
        for_all = "\n".join([*lines, ""])
        self._hash.update(for_all.encode("utf-8", "surrogateescape"))

    def text(self) -> str:
        """The number so far."""
        return self._hash.hexdigest()


def work_paths(target: Path) -> tuple[Path, Path]:
    """The files that a run to ``target`` writes before it is whole: the bytes, and the log."""
    return target.with_name(target.name + ".part"), target.with_name(target.name + ".part.log")


class WorkFile:
    """Bytes that are added until they are whole, with marks to go on from.

    ``OUT.part`` holds the bytes, and ``OUT.part.log`` what was asked and the marks.

    Args:
        target: the output; plan: what must be equal to go on.
        resume: go on where a run broke off, if one did.

    Attributes:
        mark: where to go on.

    Raises:
        TextError: there is no such folder, it cannot be written to, another run is at it, or
            what broke off was asked otherwise.
    """

    def __init__(self, target: Path, plan: dict[str, Any], resume: bool) -> None:
        self.path, self._log_path = work_paths(target)
        self._check(target, resume)
        self.mark = Mark()
        fresh = not self.path.exists()
        with ExitStack() as held:
            try:
                self._file: IO[bytes] = held.enter_context(self.path.open("ab"))
                self._log: IO[bytes] = held.enter_context(self._log_path.open("ab"))
                _lock(self._file, self.path)
                self._begin(plan, fresh)
            except OSError as error:
                raise TextError(f"{str(target)!r} cannot be written: {error.strerror}") from None
            held.pop_all()

    def _check(self, target: Path, resume: bool) -> None:
        if target.is_dir():
            raise TextError(f"{str(target)!r} is a folder; give the name of a file")
        if not target.parent.is_dir():
            raise TextError(f"{str(target)!r}: there is no folder {str(target.parent)!r}")
        if self.path.exists() and not resume:
            raise TextError(
                f"{str(self.path)!r} is there, left by a run that was interrupted; "
                "--resume continues it, or remove it to start anew"
            )

    def _begin(self, plan: dict[str, Any], fresh: bool) -> None:
        # A line that was cut off has no end.
        *lines, torn = (b"" if fresh else self._log_path.read_bytes()).split(b"\n")
        self._log.truncate(0 if fresh else self._log_path.stat().st_size - len(torn))
        read = _read_log(lines)
        if not read:
            if self._file.tell():
                raise TextError(
                    f"{str(self.path)!r} is there and no log beside it tells of what run; "
                    "move it away"
                )
            self._note(plan)
            return
        if read[0] != plan:
            self._refuse(read[0], plan)
        size = self.path.stat().st_size
        marks = [Mark(**found) for found in read[1:]]
        self.mark = max(
            (mark for mark in marks if mark.size <= size), key=lambda m: m.rows, default=Mark()
        )
        self._file.truncate(self.mark.size)

    def _refuse(self, before: Any, plan: dict[str, Any]) -> None:
        names = plan.keys() | (before.keys() if isinstance(before, dict) else ())
        differ = [
            name
            for name in sorted(names)
            if not isinstance(before, dict) or before.get(name) != plan.get(name)
        ]
        raise TextError(
            f"{str(self.path)!r} was begun with other {', '.join(differ)}; "
            "run it as it was begun, or remove it to start anew"
        )

    def add(self, content: bytes) -> None:
        """Add bytes.

        Raises:
            FileError: they cannot be written.
        """
        try:
            self._file.write(content)
        except OSError as error:
            raise self._full(error) from None

    def set_mark(self, mark: Mark) -> None:
        """Make sure that all is on the disk, and note that a run may go on from here.

        Raises:
            FileError: it cannot be written.
        """
        try:
            self._file.flush()
            os.fsync(self._file.fileno())
            self._note(asdict(mark))
        except OSError as error:
            raise self._full(error) from None

    @property
    def size(self) -> int:
        """How many bytes there are."""
        return self._file.tell()

    def close(self, whole: bool, empty: bool = False) -> None:
        """Let go of the files; the log goes where the output is whole, both where it is empty."""
        with suppress(OSError):
            self._file.close()
        with suppress(OSError):
            self._log.close()
        if empty and not whole:
            self.path.unlink(missing_ok=True)
        if empty or whole:
            self._log_path.unlink(missing_ok=True)

    def _note(self, values: dict[str, Any]) -> None:
        self._log.write(json.dumps(values).encode() + b"\n")
        self._log.flush()

    def _full(self, error: OSError) -> FileError:
        return FileError(
            f"{str(self.path)!r} cannot be written: {error.strerror}; "
            "see to that, then --resume goes on"
        )


def _read_log(lines: list[bytes]) -> list[Any]:
    """The lines of a log, up to the first that is damaged."""
    read: list[Any] = []
    with suppress(ValueError):
        read.extend(map(json.loads, lines))
    return read


def _lock(file: IO[bytes], path: Path) -> None:
    """Keep other runs away while this file is open.

    Raises:
        TextError: another run is at it.
    """
    try:
        import fcntl
    except ImportError:  # Windows keeps open files from being replaced.
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # Another run may have made its output of the file since it was opened.
        taken = not path.exists() or not os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except BlockingIOError:
        taken = True
    if taken:
        raise TextError(f"{str(path)!r} is being written by another run; wait for it")

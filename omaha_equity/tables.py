"""The rank tables: opened memory-mapped and read-only, checked against the manifest.

``tables/README.md`` says what each table holds; ``tables/generate.py`` makes them.
"""

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from omaha_equity.errors import TableError

_INSTALLED = Path(__file__).parent / "_tables"
_CHECKOUT = Path(__file__).parent.parent / "tables"
FOLDER = _INSTALLED if _INSTALLED.is_dir() else _CHECKOUT

PAIRS = 91
BOARDS = 6188


class RankTables(NamedTuple):
    """All rank tables, read-only; kernels take them as one argument.

    Values of highs are 1..7462 and of lows 1..56; bigger is better and 0 is impossible.
    """

    pair_index: NDArray[np.uint8]
    triple_index: NDArray[np.uint16]
    board_index: NDArray[np.uint16]
    five_ranks: NDArray[np.uint16]
    flush: NDArray[np.uint16]
    pair_on_board: NDArray[np.uint16]
    low: NDArray[np.uint8]
    board_lows: NDArray[np.uint8]


@cache
def rank_tables() -> RankTables:
    """Open and check all tables, once per process.

    Raises:
        TableError: a table or the manifest is missing, truncated or altered.
    """
    return open_tables(FOLDER)


@cache
def board_rows() -> NDArray[np.uint16]:
    """``pair_on_board`` the other way round, (6188 boards, 91 pairs): one row per board."""
    rows = np.ascontiguousarray(rank_tables().pair_on_board.T)
    rows.flags.writeable = False
    return rows


def open_tables(folder: Path) -> RankTables:
    """Open the tables in ``folder``; see `rank_tables`."""
    manifest = _read_manifest(folder)
    return RankTables(*(_open_table(folder, name, manifest) for name in RankTables._fields))


def faults(folder: Path) -> dict[str, str]:
    """Check every table in ``folder``; return what is wrong by its name, "" when it is sound."""
    found = {}
    for name in RankTables._fields:
        try:
            _open_table(folder, name, _read_manifest(folder))
            found[name] = ""
        except TableError as error:
            found[name] = str(error)
    return found


def _read_manifest(folder: Path) -> dict[str, Any]:
    try:
        manifest = json.loads((folder / "manifest.json").read_text())
    except (OSError, ValueError) as error:
        raise _damaged(folder / "manifest.json", str(error)) from None
    if not isinstance(manifest, dict) or not set(RankTables._fields) <= manifest.keys():
        raise _damaged(folder / "manifest.json", "it does not name every table")
    return manifest


def _open_table(folder: Path, name: str, manifest: dict[str, Any]) -> NDArray[Any]:
    path = folder / f"{name}.npy"
    try:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise _damaged(path, error.strerror or str(error)) from None
    entry = manifest[name]
    if not isinstance(entry, dict) or digest != entry.get("sha256"):
        raise _damaged(path, "its checksum differs from the manifest")
    table: NDArray[Any] = np.load(path, mmap_mode="r", allow_pickle=False).view(np.ndarray)
    return table


def _damaged(path: Path, reason: str) -> TableError:
    return TableError(f"rank table {path} cannot be used: {reason}; reinstall omaha-equity")

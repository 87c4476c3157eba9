"""Parquet, by pyarrow, which comes with the extra ``batch``."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from omaha_equity.errors import TextError

MOST_GROUP_BYTES = 512 << 20
"""Of a row group when it is unpacked, as it must be at once."""


def library() -> Any:
    """Return pyarrow with its Parquet part.

    Raises:
        TextError: it is not installed.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise TextError(
            "Parquet needs pyarrow, which is not installed; "
            'it comes with the extra: pip install "omaha-equity[batch]"'
        ) from None
    return pyarrow


def open_file(name: str) -> Any:
    """Open a Parquet file.

    Raises:
        TextError: pyarrow is not installed, or this is not a Parquet file.
    """
    arrow = library()
    with _told(f"{name!r} is not a Parquet file that can be read"):
        file = arrow.parquet.ParquetFile(name, pre_buffer=False)
        groups = range(file.num_row_groups)
        largest = max((file.metadata.row_group(i).total_byte_size for i in groups), default=0)
    if largest > MOST_GROUP_BYTES:
        raise TextError(
            f"{name!r} has a row group of {largest >> 20:,} MiB; write it with groups of at most "
            f"{MOST_GROUP_BYTES >> 20} MiB"
        )
    return file


def rows(file: Any, at_once: int) -> Iterator[list[dict[str, Any]]]:
    """Yield a file's rows, this many at a time.

    Raises:
        TextError: the file is damaged.
    """
    batches = iter(file.iter_batches(at_once, use_threads=False))
    while True:
        with _told("the Parquet file is damaged"):
            batch = next(batches, None)
            found = None if batch is None else batch.to_pylist()
        if found is None:
            return
        yield found


@contextmanager
def _told(what: str) -> Iterator[None]:
    """Turn the errors of damaged files, which are of many kinds, into one that says ``what``."""
    arrow = library()
    try:
        yield
    except (OSError, ValueError, OverflowError, MemoryError, arrow.ArrowException) as error:
        reason = next(iter(str(error).splitlines()), type(error).__name__)
        raise TextError(f"{what}: {reason}") from None

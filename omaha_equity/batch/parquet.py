"""Parquet, by pyarrow, which comes with the extra ``batch``."""

from collections.abc import Iterator
from typing import Any

from omaha_equity.errors import TextError


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
        TextError: pyarrow is not installed, or this is no Parquet file.
    """
    arrow = library()
    try:
        return arrow.parquet.ParquetFile(name, pre_buffer=False)
    except arrow.ArrowInvalid as error:
        raise TextError(f"{name!r} is no Parquet file: {_first_line(error)}") from None


def rows(file: Any, at_once: int) -> Iterator[list[dict[str, Any]]]:
    """Yield a file's rows, so many together.

    Raises:
        TextError: the file is damaged.
    """
    arrow = library()
    try:
        for batch in file.iter_batches(at_once, use_threads=False):
            yield batch.to_pylist()
    except (OSError, arrow.ArrowException) as error:
        raise TextError(f"the Parquet file is damaged: {_first_line(error)}") from None


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0]

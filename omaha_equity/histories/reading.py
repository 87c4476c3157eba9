"""Files of hand histories to results, hand by hand."""

from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import BinaryIO

from omaha_equity.histories import phh, pokerstars
from omaha_equity.histories.judging import judge
from omaha_equity.histories.record import HandProblem, HandRecord
from omaha_equity.histories.results import HandResult
from omaha_equity.histories.text import read_lines, split
from omaha_equity.questions.plan import Progress

MISSING = "hand histories need pokerkit: pip install 'omaha-equity[histories]'"
STANDARD_INPUT = "standard input"


def hand_results(
    paths: Iterable[str | Path],
    progress: Progress | None = None,
    standard_input: BinaryIO | None = None,
) -> Iterator[HandResult | HandProblem]:
    """Yield, hand by hand in the order of the files, what came of it or why that is not known.

    One hand at a time is held, so files may be large and many.

    Args:
        paths: files of PokerStars text or PHH, in UTF-8, UTF-16 or cp1252.
        progress: is told the share of all bytes that is done.
        standard_input: what the path ``-`` stands for.

    >>> [problem] = hand_results(["no such file"])
    >>> problem.line, problem.reason
    (0, 'it cannot be read: No such file or directory')
    """
    files = [str(path) for path in paths]
    sizes = [_size(file) for file in files]
    total, before = sum(sizes) or 1, 0
    for file, size in zip(files, sizes, strict=True):
        piped = standard_input if file == "-" else None
        try:
            for found, done in _file_results(file, piped):
                yield found
                if progress:
                    progress((before + min(done, size)) / total)
        except OSError as error:
            yield HandProblem(file, 0, f"it cannot be read: {error.strerror or error}")
        before += size


def read_hands(stream: BinaryIO, file: str) -> Iterator[HandRecord | HandProblem]:
    """Yield the hands of one file as they were read, and what of it cannot be read."""
    forms = set()
    missing = False
    for chunk in split(read_lines(stream)):
        forms.add(chunk.form)
        if chunk.form == "pokerstars":
            yield from pokerstars.read(chunk, file)
        elif chunk.form == "phh" and not missing:
            try:
                yield from phh.read(chunk, file)
            except ImportError:
                # Said once a file: all its hands are of this form.
                missing = True
                yield HandProblem(file, chunk.line, MISSING)
        elif not chunk.form and not chunk.says_nothing:
            yield HandProblem(file, chunk.line, "text that belongs to no hand, up to the next hand")
    if not forms - {""}:
        yield HandProblem(file, 1, "no hand begins here: neither PokerStars text nor PHH")


def _file_results(
    file: str, piped: BinaryIO | None
) -> Iterator[tuple[HandResult | HandProblem, int]]:
    """The results of one file, each with how many bytes were read before."""
    with nullcontext(piped) if piped else Path(file).open("rb") as stream:
        for found in read_hands(stream, STANDARD_INPUT if piped else file):
            done = 0 if piped else stream.tell()
            yield judge(found) if isinstance(found, HandRecord) else found, done


def _size(file: str) -> int:
    try:
        return Path(file).stat().st_size
    except OSError:
        return 0

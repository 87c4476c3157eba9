"""A whole run: lines in, rows out, which can be interrupted and resumed at any time."""

import gc
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from itertools import combinations, islice, product
from pathlib import Path

from omaha_equity.batch import cluster, sinks
from omaha_equity.batch.cache import CacheFile, fingerprint, reading_key
from omaha_equity.batch.lines import Line
from omaha_equity.batch.pipeline import Pipeline, Row
from omaha_equity.batch.sources import (
    BLOCK,
    ENDINGS,
    STANDARD,
    Form,
    Source,
    blocks,
    open_source,
)
from omaha_equity.batch.workfile import EVERY, Digest, Mark, WorkFile, work_paths
from omaha_equity.errors import FileError, TextError
from omaha_equity.games import game_named
from omaha_equity.questions.reading import Reading
from omaha_equity.questions.wish import Wish
from omaha_equity.version import __version__

COLLECT_AFTER = 100_000
"""New objects after which the interpreter looks for cycles."""

Progress = Callable[[int, float | None], None]
"""Called with the rows written so far and about which share of all that is."""


@dataclass(frozen=True)
class BatchDefaults:
    """What holds for lines that do not say otherwise; see `batch.lines.Spot`.

    Raises:
        TextError: an unknown game, two wishes that exclude each other, a number out of bounds.
    """

    game: str = ""
    exact: bool | None = None
    precision: float | None = None
    deals: int | None = None

    def __post_init__(self) -> None:
        Wish(self.exact or None, self.precision, self.deals)
        if self.game:
            game_named(self.game)

    def fill(self, line: Line) -> Line:
        """Return the line with what it does not say."""
        spot = line.spot
        if spot is None:
            return line
        if not spot.game:
            spot = spot._replace(game=self.game)
        if spot.exact is None and spot.precision is None and spot.deals is None:
            spot = spot._replace(exact=self.exact, precision=self.precision, deals=self.deals)
        return line._replace(spot=spot)


@dataclass(frozen=True)
class BatchOptions:
    """How a run goes.

    Attributes:
        defaults: what holds for lines that do not say otherwise.
        seed: with a spot's text it decides its deals, where the line has no seed.
        reading: how range texts are read.
        resume: resume a run that was interrupted.
        strict: stop at the first problem.
        cache: file of answers that are kept for later runs; "" = none.
        timing: tell how long each spot took, which differs from run to run.
        scheduler: ``"local"`` or the address of a cluster's; "" = threads.
        executor: who computes instead of threads, any `concurrent.futures.Executor`.
        inputs: further files that were read for this run, which it must not write over.
    """

    defaults: BatchDefaults = BatchDefaults()
    seed: int = 0
    reading: Reading = field(default_factory=Reading)
    resume: bool = False
    strict: bool = False
    cache: str = ""
    timing: bool = False
    scheduler: str = ""
    executor: Executor | None = None
    inputs: tuple[str, ...] = ()


@dataclass(frozen=True)
class BatchSummary:
    """What a run did.

    Attributes:
        rows: how many were written; failed: how many of them tell a problem.
        first: the first of these problems, with its line.
        before: how many rows an earlier run had written.
        stopped: whether the first problem ended the run; its row is not among them.
        known: how many spots were equal to earlier ones, up to suits, or in the cache.
        seconds: what the run took.
        trouble: what was the matter with the cache, or "".
    """

    rows: int
    failed: int
    first: str
    stopped: bool
    before: int
    known: int
    seconds: float
    trouble: str = ""


def run_batch(
    source: str,
    target: str = STANDARD,
    options: BatchOptions | None = None,
    progress: Progress | None = None,
) -> BatchSummary:
    r"""Answer every line of a file; a row for each line, in order.

    Args:
        source: a JSON Lines, CSV or Parquet file, or ``-`` for standard input.
        target: the output, in the form that its ending tells; ``-`` for standard output.
        options: how the run goes.
        progress: called now and then; may raise to break off, keeping what was written.

    Raises:
        TextError: a file cannot be opened, columns are unknown, nothing can be resumed.
        FileError: the output cannot be written to its end.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     spots = Path(folder, "spots.csv")
    ...     _ = spots.write_text("hand1,hand2,board\nAsAhKdKc,Ts9s8h7h,Js7d2c\nAsAh,Ts9s8h7h,\n")
    ...     summary = run_batch(str(spots), f"{folder}/out.csv")
    ...     rows = Path(folder, "out.csv").read_text().splitlines()
    >>> summary.rows, summary.failed, rows[1].split(",")[3:6]
    (2, 1, ['plo4', 'true', '820'])
    """
    asked = options or BatchOptions()
    _check_apart(source, target, asked)
    asked = _with_ordering(asked)
    start = time.monotonic()
    with ExitStack() as held:
        read = held.enter_context(open_source(source))
        sink = sinks.make_sink(_form_of(target, read), read.seats, asked.timing)
        file = CacheFile(asked.cache) if asked.cache else None
        if file:
            held.callback(file.close)
        workers = held.enter_context(cluster.workers(asked.scheduler, asked.executor))
        out = held.enter_context(closing(_open_output(target, sink, asked, read)))
        held.enter_context(_rare_collections())
        lines = _lines(read, asked.defaults)
        before = out.skip(lines)

        def tell() -> None:
            if progress:
                progress(out.mark.rows, _share_done(read, pipeline, out, before))

        pipeline = Pipeline(workers, asked.reading, asked.seed, file, tell)
        for rows in pipeline.rows(blocks(lines)):
            out.write(rows)
            tell()
            if out.stopped:
                break
        else:
            out.finish()
    return BatchSummary(
        rows=out.mark.rows,
        failed=out.mark.failed,
        first=out.stopped_at or out.mark.first,
        stopped=out.stopped,
        before=before,
        known=pipeline.known,
        seconds=time.monotonic() - start,
        trouble=file.complaint if file else "",
    )


def _share_done(read: Source, pipeline: Pipeline, out: "_Output", before: int) -> float | None:
    """About which share of all work is done: of what was read, the part that is written."""
    share = read.share()
    if share is None:
        return None
    return share * (out.mark.rows + pipeline.part) / max(1, before + pipeline.lines)


@contextmanager
def _rare_collections() -> Iterator[None]:
    """Look for cycles seldom: lines make none, and looking for them took half of the time."""
    before = gc.get_threshold()
    gc.set_threshold(COLLECT_AFTER, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _with_ordering(asked: BatchOptions) -> BatchOptions:
    """Read the ordering, once: other machines have no such file, and it may change."""
    which = asked.reading.ordering
    if which is None:
        return asked
    from omaha_equity.ranges import orderings

    return replace(asked, reading=replace(asked.reading, ordering=orderings.find(which)))


def _lines(read: Source, defaults: BatchDefaults) -> Iterator[Line]:
    return read.lines() if defaults == BatchDefaults() else map(defaults.fill, read.lines())


def _form_of(target: str, read: Source) -> Form:
    if target != STANDARD:
        form = ENDINGS.get(Path(target).suffix.lower())
        if form is None:
            raise TextError(f"{target!r}: give a name that ends in {', '.join(ENDINGS)}")
        return form
    if read.form == "parquet":
        raise TextError("Parquet cannot go to standard output; name a file, as -o answers.csv")
    return read.form


def _check_apart(source: str, target: str, asked: BatchOptions) -> None:
    """Refuse to write over a file that is read, or to write two things to one."""
    ordering = asked.reading.ordering
    read = [source, *asked.inputs, ordering if isinstance(ordering, str | Path) else ""]
    written = [asked.cache]
    if target != STANDARD:
        written += [target, *map(str, work_paths(Path(target)))]
    pairs = [*product(read, written), *combinations(written, 2)]
    for one, other in pairs:
        if one and other and one != STANDARD and _are_same(Path(one), Path(other)):
            raise TextError(f"{str(one)!r} and {other!r} are the same file; name another")


def _are_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def _open_output(target: str, sink: sinks.Sink, asked: BatchOptions, read: Source) -> "_Output":
    if target == STANDARD:
        if asked.resume:
            raise TextError("what went to standard output cannot be resumed; name a file")
        return _Output(sink, None, None, asked.strict)
    plan = {
        "version": __version__,
        "code": fingerprint(),
        "columns": read.seats,
        "timing": asked.timing,
        "seed": asked.seed,
        "reading": reading_key(asked.reading).hex(),
        **asdict(asked.defaults),
    }
    path = Path(target)
    return _Output(sink, path, WorkFile(path, plan, asked.resume), asked.strict)


class _Output:
    """Where rows go: standard output, or a file that is renamed when it is whole.

    Attributes:
        mark: how far they have come.
        stopped_at: the problem that ends the run, with its line; "" = none was met.
    """

    def __init__(
        self, sink: sinks.Sink, path: Path | None, work: WorkFile | None, strict: bool
    ) -> None:
        self.mark = work.mark if work else Mark()
        self.stopped_at = ""
        self._sink, self._path, self._work, self._strict = sink, path, work, strict
        self._digest = Digest()
        self._marked = time.monotonic()

    @property
    def stopped(self) -> bool:
        """Whether a problem was met that ends the run."""
        return bool(self.stopped_at)

    def skip(self, lines: Iterator[Line]) -> int:
        """Pass over the lines whose rows are there already, and return how many.

        Where there is nothing yet, what stands before all rows is written.

        Raises:
            TextError: they are no longer those lines.
        """
        if not self.mark.size:
            start = self._sink.start()
            self._add(start)
            self.mark = replace(self.mark, size=len(start))
        wanted = self.mark
        left = wanted.rows
        while left and (block := list(islice(lines, min(left, BLOCK)))):
            self._digest.add([line.raw for line in block])
            left -= len(block)
        if wanted.rows and (left or self._digest.text() != wanted.digest):
            raise TextError(
                f"the first {wanted.rows:,} lines are not those that were answered before; "
                f"remove '{self._path}.part' to start anew"
            )
        return wanted.rows

    def write(self, rows: Sequence[Row]) -> None:
        """Write rows; if the run is strict, those before the first problem."""
        problems = [place for place, row in enumerate(rows) if row.answer.problem]
        first = _told(rows[problems[0]]) if problems else ""
        if first and self._strict:
            self.stopped_at = first
            rows = rows[: problems[0]]
        content = self._sink.encode(rows) if rows else b""
        self._add(content)
        self._digest.add([row.line.raw for row in rows])
        # All at once: a run may be interrupted between any two steps.
        self.mark = replace(
            self.mark,
            rows=self.mark.rows + len(rows),
            size=self.mark.size + len(content),
            digest=self._digest.text(),
            failed=self.mark.failed + (0 if self.stopped else len(problems)),
            first=self.mark.first or ("" if self.stopped else first),
        )
        if time.monotonic() - self._marked > EVERY:
            self._set_mark()

    def finish(self) -> None:
        """Make the output, as all rows are there."""
        if self._work is None or self._path is None:
            return
        self._set_mark()
        try:
            self._sink.finish(self._work.path, self._path)
        except OSError as error:
            raise FileError(
                f"{str(self._path)!r} cannot be written: {error.strerror}; "
                "see to that, then --resume goes on"
            ) from None
        work, self._work = self._work, None
        work.close(whole=True)

    def close(self) -> None:
        """Keep what was written, to go on from; if there are no rows, nothing."""
        if self._work is None:
            return
        with suppress(FileError):
            self._set_mark()
        self._work.close(whole=False, empty=not self.mark.rows)

    def _add(self, content: bytes) -> None:
        if self._work is None:
            sys.stdout.buffer.write(content)
            sys.stdout.buffer.flush()
        else:
            self._work.add(content)

    def _set_mark(self) -> None:
        if self._work is not None:
            self._work.set_mark(self.mark)
        self._marked = time.monotonic()


def _told(row: Row) -> str:
    return f"line {row.line.number}: {row.answer.problem}"

"""From lines to answers: understood by the block, looked up, computed by workers, in order."""

import hashlib
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Future, wait
from functools import lru_cache
from typing import NamedTuple

from omaha_equity.batch import answers, tasks
from omaha_equity.batch.answers import Answer
from omaha_equity.batch.cache import CacheFile, Memory, reading_key
from omaha_equity.batch.cluster import Workers
from omaha_equity.batch.lines import Line, Spot
from omaha_equity.batch.tasks import Settings, Timed
from omaha_equity.cards import format_cards, parse_cards
from omaha_equity.engine import count
from omaha_equity.errors import OmahaError, TextError, WorkerError
from omaha_equity.games import (
    BOARD_SIZE,
    GAMES,
    MAX_PLAYERS,
    MIN_PLAYERS,
    Game,
    game_named,
    high_game,
)
from omaha_equity.questions.reading import Reading

SPOTS_AT_ONCE = (4096, 4096, 1024, 512, 512, 512)
"""Spots of hands in one task, by cards to come: some 10 to 50 ms for two players."""

PATIENCE = 1.0
"""Seconds after which rows that are complete are passed on though their block is not."""

LOOK_EVERY = 5.0
"""Seconds between looks whether somebody is left to do a task."""

SEED_BITS = 32

TEXT = b"?"
"""How keys of spots begin that are not plain hands; others begin with a game's name."""

COUNT_BYTES = 8
ANSWER_BYTES = 1000
"""About what an `Answer` takes in memory."""


class Row(NamedTuple):
    """One row of the output; milliseconds are of its computation, 0 where it was known."""

    line: Line
    answer: Answer
    milliseconds: float


_Asked = tuple[int, Spot]
"""A place in a block, and what its line asks."""


class _Entry:
    """An answer that is known, or that a task will bring.

    Attributes:
        key: what it is kept under.
        value: counts as bytes, or an `Answer`; None = not yet.
        future: the task, for spots that are not plain hands.
        seconds: what it took to compute.
    """

    __slots__ = ("future", "key", "seconds", "value")

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.value: bytes | Answer | None = None
        self.future: Future[Timed] | None = None
        self.seconds = 0.0


class _Shape(NamedTuple):
    """What spots have in common whose hands are read and counted together."""

    game: str
    players: int
    board: int
    dead: int


class _Group(NamedTuple):
    """Spots of plain hands of one game, equally many in each: their places and entries."""

    game: str
    players: int
    places: list[int]
    entries: list[_Entry]


class _Block:
    """A block in work.

    Attributes:
        groups: the spots that are plain hands.
        counting: tasks that count such spots, with the entries they bring.
        others: entries of all other spots, by place.
        new: places whose spots were not known before.
    """

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines
        self.groups: list[_Group] = []
        self.counting: list[tuple[Future[Timed], list[_Entry]]] = []
        self.others: dict[int, _Entry] = {}
        self.new: set[int] = set()


class Pipeline:
    """Answers lines in order.

    Args:
        workers: who computes.
        settings: what holds for all lines.
        seed: with a spot's text it decides its sampled deals, where the line gives no seed.
        file: answers that are kept for later runs.
        on_piece: called when a piece of a long exact count is done.

    Attributes:
        known: how many spots so far were known from before.
        lines: how many lines were taken so far; part: how much is done of the next to answer.
    """

    def __init__(
        self,
        workers: Workers,
        reading: Reading,
        seed: int = 0,
        file: CacheFile | None = None,
        on_piece: Callable[[], None] | None = None,
    ) -> None:
        self._workers = workers
        self._settings = Settings(reading, workers.cores)
        self._seed = seed
        self._file = file
        self._memory = Memory()
        self._reading = reading_key(reading)
        self._on_piece = on_piece
        self.known = self.lines = 0
        self.part = 0.0

    def rows(self, blocks: Iterable[Sequence[Line]]) -> Iterator[list[Row]]:
        """Yield the rows of all lines, in order, as soon as some are complete."""
        waiting: deque[_Block] = deque()
        for lines in blocks:
            waiting.append(self._start(lines))
            if len(waiting) >= self._workers.ahead:
                yield from self._finish(waiting.popleft())
        while waiting:
            yield from self._finish(waiting.popleft())

    def _start(self, lines: Sequence[Line]) -> _Block:
        block = _Block(lines)
        self.lines += len(lines)
        asked = [(place, line.spot) for place, line in enumerate(lines) if line.spot is not None]
        left = self._start_hands(block, asked)
        left = self._start_hands(block, [(place, _written_plainly(spot)) for place, spot in left])
        self._start_others(block, [place for place, _ in left])
        return block

    def _start_hands(self, block: _Block, asked: Sequence[_Asked]) -> list[_Asked]:
        """Look up or count the spots that are plain hands; return the others."""
        left = []
        shapes: dict[_Shape, list[_Asked]] = {}
        for place, spot in asked:
            shape = _shape(spot)
            if shape is None:
                left.append((place, spot))
            else:
                shapes.setdefault(shape, []).append((place, spot))
        for shape, alike in shapes.items():
            left += self._start_group(block, shape, alike)
        return sorted(left)

    def _start_group(self, block: _Block, shape: _Shape, asked: Sequence[_Asked]) -> list[_Asked]:
        game = GAMES[shape.game]
        read, fine = count.read_spots(
            [spot.hands for _, spot in asked],
            [spot.board for _, spot in asked],
            [spot.dead for _, spot in asked],
            game.hole_cards,
        )
        good = fine.nonzero()[0].tolist()
        if good:
            found = read if len(good) == len(asked) else read.take(good)
            self._count(block, shape, [asked[row][0] for row in good], found)
        return [asked[row] for row in (~fine).nonzero()[0].tolist()]

    def _count(
        self, block: _Block, shape: _Shape, places: list[int], found: count.SpotArrays
    ) -> None:
        game = GAMES[shape.game]
        size = COUNT_BYTES * shape.players * (shape.players + 1) * (shape.players + 2)
        entries, new = self._look_up(count.keys(found, game), size)
        to_come = BOARD_SIZE - shape.board // 2
        for some in count.chunks(new, SPOTS_AT_ONCE[to_come]):
            task = self._submit(tasks.count_spots, found.take(some), game.high_low)
            block.counting.append((task, [entries[row] for row in some]))
        block.new.update([places[row] for row in new])
        block.groups.append(_Group(game.name, shape.players, places, entries))

    def _start_others(self, block: _Block, places: list[int]) -> None:
        asked = [_spot(block.lines[place]) for place in places]
        seeds = [self._seed_of(spot) for spot in asked]
        keys = [
            TEXT + repr((tuple(spot), seed)).encode() + self._reading
            for spot, seed in zip(asked, seeds, strict=True)
        ]
        entries, new = self._look_up(keys, ANSWER_BYTES)
        for row in new:
            entries[row].future = self._submit(tasks.answer, asked[row], seeds[row], self._settings)
        block.new.update([places[row] for row in new])
        block.others = dict(zip(places, entries, strict=True))

    def _look_up(self, keys: list[bytes], size: int) -> tuple[list[_Entry], list[int]]:
        """Return an entry for each key, and the rows of those that must be computed."""
        entries = []
        new: list[int] = []
        for row, key in enumerate(keys):
            entry = self._memory.get(key)
            if entry is None:
                entry = _Entry(key)
                self._memory.put(key, entry, len(key) + size)
                new.append(row)
            entries.append(entry)
        if self._file and new:
            kept = self._file.find([keys[row] for row in new])
            for row in new:
                if keys[row] in kept:
                    entries[row].value = _unpack(keys[row], kept[keys[row]])
            new = [row for row in new if entries[row].value is None]
        self.known += len(keys) - len(new)
        return entries, new

    def _seed_of(self, spot: Spot) -> int:
        """The line's own seed, or one that other spots hardly share."""
        if spot.seed is not None:
            return spot.seed
        text = repr((self._seed, tuple(spot))).encode()
        return int.from_bytes(hashlib.blake2b(text, digest_size=SEED_BITS // 8).digest())

    def _finish(self, block: _Block) -> Iterator[list[Row]]:
        self._collect(block)
        found = _answers_of_hands(block)
        rows: list[Row] = []
        since = time.monotonic()
        for place, line in enumerate(block.lines):
            entry = block.others.get(place)
            if entry is not None:
                if rows and not _is_there(entry, since + PATIENCE):
                    yield rows
                    rows, since = [], time.monotonic()
                answer = self._await(entry, _spot(line))
                seconds = entry.seconds if place in block.new else 0.0
            else:
                answer, seconds = found.get(place) or (Answer(problem=line.problem), 0.0)
            rows.append(Row(line, answer, 1000 * seconds))
        yield rows

    def _collect(self, block: _Block) -> None:
        """Take what the tasks of a block counted."""
        fresh = []
        for task, entries in block.counting:
            counts, seconds = self._result(task)
            for entry, value in zip(entries, answers.split_counts(counts), strict=True):
                entry.value, entry.seconds = value, seconds / len(entries)
                fresh.append((entry.key, value))
        block.counting.clear()
        if self._file:
            self._file.add(fresh)

    def _await(self, entry: _Entry, spot: Spot) -> Answer:
        if entry.future is not None:
            found, entry.seconds = self._result(entry.future)
            entry.future = None
            if isinstance(found, int):
                found, entry.seconds = self._count_pieces(spot, found)
            entry.value = found
            if self._file and not found.problem:
                self._file.add([(entry.key, answers.pack(found))])
        assert isinstance(entry.value, Answer)
        return entry.value

    def _count_pieces(self, spot: Spot, number: int) -> tuple[Answer, float]:
        """Spread one long exact count over all workers."""
        work = [
            self._submit(tasks.count_piece, spot, self._settings, piece, number)
            for piece in range(number)
        ]
        parts = []
        for task in work:
            parts.append(self._result(task))
            self.part = len(parts) / number
            if self._on_piece:
                self._on_piece()
        self.part = 0.0
        found = tasks.merge_pieces(spot, self._settings, [part.found for part in parts])
        return found, sum(part.seconds for part in parts)

    def _submit(self, work: Callable[..., Timed], *args: object) -> Future[Timed]:
        try:
            return self._workers.executor.submit(work, *args)
        except RuntimeError as error:
            raise _lost(error) from None

    def _result(self, task: Future[Timed]) -> Timed:
        """Wait for a task, as long as somebody is there to do it.

        Raises:
            WorkerError: nobody is.
        """
        while True:
            try:
                return task.result(LOOK_EVERY)
            except TimeoutError as error:
                if task.done():
                    raise _lost(error) from None
                self._workers.watch()
            except OmahaError:
                raise
            except (Exception, CancelledError) as error:
                raise _lost(error) from None


def _lost(error: BaseException) -> WorkerError:
    reason = str(error).splitlines()[0] if str(error) else type(error).__name__
    return WorkerError(f"the workers failed: {reason}")


def _is_there(entry: _Entry, until: float) -> bool:
    """Whether an answer comes before this time; one in pieces takes longer."""
    left = until - time.monotonic()
    task = entry.future
    if task is None or left <= 0:
        return left > 0
    if not wait([task], left).done:
        return False
    failed = task.cancelled() or task.exception() is not None
    return failed or not isinstance(task.result().found, int)


def _spot(line: Line) -> Spot:
    assert line.spot is not None
    return line.spot


def _unpack(key: bytes, kept: bytes) -> bytes | Answer:
    return answers.unpack(kept) if key.startswith(TEXT) else kept


def _answers_of_hands(block: _Block) -> dict[int, tuple[Answer, float]]:
    """By place, the answers of all spots that are plain hands, and what computing them took."""
    found: dict[int, tuple[Answer, float]] = {}
    for group in block.groups:
        kept = [entry.value for entry in group.entries if isinstance(entry.value, bytes)]
        counts = answers.join_counts(kept, group.players)
        told = answers.of_counts(counts, group.game)
        for place, answer, entry in zip(group.places, told, group.entries, strict=True):
            found[place] = answer, entry.seconds if place in block.new else 0.0
    return found


def _shape(spot: Spot) -> _Shape | None:
    """The shape of a spot of plain hands, as far as lengths tell; None = it is none."""
    hands, players = spot.hands, len(spot.hands)
    if not spot.plain or not MIN_PLAYERS <= players <= MAX_PLAYERS:
        return None
    width = len(hands[0])
    for hand in hands:
        if len(hand) != width:
            return None
    game = _game_of(spot.game, width)
    if game is None or not count.is_plain(spot.board, spot.dead, players, game.hole_cards):
        return None
    return _Shape(game.name, players, len(spot.board), len(spot.dead))


@lru_cache(256)
def _game_of(name: str, width: int) -> Game | None:
    """The game of hands that are this many letters wide."""
    try:
        game = game_named(name) if name else high_game(width // 2)
    except (OmahaError, KeyError):
        return None
    return game if 2 * game.hole_cards == width else None


def _written_plainly(spot: Spot) -> Spot:
    """The spot with its cards written two characters each, where it holds nothing else."""
    try:
        return spot._replace(
            hands=tuple([format_cards(parse_cards(hand)) for hand in spot.hands]),
            board=format_cards(parse_cards(spot.board)),
            dead=format_cards(parse_cards(spot.dead)),
        )
    except TextError:
        return spot

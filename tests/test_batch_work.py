"""Equal spots are computed once; samples depend on nothing but their spot; the cache."""

import csv
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import batch_files
import pytest
from batch_files import Fields
from test_batch_resume import write_spots

from omaha_equity import Reading, equity
from omaha_equity.batch import cache
from omaha_equity.batch.run import BatchOptions, run_batch
from omaha_equity.batch.tasks import count_spots
from omaha_equity.errors import TextError
from omaha_equity.ranges import orderings

SAMPLED: list[Fields] = [
    {"hands": ["AA", "KK"], "game": "plo4", "deals": 2000},
    {"hands": ["AA", "random"], "game": "plo5", "deals": 2000},
    {"hands": ["AsAhKdKc", "Ts9s8h7h"], "deals": 500},
    {"hands": ["AA", "KK", "random"], "game": "plo4", "precision": 0.02},
]


def answer(folder: Path, lines: list[Fields], **options: Any) -> list[Fields]:
    source = batch_files.write(folder / "in.jsonl", lines)
    run_batch(str(source), str(folder / "out.jsonl"), BatchOptions(**options))
    return batch_files.read(folder / "out.jsonl")


class Counting(Executor):
    """Works at once, and counts the spots."""

    spots = 0

    def submit(self, fn: Callable, /, *args: Any, **kwargs: Any) -> Future:
        self.spots += len(args[0].hands) if fn is count_spots else 1
        done: Future = Future()
        done.set_result(fn(*args, **kwargs))
        return done


def test_equal_and_renamed_spots_are_computed_once(tmp_path: Path) -> None:
    lines: list[Fields] = [
        {"hands": ["AsAhKdKc", "Ts9s8h7h"], "board": "2c3d4h"},
        {"hands": ["KcAs Ah Kd", "7hts9s8h"], "board": "4h2c3d", "seed": 4},
        {"hands": ["AcAdKhKs", "Tc9c8d7d"], "board": "2s3h4d"},
        {"hands": ["Ts9s8h7h", "AsAhKdKc"], "board": "2c3d4h"},
        SAMPLED[0],
        SAMPLED[0],
    ]
    executor = Counting()
    rows = answer(tmp_path, lines, executor=executor)
    assert executor.spots == 3
    assert rows[0]["players"] == rows[1]["players"] == rows[2]["players"]
    assert rows[3]["players"] == rows[0]["players"][::-1]
    assert rows[4]["players"] == rows[5]["players"]


def test_samples_depend_on_nothing_but_their_spot(tmp_path: Path) -> None:
    rows = answer(tmp_path, SAMPLED)
    assert len({row["seed"] for row in rows}) == len(SAMPLED)
    found = [row["players"] for row in rows]
    assert [row["players"] for row in answer(tmp_path, SAMPLED[::-1])] == found[::-1]
    for executor in (ThreadPoolExecutor(1), ThreadPoolExecutor(4), ProcessPoolExecutor(2)):
        with executor:
            assert answer(tmp_path, SAMPLED, executor=executor) == rows
    other = answer(tmp_path, SAMPLED, seed=1)
    assert all(a["seed"] != b["seed"] for a, b in zip(rows, other, strict=True))
    assert all(a["players"] != b["players"] for a, b in zip(rows, other, strict=True))


RUN = """
import sys
from omaha_equity.batch import run
run.run_batch(sys.argv[1], sys.argv[2], run.BatchOptions(cache=sys.argv[3]))
"""


def test_two_processes_share_a_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, known = write_spots(tmp_path / "in.csv", 3000), str(tmp_path / "known.sqlite")
    run_batch(str(source), str(tmp_path / "plain.csv"))
    outs = [tmp_path / "a.csv", tmp_path / "b.csv"]
    both = [subprocess.Popen([sys.executable, "-c", RUN, source, out, known]) for out in outs]
    assert [process.wait() for process in both] == [0, 0]
    whole = (tmp_path / "plain.csv").read_bytes()
    assert [out.read_bytes() for out in outs] == [whole, whole]
    options = BatchOptions(cache=known)
    # Problems are not kept.
    summary = run_batch(str(source), str(outs[0]), options)
    assert (summary.known, summary.trouble) == (3000 - summary.failed, "")
    assert outs[0].read_bytes() == whole
    monkeypatch.setattr(cache, "fingerprint", lambda: "ab" * 16)
    assert run_batch(str(source), str(outs[0]), options).known == 0


def test_other_files_are_no_cache(tmp_path: Path) -> None:
    source = write_spots(tmp_path / "in.csv", 3)
    text, base, folder = tmp_path / "text", tmp_path / "other", tmp_path / "folder"
    text.write_text("no cache" * 500)
    folder.mkdir()
    with sqlite3.connect(base) as other:
        other.execute("CREATE TABLE answers (x)")
    other.close()
    for path in (text, base, folder, tmp_path / "none" / "known"):
        before = path.read_bytes() if path.is_file() else None
        with pytest.raises(TextError, match="name another file"):
            run_batch(str(source), str(tmp_path / "out.csv"), BatchOptions(cache=str(path)))
        assert (path.read_bytes() if path.is_file() else None) == before


def test_a_locked_cache_costs_nothing_but_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "PATIENCE", 0.0)
    source, out = write_spots(tmp_path / "in.csv", 50), tmp_path / "out.csv"
    known = str(tmp_path / "known")
    run_batch(str(source), str(out))
    whole = out.read_bytes()
    cache.CacheFile(known).close()
    other = sqlite3.connect(known, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    summary = run_batch(str(source), str(out), BatchOptions(cache=known))
    other.close()
    assert "locked" in summary.trouble
    assert out.read_bytes() == whole


def test_an_ordering_file_that_changes_changes_answers_and_not_the_cache(tmp_path: Path) -> None:
    classes = orderings.own("plo4").class_texts()
    file, kept = tmp_path / "order.txt", str(tmp_path / "cache.sqlite")
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text("hand1,hand2,board,game\nAsAhKdKc,5%,9h6s2d4c,plo4\n")
    told = []
    for lines in (classes, classes[::-1]):
        file.write_text("\n".join(lines))
        reading = Reading(ordering=str(file))
        run_batch(str(source), str(out), BatchOptions(reading=reading, cache=kept))
        [row] = csv.DictReader(out.read_text().splitlines())
        alone = equity(["AsAhKdKc", "5%"], "9h6s2d4c", game="plo4", reading=reading)
        assert float(row["equity1"]) == alone.players[0].equity
        told.append(row["equity1"])
    assert told[0] != told[1]


def test_a_cache_that_two_make_at_once_serves_both(tmp_path: Path) -> None:
    together = Barrier(2, timeout=20)

    def make(_: int) -> None:
        for number in range(60):
            together.wait()
            cache.CacheFile(str(tmp_path / f"{number}.sqlite")).close()

    with ThreadPoolExecutor(2) as both:
        assert list(both.map(make, range(2))) == [None, None]

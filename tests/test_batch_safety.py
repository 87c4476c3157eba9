"""What a batch run must withstand: hostile lines, damaged caches, files that are not its own."""

import os
import random
import sqlite3
from pathlib import Path

import pytest

from omaha_equity.batch import parquet, sources
from omaha_equity.batch.cache import CacheFile
from omaha_equity.batch.run import BatchOptions, run_batch
from omaha_equity.errors import TextError
from omaha_equity.questions.reading import Reading

HANDS = "AsAhKdKc,Ts9s8h7h"
SPOTS = f"hand1,hand2,board\n{HANDS},9h6s2d\n{HANDS},Js7d2c\n"


@pytest.fixture
def spots(tmp_path: Path) -> Path:
    path = tmp_path / "spots.csv"
    path.write_text(SPOTS)
    return path


def steps_to_read(path: Path) -> int:
    """How many lines are taken, again and again, to read a file."""
    steps = 0
    with sources.open_source(str(path)) as source:
        lines = source._lines  # type: ignore[attr-defined]
        give_back = lines.give_back

        def count(keep: int) -> None:
            nonlocal steps
            steps += len(lines.taken)
            give_back(keep)

        lines.give_back = count
        list(source.lines())
    return steps


@pytest.mark.parametrize("line", ['a","b\n', '"\n', '"a\n', 'a,"b\r', '""",\n'])
def test_lines_with_open_quotes_are_read_in_linear_time(line: str, tmp_path: Path) -> None:
    # Steps are counted, as times are not sure.
    path = tmp_path / "in.csv"
    taken = []
    for count in (2000, 4000):
        path.write_text("hand1,hand2\n" + line * count)
        taken.append(steps_to_read(path))
    assert taken[1] <= 2.2 * max(taken[0], 1)


def test_a_long_line_costs_its_own_row_and_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "in.csv"
    long = "A" * (3 * sources.MOST_CHARACTERS)
    path.write_text(f"hand1,hand2\n{long}\n{HANDS}\n{long},{long}\n{HANDS}\n")
    with sources.open_source(str(path)) as source:
        lines = list(source.lines())
    assert [bool(line.problem) for line in lines] == [True, False, True, False]
    assert [line.number for line in lines] == [2, 3, 4, 5]
    assert max(len(line.raw) for line in lines) <= sources.MOST_CHARACTERS


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no /dev/zero here")
def test_an_endless_file_is_refused() -> None:
    with (
        pytest.raises(TextError, match="UTF-8"),
        sources.open_source("/dev/zero"),
    ):
        pass


@pytest.mark.parametrize(
    "field",
    [
        '"precision": 1' + "0" * 400,
        '"precision": "1' + "0" * 400 + '"',
        '"deals": 1' + "0" * 400,
        '"deals": 1e400',
        '"seed": -1' + "0" * 4000,
        '"seed": 1' + "0" * 5000,
        '"runs": "9' + "0" * 5000 + '"',
        '"id": 1' + "0" * 4000,
    ],
)
def test_one_bad_number_costs_one_row(field: str, tmp_path: Path) -> None:
    good = '{"hands": ["AsAhKdKc", "Ts9s8h7h"], "board": "9h6s2d"'
    path = tmp_path / "in.jsonl"
    path.write_text(f"{good}}}\n{good}, {field}}}\n{good}}}\n")
    out = tmp_path / "out.jsonl"
    summary = run_batch(str(path), str(out))
    assert summary.rows == 3
    assert summary.failed == ("id" not in field)
    assert len(out.read_text().splitlines()) == 3


def test_damaged_answers_in_the_cache_are_computed_again(spots: Path, tmp_path: Path) -> None:
    whole, out, cache = tmp_path / "whole.csv", tmp_path / "out.csv", tmp_path / "answers.sqlite"
    options = BatchOptions(cache=str(cache))
    run_batch(str(spots), str(whole), options)
    seed = 7
    rng = random.Random(seed)
    for _ in range(20):
        with sqlite3.connect(cache) as base:
            rows = base.execute("SELECT key, answer FROM answers").fetchall()
            assert rows, "the cache is empty, so that this test shows nothing"
            for key, answer in rows:
                broken = bytearray(answer)
                broken[rng.randrange(len(broken))] ^= 1 << rng.randrange(8)
                base.execute("UPDATE answers SET answer = ? WHERE key = ?", (bytes(broken), key))
        base.close()
        summary = run_batch(str(spots), str(out), options)
        assert out.read_bytes() == whole.read_bytes(), f"seed {seed}"
        assert "damaged" in summary.trouble
    assert run_batch(str(spots), str(out), options).trouble == ""


def test_what_is_no_blob_in_the_cache_is_damaged(tmp_path: Path) -> None:
    file = CacheFile(str(tmp_path / "answers.sqlite"))
    file.add([(b"key", b"answer")])
    assert file.find([b"key"]) == {b"key": b"answer"}
    file._base.execute("UPDATE answers SET answer = 5")
    assert file.find([b"key"]) == {}
    assert file.damaged == 1
    file.close()


def test_nothing_that_is_read_is_written_over(spots: Path, tmp_path: Path) -> None:
    macros, ordering = tmp_path / "mine.csv", tmp_path / "order.csv"
    macros.write_text("big,AA\n")
    ordering.write_text("(AA)\n")
    kept = {path: path.read_bytes() for path in (spots, macros, ordering)}
    part = spots.rename(tmp_path / "out.csv.part")
    with pytest.raises(TextError, match="same file"):
        run_batch(str(part), str(tmp_path / "out.csv"))
    part.rename(spots)
    for options, target in [
        (BatchOptions(inputs=(str(macros),)), macros),
        (BatchOptions(reading=Reading(ordering=str(ordering))), ordering),
        (BatchOptions(cache=str(macros), inputs=(str(macros),)), tmp_path / "out.csv"),
        (BatchOptions(), spots),
    ]:
        with pytest.raises(TextError, match="same file"):
            run_batch(str(spots), str(target), options)
    assert {path: path.read_bytes() for path in kept} == kept


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_parquet_output_follows_no_link(spots: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    victim = tmp_path / "victim"
    victim.write_text("mine")
    for name in (".out.parquet.tmp", f".out.parquet.{os.getpid()}.tmp"):
        (tmp_path / name).symlink_to(victim)
    with pytest.raises(Exception, match="exist"):
        run_batch(str(spots), str(tmp_path / "out.parquet"))
    assert victim.read_text() == "mine"


def test_a_parquet_cell_too_large_to_unpack_is_refused(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow")
    pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "in.parquet"
    large = "A" * (parquet.MOST_GROUP_BYTES // 4)
    table = arrow.table({"hand1": [large] * 5, "hand2": ["KsKhKdKc"] * 5})
    # Plainly encoded and compressed, as equal cells would be kept once.
    arrow.parquet.write_table(table, path, use_dictionary=False, compression="zstd")
    assert path.stat().st_size < 1 << 20
    with pytest.raises(TextError, match="row group"), sources.open_source(str(path)):
        pass


def test_damaged_parquet_is_one_clear_error(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow")
    pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "in.parquet"
    table = arrow.table({"hand1": ["AsAhKdKc"] * 50, "hand2": ["Ts9s8h7h"] * 50})
    arrow.parquet.write_table(table, path)
    whole = path.read_bytes()
    seed = 11
    rng = random.Random(seed)
    for _ in range(300):
        broken = bytearray(whole)
        for _ in range(rng.randrange(1, 4)):
            broken[rng.randrange(4, len(broken) - 4)] = rng.randrange(256)
        path.write_bytes(broken)
        try:
            with sources.open_source(str(path)) as source:
                list(source.lines())
        except TextError:
            pass
        except BaseException as error:
            pytest.fail(f"seed {seed}: {type(error).__name__}: {error}")

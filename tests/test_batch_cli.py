"""The command ``batch``: exit codes, what it says where, signals, standard input and output."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path

import pytest
from batch_files import read
from cli import Ran, assert_one_line, spawn
from test_batch_resume import assert_whole, part_of, undisturbed, write_spots
from test_batch_resume import target as target_for

from omaha_equity.batch.run import run_batch
from omaha_equity.cli.exits import Exit

GOOD = "hand1,hand2,board\nAsAhKdKc,Ts9s8h7h,2c3d4h5c\n"
BAD = GOOD + "AsAhKdKc,Ts9s,\nAsAhKdKc,Ts9s8h7h,2c3d4h6c\n"
SMALL_BLOCKS = """
import sys
from omaha_equity.batch import sources
from omaha_equity.cli.main import main
sources.BLOCK = 256
sys.exit(main())
"""
COMMAND = [sys.executable, "-m", "omaha_equity", "batch"]


def batch(*args: str | Path, text: str = "") -> Ran:
    return spawn("batch", *map(str, args), stdin=text)


def test_standard_input_goes_to_standard_output_in_its_form() -> None:
    ran = batch("-", text=GOOD)
    [row] = csv.DictReader(StringIO(ran.out))
    assert (ran.code, row["deals"]) == (Exit.DONE, "40")
    assert ran.err.startswith("omaha-equity: 1 rows; ")
    assert ran.err.count("\n") == 1
    ran = batch("-", "--timing", text='{"hands": ["AsAhKdKc", "Ts9s8h7h"], "board": "2c3d4h5c"}')
    assert json.loads(ran.out)["deals"] == 40
    assert json.loads(ran.out)["milliseconds"] >= 0


def test_problems_are_rows_and_exit_code_5(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    ran = batch("-", "-o", out, text=BAD)
    assert (ran.code, ran.out) == (Exit.SOME_FAILED, "")
    assert "1 could not be answered; the first is line 3: " in ran.err
    assert [bool(row["problem"]) for row in read(out)] == [False, True, False]


def test_strict_stops_at_the_first_problem(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    ran = batch("-", "-o", out, "--strict", text=BAD)
    assert ran.code == Exit.SOME_FAILED
    assert "stopped at line 3: " in ran.err
    assert not out.exists()
    assert len(read_part(out)) == 1
    source = tmp_path / "in.csv"
    source.write_text(BAD)
    assert batch(source, "-o", out, "--resume").code == Exit.SOME_FAILED
    run_batch(str(source), str(tmp_path / "whole.csv"))
    assert out.read_bytes() == (tmp_path / "whole.csv").read_bytes()


def read_part(out: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(part_of(out).read_text())))


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["none.csv"], "cannot be read"),
        (["-", "-o", "out.txt"], "ends in"),
        (["-", "--resume"], "standard output"),
        (["-", "--exact", "--deals", "5"], "--exact and --deals exclude each other"),
        (["-", "--game", "plo9"], "game 'plo9' is unknown"),
    ],
)
def test_wrong_questions_are_exit_code_2(args: list[str], words: str) -> None:
    assert_one_line(batch(*args, text=GOOD), Exit.TEXT, words)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_a_full_standard_output_is_one_line(tmp_path: Path) -> None:
    source = write_spots(tmp_path / "in.csv", 300)
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*COMMAND, source], stdout=full, stderr=subprocess.PIPE, text=True)
    assert_one_line(Ran(done.returncode, "", done.stderr), Exit.INTERNAL, "No space left")


def test_a_reader_that_has_gone_is_no_error(tmp_path: Path) -> None:
    source = write_spots(tmp_path / "in.csv", 300)
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run([*COMMAND, source], stdout=writer, stderr=subprocess.PIPE)
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (Exit.DONE, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
def test_an_interrupted_run_is_exit_code_130_and_goes_on(tmp_path: Path) -> None:
    source = write_spots(tmp_path / "in.csv", 12_000)
    out = target_for(source, "csv")
    command = [sys.executable, "-c", SMALL_BLOCKS, "batch", source, "-o", out]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    while process.poll() is None and not (
        part_of(out).exists() and part_of(out).stat().st_size > 200_000
    ):
        time.sleep(0.001)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    last = said.splitlines(keepends=True)[-1]
    assert_one_line(Ran(process.returncode, "", last), Exit.INTERRUPTED, "interrupted after")
    assert part_of(out).exists()
    ran = batch(source, "-o", out, "--resume")
    assert ran.code == Exit.SOME_FAILED
    assert "from before" in ran.err
    assert_whole(out, undisturbed(source, "csv"))


def test_a_file_is_not_written_over_what_is_read(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text(GOOD)
    for words in ([source, "-o", source], [source, "-o", tmp_path / "o.csv", "--cache", source]):
        assert_one_line(batch(*words), Exit.TEXT, "are the same file")
    assert source.read_text() == GOOD


def test_a_mended_problem_is_not_told_again(tmp_path: Path) -> None:
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    bad = "hand1,hand2\nAsAhKdKc,Ts9s8h7h\nAsAsKdKc,Ts9s8h7h\nAsAhKdKc,TsTs8h7h\n"
    source.write_text(bad)
    assert "stopped at line 3" in batch(source, "-o", out, "--strict").err
    source.write_text(bad.replace("AsAs", "AsAd"))
    assert "stopped at line 4" in batch(source, "-o", out, "--strict", "--resume").err
    assert "the first is line 4" in batch(source, "-o", out, "--resume").err

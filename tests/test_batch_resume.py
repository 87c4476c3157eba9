"""A run that was broken off, wherever that was, goes on to the same bytes."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from batch_files import DECK, FORMS

from omaha_equity.batch import run as batch_run
from omaha_equity.batch import sinks, sources
from omaha_equity.batch.run import BatchOptions, run_batch
from omaha_equity.batch.workfile import Digest, WorkFile
from omaha_equity.errors import FileError, TextError

SEED = 30
RESUME = BatchOptions(resume=True)

# The code's number is fixed, as files may change under a long test.
RUN = """
import sys, time
from omaha_equity.batch import run, sources
run.EVERY, sources.BLOCK = 0.02, 256
run.fingerprint = lambda: "code"
# Slowly, so that there is time for being killed.
run.run_batch(
    sys.argv[1], sys.argv[2], run.BatchOptions(resume=True), lambda *_: time.sleep(0.01)
)
"""


def write_spots(path: Path, count: int, seed: int = SEED) -> Path:
    """Turn spots, some with a problem and some sampled."""
    random = Random(seed)
    with path.open("w") as file:
        file.write("id,hand1,hand2,board,deals\n")
        for number in range(count):
            deck = random.sample(DECK, 12)
            first, second, board = "".join(deck[:4]), "".join(deck[4:8]), "".join(deck[8:])
            deals = "100" if number % 500 == 7 else ""
            second = second[:-1] if number % 300 == 11 else second
            file.write(f"n{number},{first},{second},{board},{deals}\n")
    return path


def part_of(out: Path) -> Path:
    return out.with_name(out.name + ".part")


def log_of(out: Path) -> Path:
    return out.with_name(out.name + ".part.log")


def assert_whole(out: Path, whole: bytes) -> None:
    assert out.read_bytes() == whole
    assert sorted(path.name for path in out.parent.iterdir()) == [out.name]


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A short file that is read in many blocks, each of them noted."""
    monkeypatch.setattr(sources, "BLOCK", 16)
    monkeypatch.setattr(batch_run, "EVERY", -1.0)
    return write_spots(tmp_path / "in.csv", 200)


def undisturbed(source: Path, form: str) -> bytes:
    folder = source.with_name(f"whole-{form}")
    folder.mkdir()
    out = folder / f"out.{form}"
    run_batch(str(source), str(out))
    return out.read_bytes()


def target(source: Path, form: str) -> Path:
    folder = source.with_name(f"out-{form}")
    folder.mkdir()
    return folder / f"out.{form}"


# Killed


def kill_at(source: Path, out: Path, size: int) -> bool:
    """Run on until the part has a size, then kill; whether it was killed in time."""
    process = subprocess.Popen([sys.executable, "-c", RUN, str(source), str(out)])
    part = part_of(out)
    while process.poll() is None:
        if part.exists() and part.stat().st_size >= size:
            process.kill()
            break
        time.sleep(0.001)
    return process.wait() == -signal.SIGKILL


@pytest.mark.skipif(sys.platform == "win32", reason="kills a process")
@pytest.mark.parametrize(("form", "kills"), [("csv", 4), ("jsonl", 2), ("parquet", 2)])
def test_runs_killed_at_random_moments_end_with_the_same_bytes(
    tmp_path: Path, form: str, kills: int
) -> None:
    source = write_spots(tmp_path / "in.csv", 12_000)
    whole = undisturbed(source, form)
    out = target(source, form)
    random = Random(SEED)
    # The part of a Parquet file is larger than the file.
    most = len(whole) if form != "parquet" else 3_000_000
    sizes = sorted(random.randrange(most // 20, most * 7 // 10) for _ in range(kills))
    killed = [kill_at(source, out, size) for size in sizes]
    assert all(killed), f"seed {SEED}, sizes {sizes}"
    marks = [json.loads(line) for line in log_of(out).read_bytes().split(b"\n")[1:-1]]
    assert 0 < marks[-1]["rows"] < 12_000
    subprocess.run([sys.executable, "-c", RUN, str(source), str(out)], check=True)
    assert_whole(out, whole)


# Broken off inside the process


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("place", [0, 1, 2, 5, 11, 12])
def test_an_interrupted_run_goes_on(small: Path, form: str, place: int) -> None:
    whole = undisturbed(small, form)
    out = target(small, form)
    blocks = 0

    def stop(rows: int, _: float | None) -> None:
        nonlocal blocks
        blocks += 1
        assert rows == min(16 * blocks, 200)
        if blocks > place:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_batch(str(small), str(out), progress=stop)
    assert not out.exists()
    summary = run_batch(str(small), str(out), RESUME)
    assert (summary.before, summary.rows) == (min(16 * (place + 1), 200), 200)
    assert summary.failed == 1
    assert_whole(out, whole)


STEPS: list[tuple[type, str, tuple[float, ...]]] = [
    (Digest, "add", (-1.0, 1000.0)),
    (WorkFile, "add", (-1.0, 1000.0)),
    (sinks._CsvSink, "encode", (-1.0, 1000.0)),
    (WorkFile, "set_mark", (-1.0,)),
    (WorkFile, "_note", (-1.0,)),
]
"""Steps of a run, and how often it notes where it is."""


@pytest.mark.parametrize(
    ("owner", "name", "every"),
    [(owner, name, every) for owner, name, often in STEPS for every in often],
)
@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("place", [1, 2, 6])
def test_a_run_interrupted_anywhere_goes_on(
    small: Path,
    monkeypatch: pytest.MonkeyPatch,
    owner: type,
    name: str,
    after: bool,
    every: float,
    place: int,
) -> None:
    monkeypatch.setattr(batch_run, "EVERY", every)
    whole = undisturbed(small, "csv")
    out = target(small, "csv")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(owner, name, interrupting(getattr(owner, name), after, place))
        with pytest.raises(KeyboardInterrupt):
            run_batch(str(small), str(out))
    run_batch(str(small), str(out), RESUME)
    assert_whole(out, whole)


def interrupting(method: Callable, after: bool, place: int) -> Callable:
    """The method, interrupted once before or after one of its calls."""
    calls = 0

    def called(*args: object, **options: object) -> object:
        nonlocal calls
        calls += 1
        if calls == place and not after:
            raise KeyboardInterrupt
        found = method(*args, **options)
        if calls == place:
            raise KeyboardInterrupt
        return found

    return called


@pytest.fixture
def broken(small: Path) -> tuple[Path, Path, bytes]:
    """A run that was broken off after 96 of 200 rows: input, output, the bytes to come."""
    whole = undisturbed(small, "csv")
    out = target(small, "csv")
    break_off(small, out, 96)
    return small, out, whole


def break_off(source: Path, out: Path, at: int, options: BatchOptions | None = None) -> None:
    def stop(rows: int, _: float | None) -> None:
        if rows >= at:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_batch(str(source), str(out), options, stop)


@pytest.mark.parametrize("cut", [1, 5, 60, 100, 150, 400])
def test_a_torn_log_costs_rows_only(broken: tuple[Path, Path, bytes], cut: int) -> None:
    source, out, whole = broken
    log = log_of(out)
    log.write_bytes(log.read_bytes()[:-cut])
    summary = run_batch(str(source), str(out), RESUME)
    assert 0 < summary.before <= 96
    assert_whole(out, whole)


@pytest.mark.parametrize("left", [0, 1, 20])
def test_a_part_of_which_no_log_tells_is_left_alone(
    broken: tuple[Path, Path, bytes], left: int
) -> None:
    source, out, whole = broken
    part = part_of(out).read_bytes()
    log_of(out).write_bytes(log_of(out).read_bytes()[:left])
    with pytest.raises(TextError, match="move it away"):
        run_batch(str(source), str(out), RESUME)
    assert part_of(out).read_bytes() == part
    part_of(out).unlink()
    assert run_batch(str(source), str(out), RESUME).before == 0
    assert_whole(out, whole)


def test_a_part_without_log_is_left_alone(broken: tuple[Path, Path, bytes]) -> None:
    source, out, _ = broken
    log_of(out).unlink()
    part_of(out).write_text("mine")
    with pytest.raises(TextError, match="move it away"):
        run_batch(str(source), str(out), RESUME)
    assert part_of(out).read_text() == "mine"


@pytest.mark.parametrize("change", [-4000, -300, -1, 1, 5000])
def test_a_part_shorter_or_longer_than_the_last_mark_goes_on(
    broken: tuple[Path, Path, bytes], change: int
) -> None:
    source, out, whole = broken
    part = part_of(out)
    content = part.read_bytes()
    part.write_bytes(content[:change] if change < 0 else content + b"x" * change)
    summary = run_batch(str(source), str(out), RESUME)
    assert summary.before < 96 if change < 0 else summary.before == 96
    assert_whole(out, whole)


@pytest.mark.parametrize("resume", [False, True])
def test_a_log_left_over_by_a_finished_run_is_no_hindrance(
    broken: tuple[Path, Path, bytes], resume: bool
) -> None:
    source, out, whole = broken
    log = log_of(out).read_bytes()
    run_batch(str(source), str(out), RESUME)
    log_of(out).write_bytes(log)
    run_batch(str(source), str(out), BatchOptions(resume=resume, seed=0))
    assert_whole(out, whole)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["replace", "unlink"])
def test_a_run_interrupted_as_it_ends_goes_on(small: Path, form: str, name: str) -> None:
    whole = undisturbed(small, form)
    out = target(small, form)
    for after in (False, True):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Path, name, interrupting(getattr(Path, name), after, 1))
            with pytest.raises(KeyboardInterrupt):
                run_batch(str(small), str(out), RESUME)
        run_batch(str(small), str(out), RESUME)
        assert_whole(out, whole)


def test_resume_without_anything_broken_off_is_a_run(small: Path) -> None:
    out = target(small, "csv")
    assert run_batch(str(small), str(out), RESUME).before == 0
    assert_whole(out, undisturbed(small, "csv"))


# Refused


def refusal(source: Path, out: Path, options: BatchOptions) -> str:
    """The error; the part is as before."""
    before = part_of(out).read_bytes()
    with pytest.raises(TextError) as caught:
        run_batch(str(source), str(out), options)
    assert part_of(out).read_bytes() == before
    return str(caught.value)


def test_a_part_is_not_overwritten(broken: tuple[Path, Path, bytes]) -> None:
    source, out, _ = broken
    said = refusal(source, out, BatchOptions())
    assert str(part_of(out)) in said
    assert "--resume" in said


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"seed": 1}, "seed"),
        ({"timing": True}, "timing"),
        ({"defaults": batch_run.BatchDefaults(game="o8")}, "game"),
        ({"defaults": batch_run.BatchDefaults(deals=5)}, "deals"),
        ({"reading": batch_run.Reading("monker")}, "reading"),
    ],
)
def test_changed_options_are_refused(
    broken: tuple[Path, Path, bytes], options: dict, word: str
) -> None:
    source, out, whole = broken
    assert f"other {word}" in refusal(source, out, BatchOptions(resume=True, **options))
    run_batch(str(source), str(out), RESUME)
    assert_whole(out, whole)


def test_other_code_is_refused(
    broken: tuple[Path, Path, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, out, _ = broken
    monkeypatch.setattr(batch_run, "fingerprint", lambda: "other")
    assert "other code" in refusal(source, out, RESUME)


@pytest.mark.parametrize("line", [1, 50, 96])
def test_changed_lines_are_refused(broken: tuple[Path, Path, bytes], line: int) -> None:
    source, out, whole = broken
    text = source.read_text()
    lines = text.splitlines(keepends=True)
    lines[line] = lines[line].replace("n", "m", 1)
    source.write_text("".join(lines))
    assert "96 lines" in refusal(source, out, RESUME)
    source.write_text(text)
    run_batch(str(source), str(out), RESUME)
    assert_whole(out, whole)


def test_an_input_that_is_shorter_now_is_refused(broken: tuple[Path, Path, bytes]) -> None:
    source, out, _ = broken
    source.write_text("".join(source.read_text().splitlines(keepends=True)[:60]))
    assert "96 lines" in refusal(source, out, RESUME)


def test_lines_added_at_the_end_are_answered(broken: tuple[Path, Path, bytes]) -> None:
    source, out, whole = broken
    with source.open("a") as file:
        file.write("new,AsAhKdKc,Ts9s8h7h,2c3d4h5c,\n")
    assert run_batch(str(source), str(out), RESUME).before == 96
    assert out.read_bytes().startswith(whole)
    assert out.read_bytes()[len(whole) :].startswith(b"new,202,")


@pytest.mark.skipif(sys.platform == "win32", reason="files are locked by being open")
def test_another_run_at_the_same_output_is_refused(small: Path) -> None:
    whole = undisturbed(small, "csv")
    out = target(small, "csv")
    said: list[str] = []

    def meddle(*_: object) -> None:
        with pytest.raises(TextError) as caught:
            run_batch(str(small), str(out), RESUME)
        said.append(str(caught.value))

    run_batch(str(small), str(out), progress=meddle)
    assert len(said) == 13
    assert all("another run" in text for text in said)
    assert_whole(out, whole)


# Disks


LIMITED = """
import resource, signal, sys
from omaha_equity.batch import run
from omaha_equity.errors import FileError
run.fingerprint = lambda: "code"
run.EVERY = 0.02
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
limit = int(sys.argv[3])
resource.setrlimit(resource.RLIMIT_FSIZE, (limit or resource.RLIM_INFINITY,) * 2)
try:
    run.run_batch(sys.argv[1], sys.argv[2], run.BatchOptions(resume=True))
except FileError as error:
    print(error)
    sys.exit(1)
"""


def run_limited(source: Path, out: Path, limit: int) -> tuple[int, str]:
    command = [sys.executable, "-c", LIMITED, str(source), str(out), str(limit)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.stderr == ""
    return done.returncode, done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="limits the size of files")
@pytest.mark.parametrize(("form", "limits"), [("csv", (90_000, 300_000)), ("parquet", (90_000,))])
def test_a_full_disk_is_one_clear_error_and_can_be_gone_on_from(
    tmp_path: Path, form: str, limits: tuple[int, ...]
) -> None:
    source = write_spots(tmp_path / "in.csv", 6000)
    whole = undisturbed(source, form)
    out = target(source, form)
    for limit in limits:
        code, said = run_limited(source, out, limit)
        assert code == 1
        assert said.count("\n") == 1
        assert "File too large" in said
        assert "--resume" in said
        assert not out.exists()
    assert run_limited(source, out, 0) == (0, "")
    assert_whole(out, whole)


@pytest.fixture
def little_disk(tmp_path: Path):
    """A disk of 512 KiB."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("only root mounts a small disk")
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", disk])
    if mounted.returncode:
        pytest.skip("no small disk can be mounted here")
    try:
        yield disk
    finally:
        subprocess.run(["umount", disk], check=True)


@pytest.mark.parametrize("form", FORMS)
def test_a_run_goes_on_once_a_full_disk_has_room(
    tmp_path: Path, little_disk: Path, form: str
) -> None:
    source = write_spots(tmp_path / "in.csv", 4000 if form == "csv" else 1200)
    whole = undisturbed(source, form)
    out = little_disk / f"out.{form}"
    ballast = little_disk / "ballast"
    for room in (0, 20_000, 100_000):
        ballast.write_bytes(b"x" * (500_000 - room))
        with pytest.raises((FileError, TextError), match="No space left") as caught:
            run_batch(str(source), str(out), RESUME)
        assert "\n" not in str(caught.value)
        assert not out.exists()
        ballast.unlink()
    run_batch(str(source), str(out), RESUME)
    assert_whole(out, whole)


def test_targets_that_cannot_be_written_are_refused_at_once(small: Path) -> None:
    folder = small.parent
    for name, words in [
        ("out.csv/out.csv", "there is no folder"),
        (".", "ends in .csv"),
        ("made.csv", "is a folder"),
        ("out.txt", "ends in .csv"),
        ("out", "ends in .csv"),
    ]:
        (folder / "made.csv").mkdir(exist_ok=True)
        with pytest.raises(TextError, match=words):
            run_batch(str(small), str(folder / name))
    assert sorted(path.name for path in folder.iterdir()) == ["in.csv", "made.csv"]


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder nobody writes to")
def test_a_folder_without_room_for_files_is_refused(small: Path) -> None:
    with pytest.raises(TextError, match=r"'/proc/out\.csv' cannot be written: "):
        run_batch(str(small), "/proc/out.csv")


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root writes everywhere"
)
def test_a_read_only_folder_is_refused(small: Path) -> None:
    out = target(small, "csv")
    out.parent.chmod(0o500)
    try:
        with pytest.raises(TextError, match="Permission denied"):
            run_batch(str(small), str(out))
    finally:
        out.parent.chmod(0o700)


def test_rows_before_a_long_count_are_kept_when_it_is_interrupted(tmp_path: Path) -> None:
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text(
        "hand1,hand2,board,game,exact\nAsAhKdKc,Ts9s8h7h,Js7d2c,plo4,\n20%,20%,Kd8s4h,plo4,true\n"
    )

    def interrupt(rows: int, _: float | None) -> None:
        assert rows == 1
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_batch(str(source), str(out), progress=interrupt)
    kept = part_of(out).read_text().splitlines()
    assert [line.split(",")[1] for line in kept] == ["line", "2"]

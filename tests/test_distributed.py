"""A batch on a cluster: a scheduler and two workers as processes of their own on this machine."""

import csv
import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli import spawn

from omaha_equity import equity, format_cards
from omaha_equity.batch import cluster, pipeline, sources, tasks
from omaha_equity.batch.cache import fingerprint
from omaha_equity.batch.run import BatchOptions, BatchSummary, run_batch
from omaha_equity.errors import TextError, WorkerError

pytest.importorskip(
    "distributed", reason="dask.distributed is not installed: pip install .[distributed]"
)

START_SECONDS = 60
BLOCK = 256
LINES = 16 * BLOCK + 1
EVERY = 1000
"""Lines between one range and the next, and between one fault and the next."""
FAULTS = -(-LINES // EVERY)


class Cluster:
    """A scheduler and two workers, each a process."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "scheduler.json"
        self.scheduler = self._start("scheduler", "--port", "0", "--host", "127.0.0.1")
        self.workers: list[subprocess.Popen[bytes]] = []
        self._wait_for_file()

    def man(self) -> None:
        """Start workers in the place of those that were killed."""
        self.workers = [worker for worker in self.workers if worker.poll() is None]
        while len(self.workers) < 2:
            self.workers.append(self._start("worker", "--nthreads", "1", "--no-nanny"))

    @property
    def address(self) -> str:
        return str(json.loads(self.file.read_text())["address"])

    def kill_worker(self, number: int) -> None:
        self.workers[number].send_signal(signal.SIGKILL)
        self.workers[number].wait()

    def stop(self) -> None:
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()

    def _start(self, role: str, *words: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [
                sys.executable,
                "-m",
                f"distributed.cli.dask_{role}",
                *words,
                "--scheduler-file",
                str(self.file),
                "--no-dashboard",
            ],
            cwd=self.file.parent,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def _wait_for_file(self) -> None:
        end = time.monotonic() + START_SECONDS
        while not (self.file.exists() and self.file.read_text().endswith("}")):
            assert time.monotonic() < end, "the scheduler did not start"
            time.sleep(0.05)


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "BLOCK", BLOCK)


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster without workers at first."""
    found = Cluster(tmp_path_factory.mktemp("cluster"))
    try:
        yield found
    finally:
        found.stop()


@pytest.fixture
def started(scheduler: Cluster) -> Cluster:
    scheduler.man()
    return scheduler


@pytest.fixture(scope="module")
def spots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Spots of hands, with ranges and faults between them: more than are in work together."""
    rng = random.Random(61)
    path = tmp_path_factory.mktemp("spots") / "spots.csv"
    with path.open("w", newline="") as file:
        out = csv.writer(file)
        out.writerow(["id", "game", "hand1", "hand2", "board", "deals"])
        for number in range(LINES):
            cards = rng.sample(range(52), 8 + rng.choice([0, 3, 4, 5]))
            hands = [format_cards(cards[:4]), format_cards(cards[4:8])]
            board = format_cards(cards[8:])
            game = rng.choice(["plo4", "o8"])
            if number % EVERY == 0:
                out.writerow([number, "plo4", "AA", "KK!AA", "Kd8s4h2c", ""])
            elif number % EVERY == 1:
                out.writerow([number, "o8", "AA$ds", "random", "", 3000])
            elif number % EVERY == 2:
                out.writerow([number, game, hands[0], hands[0], board, ""])
            else:
                out.writerow([number, game, *hands, board, ""])
    return path


@pytest.fixture(scope="module")
def alone(spots: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[BatchSummary, bytes]:
    """What comes of the spots without a cluster."""
    out = tmp_path_factory.mktemp("alone") / "out.csv"
    return run_batch(str(spots), str(out)), out.read_bytes()


def test_a_cluster_writes_the_bytes_that_threads_write(
    started: Cluster, spots: Path, alone: tuple[BatchSummary, bytes], tmp_path: Path
) -> None:
    one, whole = alone
    out = tmp_path / "out.csv"
    other = run_batch(str(spots), str(out), BatchOptions(scheduler=started.address))
    assert out.read_bytes() == whole
    assert (one.rows, one.failed) == (other.rows, other.failed) == (LINES, FAULTS)


def test_a_worker_that_is_killed_changes_no_byte(
    started: Cluster, spots: Path, alone: tuple[BatchSummary, bytes], tmp_path: Path
) -> None:
    out = tmp_path / "out.csv"
    killed = []

    def kill_one(rows: int, _: float | None) -> None:
        if not killed:
            killed.append(rows)
            started.kill_worker(0)

    run_batch(str(spots), str(out), BatchOptions(scheduler=started.address), kill_one)
    assert 0 < killed[0] < LINES
    assert out.read_bytes() == alone[1]


def test_a_long_exact_count_is_spread_and_survives_a_lost_worker(
    started: Cluster, tmp_path: Path
) -> None:
    source, out = tmp_path / "one.csv", tmp_path / "out.csv"
    source.write_text("hand1,hand2,board,game,exact\n10%,10%,Kd8s4h,plo4,true\n")
    shares = []

    def kill_one(rows: int, share: float | None) -> None:
        assert rows < 1 or share == 1
        if not shares:
            started.kill_worker(0)
        shares.append(share)

    run_batch(str(source), str(out), BatchOptions(scheduler=started.address), kill_one)
    [row] = csv.DictReader(out.read_text().splitlines())
    alone = equity(["10%", "10%"], "Kd8s4h", game="plo4", exact=True)
    assert len(shares) > 2
    assert shares == sorted(shares)
    assert int(row["deals"]) == alone.boards
    for seat, player in enumerate(alone.players, 1):
        assert float(row[f"equity{seat}"]) == player.equity
        assert int(row[f"high_wins{seat}"]) == player.high_wins


def test_when_all_workers_are_lost_the_run_ends_and_can_go_on(
    started: Cluster,
    spots: Path,
    alone: tuple[BatchSummary, bytes],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cluster, "LONELY_SECONDS", 1.0)
    monkeypatch.setattr(pipeline, "LOOK_EVERY", 0.2)
    out = tmp_path / "out.csv"
    killed = []

    def kill_all(rows: int, _: float | None) -> None:
        if not killed:
            killed.append(rows)
            started.kill_worker(0)
            started.kill_worker(1)

    with pytest.raises(WorkerError, match=r"no worker is left at 'tcp://.*; start some"):
        run_batch(str(spots), str(out), BatchOptions(scheduler=started.address), kill_all)
    assert not out.exists()
    gone_on = run_batch(str(spots), str(out), BatchOptions(resume=True))
    assert gone_on.before >= killed[0] > 0
    assert out.read_bytes() == alone[1]


def test_a_scheduler_that_does_not_answer_is_named(
    spots: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 1)
    asked = BatchOptions(scheduler="tcp://127.0.0.1:9")
    with pytest.raises(TextError, match=r"no scheduler answers at 'tcp://127.0.0.1:9'"):
        run_batch(str(spots), str(tmp_path / "out.csv"), asked)
    assert not list(tmp_path.glob("out.csv*"))


def test_a_scheduler_without_workers_is_told(
    scheduler: Cluster, spots: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(len(scheduler.workers)):
        scheduler.kill_worker(number)
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 2)
    with pytest.raises(TextError, match="has no worker; start some with dask worker tcp://"):
        run_batch(str(spots), str(tmp_path / "o.csv"), BatchOptions(scheduler=scheduler.address))


def test_workers_count_only_with_the_same_code() -> None:
    assert tasks.checked(fingerprint(), sum, [1, 2]) == 3
    with pytest.raises(WorkerError, match="install the same version everywhere"):
        tasks.checked("0" * 32, sum, [1, 2])


def test_a_local_cluster_serves_the_command(
    spots: Path, alone: tuple[BatchSummary, bytes], tmp_path: Path
) -> None:
    out = tmp_path / "out.csv"
    ran = spawn("batch", str(spots), "-o", str(out), "--scheduler", "local")
    assert ran.code == 5, ran.err
    assert f"{LINES:,} rows" in ran.err
    assert f"{FAULTS} could not be answered" in ran.err
    assert all(line.startswith("omaha-equity: ") for line in ran.err.splitlines()), ran.err
    assert out.read_bytes() == alone[1]


def listening() -> set[tuple[str, int]]:
    """Where this process and those it started listen."""
    psutil = pytest.importorskip("psutil")
    own = psutil.Process()
    return {
        tuple(found.laddr)
        for process in (own, *own.children(recursive=True))
        for found in process.net_connections("inet")
        if found.status == psutil.CONN_LISTEN
    }


def test_a_local_cluster_listens_on_this_machine_only() -> None:
    # The clusters of other tests listen too.
    before = listening()
    with cluster.workers("local", None):
        opened = listening() - before
    assert opened
    assert {address for address, _ in opened} <= {"127.0.0.1", "::1"}

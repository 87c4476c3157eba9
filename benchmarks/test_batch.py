"""Files of spots: lines a second, what a line costs beside its computation, a cluster."""

import csv
import random
import sys
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import pytest
from goals import Goals
from processes import cost

import omaha_equity as oe
from omaha_equity.engine import solve

PREFLOP, TURN = 100_000, 1_000_000
CHECKED = 50
ROUNDS = 3
GOALS = {"preflop": 1_200, "turn": 40_000}
OVERHEAD_GOAL = 20e-6
CLUSTER_GOAL = 1.15
MEMORY_GOAL = 400


def write_spots(path: Path, count: int, board: int) -> None:
    """Random heads-up PLO4 spots."""
    rng = random.Random(board)
    with path.open("w") as file:
        file.write("id,game,hand1,hand2,board\n")
        for number in range(count):
            cards = rng.sample(range(52), 8 + board)
            hands = f"{oe.format_cards(cards[:4])},{oe.format_cards(cards[4:8])}"
            file.write(f"{number},plo4,{hands},{oe.format_cards(cards[8:])}\n")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("batch")
    found = {name: folder / f"{name}.csv" for name in ("preflop", "turn")}
    write_spots(found["preflop"], PREFLOP, 0)
    write_spots(found["turn"], TURN, 4)
    return found


def check(source: Path, answers: Path) -> None:
    """Every line has its row, and some are counted again by the readable NumPy path."""
    with source.open() as asked, answers.open() as told:
        rows = list(zip(csv.DictReader(asked), csv.DictReader(told), strict=True))
    for line, row in rows[:: len(rows) // CHECKED]:
        assert row["id"] == line["id"]
        query = oe.Query.of([line["hand1"], line["hand2"]], line["board"], game="plo4")
        alone = solve.count_boards(query, "numpy")
        assert float(row["equity1"]) == alone.players[0].equity


@pytest.mark.parametrize("name", ["preflop", "turn"])
def test_lines_a_second(name: str, files: dict[str, Path], benchmark: Any, goals: Goals) -> None:
    goal = GOALS[name]
    benchmark.extra_info["goal"] = f"at least {goal:,} a second"
    out = files[name].with_name("out.csv")
    done = benchmark.pedantic(oe.run_batch, (str(files[name]), str(out)), rounds=ROUNDS)
    assert done.rows == {"preflop": PREFLOP, "turn": TURN}[name]
    check(files[name], out)
    if benchmark.disabled:
        return
    rates = sorted(done.rows / seconds for seconds in benchmark.stats["data"])
    told = f"{rates[-1]:,.0f} a second ({rates[len(rates) // 2]:,.0f})"
    work = f"batch, {done.rows:,} heads-up PLO4 {name} spots, CSV to CSV"
    goals.add(work, benchmark.extra_info["goal"], told, goal / rates[-1])


def test_what_a_line_costs_beside_its_computation(
    files: dict[str, Path], benchmark: Any, goals: Goals
) -> None:
    benchmark.extra_info["goal"] = "under 20 µs"
    out = files["turn"].with_name("out.csv")
    start = process_time()
    done = benchmark.pedantic(oe.run_batch, (str(files["turn"]), str(out)), rounds=1)
    spent = (process_time() - start) / done.rows
    counting = seconds_of_counting(files["turn"])
    if not benchmark.disabled:
        each = spent - counting
        told = f"{each * 1e6:.1f} µs (and {counting * 1e6:.1f} µs of counting)"
        goals.add("a line of a batch, processor time", "under 20 µs", told, each / OVERHEAD_GOAL)


def seconds_of_counting(source: Path, count: int = 50_000) -> float:
    """What counting one of a file's spots takes a core."""
    with source.open() as file:
        rows = [row for row, _ in zip(csv.DictReader(file), range(count), strict=False)]
    hands = [(row["hand1"], row["hand2"]) for row in rows]
    read, _ = count.read_spots(hands, [row["board"] for row in rows], [""] * len(rows), 4)
    start = perf_counter()
    count.count(read, False)
    return (perf_counter() - start) / len(rows)


@pytest.mark.parametrize("name", ["preflop", "turn"])
def test_a_cluster_of_two_workers_against_threads(
    name: str, files: dict[str, Path], benchmark: Any, goals: Goals
) -> None:
    distributed = pytest.importorskip("distributed", reason="dask.distributed is not installed")
    benchmark.extra_info["goal"] = "within 15% of threads"
    source, out = str(files[name]), str(files[name].with_name("cluster.csv"))
    by_threads: list[float] = []

    def by_thread() -> None:
        start = perf_counter()
        oe.run_batch(source, str(files[name].with_name("threads.csv")))
        by_threads.append(perf_counter() - start)

    with (
        distributed.LocalCluster(2, threads_per_worker=1, dashboard_address=":0") as cluster,
        distributed.Client(cluster) as client,
    ):
        options = oe.BatchOptions(scheduler=cluster.scheduler_address)
        client.wait_for_workers(2)
        benchmark.pedantic(
            oe.run_batch, (source, out, options), setup=by_thread, rounds=ROUNDS, warmup_rounds=1
        )
    assert Path(out).read_bytes() == files[name].with_name("threads.csv").read_bytes()
    if not benchmark.disabled:
        ratio = min(benchmark.stats["data"]) / min(by_threads)
        work = f"batch, {name} spots, a dask cluster of two local workers"
        goals.add(work, "within 15% of threads", f"{ratio:.2f} x their time", ratio / CLUSTER_GOAL)


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_memory_of_a_million_lines(form: str, files: dict[str, Path], goals: Goals) -> None:
    out = files["turn"].with_name(f"out.{form}")
    words = ["batch", str(files["turn"]), "-o", str(out)]
    found = cost([sys.executable, "-m", "omaha_equity", *words])
    assert found.code == 0, found.err
    used = found.peak_mb
    work = f"peak memory of {TURN:,} lines, CSV to {form.upper()}"
    goals.add(work, f"under {MEMORY_GOAL} MB", f"{used:.0f} MB", used / MEMORY_GOAL)

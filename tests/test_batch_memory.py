"""Memory does not grow with the file."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from batch_files import DECK

RUN = """
import resource, sys
from omaha_equity.batch.run import run_batch
assert run_batch(sys.argv[1], sys.argv[2]).rows == 1_000_000
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.mark.exhaustive
@pytest.mark.skipif(sys.platform != "linux", reason="counts memory in KiB")
@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_a_million_lines_take_little_memory(tmp_path: Path, form: str) -> None:
    random = Random(50)
    source = tmp_path / "in.csv"
    with source.open("w") as file:
        file.write("hand1,hand2,board\n")
        for _ in range(1_000_000):
            deck = random.sample(DECK, 12)
            file.write(f"{''.join(deck[:4])},{''.join(deck[4:8])},{''.join(deck[8:])}\n")
    command = [sys.executable, "-c", RUN, str(source), str(tmp_path / f"out.{form}")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert int(done.stdout) < 400 * 1024

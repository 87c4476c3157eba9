"""What a new process costs: wall time, processor time and peak memory.

Run as a script, this is the small parent of the process that is measured: what a large parent
held when it started a child would count as the child's own peak.
"""

import json
import os
import resource
import subprocess
import sys
import time
from dataclasses import dataclass

_BYTES = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True)
class Cost:
    """What a process cost, and what it said."""

    wall: float
    cpu: float
    peak_mb: float
    code: int
    out: str
    err: str


def cost(words: list[str], **variables: str) -> Cost:
    """Run a command to its end."""
    parent = [sys.executable, "-I", "-S", __file__, *words]
    environment = os.environ | variables
    said = subprocess.run(parent, env=environment, capture_output=True, check=True).stdout
    return Cost(**json.loads(said))


def _main(words: list[str]) -> None:
    start = time.perf_counter()
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    wall = time.perf_counter() - start
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    peak = used.ru_maxrss * _BYTES / 1e6
    found = Cost(
        wall, used.ru_utime + used.ru_stime, peak, done.returncode, done.stdout, done.stderr
    )
    print(json.dumps(vars(found)))


if __name__ == "__main__":
    _main(sys.argv[1:])

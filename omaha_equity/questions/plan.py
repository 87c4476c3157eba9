"""What is said before and while a question is answered: the plan, and the share that is done."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Method = Literal["numpy", "numba", "enumerated", "swept", "sampled"]


@dataclass(frozen=True, slots=True)
class Plan:
    """How a question will be answered.

    Attributes:
        method: for hands plain NumPy or Numba's kernels; with ranges every combination of
            combos, sweeps over boards, or sampling.
        reason: why, in words.
        core_seconds: about how long an exact answer with ranges takes one core; else 0.
        units: how many combinations or boards are to be counted, at most; else 0.
        cores: how many will do it.
    """

    method: Method
    reason: str
    core_seconds: float = 0.0
    units: int = 0
    cores: int = 1

    @property
    def seconds(self) -> float:
        """About how long an exact answer takes on this machine; 0 when sampled."""
        return self.core_seconds / self.cores


Announce = Callable[[Plan], None]
Progress = Callable[[float], None]
"""Called now and then with the share of the work that is done, 0 to 1."""


def part(progress: Progress | None, done: int, of: int) -> Progress | None:
    """Return what reports the progress of one more of ``of`` equal parts, of which some are done.

    >>> part(print, 1, 4)(0.5)
    0.375
    """
    return None if progress is None else lambda share: progress((done + share) / of)

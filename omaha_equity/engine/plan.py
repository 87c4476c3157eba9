"""The plan: which path counts a query, decided before the work starts, and why."""

from dataclasses import dataclass
from typing import Literal

from omaha_equity.kernels import load

Method = Literal["numpy", "numba"]

KERNEL_LOAD_SECONDS = 1.0
"""What importing Numba and loading cached kernels costs a process, about."""

MANY = 100
"""From so many queries at once on, kernels are quicker even when they must be loaded."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a query will be answered, and the reason in words."""

    method: Method
    reason: str


class Experience:
    """What this process has done so far, which decides what comes next.

    The NumPy path answers at once; kernels answer faster but cost their load time first.
    So NumPy serves until it has used as much time as the kernels would cost to load.
    """

    def __init__(self) -> None:
        self.numpy_seconds = 0.0

    def plan(self, queries: int = 1) -> Plan:
        """Choose the path for so many queries."""
        if load.any_loaded():
            return Plan("numba", "kernels are loaded")
        if queries >= MANY:
            return Plan("numba", f"{queries} queries repay loading the kernels")
        if self.numpy_seconds >= KERNEL_LOAD_SECONDS:
            return Plan("numba", "many queries so far repay loading the kernels")
        return Plan("numpy", "quicker than loading the kernels")

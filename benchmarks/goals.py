"""The goal beside what was measured, as one table at the end of a run."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median


@dataclass
class Goals:
    """Nothing here fails for being slow: a row says how much of its goal it uses.

    Attributes:
        rows: work, goal, measured, and what part of the goal that is.
        best: seconds by name of the work, for goals that are relative.
    """

    rows: list[tuple[str, str, str, str]] = field(default_factory=list)
    best: dict[str, float] = field(default_factory=dict)

    def add(self, work: str, goal: str, measured: str, used: float | None = None) -> None:
        """Add a row; ``used`` above 1 falls short of the goal."""
        verdict = "" if used is None else f"{used:.2f} x" + (", **short**" if used > 1 else "")
        self.rows.append((work, goal, measured, verdict))

    def lines(self) -> list[str]:
        """Return the table as Markdown, ready for README.md."""
        head = ["| work | goal | measured: best (median) | of the goal |", "|---|---|---|---|"]
        return head + [f"| {' | '.join(row)} |" for row in self.rows]


def seconds(given: float) -> str:
    """``0.000123`` -> ``0.123 ms``."""
    return f"{given * 1000:.3g} ms" if given < 1 else f"{given:.3g} s"


def best_and_median(times: Sequence[float]) -> str:
    """``"0.1 ms (0.12 ms)"``."""
    return f"{seconds(min(times))} ({seconds(median(times))})"

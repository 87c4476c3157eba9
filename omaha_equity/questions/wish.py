"""How sure an answer must be."""

from dataclasses import dataclass, replace
from typing import Self

from omaha_equity.errors import TextError


@dataclass(frozen=True, slots=True)
class Wish:
    """How sure an answer must be; without any wish it takes about a second.

    Attributes:
        exact: True = count every deal or refuse; None = where that is quick.
        precision: sample until the 95% half-width of every equity is at most this.
        deals: sample this many deals, even where counting all of them would be quick.
        seconds: sample for this long.
        seed: decides the sampled deals, for any number of threads.

    Raises:
        TextError: two wishes that exclude each other, or a number out of bounds.
    """

    exact: bool | None = None
    precision: float | None = None
    deals: int | None = None
    seconds: float | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        goals = [self.exact or None, self.precision, self.deals, self.seconds]
        if sum(goal is not None for goal in goals) > 1:
            raise TextError("give only one of exact, precision, deals and seconds")
        if self.precision is not None and not 1e-6 <= self.precision <= 0.5:
            raise TextError(f"precision is {self.precision:g}; give 0.000001 to 0.5, as 0.001")
        if self.deals is not None and not 1 <= self.deals <= 10**12:
            raise TextError(f"deals is {self.deals}; give 1 to 1,000,000,000,000")
        if self.seconds is not None and not 0 < self.seconds <= 10**6:
            raise TextError(f"seconds is {self.seconds:g}; give more than 0, at most 1,000,000")
        if not 0 <= self.seed < 2**64:
            raise TextError(f"seed is {self.seed}; give 0 to {2**64 - 1}")

    @property
    def samples(self) -> bool:
        """Whether deals must be sampled even where counting all of them is quick."""
        return self.deals is not None or self.seconds is not None

    def or_precision(self, precision: float) -> Self:
        """Return this wish; without any goal, one for ``precision``.

        >>> Wish(seed=3).or_precision(0.01), Wish(deals=5).or_precision(0.01).precision
        (Wish(exact=None, precision=0.01, deals=None, seconds=None, seed=3), None)
        """
        if self.exact or self.precision is not None or self.samples:
            return self
        return replace(self, precision=precision)

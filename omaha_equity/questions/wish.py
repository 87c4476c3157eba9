"""How sure an answer must be."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Self

from omaha_equity import fields
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
        for name, read in _READERS.items():
            given = getattr(self, name)
            if given is not None or name == "seed":
                object.__setattr__(self, name, _read(name, read, given))
        goals = [self.exact or None, self.precision, self.deals, self.seconds]
        if sum(goal is not None for goal in goals) > 1:
            raise TextError("give only one of exact, precision, deals and seconds")

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


def _read(name: str, read: Callable[[Any], Any], given: Any) -> Any:
    try:
        return read(given)
    except TextError as error:
        raise TextError(f"{name}: {error}") from None


def _precision(given: Any) -> float:
    found = fields.share(given)
    if not 1e-6 <= found <= 0.5:
        raise TextError(f"{fields.shown(given)}; give 0.000001 to 0.5, as 0.001 or 0.1%")
    return found


def _seconds(given: Any) -> float:
    found = fields.number(given, "give seconds")
    if not 0 < found <= 10**6:
        raise TextError(f"{fields.shown(given)}; give more than 0, at most 1,000,000")
    return found


_READERS: dict[str, Callable[[Any], Any]] = {
    "exact": fields.flag,
    "precision": _precision,
    "deals": lambda given: fields.whole(given, 1, 10**12),
    "seconds": _seconds,
    "seed": lambda given: fields.whole(given, 0, 2**64 - 1),
}
"""How each wish is read: for what it surely means, such as ``1e6`` deals or ``"0.1%"``."""

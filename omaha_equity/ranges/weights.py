"""The weights of all hands of a game: one small code per hand, and what the codes mean.

Even seven cards take one byte a hand this way (134 MB), unless weights differ a lot.
"""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.unsignedinteger[Any]]

FEW_LEVELS = 256
AT_ONCE = 1 << 22
DENSE = 0.02
"""A level that so large a share of all hands is on is sampled by trying hands at random."""


class Store:
    """Weights by position (see `hands`).

    Attributes:
        codes: (hands,) uint8 or uint32, read-only: indices into ``values``.
        values: (levels,) float64, read-only, rising from 0, which is "not in the range".
    """

    def __init__(self, codes: Codes, values: NDArray[np.float64]) -> None:
        codes.flags.writeable = False
        values.flags.writeable = False
        self.codes = codes
        self.values = values

    @classmethod
    def from_members(
        cls, positions: NDArray[np.int64], weights: NDArray[np.float64], hands: int
    ) -> "Store":
        """Store hands given one by one; one given twice keeps the larger weight."""
        values = np.unique(np.append(0.0, weights))
        rising = np.argsort(weights, kind="stable")
        codes: Codes = np.zeros(hands, _code_type(values))
        codes[positions[rising]] = np.searchsorted(values, weights[rising])
        return cls(codes, values)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the hands that are in where that is shorter than the codes of all."""
        there = np.flatnonzero(self.codes)
        if there.nbytes > self.codes.nbytes // 2:
            return Store, (self.codes, self.values)
        return Store.from_members, (there, self.values[self.codes[there]], len(self.codes))

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """(levels,) int64: how many hands have each value; for 0, those outside."""
        found = np.zeros(len(self.values), np.int64)
        for start in range(0, len(self.codes), AT_ONCE):
            found += np.bincount(self.codes[start : start + AT_ONCE], minlength=len(found))
        return found

    @cached_property
    def size(self) -> int:
        """How many hands are in."""
        return int(np.count_nonzero(self.codes))

    @cached_property
    def total(self) -> float:
        """The sum of all weights."""
        return float(self.counts @ self.values)

    def union(self, other: "Store") -> "Store":
        """A hand in both keeps the larger weight."""
        mine, yours, values = _aligned(self, other)
        return Store(np.maximum(mine, yours), values)

    def intersection(self, other: "Store") -> "Store":
        """A hand keeps the smaller weight."""
        mine, yours, values = _aligned(self, other)
        return Store(np.minimum(mine, yours), values)

    def difference(self, other: "Store") -> "Store":
        """Hands keep their weights, or go."""
        return Store(self.codes * (other.codes == 0), self.values.copy())

    def equals(self, other: "Store") -> bool:
        """Whether all hands have the same weights."""
        mine, yours, _ = _aligned(self, other)
        return bool(np.array_equal(mine, yours))

    def sample(self, count: int, random: np.random.Generator) -> NDArray[np.int64]:
        """Draw positions by weight, independently: (count,) int64."""
        levels = np.flatnonzero((self.counts > 0) & (self.values > 0))
        if len(levels) > FEW_LEVELS:
            members, summed = self._summed
            places = np.searchsorted(summed, random.random(count) * summed[-1], "right")
            return np.asarray(members[places], np.int64)
        shares = self.counts[levels] * self.values[levels]
        drawn = levels[random.choice(len(levels), count, p=shares / shares.sum())]
        found = np.empty(count, np.int64)
        for level in np.unique(drawn):
            here = drawn == level
            found[here] = self._sample_level(int(level), int(here.sum()), random)
        return found

    def _sample_level(
        self, level: int, count: int, random: np.random.Generator
    ) -> NDArray[np.int64]:
        share = self.counts[level] / len(self.codes)
        if share < DENSE:
            if level not in self._members_of:
                self._members_of[level] = np.flatnonzero(self.codes == level)
            members = self._members_of[level]
            return members[random.integers(len(members), size=count)]
        found: list[NDArray[np.int64]] = []
        missing = count
        while missing > 0:
            tries = random.integers(len(self.codes), size=int(missing / share * 1.1) + 16)
            found.append(tries[self.codes[tries] == level][:missing])
            missing -= len(found[-1])
        return np.concatenate(found) if found else np.empty(0, np.int64)

    @cached_property
    def _members_of(self) -> dict[int, NDArray[np.int64]]:
        return {}

    @cached_property
    def _summed(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        members = np.flatnonzero(self.codes)
        return members, np.cumsum(self.values[self.codes[members]])


def _code_type(values: NDArray[np.float64]) -> type[np.unsignedinteger[Any]]:
    return np.uint8 if len(values) <= FEW_LEVELS else np.uint32


def _aligned(one: Store, two: Store) -> tuple[Codes, Codes, NDArray[np.float64]]:
    """Return both stores' codes for one table of values."""
    if np.array_equal(one.values, two.values):
        return one.codes, two.codes, one.values.copy()
    used = [store.values[store.counts > 0] for store in (one, two)]
    values = np.unique(np.concatenate([[0.0], *used]))
    kind = _code_type(values)
    recoded = [
        np.searchsorted(values, store.values).astype(kind)[store.codes] for store in (one, two)
    ]
    return recoded[0], recoded[1], values

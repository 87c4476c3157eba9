"""Tests of chance whose false alarms are one in a million or rarer; seeds are fixed besides."""

import math
from collections.abc import Sequence

import numpy as np

FIVE_SIGMA = 5.0
KS_LIMIT = 2.6
"""Kolmogorov's distance times the square root of n exceeds this once in 370,000 times."""


def chi_square_is_likely(observed: np.ndarray, expected: np.ndarray) -> bool:
    """Whether counts fit what was expected; expected counts below 5 are put together."""
    rare = expected < 5
    seen, wanted = (
        np.append(x[~rare], x[rare].sum()) if rare.any() else x for x in (observed, expected)
    )
    if not wanted[-1]:
        assert seen[-1] == 0, "something impossible happened"
        seen, wanted = seen[:-1], wanted[:-1]
    return sum_of_squares_is_likely(float(((seen - wanted) ** 2 / wanted).sum()), len(wanted) - 1)


def sum_of_squares_is_likely(total: float, freedom: int) -> bool:
    """Whether a chi-square is neither too large nor too small (Wilson and Hilferty 1931)."""
    spread = 2 / (9 * freedom)
    z = ((total / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return abs(z) < FIVE_SIGMA


def looks_normal(scores: Sequence[float]) -> bool:
    """Whether the scores' distribution keeps close to the standard normal's."""
    ordered = np.sort(np.array(scores))
    normal = np.array([(1 + math.erf(z / math.sqrt(2))) / 2 for z in ordered])
    steps = np.arange(len(ordered) + 1) / len(ordered)
    distance = max((steps[1:] - normal).max(), (normal - steps[:-1]).max())
    return bool(distance * math.sqrt(len(ordered)) < KS_LIMIT)

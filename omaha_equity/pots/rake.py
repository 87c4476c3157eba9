"""What the house takes, and from which pot (R14)."""

from collections.abc import Sequence

from omaha_equity.errors import ImpossibleError
from omaha_equity.pots.hand import Rake


def rake_of(rake: Rake, pots: Sequence[int]) -> list[int]:
    """Return what is taken from each pot; returned bets are none of them.

    >>> from fractions import Fraction
    >>> rake_of(Rake(amount=300), [37800, 55200])
    [122, 178]
    >>> rake_of(Rake(Fraction(5), cap=30, share="per-pot"), [400, 500])
    [20, 10]
    """
    if not rake.percent and not rake.amount:
        return [0] * len(pots)
    if rake.share == "per-pot":
        return _each_alone(rake, pots)
    taken = rake.amount
    if taken is None:
        taken = _percent_of(sum(pots), rake, rake.cap)
    if taken > sum(pots):
        raise ImpossibleError("rake: the house cannot take more than the pots hold")
    return _main_first(taken, pots) if rake.share == "main-pot" else _in_proportion(taken, pots)


def _each_alone(rake: Rake, pots: Sequence[int]) -> list[int]:
    left = rake.cap
    taken = []
    for pot in pots:
        taken.append(_percent_of(pot, rake, left))
        left = None if left is None else left - taken[-1]
    return taken


def _main_first(taken: int, pots: Sequence[int]) -> list[int]:
    parts = []
    for pot in pots:
        parts.append(min(taken, pot))
        taken -= parts[-1]
    return parts


def _in_proportion(taken: int, pots: Sequence[int]) -> list[int]:
    """Round every part down; units left go to the largest remainders, the main pot first."""
    total = sum(pots)
    parts = [taken * pot // total for pot in pots]
    by_remainder = sorted(range(len(pots)), key=lambda place: -(taken * pots[place] % total))
    for place in by_remainder[: taken - sum(parts)]:
        parts[place] += 1
    return parts


def _percent_of(pot: int, rake: Rake, cap: int | None) -> int:
    """Rounded down to whole units."""
    taken = pot * rake.percent.numerator // (100 * rake.percent.denominator)
    return taken if cap is None else min(taken, cap)

"""Two holdings compared: the same luck for both, and an error of the difference."""

import os
from dataclasses import replace

import numpy as np
import pytest

from omaha_equity import GAMES, Range, compare, equity
from omaha_equity.engine import comparison
from omaha_equity.questions.query import Query
from omaha_equity.questions.wish import Wish

pytestmark = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT", "0") != "0", reason="samples for minutes"
)

SURE = 4.0

ASKED = [
    ("AsAhKsKh", "AsAhKdKc", ["QQ"], "", "plo4"),
    ("AsAhKsKh", "AsAh7s2h", ["Ts9s8h7c"], "", "plo4"),
    ("AsAh2s3d", "AsAhKsQd", ["KK!AA"], "8c7d2h", "o8"),
    ("AA", "KK", ["QcJcTd9d"], "Qd8s4h", "plo4"),
    ("AA@50,KK@100", "AA", ["QQ!(AA,KK)"], "Qd8s4h", "plo4"),
    ("AcAdKcKd", "random", ["QhQsJhJs"], "5d8s4h", "plo4"),
    ("AcAdKcKd", "QcQdJcJd", ["9h9s8h8s", "7h7s6h6s"], "", "plo4"),
]


@pytest.mark.parametrize(("first", "second", "opponents", "board", "game"), ASKED, ids=str)
def test_difference_is_right_and_surer_than_apart(
    first: str, second: str, opponents: list[str], board: str, game: str
) -> None:
    found = compare(first, second, opponents, board, game=game, deals=100_000, seed=5)
    exact = [equity([own, *opponents], board, game=game).players[0] for own in (first, second)]
    if not exact[0].error and not exact[1].error:
        truth = exact[0].equity - exact[1].equity
        assert abs(found.difference - truth) < SURE * found.error
    for result, true in zip((found.first, found.second), exact, strict=True):
        mine = result.players[0]
        assert abs(mine.equity - true.equity) < SURE * (mine.error**2 + true.error**2) ** 0.5
        assert result.boards == 100_000
    shares = [result.players[0].equity for result in (found.first, found.second)]
    assert found.difference == pytest.approx(shares[0] - shares[1], abs=1e-9)
    apart = np.hypot(*(result.players[0].error for result in (found.first, found.second)))
    assert 0 < found.error < apart


def test_like_hands_share_most_of_their_luck() -> None:
    found = compare("AsAhKsKh", "AsAhKdKc", ["QQ"], game="plo4", deals=50_000, seed=1)
    apart = np.hypot(*(result.players[0].error for result in (found.first, found.second)))
    assert found.error < 0.75 * apart


def test_a_holding_compared_with_itself_differs_by_nothing() -> None:
    found = compare("AA@50,KK@100", "AA@50,KK@100", ["QQ"], game="plo4", deals=20_000)
    assert found.difference == 0
    assert found.error < 1e-4


def test_errors_of_differences_are_what_they_say() -> None:
    """Forty seeds: the mean square of z-scores of a known difference is about 1."""
    truth = [
        equity([own, "Ts9s8h7h"], game="plo4").players[0].equity for own in ("AsAhKdKc", "JcJdQcQd")
    ]
    scores = []
    for seed in range(40):
        found = compare("AsAhKdKc", "JcJdQcQd", ["Ts9s8h7h"], game="plo4", deals=5_000, seed=seed)
        scores.append((found.difference - (truth[0] - truth[1])) / found.error)
    assert 0.3 < np.mean(np.square(scores)) < 2.5, scores
    assert np.abs(scores).max() < 5


def test_threads_do_not_change_a_comparison() -> None:
    wish = Wish(precision=0.002, seed=9)
    first = Query(GAMES["plo4"], (Range("AA"), Range("KK")), wish=wish)
    second = replace(first, players=(Range("QQ"), Range("KK")))
    found = [comparison.compare(first, second, thread_count=threads) for threads in (1, 2, 5)]
    assert {f.difference for f in found} == {found[0].difference}
    assert {f.error for f in found} == {found[0].error}
    assert all(f.first.players[0].outcomes == found[0].first.players[0].outcomes for f in found)
    assert 1.96 * found[0].error <= 0.002

"""The kernels behind ranges, interpreted and with checked bounds, and small laws of their own."""

import json
import os
import subprocess
import sys
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from omaha_equity.kernels import sweep

SCRIPT = """
import json
import numpy as np
from omaha_equity import GAMES
from omaha_equity.engine import sampling, sweep
from omaha_equity.engine.combos import possible_combos
from omaha_equity.questions.query import Query
from omaha_equity.questions.wish import Wish
from omaha_equity.ranges.range import Range
np.seterr(over="ignore")  # interpreted, random counters wrap around aloud
found = []
list_of = lambda seen: [part.tolist() for part in (*seen[0][:-1], seen[1])]
for name, cards in (("plo4", 4), ("o8", 4), ("o8-5", 5)):
    rng = np.random.default_rng(cards)
    draw = lambda: np.array([rng.choice(20, cards, False) for _ in range(12)])
    players = [Range.from_arrays(draw(), rng.random(12), name) for _ in range(2)]
    board = (0, 5, 10, 13)
    dead = tuple(range(30, 52))
    query = Query(GAMES[name], (*players, None), (board,), dead, wish=Wish(seed=5))
    combos = possible_combos(query)
    dealing = sampling.Dealing.of(query.game, combos, [board], dead, 5, fresh=True).repeated(2)
    part = sampling.count_chunk(dealing, 1, 30, lambda *seen: found.append(list_of(seen)))
    found += [part.counts.tolist(), part.squares.tolist(), part.rejected]
    query = Query(GAMES[name], tuple(players), (board,), dead)
    ours, theirs = possible_combos(query)
    swept = sweep.sweep_combos(query, ours, theirs, thread_count=1)
    found += [swept.counts.tolist(), swept.by_combo.tolist()]
print(json.dumps(found))
"""


@cache
def run_script(**variables: str) -> list:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0", "NUMBA_BOUNDSCHECK": "0", **variables}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", SCRIPT],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found: list = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(
    "variable", ["NUMBA_DISABLE_JIT", pytest.param("NUMBA_BOUNDSCHECK", marks=pytest.mark.kernels)]
)
def test_kernels_do_the_same_interpreted_and_with_checked_bounds(variable: str) -> None:
    assert run_script(**{variable: "1"}) == run_script()


@pytest.mark.parametrize("held", [4, 5, 6])
def test_sets_of_cards_have_a_counter_each(held: int) -> None:
    """Any two hands share a counter exactly for the sets of cards that they share."""
    generator = np.random.default_rng(held)
    hands = np.array([np.sort(generator.choice(14, held, False)) for _ in range(60)], np.uint8)
    hands += np.uint8(38)
    places = np.zeros((60, (1 << held) - 1), np.int32)
    sweep.place_subsets(hands, places)
    set_at: dict[int, tuple[int, ...]] = {}
    for hand, row in zip(hands.tolist(), places.tolist(), strict=True):
        sets = {
            tuple(card for bit, card in enumerate(hand) if subset >> bit & 1)
            for subset in range(len(row))
        }
        assert sets == {c for size in range(held) for c in combinations(hand, size)}
        for subset, place in enumerate(row):
            cards = tuple(card for bit, card in enumerate(hand) if subset >> bit & 1)
            assert set_at.setdefault(place, cards) == cards
    assert len({*set_at.values()}) == len(set_at)


@pytest.mark.parametrize("held", [4, 5, 6, 7])
def test_signs_alternate(held: int) -> None:
    signs = sweep.subset_signs(held)
    assert signs.tolist() == [(-1) ** subset.bit_count() for subset in range((1 << held) - 1)]


def test_lows_are_numbered_in_their_order() -> None:
    mine, theirs = np.array([0, 56, 7, 7]), np.array([30, 0, 7])
    assert sweep.number_lows(mine, theirs, np.zeros(57, np.int64)) == 4
    assert (mine.tolist(), theirs.tolist()) == ([0, 3, 1, 1], [2, 0, 1])


def test_combos_are_sorted_by_value_and_impossible_ones_left_out() -> None:
    values = np.array([5, 0, 7462, 1, 5], np.uint16)
    order = np.zeros(5, np.int64)
    possible = sweep.sort_by_value(values, order)
    assert order[:possible].tolist() == [3, 0, 4, 2]

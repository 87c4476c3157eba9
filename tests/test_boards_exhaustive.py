"""Several boards by brute force on many random spots, and on boards of the full deck."""

from random import Random

import boards_oracle
import pytest
from test_boards import brute_seed, check_against_brute_force, every_game

from omaha_equity import Game

pytestmark = pytest.mark.exhaustive

SPOTS = 20
# The most cards left keeps pairs below a hundred million.
DOUBLE = [((0, 0), 13), ((0, 3), 16), ((0, 4), 17), ((0, 5), 20), ((1, 2), 14), ((2, 3), 18)]
LATE = [((3, 3), 40), ((3, 4), 40), ((3, 5), 40), ((4, 4), 40), ((4, 5), 40), ((5, 5), 40)]
RUNS = [((3,), 2, 40), ((4,), 2, 40), ((4,), 3, 40), ((3,), 3, 18), ((0,), 2, 13), ((1,), 2, 13)]


def check(game: Game, known: tuple[int, ...], runs: int, unseen: int, spots: int) -> None:
    random = Random(brute_seed(game, *known, runs, 9))
    for _ in range(spots):
        needed = sum(5 - cards for cards in known) * (runs or 1)
        room = (52 - sum(known) - needed) // game.hole_cards
        players = random.randint(2, min(6, room))
        left = random.randint(needed, max(needed, unseen))
        spot = boards_oracle.deal(random, game, known, runs, players, left)
        check_against_brute_force(spot)


@every_game
@pytest.mark.parametrize(("known", "unseen"), DOUBLE)
def test_many_early_double_boards(game: Game, known: tuple[int, int], unseen: int) -> None:
    check(game, known, 0, unseen, 4)


@every_game
@pytest.mark.parametrize(("known", "unseen"), LATE)
def test_many_late_double_boards(game: Game, known: tuple[int, int], unseen: int) -> None:
    check(game, known, 0, unseen, SPOTS)


@every_game
@pytest.mark.parametrize(("known", "runs", "unseen"), RUNS)
def test_many_runs(game: Game, known: tuple[int], runs: int, unseen: int) -> None:
    check(game, known, runs, unseen, SPOTS // 2)

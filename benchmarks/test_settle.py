"""Finished hands settled through the API: a second's worth."""

import random
from fractions import Fraction
from typing import Any

import pytest
from goals import Goals, best_and_median

import omaha_equity as oe
from omaha_equity import GAMES, Game, PotHand, Rake, Seat, Settlement

HANDS = 2_000
GOAL = 20_000


def random_hands(game: Game, players: int, boards: int) -> list[PotHand]:
    """Three players or fewer contest pots of different depth; the others have folded."""
    rng = random.Random(game.name + str(players))
    hands = []
    for _ in range(HANDS):
        deck = rng.sample(range(52), 52)
        seats = []
        for place in range(players):
            hole = tuple(deck.pop() for _ in range(game.hole_cards))
            seats.append(Seat(f"P{place}", rng.randint(1, 500), hole, folded=place > 2))
        runs = tuple(tuple(deck.pop() for _ in range(5)) for _ in range(boards))
        rake = Rake(Fraction(5), cap=30)
        hands.append(PotHand(game, tuple(seats), runs, players, rake=rake))
    return hands


def check(settled: list[Settlement]) -> None:
    """Every chip is accounted for, and the winner of a main pot has the best hand."""
    for found in settled:
        assert sum(found.won) + found.rake + sum(found.back) == found.hand.total
    for found in settled[::50]:
        pot, game = found.pots[0], found.hand.game
        for board in pot.boards:
            made = [
                oe.evaluate(found.hand.seats[seat].hole, board.board, game).high.value
                for seat in pot.contenders
            ]
            best = {s for s, v in zip(pot.contenders, made, strict=True) if v == max(made)}
            assert {seat for seat, _ in board.halves[0].awards} == best


@pytest.mark.parametrize(
    ("game", "players", "boards"),
    [("plo4", 2, 1), ("plo4", 6, 1), ("o8", 6, 1), ("plo5", 6, 2), ("o8-5", 6, 2)],
)
def test_hands_a_second(game: str, players: int, boards: int, benchmark: Any, goals: Goals) -> None:
    benchmark.extra_info["goal"] = f"at least {GOAL:,} hands a second"
    hands = random_hands(GAMES[game], players, boards)

    def settle_all() -> list[Settlement]:
        return [oe.settle(hand) for hand in hands]

    check(benchmark(settle_all))
    if benchmark.disabled:
        return
    times = benchmark.stats["data"]
    rate = HANDS / min(times)
    work = f"`settle`, {players} players, {boards} board{'s' * (boards > 1)}, {game}"
    goals.add(
        work,
        f"{GOAL:,} hands a second",
        f"{best_and_median(times)}, {rate:,.0f} a second",
        GOAL / rate,
    )

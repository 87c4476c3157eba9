"""The same questions here and in other libraries: answers compared first, then timed in turns.

Run it with ``nox -s peers``.  Every ratio is best time by best time.
"""

import argparse
import os
import platform
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from itertools import combinations
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import numpy as np
import phevaluator
import poker_equity
import pokerkit
from goals import seconds
from spots import FLOP, PREFLOP, SIX_HANDS, WORST_TO_BEST, Spot, random_deals

import omaha_equity as oe
from omaha_equity import format_cards, parse_cards
from omaha_equity.cards import CARD_TEXTS, DECK_SIZE
from omaha_equity.engine import sampling
from omaha_equity.engine.combos import possible_combos
from omaha_equity.questions.query import Query
from omaha_equity.questions.wish import Wish

Timing = tuple[float, float]


@dataclass(frozen=True)
class Comparison:
    """One piece of work done by both.

    Attributes:
        ours: what is timed here.
        theirs: what is timed there.
        same: whether the answers of both are the same.
        goal: how many times quicker this should be; None = no goal.
        ours_per_round: how often ours runs for each run of theirs.
    """

    work: str
    peer: str
    ours: Callable[[], Any]
    theirs: Callable[[], Any]
    same: Callable[[Any, Any], bool]
    goal: float | None = None
    ours_per_round: int = 20


# Equities against poker-equity's exact mode.


def ask(spot: Spot) -> oe.Result:
    return oe.equity(spot.hands, board=spot.board, game=spot.game)


def ask_peer(spot: Spot) -> dict[str, Any]:
    answer: dict[str, Any] = poker_equity.exact_from_text(
        spot.peer_game, list(spot.hands), spot.board
    )
    return answer


def same_equities(ours: oe.Result, theirs: dict[str, Any]) -> bool:
    """All counts of both players, not only the equity."""
    same = theirs["exact"] and ours.boards == theirs["samples"]
    for seat, player in enumerate(ours.players):
        counts = {
            "share_sum": float(player.equity_exact * ours.boards),
            "high_win_count": player.high_wins,
            "low_win_count": player.low_wins,
            "scoop_count": player.scoops,
        }
        same = same and all(theirs[name][seat] == count for name, count in counts.items())
    return bool(same)


def exact_mode(spot: Spot, goal: float | None = None) -> Comparison:
    return Comparison(
        spot.name,
        "poker-equity, exact mode",
        partial(ask, spot),
        partial(ask_peer, spot),
        same_equities,
        goal,
    )


# Sampled equities against poker-equity's sampler, one thread each.

SAMPLED = 1_000_000
SURE = 5.0
"""Standard errors of both within which sampled answers are the same."""


def sample(hands: Sequence[str]) -> oe.Result:
    players = tuple(oe.Range(hand) for hand in hands)
    query = Query(oe.GAMES["plo4"], players, wish=Wish(deals=SAMPLED, seed=1))
    return sampling.sample(query, possible_combos(query), thread_count=1).result(query)


def sample_peer(hands: Sequence[str]) -> dict[str, Any]:
    answer: dict[str, Any] = poker_equity.chunk_from_text(
        "omaha", list(hands), samples=SAMPLED, seed=1, threads=1
    )
    return answer


def same_samples(ours: oe.Result, theirs: dict[str, Any]) -> bool:
    pairs = zip(ours.players, theirs["players"], strict=True)
    return ours.boards == theirs["samples"] and all(
        abs(one.equity - other["equity"]) < SURE * np.hypot(one.error, other["std_error"])
        for one, other in pairs
    )


def sampler(hands: Sequence[str], goal: float) -> Comparison:
    return Comparison(
        f"{SAMPLED:,} random deals of {len(hands)} hands, one thread",
        "poker-equity, sampled",
        partial(sample, hands),
        partial(sample_peer, hands),
        same_samples,
        goal,
        5,
    )


# The plain loop that many write: every board, both hands, a good evaluator.


def loop_over_boards(hands: list[tuple[int, ...]]) -> list[int]:
    """Boards won by the first, won by the second, and shared."""
    first, second = hands
    deck = [card for card in range(DECK_SIZE) if card not in first + second]
    counts = [0, 0, 0]
    value = phevaluator.evaluate_omaha_cards
    for board in combinations(deck, 5):
        a, b = value(*board, *first), value(*board, *second)
        counts[0 if a < b else 1 if b < a else 2] += 1
    return counts


def same_counts(ours: oe.Result, theirs: list[int]) -> bool:
    shared = sum(ours.players[0].high_ties.values())
    return [*(player.high_wins for player in ours.players), shared] == theirs


def plain_loop(spot: Spot) -> Comparison:
    return Comparison(
        spot.name,
        "a Python loop over all boards with phevaluator",
        partial(ask, spot),
        partial(loop_over_boards, [parse_cards(hand) for hand in spot.hands]),
        same_counts,
    )


# Values of deals.


def evaluation(
    peer: str, deals: int, prepare: Any, evaluate: Any, to_value: Any, goal: float | None = None
) -> Comparison:
    """The peer finds every deal prepared in a form that it takes."""
    holes, boards = random_deals(deals, 4, seed=4)
    rows = [prepare(*deal) for deal in zip(holes.tolist(), boards.tolist(), strict=True)]

    def theirs() -> list[Any]:
        return [evaluate(*row) for row in rows]

    def same(ours: np.ndarray, found: list[Any]) -> bool:
        return ours.tolist() == [to_value(one) for one in found]

    ours = partial(oe.evaluate_many, holes, boards)
    return Comparison(f"{deals:,} random 4-card deals", peer, ours, theirs, same, goal, 5)


def integers(hole: list[int], board: list[int]) -> list[int]:
    return [*board, *hole]


def texts(hole: list[int], board: list[int]) -> list[str]:
    return [CARD_TEXTS[card] for card in integers(hole, board)]


def phevaluator_value(rank: int) -> int:
    return WORST_TO_BEST - rank


def pokerkit_row(hole: list[int], board: list[int]) -> list[tuple[pokerkit.Card, ...]]:
    return [tuple(pokerkit.Card.parse(format_cards(cards))) for cards in (hole, board)]


def pokerkit_value(hand: pokerkit.OmahaHoldemHand) -> int:
    """Its classes are numbered from 0, the worst."""
    return hand.entry.index + 1


def comparisons() -> list[Comparison]:
    """Everything that is compared."""
    goals = {"plo4": 900.0, "o8": 600.0}
    rank = phevaluator.evaluate_omaha_cards
    return [
        *(exact_mode(spot, goals.get(spot.game)) for spot in PREFLOP if spot.peer_game),
        *(exact_mode(spot) for spot in FLOP),
        sampler(PREFLOP[0].hands, 7.0),
        sampler(SIX_HANDS, 7.0),
        plain_loop(PREFLOP[0]),
        evaluation(
            "phevaluator, cards as integers", 1_000_000, integers, rank, phevaluator_value, 60.0
        ),
        evaluation("phevaluator, cards as texts", 100_000, texts, rank, phevaluator_value),
        evaluation(
            "pokerkit", 2_000, pokerkit_row, pokerkit.OmahaHoldemHand.from_game, pokerkit_value
        ),
    ]


def clock(work: Callable[[], Any]) -> Timing:
    """Wall and processor seconds of one run."""
    wall, processor = perf_counter(), process_time()
    work()
    return perf_counter() - wall, process_time() - processor


def compare(comparison: Comparison, rounds: int) -> str:
    """Check that the answers agree, then time both in turns; return a row of the table."""
    if not comparison.same(comparison.ours(), comparison.theirs()):
        sys.exit(f"{comparison.work}: {comparison.peer} answers differently")
    ours: list[Timing] = []
    theirs: list[Timing] = []
    for _ in range(rounds):
        theirs.append(clock(comparison.theirs))
        ours += [clock(comparison.ours) for _ in range(comparison.ours_per_round)]
    (our_wall, our_cpu), (wall, cpu) = (
        map(min, zip(*times, strict=True)) for times in (ours, theirs)
    )
    goal = f"{comparison.goal:,.0f} x" if comparison.goal else ""
    cells = [
        comparison.work,
        comparison.peer,
        seconds(our_wall),
        seconds(wall),
        f"{wall / our_wall:,.0f} x",
        f"{cpu / our_cpu:,.0f} x",
        goal,
    ]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="runs of every peer (default: 5)")
    rounds = parser.parse_args().rounds
    oe.warmup()
    peers = ", ".join(
        f"{name} {version(name)}" for name in ("poker-equity", "phevaluator", "pokerkit")
    )
    print(f"{peers}; Python {platform.python_version()}; {os.cpu_count()} x {processor()}\n")
    print("| the same work | peer | here | peer's | ratio | by processor time | goal |")
    print("|---|---|---|---|---|---|---|")
    for comparison in comparisons():
        print(compare(comparison, rounds), flush=True)


def processor() -> str:
    """The processor's name, where the system tells it."""
    facts = Path("/proc/cpuinfo")
    lines = facts.read_text().splitlines() if facts.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


if __name__ == "__main__":
    main()

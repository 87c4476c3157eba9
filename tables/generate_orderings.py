"""Generate the orderings: every suit class of a game by its exact equity against a random hand.

    python tables/generate_orderings.py plo4 o8 plo5 plo6   write tables/orderings/NAME.npy

Listing all deals is out of the question (211,315,436,640 for each four-card hand), so they
are counted by type:

1.  As if there were no flushes, a showdown depends on rank multisets only: 6188 boards by
    some thousands of hands.
2.  A board with three or more cards of one suit s adds a correction, the true outcome less
    the one of step 1.  There, what matters of a hand is its *type*: its set of ranks in suit
    s, and the rank multiset of its other cards.  Step 1 is the case of no suit s.
3.  For one board, types are swept in the order of their values.  Counters keep, for every
    smaller type t, how many opposing hands behind contain given cards of type t; the number
    of those that share no card with a hand is the alternating sum over the hand's subsets.
4.  A hand's total is step 1 for its ranks plus step 2 for its type in each of four suits.

Everything is an integer (kept in float64 below 2**53), so the equities are exact.  With six
cards step 2 would take hours; there, for every set of suited board ranks, the other cards are
sampled: all flushes still meet, and only what the other cards do beside them is estimated.
"""

import hashlib
import json
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from pathlib import Path
from typing import NamedTuple

import numba
import numpy as np

HERE = Path(__file__).parent
FOLDER = HERE / "orderings"
sys.path.insert(0, str(HERE.parent))

from omaha_equity.games import GAMES, Game  # noqa: E402
from omaha_equity.tables import rank_tables  # noqa: E402

RANKS = 13
BOARD = 5
VALUES = 7463
SEED = 20240229
SETS_OF_OTHERS = {3: 6, 4: 1}
"""How many sets of other cards are sampled beside three and four suited cards."""

SAMPLED = {"plo6"}
UNITS = {"plo4": np.int64, "o8": np.int64, "plo5": np.int64, "plo6": np.uint16}

BoardType = tuple[tuple[int, ...], tuple[int, ...]]
"""Suited ranks, other ranks."""


class Types(NamedTuple):
    """All hand types of one size, and their subsets.

    suited: (T,) mask of the ranks in suit s.
    ranks: (T,) number of the whole rank multiset.
    others: (T, 13) how many other cards of each rank.
    first: (T + 1,) where a type's subsets start in the next three arrays.
    subset: number of a smaller type; coefficient: how many such subsets the type has;
    sign: +1 for an even number of cards, -1 for odd.
    subset_suited, subset_others: as above, of each smaller type.
    """

    suited: np.ndarray
    ranks: np.ndarray
    others: np.ndarray
    first: np.ndarray
    subset: np.ndarray
    coefficient: np.ndarray
    sign: np.ndarray
    subset_others: np.ndarray


class Boards(NamedTuple):
    """Boards by type: suited ranks, counts of the others, rank multiset number, times."""

    suited: np.ndarray
    others: np.ndarray
    number: np.ndarray
    times: np.ndarray


def colex(ranks: tuple[int, ...]) -> int:
    return sum(comb(rank + i, i + 1) for i, rank in enumerate(sorted(ranks)))


def list_types(size: int, with_suit: bool) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """All (suited ranks, other ranks) of ``size`` cards; at most three others of a rank."""
    most = 3 if with_suit else 4
    found = []
    for in_suit in range(size + 1 if with_suit else 1):
        for suited in combinations(range(RANKS), in_suit):
            others = combinations_with_replacement(range(RANKS), size - in_suit)
            found += [(suited, ranks) for ranks in others]
    return [(a, b) for a, b in found if all(b.count(rank) <= most for rank in set(b))]


def subsets_of(others: tuple[int, ...]) -> dict[tuple[int, ...], int]:
    """Sub-multisets with the number of ways to choose each."""
    found: dict[tuple[int, ...], int] = {}
    for size in range(len(others) + 1):
        for chosen in combinations(others, size):
            found[chosen] = found.get(chosen, 0) + 1
    return found


def count_ranks(ranks: tuple[int, ...]) -> list[int]:
    return [ranks.count(rank) for rank in range(RANKS)]


def build_types(hole_cards: int, with_suit: bool) -> Types:
    """Number the types of hands and of their subsets."""
    types = list_types(hole_cards, with_suit)
    numbers: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
    first, subset, coefficient, sign = [0], [], [], []
    other_subsets = {others: list(subsets_of(others).items()) for _, others in types}
    for suited, others in types:
        for size in range(len(suited) + 1):
            for a in combinations(suited, size):
                for b, ways in other_subsets[others]:
                    subset.append(numbers.setdefault((a, b), len(numbers)))
                    coefficient.append(ways)
                    sign.append(-1 if (len(a) + len(b)) % 2 else 1)
        first.append(len(subset))
    return Types(
        suited=np.array([sum(1 << rank for rank in a) for a, _ in types], np.int64),
        ranks=np.array([colex(a + b) for a, b in types], np.int64),
        others=np.array([count_ranks(b) for _, b in types], np.int64),
        first=np.array(first, np.int64),
        subset=np.array(subset, np.int32),
        coefficient=np.array(coefficient, np.float64),
        sign=np.array(sign, np.float64),
        subset_others=np.array([count_ranks(b) for _, b in numbers], np.int8),
    )


def build_boards(with_suit: bool, sampled: bool) -> Boards:
    """All boards by type: with three or more of suit s, or all of them without suits."""
    types = [(a, b) for a, b in list_types(BOARD, with_suit) if len(a) >= 3 or not with_suit]
    times = sample_others(types) if with_suit and sampled else dict.fromkeys(types, 1.0)
    return Boards(
        suited=np.array([sum(1 << rank for rank in a) for a, _ in times], np.int64),
        others=np.array([count_ranks(b) for _, b in times], np.int64),
        number=np.array([colex(a + b) for a, b in times], np.int64),
        times=np.array(list(times.values())),
    )


def sample_others(types: list[BoardType]) -> dict[BoardType, float]:
    """For every suited set some of its sets of other ranks, each with what it stands for.

    Systematic sampling: of a suited set's boards every so-maniest, from a random start.
    """
    rng = np.random.default_rng(SEED)
    by_suited: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for suited, others in types:
        by_suited.setdefault(suited, []).append(others)
    times: dict[BoardType, float] = {}
    for suited, sets in by_suited.items():
        ways = np.array([ways_to_suit(others) for others in sets])
        if len(suited) == BOARD:
            times[suited, ()] = 1.0
            continue
        shuffled = rng.permutation(len(sets))
        edges = np.cumsum(ways[shuffled])
        wanted = SETS_OF_OTHERS[len(suited)]
        points = (np.arange(wanted) + rng.random()) * edges[-1] / wanted
        for place in np.searchsorted(edges, points, side="right"):
            chosen = shuffled[place]
            key = (suited, sets[chosen])
            times[key] = times.get(key, 0.0) + edges[-1] / wanted / ways[chosen]
    return times


def ways_to_suit(others: tuple[int, ...]) -> int:
    """In how many ways three suits make these ranks."""
    return prod(comb(3, others.count(rank)) for rank in set(others))


def rank_multiset_pairs(hole_cards: int) -> np.ndarray:
    """The hole pairs of every rank multiset, (multisets, pairs)."""
    multisets = sorted(combinations_with_replacement(range(RANKS), hole_cards), key=colex)
    return np.array([[colex(pair) for pair in combinations(m, 2)] for m in multisets], np.int64)


def rank_multiset_lows(hole_cards: int) -> np.ndarray:
    """The low mask of every rank multiset; see tables/generate.py."""
    multisets = sorted(combinations_with_replacement(range(RANKS), hole_cards), key=colex)
    bits = [2 << rank if rank < 7 else 0 for rank in range(RANKS - 1)] + [1]
    return np.array([sum({bits[rank] for rank in m}) for m in multisets], np.int64)


@numba.njit(nogil=True)
def choose(n, k):
    value = 1
    for i in range(k):
        value = value * (n - i) // (i + 1)
    return value


@numba.njit(nogil=True)
def ways(available, wanted):
    """In how many ways cards of each rank can be chosen."""
    product = 1
    for rank in range(RANKS):
        if wanted[rank]:
            product *= choose(available[rank], np.int64(wanted[rank]))
    return product


@numba.njit(nogil=True)
def sort_types(values, weight, order, starts):
    """Order types that can be held by value; ``starts`` are the groups of equal value."""
    count = np.zeros(VALUES + 1, np.int64)
    for i in range(len(values)):
        if weight[i] > 0:
            count[values[i] + 1] += 1
    count = np.cumsum(count)
    groups = 0
    for value in range(VALUES):
        if count[value + 1] > count[value]:
            starts[groups] = count[value]
            groups += 1
    starts[groups] = count[VALUES]
    for i in range(len(values)):
        if weight[i] > 0:
            order[count[values[i]]] = i
            count[values[i]] += 1
    return groups


@numba.njit(nogil=True)
def add_behind(types, hand, weight, per_subset, counters):
    """Add a hand type's hands to the counters of all its subsets."""
    for i in range(types.first[hand], types.first[hand + 1]):
        subset = types.subset[i]
        counters[subset] += weight * types.coefficient[i] / per_subset[subset]


@numba.njit(nogil=True)
def disjoint(types, hand, counters):
    """How many hands in the counters share no card with a hand of this type."""
    total = 0.0
    for i in range(types.first[hand], types.first[hand + 1]):
        total += types.sign[i] * types.coefficient[i] * counters[types.subset[i]]
    return total


@numba.njit(nogil=True)
def sweep(types, values, weight, heroes, villains, per_subset, factor, scores):
    """Add to ``scores`` 2 for every villain behind and 1 for every tie, times ``factor``."""
    order = np.empty(len(values), np.int64)
    starts = np.empty(VALUES + 1, np.int64)
    groups = sort_types(values, weight, order, starts)
    counters = np.zeros(len(per_subset))
    for group in range(groups):
        members = order[starts[group] : starts[group + 1]]
        for hand in members:
            if heroes[hand]:
                scores[hand] += factor * disjoint(types, hand, counters)
        for hand in members:
            if villains[hand]:
                add_behind(types, hand, weight[hand], per_subset, counters)
        for hand in members:
            if heroes[hand]:
                scores[hand] += factor * disjoint(types, hand, counters)


@numba.njit(nogil=True)
def values_without_flush(number, pairs, pair_on_board):
    best = np.zeros(len(pairs), np.int64)
    for i in range(len(pairs)):
        for pair in pairs[i]:
            best[i] = max(best[i], np.int64(pair_on_board[pair, number]))
    return best


@numba.njit(nogil=True)
def flush_values(board_mask, flush_table):
    """The best flush of each mask of suited hole ranks with three ranks of the board."""
    best = np.zeros(1 << RANKS, np.int64)
    for hole in range(1, 1 << RANKS):
        lowest = hole & -hole
        rest = hole ^ lowest
        if rest == 0 or hole & board_mask:
            continue
        if rest & (rest - 1) == 0:
            best[hole] = flush_of_pair(hole, board_mask, flush_table)
            continue
        out = hole
        while out:
            bit = out & -out
            out ^= bit
            best[hole] = max(best[hole], best[hole ^ bit])
    return best


@numba.njit(nogil=True)
def flush_of_pair(pair, board_mask, flush_table):
    best = np.int64(flush_table[pair | board_mask])
    for i in range(RANKS):
        if board_mask >> i & 1:
            best = max(best, np.int64(flush_table[pair | (board_mask ^ (1 << i))]))
            for j in range(i):
                if board_mask >> j & 1:
                    four = board_mask ^ (1 << i) ^ (1 << j)
                    best = max(best, np.int64(flush_table[pair | four]))
    return best


@numba.njit(nogil=True)
def score_board(board_mask, others, number, times, suit_size, types, pairs, lows, tables, totals):
    """Add one board type's scores, ``times`` over, to ``totals``.

    ``suit_size`` is how many cards of a rank are not of suit s: 3, or 4 without a suit s.

    Scores are in quarters of a pot in high/low (``lows`` given), in halves in high.
    """
    count = len(types.suited)
    left = suit_size - others
    weight = np.zeros(count)
    hero_ways = np.zeros(count)
    for i in range(count):
        if types.suited[i] & board_mask == 0:
            weight[i] = ways(left, types.others[i])
            hero_ways[i] = ways(suit_size - types.others[i], others)
    per_subset = np.ones(len(types.subset_others))
    for i in range(len(per_subset)):
        per_subset[i] = max(1, ways(left, types.subset_others[i]))
    plain = values_without_flush(number, pairs, tables.pair_on_board)[types.ranks]
    everyone = np.ones(count, np.bool_)
    no_low = everyone
    low = np.zeros(count, np.int64)
    if len(lows):
        low = low_values(number, lows, tables)[types.ranks]
        no_low = low == 0
    scores = np.zeros(count)
    if suit_size == 3:
        flush = flush_values(board_mask, tables.flush)[types.suited]
        true = np.maximum(plain, flush)
        sweep(types, true, weight, everyone, everyone, per_subset, 1.0, scores)
        sweep(types, plain, weight, everyone, everyone, per_subset, -1.0, scores)
        if len(lows):
            sweep(types, true, weight, no_low, no_low, per_subset, 1.0, scores)
            sweep(types, plain, weight, no_low, no_low, per_subset, -1.0, scores)
    else:
        sweep(types, plain, weight, everyone, everyone, per_subset, 1.0, scores)
        if len(lows):
            sweep(types, plain, weight, no_low, no_low, per_subset, 1.0, scores)
            sweep(types, low, weight, ~no_low, everyone, per_subset, 1.0, scores)
    for i in range(count):
        totals[i] += scores[i] * hero_ways[i] * times


@numba.njit(nogil=True)
def low_values(number, lows, tables):
    found = np.zeros(len(lows), np.int64)
    for i in range(len(lows)):
        found[i] = tables.low[tables.board_lows[number], lows[i]]
    return found


@numba.njit(nogil=True)
def score_boards(boards, chosen, suit_size, types, pairs, lows, tables, totals):
    for board in chosen:
        score_board(
            boards.suited[board], boards.others[board], boards.number[board],
            boards.times[board], suit_size, types, pairs, lows, tables, totals,
        )  # fmt: skip


def total_by_type(game: Game, with_suit: bool) -> tuple[Types, np.ndarray]:
    """Score every board type, on all cores."""
    types = build_types(game.hole_cards, with_suit)
    boards = build_boards(with_suit, game.name in SAMPLED)
    pairs = rank_multiset_pairs(game.hole_cards)
    lows = rank_multiset_lows(game.hole_cards) if game.high_low else np.zeros(0, np.int64)
    chunks = np.array_split(np.arange(len(boards.suited)), 200)
    done = 0

    def score(chunk: np.ndarray) -> np.ndarray:
        nonlocal done
        totals = np.zeros(len(types.suited))
        size = 3 if with_suit else 4
        score_boards(boards, chunk, size, types, pairs, lows, rank_tables(), totals)
        done += len(chunk)
        print(f"\r{game.name}: {done} of {len(boards.suited)} boards", end="", file=sys.stderr)
        return totals

    total = score(chunks[0])
    with ThreadPoolExecutor() as pool:
        for part in pool.map(score, chunks[1:]):
            total += part
    print(file=sys.stderr)
    return types, total


def suit_classes(hole_cards: int) -> np.ndarray:
    """One hand of every class, as four sorted 13-bit suit masks, in rising order."""
    masks: dict[int, list[int]] = {}
    for mask in range(1 << RANKS):
        if mask.bit_count() <= hole_cards:
            masks.setdefault(mask.bit_count(), []).append(mask)
    shapes = [
        s for s in combinations_with_replacement(range(hole_cards + 1), 4) if sum(s) == hole_cards
    ]
    rows = []
    for shape in shapes:
        parts = np.meshgrid(*(np.array(masks[n], np.int64) for n in shape), indexing="ij")
        grid = np.stack([part.ravel() for part in parts], axis=1)
        keep = np.ones(len(grid), bool)
        for i in range(3):
            if shape[i] == shape[i + 1]:
                keep &= grid[:, i] <= grid[:, i + 1]
        rows.append(np.sort(grid[keep], axis=1))
    return np.unique(np.concatenate(rows), axis=0)


def class_scores(game: Game, classes: np.ndarray) -> np.ndarray:
    """Every class's exact score: wins twice, ties once (doubled again in high/low)."""
    plain_types, plain = total_by_type(game, with_suit=False)
    suit_types, correction = total_by_type(game, with_suit=True)
    by_ranks = dict(zip(plain_types.ranks.tolist(), plain.tolist(), strict=True))
    keys = zip(suit_types.suited.tolist(), suit_types.ranks.tolist(), strict=True)
    by_type = dict(zip(keys, correction.tolist(), strict=True))
    scores = np.zeros(len(classes))
    for i, masks in enumerate(classes.tolist()):
        ranks = [rank for mask in masks for rank in range(RANKS) if mask >> rank & 1]
        number = colex(tuple(ranks))
        scores[i] = by_ranks[number] + sum(by_type[mask, number] for mask in masks)
    return scores


def as_units(name: str, scores: np.ndarray) -> np.ndarray:
    """Exact scores as they are; sampled ones as 65,536 steps of the share of hands below."""
    if UNITS[name] is np.int64:
        return np.rint(scores).astype(np.int64)
    low, high = scores.min(), scores.max()
    return np.rint((scores - low) / (high - low) * 65535).astype(np.uint16)


def write(name: str, scores: np.ndarray) -> None:
    """Write an ordering and its line in the manifest."""
    FOLDER.mkdir(exist_ok=True)
    np.save(FOLDER / f"{name}.npy", scores)
    manifest_path = FOLDER / "manifest.json"
    manifest = json.loads(manifest_path.read_text()) if manifest_path.exists() else {}
    content = (FOLDER / f"{name}.npy").read_bytes()
    manifest[name] = {
        "sha256": hashlib.sha256(content).hexdigest(),
        "bytes": len(content),
        "shape": list(scores.shape),
        "dtype": scores.dtype.name,
        "basis": "sampled" if name in SAMPLED else "exact",
    }
    manifest_path.write_text(json.dumps(dict(sorted(manifest.items())), indent=2) + "\n")


def main() -> None:
    for name in sys.argv[1:]:
        game = GAMES[name]
        start = time.perf_counter()
        classes = suit_classes(game.hole_cards)
        print(f"{name}: {len(classes)} classes", file=sys.stderr)
        write(name, as_units(name, class_scores(game, classes)))
        print(f"{name}: {time.perf_counter() - start:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()

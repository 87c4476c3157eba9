"""Generate the rank tables by combinatorial reasoning, with a manifest of checksums.

    python tables/generate.py          write the tables and the manifest
    python tables/generate.py --check  rebuild in memory, fail on any difference

Nothing here uses the evaluators that the tables serve.  Every five-card hand that is no
flush is a multiset of five ranks; those are listed best first from the definition of the
categories (rule R3), and flushes slot in between full houses and straights.
"""

import argparse
import hashlib
import io
import json
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
RANKS = range(13)
ACE = 12
WHEEL = (0, 1, 2, 3, ACE)
LOW_RANKS = 8
HIGHEST_STRAIGHT_FIRST = [tuple(range(top - 4, top + 1)) for top in range(ACE, 3, -1)] + [WHEEL]


def colex(ranks: tuple[int, ...]) -> int:
    """Number a multiset of ranks among those of its size: combinations in colex order."""
    rising = sorted(ranks)
    return sum(_choose(rank + i, i + 1) for i, rank in enumerate(rising))


def _choose(n: int, k: int) -> int:
    value = 1
    for i in range(k):
        value = value * (n - i) // (i + 1)
    return value


def multisets(size: int) -> list[tuple[int, ...]]:
    """All rank multisets of ``size``, in the order of their `colex` numbers."""
    return sorted(combinations_with_replacement(RANKS, size), key=colex)


def _by_counts(*shape: int) -> list[tuple[int, ...]]:
    """Hands whose rank counts are ``shape``, best first: most frequent rank, then next."""
    found = []
    for ranks in combinations_with_replacement(RANKS, 5):
        counts = Counter(ranks)
        if sorted(counts.values(), reverse=True) == list(shape):
            key = sorted(((n, rank) for rank, n in counts.items()), reverse=True)
            found.append((key, ranks))
    found.sort(reverse=True)
    return [ranks for _, ranks in found]


def hands_best_first() -> Iterator[tuple[str, tuple[int, ...]]]:
    """All 7,462 classes of five-card hands as (kind, ranks), best first (rule R3)."""
    straights = set(HIGHEST_STRAIGHT_FIRST)
    no_pair = [ranks for ranks in _by_counts(1, 1, 1, 1, 1) if ranks not in straights]
    yield from (("suited", ranks) for ranks in HIGHEST_STRAIGHT_FIRST)
    yield from (("any", ranks) for ranks in _by_counts(4, 1))
    yield from (("any", ranks) for ranks in _by_counts(3, 2))
    yield from (("suited", ranks) for ranks in no_pair)
    yield from (("any", ranks) for ranks in HIGHEST_STRAIGHT_FIRST)
    yield from (("any", ranks) for ranks in _by_counts(3, 1, 1))
    yield from (("any", ranks) for ranks in _by_counts(2, 2, 1))
    yield from (("any", ranks) for ranks in _by_counts(2, 1, 1, 1))
    yield from (("any", ranks) for ranks in no_pair)


def high_tables() -> dict[str, np.ndarray]:
    """``five_ranks`` (no flush) and ``flush``: values 1..7462, bigger is better."""
    five_ranks = np.zeros(len(multisets(5)), np.uint16)
    flush = np.zeros(1 << 13, np.uint16)
    classes = list(hands_best_first())
    for place, (kind, ranks) in enumerate(classes):
        value = len(classes) - place
        if kind == "suited":
            flush[sum(1 << rank for rank in ranks)] = value
        else:
            five_ranks[colex(tuple(ranks))] = value
    return {"five_ranks": five_ranks, "flush": flush}


def index_tables() -> dict[str, np.ndarray]:
    """Numbers of pairs, triples and boards; a board is any triple of ranks and any pair."""
    pairs, triples = multisets(2), multisets(3)
    pair_index = np.array([[colex((a, b)) for b in RANKS] for a in RANKS], np.uint8)
    triple_index = np.array(
        [[[colex((a, b, c)) for c in RANKS] for b in RANKS] for a in RANKS], np.uint16
    )
    board_index = np.array([[colex(t + p) for p in pairs] for t in triples], np.uint16)
    return {"pair_index": pair_index, "triple_index": triple_index, "board_index": board_index}


def pair_on_board(five_ranks: np.ndarray, index: dict[str, np.ndarray]) -> np.ndarray:
    """Best value, without a flush, of every hole pair with three cards of every board.

    Shape (91 hole pairs, 6188 boards); 0 where it would take five cards of one rank.
    """
    with_triple = five_ranks[index["board_index"]]
    best = np.zeros((len(multisets(2)), len(multisets(5))), np.uint16)
    boards = np.array(multisets(5))
    for x, y, z in combinations(range(5), 3):
        triple = index["triple_index"][boards[:, x], boards[:, y], boards[:, z]]
        np.maximum(best, with_triple[triple].T, out=best)
    return best


def low_table() -> np.ndarray:
    """Best low 0..56 of [board mask, hole mask], two hole ranks and three board ranks.

    Masks have bit 0 for the ace, bit 1 for the deuce .. bit 7 for the eight; 0 = no low
    (rules R5, R6).
    """
    lows = sorted(combinations(range(LOW_RANKS), 5), key=lambda ranks: ranks[::-1], reverse=True)
    table = np.zeros((1 << LOW_RANKS, 1 << LOW_RANKS), np.uint8)
    masks = np.arange(1 << LOW_RANKS)
    for value, ranks in enumerate(lows, 1):
        for hole in combinations(ranks, 2):
            hole_mask = sum(1 << rank for rank in hole)
            board_mask = sum(1 << rank for rank in ranks) - hole_mask
            has_hole = (masks & hole_mask) == hole_mask
            has_board = (masks & board_mask) == board_mask
            table[np.ix_(has_board, has_hole)] = value
    return table


def low_ranks_of_boards() -> np.ndarray:
    """The low mask (see `low_table`) of each of the 6188 board rank multisets."""
    masks = [
        sum({1 << _low_bit(rank) for rank in ranks if _is_low(rank)}) for ranks in multisets(5)
    ]
    return np.array(masks, np.uint8)


def _is_low(rank: int) -> bool:
    return rank == ACE or rank < LOW_RANKS - 1


def _low_bit(rank: int) -> int:
    return 0 if rank == ACE else rank + 1


def build() -> dict[str, np.ndarray]:
    """Build every table, by name."""
    tables = high_tables() | index_tables()
    tables["pair_on_board"] = pair_on_board(tables["five_ranks"], tables)
    tables["low"] = low_table()
    tables["board_lows"] = low_ranks_of_boards()
    return tables


def as_files(tables: dict[str, np.ndarray]) -> dict[str, bytes]:
    """Return file name -> content, the manifest included."""
    files = {}
    manifest = {}
    for name, table in sorted(tables.items()):
        buffer = io.BytesIO()
        np.save(buffer, table)
        content = buffer.getvalue()
        files[f"{name}.npy"] = content
        manifest[name] = {
            "sha256": hashlib.sha256(content).hexdigest(),
            "bytes": len(content),
            "shape": list(table.shape),
            "dtype": table.dtype.name,
        }
    files["manifest.json"] = (json.dumps(manifest, indent=2) + "\n").encode()
    return files


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare with the files instead")
    checking = parser.parse_args().check
    different = []
    for name, content in as_files(build()).items():
        path = HERE / name
        if checking:
            if not path.exists() or path.read_bytes() != content:
                different.append(name)
        else:
            path.write_bytes(content)
    if different:
        print("tables differ from their generator:", *different, file=sys.stderr)
        return 1
    print("tables equal their generator" if checking else "tables written")
    return 0


if __name__ == "__main__":
    sys.exit(main())

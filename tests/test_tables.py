"""Rank tables: damage is found, nothing can write to them, and they are small."""

import json
import shutil
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import oracle
import pytest

from omaha_equity import TableError
from omaha_equity.tables import FOLDER, RankTables, board_rows, open_tables, rank_tables

NAMES = RankTables._fields


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    for path in FOLDER.iterdir():
        if path.suffix in (".npy", ".json"):
            shutil.copy(path, tmp_path)
    return tmp_path


def test_an_undamaged_copy_opens(copied: Path) -> None:
    for name, table in zip(NAMES, open_tables(copied), strict=True):
        assert np.array_equal(table, getattr(rank_tables(), name)), name


@pytest.mark.parametrize("name", NAMES)
def test_a_missing_table(copied: Path, name: str) -> None:
    (copied / f"{name}.npy").unlink()
    with pytest.raises(TableError, match=f"{name}.npy"):
        open_tables(copied)


@pytest.mark.parametrize("name", NAMES)
def test_a_truncated_table(copied: Path, name: str) -> None:
    path = copied / f"{name}.npy"
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(TableError, match=f"{name}.npy"):
        open_tables(copied)


@pytest.mark.parametrize("name", NAMES)
def test_a_table_with_one_bit_changed(copied: Path, name: str) -> None:
    path = copied / f"{name}.npy"
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    with pytest.raises(TableError, match=f"{name}.npy"):
        open_tables(copied)


def test_a_missing_manifest(copied: Path) -> None:
    (copied / "manifest.json").unlink()
    with pytest.raises(TableError, match=r"manifest\.json"):
        open_tables(copied)


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '"flush"', '{"flush": {}}'])
def test_a_spoilt_manifest(copied: Path, text: str) -> None:
    (copied / "manifest.json").write_text(text)
    with pytest.raises(TableError, match=r"manifest\.json"):
        open_tables(copied)


@pytest.mark.parametrize("entry", [None, {}, [], "", {"sha256": None}, {"sha256": "0" * 64}])
def test_a_manifest_with_a_spoilt_entry(copied: Path, entry: object) -> None:
    path = copied / "manifest.json"
    manifest = json.loads(path.read_text())
    path.write_text(json.dumps(manifest | {"flush": entry}))
    with pytest.raises(TableError):
        open_tables(copied)


@pytest.mark.parametrize("name", NAMES)
def test_tables_are_read_only(name: str) -> None:
    table = getattr(rank_tables(), name)
    with pytest.raises(ValueError, match="read-only"):
        table[(0,) * table.ndim] = 1


def test_board_rows_are_the_pairs_turned_round_and_read_only() -> None:
    rows = board_rows()
    assert np.array_equal(rows.T, rank_tables().pair_on_board)
    with pytest.raises(ValueError, match="read-only"):
        rows[0, 0] = 1


def test_the_tables_take_at_most_eight_megabytes() -> None:
    assert 0 < sum(path.stat().st_size for path in FOLDER.glob("*.npy")) <= 8_000_000


def test_the_manifest_lists_every_table_and_nothing_else() -> None:
    manifest = json.loads((FOLDER / "manifest.json").read_text())
    assert set(manifest) == {path.stem for path in FOLDER.glob("*.npy")} == set(NAMES)
    for name, entry in manifest.items():
        table = getattr(rank_tables(), name)
        assert entry["bytes"] == (FOLDER / f"{name}.npy").stat().st_size, name
        assert (tuple(entry["shape"]), entry["dtype"]) == (table.shape, table.dtype.name), name


def test_pairs_triples_and_boards_are_numbered_without_gaps() -> None:
    tables = rank_tables()
    assert set(tables.pair_index.ravel().tolist()) == set(range(comb(14, 2)))
    assert set(tables.triple_index.ravel().tolist()) == set(range(comb(15, 3)))
    assert set(tables.board_index.ravel().tolist()) == set(range(comb(17, 5)))


def test_numbers_do_not_depend_on_the_order_of_ranks() -> None:
    tables = rank_tables()
    assert np.array_equal(tables.pair_index, tables.pair_index.T)
    for axes in ((0, 2, 1), (1, 0, 2), (2, 1, 0)):
        assert np.array_equal(tables.triple_index, tables.triple_index.transpose(axes))


def test_every_value_from_1_to_7462_is_in_exactly_one_table() -> None:
    tables = rank_tables()
    unsuited = set(tables.five_ranks.tolist()) - {0}
    suited = set(tables.flush.tolist()) - {0}
    assert not unsuited & suited
    assert unsuited | suited == set(range(1, 7463))
    assert np.count_nonzero(tables.flush) == len(suited) == comb(13, 5)


def test_lows_of_all_masks_equal_the_oracle() -> None:
    table = rank_tables().low
    lows = sorted(combinations(range(1, 9), 5), key=lambda low: low[::-1], reverse=True)
    value = {frozenset(low): number for number, low in enumerate(lows, 1)}
    ranks = [frozenset(r + 1 for r in range(8) if mask >> r & 1) for mask in range(256)]
    for board in range(0, 256, 3):
        for hole in range(256):
            choices = (
                frozenset(pair + triple)
                for pair in combinations(ranks[hole], 2)
                for triple in combinations(ranks[board], 3)
            )
            best = max((value[low] for low in choices if len(low) == 5), default=0)
            assert table[board, hole] == best, (sorted(ranks[board]), sorted(ranks[hole]))


def test_five_cards_through_the_index_tables_equal_the_oracle() -> None:
    seed = 20
    cards = np.random.default_rng(seed).permuted(np.tile(np.arange(52), (20_000, 1)), axis=1)
    hands = cards[:, :5]
    assert np.array_equal(table_values(hands), oracle.five_card_values(hands)), f"seed {seed}"


def table_values(hands: np.ndarray) -> np.ndarray:
    """Values of (N, 5) cards through the rank tables."""
    tables = rank_tables()
    ranks, suits = hands // 4, hands % 4
    triple = tables.triple_index[ranks[:, 0], ranks[:, 1], ranks[:, 2]]
    pair = tables.pair_index[ranks[:, 3], ranks[:, 4]]
    unsuited = tables.five_ranks[tables.board_index[triple, pair]]
    suited = (suits == suits[:, :1]).all(axis=1)
    mask = np.bitwise_or.reduce(1 << ranks, axis=1)
    return np.where(suited, tables.flush[mask], unsuited)

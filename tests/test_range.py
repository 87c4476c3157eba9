"""`Range`: hands, weights, sets of hands, samples, files, explanations, orderings."""

import gzip
import hashlib
import json
from fractions import Fraction
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from ground_truth import LISTS, needs

from omaha_equity.errors import RangeError, TableError, TextError
from omaha_equity.ranges import orderings
from omaha_equity.ranges.orderings import Ordering, class_text
from omaha_equity.ranges.range import Range
from omaha_equity.ranges.universe import key_masks, universe


@pytest.fixture(scope="module")
def by_key() -> Ordering:
    return Ordering("by key", np.arange(16_432)[::-1], 4)


# Hands and weights


@pytest.mark.parametrize(("game", "count"), [("plo4", 6_961), ("o8-5", 108_336)])
def test_combos_are_sorted_and_read_only(game: str, count: int) -> None:
    aces = Range("AA", game)
    combos = aces.combos.astype(np.int64)
    assert combos.shape == (count, aces.game.hole_cards)
    assert (np.diff(combos) > 0).all()
    keys = combos @ 52 ** np.arange(aces.game.hole_cards - 1, -1, -1)
    assert (np.diff(keys) > 0).all()
    assert set(aces.weights.tolist()) == {1.0}
    for array in (aces.combos, aces.weights):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_a_range_cannot_be_changed() -> None:
    aces = Range("AA")
    with pytest.raises(AttributeError, match="cannot be changed"):
        aces.text = "KK"
    assert aces.text == "AA"


def test_six_cards_are_listed_in_order_too() -> None:
    combos = Range("AAA$qs", "plo6").combos.astype(np.int64)
    keys = combos @ 52 ** np.arange(5, -1, -1)
    assert len(keys) == len(Range("AAA$qs", "plo6")) > 1_000
    assert (np.diff(keys) > 0).all()


def test_a_hand_is_in_by_text_or_cards() -> None:
    aces = Range("AA$ds@40,KK@20")
    assert "AsAhKsKh" in aces
    assert [0, 1, 48, 49] in aces
    assert "AsAhKdKh" in aces
    assert "AsKh2c3d" not in aces
    assert aces.weight_of("KhKs2c3d") == 0.2
    assert aces.weight_of("As Ah Ks Kh") == 0.4
    assert next(iter(aces)) == tuple(aces.combos[0].tolist())
    with pytest.raises(TextError, match="has 3 cards"):
        "AsAhKs" in aces  # noqa: B015
    with pytest.raises(TextError, match="twice"):
        "AsAsKsKh" in aces  # noqa: B015


@pytest.mark.parametrize("game", ["plo6", "plo7"])
def test_in_agrees_with_the_whole_range(game: str) -> None:
    text = "(AA$ds@50,KQJT$ss@20,[As,Kh,7]RRxOx@3)"
    asked, whole = Range(text, game, dead="Ac"), Range(text, game, dead="Ac")
    assert len(whole) > 0
    among = universe(whole.game.hole_cards)
    draw = np.random.default_rng(1)
    hands = [*among.cards(draw.integers(among.hands, size=50)), *whole.sample(50, 2)]
    for hand in hands:
        assert asked.weight_of(hand.tolist()) == whole.weight_of(hand.tolist())


def test_largest_weight_wins() -> None:
    found = Range("AA@50,KK@20,AAKK@100")
    assert found.weight_of("AsAhKsKh") == 1.0
    assert found.is_weighted
    assert found.total_weight == pytest.approx(36 + 0.5 * 6_925 + 0.2 * 6_925)
    assert not Range("AA@50").is_weighted
    assert set(Range("(AA@50,KK@20):xxyy").weights.tolist()) == {0.2, 0.5}


def test_dead_cards_remove_hands() -> None:
    found = Range("AA", dead="Ac 2h")
    assert len(found) == sum(not {48, 2} & set(hand) for hand in Range("AA"))
    assert found.share == len(found) / 230_300
    assert "AcAdKsKh" not in found
    with pytest.raises(TextError, match="dead cards"):
        Range("AA", dead="AcAc")


def test_an_empty_range_says_why() -> None:
    assert Range("AA").why_empty == ""
    assert "no hand of 4 cards fits 'RRRO:xxyy'" in Range("RRRO:xxyy").why_empty
    emptied = Range("AAAA", dead="As")
    assert not emptied
    assert "'AAAA' holds one of the dead cards As" in emptied.why_empty
    assert emptied.combos.shape == (0, 4)
    with pytest.raises(TextError, match="dead cards"):
        emptied.sample(1)


def test_too_many_hands_are_not_listed() -> None:
    every = Range("*", "plo7")
    assert len(every) == 133_784_560
    with pytest.raises(TextError, match=r"133,784,560 combos are too many.*sample"):
        _ = every.combos
    assert len(list(islice(every, 3))) == 3


# Sets of hands


def test_union_intersection_difference() -> None:
    aces, kings = Range("AA"), Range("KK@50")
    assert aces | kings == Range("AA@100,KK@50")
    assert (aces & kings).combos.tolist() == Range("AAKK").combos.tolist()
    assert set((aces & kings).weights.tolist()) == {0.5}
    assert aces - kings == Range("AA!KK")
    assert kings - aces == Range("KK!AA@50")
    assert (aces | aces) == aces
    assert not aces - aces
    with pytest.raises(TextError, match="two games"):
        _ = aces | Range("AA", "plo5")


# Samples


def test_sample_is_by_weight_and_repeatable() -> None:
    found = Range("AAAA@1,KKKK@3,QQQQ@96")
    drawn = found.sample(40_000, seed=5)
    shares = [(drawn[:, 0] // 4 == rank).mean() for rank in (12, 11, 10)]
    assert shares == pytest.approx([0.01, 0.03, 0.96], abs=0.004)
    assert np.array_equal(drawn, found.sample(40_000, seed=5))
    assert not np.array_equal(drawn, found.sample(40_000, seed=6))


@pytest.mark.parametrize(("text", "game"), [("AA", "plo4"), ("Q+", "plo4"), ("KK@7,2@30", "plo7")])
def test_sample_stays_within_the_range(text: str, game: str) -> None:
    found = Range(text, game)
    drawn = found.sample(1_000, seed=1)
    assert drawn.dtype == np.uint8
    assert all(hand in found for hand in drawn.tolist())
    cards = np.bincount(found.sample(20_000, seed=2).reshape(-1), minlength=52)
    assert (cards > 0).all()


def test_sample_of_many_different_weights() -> None:
    combos = Range("AA").combos
    weights = np.arange(len(combos)) + 1.0
    drawn = Range.from_arrays(combos, weights).sample(50_000, seed=3)
    later = [
        drawn_hand in Range.from_arrays(combos[3_480:]) for drawn_hand in drawn[:4_000].tolist()
    ]
    assert np.mean(later) == pytest.approx(0.75, abs=0.03)


# Arrays and files


def test_from_arrays_and_back() -> None:
    found = Range.from_arrays([[51, 50, 1, 0], [0, 4, 8, 12], [0, 4, 8, 16]], [0.3, 1, 0])
    assert found.combos.tolist() == [[0, 1, 50, 51], [0, 4, 8, 12]]
    assert found.weights.tolist() == [0.3, 1.0]
    assert Range.from_arrays(found.combos, found.weights) == found
    assert Range(found.to_text()) == found
    assert found.to_csv() == "hand,weight\n2c2dAhAs,0.3\n2c3c4c5c,1.0\n"
    twice = Range.from_arrays([[0, 1, 2, 3], [3, 2, 1, 0]], [5, 2])
    assert twice.weights.tolist() == [5.0]


@pytest.mark.parametrize(
    ("combos", "weights", "words"),
    [
        ([[0, 1, 2]], None, "shape"),
        ([[0, 1, 2, 2]], None, "combo 1 holds a card twice"),
        ([[0, 1, 2, 52]], None, "not cards"),
        ([[0.5, 1, 2, 3]], None, "not cards"),
        ([[0, 1, 2, 3]], [1, 2], "weights"),
        ([[0, 1, 2, 3]], [-1], "weights"),
        ([[0, 1, 2, 3]], [float("nan")], "weights"),
    ],
)
def test_bad_arrays_are_refused(combos, weights, words: str) -> None:
    with pytest.raises(TextError, match=words):
        Range.from_arrays(combos, weights)


def test_from_file(tmp_path: Path) -> None:
    path = tmp_path / "range.csv"
    path.write_text("hand,weight,ev\nAsAhKsKh,0.5,1.2\n\nAcAdKcKd\n2s 2h 2d 2c,0,9\n")
    found = Range.from_file(path)
    assert (len(found), found.total_weight) == (2, 1.5)
    packed = tmp_path / "range.csv.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert Range.from_file(packed) == found
    written = tmp_path / "again.csv"
    written.write_text(found.to_csv())
    assert Range.from_file(written) == found


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("AsAhKsKh,1\nAsAhKsKx,1\n", r"line 2: hand 'AsAhKsKx', character 7"),
        ("AsAhKsKh,1\nAsAhKsKhQd,1\n", "line 2: .* has 5 cards, not 4"),
        ("h,w\nAsAhKsKh,much\n", "line 2: weight 'much'"),
        ("AsAhKsKh,1\nAsAsKsKh,1\n", "line 2: .* a card twice"),
        ("hand,weight\n", "holds no hands"),
        (None, "cannot be read: No such file"),
    ],
)
def test_bad_files_are_refused_by_line(tmp_path: Path, text: str | None, words: str) -> None:
    path = tmp_path / "range.csv"
    if text is not None:
        path.write_text(text)
    with pytest.raises(TextError, match=words):
        Range.from_file(path)


@needs("solver_export_call.csv.gz")
def test_solver_export() -> None:
    found = Range.from_file(LISTS / "solver_export_call.csv.gz", "plo4")
    assert found.total_weight == pytest.approx(33_941.1139, abs=5e-5)
    assert (found.combos.shape, found.weights.shape) == ((len(found), 4), (len(found),))
    again = Range.from_arrays(found.combos, found.weights)
    assert again == found


# Explanations


@pytest.mark.parametrize(
    ("text", "hand", "words"),
    [
        ("AA:xxyy", "AsAhKs7d", "'AA' matches, ':xxyy' fails: the suits are 2-1-1"),
        ("AA:xxyy", "AsAhKsKh", "'AA:xxyy' matches: 'AA' matches, ':xxyy' matches"),
        ("AA!AAA", "AsAhAd7d", "'!AAA' takes it out"),
        ("AA,KK", "KsKhQd7d", "'KK' matches"),
        ("TT+", "9s9h2d3c", "'TT+' fails: the ranks are 9932"),
        ("AsKs", "AsKhQs2d", "not on the same cards"),
        ("AA@30,KK@5", "AsAh2d3c", "'AA' matches; weight 30"),
    ],
)
def test_explanations_name_the_part(text: str, hand: str, words: str) -> None:
    found = Range(text)
    told = found.explain(hand)
    assert told.inside == (hand in found)
    assert any(words in reason for reason in told.reasons), told.reasons


def test_explanations_of_dead_cards_and_per_cent(by_key: Ordering) -> None:
    assert Range("AA", dead="As").explain("AsAh2c3c").reasons == ("it holds the dead card As",)
    told = Range("15%", ordering=by_key).explain("2s3s4s5s")
    assert not told.inside
    assert "by the ordering by key the hand's class ends at 100.000%" in told.reasons[0]


def test_breakdown_counts_shapes_and_classes() -> None:
    found = Range("*").breakdown()
    suits = {shape.shape: shape.combos for shape in found.suit_shapes}
    # Case RC04.
    assert suits == {"2-1-1": 158_184, "3-1": 44_616, "2-2": 36_504, "1-1-1-1": 28_561, "4": 2_860}
    assert [shape.name for shape in found.pair_shapes] == [
        "no pair",
        "one pair",
        "two pair",
        "trips",
        "quads",
    ]
    assert (found.classes, found.combos, found.share) == (16_432, 270_725, 1.0)


def test_classes_with_mean_weights() -> None:
    found = list(Range("AsAhKsKh@10,AAKK:xxyz@30").classes())
    assert [(each.text, each.combos, each.size) for each in found][-1] == ("(AK)(AK)", 1, 6)
    assert sum(each.combos for each in found) == 25
    assert {round(each.weight, 9) for each in found} == {0.1, 0.3}


# Orderings


def test_ordering_takes_whole_classes(by_key: Ordering) -> None:
    for percent in (1, 15, Fraction(1, 2), 99, 100):
        taken = by_key.top(percent)
        combos = int(universe(4).class_sizes[taken].sum())
        assert combos <= 270_725 * Fraction(percent) / 100
        assert combos == len(Range(f"{float(percent):g}%", ordering=by_key))
    assert by_key.combos_before("AsAhAdAc") == 0
    assert by_key.percentile_of("5s4s3s2s") == 100.0
    assert by_key.percentile_of([51, 50, 49, 48]) == 100 / 270_725


def test_ordering_round_trips_through_a_file(tmp_path: Path, by_key: Ordering) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("My own ordering.\n\n" + "\n".join(by_key.class_texts()) + "\n")
    again = orderings.load(path)
    assert np.array_equal(again.classes, by_key.classes)
    assert again.name == "mine"
    assert len(Range("15%", ordering=path)) == len(Range("15%", ordering=by_key))
    assert len(Range("15%mine", orderings={"mine": again})) == len(Range("15%", ordering=by_key))


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("(AK)(AK)\n(AK)(KA)\n", "line 2: .* same class as line 1"),
        ("(AK)(AK)\nwhat\n", "line 2: 'what' is not a class"),
        ("(AK)(AK)\n(AKQ)KK\n", "line 2: .* has not 4 cards"),
        ("(AK)(AK)\n(AA)KK\n", "a rank twice in one suit"),
        ("(AK)(AK)\n", "lists 1 of the 16,432 classes"),
        ("nothing here\n", "no classes"),
    ],
)
def test_bad_orderings_are_refused(tmp_path: Path, lines: str, words: str) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(lines)
    with pytest.raises(TextError, match=words):
        orderings.load(path)


def test_own_orderings_are_read_and_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(orderings, "FOLDER", tmp_path)
    orderings._own.cache_clear()
    with pytest.raises(TextError, match="per cent is not offered for plo4"):
        orderings.own("plo4")
    # Equal scores: classes stand in order of their keys.
    scores = np.arange(16_432) // 2
    np.save(tmp_path / "plo4.npy", scores)
    digest = hashlib.sha256((tmp_path / "plo4.npy").read_bytes()).hexdigest()
    (tmp_path / "manifest.json").write_text(json.dumps({"plo4": {"sha256": digest}}))
    assert orderings.own("plo").classes[:4].tolist() == [16_430, 16_431, 16_428, 16_429]
    assert len(Range("15%")) == len(Range("15%plo4"))
    assert orderings.offered() == ["plo4"]
    orderings._own.cache_clear()
    np.save(tmp_path / "plo4.npy", scores + 1)
    with pytest.raises(TableError, match="checksum"):
        orderings.own("plo4")
    orderings._own.cache_clear()


@needs("orderings/ppt_plo8_handrankings_06handed.txt")
def test_published_lists_read_and_write_alike() -> None:
    path = LISTS / "orderings/ppt_plo8_handrankings_06handed.txt"
    lines = [line for line in path.read_text().splitlines() if line[:1] in "(AKQJT98765432"]
    written = orderings.load(path).class_texts()
    assert [*filter(None, lines)][-16_432:] == written


def test_class_texts_are_distinct() -> None:
    texts = [class_text(masks) for masks in key_masks(universe(5).class_keys).tolist()]
    assert len(set(texts)) == len(texts)


def test_unknown_orderings_are_errors_in_the_text(by_key: Ordering) -> None:
    with pytest.raises(RangeError, match="ordering 'bob' is unknown"):
        Range("AA,15%bob")
    with pytest.raises(RangeError, match="per cent is not offered for plo7"):
        Range("15%", "plo7")
    with pytest.raises(RangeError, match="of 4 cards, plo5 has 5"):
        Range("15%", "plo5", ordering=by_key)

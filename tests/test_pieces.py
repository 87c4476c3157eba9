"""Exact questions in pieces: the same numbers as in one go, on any number of workers."""

import pickle
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from math import ceil, comb
from multiprocessing import get_context
from random import Random

import numpy as np
import pytest
from range_equity_oracle import WEIGHTS, RangeSpot, brute_force, random_range_spot, result_counts

from omaha_equity import (
    GAMES,
    ImpossibleError,
    PrecisionError,
    Range,
    Result,
    TextError,
    equity,
    parse_cards,
)
from omaha_equity.engine import enumeration, pieces, solve, sweep
from omaha_equity.engine.combos import possible_combos
from omaha_equity.engine.pieces import Piece, count_piece, merge_pieces, plan_pieces
from omaha_equity.engine.tally import exact_numbers
from omaha_equity.questions.query import Query
from omaha_equity.questions.wish import Wish
from omaha_equity.ranges.orderings import Ordering

METHODS = ("enumerated", "swept")
EXACT = Wish(exact=True)
PLO4, PLO5, O8 = (GAMES[name] for name in ("plo4", "plo5", "o8"))


def asked(one: str, other: str, board: str, wish: Wish = EXACT) -> Query:
    players = (None if text == "random" else Range(text) for text in (one, other))
    return Query(PLO4, tuple(players), (parse_cards(board),), wish=wish)


def in_pieces(query: Query, number: int) -> Result:
    parts = [count_piece(query, place, number) for place in range(number)]
    Random(number).shuffle(parts)
    return merge_pieces(query, parts)


@pytest.fixture(autouse=True)
def _nothing_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "_latest", [])


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enumeration, "SPOTS_AT_ONCE", 5)
    monkeypatch.setattr(sweep, "BOARD_WORK", 200)


def forced(monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    """Count by one of the two ways, whichever is quicker."""
    ways = {"enumerated": "_sweep", "swept": "_enumeration"}
    monkeypatch.setattr(solve, ways[method], lambda *_: None)


# Splitting changes nothing.


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("weights", WEIGHTS)
def test_any_split_gives_the_very_same_numbers(
    weights: str, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    forced(monkeypatch, method)
    for game, street in ((PLO4, 3), (O8, 2)):
        seed = 70_000 + game.high_low * 10 + street
        spot = random_range_spot(Random(seed), game, street, hands=14, weights=weights)
        query = spot.query(EXACT)
        whole = solve.solve(query, thread_count=1)
        assert whole.method == method
        assert solve.solve(query, thread_count=3) == whole
        for number in (1, 2, 7, 1000):
            assert in_pieces(query, number) == whole, f"seed {seed}: {spot}"


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("method", METHODS)
def test_pieces_equal_brute_force(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    forced(monkeypatch, method)
    seed = 70_100
    spot: RangeSpot = random_range_spot(Random(seed), O8, 3, hands=14, weights="any")
    truth = brute_force(spot)
    assert truth.combinations > 10, "hardly anything is compared"
    found = in_pieces(spot.query(EXACT), 4)
    for player, (counts, expected) in enumerate(
        zip(result_counts(found), truth.counts, strict=True)
    ):
        assert found.players[player].equity == pytest.approx(truth.equity(player), rel=1e-9)
        total, wanted = sum(counts.values()), sum(expected.values())
        shares = {outcome: float(n / total) for outcome, n in counts.items()}
        assert shares == pytest.approx({o: n / wanted for o, n in expected.items()}, abs=1e-12)


@pytest.mark.usefixtures("small_chunks")
def test_more_ranges_in_pieces() -> None:
    seed = 70_200
    spot = random_range_spot(Random(seed), PLO5, 3, 3, 6, "any")
    query = spot.query(EXACT)
    assert in_pieces(query, 3) == solve.solve(query)


def test_known_deals_in_pieces() -> None:
    """820 boards for each of 2,625 hands: counts of another program."""
    found = in_pieces(asked("QsTsJd2d", "AA", "AdKs3s"), 3)
    assert found.boards == 2_152_500
    assert found.players[0].equity == pytest.approx(0.414896, abs=5e-7)


def test_sums_beyond_float64_are_exact() -> None:
    large = 2.0**53
    parts = [exact_numbers(np.array([number])) for number in (large, 1.0, 1.0, 0.25, -large)]
    assert sum(parts).tolist() == [2.25]
    assert exact_numbers(np.array([2.0**70, 3.0])).tolist() == [2**70, 3]


# How many pieces.


def test_pieces_take_about_two_core_seconds() -> None:
    boards, hands = comb(49, 2), 2 * comb(49, 4)
    estimate = boards * hands * solve.SECONDS_PER_COMBO
    assert 20 < estimate < 30
    assert plan_pieces(asked("random", "random", "Kd8s4h")) == ceil(estimate / 2)
    assert plan_pieces(asked("AA", "KK", "Kd8s4h")) == 1
    assert plan_pieces(asked("AA", "KK", "Kd8s4h", Wish())) == 1


@pytest.mark.parametrize("wish", [Wish(), Wish(deals=1000), Wish(precision=0.01)], ids=str)
def test_what_is_sampled_has_no_pieces(wish: Wish) -> None:
    query = asked("random", "random", "Kd8s4h", wish)
    assert plan_pieces(query) == 0
    assert solve.make_plan(query, possible_combos(query), 1).method == "sampled"


def test_pieces_do_not_depend_on_the_machine() -> None:
    for wish in (EXACT, Wish()):
        query = asked("random", "30%", "Kd8s4h", wish)
        assert len({plan_pieces(query, cores) for cores in (1, 2, 3, 64, 1000)}) == 1


def test_whether_to_count_does_not_depend_on_the_machine() -> None:
    texts = ("QsTsJd2d", "AA", "2%", "5%", "10%", "20%", "random")
    methods = set()
    for text in texts:
        query = asked("AA", text, "Kd8s4h", Wish())
        plans = [solve.make_plan(query, possible_combos(query), cores) for cores in (1, 2, 64)]
        assert len({plan.method for plan in plans}) == 1, text
        if plans[0].method != "sampled":
            assert plans[0].seconds == 2 * plans[1].seconds == 64 * plans[2].seconds
            assert plans[0].seconds <= 6
        methods.add(plans[0].method)
    assert {"sampled", "swept"} <= methods


def test_hours_are_refused_by_what_the_machine_takes() -> None:
    """2.3 million hands on each of 137,000 boards take one core some nine hours."""
    fives = Range("50%", "plo5"), Range("40%", "plo5")
    query = Query(PLO5, fives, wish=EXACT)
    with pytest.raises(PrecisionError, match="about 9 hours"):
        plan_pieces(query, 1)
    assert plan_pieces(query, 64) == pieces.MOST_PIECES


def test_what_cannot_be_counted_is_refused() -> None:
    with pytest.raises(ImpossibleError, match="no deal"):
        plan_pieces(asked("KK", "AAKK", "KcKd2h"))
    three = Query(PLO4, (Range("AA"), Range("KK"), Range("QQ")), wish=EXACT)
    with pytest.raises(PrecisionError, match="combinations"):
        plan_pieces(three)
    with pytest.raises(PrecisionError, match="combinations"):
        count_piece(three, 0, 2)


def test_no_deal_shows_when_pieces_are_merged() -> None:
    query = asked("AcAdKcKd", "AcKs*", "2c2d2h")
    with pytest.raises(ImpossibleError, match="no deal"):
        in_pieces(query, 2)


# Which pieces.


@pytest.mark.parametrize(("number", "of"), [(-1, 2), (2, 2), (0, 0)])
def test_there_is_no_such_piece(number: int, of: int) -> None:
    with pytest.raises(TextError, match="numbered from 0"):
        count_piece(asked("AA", "KK", "Kd8s4h2c"), number, of)


def test_each_piece_is_needed_once() -> None:
    query = asked("QsTsJd2d", "AA", "AdKs3s")
    parts = [count_piece(query, number, 3) for number in range(3)]
    wrong: list[list[Piece]] = [
        [], parts[:2], parts[1:], [*parts, parts[0]], [parts[0], parts[1], parts[1]],
        [*parts[:2], count_piece(query, 0, 1)],
    ]  # fmt: skip
    for some in wrong:
        with pytest.raises(TextError, match="each of them once"):
            merge_pieces(query, some)


# Ready once.


@pytest.fixture
def preparations(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Query]]:
    met: list[Query] = []
    prepare = solve.prepare

    def slowly(query: Query, *rest: object) -> object:
        met.append(query)
        time.sleep(0.05)
        return prepare(query, *rest)

    monkeypatch.setattr(solve, "prepare", slowly)
    return met


def test_threads_make_a_question_ready_once(preparations: list[Query]) -> None:
    query = asked("AA", "KK", "Kd8s4h2c")
    with ThreadPoolExecutor(4) as executor:
        parts = list(executor.map(partial(count_piece, query, pieces=8), range(8)))
    assert len(preparations) == 1
    assert merge_pieces(query, parts) == solve.solve(query)


def test_copies_from_other_processes_are_made_ready_once(preparations: list[Query]) -> None:
    query = asked("AA@33,KK@7", "QQ", "Kd8s4h2c")
    for number in range(3):
        count_piece(pickle.loads(pickle.dumps(query)), number, 3)
    assert len(preparations) == 1


def test_few_questions_are_kept(preparations: list[Query]) -> None:
    one, two, three = (asked("AA", text, "Kd8s4h2c") for text in ("KK", "QQ", "JJ"))
    for query in (one, two, one, three, one, two):
        count_piece(query, 0, 9)
    assert preparations == [one, two, three, two]
    assert len(pieces._latest) == pieces.KEPT


def test_a_question_that_differs_in_one_card_is_another() -> None:
    boards = ("Kd8s4h2c", "Kd8s4h2d")
    for board in boards:
        query = asked("AA", "KK", board)
        assert in_pieces(query, 2) == solve.solve(query)


# Pickles.


def test_other_processes_count_pieces() -> None:
    query = asked("QsTsJd2d", "AA@50,KK@100", "AdKs3s")
    with ProcessPoolExecutor(1, get_context("spawn")) as executor:
        parts = list(executor.map(partial(count_piece, query, pieces=2), range(2)))
    assert merge_pieces(query, parts) == solve.solve(query)


def by_key() -> Ordering:
    return Ordering("by key", np.arange(16432)[::-1], 4)


RANGES = [
    Range("50%"),
    Range("AA$ds,KK!Q"),
    Range("AA@33,KK@7", dead="AcKd"),
    Range("20%mine", macros={"mine": "AA"}, orderings={"mine": by_key()}),
    Range("$best", macros={"best": "10%"}, ordering=by_key()),
    Range("10%", ordering="o8"),
    Range("AA", "plo5"),
    Range.from_arrays([parse_cards("AsAhKsKh"), parse_cards("QsQhJsJh")], [0.3, 7.5]),
    Range("50%") - Range("AA"),
    Range("AA") - Range("AA"),
]


@pytest.mark.parametrize("held", RANGES, ids=repr)
def test_a_pickled_range_is_the_same(held: Range) -> None:
    assert len(held.weights) == len(held)
    copy = pickle.loads(pickle.dumps(held))
    assert copy == held
    assert copy.combos.tolist() == held.combos.tolist()
    assert copy.weights.tolist() == held.weights.tolist()
    assert (copy.text, copy.dead, copy.game) == (held.text, held.dead, held.game)
    assert not copy.combos.flags.writeable
    hand = parse_cards("AsAhKsKh")
    if held.game == PLO4:
        assert copy.explain(hand) == held.explain(hand)
    if held.text:
        assert copy.to_text() == held.to_text()


def test_pickled_ranges_are_small() -> None:
    for text in ("50%", "AA$ds,KK!Q", "AA@33,[T-6][T-6]**@100"):
        held = Range(text)
        assert len(held.combos)
        assert len(pickle.dumps(held)) < 10_000
    few = Range.from_arrays([parse_cards("AsAhKsKh")])
    assert len(pickle.dumps(few)) < 10_000


def test_a_pickled_question_has_the_same_answer() -> None:
    for held in RANGES[1:5]:
        query = Query(PLO4, (held, Range("QQ")), (parse_cards("2c7d8h9s"),), wish=EXACT)
        copy = pickle.loads(pickle.dumps(query))
        assert solve.solve(copy) == solve.solve(query)
        result = equity([held, Range("QQ")], "2c7d8h9s")
        assert pickle.loads(pickle.dumps(result)) == result

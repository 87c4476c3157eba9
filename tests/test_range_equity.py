"""Exact equities with ranges: brute force, and every way to count against every other."""

import time
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

import numpy as np
import pytest
from range_equity_oracle import (
    WEIGHTS,
    Counts,
    Held,
    RangeSpot,
    brute_force,
    few_ranks,
    levels,
    per_cent,
    random_range_spot,
    result_counts,
)
from strategies import STREETS, Spot, counts, random_spot

from omaha_equity import (
    GAMES,
    Game,
    ImpossibleError,
    PrecisionError,
    Range,
    Result,
    TextError,
    equity,
    equity_by_combo,
    parse_cards,
)
from omaha_equity.engine import enumeration, solve, sweep
from omaha_equity.engine.combos import (
    SWEPT_CARDS,
    Combos,
    possible_combos,
    renamings_that_keep,
)
from omaha_equity.engine.tally import count_chunks
from omaha_equity.questions.query import Query
from omaha_equity.questions.wish import Wish

METHODS = ("enumerated", "swept")
SWEPT_GAMES = [game for game in GAMES.values() if game.hole_cards <= SWEPT_CARDS]
every_swept_game = pytest.mark.parametrize("game", SWEPT_GAMES, ids=lambda game: game.name)
every_method = pytest.mark.parametrize("method", METHODS)
every_weights = pytest.mark.parametrize("weights", WEIGHTS)
every_street = pytest.mark.parametrize("street", STREETS)


def counted(query: Query, method: str, threads: int | None = 1) -> Result:
    """Answer exactly by one of the two ways, whatever the plan would be."""
    work = solve.prepare(query, possible_combos(query), method)
    tally = count_chunks(work, work.chunks(), thread_count=threads)
    return solve.exact_result(query, method, tally)


def same_counts(found: Counts, expected: Counts, whole: bool) -> bool:
    """Whether counts are equal, but for one factor (whole per cents are counted as 1 to 100)."""
    return all(same_outcomes(*pair, whole) for pair in zip(found, expected, strict=True))


def same_outcomes(found: dict, expected: dict, whole: bool) -> bool:
    if found.keys() != expected.keys():
        return False
    total, wanted = sum(found.values()), sum(expected.values())
    if whole:
        return all(found[o] * int(wanted) == int(expected[o]) * total for o in expected)
    return all(
        float(found[o] / total) == pytest.approx(expected[o] / wanted, rel=1e-9, abs=1e-14)
        for o in expected
    )


def check_brute_force(spot: RangeSpot, weights: str, methods: Sequence[str], seed: int) -> int:
    """Compare with brute force; return how many combinations there were."""
    truth = brute_force(spot)
    asked = per_cent(spot) if weights == "per cent" else spot
    for method in methods:
        try:
            found = counted(asked.query(), method)
        except ImpossibleError:
            assert truth.combinations == 0, f"seed {seed}, {method}: {spot}"
            continue
        assert truth.combinations, f"seed {seed}, {method}: {spot}"
        same = same_counts(result_counts(found), truth.counts, weights != "any")
        assert same, f"seed {seed}, {method}: {spot}"
        if weights == "none":
            assert found.boards == truth.deals, f"seed {seed}, {method}: {spot}"
        for player, result in enumerate(found.players):
            assert result.equity == pytest.approx(truth.equity(player), rel=1e-9), f"seed {seed}"
            assert result.error == 0
    return truth.combinations


@every_swept_game
@every_street
def test_two_ranges_equal_brute_force(game: Game, street: int) -> None:
    met = 0
    for number, weights in enumerate(WEIGHTS):
        seed = 20_000 + game.hole_cards * 1000 + game.high_low * 100 + street * 10 + number
        spot = random_range_spot(Random(seed), game, street, hands=14, weights=weights)
        met += check_brute_force(spot, weights, METHODS, seed)
    assert met > 10, "hardly anything was compared"


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("game", ["plo4", "o8", "plo5", "o8-6", "plo7"])
def test_more_ranges_equal_brute_force(game: str, players: int) -> None:
    met = 0
    for street in (0, 3, 4):
        weights = WEIGHTS[street % 3]
        seed = 21_000 + players * 100 + street + 10 * list(GAMES).index(game)
        spot = random_range_spot(
            Random(seed), GAMES[game], street, players, 12 - 2 * players, weights
        )
        met += check_brute_force(spot, weights, ["enumerated"], seed)
    assert met > 3, "hardly anything was compared"


@pytest.mark.parametrize("game", ["plo4", "o8"])
@pytest.mark.parametrize("street", [pytest.param(0, marks=pytest.mark.exhaustive), 1, 2])
def test_a_full_deck_equals_brute_force(game: str, street: int) -> None:
    """No dead cards: all boards of 52 cards, and all renamings of suits."""
    seed = 22_000 + street
    random = Random(seed)
    board = tuple(random.sample(range(52), street))
    spots = [random_spot(random, GAMES[game], 0, 2) for _ in range(2)]
    hands = [tuple(tuple(sorted(s.hands[seat])) for s in spots) for seat in (0, 1)]
    asked = RangeSpot(
        GAMES[game], (Held(hands[0], (1.0, 3.0)), Held((*hands[1], hands[0][0]), (2.0, 1.0, 5.0))),
        board,
    )  # fmt: skip
    assert check_brute_force(asked, "per cent", ["enumerated"], seed)
    if street:
        assert check_brute_force(asked, "per cent", ["swept"], seed)


# Ranges and hands, ranges and their parts.


@every_swept_game
@every_method
def test_a_range_of_one_combo_is_the_hand(game: Game, method: str) -> None:
    for street in (3, 4, 5) if method == "swept" else STREETS:
        seed = 23_000 + street
        spot = random_spot(Random(seed), game, street, 2)
        result = counted(as_ranges(spot).query(), method)
        assert counts(result) == counts(solve.count_boards(spot.query())), f"seed {seed}: {spot}"


def as_ranges(spot: Spot) -> RangeSpot:
    players = tuple(Held((tuple(sorted(hand)),), (1.0,)) for hand in spot.hands)
    return RangeSpot(spot.game, players, spot.board, spot.dead)


@pytest.mark.parametrize("game", ["plo4", "o8-5"])
def test_the_whole_is_the_sum_of_its_parts(game: str) -> None:
    seed = 24_000
    spot = random_range_spot(Random(seed), GAMES[game], 3, hands=30, ranks="A2358K")
    whole = counted(spot.query(), "swept")
    for split in (1, 7):
        mine = spot.players[0]
        parts = [
            RangeSpot(spot.game, (Held(hands, (1.0,) * len(hands)), spot.players[1]), *known(spot))
            for hands in (mine.hands[:split], mine.hands[split:])
        ]
        found = [counted(part.query(), "swept") for part in parts]
        boards = sum(part.boards for part in found)
        won = sum(part.players[0].equity_exact * part.boards for part in found)
        assert (won, boards) == (whole.players[0].equity_exact * whole.boards, whole.boards)


def known(spot: RangeSpot) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return spot.board, spot.dead


@every_method
def test_a_combo_at_one_per_cent_counts_one_per_cent(method: str) -> None:
    hero, board = Range.from_arrays([parse_cards("QsTsJd2d")]), parse_cards("AdKs3s")
    texts = ("AcAhKh7c", "9c9d8h7h")
    both = Range.from_arrays([parse_cards(text) for text in texts], [0.01, 1.0])
    alone = [equity(["QsTsJd2d", text], board=board).players[0] for text in texts]
    found = counted(Query(GAMES["plo4"], (hero, both), (board,)), method)
    expected = (alone[0].equity_exact + 100 * alone[1].equity_exact) / 101
    assert found.players[0].equity_exact == expected
    assert found.boards == 820 * 101


def test_known_weighted_equity() -> None:
    """Both hands meet AcAdKhQs on equally many boards, so their weights decide alone."""
    found = equity(["AcAdKhQs", "KcKdJhTs@1,2c2d7h8s@100"], game="plo4").players[0]
    parts = Fraction(406753, 543004), Fraction(369387, 543004)
    assert found.equity_exact == (parts[0] + 100 * parts[1]) / 101


def test_a_hand_that_meets_only_one_of_two_ignores_the_other_weight() -> None:
    """AcAdKhQs holds a card of the second hand, whose weight then counts for nothing."""
    found = equity(["AcAdKhQs", "KcKdJhTs@1,2c2d7hAc@100"], game="plo4").players[0]
    assert found.equity_exact == Fraction(406753, 543004)


KNOWN = [
    ("QsTsJd2d", "AA", "AdKs3s", 2_152_500, 0.414896),
    ("AsAh7d2c", "KK!AA", "Kd8s4h", 2_150_040, 0.104416),
]


@every_method
@pytest.mark.parametrize(("hand", "text", "board", "deals", "share"), KNOWN)
def test_known_equities(
    hand: str, text: str, board: str, deals: int, share: float, method: str
) -> None:
    mine = Range.from_arrays([parse_cards(hand)])
    query = Query(GAMES["plo4"], (mine, Range(text)), (parse_cards(board),))
    found = counted(query, method, threads=2)
    assert found.boards == deals
    assert found.players[0].equity == pytest.approx(share, abs=5e-7)
    asked = equity([hand, text], board=board, game="plo4")
    assert asked.exact
    assert asked.players[0].outcomes == found.players[0].outcomes


# Merging what is equal up to suits.


@pytest.mark.parametrize("game", ["plo4", "o8"])
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("board", ["", "Ah", "AhKh", "AhKh8h", "AhKd8h", "AhKd8s", "AhKh8d8c"])
def test_merging_changes_nothing(
    game: str, method: str, board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seed = 25_000 + len(board)
    spot = blind_spot(Random(seed), GAMES[game], "AK852", 4, board=parse_cards(board))
    query = spot.query()
    merged, sizes = counted(query, method), work_sizes(query)
    for module in (enumeration, sweep):
        monkeypatch.setattr(module, "renamings_that_keep", lambda _: [(0, 1, 2, 3)])
    plain, plain_sizes = counted(query, method), work_sizes(query)
    assert result_counts(merged) == result_counts(plain), f"seed {seed}: {spot}"
    if board != "AhKd8s":
        assert all(map(int.__lt__, sizes, plain_sizes))


def work_sizes(query: Query) -> tuple[int, int]:
    """How many spots and how many boards are counted."""
    combos: list[Combos] = [c for c in possible_combos(query) if c is not None]
    spots, boards = (
        enumeration.find_spots(combos, [query.board, query.dead]),
        sweep.find_boards(query, combos),
    )
    return len(spots.hands), len(boards.cards)


def blind_spot(
    random: Random,
    game: Game,
    ranks: str,
    classes: int,
    weights: str = "none",
    board: tuple[int, ...] = (),
) -> RangeSpot:
    """Ranges that hold every renaming of each of their hands at one weight.

    Fewer than five ranks make no flush, so that no suit would matter.
    """
    assert len(ranks) > 4
    live = few_ranks(ranks)
    players = []
    for _ in range(2):
        level_of: dict[tuple[int, ...], float] = {}
        for level in levels(random, classes, weights):
            for hand in renamed(random.sample(live, game.hole_cards)):
                level_of.setdefault(hand, level)
        hands = tuple(sorted(level_of))
        players.append(Held(hands, tuple(level_of[hand] for hand in hands)))
    dead = tuple(card for card in range(52) if card not in live)
    return RangeSpot(game, tuple(players), board, dead)


def renamed(hand: list[int]) -> list[tuple[int, ...]]:
    namings = renamings_that_keep([])
    assert len(namings) == 24
    return [tuple(sorted(card // 4 * 4 + naming[card % 4] for card in hand)) for naming in namings]


@pytest.mark.parametrize("weights", WEIGHTS)
@every_swept_game
def test_preflop_sweeps_by_classes_of_boards_equal_enumeration(game: Game, weights: str) -> None:
    seed = 26_000 + game.hole_cards * 10 + game.high_low
    ranks = "A2358K"
    spot = blind_spot(Random(seed), game, ranks, 3, weights)
    query = (per_cent(spot) if weights == "per cent" else spot).query()
    swept, enumerated = (result_counts(counted(query, method)) for method in METHODS[::-1])
    if weights == "any":
        assert same_counts(swept, enumerated, whole=False), f"seed {seed}: {spot}"
    else:
        assert swept == enumerated, f"seed {seed}: {spot}"
    assert work_sizes(query)[1] < len(list(combinations(few_ranks(ranks), 5))) / 8


@pytest.mark.exhaustive
@every_swept_game
@every_street
def test_many_ranges_equal_brute_force(game: Game, street: int) -> None:
    for number in range(12):
        seed = 27_000 + game.hole_cards * 1000 + game.high_low * 500 + street * 20 + number
        weights = WEIGHTS[number % 3]
        spot = random_range_spot(Random(seed), game, street, hands=20, weights=weights)
        check_brute_force(spot, weights, METHODS, seed)


@pytest.mark.parametrize("threads", [2, 5])
@every_method
def test_threads_do_not_change_counts(method: str, threads: int) -> None:
    seed = 28_000
    spot = random_range_spot(Random(seed), GAMES["o8"], 2, hands=40, ranks="A2345678TK")
    alone, many = (counted(spot.query(), method, number) for number in (1, threads))
    assert result_counts(alone) == result_counts(many)


# Combo by combo.


@every_weights
@pytest.mark.parametrize("street", [3, 4, 5])
@every_swept_game
def test_every_combos_equity_equals_brute_force(game: Game, street: int, weights: str) -> None:
    seed = 30_000 + game.hole_cards * 1000 + game.high_low * 100 + street
    spot = random_range_spot(Random(seed), game, street, hands=14, weights=weights)
    check_combos(spot, weights, seed)


@pytest.mark.parametrize("board", ["AhKh8h", "AhKd8h", "AhKh8d8c", "2h2d", ""])
def test_every_combos_equity_where_boards_are_alike(board: str) -> None:
    """Boards that differ in suits alone count once, but not for each combo alone."""
    seed = 31_000
    spot = blind_spot(Random(seed), GAMES["plo4"], "AK852", 2, board=parse_cards(board))
    check_combos(spot, "none", seed)


def check_combos(spot: RangeSpot, weights: str, seed: int) -> None:
    truth = brute_force(spot)
    assert truth.combinations, f"nothing to compare, seed {seed}"
    asked = per_cent(spot) if weights == "per cent" else spot
    players = [asked_range(held, spot.game) for held in asked.players]
    found = equity_by_combo(*players, spot.board, spot.dead, spot.game, exact=True)
    expected = {hand: won / deals for hand, (won, deals) in truth.by_combo.items() if deals}
    combos = [tuple(hand) for hand in found.cards.tolist()]
    assert combos == sorted(expected), f"seed {seed}: {spot}"
    wanted = [expected[hand] for hand in combos]
    assert found.equities.tolist() == pytest.approx(wanted, rel=1e-9, abs=1e-12), f"seed {seed}"
    assert found.exact
    assert not found.errors.any()
    assert found.equity == pytest.approx(truth.equity(), rel=1e-9), f"seed {seed}: {spot}"
    whole = equity(players, spot.board, spot.dead, spot.game, exact=True)
    assert found.equity == pytest.approx(whole.players[0].equity, rel=1e-9)


def asked_range(held: Held, game: Game) -> Range:
    return Range.from_arrays(held.combos, held.weights, game)


@every_weights
def test_combos_that_meet_nothing_are_left_out(weights: str) -> None:
    """Float weights must cancel to nothing, not to a remainder that looks like a deal."""
    seed = 32_000
    random = Random(seed)
    live = few_ranks("AK85")
    theirs = sorted({tuple(sorted(random.sample(live, 4))) for _ in range(60)})
    meets_all = tuple(sorted({0, 1, 2, 3}))
    theirs = [(hand[0], *hand[1:3], random.choice(meets_all)) for hand in theirs]
    theirs = sorted({tuple(sorted(hand)) for hand in theirs})
    players = (
        Held((meets_all, (4, 8, 12, 16)), (1.0, 1.0)),
        Held(tuple(theirs), levels(random, len(theirs), weights)),
    )
    found = equity_by_combo(
        *(asked_range(held, GAMES["plo4"]) for held in players), parse_cards("9c9dTh"), game="plo4"
    )
    assert found.cards.tolist() == [[4, 8, 12, 16]]
    assert np.isfinite(found.equities).all()
    only = RangeSpot(GAMES["plo4"], (Held((meets_all,), (1.0,)), players[1]), parse_cards("9c9dTh"))
    with pytest.raises(ImpossibleError, match="share a card"):
        counted(only.query(), "swept")


def test_exact_is_not_sampled_in_secret() -> None:
    with pytest.raises(PrecisionError):
        equity_by_combo("AAA", "KKK", "Qc7d2h", game="plo7", exact=True)


# No deal at all.

IMPOSSIBLE = [
    (["KK", "AAKK"], "KcKd2h", "", "no deal is possible"),
    (["AA", "AA", "AA"], "", "", "no deal is possible"),
    (["KK", "KK"], "", "Kc", "no deal is possible"),
    (["AcAdKcKd", "AcKs*"], "", "", "no deal is possible"),
    (["AA:xxxx!A", "KK"], "", "", "empty range"),
    (["AAKK", "QQ"], "AcAdAh", "", "no hand left"),
    (["KK", "QsQh*"], "", "Qs", "no hand left"),
]


@pytest.mark.parametrize(("players", "board", "dead", "reason"), IMPOSSIBLE)
@pytest.mark.parametrize("wish", [{}, {"exact": True}, {"deals": 1000}, {"precision": 0.01}])
def test_no_legal_deal(players: list[str], board: str, dead: str, reason: str, wish: dict) -> None:
    for text in players:
        Range(text)
    start = time.thread_time()
    with pytest.raises(ImpossibleError, match=reason):
        equity(players, board, dead, "plo4", **wish)
    if len(players) == 2:
        with pytest.raises(ImpossibleError, match=reason):
            equity_by_combo(*players, board, dead, "plo4")
    assert time.thread_time() - start < 2


def test_an_empty_range_has_no_deal() -> None:
    empty = Range("AA") - Range("AA")
    with pytest.raises(ImpossibleError, match=r"player 2: .* is an empty range"):
        equity(["AsAhKsKh", empty])


def test_tiny_weights_are_relative() -> None:
    hands = [parse_cards("KcKdJhTs"), parse_cards("2c2d7h8s")]
    players = [Range.from_arrays(hands, weights) for weights in ([0.25, 0.5], [1e-12, 2e-12])]
    found = [equity(["AcAdKhQs", player], "3h4d5s", game="plo4") for player in players]
    assert found[0].players[0].equity == pytest.approx(found[1].players[0].equity, rel=1e-12)


WRONG_WISHES = [
    {"exact": True, "deals": 5},
    {"precision": 0.01, "seconds": 1},
    {"precision": 0.0},
    {"precision": 0.51},
    {"precision": float("nan")},
    {"deals": 0},
    {"deals": 10**13},
    {"seconds": 0},
    {"seconds": -1},
    {"seconds": float("nan")},
    {"seed": -1},
    {"seed": 2**64},
]


@pytest.mark.parametrize("wish", WRONG_WISHES, ids=str)
def test_wishes_that_make_no_sense(wish: dict) -> None:
    with pytest.raises(TextError):
        equity(["AA", "KK"], game="plo4", **wish)
    with pytest.raises(TextError):
        Wish(**wish)


def test_what_is_too_much_for_exactness_is_refused_with_the_reason() -> None:
    with pytest.raises(PrecisionError, match=r"hours|combinations"):
        equity(["AA", "KK", "QQ"], game="plo4", exact=True)
    sampled = equity(["AA", "KK", "QQ"], game="plo4", deals=1000)
    assert not sampled.exact


def test_a_range_without_a_text_is_called_by_its_size() -> None:
    two = Range.from_arrays([[51, 50, 1, 0], [47, 46, 1, 0]], game="plo4")
    result = equity([two, "5c5d4h4s"], board="2h3h9h", game="plo4")
    assert result.players[0].name == "range of 2 combos"

"""Every known answer that concerns cards and equities."""

from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import ground_truth
import numpy as np
import oracle
import pytest

from omaha_equity import (
    GAMES,
    Game,
    MadeHand,
    Query,
    Result,
    equity,
    evaluate,
    evaluate_many_low,
    format_cards,
    parse_cards,
)
from omaha_equity.engine import solve

EQUITIES = ground_truth.equities()
CASES = ground_truth.cases()
SHOWDOWNS = ground_truth.showdowns()

# Shares in the file are rounded to eight places at worst; one board more or less shifts a
# share by 2e-7 at least.
ROUNDING = 6e-9


def game_of(cards: int, high_low: bool) -> Game:
    return next(g for g in GAMES.values() if (g.hole_cards, g.high_low) == (cards, high_low))


def entry_id(entry: dict[str, Any]) -> str:
    return "-".join([*entry["hands"], entry["board"]]) + "-low" * entry["high_low"]


def ids_with(kinds: tuple[str, ...], key: str) -> list[str]:
    return [id_ for id_, c in CASES.items() if c["kind"] in kinds and key in c["expected"]]


def low_letters(made: MadeHand | None) -> str | None:
    return made and "".join(format_cards(made.cards)[::2])


def high_text(made: MadeHand) -> str:
    return oracle.describe(oracle.five_cards(oracle.read(format_cards(made.cards))))


def winners(values: dict[str, int]) -> list[str]:
    best = max(values.values())
    return sorted(name for name, value in values.items() if value == best > 0)


def tied(ties: dict[int, int]) -> int:
    return sum(ties.values())


@pytest.mark.parametrize("method", ["numpy", "numba"])
@pytest.mark.parametrize("entry", EQUITIES, ids=entry_id)
def test_equities(entry: dict[str, Any], method: str) -> None:
    game = game_of(len(entry["hands"][0]) // 2, entry["high_low"])
    query = Query.of(entry["hands"], entry["board"], entry["dead"], game)
    result = solve.count_boards(query, method=method)  # type: ignore[arg-type]
    players = result.players
    assert (result.boards, result.low_boards) == (entry["boards"], entry["low_boards"])
    assert [p.high_wins for p in players] == entry["high_wins"]
    assert [tied(p.high_ties) for p in players] == entry["high_ties"]
    assert [p.scoops for p in players] == entry["scoops"]
    assert [p.equity for p in players] == pytest.approx(entry["equity"], rel=0, abs=ROUNDING)
    if "low_wins" in entry:
        assert [p.low_wins for p in players] == entry["low_wins"]
        assert [tied(p.low_ties) for p in players] == entry["low_ties"]


@pytest.mark.parametrize("entry", [e for e in EQUITIES if e["boards"] < 1000], ids=entry_id)
def test_the_oracle_itself(entry: dict[str, Any]) -> None:
    check_oracle(entry)


def check_oracle(entry: dict[str, Any]) -> None:
    found = oracle.equities(entry["hands"], entry["board"], entry["dead"], entry["high_low"])

    def count(player: dict, wanted: Any) -> int:
        return sum(boards for outcome, boards in player.items() if wanted(*outcome))

    assert [count(p, lambda _h, _l: True) for p in found] == [entry["boards"]] * len(found)
    assert [count(p, lambda h, _: h == 1) for p in found] == entry["high_wins"]
    assert [count(p, lambda h, _: h > 1) for p in found] == entry["high_ties"]
    assert [count(p, lambda h, w: h == 1 and w in (None, 1)) for p in found] == entry["scoops"]
    assert count(found[0], lambda _, w: w is not None) == entry["low_boards"]


@pytest.mark.parametrize("id_", ids_with(("evaluation", "low"), "best"))
def test_evaluation_cases(id_: str) -> None:
    asked, expected = CASES[id_]["input"], CASES[id_]["expected"]
    game = game_of(len(next(iter(asked["hands"].values()))) // 2, asked["game"] == "omaha8")
    made = {name: evaluate(hand, asked["board"], game) for name, hand in asked["hands"].items()}
    assert {name: high_text(m.high) for name, m in made.items()} == expected["best"]
    assert winners({name: m.high.value for name, m in made.items()}) == expected["hi_winners"]
    if game.high_low:
        assert {name: low_letters(m.low) for name, m in made.items()} == expected["low"]
        lows = {name: m.low.value if m.low else 0 for name, m in made.items()}
        assert winners(lows) == expected["low_winners"]


@pytest.mark.parametrize("hand", ["Ac2dKhQs", "Ac2d3hKs", "Ac2d3h4s", "AcAd2h3s", "8c6d4h2s"])
def test_lo13_how_often_a_hand_makes_a_low(hand: str) -> None:
    expected = CASES["LO13"]["expected"][hand]
    hole = parse_cards(hand)
    deck = [card for card in range(52) if card not in hole]
    flops = sum(evaluate(hole, flop, "o8").low is not None for flop in combinations(deck, 3))
    assert (flops, comb(48, 3)) == (expected["flop_low"], expected["flop_of"])
    boards = np.fromiter(combinations(deck, 5), np.dtype((np.uint8, 5)), comb(48, 5))
    holes = np.tile(np.array(hole, np.uint8), (len(boards), 1))
    lows = np.count_nonzero(evaluate_many_low(holes, boards))
    assert (lows, len(boards)) == (expected["river_low_boards"], expected["of"])


def test_lo14_boards_without_a_low_are_no_error() -> None:
    asked = CASES["LO14"]["input"]
    no_low = "KsKd9h9c"
    result = equity([asked["hero"], no_low, "5c6cTdJd"], asked["board"], game="o8")
    assert result.low_boards == result.boards  # ace and deuce make a low with 4, 8 and 3
    assert (result.players[1].low, result.players[1].low_wins) == (0, 0)
    assert all(0 <= player.low <= 1 for player in result.players)
    sometimes = equity([no_low, "8h7cTdJd"], asked["board"], game="o8")
    assert 0 < sometimes.low_boards < sometimes.boards
    assert (sometimes.players[0].low, sometimes.players[1].low_wins) == (0, sometimes.low_boards)


def test_lo15_a_low_with_a_counterfeit_deuce() -> None:
    case = CASES["LO15"]
    (board,) = case["input"]["board"]
    made = evaluate(case["input"]["hand"], board, "o8")
    assert low_letters(made.low) == case["expected"]["low"]


@pytest.mark.parametrize("id_", ids_with(("equity",), "equity_exact"))
def test_equity_cases(id_: str) -> None:
    asked, expected = CASES[id_]["input"], CASES[id_]["expected"]
    result = solve_case(asked)
    players = dict(zip(asked["hands"], result.players, strict=True))
    assert result.boards == expected["boards"]
    exact_shares = {name: Fraction(share) for name, share in expected["equity_exact"].items()}
    assert {name: p.equity_exact for name, p in players.items()} == exact_shares
    assert {name: round(100 * p.equity, 4) for name, p in players.items()} == expected["equity_pct"]
    assert {name: p.high_wins for name, p in players.items()} == expected["hi_wins"]
    assert {name: tied(p.high_ties) for name, p in players.items()} == expected["hi_ties"]
    if "scoops" in expected:
        assert {name: p.low_wins for name, p in players.items()} == expected["lo_wins"]
        assert {name: tied(p.low_ties) for name, p in players.items()} == expected["lo_ties"]
        assert {name: p.scoops for name, p in players.items()} == expected["scoops"]


def solve_case(asked: dict[str, Any]) -> Result:
    hands = list(asked["hands"].values())
    game = game_of(len(hands[0]) // 2, asked["game"] == "omaha8")
    return equity(hands, asked["board"], asked.get("dead", ""), game)


def test_eq31_next_cards_that_make_a_straight() -> None:
    case = CASES["EQ31"]
    found = []
    for asked in case["input"]["cases"]:
        hole, flop = parse_cards(asked["hand"]), parse_cards(asked["flop"])
        cards = [card for card in range(52) if card not in hole + flop]
        made = [high_text(evaluate(hole, (*flop, card)).high) for card in cards]
        found.append(sum(text.startswith("Straight") for text in made))
    assert found == case["expected"]["outs"]


def test_eq34_win_tie_and_equity() -> None:
    expected = CASES["EQ34"]["expected"]
    players = solve_case(CASES["EQ34"]["input"]).players
    assert [round(100 * p.win, 4) for p in players] == expected["win_pct"]
    assert [round(100 * p.tie, 4) for p in players] == [expected["tie_pct"]] * 2
    assert [round(100 * p.equity, 4) for p in players] == expected["equity_pct"]


def test_eq35_a_full_board_is_exact() -> None:
    asked, expected = CASES["EQ35"]["input"], CASES["EQ35"]["expected"]
    result = solve_case(asked)
    assert (result.boards, result.exact) == (1, True)
    shares = [Fraction(share) for share in expected["equity"].values()]
    assert [player.equity_exact for player in result.players] == shares


@pytest.mark.parametrize(("id_", "player"), [("DB05", "P3"), ("DB07", "H")])
def test_equity_of_one_run_of_several(id_: str, player: str) -> None:
    asked, expected = CASES[id_]["input"], CASES[id_]["expected"]
    result = equity(list(asked["hands"].values()), asked["board"])
    place = list(asked["hands"]).index(player)
    share = Fraction(expected[f"{player}_equity"].split()[0])
    assert result.players[place].equity_exact == share


def test_every_case_about_cards_is_tested() -> None:
    asked = {id_ for id_, c in CASES.items() if c["kind"] in ("evaluation", "low", "equity")}
    tested = {*ids_with(("evaluation", "low"), "best"), *ids_with(("equity",), "equity_exact")}
    named = {"LO13", "LO14", "LO15", "EQ31", "EQ34", "EQ35"}
    elsewhere = {"EQ33"}  # the whole game, in test_exhaustive.py
    assert asked == tested | named | elsewhere


@pytest.mark.parametrize("hand", SHOWDOWNS, ids=lambda hand: hand["id"])
def test_showdowns(hand: dict[str, Any]) -> None:
    game = game_of(hand["n_hole"], hand["hilo"])
    for place, board in enumerate(hand["boards"]):
        made = {name: evaluate(hole, board, game) for name, hole in hand["hands"].items()}
        highs = {name: m.high.value for name, m in made.items()}
        lows = {name: m.low.value if m.low else 0 for name, m in made.items()}
        assert winners(highs) == sorted(hand["hi_winners"][place]), board
        assert winners(lows) == sorted(hand["lo_winners"][place]), board
        best = max(made.values(), key=lambda m: m.high.value)
        assert high_text(best.high) == hand["hi_desc"][place], board
        least = max((m.low for m in made.values() if m.low), key=lambda m: m.value, default=None)
        assert low_letters(least) == hand["lo_desc"][place], board


@pytest.mark.parametrize("hand", SHOWDOWNS, ids=lambda hand: hand["id"])
def test_showdowns_as_equities_on_the_river(hand: dict[str, Any]) -> None:
    game = game_of(hand["n_hole"], hand["hilo"])
    for place, board in enumerate(hand["boards"]):
        result = equity(list(hand["hands"].values()), board, game=game)
        outcomes = {
            name: player.outcomes[0]
            for name, player in zip(hand["hands"], result.players, strict=True)
        }
        high = sorted(name for name, outcome in outcomes.items() if outcome.high)
        low = sorted(name for name, outcome in outcomes.items() if outcome.low)
        assert high == sorted(hand["hi_winners"][place]), board
        assert low == sorted(hand["lo_winners"][place]), board

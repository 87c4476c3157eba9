"""Queries and results: immutable, complete, and refused with the card and the place."""

import json
import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import Spot, lawful, spots

from omaha_equity import (
    GAMES,
    ImpossibleError,
    OmahaError,
    Outcome,
    PlayerResult,
    Query,
    Result,
    TextError,
    format_cards,
    parse_cards,
)

ACES, KINGS = "AsAhKdQc", "KsKh2d3c"


def made_up_result() -> Result:
    """A result of 10 boards, put together by hand."""
    query = Query.of([ACES, KINGS], "4h5h6h", game="o8")
    first = (Outcome(1, None, 3), Outcome(1, 0, 2), Outcome(2, 2, 1), Outcome(0, 2, 4))
    second = (Outcome(0, None, 3), Outcome(0, 1, 2), Outcome(2, 2, 1), Outcome(1, 2, 4))
    players = (
        PlayerResult(query.hands[0], first, 10),
        PlayerResult(query.hands[1], second, 10),
    )
    return Result(query, players, boards=10, low_boards=7, method="numpy")


def test_a_query_from_texts() -> None:
    query = Query.of([ACES, KINGS], "2s 3s 4s", "5s,6s")
    assert query.game is GAMES["plo4"]
    assert query.hands == (parse_cards(ACES), parse_cards(KINGS))
    assert query.board == parse_cards("2s3s4s")
    assert query.dead == parse_cards("5s6s")
    assert (query.cards_to_come, query.deck_left) == (2, 39)


@pytest.mark.parametrize("kind", [list, tuple, np.array])
def test_a_query_from_numbers_equals_one_from_texts(kind: type) -> None:
    hands = [kind(parse_cards(ACES)), kind(parse_cards(KINGS))]
    board, dead = kind(parse_cards("2s3s4s")), kind(parse_cards("5s6s"))
    query = Query.of(hands, board, dead)
    assert query == Query.of([ACES, KINGS], "2s3s4s", "5s6s")
    assert hash(query) == hash(Query.of([ACES, KINGS], "2s3s4s", "5s6s"))
    assert all(type(card) is int for hand in query.hands for card in hand)


@pytest.mark.parametrize(("cards", "name"), [(4, "plo4"), (5, "plo5"), (6, "plo6"), (7, "plo7")])
def test_the_number_of_cards_decides_the_game(cards: int, name: str) -> None:
    query = Query.of([range(cards), range(10, 10 + cards)])
    assert query.game is GAMES[name]


@pytest.mark.parametrize("game", ["o8", "OMAHA8", GAMES["o8"]])
def test_the_game_may_be_named_or_given(game: object) -> None:
    assert Query.of([ACES, KINGS], game=game).game is GAMES["o8"]  # type: ignore[arg-type]


@lawful
@given(spots())
def test_any_spot_makes_a_query(spot: Spot) -> None:
    query = spot.query()
    assert (query.game, query.hands, query.board, query.dead) == (
        spot.game,
        spot.hands,
        spot.board,
        spot.dead,
    )
    assert query.deck_left == len(spot.unseen())


@pytest.mark.parametrize(
    ("hands", "board", "dead", "card", "places"),
    [
        ([ACES, "AsKcQdJd"], "", "", "As", ("hand 1", "hand 2")),
        (["AcAcKdKs", KINGS], "", "", "Ac", ("hand 1",)),
        ([ACES, KINGS], "2c3d3c", "", "3c", ("hand 2", "board")),
        ([ACES, KINGS], "7h8h7h", "", "7h", ("board",)),
        ([ACES, KINGS], "", "Qc", "Qc", ("hand 1", "dead cards")),
        ([ACES, KINGS], "7h8h9h", "Th 8h", "8h", ("board", "dead cards")),
        ([ACES, KINGS], "", "9c9c", "9c", ("dead cards",)),
        (["Qh4dTc7s", "6c5c7d2h"], "AdAs3c3d4d", "", "4d", ("hand 1", "board")),
    ],
)
def test_a_repeated_card_is_named_with_its_places(
    hands: list[str], board: str, dead: str, card: str, places: tuple[str, ...]
) -> None:
    with pytest.raises(ImpossibleError) as caught:
        Query.of(hands, board, dead)
    message = str(caught.value)
    assert re.search(rf"\b{card}\b", message), message
    assert all(place in message for place in places), message


@pytest.mark.parametrize(
    ("hands", "board", "words"),
    [
        ([], "", "2 to 10"),
        ([ACES], "", "2"),
        (["AsAhKd", "JhTh9c8c"], "", "hand 1: AsAhKd has 3 cards"),
        ([ACES, "JhTh9c"], "", "hand 2: JhTh9c has 3 cards"),
        ([ACES, "JhTh9c8c7c"], "", "hand 2: JhTh9c8c7c has 5 cards"),
        ([ACES, ""], "", "hand 2"),
        (["AsAhKdQcJsTs9s8s", ACES], "", "hand 1"),
        ([ACES, KINGS], "4s5s6s7s8s9s", "board: 4s5s6s7s8s9s has 6 cards"),
        ([ACES, "KsKh2d3x"], "", "hand 2 'KsKh2d3x', character 7"),
        ([ACES, KINGS], "AKQ", "board 'AKQ', character 1"),
        ([[0, 1, 2, 52], KINGS], "", "hand 1: 52 is not a card"),
        ([ACES, [-1, 0, 1, 2]], "", "hand 2: -1 is not a card"),
        ([ACES, [0, 1, 2, 2.5]], "", "2.5"),
        (ACES, "", "hands"),
    ],
)
def test_a_question_put_wrongly(hands: list[str], board: str, words: str) -> None:
    with pytest.raises(TextError, match=re.escape(words)):
        Query.of(hands, board)


def test_a_game_with_another_number_of_cards() -> None:
    with pytest.raises(TextError, match=r"hand 1: AsAhKdQc has 4 cards.*plo5"):
        Query.of([ACES, KINGS], game="plo5")


def test_a_wrong_number_of_dead_cards_for_the_deck() -> None:
    fits = [card for card in range(51, -1, -1) if card >= 8][: 52 - 8 - 5]
    hands = [range(4), range(4, 8)]
    assert Query.of(hands, dead=fits).deck_left == 5
    with pytest.raises(ImpossibleError, match="52"):
        Query.of(hands, dead=[*fits, 8])


def test_every_error_is_an_omaha_error() -> None:
    assert issubclass(TextError, OmahaError)
    assert issubclass(ImpossibleError, OmahaError)


@pytest.mark.parametrize("part", ["query", "result", "player", "outcome"])
def test_nothing_can_be_changed(part: str) -> None:
    result = made_up_result()
    parts = {
        "query": result.query,
        "result": result,
        "player": result.players[0],
        "outcome": result.players[0].outcomes[0],
    }
    names = getattr(parts[part], "_fields", None) or parts[part].__dataclass_fields__
    for name in names:
        with pytest.raises(AttributeError):
            setattr(parts[part], name, None)


def test_a_query_does_not_follow_the_list_it_came_from() -> None:
    hand = list(parse_cards(ACES))
    query = Query.of([hand, KINGS])
    hand[0] = 0
    assert query.hands[0] == parse_cards(ACES)


@pytest.mark.parametrize(
    ("outcome", "share"),
    [
        (Outcome(1, None, 1), 1),
        (Outcome(0, None, 1), 0),
        (Outcome(3, None, 1), Fraction(1, 3)),
        (Outcome(1, 1, 1), 1),
        (Outcome(1, 0, 1), Fraction(1, 2)),
        (Outcome(0, 1, 1), Fraction(1, 2)),
        (Outcome(0, 2, 1), Fraction(1, 4)),
        (Outcome(1, 2, 1), Fraction(3, 4)),
        (Outcome(2, 3, 1), Fraction(5, 12)),
        (Outcome(0, 0, 1), 0),
    ],
)
def test_the_share_of_one_pot(outcome: Outcome, share: Fraction) -> None:
    assert outcome.pot_share == share


def test_a_player_result_adds_up_outcomes() -> None:
    first, second = made_up_result().players
    # 3 whole pots, 2 highs, 1 half of everything, 4 quarters
    assert first.equity_exact == Fraction(3 + 1, 10) + Fraction(1, 20) + Fraction(4, 40)
    assert first.equity_exact + second.equity_exact == 1
    assert (first.high_wins, first.high_ties) == (5, {2: 1})
    assert (first.low_wins, first.low_ties) == (0, {2: 5})
    assert (first.scoops, first.quartered) == (3, 4)
    assert (first.win, first.tie, first.scoop) == (0.5, 0.1, 0.3)
    assert (first.high, first.low) == (0.55, 0.25)
    assert (second.low_wins, second.scoops, second.quartered) == (2, 0, 0)
    assert second.high == pytest.approx(0.45)


def test_a_result_as_json() -> None:
    result = made_up_result()
    read = json.loads(result.to_json())
    assert read == result.to_dict()
    assert {name: value for name, value in read.items() if name != "players"} == {
        "schema": 1,
        "game": "o8",
        "board": "4h5h6h",
        "dead": "",
        "exact": True,
        "boards": 10,
        "low_boards": 7,
        "method": "numpy",
        "sampling": None,
    }
    first = read["players"][0]
    assert (first["hand"], Fraction(first["equity_exact"])) == (ACES, Fraction(11, 20))
    assert (first["equity"], first["win"], first["scoop"]) == (0.55, 0.5, 0.3)
    assert first["error"] == 0
    assert first["counts"]["high_ties"] == {"2": 1}
    assert (first["counts"]["high_wins"], first["counts"]["quartered"]) == (5, 4)


def test_a_result_as_html() -> None:
    html = made_up_result()._repr_html_()
    assert html.startswith("<table>")
    assert html.endswith("</table>")
    assert html.count("<tr>") == html.count("</tr>") == 3
    assert ACES in html
    assert "55.00%" in html
    assert "exact over 10 boards" in html
    assert "<th>scoop</th>" in html


def test_a_high_result_as_html_has_no_low() -> None:
    query = Query.of([ACES, KINGS])
    players = tuple(PlayerResult(hand, (Outcome(2, None, 4),), 4) for hand in query.hands)
    html = Result(query, players, 4, 0, "numpy")._repr_html_()
    assert "scoop" not in html
    assert html.count("50.00%") == 2


@lawful
@given(st.lists(st.integers(0, 51), min_size=4, max_size=4, unique=True))
def test_a_result_names_hands_as_given(cards: list[int]) -> None:
    player = PlayerResult(tuple(cards), (Outcome(1, None, 1),), 1)
    assert parse_cards(player.to_dict()["hand"]) == tuple(cards)
    assert player.to_dict()["hand"] == format_cards(cards)


@pytest.mark.parametrize(
    "hands", [((0, 1, 2, 3), (4, 5, 6, 99)), ((0, 1, 2, 3), (4, 5, 6, -1)), ([0, 1, 2, 3],) * 2]
)
def test_the_constructor_checks_cards_too(hands: Any) -> None:
    with pytest.raises(TextError):
        Query(GAMES["plo4"], hands)


def test_hands_that_are_no_hands() -> None:
    with pytest.raises(TextError, match="hand 1"):
        Query.of([7, 7])  # type: ignore[list-item]

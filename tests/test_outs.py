"""Outs: known numbers, and every card against the oracle."""

import json
import re
from itertools import combinations
from random import Random

import ground_truth
import oracle
import pytest

from omaha_equity import ImpossibleError, TextError, outs
from omaha_equity.answers.hits import Outs
from omaha_equity.cards import format_cards
from omaha_equity.games import GAMES
from omaha_equity.names import CATEGORIES


def known() -> list[tuple[str, str, int]]:
    case = ground_truth.cases()["EQ31"]
    spots = [(spot["hand"], spot["flop"]) for spot in case["input"]["cases"]]
    return [(*spot, cards) for spot, cards in zip(spots, case["expected"]["outs"], strict=True)]


@pytest.mark.parametrize(("hand", "board", "straights"), known())
def test_known_numbers_of_straight_outs(hand: str, board: str, straights: int) -> None:
    assert outs(hand, board).outs("straight") == straights


def names(cards: tuple[int, ...]) -> set[str]:
    return {format_cards([card]) for card in cards}


def check_high(found: Outs, hand: oracle.Hand, other: oracle.Hand, board: oracle.Hand) -> None:
    now = oracle.best_high(hand, board)[0]
    assert found.category == CATEGORIES[now]
    made: dict[str, set[str]] = {}
    nut: dict[str, set[str]] = {}
    ahead, tied = set(), set()
    for card in oracle.DECK:
        if card in {*hand, *other, *board}:
            continue
        after = (*board, card)
        own = oracle.best_high(hand, after)
        if own[0] > now:
            made.setdefault(CATEGORIES[own[0]], set()).add(card)
            rest = [left for left in oracle.DECK if left not in {*hand, *after}]
            if own >= max(oracle.best_high(pair, after) for pair in combinations(rest, 2)):
                nut.setdefault(CATEGORIES[own[0]], set()).add(card)
        against = oracle.best_high(other, after)
        if own > against:
            ahead.add(card)
        if own == against:
            tied.add(card)
    assert {group.name: names(group.cards) for group in found.groups} == made
    for group in found.groups:
        assert names(group.nut_cards) == nut.get(group.name, set())
    assert (names(found.ahead), names(found.tied)) == (ahead, tied)
    assert len(found.unseen) == 52 - len({*hand, *other, *board})


@pytest.mark.parametrize("size", [4, 5, 6, 7])
@pytest.mark.parametrize("street", [3, 4])
def test_highs_agree_with_the_oracle(size: int, street: int) -> None:
    random = Random(size * 10 + street)
    for _ in range(2):
        cards = tuple(random.sample(oracle.DECK, 2 * size + street))
        hand, other, board = cards[:size], cards[size : 2 * size], cards[2 * size :]
        found = outs("".join(hand), "".join(board), "".join(other))
        check_high(found, hand, other, board)


def beats(low: tuple[int, ...] | None, other: tuple[int, ...] | None) -> bool:
    return low is not None and (other is None or low < other)


def check_low(found: Outs, hand: oracle.Hand, other: oracle.Hand, board: oracle.Hand) -> None:
    def is_nut(after: oracle.Hand) -> bool:
        own = oracle.best_low(hand, after)
        rest = [card for card in oracle.DECK if card not in {*hand, *after}]
        lows = (oracle.best_low(pair, after) for pair in combinations(rest, 2))
        return own is not None and not any(beats(low, own) for low in lows)

    now = oracle.best_low(hand, board)
    better, nut, lost, ahead, tied = set(), set(), set(), set(), set()
    nut_now = is_nut(board)
    for card in oracle.DECK:
        if card in {*hand, *other, *board}:
            continue
        after = (*board, card)
        own, against = oracle.best_low(hand, after), oracle.best_low(other, after)
        nut_after = is_nut(after)
        if beats(own, now):
            better.add(card)
            nut |= {card} if nut_after else set()
        lost |= {card} if nut_now and not nut_after else set()
        ahead |= {card} if beats(own, against) else set()
        tied |= {card} if own is not None and own == against else set()
    assert found.low is not None
    assert found.low.name == ("better low" if now else "low")
    assert (names(found.low.cards), names(found.low.nut_cards)) == (better, nut)
    assert names(found.lost_nut_low) == lost
    assert (names(found.low_ahead), names(found.low_tied)) == (ahead, tied)


@pytest.mark.parametrize("game", ["o8", "o8-5"])
@pytest.mark.parametrize("street", [3, 4])
def test_lows_agree_with_the_oracle(game: str, street: int) -> None:
    random, size = Random(street), GAMES[game].hole_cards
    lower = [card for card in oracle.DECK if oracle.RANK[card[0]] <= 8 or card[0] == "A"]
    for _ in range(2):
        cards = tuple(random.sample(lower, 2 * size + street))
        hand, other, board = cards[:size], cards[size : 2 * size], cards[2 * size :]
        found = outs("".join(hand), "".join(board), "".join(other), game=game)
        check_low(found, hand, other, board)


def test_a_card_counts_once_for_the_best_that_it_makes() -> None:
    found = outs("AhKhQd2c", "Jh9h3c")
    groups = {group.name: names(group.cards) for group in found.groups}
    assert "Th" in groups["flush"]
    assert groups["straight"] == {"Ts", "Td", "Tc"}
    assert len(found.better) == sum(len(group.cards) for group in found.groups)


def test_dead_cards_cannot_come() -> None:
    found = outs("QhJsTd7c", "9h8s2d", dead="QsQd6c")
    assert (found.outs("straight"), len(found.unseen)) == (13, 42)


def test_the_nut_low_is_lost_where_a_card_pairs_the_hand() -> None:
    found = outs("As2sKdQd", "3h7c8d", game="o8")
    assert names(found.lost_nut_low) == {"Ah", "Ad", "Ac", "2h", "2d", "2c"}


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        (("QhJsTd7c", "9h8s2d3c4c"), TextError, "has 5 cards; give 3 or 4"),
        (("QhJsTd7c", ""), TextError, "an empty board has 0 cards"),
        (("QhJsTd", "9h8s2d"), TextError, "3 cards"),
        (("", "9h8s2d"), TextError, "no cards"),
        (("QhJsTd7c", "9h8s2d", "AcAd"), TextError, "hand 2"),
        (("QhJsTd7c", "9h8s2d", ""), TextError, "hand 2"),
        (("QhJsTd7c", "Qh8s2d"), ImpossibleError, "card Qh"),
        (("QhJsTd7c", "9h8s2d", "Qh2c3c4c"), ImpossibleError, "card Qh"),
    ],
)
def test_errors(given: tuple[str, ...], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=re.escape(words)):
        outs(*given)


def test_shows_itself() -> None:
    alone, versus = outs("QhJsTd7c", "9h8s2d"), outs("QhJsTd7c", "9h8s2d", "AcAdKs3s")
    told = json.loads(alone.to_json())
    assert (told["opponent"], told["ahead"], told["low"]) == (None, None, None)
    assert told["groups"][0]["outs"] == 16
    assert json.loads(versus.to_json())["opponent"] == "AcAdKs3s"
    assert [row["name"] for row in versus.rows()][-2:] == ["ahead", "tied"]
    assert "<td>straight</td>" in versus._repr_html_()

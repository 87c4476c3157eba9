"""The nuts: every holding against the oracle."""

import json
import re
from itertools import combinations
from random import Random

import oracle
import pytest

from omaha_equity import ImpossibleError, TextError, nuts
from omaha_equity.answers.hits import NutGroup
from omaha_equity.cards import format_cards


def by_worth(board: oracle.Hand, dead: oracle.Hand, low: bool) -> list[set[frozenset[str]]]:
    """All holdings, those of equal worth together, best first."""
    best = oracle.best_low if low else oracle.best_high
    rest = [card for card in oracle.DECK if card not in {*board, *dead}]
    found: dict[tuple[int, ...], set[frozenset[str]]] = {}
    for pair in combinations(rest, 2):
        worth = best(pair, board)
        if worth is not None:
            found.setdefault(worth, set()).add(frozenset(pair))
    return [found[worth] for worth in sorted(found, reverse=not low)]


def shown(group: NutGroup) -> set[frozenset[str]]:
    return {frozenset(oracle.read(format_cards(holding))) for holding in group.holdings}


@pytest.mark.parametrize("street", [3, 4, 5])
@pytest.mark.parametrize(("game", "size"), [("o8", 4), ("o8-5", 5), ("o8-6", 6), ("o8-7", 7)])
def test_groups_agree_with_the_oracle(game: str, size: int, street: int) -> None:
    random = Random(size * 10 + street)
    cards = tuple(random.sample(oracle.DECK, size + street + 2))
    hand, board, dead = cards[:size], cards[size : size + street], cards[size + street :]
    found = nuts("".join(board), "".join(hand), "".join(dead), game, top=2_000)
    for low, groups, place in (
        (False, found.high, found.high_place),
        (True, found.low, found.low_place),
    ):
        expected = by_worth(board, dead, low)
        assert [shown(group) for group in groups] == expected
        assert [group.place for group in groups] == list(range(1, len(groups) + 1))
        for group in groups:
            blocked = sum(not holding.isdisjoint(hand) for holding in shown(group))
            assert group.blocked == blocked
        own = [frozenset(pair) for pair in combinations(hand, 2)]
        places = [n for n, holdings in enumerate(expected, 1) if holdings.intersection(own)]
        assert place == min(places, default=0)


@pytest.mark.parametrize(
    ("board", "name", "holdings"),
    [
        ("Kh9h2c", "three of a kind, kings", 3),
        ("QhJhTh", "royal flush", 1),
        ("9h8s7d", "straight, jack high", 16),
        ("KhKd7s", "four of a kind, kings", 1),
        ("AhKhQhJhTh", "straight flush, queen high", 1),
        ("2c2d2h2s9h", "full house, nines over deuces", 3),
    ],
)
def test_famous_boards(board: str, name: str, holdings: int) -> None:
    best = nuts(board).high[0]
    assert (best.name, len(best.holdings)) == (name, holdings)


def test_blockers() -> None:
    best = nuts("Kh9h2c", "AhKdQs3s").high[0]
    assert (len(best.holdings), best.blocked) == (3, 2)


def test_dead_cards_make_no_holding() -> None:
    assert len(nuts("Kh9h2c", dead="Ks").high[0].holdings) == 1


def test_no_low() -> None:
    found = nuts("KhQh2c", game="o8")
    assert (found.low, found.low_place) == ((), 0)
    assert nuts("KhQh2c").low == ()


def test_nut_low() -> None:
    found = nuts("2d3c8hKs", "Ac4d4hKh", game="o8")
    assert (found.low[0].name, len(found.low[0].holdings), found.low_place) == ("8-4-3-2-A", 16, 1)


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        (("9h8s",), TextError, "has 2 cards; give 3, 4 or 5"),
        (("9h8s2x",), TextError, "character"),
        (("9h8s2d", "9h8c7c6c"), ImpossibleError, "card 9h"),
        (("9h8s2d", "9c8c7c"), TextError, "3 cards"),
    ],
)
def test_errors(given: tuple[str, ...], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=re.escape(words)):
        nuts(*given)


def test_no_place_at_all() -> None:
    with pytest.raises(TextError, match="top is 0"):
        nuts("9h8s2d", top=0)


def test_shows_itself() -> None:
    found = nuts("2d3c8hKs", "Ac4d4hKh", game="o8", top=1)
    told = json.loads(found.to_json())
    assert told["high"][0]["holdings"] == ["KhKd", "KhKc", "KdKc"]
    assert (told["high_place"], told["low_place"]) == (12, 1)
    assert [row["half"] for row in found.rows()] == ["high", "low"]
    assert "three of a kind, kings" in found._repr_html_()
    assert json.loads(nuts("2d3c8h").to_json())["hand"] is None

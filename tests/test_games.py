"""Games: one row each, and the names people know."""

import dataclasses

import pytest

from omaha_equity import GAMES, TextError
from omaha_equity.games import ALIASES, STREETS, game_named, high_game, sister_game


def test_the_ten_games() -> None:
    rows = {(g.name, g.hole_cards, g.high_low) for g in GAMES.values()}
    assert rows == {
        ("plo4", 4, False),
        ("plo5", 5, False),
        ("plo6", 6, False),
        ("plo7", 7, False),
        ("o8", 4, True),
        ("o8-5", 5, True),
        ("o8-6", 6, True),
        ("o8-7", 7, True),
        ("courchevel", 5, False),
        ("courchevel8", 5, True),
    }
    assert all(name == game.name for name, game in GAMES.items())
    assert len({game.title for game in GAMES.values()}) == 10


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("plo", "plo4"),
        ("omaha", "plo4"),
        ("omahahi", "plo4"),
        ("omahahi5", "plo5"),
        ("omaha8", "o8"),
        ("bigo", "o8-5"),
        ("omaha85", "o8-5"),
        ("PLO", "plo4"),
        ("BigO", "o8-5"),
        ("Courchevel", "courchevel"),
        (" o8 ", "o8"),
    ],
)
def test_names_people_know(alias: str, name: str) -> None:
    assert game_named(alias).name == name


def test_every_alias_leads_to_a_game_and_hides_none() -> None:
    assert set(ALIASES.values()) <= set(GAMES)
    assert not set(ALIASES) & set(GAMES)


@pytest.mark.parametrize("name", ["", "holdem", "plo3", "plo8x", "o8-8"])
def test_an_unknown_game_is_named_with_the_choices(name: str) -> None:
    with pytest.raises(TextError, match="unknown") as caught:
        game_named(name)
    assert repr(name) in str(caught.value)
    assert all(known in str(caught.value) for known in GAMES)


@pytest.mark.parametrize("hole_cards", [4, 5, 6, 7])
def test_the_high_game_of_a_number_of_cards(hole_cards: int) -> None:
    game = high_game(hole_cards)
    assert (game.hole_cards, game.high_low) == (hole_cards, False)


def test_rows_hold_together() -> None:
    for game in GAMES.values():
        assert len(game.streets) == len(STREETS)
        assert game.streets[1:] == (3, 4, 5)
        assert game.qualifier in (0, 8)
        assert GAMES[game.ordering].hole_cards == game.hole_cards
        assert GAMES[game.ordering].high_low == game.high_low


def test_one_game_at_most_is_meant_by_a_number_of_cards() -> None:
    meant = [game.hole_cards for game in GAMES.values() if game.by_cards]
    assert sorted(meant) == [4, 5, 6, 7]


def test_sisters_are_dealt_alike() -> None:
    assert sister_game(GAMES["o8-7"], 4, False) is GAMES["plo4"]
    assert sister_game(GAMES["courchevel8"], 5, False) is GAMES["courchevel"]
    with pytest.raises(TextError, match="not Courchevel: 6 hole cards"):
        sister_game(GAMES["courchevel"], 6, False)


def test_games_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        GAMES["o8"].seats = 6  # type: ignore[misc]

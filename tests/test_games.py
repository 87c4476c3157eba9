"""Games: one row each, and the names people know."""

import dataclasses

import pytest

from omaha_equity import GAMES, TextError
from omaha_equity.games import ALIASES, game_named, high_game


def test_the_eight_games() -> None:
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
    }
    assert all(name == game.name for name, game in GAMES.items())
    assert len({game.title for game in GAMES.values()}) == 8


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


def test_games_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        GAMES["o8"].seats = 6  # type: ignore[misc]

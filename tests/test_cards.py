"""Cards: every spelling people use, and errors that show the place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import lawful

from omaha_equity import TextError, format_cards, parse_cards
from omaha_equity.cards import CARD_TEXTS, DECK_SIZE, card_mask


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("2c", 0),
        ("2d", 1),
        ("2h", 2),
        ("2s", 3),
        ("3c", 4),
        ("Tc", 32),
        ("Jd", 37),
        ("Qh", 42),
        ("Kc", 44),
        ("As", 51),
    ],
)
def test_a_card_is_rank_times_four_plus_suit(text: str, card: int) -> None:
    assert parse_cards(text) == (card,)
    assert format_cards([card]) == text


@pytest.mark.parametrize("spelled", ["As", "as", "AS", "aS", "A♠", "a♠", "A♤", " As", "As ", ",As"])
def test_spellings_of_the_ace_of_spades(spelled: str) -> None:
    assert parse_cards(spelled) == (51,)


@pytest.mark.parametrize("spelled", ["Th", "tH", "TH", "10h", "10H", "10♥", "T♡"])
def test_spellings_of_the_ten_of_hearts(spelled: str) -> None:
    assert parse_cards(spelled) == (34,)


def test_mixed_case_from_a_public_question() -> None:
    assert [format_cards(parse_cards(text)) for text in ("9S", "tH", "10h", "AS")] == [
        "9s",
        "Th",
        "Th",
        "As",
    ]


@pytest.mark.parametrize(
    "text", ["AsKd10h", "As Kd 10h", "As,Kd,10h", "As, Kd,\t10h\n", "A♠K♦10♥", "asKDth"]
)
def test_separators_are_optional(text: str) -> None:
    assert parse_cards(text) == (51, 45, 34)


@pytest.mark.parametrize("text", ["", " ", ",", " , \n"])
def test_no_cards(text: str) -> None:
    assert parse_cards(text) == ()


@pytest.mark.parametrize(
    ("text", "place", "shown"),
    [
        ("A", 1, "'A'"),
        ("Ax", 1, "'Ax'"),
        ("AsK", 3, "'K'"),
        ("AKQ", 1, "'AK'"),
        ("As Kd 1h", 7, "'1h'"),
        ("10", 1, "'10'"),
        ("0s", 1, "'0s'"),
        ("As;Kd", 3, "';K'"),
        ("♠A", 1, "'♠A'"),
        ("As é", 4, "'é'"),
        ("A s", 1, "'A'"),
        ("AsKdQ10h", 5, "'Q1'"),
    ],
)
def test_what_is_not_a_card_is_shown_with_its_place(text: str, place: int, shown: str) -> None:
    with pytest.raises(TextError) as caught:
        parse_cards(text, "hand 2")
    message = str(caught.value)
    assert message.startswith(f"hand 2 {text!r}, character {place}: {shown} "), message
    assert "\n" not in message


@lawful
@given(st.text(alphabet="23456789TJQKA10tjqkacdhsCDHS♠♥♦♣ ,;x", max_size=12))
def test_any_text_is_cards_or_a_text_error(text: str) -> None:
    try:
        cards = parse_cards(text)
    except TextError as error:
        assert repr(text) in str(error)
        return
    assert all(0 <= card < DECK_SIZE for card in cards)
    assert parse_cards(format_cards(cards)) == cards


@lawful
@given(st.lists(st.integers(0, 51)), st.sampled_from(["", " ", ",", ", "]))
def test_written_cards_read_back(cards: list[int], separator: str) -> None:
    assert parse_cards(separator.join(format_cards([card]) for card in cards)) == tuple(cards)


def test_every_card_has_its_own_text() -> None:
    assert len(set(CARD_TEXTS)) == 52
    assert parse_cards("".join(CARD_TEXTS)) == tuple(range(52))


@lawful
@given(st.sets(st.integers(0, 51)))
def test_a_mask_has_one_bit_per_card(cards: set[int]) -> None:
    mask = card_mask(cards)
    assert {card for card in range(64) if mask >> card & 1} == cards

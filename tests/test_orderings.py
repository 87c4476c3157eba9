"""The shipped orderings: known equities to the last deal, and what per cent makes of them."""

import json
from fractions import Fraction
from math import comb
from random import Random

import numpy as np
import pytest

import omaha_equity as oe
from omaha_equity.tables import FOLDER

ORDERINGS = FOLDER / "orderings"
DEALS = {hole: comb(52 - hole, hole) * comb(52 - 2 * hole, 5) for hole in (4, 5)}
"""Deals of one hand against a random one: the opponent's cards, then the board."""


def suit_masks(hand: str) -> tuple[int, ...]:
    """Four sorted 13-bit masks of ranks, one a suit."""
    masks = dict.fromkeys("cdhs", 0)
    for rank, suit in zip(hand[::2], hand[1::2], strict=True):
        masks[suit] |= 1 << "23456789TJQKA".index(rank)
    return tuple(sorted(masks.values()))


def all_classes(hole_cards: int) -> list[tuple[int, ...]]:
    """Every class of hands, in the order of the files."""
    by_size = [[m for m in range(1 << 13) if m.bit_count() == n] for n in range(hole_cards + 1)]

    def extend(masks: tuple[int, ...], left: int) -> list[tuple[int, ...]]:
        if len(masks) == 4:
            return [masks] if left == 0 else []
        least = masks[-1] if masks else 0
        found = []
        for size in range(left + 1):
            for mask in by_size[size]:
                if mask >= least:
                    found += extend((*masks, mask), left - size)
        return found

    return sorted(extend((), hole_cards))


@pytest.fixture(scope="module")
def four() -> list[tuple[int, ...]]:
    return all_classes(4)


def score(name: str, hand: str, classes: list[tuple[int, ...]]) -> int:
    return int(np.load(ORDERINGS / f"{name}.npy")[classes.index(suit_masks(hand))])


@pytest.mark.parametrize(
    ("hand", "wins", "ties"),
    [("TdThAdAh", 150_788_051_334, 716_144_420), ("2c2d2h2s", 19_634_139_072, 0)],
)
def test_known_equities_against_a_random_hand(
    hand: str, wins: int, ties: int, four: list[tuple[int, ...]]
) -> None:
    assert len(four) == 16_432
    assert score("plo4", hand, four) == 2 * wins + ties


def test_the_third_known_equity(four: list[tuple[int, ...]]) -> None:
    equity = score("plo4", "AcAdKcKd", four) / (2 * DEALS[4])
    assert round(equity * 100, 6) == 70.678075


def test_the_best_and_the_worst_hand(four: list[tuple[int, ...]]) -> None:
    scores = np.load(ORDERINGS / "plo4.npy")
    assert four[int(np.argmax(scores))] == suit_masks("TdThAdAh")
    assert four[int(np.argmin(scores))] == suit_masks("2c2d2h2s")


@pytest.mark.parametrize("name", ["plo4", "o8", "plo5"])
def test_random_hands_are_even_with_random_hands(name: str) -> None:
    """The mean over all hands of the equity against a random hand is one half, exactly."""
    hole_cards = 5 if name == "plo5" else 4
    scores = np.load(ORDERINGS / f"{name}.npy").tolist()
    whole = (4 if name == "o8" else 2) * DEALS[hole_cards]
    total = 0
    for masks, points in zip(all_classes(hole_cards), scores, strict=True):
        total += points * ways(masks)
    assert Fraction(total, whole * comb(52, hole_cards)) == Fraction(1, 2)


def ways(masks: tuple[int, ...]) -> int:
    """How many hands a class has: the ways to give its four rank sets to four suits."""
    count = 24
    for mask in set(masks):
        for i in range(2, masks.count(mask) + 1):
            count //= i
    return count


def test_files_match_their_manifest_and_stay_small() -> None:
    manifest = json.loads((ORDERINGS / "manifest.json").read_text())
    files = sorted(path.stem for path in ORDERINGS.glob("*.npy"))
    assert files == sorted(manifest)
    assert sum(path.stat().st_size for path in ORDERINGS.iterdir()) <= 4_000_000


@pytest.mark.parametrize("game", ["plo4", "o8", "plo5", "plo6"])
def test_per_cent_takes_whole_classes_up_to_its_share(game: str) -> None:
    hands = comb(52, oe.GAMES[game].hole_cards)
    before = 0
    for percent in (1, 7, 15, 50, 99):
        found = len(oe.Range(f"{percent}%", game))
        assert before < found <= hands * percent / 100
        assert found > hands * percent / 100 - 24
        before = found
    assert len(oe.Range("100%", game)) == hands


def test_per_cent_is_not_offered_for_seven_cards() -> None:
    with pytest.raises(oe.OmahaError, match="plo7"):
        len(oe.Range("10%", "plo7"))


@pytest.mark.exhaustive
@pytest.mark.parametrize(("name", "units"), [("plo4", 2), ("o8", 4)])
def test_classes_equal_the_exact_engine(name: str, units: int, four: list[tuple[int, ...]]) -> None:
    """Another way to the same number: every hand of the opponent, spot by spot."""
    scores = np.load(ORDERINGS / f"{name}.npy")
    seed = 41
    for place in Random(seed).sample(range(len(four)), 6):
        hand = [
            4 * rank + suit
            for suit, mask in enumerate(four[place])
            for rank in range(13)
            if mask >> rank & 1
        ]
        equity = oe.equity([hand, "random"], game=name, exact=True).players[0].equity_exact
        assert equity * units * DEALS[4] == scores[place], (seed, oe.format_cards(hand))


@pytest.mark.exhaustive
def test_five_card_classes_agree_with_sampling() -> None:
    scores = np.load(ORDERINGS / "plo5.npy")
    classes = all_classes(5)
    seed = 43
    worst = 0.0
    for place in Random(seed).sample(range(len(classes)), 40):
        hand = [
            4 * rank + suit
            for suit, mask in enumerate(classes[place])
            for rank in range(13)
            if mask >> rank & 1
        ]
        player = oe.equity([hand, "random"], game="plo5", deals=400_000, seed=seed).players[0]
        worst = max(worst, abs(player.equity - scores[place] / (2 * DEALS[5])) / player.error)
    assert worst < 4.5, seed

"""Flops by class: partitions, brute force, and the mean that must be the equity before."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from random import Random

import numpy as np
import oracle
import pytest
from strategies import DECK, deal_spot

from omaha_equity import GAMES, PrecisionError, Query, equity, equity_many
from omaha_equity.engine import count
from omaha_equity.engine.tally import POT
from omaha_equity.errors import Interrupted
from omaha_equity.study.flops import flop_classes, flops

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
LINE = ("AsAhKdKc", "Ts9s8h7h")


def suit_class(flop: tuple[int, ...]) -> tuple[int, ...]:
    """The least of all renamings: slow and obvious."""
    return min(
        tuple(sorted(card // 4 * 4 + naming[card % 4] for card in flop))
        for naming in permutations(range(4))
    )


def test_there_are_1755_classes() -> None:
    found = flop_classes()
    by_number: dict[int, set[tuple[int, ...]]] = {}
    for flop, number in zip(found.flops.tolist(), found.number.tolist(), strict=True):
        by_number.setdefault(number, set()).add(suit_class(flop))
    assert len(by_number) == 1755
    assert all(len(classes) == 1 for classes in by_number.values())
    assert len(set.union(*by_number.values())) == 1755
    assert Counter(found.size.tolist()) == {4: 299, 12: 1170, 24: 286}
    assert found.size.sum() == 22_100


@every_game
def test_the_mean_over_flops_is_the_equity_before(game) -> None:
    spot = deal_spot(Random(game.name), game, street=0, players=2, dead=2)
    found = flops(spot.hands, spot.dead, game)
    assert found.exact
    assert found.means == tuple(player.equity_exact for player in found.now.players)
    assert sum(each.share for each in found.classes) == 1
    assert found.flops == len(list(combinations(spot.unseen(), 3)))
    assert sum(each.deals for each in found.classes) == found.now.boards * 10


def test_each_class_is_the_mean_of_its_flops() -> None:
    found = flops(LINE)
    for each in found.classes[:: len(found.classes) // 12]:
        wanted = suit_class(each.flop)
        used = {card for hand in found.now.query.hands for card in hand}
        members = [
            flop
            for flop in combinations([card for card in DECK if card not in used], 3)
            if suit_class(flop) == wanted
        ]
        assert len(members) == each.flops
        assert tuple(sorted(each.flop)) in members
        results = equity_many([Query.of(LINE, board=flop) for flop in members])
        mean = sum((r.players[0].equity_exact for r in results), Fraction(0)) / len(members)
        assert each.equities == (mean, 1 - mean)


def test_textures_partition_the_flops() -> None:
    found = flops(LINE)
    by_name = {each.name: each for each in found.textures}
    for words in (("unpaired", "paired", "trips"), ("rainbow", "two-tone", "monotone")):
        assert sum(by_name[word].classes for word in words) == len(found.classes)
        assert sum(by_name[word].share for word in words) == 1
        mean = sum(by_name[word].equities[0] * by_name[word].share for word in words)
        assert mean == found.means[0]


@pytest.mark.parametrize(
    ("flop", "words"),
    [
        ("AsAhAd", "trips rainbow ace"),
        ("KsKh2s", "paired two-tone"),
        ("9s8s7s", "unpaired monotone connected"),
        ("5s4h3d", "unpaired rainbow connected low"),
        ("8s6h4d", "unpaired rainbow connected low"),
        ("8s6h3d", "unpaired rainbow low"),
        ("As3h2d", "unpaired rainbow connected ace"),
        ("AsKhQh", "unpaired two-tone connected ace"),
        ("AsKh2h", "unpaired two-tone ace"),
    ],
)
def test_words_for_flops(flop: str, words: str) -> None:
    found = flops(("JsJhTdTc", "9s9h9d9c"))
    cards = oracle.numbers(oracle.read(flop))
    classes = {suit_class(each.flop): each for each in found.classes}
    if suit_class(tuple(cards)) in classes:
        each = classes[suit_class(tuple(cards))]
        assert {word.split()[0] for word in each.textures(False)} == set(words.split())


def test_an_ace_is_low_in_high_low_games() -> None:
    [each] = [
        e
        for e in flops(("KsKhQdQc", "JsJhTdTc"), game="o8").classes
        if e.ranks == (12, 1, 0) and len({card % 4 for card in e.flop}) == 1
    ]
    assert "low cards" in each.textures(True)
    assert "low cards" not in each.textures(False)


def test_ranges_are_sampled_class_by_class() -> None:
    found = flops(["AA", "KsKhQdQc"], game="plo4", deals=150_000, seed=2)
    assert (found.exact, found.seed) == (False, 2)
    now = equity(["AA", "KsKhQdQc"], game="plo4", exact=True).players[0]
    whole = [each for each in found.textures if each.name in ("unpaired", "paired", "trips")]
    error = sum((each.errors[0] * float(each.share)) ** 2 for each in whole) ** 0.5
    assert abs(float(found.means[0]) - now.equity) < 5 * error
    wanted = suit_class(tuple(oracle.numbers(oracle.read("9s6h2d"))))
    [sampled] = [each for each in found.classes if suit_class(each.flop) == wanted]
    members = [flop for flop in combinations(DECK, 3) if suit_class(flop) == wanted]
    every = [equity(["AA", "KsKhQdQc"], flop, game="plo4", exact=True) for flop in members]
    deals = sum(result.boards for result in every)
    mean = sum(result.players[0].equity * result.boards for result in every) / deals
    assert abs(float(sampled.equities[0]) - mean) < 4 * sampled.errors[0]


def test_precision_is_of_every_class() -> None:
    found = flops(["AA", "random"], game="plo4", precision=0.15)
    errors = [error for each in found.classes for error in each.errors]
    assert max(errors) * 1.959964 <= 0.15
    with pytest.raises(PrecisionError, match="would take about"):
        flops(["AA", "random"], game="plo4", precision=1e-5)
    with pytest.raises(PrecisionError, match="sampled"):
        flops(["AA", "random"], game="plo4", exact=True)


def test_interrupted_it_tells_what_was_sampled() -> None:
    def stop(_: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stopped:
        flops(["AA", "KK"], game="plo4", progress=stop)
    assert len(stopped.value.partial.classes) > 1700


def test_batches_give_the_shares_of_single_spots() -> None:
    random = Random(5)
    for game in GAMES.values():
        for street in (3, 4, 5):
            spots = [deal_spot(random, game, street, 3, 0) for _ in range(4)]
            hands = np.array([spot.hands for spot in spots], np.uint8)
            boards = np.array([spot.board for spot in spots], np.uint8)
            found = count.count_shares(hands, boards, (), game.high_low)
            for spot, row in zip(spots, found.won.tolist(), strict=True):
                result = equity(spot.hands, spot.board, game=game)
                wanted = [player.equity_exact for player in result.players]
                assert [Fraction(won, POT * result.boards) for won in row] == wanted

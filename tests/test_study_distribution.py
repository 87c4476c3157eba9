"""Distributions: brute force on small ranges, means that must be the equity, known shares."""

from itertools import product

import numpy as np
import oracle
import pytest
from range_equity_oracle import pot_share

from omaha_equity import PrecisionError, TextError, equity, equity_by_combo
from omaha_equity.errors import Interrupted
from omaha_equity.study.distribution import distribution

OURS, THEIRS = ("AsAhKs7d", "QsQh8d2c", "9s8s7h6h"), ("KhKd5c4c", "AdAcTh3c", "Js9d6d2h")
WEIGHTS = (25, 100, 60)
FLOP = "Kc8h3s"


def as_range(hands: tuple[str, ...]) -> str:
    return ",".join(f"{hand}@{weight}" for hand, weight in zip(hands, WEIGHTS, strict=True))


def true_equity(hands: tuple[str, str], board: str) -> tuple[float, int]:
    """The first hand's equity by the rules, and over how many boards."""
    outcomes = oracle.equities(list(hands), board)[0]
    boards = sum(outcomes.values())
    return sum(pot_share(*found) * times for found, times in outcomes.items()) / boards, boards


def spots() -> list[tuple[str, str, str, float]]:
    """Both combos, the turn, and the weight, wherever no card is twice."""
    found = []
    weighed = [list(zip(hands, WEIGHTS, strict=True)) for hands in (OURS, THEIRS)]
    for (mine, mine_weight), (other, other_weight) in product(*weighed):
        for card in oracle.DECK:
            cards = oracle.read(mine + other + FLOP + card)
            if len(set(cards)) == len(cards):
                found.append((mine, other, card, mine_weight * other_weight))
    return found


@pytest.fixture(scope="module")
def truth() -> list[tuple[str, str, str, float, float]]:
    return [
        (mine, other, card, weight, true_equity((mine, other), FLOP + card)[0])
        for mine, other, card, weight in spots()
    ]


def test_against_the_dealt_hand_every_spot_counts_by_its_weight(truth) -> None:
    found = distribution(as_range(OURS), as_range(THEIRS), FLOP, game="plo4", street="turn")
    assert (found.exact, found.draws, found.error) == (True, 0, 0)
    wanted = sorted((value, weight) for *_, weight, value in truth)
    assert len(found.equities) == len(wanted)
    total = sum(weight for _, weight in wanted)
    assert found.equities == pytest.approx([value for value, _ in wanted], abs=1e-12)
    for level in (0.0, 0.1, 0.31, 0.6, 0.95, 1.0):
        share = sum(weight for value, weight in wanted if value >= level - 1e-9) / total
        assert found.at_least(level) == pytest.approx(share, abs=1e-12)
    now = equity([as_range(OURS), as_range(THEIRS)], FLOP, game="plo4").players[0].equity
    assert found.equity == pytest.approx(now, abs=1e-12)


def test_against_the_range_every_combo_meets_all_others(truth) -> None:
    found = distribution(
        as_range(OURS), as_range(THEIRS), FLOP, game="plo4", street="turn", against="range"
    )
    merged: dict[tuple[str, str], tuple[float, float]] = {}
    for mine, _, card, weight, value in truth:
        won, deals = merged.get((mine, card), (0.0, 0.0))
        merged[mine, card] = won + weight * value, deals + weight
    wanted = sorted((won / deals, deals) for won, deals in merged.values())
    assert found.equities == pytest.approx([value for value, _ in wanted], abs=1e-12)
    total = sum(deals for _, deals in wanted)
    share = sum(deals for value, deals in wanted if value >= 0.5) / total
    assert found.at_least(0.5) == pytest.approx(share, abs=1e-12)
    now = equity([as_range(OURS), as_range(THEIRS)], FLOP, game="plo4").players[0].equity
    assert found.equity == pytest.approx(now, abs=1e-12)


def test_by_combo_it_is_the_equity_of_every_combo() -> None:
    found = distribution("AA@40,QQ@100", "KK!AA", "Kd8s4h2c", game="plo4", levels=(0.1, 0.5))
    combos = equity_by_combo("AA@40,QQ@100", "KK!AA", "Kd8s4h2c", game="plo4")
    assert found.equities == pytest.approx(np.sort(combos.equities))
    assert found.shares.sum() == pytest.approx(1)
    assert found.equity == combos.equity
    assert float((found.equities * found.shares).sum()) == pytest.approx(found.equity)
    for level in found.to_dict()["at_least"]:
        part = combos.deals * combos.weights
        share = part[combos.equities >= level["equity"]].sum() / part.sum()
        assert level["share"] == pytest.approx(share)


def test_histogram_quantiles_and_curve_agree() -> None:
    found = distribution("10%", "KK!AA", "Kd8s4h2c7c", game="plo4")
    bins = found.histogram()
    assert sum(bins) == pytest.approx(1)
    assert bins[-1] == pytest.approx(found.at_least(0.9))
    curve = found.curve()
    assert [equity for _, equity in curve] == sorted((e for _, e in curve), reverse=True)
    for share, level in curve:
        assert found.at_least(level) >= share - 1e-9
    assert found.quantile(0) == found.equities[0]
    assert found.quantile(1) == found.equities[-1]
    assert len(found.rows()) == 101


def test_draws_of_combos_are_as_sure_as_asked() -> None:
    whole = distribution("10%", "AA", "Kd8s4h2c", game="plo4")
    drawn = distribution("10%", "AA", "Kd8s4h2c", game="plo4", precision=0.03, seed=7)
    assert whole.exact
    assert (drawn.exact, drawn.seed) == (False, 7)
    assert drawn.share_error(0.5) * 1.96 <= 0.0301
    assert abs(drawn.equity - whole.equity) < 4 * drawn.error
    for level in (0.2, 0.4, 0.6, 0.8):
        share = whole.at_least(level)
        assert abs(drawn.at_least(level) - share) < 4 * drawn.share_error(share)


def test_kings_have_31_per_cent_on_half_of_all_flops() -> None:
    # As published: 50.2% +- 0.7 of deals against the dealt hand.
    found = distribution("KsKh7s8h", "AA", game="plo4", street="flop", deals=60_000)
    assert found.draws == 60_000
    assert abs(found.at_least(0.31) - 0.502) < 0.007 + 2 * found.share_error(0.5)
    now = equity(["KsKh7s8h", "AA"], game="plo4", precision=0.001).players[0]
    assert abs(found.equity - now.equity) < 4 * (found.error + now.error)


def test_sampled_streets_agree_with_counted_ones() -> None:
    asked = (as_range(OURS), as_range(THEIRS), FLOP)
    exact = distribution(*asked, game="plo4", street="turn")
    for game_board in ({"deals": 20_000}, {"precision": 0.01}):
        found = distribution(*asked, game="plo4", street="turn", **game_board)
        assert not found.exact
        assert abs(found.equity - exact.equity) < 4 * found.error
        for level in (0.2, 0.5, 0.8):
            share = exact.at_least(level)
            assert abs(found.at_least(level) - share) < 4 * found.share_error(share)


def test_any_hand_and_later_streets() -> None:
    found = distribution("AsAhKsKh", "random", "2c7d9h", game="o8", street="river", deals=5_000)
    now = equity(["AsAhKsKh", "random"], "2c7d9h", game="o8").players[0]
    assert abs(found.equity - now.equity) < 4 * (found.error + now.error)
    assert set(np.round(found.equities * 4)) <= {0, 1, 2, 3, 4}


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"street": "fourth"}, "no street 'fourth'"),
        ({"street": "flop"}, "the flop is dealt already"),
        ({"street": "river", "against": "range"}, "2 cards come until the river"),
        ({"against": "dealt"}, "needs a street"),
        ({"against": "both"}, "against is 'both'"),
        ({"levels": (60,)}, "an equity of 60"),
        ({"board": "", "precision": 0.01}, "before the flop"),
        ({"precision": 0.01, "deals": 10}, "give only one"),
    ],
)
def test_what_cannot_be_asked(asked: dict, message: str) -> None:
    with pytest.raises(TextError, match=message):
        distribution("AA", "KK", **{"board": "2c7d9h", "game": "plo4"} | asked)


def test_too_much_is_refused() -> None:
    with pytest.raises(PrecisionError, match="spots here"):
        distribution("20%", "20%", "2c7d9h", game="plo4", street="turn", exact=True)
    with pytest.raises(PrecisionError, match="every next card is counted"):
        distribution("AA", "KK", "2c7d9h", game="plo4", street="turn", against="range", deals=9)


def test_interrupted_it_tells_what_was_sampled() -> None:
    def stop(_: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stopped:
        distribution("AA", "KK", game="plo4", street="flop", levels=(0.5,), progress=stop)
    assert stopped.value.partial.draws > 1_000
    assert stopped.value.partial.levels == (0.5,)

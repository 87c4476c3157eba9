"""Laws that relate answers to each other, on random spots of every game and street."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import (
    DECK,
    Spot,
    counts,
    games,
    lawful,
    random_deals,
    rename_suits,
    spots,
    suit_renamings,
)

from omaha_equity import GAMES, Game, equity_many, evaluate_many, evaluate_many_low
from omaha_equity.engine import solve

Counts = list[dict[tuple[int, int | None], int]]


def count(spot: Spot) -> Counts:
    return counts(solve.count_boards(spot.query(), method="numba"))


def one_share(spot: Spot, player: int = 0) -> Fraction:
    return solve.count_boards(spot.query(), method="numba").players[player].equity_exact


def arrange(cards: tuple[int, ...], order: list[int]) -> tuple[int, ...]:
    """Cards in the order in which ``order`` lists them."""
    return tuple(sorted(cards, key=order.index))


@lawful
@given(spots(), suit_renamings)
def test_renaming_suits_changes_nothing(spot: Spot, renaming: list[int]) -> None:
    renamed = spot.having(
        hands=tuple(rename_suits(hand, renaming) for hand in spot.hands),
        board=rename_suits(spot.board, renaming),
        dead=rename_suits(spot.dead, renaming),
    )
    assert count(renamed) == count(spot)


@lawful
@given(spots(), st.data())
def test_permuting_seats_permutes_answers(spot: Spot, data: st.DataObject) -> None:
    seats = data.draw(st.permutations(range(len(spot.hands))))
    seated = spot.having(hands=tuple(spot.hands[seat] for seat in seats))
    before = count(spot)
    assert count(seated) == [before[seat] for seat in seats]


@lawful
@given(spots(), st.permutations(DECK))
def test_reordering_cards_changes_nothing(spot: Spot, order: list[int]) -> None:
    reordered = spot.having(
        hands=tuple(arrange(hand, order) for hand in spot.hands),
        board=arrange(spot.board, order),
        dead=arrange(spot.dead, order),
    )
    assert count(reordered) == count(spot)


@lawful
@given(spots(streets=(0, 1, 2, 3, 4), spare=1), st.data())
def test_boards_without_a_card_and_boards_with_it_are_all_boards(
    spot: Spot, data: st.DataObject
) -> None:
    card = data.draw(st.sampled_from(spot.unseen()))
    without = count(spot.having(dead=(*spot.dead, card)))
    having = count(spot.having(board=(*spot.board, card)))
    both = [Counter(a) + Counter(b) for a, b in zip(without, having, strict=True)]
    assert both == [Counter(player) for player in count(spot)]


@settings(lawful, max_examples=50)
@given(spots(streets=(0, 1, 2, 3, 4), most_players=3))
def test_the_mean_over_the_next_card_is_the_equity_now(spot: Spot) -> None:
    cards = spot.unseen()
    later = equity_many([spot.having(board=(*spot.board, card)).query() for card in cards])
    for player in range(len(spot.hands)):
        shares = sum((result.players[player].equity_exact for result in later), Fraction(0))
        assert shares / len(cards) == one_share(spot, player)


@lawful
@given(spots())
def test_shares_sum_to_one(spot: Spot) -> None:
    result = solve.count_boards(spot.query(), method="numba")
    assert sum(player.equity_exact for player in result.players) == 1
    outcomes = [outcome for player in result.players for outcome in player.outcomes]
    highs = sum((Fraction(o.boards, o.high) for o in outcomes if o.high), Fraction(0))
    lows = sum((Fraction(o.boards, o.low) for o in outcomes if o.low), Fraction(0))
    assert (highs, lows) == (result.boards, result.low_boards)
    assert {sum(o.boards for o in player.outcomes) for player in result.players} == {result.boards}


@st.composite
def mirrored_spots(draw: st.DrawFn) -> Spot:
    """Two hands that differ by clubs for diamonds and hearts for spades alone."""
    game = draw(games)
    ours = draw(st.permutations([card for card in DECK if card % 4 in (0, 2)]))
    hand, rest = tuple(ours[: game.hole_cards]), ours[game.hole_cards :]
    shared = draw(st.integers(0, 2))
    board = tuple(card for ours in rest[:shared] for card in (ours, mirror(ours)))
    dead = tuple(card for ours in rest[shared:2] for card in (ours, mirror(ours)))
    return Spot(game, (hand, tuple(map(mirror, hand))), board, dead)


def mirror(card: int) -> int:
    return card ^ 1


@lawful
@given(mirrored_spots())
def test_mirrored_hands_have_one_half_each(spot: Spot) -> None:
    assert one_share(spot) == Fraction(1, 2)
    first, second = count(spot)
    assert first == second


@lawful
@given(spots())
def test_the_high_half_is_the_high_game(spot: Spot) -> None:
    size = spot.game.hole_cards
    high_game, high_low_game = GAMES[f"plo{size}"], GAMES["o8" if size == 4 else f"o8-{size}"]
    both = count(spot.having(game=high_low_game))
    high = count(spot.having(game=high_game))
    for player, outcomes in enumerate(both):
        sharers: Counter[tuple[int, None]] = Counter()
        for (shared, _), boards in outcomes.items():
            sharers[shared, None] += boards
        assert dict(sharers) == high[player]


@lawful
@given(spots(fewest_players=3, streets=(3, 4, 5)), st.data())
def test_when_a_player_folds_nobody_else_loses_by_it(spot: Spot, data: st.DataObject) -> None:
    folded = data.draw(st.sampled_from(spot.hands))
    left = tuple(hand for hand in spot.hands if hand != folded)
    before = solve.count_boards(spot.query(), method="numba")
    fewer = spot.having(hands=left, dead=(*spot.dead, *folded))
    after = solve.count_boards(fewer.query(), method="numba")
    assert after.boards == before.boards
    for hand, player in zip(left, after.players, strict=True):
        assert player.equity_exact >= before.players[spot.hands.index(hand)].equity_exact


@pytest.mark.parametrize("hole_cards", [5, 6, 7])
def test_a_deal_is_worth_its_best_four_hole_cards(hole_cards: int) -> None:
    seed = 60 + hole_cards
    holes, boards = random_deals(seed, hole_cards, 5_000)
    fours = [list(four) for four in combinations(range(hole_cards), 4)]
    for many in (evaluate_many, evaluate_many_low):
        best = np.max([many(holes[:, four], boards) for four in fours], axis=0)
        assert np.array_equal(many(holes, boards), best), f"seed {seed}"


@pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))
def test_values_do_not_depend_on_suits_or_order(game: Game) -> None:
    seed = 70 + game.hole_cards
    holes, boards = random_deals(seed, game.hole_cards, 5_000)
    generator = np.random.default_rng(seed)
    renaming = generator.permutation(4)
    turned = [
        generator.permuted(cards // 4 * 4 + renaming[cards % 4], axis=1)
        for cards in (holes, boards)
    ]
    many = evaluate_many_low if game.high_low else evaluate_many
    assert np.array_equal(many(*turned), many(holes, boards)), f"seed {seed}"

"""The rules of the game that concern cards, each test named after its rule."""

from fractions import Fraction
from itertools import combinations, pairwise, permutations

import oracle
import pytest

from omaha_equity import (
    GAMES,
    Game,
    ImpossibleError,
    MadeHand,
    Query,
    TextError,
    equity,
    evaluate,
    format_cards,
    parse_cards,
)
from omaha_equity.cards import CARD_TEXTS
from omaha_equity.games import MAX_PLAYERS, MIN_PLAYERS

every_game = pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))

# Hole cards, board and category, every hand better than the next.
BEST_FIRST = [
    ("AsKs2c2d", "QsJsTs4h7d", "Straight Flush"),
    ("As2s9c9d", "3s4s5sKhJd", "Straight Flush"),
    ("AsAhKcQd", "AdAc2s3h7d", "Four of a Kind"),
    ("2s2h4c5d", "2d2cKsJh9d", "Four of a Kind"),
    ("AsAhQc9d", "AdKsKh4c7d", "Full House"),
    ("2s2h4c9d", "2d3s3hTcJd", "Full House"),
    ("As9sKcKd", "7s5s2sTh4d", "Flush"),
    ("7s5s9c9d", "4s3s2sKhJd", "Flush"),
    ("AsKhQs2d", "QdJcTh4s4d", "Straight"),
    ("As2h9s9d", "3d4c5hKsJd", "Straight"),
    ("AsAhQs9d", "AdKc7h3s5d", "Three of a Kind"),
    ("2s2h5s9d", "2dJc7hKsTd", "Three of a Kind"),
    ("AsAh9s8d", "KdKc7h3s5d", "Two Pair"),
    ("3s2h7s8d", "3d2cJhKs9d", "Two Pair"),
    ("AsAh9s8d", "KdQc7h3s5d", "One Pair"),
    ("2s2hTs8d", "3dQc7hKs9c", "One Pair"),
    ("As9h8s2d", "KdQc5h4s7c", "High Card"),
]


def high(hole: str, board: str) -> MadeHand:
    return evaluate(hole, board).high


def low(hole: str, board: str) -> MadeHand | None:
    return evaluate(hole, board, "o8").low


def category(made: MadeHand) -> str:
    """What the oracle calls the five cards that were picked."""
    return oracle.CATEGORIES[oracle.five_cards(oracle.read(format_cards(made.cards)))[0]]


def test_r1_one_deck_of_52_cards_of_which_each_exists_once() -> None:
    assert len(set(CARD_TEXTS)) == 52
    with pytest.raises(ImpossibleError, match="As"):
        equity(["AsAhKdKc", "Ts9s8hAs"])


def test_r1_suits_are_equal() -> None:
    values = {
        high(f"A{s}K{s}2{t}3{t}", f"Q{s}J{s}4{s}7{t}9{t}").value for s, t in permutations("cdhs", 2)
    }
    assert len(values) == 1


def test_r1_ranks_run_from_the_ace_down_to_the_deuce() -> None:
    pairs = [high(f"{rank}c{rank}d4h6h", "AsAh2c2d3s").value for rank in "KQJT987"]
    assert all(better > worse for better, worse in pairwise(pairs))
    kickers = [high(f"As{rank}c2d3h", "AhKdQc7d6s").value for rank in "JT98"]
    assert all(better > worse for better, worse in pairwise(kickers))


def test_r2_one_suited_hole_card_makes_no_flush() -> None:
    made = high("Ah2c3d9s", "KhQhJh4h8c")
    assert category(made) == "High Card"
    assert made.value == high("As2c3d9h", "KhQdJh4s8c").value


def test_r2_a_royal_flush_on_the_board_is_nobodys() -> None:
    made = high("2c2d7h8h", "AsKsQsJsTs")
    assert category(made) == "One Pair"
    assert sorted(made.hole) == sorted(parse_cards("2c2d"))


def test_r2_quads_on_the_board_are_at_best_a_full_house() -> None:
    trips = high("AsKd7c6h", "9s9h9d9c2s")
    full = high("AsAd7c6h", "9s9h9d9c2s")
    assert (category(trips), category(full)) == ("Three of a Kind", "Full House")
    assert full.value > trips.value


def test_r2_four_of_a_kind_in_the_hole_is_one_pair() -> None:
    assert category(high("QsQhQdQc", "AsKd9c6h2s")) == "One Pair"


def test_r2_a_straight_needs_exactly_two_hole_cards() -> None:
    assert category(high("AsTc2c2d", "KsQhJd9c8c")) == "Straight"
    assert category(high("As2c2d7h", "KsQhJdTc5c")) == "One Pair"


@every_game
def test_r2_two_hole_cards_are_used_and_three_of_the_board(game: Game) -> None:
    hole, board = parse_cards("As2sQdJd9h4c3c")[: game.hole_cards], parse_cards("ThTd8s5c3h")
    made = evaluate(hole, board, game)
    for hand in filter(None, (made.high, made.low)):
        assert len(set(hand.cards)) == 5
        assert set(hand.hole) == set(hand.cards) & set(hole)
        assert len(hand.hole) == 2
        assert len(set(hand.cards) & set(board)) == 3


def test_r3_categories_in_order() -> None:
    ranked = [high(hole, board) for hole, board, _ in BEST_FIRST]
    assert [category(made) for made in ranked] == [name for _, _, name in BEST_FIRST]
    assert all(better.value > worse.value for better, worse in pairwise(ranked))


def test_r3_the_royal_flush_is_the_best_of_7462_classes() -> None:
    assert high("AsKs2c3d", "QsJsTs9h8h").value == 7462


def test_r3_the_ace_is_low_only_in_the_lowest_straight() -> None:
    wheel = high("Ac2d9h9s", "3h4s5dKcJc")
    assert category(wheel) == "Straight"
    assert wheel.value < high("6c2d9h9s", "3h4s5dKcJc").value
    assert category(high("KcAd9h9s", "2h3s4d8c8h")) == "Two Pair"


def test_r3_a_sixth_card_breaks_no_tie() -> None:
    result = equity(["AsKh7c6d", "AdKc8c5d"], board="AhKsQd3c2h")
    assert [player.high_ties for player in result.players] == [{2: 1}, {2: 1}]


@every_game
def test_r4_every_player_has_the_number_of_hole_cards_of_the_game(game: Game) -> None:
    size = game.hole_cards
    assert 4 <= size <= 7
    assert len(Query.of([range(size), range(10, 10 + size)], game=game).hands[1]) == size
    for wrong in (size - 1, size + 1):
        with pytest.raises(TextError, match="hand 2"):
            Query.of([range(size), range(10, 10 + wrong)], game=game)


def test_r4_seats_of_the_rule_sets() -> None:
    seats = {(game.hole_cards, game.seats) for game in GAMES.values()}
    assert seats == {(4, 10), (5, 8), (6, 7), (7, 6)}
    assert (MIN_PLAYERS, MAX_PLAYERS) == (2, 10)


def test_r4_more_players_than_seats_while_the_deck_lasts() -> None:
    assert equity([range(5 * i, 5 * i + 5) for i in range(9)]).boards == 21
    with pytest.raises(ImpossibleError, match="52"):
        equity([range(5 * i, 5 * i + 5) for i in range(10)])


def test_r4_eleven_players_are_too_many() -> None:
    with pytest.raises(TextError, match="10"):
        Query.of([range(4 * i, 4 * i + 4) for i in range(11)])


def test_r5_a_low_is_five_different_ranks_of_eight_or_lower() -> None:
    assert low("Ac2dKhQs", "8h7s6dKcKd") is not None
    assert low("Ac2dKhQs", "9h7s6dKcKd") is None
    assert low("Ac2dKhQs", "7h7s6dKcKd") is None
    assert low("Ac2dKhQs", "2h7s6dKcKd") is None
    assert low("8c8dKhQs", "Ah2s3dKcKd") is None


def test_r5_straights_and_flushes_do_not_count_against_a_low() -> None:
    made = evaluate("Ah2hKdQd", "3h4h5hTcJc", "o8")
    assert category(made.high) == "Straight Flush"
    assert made.low is not None
    assert sorted(made.low.cards) == sorted(parse_cards("Ah2h3h4h5h"))


def test_r5_a_low_uses_two_hole_cards_and_three_of_the_board() -> None:
    assert low("AcKdQhJs", "2h3s4d5c8h") is None
    assert low("Ac2d3h4s", "5h6sKdQcJh") is None


def test_r5_high_and_low_may_use_different_hole_cards() -> None:
    made = evaluate("Ac2dKhKs", "KcKd3d4s5c", "o8")
    assert sorted(made.high.hole) == sorted(parse_cards("KhKs"))
    assert made.low is not None
    assert sorted(made.low.hole) == sorted(parse_cards("Ac2d"))


def test_r6_there_are_56_lows_from_the_wheel_to_87654() -> None:
    values = {}
    for five in combinations("A2345678", 5):
        board = "".join(rank + suit for rank, suit in zip(five[2:], "chd", strict=True))
        made = low(f"{five[0]}c{five[1]}dKhQs", board + "KcKd")
        assert made is not None, five
        values["".join(five)] = made.value
    assert sorted(values.values()) == list(range(1, 57))
    assert (values["A2345"], values["45678"]) == (56, 1)


def test_r6_lows_compare_from_the_highest_card_down() -> None:
    # the published example: A-3-5-6-8 against 2-3-5-6-7
    first = low("Ac8dKhQs", "3c5h6dKcKd")
    second = low("2c7dKhQs", "3c5h6dKcKd")
    assert first is not None
    assert second is not None
    assert first.value < second.value


def test_r7_without_a_low_the_high_takes_everything() -> None:
    result = equity(["Ac2d3hKs", "9h9sQdQc"], board="Kh9dTcJs7h", game="o8")
    assert result.low_boards == 0
    assert [player.equity_exact for player in result.players] == [0, 1]
    assert result.players[1].scoops == 1


def test_r7_high_and_low_take_half_each() -> None:
    result = equity(["Ac2dJhTs", "KhKsQdQc"], board="Kd8c7h3sQh", game="o8")
    first, second = result.players
    assert first.equity_exact == second.equity_exact == Fraction(1, 2)
    assert (first.low_wins, first.high_wins) == (1, 0)
    assert (second.low_wins, second.high_wins) == (0, 1)
    assert (first.scoops, second.scoops) == (0, 0)


def test_r7_one_player_may_scoop_both_halves() -> None:
    result = equity(["Ac2c9hTs", "KhKsQdQh"], board="8c7c3cKdJs", game="o8")
    assert result.low_boards == 1
    assert result.players[0].scoops == 1
    assert result.players[0].equity_exact == 1


def test_r7_a_tie_for_low_that_loses_high_is_quartered() -> None:
    result = equity(["4h3dQhTc", "4c3cKhQd"], board="Ac2d6cKcJs", game="o8")
    quartered, winner = result.players
    assert (quartered.equity_exact, winner.equity_exact) == (Fraction(1, 4), Fraction(3, 4))
    assert (quartered.quartered, winner.quartered) == (1, 0)


def test_r7_a_tie_divides_its_own_half_alone() -> None:
    hands = ["Ac2cTs9h", "Ad2dJsJc", "Ah2hQsQc"]
    result = equity(hands, board="8s7c3dQdKs", game="o8")
    shares = [player.equity_exact for player in result.players]
    assert shares == [Fraction(1, 6), Fraction(1, 6), Fraction(2, 3)]
    assert [player.quartered for player in result.players] == [0, 0, 0]


def test_r16_dead_cards_come_on_no_board() -> None:
    # only the two other sevens save the second player, and both are dead
    hands, board = ["AsAhKdQc", "7s7h2d3c"], "KsJh9h4c"
    alive = equity(hands, board=board)
    dead = equity(hands, board=board, dead="7d7c")
    assert (alive.boards, alive.players[1].high_wins) == (40, 2)
    assert (dead.boards, dead.players[1].high_wins) == (38, 0)


def test_r16_dead_cards_are_in_no_hand_and_on_no_known_board() -> None:
    with pytest.raises(ImpossibleError, match=r"As.*hand 1"):
        equity(["AsAhKdQc", "7s7h2d3c"], dead="As")
    with pytest.raises(ImpossibleError, match=r"Ks.*board"):
        equity(["AsAhKdQc", "7s7h2d3c"], board="KsJh9h4c", dead="Ks")


def test_r16_unknown_cards_change_no_probability() -> None:
    # a burnt card is unknown: the mean over all cards it can be is the answer without it
    hands, board = ["AsAhKdQc", "7s7h2d3c"], "KsJh9h4c"
    seen = oracle.read("".join(hands) + board)
    burnt = [card for card in oracle.DECK if card not in seen]
    shares = [equity(hands, board, dead=card).players[0].equity_exact for card in burnt]
    assert sum(shares, Fraction(0)) / len(burnt) == equity(hands, board).players[0].equity_exact

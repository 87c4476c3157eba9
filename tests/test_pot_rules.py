"""Rules R7 to R16 as far as they decide who gets how many chips, each by its number."""

from fractions import Fraction
from typing import Any

import pytest

from omaha_equity import (
    HouseRules,
    ImpossibleError,
    PotHand,
    Rake,
    Seat,
    Settlement,
    TextError,
    settle,
)
from omaha_equity.games import GAMES, O8, PLO4
from omaha_equity.pots import settlement

A, B, C, D = range(4)
BOARDS = ((40, 41, 42, 43, 44), (47, 48, 49, 50, 51), (35, 36, 37, 38, 39))


def seat(place: int, put: int, **more: Any) -> Seat:
    """Seats A, B, C ... with cards that the tests value as they like."""
    return Seat("ABCDEF"[place], put, tuple(range(4 * place, 4 * place + 4)), **more)


def split(
    *seats: Seat,
    worth: dict[int, tuple[Any, ...]],
    boards: int = 1,
    game: Any = O8,
    button: int = 6,
    **more: Any,
) -> Settlement:
    """Settle with given values: by seat, one (high, low) a board; a high alone has no low."""

    def judge(board: Any, holes: Any, _: bool) -> list[tuple[int, int]]:
        place = BOARDS.index(board)
        on_board = [worth[hole[0] // 4] for hole in holes]
        values = [w[place] if isinstance(w[0], tuple) else w for w in on_board]
        return [value if len(value) == 2 else (value[0], 0) for value in values]

    return settlement.settle(PotHand(game, seats, BOARDS[:boards], button, **more), judge)


def two_of(put: int) -> tuple[Seat, Seat]:
    return seat(A, put), seat(B, put)


# R7: high and low


def test_r7_half_to_the_high_and_half_to_the_low() -> None:
    assert split(*two_of(50), worth={A: (9, 1), B: (8, 2)}).won == (50, 50)


def test_r7_without_a_low_the_high_takes_all() -> None:
    found = split(*two_of(50), worth={A: (9, 0), B: (8, 0)})
    assert found.won == (100, 0)
    assert [half.half for half in found.pots[0].boards[0].halves] == ["high"]


def test_r7_scoop() -> None:
    assert split(*two_of(50), worth={A: (9, 2), B: (8, 1)}).won == (100, 0)


def test_r7_a_tied_low_is_quartered() -> None:
    assert split(*two_of(50), worth={A: (9, 2), B: (8, 2)}).won == (75, 25)
    assert split(*two_of(50), worth={A: (9, 1), B: (9, 2)}).won == (25, 75)


def test_r7_a_low_of_a_player_outside_a_side_pot_does_not_count_there() -> None:
    found = split(seat(A, 10), seat(B, 30), seat(C, 30), worth={A: (1, 5), B: (9, 0), C: (8, 0)})
    assert found.won == (15, 15 + 40, 0)


def test_r7_quarters_with_odd_chips() -> None:
    # 105: high 53, low 52; the low is tied.
    found = split(*two_of(52), Seat("F", 1, folded=True), worth={A: (9, 2), B: (8, 2)})
    assert found.won == (53 + 26, 26, 0)
    # 103: high 52, low 51; left of the button gets 26.
    odd = (Seat("F", 1, folded=True),)
    assert split(*two_of(51), *odd, worth={A: (9, 2), B: (8, 2)}).won[:2] == (52 + 26, 25)
    assert split(*two_of(51), *odd, worth={A: (8, 2), B: (9, 2)}).won[:2] == (26, 52 + 25)


# R8 and R9: boards


def test_r8_half_the_pot_on_each_of_two_boards() -> None:
    found = split(*two_of(50), boards=2, worth={A: ((9,), (1,)), B: ((8,), (2,))}, game=PLO4)
    assert found.won == (50, 50)
    assert [board.amount for board in found.pots[0].boards] == [50, 50]


def test_r8_double_board_high_low_divides_in_quarters() -> None:
    worth = {A: ((9, 5), (1, 0)), B: ((8, 6), (2, 0))}
    found = split(*two_of(40), boards=2, worth=worth)
    # The second board has no low: its high takes its half.
    assert found.won == (20, 20 + 40)


def test_r9_three_runs_a_third_each() -> None:
    worth = {A: ((9,), (1,), (1,)), B: ((8,), (2,), (2,))}
    found = split(*two_of(45), boards=3, worth=worth, game=PLO4)
    assert [board.amount for board in found.pots[0].boards] == [30, 30, 30]
    assert found.won == (30, 60)


@pytest.mark.parametrize(
    "boards",
    [
        ["6cQh3c3dTh", "6cQh3c9h6h"],
        ["6cQh3c3dTh", "6cQh3c3d6h"],
        ["6cQh3c3dTh", "3c6cQh9h6h"],
        ["6cQh3c3dTh", "2h4hAd9h6h"],
    ],
)
def test_r9_runs_share_the_flop_or_flop_and_turn_or_nothing(boards: list[str]) -> None:
    hands = ["2s9cAc5s", "9sJc8c7s"]
    seats = [{"put": 10, "hand": hand} for hand in hands]
    assert sum(settle({"boards": boards, "seats": seats}).won) == 20


@pytest.mark.parametrize("other", ["6cQh2hKdTc", "AhKd9h6hTh", "3dTh6cQh3c"])
def test_r9_boards_cannot_share_other_cards(other: str) -> None:
    seats = [{"put": 10}, {"put": 10, "folded": True}]
    with pytest.raises(ImpossibleError, match="in board 2 and in board 1"):
        settle({"boards": ["6cQh3c3dTh", other], "seats": seats})


# R10: the number of boards is a property of a pot


def test_r10_pots_of_a_player_who_refuses_run_once() -> None:
    worth = {A: ((9,), (1,)), B: ((5,), (5,)), C: ((1,), (9,))}
    seats = (seat(A, 10, run_once=True), seat(B, 40), seat(C, 40))
    found = split(*seats, boards=2, worth=worth, game=PLO4)
    assert [len(pot.boards) for pot in found.pots] == [1, 2]
    assert found.won == (30, 30, 30)


def test_r10_boards_by_pot() -> None:
    worth = {A: ((9,), (1,)), B: ((5,), (5,)), C: ((1,), (9,))}
    seats = (seat(A, 10), seat(B, 40), seat(C, 40))
    assert split(*seats, boards=2, worth=worth, game=PLO4).won == (15, 30, 15 + 30)
    found = split(*seats, boards=2, worth=worth, game=PLO4, pot_boards=(2, 1))
    assert found.won == (15, 60, 15)


def test_r10_only_boards_that_are_played_must_be_finished() -> None:
    hands = {"Ann": "2s9cAc5s", "Bob": "9sJc8c7s"}
    seats = [{"name": name, "put": 10, "hand": hand} for name, hand in hands.items()]
    unfinished = {"boards": ["6cQh3c3dTh", "6cQh3c"], "seats": seats}
    assert settle(unfinished | {"pot_boards": [1]}).paid == {"Ann": "20"}
    with pytest.raises(ImpossibleError, match="on an unfinished board"):
        settle(unfinished)


# R11: everything combines


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
@pytest.mark.parametrize("boards", [1, 2])
def test_r11_every_game_on_one_board_and_two(game: Any, boards: int) -> None:
    deck = list(range(51, -1, -1))
    holes = [tuple(deck.pop() for _ in range(game.hole_cards)) for _ in range(3)]
    seats = tuple(Seat(name, 33, hole) for name, hole in zip("ABC", holes, strict=True))
    dealt = tuple(tuple(deck.pop() for _ in range(5)) for _ in range(boards))
    found = settle(PotHand(game, seats, dealt, 1))
    assert sum(found.won) == 99
    assert [board.board for board in found.pots[0].boards] == list(dealt)


# R12: odd chips


TIE = {A: (9,), B: (9,), C: (9,)}


@pytest.mark.parametrize(("button", "first"), [(1, B), (2, C), (3, A), (4, A), (9, A)])
def test_r12_odd_chip_goes_left_of_button(button: int, first: int) -> None:
    seats = (seat(A, 33), seat(B, 33), seat(C, 33), Seat("F", 1, folded=True))
    found = split(*seats, worth=TIE, game=PLO4, button=button)
    assert found.won[:3] == tuple(33 + (place == first) for place in (A, B, C))


def test_r12_two_odd_chips_go_to_two_players() -> None:
    seats = (seat(A, 33), seat(B, 33), seat(C, 33), Seat("F", 2, folded=True))
    assert split(*seats, worth=TIE, game=PLO4, button=2).won == (34, 33, 34, 0)


def test_r12_seat_numbers_decide_and_not_the_order_of_the_list() -> None:
    seats = (seat(A, 5, number=9), seat(B, 5, number=2), Seat("F", 1, folded=True, number=5))
    assert split(*seats, worth=TIE, game=PLO4, button=5).won == (6, 5, 0)
    assert split(*seats, worth=TIE, game=PLO4, button=9).won == (5, 6, 0)


def test_r12_between_boards_the_odd_chip_goes_to_the_first() -> None:
    worth = {A: ((1,), (9,)), B: ((9,), (1,))}
    seats = (*two_of(50), Seat("F", 1, folded=True))
    found = split(*seats, boards=2, worth=worth, game=PLO4)
    assert found.won == (50, 51, 0)
    last = HouseRules(odd_board="last")
    assert split(*seats, boards=2, worth=worth, game=PLO4, house=last).won == (51, 50, 0)


def test_r12_two_odd_chips_on_three_boards() -> None:
    worth = {A: ((1,), (1,), (9,)), B: ((9,), (9,), (1,))}
    found = split(*two_of(10), boards=3, worth=worth, game=PLO4)
    assert [board.amount for board in found.pots[0].boards] == [7, 7, 6]


def test_r12_between_high_and_low_the_odd_chip_goes_to_the_high() -> None:
    worth = {A: (1, 9), B: (9, 1)}
    seats = (*two_of(50), Seat("F", 1, folded=True))
    assert split(*seats, worth=worth).won == (50, 51, 0)
    assert split(*seats, worth=worth, house=HouseRules(odd_half="low")).won == (51, 50, 0)


def test_r12_boards_then_high_and_low_then_players() -> None:
    # 7 chips: boards 4 and 3; 2 + 2 and 2 + 1; the lows are tied.
    worth = {A: ((9, 5), (9, 5)), B: ((8, 5), (8, 5))}
    seats = (*two_of(3), Seat("F", 1, folded=True))
    found = split(*seats, boards=2, worth=worth, button=1)
    assert [
        (half.half, half.amount, [tuple(award) for award in half.awards])
        for board in found.pots[0].boards
        for half in board.halves
    ] == [
        ("high", 2, [(A, 2)]),
        ("low", 2, [(A, 1), (B, 1)]),
        ("high", 2, [(A, 2)]),
        ("low", 1, [(A, 0), (B, 1)]),
    ]


def test_r12_who_ties_both_halves_shares_the_whole() -> None:
    both = {A: (9, 9), B: (9, 9)}
    assert split(*two_of(33), worth=both).won == (33, 33)
    assert split(*two_of(33), worth=both, house=HouseRules(together="never")).won == (34, 32)
    # Three share the high, the same three the low.
    three = {A: (9, 9), B: (9, 9), C: (9, 9)}
    assert split(seat(A, 22), seat(B, 22), seat(C, 22), worth=three).won == (22, 22, 22)
    # Two of three tie for high, all three for low: each half alone.  33 = 17 + 16, 33 = 3 * 11.
    halves = {A: (9, 9), B: (9, 9), C: (8, 9)}
    assert split(seat(A, 22), seat(B, 22), seat(C, 22), worth=halves).won == (28, 27, 11)


def test_r12_who_ties_both_boards_gets_an_odd_chip_of_each_unless_the_house_says_else() -> None:
    both = {A: ((9,), (9,)), B: ((9,), (9,))}
    assert split(*two_of(33), boards=2, worth=both, game=PLO4).won == (34, 32)
    whole = HouseRules(together="pot")
    assert split(*two_of(33), boards=2, worth=both, game=PLO4, house=whole).won == (33, 33)


def test_r12_house_rules_for_the_player() -> None:
    seats = (seat(A, 5), seat(B, 5), seat(C, 5), Seat("F", 1, folded=True))
    lowest = HouseRules(odd_chip="lowest-seat")
    assert split(*seats, worth=TIE, game=PLO4, button=1, house=lowest).won == (6, 5, 5, 0)
    high_card = HouseRules(odd_chip="high-card")
    assert split(*seats, worth=TIE, game=PLO4, button=1, house=high_card).won == (5, 5, 6, 0)


# R13: main and side pots


def test_r13_the_published_example() -> None:
    known = {"unit": "0.01", "board": "Kh8d9c2dQc"}
    seats = [
        {"name": "player 1", "put": "34.20", "hand": "Kd5cAc8h"},
        {"name": "player 2", "put": "24.70", "hand": "JcTcKs2h"},
        {"name": "player 3", "put": "34.20", "hand": "7h8c6s9h"},
    ]
    found = settle({"seats": seats, **known})
    assert [found.hand.show(pot.amount) for pot in found.pots] == ["74.10", "19.00"]
    assert [pot.contenders for pot in found.pots] == [(0, 1, 2), (0, 2)]
    assert found.paid == {"player 1": "19.00", "player 2": "74.10"}


def test_r13_a_bet_nobody_could_call_is_returned() -> None:
    found = split(seat(A, 10), seat(B, 50), worth={A: (9,), B: (8,)}, game=PLO4)
    assert (found.won, found.returned) == ((20, 0), (B, 40))
    assert found.net == (10, -10)


def test_r13_a_bet_that_a_folded_player_called_in_part() -> None:
    seats = (seat(A, 100), seat(B, 300), Seat("C", 200, folded=True))
    found = split(*seats, worth={A: (9,), B: (8,)}, game=PLO4)
    # B alone is left for the 200 above A's chips, and has 100 back that nobody called.
    assert [(pot.amount, pot.contenders) for pot in found.pots] == [(300, (A, B)), (200, (B,))]
    assert (found.won, found.returned) == ((300, 200, 0), (B, 100))


def test_r13_the_last_player_wins_without_cards_or_board() -> None:
    found = settle({"seats": [{"put": 2}, {"put": 1, "folded": True}]})
    assert (found.won, found.back) == ((2, 0), (1, 0))
    [board] = found.pots[0].boards
    assert (board.number, board.board, board.halves[0].half) == (0, (), "")


def test_r13_everybody_all_in_for_another_amount() -> None:
    seats = (seat(A, 10), seat(B, 20), seat(C, 30), seat(D, 40))
    worth = {A: (9,), B: (8,), C: (7,), D: (6,)}
    found = split(*seats, worth=worth, game=PLO4)
    assert [pot.amount for pot in found.pots] == [40, 30, 20]
    assert (found.won, found.returned) == ((40, 30, 20, 0), (D, 10))


def test_r13_who_put_nothing_in_wins_nothing() -> None:
    found = split(seat(A, 0), *(seat(s, 10) for s in (B, C)), worth={A: (9,), B: (8,), C: (1,)})
    assert found.won == (0, 20, 0)


# R14: rake


@pytest.mark.parametrize(
    "broken",
    [
        lambda: PotHand(PLO4, (Seat("A", 0.5), Seat("B", 1))),
        lambda: PotHand(PLO4, [Seat("A", 1), Seat("B", 1)]),
        lambda: PotHand(PLO4, (Seat("A", 1, [1, 2, 3, 4]), Seat("B", 1))),
        lambda: PotHand(PLO4, (Seat("A", 1), Seat("B", 1)), unit=0.01),
        lambda: PotHand(PLO4, (Seat("A", 1), Seat("B", 1)), unit=Fraction(1, 3)),
        lambda: Rake(0.05),
        lambda: Rake(cap=0.5),
    ],
)
def test_money_is_never_a_float_and_hands_are_immutable(broken: Any) -> None:
    with pytest.raises(TextError):
        broken()


def raked(rake: Rake) -> list[int]:
    seats = (seat(A, 100), seat(B, 300), seat(C, 500))
    found = split(*seats, worth={A: (9,), B: (8,), C: (7,)}, game=PLO4, rake=rake)
    assert sum(found.won) == 700 - found.rake
    return [pot.rake for pot in found.pots]


def test_r14_no_rake_is_the_default_and_none_is_taken_from_a_returned_bet() -> None:
    assert raked(Rake()) == [0, 0]
    assert raked(Rake(10)) == [30, 40]


def test_r14_the_cap_is_for_the_whole_hand_main_pot_first() -> None:
    assert raked(Rake(10, cap=50, share="per-pot")) == [30, 20]
    assert raked(Rake(10, cap=20, share="per-pot")) == [20, 0]
    assert raked(Rake(10, cap=35)) == [15, 20]
    assert raked(Rake(10, cap=50, share="main-pot")) == [50, 0]
    assert raked(Rake(50, share="main-pot")) == [300, 50]


def test_r14_rake_is_rounded_down_and_shared_to_the_last_chip() -> None:
    assert raked(Rake(1)) == [3, 4]
    assert raked(Rake(amount=1)) == [0, 1]
    assert raked(Rake(amount=700)) == [300, 400]


def test_r14_rake_is_taken_before_division() -> None:
    found = split(*two_of(50), worth={A: (9, 1), B: (8, 2)}, rake=Rake(amount=3))
    assert found.won == (49, 48)


# R15 and R16


def test_r15_only_the_chips_put_in_count() -> None:
    """Small blind 1, big blind 2, straddle 4, re-straddle 8; the straddler is called."""
    blinds = (Seat("D", 1, folded=True), Seat("E", 2, folded=True))
    found = split(seat(A, 8), seat(B, 8), *blinds, worth={A: (9,), B: (8,)}, game=PLO4)
    assert found.won == (19, 0, 0, 0)


def test_r15_chips_posted_dead_lie_in_the_main_pot_and_match_nothing() -> None:
    poster = seat(B, 20, posted_dead=3)
    found = split(seat(A, 5), poster, seat(C, 20), worth={A: (9,), B: (8,), C: (7,)}, game=PLO4)
    assert [pot.amount for pot in found.pots] == [18, 30]
    assert found.won == (18, 30, 0)
    # All-in with the ante for the table alone: that player can win no more than it.
    only_ante = seat(B, 0, posted_dead=3)
    found = split(seat(A, 5), only_ante, seat(C, 5), worth={A: (8,), B: (9,), C: (7,)}, game=PLO4)
    assert found.won == (10, 3, 0)


def test_r16_folded_hands_with_exposed_cards_never_win() -> None:
    exposed = seat(C, 10, folded=True)
    found = split(*two_of(10), exposed, worth={A: (2,), B: (1,), C: (9,)}, game=PLO4)
    assert found.won == (30, 0, 0)


@pytest.mark.parametrize("where", ["dead", "folded"])
def test_r16_exposed_cards_cannot_come_on_the_board(where: str) -> None:
    seats = [{"put": 5}, {"put": 5, "folded": True}]
    hand: dict[str, Any] = {"board": "TcQd3sAc2d", "seats": seats}
    if where == "dead":
        hand["dead"] = "2d"
    else:
        seats[1]["hand"] = "2d"  # one card of a folded hand was seen
    with pytest.raises(ImpossibleError, match="card 2d is in"):
        settle(hand)

"""Values of deals: equal to the oracle's and to another evaluator's; made hands in words."""

from itertools import combinations
from random import Random

import numpy as np
import oracle
import phevaluator
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import lawful, random_deals

import omaha_equity as oe
from omaha_equity import (
    GAMES,
    Evaluation,
    Game,
    ImpossibleError,
    TextError,
    evaluate,
    evaluate_many,
    evaluate_many_low,
    format_cards,
    parse_cards,
)

SAMPLE = 20_000
HOLE_CARDS = (4, 5, 6, 7)

# hole cards, board, best high, best low: from public questions and bug reports
DEALS = [
    ("AsKs5d7c", "Ts7d8h4s2c", "One Pair 7AT8", "7542A"),
    ("AhKcQcJc", "3h4h5h6h7h", "High Card AK765", None),
    ("AsJhJdJc", "TdAdAcTsTc", "Full House TJ", None),
    ("ThTcTs4d", "Td2s4h3s9d", "Three of a Kind T94", None),
    ("3c4c5c6c", "Td2s4h3s9d", "Straight 6-high", "65432"),
    ("Th9h2s7d", "AcAs8h7hJh", "Straight Flush J-high", None),
    ("QcJdTd3d", "AdKhQsQd3c", "Full House Q3", None),
    ("3s3h8h6d", "AdKhQsQd3c", "Full House 3Q", None),
    ("KsAd7sTc", "6cKcQcJc4c", "Straight A-high", None),
    ("AdJcJh6c", "KcJd7h9cJs", "Four of a Kind JK", None),
    ("AcTs7sJc", "KcTcQcQd8h", "Straight Flush A-high", None),
    ("AdAhAcAs", "QdQhQsTd3h", "Full House QA", None),
    ("6d6cKc4d", "2s3h9cAsAc", "Two Pair A69", "6432A"),
    ("AcKdJd3d", "AdKh5s2dQd", "Flush AKQJ2", None),
    ("9d5d7h3s", "3d2c8sAc4h", "Straight 5-high", "5432A"),
    ("4c3cKhQd", "Ac2d6cKcJs", "Flush AK643", "6432A"),
    ("4h4sKs6h", "6d7h3h2c2h", "Flush 76432", "76432"),
    ("Ac8cKh7s", "6d7h3h2c2h", "Two Pair 72A", "7632A"),
    ("As2cKdQh", "2s5c7d8h9c", "One Pair 2A98", "8752A"),
]

NAMES = [
    ("Ks8cJs5c", "3s5hQsQd9h", "two pair, queens and fives"),
    ("AsAh7c6d", "Ad3s3h9cTd", "full house, aces over threes"),
]


def oracle_text(made: oe.MadeHand) -> str:
    return oracle.describe(oracle.five_cards(oracle.read(format_cards(made.cards))))


@pytest.mark.parametrize(("hole", "board", "high", "low"), DEALS)
def test_known_deals(hole: str, board: str, high: str, low: str | None) -> None:
    made = evaluate(hole, board, "o8")
    assert oracle_text(made.high) == high
    written = made.low and "".join(format_cards(made.low.cards)[::2])
    assert written == low


@pytest.mark.parametrize(("hole", "board", "name"), NAMES)
def test_hands_as_players_say_them(hole: str, board: str, name: str) -> None:
    assert evaluate(hole, board).high.name == name


def test_which_five_cards_make_the_hand() -> None:
    made = evaluate("Ks8cJs5c", "3s5hQsQd9h").high
    assert set(made.hole) == set(parse_cards("Ks5c"))
    assert set(made.cards) == set(parse_cards("Ks5cQsQd5h"))


@pytest.mark.parametrize("board_cards", [3, 4, 5])
@pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))
def test_made_hands_equal_the_oracle(game: Game, board_cards: int) -> None:
    seed = 100 * game.hole_cards + 10 * board_cards + game.high_low
    random = Random(seed)
    for _ in range(60):
        deck = random.sample(range(52), game.hole_cards + board_cards)
        hole, board = deck[: game.hole_cards], deck[game.hole_cards :]
        check_made_hand(evaluate(hole, board, game), f"seed {seed}")


def check_made_hand(made: Evaluation, where: str) -> None:
    where += f": {made.game.name} {format_cards(made.hole)} on {format_cards(made.board)}"
    hole, board = (oracle.read(format_cards(cards)) for cards in (made.hole, made.board))
    high, low = oracle.best_high(hole, board), oracle.best_low(hole, board)
    five = oracle.five_cards(oracle.read(format_cards(made.high.cards)))
    assert five == high, where
    assert made.high.value == oracle.value_of_strength()[high], where
    check_choice(made, made.high, where)
    assert [rank_of(card) for card in made.high.cards] == as_listed(high), where
    if not made.game.high_low or low is None:
        assert made.low is None, where
        return
    assert made.low is not None, where
    check_choice(made, made.low, where)
    assert [rank_of(card) for card in made.low.cards] == [14 if r == 1 else r for r in low], where


def check_choice(made: Evaluation, hand: oe.MadeHand, where: str) -> None:
    assert len(set(hand.cards)) == 5, where
    assert set(hand.cards) <= {*made.hole, *made.board}, where
    assert set(hand.hole) == set(hand.cards) & set(made.hole), where
    assert len(hand.hole) == 2, where


def rank_of(card: int) -> int:
    return card // 4 + 2


def as_listed(high: oracle.Strength) -> list[int]:
    """The ranks of five cards, the most significant first."""
    repeats = {1: (2, 1, 1, 1), 2: (2, 2, 1), 3: (3, 1, 1), 6: (3, 2), 7: (4, 1)}
    category, *ranks = high
    if category in (4, 8):
        run = [ranks[0] - i for i in range(5)]
        return [14 if rank == 1 else rank for rank in run]
    return [
        rank
        for rank, times in zip(ranks, repeats.get(category, (1,) * 5), strict=True)
        for _ in range(times)
    ]


@pytest.mark.parametrize("hole_cards", HOLE_CARDS)
def test_high_values_equal_the_oracle(hole_cards: int) -> None:
    check_high_values(seed=hole_cards, hole_cards=hole_cards, count=SAMPLE)


@pytest.mark.parametrize("hole_cards", HOLE_CARDS)
def test_low_values_equal_the_oracle(hole_cards: int) -> None:
    check_low_values(seed=10 + hole_cards, hole_cards=hole_cards, count=SAMPLE)


@pytest.mark.parametrize("hole_cards", HOLE_CARDS)
def test_order_equals_phevaluator(hole_cards: int) -> None:
    count = SAMPLE if hole_cards < 7 else SAMPLE // 4
    check_phevaluator(seed=20 + hole_cards, hole_cards=hole_cards, count=count)


def check_high_values(seed: int, hole_cards: int, count: int) -> None:
    holes, boards = random_deals(seed, hole_cards, count)
    found, expected = evaluate_many(holes, boards), oracle.high_values(holes, boards)
    assert found.dtype == np.uint16
    assert found.shape == (count,)
    check_equal(found, expected, holes, boards, seed)


def check_low_values(seed: int, hole_cards: int, count: int) -> None:
    holes, boards = random_deals(seed, hole_cards, count)
    found, expected = evaluate_many_low(holes, boards), oracle.low_values(holes, boards)
    assert found.dtype == np.uint8
    assert np.count_nonzero(expected) > count // 4
    check_equal(found, expected, holes, boards, seed)


def check_phevaluator(seed: int, hole_cards: int, count: int) -> None:
    """Its ranks run from 1, the best, to 7462."""
    holes, boards = random_deals(seed, hole_cards, count)
    deals = zip(holes.tolist(), boards.tolist(), strict=True)
    expected = np.array([7463 - phevaluator_rank(hole, board) for hole, board in deals])
    check_equal(evaluate_many(holes, boards), expected, holes, boards, seed)


def phevaluator_rank(hole: list[int], board: list[int]) -> int:
    """Its Omaha evaluator for four hole cards, its five-card evaluator for more."""
    if len(hole) == 4:
        return int(phevaluator.evaluate_omaha_cards(*board, *hole))
    return min(
        phevaluator.evaluate_cards(*pair, *triple)
        for pair in combinations(hole, 2)
        for triple in combinations(board, 3)
    )


def check_equal(
    found: np.ndarray, expected: np.ndarray, holes: np.ndarray, boards: np.ndarray, seed: int
) -> None:
    different = np.flatnonzero(found != expected)
    first = different[:1].tolist()
    shown = [
        (format_cards(holes[i]), format_cards(boards[i]), found[i], expected[i]) for i in first
    ]
    assert not first, f"seed {seed}: {len(different)} differ, the first: {shown}"


def test_the_two_halves_of_the_oracle_agree() -> None:
    seed = 30
    for hole_cards in HOLE_CARDS:
        holes, boards = random_deals(seed, hole_cards, 100)
        highs, lows = oracle.high_values(holes, boards), oracle.low_values(holes, boards)
        for i in range(100):
            hole = tuple(oracle.DECK[card] for card in holes[i])
            board = tuple(oracle.DECK[card] for card in boards[i])
            high, low = oracle.best_high(hole, board), oracle.best_low(hole, board)
            assert oracle.value_of_strength()[high] == highs[i], (seed, hole, board)
            assert (low is None) == (lows[i] == 0), (seed, hole, board)
            if low:
                assert lows[i] == 1 + sum(low < other for other in every_low()), (hole, board)


def every_low() -> set[tuple[int, ...]]:
    fives = (oracle.low_of(oracle.read("".join(r + "c" for r in ranks))) for ranks in low_ranks())
    return {five for five in fives if five}


def low_ranks() -> list[tuple[str, ...]]:
    return list(combinations("A2345678", 5))


@pytest.mark.parametrize("kind", ["list", "int64", "fortran", "slice", "read-only"])
def test_any_array_of_cards_will_do(kind: str) -> None:
    holes, boards = random_deals(seed=40, hole_cards=5, count=50)
    expected = evaluate_many(holes, boards)
    assert np.array_equal(evaluate_many(arranged(holes, kind), arranged(boards, kind)), expected)


def arranged(cards: np.ndarray, kind: str) -> object:
    if kind == "list":
        return cards.tolist()
    if kind == "slice":
        return np.repeat(cards, 2, axis=0)[::2]
    if kind == "read-only":
        cards.flags.writeable = False
        return cards
    return cards.astype(np.int64) if kind == "int64" else np.asfortranarray(cards)


@pytest.mark.parametrize("many", [evaluate_many, evaluate_many_low])
def test_no_deals(many: object) -> None:
    holes, boards = np.zeros((0, 4), np.uint8), np.zeros((0, 5), np.uint8)
    assert many(holes, boards).shape == (0,)  # type: ignore[operator]


@pytest.mark.parametrize("many", [evaluate_many, evaluate_many_low])
@pytest.mark.parametrize(
    ("holes", "boards"),
    [
        (np.zeros((2, 3)), np.zeros((2, 5))),
        (np.zeros((2, 8), int), np.zeros((2, 5), int)),
        (np.zeros((2, 4), int), np.zeros((2, 4), int)),
        (np.zeros((2, 4), int), np.zeros((3, 5), int)),
        (np.zeros(4, int), np.zeros(5, int)),
        ([[0, 1, 2, 52]], [[3, 4, 5, 6, 7]]),
        ([[0, 1, 2, -1]], [[3, 4, 5, 6, 7]]),
        ([[0, 1, 2, 3]], [[4, 5, 6, 7, 300]]),
        ([[0, 1, 2, 3.5]], [[4, 5, 6, 7, 8]]),
    ],
)
def test_wrong_shapes_and_numbers_that_are_no_cards(
    many: object, holes: object, boards: object
) -> None:
    with pytest.raises(TextError):
        many(holes, boards)  # type: ignore[operator]


@pytest.mark.parametrize("many", [evaluate_many, evaluate_many_low])
@pytest.mark.parametrize("repeated", ["hole", "board", "both"])
def test_a_card_twice_in_one_deal_is_named_with_its_row(many: object, repeated: str) -> None:
    holes, boards = random_deals(seed=50, hole_cards=4, count=30)
    target = boards if repeated == "board" else holes
    target[17, 0] = boards[17, 1] if repeated != "hole" else holes[17, 1]
    with pytest.raises(ImpossibleError, match=r"\b17\b"):
        many(holes, boards)  # type: ignore[operator]


@pytest.mark.parametrize(
    ("hole", "board", "words"),
    [
        ("2d2h9d9h", "", "board"),
        ("2d2h9d9h", "3c4c", "board"),
        ("2d2h9d9h", "3c4c5c6c7c8c", "board"),
        ("2d2h9d", "3c4c5c", "2d2h9d has 3 cards"),
        ("2d2h9d9x", "3c4c5c", "hole cards"),
        ("2d2h9d9h", "3c4c5", "board"),
    ],
)
def test_a_hand_without_enough_cards(hole: str, board: str, words: str) -> None:
    with pytest.raises(TextError, match=words):
        evaluate(hole, board)


@pytest.mark.parametrize(
    ("hole", "board"), [("2d2d9d9h", "3c4c5c"), ("2d2h9d9h", "3c4c9d"), ("2d2h9d9h", "3c4c3c")]
)
def test_a_card_twice_in_a_made_hand(hole: str, board: str) -> None:
    with pytest.raises(ImpossibleError, match=r"2d|9d|3c"):
        evaluate(hole, board)


def test_bigger_is_better_in_both_directions_of_a_comparison() -> None:
    assert [oe.compare_high(7, 3), oe.compare_high(3, 7), oe.compare_high(5, 5)] == [1, -1, 0]
    assert [oe.compare_low(56, 1), oe.compare_low(0, 1), oe.compare_low(0, 0)] == [1, -1, 0]


@lawful
@given(st.lists(st.tuples(st.integers(0, 7462), st.integers(0, 7462)), min_size=1))
def test_comparing_arrays_of_values(pairs: list[tuple[int, int]]) -> None:
    first, second = np.array(pairs, np.uint16).T
    expected = [(a > b) - (a < b) for a, b in pairs]
    assert oe.compare_high(first, second).tolist() == expected


def test_an_evaluation_as_json_values() -> None:
    made = evaluate("Ac2dKhKs", "KcKd3d4s5c", "o8")
    read = made.to_dict()
    assert (read["game"], read["hole"], read["board"]) == ("o8", "Ac2dKhKs", "KcKd3d4s5c")
    assert parse_cards(read["high"]["cards"]) == made.high.cards
    assert parse_cards(read["low"]["hole"]) == made.low.hole  # type: ignore[union-attr]
    assert evaluate("Ac2dKhKs", "KcKd3d4s5c").to_dict()["low"] is None


def test_rows_of_different_lengths_are_refused() -> None:
    with pytest.raises(TextError, match="different lengths"):
        evaluate_many([[0, 1, 2, 3], [4, 5, 6]], [[10, 11, 12, 13, 14]] * 2)

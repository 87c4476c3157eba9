"""What hands have: the definitions of docs/hits.md, partitions, agreement with the oracle."""

import json
import re
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np
import oracle
import pytest
from strategies import random_deals

import omaha_equity as oe
from omaha_equity import ImpossibleError, Range, TextError, hits
from omaha_equity.cards import format_cards, parse_cards
from omaha_equity.games import GAMES
from omaha_equity.hitting import categories, lookup
from omaha_equity.names import CATEGORIES, CATEGORY_OF, FLUSH_DRAWS, LOWS, MADE, STRAIGHT_DRAWS

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/hits.md").read_text()
EXAMPLES = re.findall(r"^\| ([^|]+) \| [^|]+ \| (\w+) on (\w+) \|$", PAGE, re.MULTILINE)
ORACLE_CATEGORY = dict(enumerate(CATEGORIES))


@pytest.mark.parametrize(("name", "hand", "board"), EXAMPLES)
def test_examples_of_the_page(name: str, hand: str, board: str) -> None:
    found = hits(hand, board, game="o8")
    assert found.count(name) == 1
    assert found.share(name) == 1.0


def test_the_page_has_an_example_of_every_name() -> None:
    assert {name for name, _, _ in EXAMPLES} == {*MADE, *STRAIGHT_DRAWS, *FLUSH_DRAWS, *LOWS}


# Partitions


@pytest.mark.parametrize(
    ("text", "board", "game"),
    [
        ("*", "9h8s2d", "plo4"),
        ("AA@30,KK@50,15%@100", "Kh9h2c", "plo4"),
        ("A2@100,A3@25", "8h7c3d2s", "o8"),
        ("AA", "KhKdKcKs", "plo4"),
        ("random", "9h8h7h6h5h", "o8"),
        ("AAKK@50,QQJJ@100", "9h8h7h", "o8-5"),
    ],
)
def test_every_partition_sums_to_the_range(text: str, board: str, game: str) -> None:
    found = hits(text, board, game=game)
    held = Range("*" if text == "random" else text, game, dead=board)
    assert found.combos == len(held)
    assert found.weight == pytest.approx(held.total_weight)
    for lines in found.partitions().values():
        assert sum(hit.combos for hit in lines) == found.combos
        assert sum(hit.weight for hit in lines) == pytest.approx(found.weight)
        assert sum(hit.share for hit in lines) == pytest.approx(1)
    draws = sum(hit.combos for hit in found.straight_draws if hit.name != "no straight draw")
    assert sum(row.combos for row in found.straight_outs) == draws
    kinds = {"categories", "made"}
    kinds |= {"straight_draws", "flush_draws"} if len(board) < 10 else set()
    kinds |= {"lows"} if game.startswith("o8") else set()
    assert found.partitions().keys() == kinds


def test_a_range_is_the_weighted_sum_of_its_combos() -> None:
    held = Range("AKQJ@50,T987@100", "o8", dead="QhTs3d")
    found = hits(held, "QhTs3d")
    some = Random(5).sample(range(len(held)), len(held) if len(held) < 300 else 300)
    part = Range.from_arrays(held.combos[some], held.weights[some], "o8")
    whole = hits(part, "QhTs3d")
    singles = [hits(held.combos[i].tolist(), "QhTs3d", game="o8") for i in some]
    for kind, lines in whole.partitions().items():
        for place, line in enumerate(lines):
            own = [single.partitions()[kind][place].combos for single in singles]
            assert sum(own) == line.combos
            assert float(np.dot(own, held.weights[some])) == pytest.approx(line.weight)
    assert found.name == "AKQJ@50,T987@100"


def test_known_cards_leave_the_range() -> None:
    assert hits("AA", "Kh9h2c", dead="As", game="plo4").combos == len(
        Range("AA", "plo4", dead="Kh9h2cAs")
    )


# The oracle


def check_categories(seed: int, hole_cards: int, street: int, deals: int) -> None:
    holes, boards = random_deals(seed, hole_cards, deals)
    boards = boards[:, :street]
    expected = oracle.high_values(holes, boards)
    by_value = {value: worth[0] for worth, value in oracle.value_of_strength().items()}
    for hole, board, value in zip(holes, boards.tolist(), expected.tolist(), strict=True):
        table = lookup.pair_values(board)
        assert lookup.best(table, hole.tolist()) == value
        ranks = tuple(sorted((card // 4 for card in board), reverse=True))
        name = categories.made_hand(value, ranks, lookup.suited_mask(board))
        assert CATEGORY_OF[name] == ORACLE_CATEGORY[by_value[value]]


@pytest.mark.parametrize("street", [3, 4, 5])
@pytest.mark.parametrize("hole_cards", [4, 5, 6, 7])
def test_categories_agree_with_the_oracle(hole_cards: int, street: int) -> None:
    check_categories(street, hole_cards, street, 150)


@pytest.mark.exhaustive
@pytest.mark.parametrize("street", [3, 4, 5])
@pytest.mark.parametrize("hole_cards", [4, 5, 6, 7])
def test_categories_agree_with_the_oracle_on_many_deals(hole_cards: int, street: int) -> None:
    check_categories(10 + street, hole_cards, street, 100_000 // 12 + 1)


@pytest.mark.parametrize("board", ["9h8s2d", "KhKd7h", "QhTh3h2h", "8d4d3sAc", "6h5h4h3h2h"])
def test_categories_of_all_hands_agree_with_the_oracle(board: str) -> None:
    cards = np.array(parse_cards(board))
    holes = Range("*", dead=board).combos[:: 97 if len(cards) > 3 else 23]
    values = oracle.high_values(holes, np.tile(cards, (len(holes), 1)))
    by_value = {value: worth[0] for worth, value in oracle.value_of_strength().items()}
    expected = np.bincount([by_value[value] for value in values.tolist()], minlength=9)
    found = hits(Range.from_arrays(holes), board)
    assert [hit.combos for hit in found.categories] == expected[::-1].tolist()


def straight_outs(hand: str, board: str) -> int:
    """Cards after which the oracle finds a straight that is higher than any now."""
    hole, known = oracle.read(hand), oracle.read(board)
    now = best_straight(hole, known)
    rest = [card for card in oracle.DECK if card not in {*hole, *known}]
    return sum(best_straight(hole, (*known, card)) > now for card in rest)


def best_straight(hole: oracle.Hand, board: oracle.Hand) -> int:
    return max(
        oracle.straight_top(tuple(sorted(oracle.RANK[card[0]] for card in pair + triple)))
        for pair in combinations(hole, 2)
        for triple in combinations(board, 3)
    )


def test_straight_outs_agree_with_the_oracle() -> None:
    random = Random(3)
    for _ in range(60):
        size, street = random.choice([4, 5, 6, 7]), random.choice([3, 4])
        cards = random.sample(oracle.DECK, size + street)
        hand, board = "".join(cards[:size]), "".join(cards[size:])
        rows = hits(hand, board).straight_outs
        assert sum(row.outs for row in rows) == straight_outs(hand, board), (hand, board)
        assert all(row.nut_outs <= row.outs for row in rows)


def test_lows_agree_with_the_oracle() -> None:
    random = Random(4)
    made = ("nut low", "second-nut low", "other low")
    for _ in range(150):
        deck = sorted(random.sample(oracle.DECK, 24), key=lambda card: oracle.RANK[card[0]])
        cards = random.sample([*deck[:12], *deck[-3:]], 9)
        hand, street = tuple(cards[:4]), random.choice([3, 4, 5])
        board = tuple(cards[4 : 4 + street])
        own = oracle.best_low(hand, board)
        found = hits("".join(hand), "".join(board), game="o8")
        [name] = [hit.name for hit in found.lows if hit.combos]
        assert (name in made) == (own is not None)
        if own is None:
            continue
        rest = [card for card in oracle.DECK if card not in board]
        every = {oracle.best_low(pair, board) for pair in combinations(rest, 2)} - {None}
        better = sum(low < own for low in every)
        assert name == made[min(better, 2)]


def better_pairs(own: tuple[int, ...], board: oracle.Hand, category: int) -> list[oracle.Hand]:
    """Holdings of two cards that make more than ``own`` of the category."""
    rest = [card for card in oracle.DECK if card not in board]
    found = []
    for pair in combinations(rest, 2):
        worths = (oracle.five_cards(pair + triple) for triple in combinations(board, 3))
        if any(worth[0] == category and worth > own for worth in worths):
            found.append(pair)
    return found


def test_nut_names_agree_with_the_oracle() -> None:
    random = Random(6)
    seen = set()
    for _ in range(1_500):
        cards = tuple(random.sample(oracle.DECK, 11))
        hand, board = cards[:6], cards[6 : 6 + random.choice([3, 4, 5])]
        own = oracle.best_high(hand, board)
        if own[0] not in (4, 5, 6):
            continue
        better = better_pairs(own, board, own[0])
        [name] = [hit.name for hit in hits("".join(hand), "".join(board)).made if hit.combos]
        seen.add(name)
        if own[0] == 5:
            better = [pair for pair in better if {*pair}.isdisjoint(hand)]
            tops = {max(oracle.RANK[card[0]] for card in pair) for pair in better}
            expected = ("nut flush", "second-nut flush", "lower flush")[min(len(tops), 2)]
        elif own[0] == 4:
            expected = "lower straight" if better else "nut straight"
        else:
            expected = "other full house" if better else "top full house"
        assert name == expected, (hand, board)
    assert len(seen) == 7


def test_flush_draws_agree_with_the_oracle() -> None:
    random = Random(7)
    seen = set()
    for _ in range(300):
        cards = tuple(random.sample(oracle.DECK, 10))
        size, street = random.choice([4, 5, 6]), random.choice([3, 4])
        hand, board = cards[:size], cards[6 : 6 + street]
        found = [len(FLUSH_DRAWS) - 1]
        for suit in "cdhs":
            own = [oracle.RANK[card[0]] for card in hand if card[1] == suit]
            there = [oracle.RANK[card[0]] for card in board if card[1] == suit]
            if len(own) >= 2 and len(there) == 2:
                higher = [r for r in range(2, 15) if r > max(own) and r not in there]
                found.append(min(len(higher), 2))
        [name] = [hit.name for hit in hits("".join(hand), "".join(board)).flush_draws if hit.combos]
        seen.add(name)
        assert name == FLUSH_DRAWS[min(found)]
    assert seen == {*FLUSH_DRAWS}


# Every flop


@pytest.mark.parametrize(("hand", "straights"), [("JcTd9h8s", 848), ("AcKdQhJs", 424)])
def test_known_numbers_of_flopped_straights(hand: str, straights: int) -> None:
    found = hits(hand)
    assert (found.combos, found.count("straight")) == (17_296, straights)
    for lines in found.partitions().values():
        assert sum(hit.combos for hit in lines) == 17_296


def test_known_numbers_of_lows() -> None:
    found = hits("Ac2dKhQs", game="o8")
    assert (found.low_boards, found.river_boards) == (625_344, 1_712_304)
    made = ("nut low", "second-nut low", "other low")
    assert sum(found.count(name) for name in made) == 1_280


@pytest.mark.parametrize("game", ["plo4", "o8", "o8-5"])
def test_every_flop_is_the_sum_of_the_flops(game: str) -> None:
    hand = parse_cards("AhKh2c3dQs"[: 2 * GAMES[game].hole_cards])
    # A query wants room for a second hand and a board, so not all others are dead.
    live = (*hand, *parse_cards("4h8d9c5hTs6c2d7h3h4c8sJdKs"))
    dead = [card for card in range(52) if card not in live]
    found = hits(hand, dead=dead, game=game)
    flops = list(combinations([card for card in live if card not in hand], 3))
    assert found.combos == len(flops)
    singles = [hits(hand, flop, dead, game) for flop in flops]
    for kind, lines in found.partitions().items():
        for place, line in enumerate(lines):
            assert line.combos == sum(s.partitions()[kind][place].combos for s in singles)


# What it refuses, and how it shows itself


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        (("AA", ""), TextError, "name the game"),
        (("AA", "", "", "plo4"), TextError, "an empty board has 0 cards; give 3, 4 or 5"),
        (("AcKdQhJs", "2c3c"), TextError, "2c3c has 2 cards; give 3, 4 or 5"),
        (("AcKdQh", "2c3c4c"), TextError, "3 cards"),
        (("AcKdQhJs", "Ac3c4c"), ImpossibleError, "card Ac is in hand 1 and board"),
        (("AA", "AcAdAh", "", "plo4"), ImpossibleError, "no combo of 'AA' is left"),
        (("AA(", "AcAdAh", "", "plo4"), TextError, "character"),
        (("AcAdAhAs", "", format_cards(range(46))), ImpossibleError, "a deck has 52"),
    ],
)
def test_errors(given: tuple[str, ...], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=re.escape(words)):
        hits(*given)


def test_a_hit_asked_by_a_wrong_name() -> None:
    with pytest.raises(KeyError):
        hits("AcKdQhJs", "2c3c4c").share("royal flush")


def test_shows_itself() -> None:
    found = hits("AA", "Kh9h2c", game="plo4")
    told = json.loads(found.to_json())
    assert told["made"][MADE.index("overpair")]["combos"] == 5_905
    assert told["counted"] == "combos"
    assert [row["kind"] for row in found.rows()][:9] == ["categories"] * 9
    assert "<td>overpair</td>" in found._repr_html_()
    with pytest.raises(AttributeError):
        found.combos = 1  # type: ignore[misc]


def test_a_file_of_hands_keeps_its_name_and_text_errors_come_without_numpy(tmp_path: Path) -> None:
    path = tmp_path / "some.csv"
    path.write_text("AsAhKdKc,0.5\nTs9s8h7h,1\n")
    assert hits(Range.from_file(path), "Kh9h2c").weight == 1.5
    code = (
        "import sys, omaha_equity as oe\n"
        "for given in (('AcKdQhJx', '2c3c4c'), ('AA(', '2c3c4c', '', 'plo4')):\n"
        "    try: oe.hits(*given)\n"
        "    except oe.TextError: pass\n"
        "assert 'numpy' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_agrees_with_evaluate_by_name() -> None:
    random = Random(8)
    for _ in range(40):
        cards = random.sample(range(52), 9)
        hand, board = cards[:4], cards[4 : 4 + random.choice([3, 4, 5])]
        value = oe.evaluate(hand, board).high.value
        found = hits(format_cards(hand), format_cards(board))
        [line] = [hit for hit in found.categories if hit.combos]
        assert line.name == categories.category(value)

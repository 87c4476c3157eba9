"""A batch says of every line what a single call says of it."""

from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import batch_files
import oracle
import pytest
from batch_files import FORMS, Fields
from strategies import deal_spot

from omaha_equity.batch.run import run_batch
from omaha_equity.cards import format_cards
from omaha_equity.games import GAMES

SEED = 20
SYMBOLS = str.maketrans("cdhs", "♣♦♥♠")

SPELLINGS = (
    lambda text: text,
    str.lower,
    str.upper,
    lambda text: " ".join(text[at : at + 2] for at in range(0, len(text), 2)),
    lambda text: text.replace("T", "10"),
    lambda text: text.translate(SYMBOLS),
    lambda text: f" {text} ",
)


def hands_of_every_game() -> list[Fields]:
    """All games and streets, 2 to 6 players, dead cards, in several spellings."""
    random = Random(SEED)
    lines: list[Fields] = []
    for game, street in product(GAMES.values(), (0, 1, 2, 3, 4, 5)):
        most = 2 if street < 2 else min(6, 45 // game.hole_cards)
        players = random.randint(2, most)
        room = min(2, 47 - players * game.hole_cards)
        dead = max(room, 0) if street < 3 else random.choice((0, max(room, 0)))
        spot = deal_spot(random, game, street, players, dead, random.random() < 0.5)
        spell = random.choice(SPELLINGS)
        named = game.name if game.high_low or random.random() < 0.5 else None
        lines.append(
            {
                "id": f"{game.name}-{street}",
                "hands": [spell(format_cards(hand)) for hand in spot.hands],
                "board": spell(format_cards(spot.board)),
                "dead": random.choice(SPELLINGS)(format_cards(spot.dead)),
                "game": named,
            }
        )
    return lines


RANGES: list[Fields] = [
    {"hands": ["AA", "KK!AA"], "game": "plo4", "board": "Kd8s4h2c"},
    {"hands": ["AsAhKdKc", "random"], "game": "plo4", "board": "9h6s2d", "deals": 2000},
    {"hands": ["AA$ds:50,KK$ds", "15%"], "game": "plo4", "deals": 3000, "seed": 7},
    {"hands": ["A23*", "Ts9s8h7h6d"], "game": "o8-5", "deals": 1500, "seed": 2**64 - 1},
    {"hands": ["AA", "random", "KK"], "game": "plo6", "board": "2c3c4c", "deals": 1000},
    {"hands": ["AsAhKdKc", "Ts9s8h7h"], "deals": 5000, "seed": 3},
    {"hands": ["AsAhKdKc", "Ts9s8h7h"], "deals": 1},
    {"hands": ["QsTsJd2d", "AA"], "game": "plo4", "board": "AdKs3s", "exact": True},
    {"hands": ["QsTsJd2d", "AA"], "game": "plo4", "board": "AdKs3s", "precision": 0.02},
    {"hands": ["AsAhKdKc", "Ts9s8h7h"], "precision": 0.01, "board": "AdKs3s"},
    {"hands": ["AsAhKdKc", "Ts9s8h7h"], "exact": True, "board": "AdKs3s"},
]
SEVERAL: list[Fields] = [
    {"hands": ["AsAhKdKc", "Ts9s8h7h"], "boards": 2, "board": "2c3d4h", "board2": "5c5d9h"},
    {"hands": ["As2hKdKc", "Ts9s8h7h"], "boards": 2, "game": "o8", "board": "2c3d4h6c"},
    {"hands": ["AsAhKdKc", "Ts9s8h7h"], "runs": 2, "board": "2c3d4h"},
    {"hands": ["AsAhKdKc", "Ts9s8h7h"], "runs": 3, "board": "2c3d4h6c"},
    {"hands": ["AsAhKdKc", "Ts9s8h7h"], "runs": 3, "board": "2c", "seed": 5},
    {"hands": ["AA", "Ts9s8h7h"], "game": "plo4", "runs": 2, "board": "2c3d", "deals": 1000},
    {"hands": ["AsAhKdKc", "random"], "game": "plo4", "boards": 2, "deals": 1000, "seed": 4},
]
ERRORS: list[Fields] = [
    {"hands": ["AsAhKdKc"]},
    {"hands": ["AsAhKdAs", "Ts9s8h7h"]},
    {"hands": ["AsAhKdKc", "AsTs9s8s"]},
    {"hands": ["AsAhKdKc", "Ts9s8h7x"]},
    {"hands": ["AsAhKdKc", "Ts9s8h"]},
    {"hands": ["AsAhKd", "Ts9s8h"]},
    {"hands": ["AsAhKdKc", "Ts9s8h7h"], "board": "Ts"},
    {"hands": ["AsAhKdKc", "Ts9s8h7h"], "board": "2c3c4c5c6c8c"},
    {"hands": ["AsAhKdKc", "Ts9s8h7h"], "board": "2c3"},
    {"hands": ["AsAhKdKc", "Ts9s8h7h"], "dead": "Ts"},
    {"hands": ["AsAhKdKc", "Ts9s8h7h"], "dead": "TsTs"},
    {"hands": ["AsAhKdKc", "Ts9s8h7h"], "game": "texas"},
    {"hands": ["AsAhKdKc", "Ts9s8h7h"], "game": "plo5"},
    {"hands": ["AA", "KK"]},
    {"hands": ["AA(", "KK"], "game": "plo4"},
    {"hands": ["AsAhAd*", "AcAhAdKc"], "game": "plo4"},
    {"hands": [f"{c}s{c}h{c}d{c}c23" for c in "AKQJT98"], "game": "plo7"},
    {"hands": ["AA", "KK", "QQ", "random"], "game": "plo4", "exact": True},
    {"hands": ["AsAhKdKc", "Ts9s8h7h"], "exact": True, "deals": 3},
    {"hands": ["AsAhKdKc", "Ts9s8h7h"], "precision": 0.9},
    {"hands": ["AsAhKdKc", "Ts9s8h7h"], "runs": 3, "exact": True},
    {"hands": ["AsAhKdKc", "Ts9s8h7h"], "runs": 2, "board": "2c3c4c5c6c"},
    {"hands": ["AsAhKdKc", "Ts9s8h7h"], "boards": 2, "board": "2c", "board2": "2c"},
]


@pytest.fixture(scope="module")
def mixed() -> list[Fields]:
    """Every game, street, range and error, shuffled."""
    lines = [*hands_of_every_game(), *RANGES, *SEVERAL, *ERRORS]
    Random(SEED).shuffle(lines)
    return [line | {"id": line.get("id") or f"line {at}"} for at, line in enumerate(lines)]


def assert_says(row: Fields, line: Fields) -> None:
    """The row says what a single call with its seed says of the line."""
    wanted = batch_files.expected(line, row["seed"])
    assert {name: row[name] for name in wanted} == wanted, line
    if "seed" in line and not row["problem"] and not row["exact"]:
        assert row["seed"] == line["seed"]


@pytest.mark.parametrize("form", FORMS)
def test_every_row_says_what_a_single_call_says(
    mixed: list[Fields], tmp_path: Path, form: str
) -> None:
    source = batch_files.write(tmp_path / f"in.{form}", mixed)
    out = tmp_path / f"out.{form}"
    summary = run_batch(str(source), str(out))
    rows = batch_files.read(out)
    assert [row["id"] for row in rows] == [line["id"] for line in mixed]
    for row, line in zip(rows, mixed, strict=True):
        assert_says(row, line)
    problems = [row for row in rows if row["problem"]]
    assert (summary.rows, summary.failed) == (len(mixed), len(problems))
    assert len(problems) == len(ERRORS)
    first = problems[0]
    assert summary.first == f"line {first['line']}: {first['problem']}"


def test_every_form_of_input_gives_every_form_of_output(tmp_path: Path) -> None:
    lines = [*hands_of_every_game()[3:48:6], RANGES[2], SEVERAL[2], *ERRORS[:4]]
    lines = [line | {"id": str(at)} for at, line in enumerate(lines)]
    told = {}
    for form, into in product(FORMS, FORMS):
        source = batch_files.write(tmp_path / f"in.{form}", lines)
        out = tmp_path / f"{form}.{into}"
        run_batch(str(source), str(out))
        told[form, into] = [row | {"line": 0} for row in batch_files.read(out)]
    for found in told.values():
        assert found == told["jsonl", "jsonl"]


def test_rows_agree_with_brute_force(tmp_path: Path) -> None:
    random = Random(SEED + 1)
    spots = [
        deal_spot(random, GAMES[name], street, 3, 2, low_hands=True)
        for name, street in [("plo4", 4), ("plo5", 5), ("o8", 4), ("o8-6", 5), ("plo7", 4)]
    ]
    lines: list[Fields] = [
        {
            "hands": [format_cards(hand) for hand in spot.hands],
            "board": format_cards(spot.board),
            "dead": format_cards(spot.dead),
            "game": spot.game.name,
        }
        for spot in spots
    ]
    out = tmp_path / "out.jsonl"
    run_batch(str(batch_files.write(tmp_path / "in.csv", lines)), str(out))
    for spot, line, row in zip(spots, lines, batch_files.read(out), strict=True):
        counted = oracle.equities(line["hands"], line["board"], line["dead"], spot.game.high_low)
        for player, outcomes in zip(row["players"], counted, strict=True):
            assert player == of_outcomes(outcomes), spot


def of_outcomes(outcomes: dict[tuple[int, int | None], int]) -> Fields:
    found: Counter[str] = Counter()
    share = Fraction(0)
    for (high, low), boards in outcomes.items():
        ours = Fraction(1, high) if high else Fraction(0)
        if low is not None:
            ours = (ours + (Fraction(1, low) if low else 0)) / 2
        share += ours * boards
        found["high_wins"] += boards * (high == 1)
        found["high_ties"] += boards * (high > 1)
        found["low_wins"] += boards * (low == 1)
        found["low_ties"] += boards * ((low or 0) > 1)
        found["scoops"] += boards * (ours == 1)
        found["quartered"] += boards * (high == 0 and low == 2)
    equity = float(share / sum(outcomes.values()))
    return {**found, "equity": equity, "error": 0}

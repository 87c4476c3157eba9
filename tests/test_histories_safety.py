"""Hostile hand histories: every reader is linear, and what is wrong costs one hand."""

import random
import time
from io import BytesIO
from pathlib import Path

import pytest

from omaha_equity import hand_results
from omaha_equity.histories import pokerstars, text
from omaha_equity.histories.reading import read_hands
from omaha_equity.histories.record import HandProblem, HandRecord

HAND = (Path(__file__).parent / "histories" / "pot_limit.txt").read_text()
PIECES = [
    "1", "1,", "1.", "$1", "(1/1", "[", "[As", "(", ": ", " ", "a ", "| ", "| a ", "- ", "# ", "#1",
    "_", "*** ", "Seat 1: ", "x (1 in chips", "posts 1 ", "raises 1 to ", "collected 1 from ",
]  # fmt: skip
STARTS = [
    "PokerStars Hand #1: ", "PokerStars Hand #1: Omaha Pot Limit (", "Ann: raises ", "Ann: posts ",
    "Ann: calls ", "Ann: ", "Seat 1: ", "Dealt to ", "Uncalled bet (", "Ann collected ", "Board [",
    "Total pot ", "Total pot 1 | Rake ", "*** FLOP *** [", "*** ", "", "FIRST Board [",
]  # fmt: skip
OPENING = [
    "PokerStars Hand #1: Omaha Pot Limit ($1/$2 USD) - 2020/01/01 1:00:00",
    "Table 'x' 2-max Seat #1 is the button",
    "Seat 1: Ann ($100 in chips)",
]


def seconds(line: str, summary: bool) -> float:
    lines = [*OPENING, *["*** SUMMARY ***"][: int(summary)], *[line] * 5]
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        list(pokerstars.read(text.Chunk("pokerstars", 1, lines), "file"))
        list(text.split(lines))
        best = min(best, time.process_time() - start)
    return best


def test_no_line_takes_long() -> None:
    # The bound is a thousand times what such lines take: it tells powers, not milliseconds.
    for start in STARTS:
        for piece in PIECES:
            line = start + piece * (pokerstars.MOST_CHARACTERS // len(piece) - len(start))
            for summary in (False, True):
                assert seconds(line, summary) < 1.0, (start, piece)


@pytest.mark.parametrize("amount", ["1" * 600, "1" * 60_000, "1," * 30_000, "." * 60_000])
def test_amounts_of_any_length_are_told(amount: str) -> None:
    lines = [*OPENING, f"Ann: raises ${amount} to ${amount} x"]
    [problem] = pokerstars.read(text.Chunk("pokerstars", 1, lines), "file")
    assert isinstance(problem, HandProblem)
    assert problem.line == 4


def test_a_line_without_end_is_not_text(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes(b"A" * (2 * text.MOST_BYTES))
    [problem] = hand_results([path])
    assert "too long" in problem.reason
    path.write_bytes(b"\xff\xfe" + b"A\0" * (2 * text.MOST_BYTES))
    [problem] = hand_results([path])
    assert "too long" in problem.reason


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("at_once", [7, 64, 1 << 20])
def test_every_encoding_gives_the_same_lines(
    encoding: str, end: str, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if encoding.startswith("utf-16"):
        monkeypatch.setattr(text, "MOST_BYTES", max(at_once, 200))
    wanted = [line for line in HAND.split("\n") if line]
    content = end.join(wanted).encode(encoding)
    found = [line for line in text.read_lines(BytesIO(content)) if line]
    assert found == wanted


BAD_FIELDS = [
    "currency = 5",
    "currency = [1]",
    "currency_symbol = 3.5",
    "players = [1, 2, 3]",
    "players = 7",
    "hand = [1]",
    "time = 5",
    "year = 'x'",
    "year = 0x" + "f" * 4000,
    "starting_stacks = [0x" + "f" * 4000 + ", 1, 1]",
    "starting_stacks = ['a', 'b', 'c']",
    "winnings = ['a', 1, 1]",
    "venue = 5",
    "seats = 'x'",
]


@pytest.mark.parametrize("field", BAD_FIELDS)
def test_one_bad_field_costs_one_hand(field: str) -> None:
    pytest.importorskip("pokerkit")
    good = (Path(__file__).parent / "histories" / "side_pot.phh").read_text()
    name = field.partition(" =")[0]
    kept = "\n".join(line for line in good.splitlines() if not line.startswith(name))
    # The name keeps its place among the keys of the table.
    content = f"[1]\n{good}\n[2]\n{kept}\n{field}\n[3]\n{good}\n".encode()
    found = list(read_hands(BytesIO(content), "file"))
    assert sum(isinstance(one, HandRecord) for one in found) >= 2
    assert len(found) == 3


def test_damaged_phh_fields_never_end_a_run(tmp_path: Path) -> None:
    pytest.importorskip("pokerkit")
    good = (Path(__file__).parent / "histories" / "side_pot.phh").read_text()
    seed = 5
    rng = random.Random(seed)
    values = ["5", "1.5", "true", "'x'", "[1]", "[]", "['a', 2]", "{a = 1}", "1979-05-27", "inf"]
    keys = [line.partition("=")[0].strip() for line in good.splitlines() if "=" in line]
    keys += ["currency", "players", "hand", "time", "year", "winnings", "finishing_stacks"]
    for _ in range(150):
        key = rng.choice(keys)
        kept = [line for line in good.splitlines() if not line.startswith(key)]
        path = tmp_path / "x.phhs"
        path.write_text("\n".join(["[1]", *kept, f"{key} = {rng.choice(values)}", "[2]", good]))
        found = list(hand_results([path]))
        assert len(found) == 2, f"seed {seed}"
        assert not isinstance(found[1], HandProblem), f"seed {seed}"

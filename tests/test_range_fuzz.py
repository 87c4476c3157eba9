"""Random texts are a range or a `RangeError`, and nothing else."""

from random import Random
from time import perf_counter

import pytest
from range_texts import random_noise

from omaha_equity.errors import RangeError
from omaha_equity.ranges.canonical import canonical
from omaha_equity.ranges.lowering import lower
from omaha_equity.ranges.parser import parse
from omaha_equity.ranges.traps import warnings

SECONDS_EACH = 1.0


def read_all(seed: str, count: int) -> tuple[int, int]:
    """Read random texts; return how many were ranges and how many errors."""
    random = Random(seed)
    read = refused = 0
    for _ in range(count):
        hole_cards = random.choice((4, 5, 6, 7))
        dialect = random.choice(("generic", "generic", "plo"))
        text = random_noise(random, hole_cards)
        start = perf_counter()
        try:
            tree = parse(text, hole_cards, dialect)
            lower(tree, hole_cards)
        except RangeError as error:
            refused += 1
            assert 0 <= error.position <= len(text), text
            assert len(str(error).splitlines()) == 3, text
        else:
            read += 1
            warnings(tree, hole_cards)
            assert parse(canonical(tree), hole_cards) == tree, text
        assert perf_counter() - start < SECONDS_EACH, text
    return read, refused


def test_random_texts() -> None:
    read, refused = read_all("ranges", 20_000)
    assert min(read, refused) > 2_000


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", range(4))
def test_a_million_random_texts(part: int) -> None:
    read, refused = read_all(f"ranges {part}", 250_000)
    assert min(read, refused) > 25_000


@pytest.mark.parametrize(
    "text",
    [
        "(" * 100_000,
        "[" * 100_000,
        "A" * 100_000,
        "A:" * 100_000,
        "$b" * 100_000,
        "9" * 100_000 + "%",
        "AA@" + "9" * 100_000,
        "$" + "d" * 100_000,
        "[" + "A," * 100_000,
        "!" * 100_000,
        "(A:" * 39 + "A" + ":A)" * 39,
        " " * 100_000 + "AA" + " " * 100_000 + "0",
    ],
    ids=lambda text: text[:3].strip() or "blank",
)
def test_enormous_texts(text: str) -> None:
    for dialect in ("generic", "plo"):
        with pytest.raises(RangeError) as caught:
            lower(parse(text, 4, dialect), 4)
        assert len(str(caught.value)) < 1_000


def test_enormous_unions_are_read() -> None:
    text = ",".join(["AsAhKdKc", "98-65", "TT+:xxyy"] * 3_000)
    assert len(parse(text, 4).parts) == 9_000

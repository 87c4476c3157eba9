"""Files that a user names, at every door that takes one: bounded, and one clear error."""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from omaha_equity import Range, read_hand, read_views, textfiles
from omaha_equity.errors import OmahaError, TextError
from omaha_equity.ranges import hand_lists, macros, orderings

DOORS: dict[str, Callable[[Path], object]] = {
    "hand file": read_hand,
    "views file": read_views,
    "macro file": macros.load,
    "ordering": orderings.load,
    "range file": lambda path: Range.from_file(path, "plo4"),
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(
    "content", [None, b"\xff\xfe\x00", b"\0" * 1000, b"x" * 40_000, b"\n" * 40_000]
)
def test_every_door_tells_the_file(door: str, content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "odd.txt"
    if content is not None:
        path.write_bytes(content)
    try:
        DOORS[door](path)
    except OmahaError as error:
        assert "odd.txt" in str(error)
        assert "\n" not in str(error)
    else:
        assert (door, content) == ("macro file", b"\n" * 40_000)


@pytest.mark.parametrize("door", DOORS)
def test_a_folder_is_no_file(door: str, tmp_path: Path) -> None:
    with pytest.raises(TextError, match="cannot be read"):
        DOORS[door](tmp_path)


@pytest.mark.parametrize("door", [door for door in DOORS if door != "range file"])
def test_large_files_are_refused(
    door: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(textfiles, "MOST_BYTES", 1 << 20)
    path = tmp_path / "large"
    path.write_bytes(b"#" * ((1 << 20) + 1))
    with pytest.raises(TextError, match="larger than 1 MiB"):
        DOORS[door](path)


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no /dev/zero here")
def test_an_endless_file_ends(door: str) -> None:
    with pytest.raises(TextError):
        DOORS[door](Path("/dev/zero"))


def test_a_range_file_may_list_each_hand_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hand_lists, "MOST_HANDS", 2)
    path = tmp_path / "hands.csv"
    path.write_text("AsAhKdKc,1\nAsAhKdKs,1\n")
    assert len(Range.from_file(path, "plo4").combos) == 2
    path.write_text("AsAhKdKc,1\nAsAhKdKs,1\nAsAhKdQs,1\n")
    with pytest.raises(TextError, match="more than 2 hands"):
        Range.from_file(path, "plo4")


def test_a_line_of_a_packed_file_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "hands.csv.gz"
    path.write_bytes(gzip.compress(b"AsAhKdKc,1\n" + b"A" * 50_000_000))
    with pytest.raises(TextError, match="line is longer"):
        Range.from_file(path, "plo4")


@pytest.mark.parametrize("damage", [5, 10, 12, 20, -5, -1])
def test_a_damaged_packed_file_is_one_error(damage: int, tmp_path: Path) -> None:
    packed = bytearray(gzip.compress(b"AsAhKdKc,1\n" * 20))
    path = tmp_path / "hands.csv.gz"
    for value in range(0, 256, 17):
        packed[damage] = value
        path.write_bytes(packed)
        try:
            Range.from_file(path, "plo4")
        except OmahaError as error:
            assert "\n" not in str(error)

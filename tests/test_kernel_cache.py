"""The folder of compiled kernels: nothing foreign or damaged is loaded."""

import hashlib
import logging
import os
import pickle
import random
from collections.abc import Callable
from pathlib import Path

import numba
import pytest

from omaha_equity.kernels import cache
from omaha_equity.kernels.cache import KernelCache, private_folder

pytestmark = pytest.mark.skipif(not hasattr(os, "getuid"), reason="owners and modes are POSIX")


def double(number):
    return number * 2


def compiled(folder: Path) -> Callable[[int], int]:
    kernel = numba.njit(double)
    kernel._cache = KernelCache(double, folder)
    return kernel


def loads(folder: Path) -> int:
    """How many compiled forms a new dispatcher finds in the folder; its answer is right."""
    kernel = compiled(folder)
    assert kernel(21) == 42
    return sum(kernel.stats.cache_hits.values())


class Planted:
    """Unpickling this leaves a mark."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return (Path.touch, (self.mark,))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = private_folder(tmp_path / "base" / "kernels")
    assert found is not None
    return found


@pytest.fixture
def kept(folder: Path) -> Path:
    """The file of the one compiled form in the folder."""
    assert loads(folder) == 0
    [path] = folder.iterdir()
    return path


@pytest.mark.usefixtures("kept")
def test_a_sound_file_is_loaded(folder: Path) -> None:
    assert loads(folder) == 1


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_folders_and_files_are_private_whatever_the_umask(tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        folder = private_folder(tmp_path / "base" / "kernels")
        assert folder is not None
        assert loads(folder) == 0
    finally:
        os.umask(before)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert folder.parent.stat().st_mode & 0o777 == 0o700
    assert [path.stat().st_mode & 0o777 for path in folder.iterdir()] == [0o600]


def open_up(folder: Path, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match way:
        case "others own it":
            uid = os.getuid()
            monkeypatch.setattr(os, "getuid", lambda: uid + 1)
        case "others can write it":
            folder.chmod(0o777)
        case "a group can write it":
            folder.chmod(0o770)
        case "others can swap it":
            folder.parent.chmod(0o777)
        case "it is a link":
            folder.symlink_to(folder.rename(folder.with_name("elsewhere")))


@pytest.mark.parametrize(
    "way",
    [
        "others own it",
        "others can write it",
        "a group can write it",
        "others can swap it",
        "it is a link",
    ],
)
def test_a_folder_that_others_could_fill_is_not_used(
    folder: Path,
    way: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    open_up(folder, way, monkeypatch)
    with caplog.at_level(logging.WARNING, "omaha_equity"):
        used = private_folder(folder)
    assert used is not None
    assert used != folder
    assert not any(used.iterdir())
    [record] = caplog.records
    assert str(folder) in record.getMessage()


def test_a_sticky_parent_is_fine(folder: Path) -> None:
    folder.parent.chmod(0o1777)
    assert private_folder(folder) == folder


def test_a_planted_file_is_not_loaded(folder: Path, kept: Path, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    content = pickle.dumps(Planted(mark))
    # The checksum is right, as any attacker could make it.
    kept.write_bytes(hashlib.sha256(content).digest() + content)
    kept.chmod(0o666)
    assert loads(folder) == 0
    assert not mark.exists()
    # The test can fail: the same file is loaded once it is private.
    kept.write_bytes(hashlib.sha256(content).digest() + content)
    kept.chmod(0o600)
    with pytest.raises(TypeError):
        compiled(folder)(21)
    assert mark.exists()


def test_a_link_to_a_file_is_not_followed(folder: Path, kept: Path, tmp_path: Path) -> None:
    kept.symlink_to(kept.rename(tmp_path / "elsewhere"))
    assert loads(folder) == 0


def test_damage_is_noticed_and_mended(
    folder: Path, kept: Path, caplog: pytest.LogCaptureFixture
) -> None:
    whole = kept.read_bytes()
    seed = 20261201
    rng = random.Random(seed)
    for _ in range(20):
        broken = bytearray(whole)
        broken[rng.randrange(len(whole))] ^= 1 << rng.randrange(8)
        kept.write_bytes(rng.choice([bytes(broken), whole[: rng.randrange(len(whole))]]))
        caplog.clear()
        assert loads(folder) == 0, f"seed {seed}"
        assert len(caplog.records) == 1
        assert "damaged" in caplog.text
        assert loads(folder) == 1, f"seed {seed}"


def test_a_full_disk_means_going_on_without(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    cache._tell_unwritable.cache_clear()
    monkeypatch.setattr(cache, "_write", full)
    assert loads(folder) == 0
    assert loads(folder) == 0
    assert len(caplog.records) == 1
    assert "No space left" in caplog.text


def test_no_folder_can_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert private_folder(tmp_path / "file" / "kernels") is None

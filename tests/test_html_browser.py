"""The page in a real browser: it shows, says nothing on the console, and asks for no network."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import matplotlib.image
import numpy as np
import pytest

from omaha_equity.cli.exits import Exit
from omaha_equity.cli.main import main

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
pytestmark = pytest.mark.skipif(
    BROWSER is None and not os.environ.get("CI"), reason="needs Debian's chromium"
)

OPTIONS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--hide-scrollbars", "--force-device-scale-factor=1", "--enable-logging=stderr", "--v=0",
    "--host-resolver-rules=MAP * ~NOTFOUND",
)  # fmt: skip
WIDTH, HEIGHT = 1000, 1600
PATIENCE = 120


@pytest.fixture(scope="module")
def spot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "spot.html"
    words = ["AA$ds", "KK!AA", "--board", "Kd8s4h2c", "--game", "plo4"]
    assert main(["report", *words, "--html", str(path)]) == Exit.DONE
    return path


def browse(page: Path, folder: Path, *options: str) -> tuple[str, str]:
    """What the browser prints, and what it says of the page on the console."""
    assert BROWSER, "needs Debian's chromium"
    profile = f"--user-data-dir={folder / 'profile'}"
    done = subprocess.run(
        [BROWSER, *OPTIONS, profile, *options, page.as_uri()],
        capture_output=True, text=True, timeout=PATIENCE, check=True,
    )  # fmt: skip
    said = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    return done.stdout, "\n".join(said)


def colours(image: Path) -> set[tuple[int, ...]]:
    """Every colour of a screenshot of the expected size."""
    found = matplotlib.image.imread(image)
    assert found.shape[:2] == (HEIGHT, WIDTH)
    scaled = np.rint(found[..., :3] * 255).astype(int)
    return {*map(tuple, np.unique(scaled.reshape(-1, 3), axis=0).tolist())}


def test_the_console_is_heard(tmp_path: Path) -> None:
    page = tmp_path / "bad.html"
    page.write_text("<script>console.error('heard')</script>")
    assert "heard" in browse(page, tmp_path, "--dump-dom")[1]


def test_the_page_is_shown_without_a_word(spot: Path, tmp_path: Path) -> None:
    dom, console = browse(spot, tmp_path, "--dump-dom")
    assert not console
    for words in ("Equity", "Next card", "Distribution of AA$ds", "What they have", "<svg"):
        assert words in dom


@pytest.mark.parametrize("dark", [False, True])
def test_the_screenshot_shows_the_page(spot: Path, tmp_path: Path, dark: bool) -> None:
    image = tmp_path / "shot.png"
    scheme = f"--blink-settings=preferredColorScheme={0 if dark else 1}"
    size = f"--window-size={WIDTH},{HEIGHT}"
    _, console = browse(spot, tmp_path, size, scheme, f"--screenshot={image}")
    assert not console
    shown = colours(image)
    # The paper, the ends of the heat map's scale, and the mark of the curve.
    assert ((0x16, 0x16, 0x16) if dark else (0xFF, 0xFF, 0xFF)) in shown
    assert {(0x00, 0x22, 0x4E), (0xFE, 0xE8, 0x38)} <= shown
    assert ((0x8F, 0xB8, 0xF0) if dark else (0x00, 0x38, 0x6F)) in shown


def test_a_page_that_asked_for_something_would_be_found_out(spot: Path, tmp_path: Path) -> None:
    page = tmp_path / "asking.html"
    image = '<img src="http://example.invalid/a.png" alt="">'
    page.write_text(spot.read_text().replace("</main>", image + "</main>"))
    assert "Content Security Policy" in browse(page, tmp_path, "--dump-dom")[1]


def test_a_narrow_screen_scrolls_tables_and_not_the_page(spot: Path, tmp_path: Path) -> None:
    measured = tmp_path / "measured.html"
    frame = f'<iframe src="{spot.as_uri()}" style="width:360px;height:900px"></iframe>'
    script = (
        "onload=()=>{const d=frames[0].document.documentElement;"
        "document.title=d.scrollWidth+' '+d.clientWidth}"
    )
    measured.write_text(f"<title></title>{frame}<script>{script}</script>")
    dom, _ = browse(measured, tmp_path, "--allow-file-access-from-files", "--dump-dom")
    [(whole, shown)] = re.findall(r"<title>(\d+) (\d+)</title>", dom)
    assert int(whole) <= int(shown) == 360


def test_the_page_prints_on_few_sheets(spot: Path, tmp_path: Path) -> None:
    printed = tmp_path / "spot.pdf"
    _, console = browse(spot, tmp_path, "--no-pdf-header-footer", f"--print-to-pdf={printed}")
    assert not console
    content = printed.read_bytes()
    assert content.startswith(b"%PDF")
    assert 1 <= len(re.findall(rb"/Type /Page\b", content)) <= 5

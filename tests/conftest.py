"""Settings for all tests, and what many share."""

import os
import subprocess
import sys

import pytest
from cli import run

__all__ = ["run"]

HALVES = (
    """
import omaha_equity as oe
oe.equity_many([["AsAhKdKc", "Ts9s8h7h"]] * 20)
oe.equity_boards(["AsAhKdKc", "Ts9s8h7h"], ["2c3d4h", "2d3h4s"])
oe.evaluate_many_low([[51, 50, 49, 48]], [[0, 5, 10, 15, 16]])
""",
    """
import omaha_equity as oe
aces, board = "AAKK@50,QQJJ@100", "2c3d4h5s6c"
oe.equity_by_combo(aces, "TT99", board, game="plo4")
oe.equity([aces, "TT99"], board, game="plo4", deals=1)
oe.equity_boards([aces, "TT99"], [board, "2d3h4s5c"], game="plo4", deals=1)
oe.equity_boards([aces, "TT99"], [board, "2d3h4s5c"], game="plo4")
hands = [{"put": 1, "hand": "AA"}, {"put": 2, "hand": "KK"}]
oe.ev({"game": "plo4", "seats": hands}, deals=1)
""",
)
"""Questions that need most of the kernels, in two parts that take about as long to compile."""


def pytest_configure(config: pytest.Config) -> None:
    """Compile the kernels once, before parallel workers would each compile them."""
    in_worker = hasattr(config, "workerinput")
    if in_worker or not config.getoption("numprocesses", None):
        return
    if os.environ.get("NUMBA_DISABLE_JIT", "0") == "0":
        import omaha_equity

        if not omaha_equity.is_warm():
            halves = [subprocess.Popen([sys.executable, "-c", half]) for half in HALVES]
            for half in halves:
                half.wait()
        omaha_equity.warmup()

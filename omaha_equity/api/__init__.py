"""The one door for programs; everything here is re-exported lazily by `omaha_equity`.

Functions import the engine when first called, so importing this package costs nothing.
"""

from omaha_equity.api.chips import ev, find_caller, parse_hand, pot_odds, read_hand, settle
from omaha_equity.api.equities import (
    combo_equities,
    compare,
    equity,
    equity_boards,
    equity_by_combo,
    equity_many,
    solve,
)
from omaha_equity.api.hands import (
    compare_high,
    compare_low,
    evaluate,
    evaluate_many,
    evaluate_many_low,
)
from omaha_equity.api.machine import cache_folder, check_tables, is_warm, warmup
from omaha_equity.api.ranges import game_of, percentile, read_macros

__all__ = [
    "cache_folder",
    "check_tables",
    "combo_equities",
    "compare",
    "compare_high",
    "compare_low",
    "equity",
    "equity_boards",
    "equity_by_combo",
    "equity_many",
    "ev",
    "evaluate",
    "evaluate_many",
    "evaluate_many_low",
    "find_caller",
    "game_of",
    "is_warm",
    "parse_hand",
    "percentile",
    "pot_odds",
    "read_hand",
    "read_macros",
    "settle",
    "solve",
    "warmup",
]

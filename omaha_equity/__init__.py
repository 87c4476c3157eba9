"""Exact equities for Omaha poker: 4 to 7 hole cards, high and high/low.

Importing this package loads neither NumPy nor Numba; they load when first needed.

>>> import omaha_equity as oe
>>> result = oe.equity(["AsAhKdKc", "Ts9s8h7h"], board="Js 7d 2c")
>>> result.boards, result.players[0].equity_exact
(820, Fraction(413, 820))
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from omaha_equity.version import __version__

if TYPE_CHECKING:
    from omaha_equity.answers.chips import ExpectedChips, PotOdds
    from omaha_equity.answers.equities import (
        ComboEquities,
        Comparison,
        Evaluation,
        MadeHand,
        Outcome,
        PlayerResult,
        Result,
        Sampling,
    )
    from omaha_equity.answers.multiboard import BoardsPlayer, BoardsResult
    from omaha_equity.answers.spot import SpotReport
    from omaha_equity.api import (
        compare,
        compare_high,
        compare_low,
        equity,
        equity_boards,
        equity_by_combo,
        equity_many,
        ev,
        evaluate,
        evaluate_many,
        evaluate_many_low,
        is_warm,
        parse_hand,
        pot_odds,
        read_hand,
        settle,
        solve,
        warmup,
    )
    from omaha_equity.batch.run import BatchDefaults, BatchOptions, BatchSummary, run_batch
    from omaha_equity.cards import format_cards, parse_cards
    from omaha_equity.errors import (
        FileError,
        ImpossibleError,
        OmahaError,
        PrecisionError,
        RangeError,
        TableError,
        TextError,
        WorkerError,
    )
    from omaha_equity.games import GAMES, Game
    from omaha_equity.histories.reading import hand_results
    from omaha_equity.histories.record import HandProblem, HandRecord
    from omaha_equity.histories.results import HandResult, SeatResult
    from omaha_equity.histories.totals import PlayerTotals, Totals
    from omaha_equity.hitting.hits import hits
    from omaha_equity.hitting.nuts import nuts
    from omaha_equity.hitting.outs import outs
    from omaha_equity.pots.hand import HouseRules, PotHand, Rake, Seat
    from omaha_equity.pots.settlement import Settlement
    from omaha_equity.questions.query import Query
    from omaha_equity.questions.reading import Reading
    from omaha_equity.questions.wish import Wish
    from omaha_equity.ranges.orderings import Ordering
    from omaha_equity.ranges.range import Range
    from omaha_equity.report.html import to_html
    from omaha_equity.study.distribution import distribution
    from omaha_equity.study.flops import flops
    from omaha_equity.study.matrix import matrix, parse_views, read_views
    from omaha_equity.study.next_card import next_card
    from omaha_equity.study.page import spot_report

_HOMES = {
    "omaha_equity.api": (
        "compare",
        "compare_high",
        "compare_low",
        "equity",
        "equity_boards",
        "ev",
        "pot_odds",
        "equity_by_combo",
        "equity_many",
        "evaluate",
        "evaluate_many",
        "evaluate_many_low",
        "is_warm",
        "parse_hand",
        "read_hand",
        "settle",
        "solve",
        "warmup",
    ),
    "omaha_equity.batch.run": ("BatchDefaults", "BatchOptions", "BatchSummary", "run_batch"),
    "omaha_equity.cards": ("format_cards", "parse_cards"),
    "omaha_equity.questions.reading": ("Reading",),
    "omaha_equity.errors": (
        "FileError",
        "ImpossibleError",
        "OmahaError",
        "PrecisionError",
        "RangeError",
        "TableError",
        "TextError",
        "WorkerError",
    ),
    "omaha_equity.games": ("GAMES", "Game"),
    "omaha_equity.histories.reading": ("hand_results",),
    "omaha_equity.histories.record": ("HandProblem", "HandRecord"),
    "omaha_equity.histories.results": ("HandResult", "SeatResult"),
    "omaha_equity.histories.totals": ("PlayerTotals", "Totals"),
    "omaha_equity.answers.equities": (
        "ComboEquities",
        "Comparison",
        "Evaluation",
        "MadeHand",
        "Outcome",
        "PlayerResult",
        "Result",
        "Sampling",
    ),
    "omaha_equity.pots.hand": ("HouseRules", "PotHand", "Rake", "Seat"),
    "omaha_equity.pots.settlement": ("Settlement",),
    "omaha_equity.questions.query": ("Query",),
    "omaha_equity.questions.wish": ("Wish",),
    "omaha_equity.answers.chips": ("ExpectedChips", "PotOdds"),
    "omaha_equity.answers.multiboard": ("BoardsPlayer", "BoardsResult"),
    "omaha_equity.answers.spot": ("SpotReport",),
    "omaha_equity.ranges.orderings": ("Ordering",),
    "omaha_equity.ranges.range": ("Range",),
    "omaha_equity.report.html": ("to_html",),
    "omaha_equity.study.distribution": ("distribution",),
    "omaha_equity.study.flops": ("flops",),
    "omaha_equity.hitting.hits": ("hits",),
    "omaha_equity.study.matrix": ("matrix", "parse_views", "read_views"),
    "omaha_equity.study.next_card": ("next_card",),
    "omaha_equity.study.page": ("spot_report",),
    "omaha_equity.hitting.nuts": ("nuts",),
    "omaha_equity.hitting.outs": ("outs",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "GAMES",
    "BatchDefaults",
    "BatchOptions",
    "BatchSummary",
    "BoardsPlayer",
    "BoardsResult",
    "ComboEquities",
    "Comparison",
    "Evaluation",
    "ExpectedChips",
    "FileError",
    "Game",
    "HandProblem",
    "HandRecord",
    "HandResult",
    "HouseRules",
    "ImpossibleError",
    "MadeHand",
    "OmahaError",
    "Ordering",
    "Outcome",
    "PlayerResult",
    "PlayerTotals",
    "PotHand",
    "PotOdds",
    "PrecisionError",
    "Query",
    "Rake",
    "Range",
    "RangeError",
    "Reading",
    "Result",
    "Sampling",
    "Seat",
    "SeatResult",
    "Settlement",
    "SpotReport",
    "TableError",
    "TextError",
    "Totals",
    "Wish",
    "WorkerError",
    "__version__",
    "compare",
    "compare_high",
    "compare_low",
    "distribution",
    "equity",
    "equity_boards",
    "equity_by_combo",
    "equity_many",
    "ev",
    "evaluate",
    "evaluate_many",
    "evaluate_many_low",
    "flops",
    "format_cards",
    "hand_results",
    "hits",
    "is_warm",
    "matrix",
    "next_card",
    "nuts",
    "outs",
    "parse_cards",
    "parse_hand",
    "parse_views",
    "pot_odds",
    "read_hand",
    "read_views",
    "run_batch",
    "settle",
    "solve",
    "spot_report",
    "to_html",
    "warmup",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

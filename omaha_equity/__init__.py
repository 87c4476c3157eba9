"""Exact equities for Omaha poker: 4 to 7 hole cards, high and high/low.

Importing this package loads neither NumPy nor Numba; they load when first needed.

>>> import omaha_equity as oe
>>> result = oe.equity(["AsAhKdKc", "Ts9s8h7h"], board="Js 7d 2c")
>>> result.boards, result.players[0].equity_exact
(820, Fraction(413, 820))
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from omaha_equity.api import (
        compare_high,
        compare_low,
        equity,
        equity_many,
        evaluate,
        evaluate_many,
        evaluate_many_low,
        is_warm,
        warmup,
    )
    from omaha_equity.cards import format_cards, parse_cards
    from omaha_equity.errors import ImpossibleError, OmahaError, TableError, TextError
    from omaha_equity.games import GAMES, Game
    from omaha_equity.model import (
        Evaluation,
        MadeHand,
        Outcome,
        PlayerResult,
        Query,
        Result,
    )

__version__ = "0.1.0"

_HOMES = {
    "omaha_equity.api": (
        "compare_high",
        "compare_low",
        "equity",
        "equity_many",
        "evaluate",
        "evaluate_many",
        "evaluate_many_low",
        "is_warm",
        "warmup",
    ),
    "omaha_equity.cards": ("format_cards", "parse_cards"),
    "omaha_equity.errors": ("ImpossibleError", "OmahaError", "TableError", "TextError"),
    "omaha_equity.games": ("GAMES", "Game"),
    "omaha_equity.model": (
        "Evaluation",
        "MadeHand",
        "Outcome",
        "PlayerResult",
        "Query",
        "Result",
    ),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "GAMES",
    "Evaluation",
    "Game",
    "ImpossibleError",
    "MadeHand",
    "OmahaError",
    "Outcome",
    "PlayerResult",
    "Query",
    "Result",
    "TableError",
    "TextError",
    "compare_high",
    "compare_low",
    "equity",
    "equity_many",
    "evaluate",
    "evaluate_many",
    "evaluate_many_low",
    "format_cards",
    "is_warm",
    "parse_cards",
    "warmup",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value

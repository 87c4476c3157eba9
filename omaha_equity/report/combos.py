"""The equities of a range's combos, best first: what the other reports write of them."""

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from omaha_equity.answers.equities import ComboEquities
from omaha_equity.cards import format_cards, parse_cards


@dataclass(frozen=True)
class ComboTable:
    """An answer and the question it belongs to.

    Attributes:
        found: the equities of all combos.
        hand, opponent: the range and its opponent as they were written.
        board, dead: the known cards as they were written.
        seed: decided the deals, where they are sampled.
        top: how many combos are shown; None = all.
    """

    found: ComboEquities
    hand: str
    opponent: str
    board: str
    dead: str
    seed: int
    top: int | None

    @property
    def deals(self) -> float:
        """Deals counted in all, weighted."""
        each = self.found.deals * self.found.weights if self.found.exact else self.found.deals
        return float(each.sum())

    @cached_property
    def rows(self) -> list[dict[str, Any]]:
        """The combos that are shown, best first; equal ones in the order of their cards."""
        combos: list[dict[str, Any]] = self.found.to_dict()["combos"]
        return sorted(combos, key=lambda combo: -combo["equity"])[: self.top]

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values (see ``docs/json.md``)."""
        found = self.found
        return {
            "schema": found.to_dict()["schema"],
            "hand": self.hand,
            "opponent": self.opponent,
            "board": format_cards(parse_cards(self.board)),
            "dead": format_cards(parse_cards(self.dead)),
            "exact": found.exact,
            "seed": None if found.exact else self.seed,
            "deals": self.deals,
            "equity": found.equity,
            "error": found.error,
            "size": len(found.cards),
            "combos": self.rows,
        }

    def to_json(self) -> str:
        """Return `to_dict` as JSON text."""
        return json.dumps(self.to_dict(), indent=2)

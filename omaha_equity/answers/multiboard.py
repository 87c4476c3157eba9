"""What comes back of a question about several boards."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from omaha_equity.answer import SCHEMA_VERSION, Answer, plain
from omaha_equity.answers.equities import Sampling, sampling_row
from omaha_equity.cards import format_cards
from omaha_equity.games import Game
from omaha_equity.questions.query import Query

MOST_BOARDS = 3

Distribution = tuple[tuple[Fraction, int], ...]
"""Shares of the whole pot, rising, each with the deals that bring it."""


@dataclass(frozen=True)
class BoardsPlayer:
    """One player's part of a `BoardsResult`.

    Attributes:
        cards: the hole cards; none for a range or any hand.
        equity_exact: expected share of the whole pot.
        board_equities: expected share of each board's pot, 0 to 1, board by board.
        distribution: shares of the whole pot with the deals that bring each.
        variance: variance of the share of the whole pot.
        single_variance: the same if only one run were dealt; None for two boards.
        text: what the player holds, as asked, when that is not one hand.
        error: standard error of the equity; 0 when it is exact.
    """

    cards: tuple[int, ...]
    equity_exact: Fraction
    board_equities: tuple[Fraction, ...]
    distribution: Distribution
    variance: Fraction
    single_variance: Fraction | None = None
    text: str = ""
    error: float = 0.0

    @property
    def name(self) -> str:
        """The hole cards, or the range as asked."""
        return self.text or format_cards(self.cards)

    @property
    def equity(self) -> float:
        """Expected share of the whole pot, 0 to 1."""
        return float(self.equity_exact)

    @property
    def deals(self) -> int:
        """How many deals the distribution holds."""
        return sum(count for _, count in self.distribution)

    @property
    def scoops(self) -> int:
        """Deals that bring the whole pot, every board of it."""
        return sum(count for share, count in self.distribution if share == 1)

    @property
    def scoop(self) -> float:
        """Share of deals that bring the whole pot."""
        return float(Fraction(self.scoops) / self.deals)

    @property
    def deviation(self) -> float:
        """Standard deviation of the share of the whole pot."""
        return math.sqrt(self.variance)

    @property
    def single_deviation(self) -> float | None:
        """The same if only one run were dealt."""
        return None if self.single_variance is None else math.sqrt(self.single_variance)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values (see ``docs/json.md``)."""
        return {
            "hand": self.name,
            "equity": self.equity,
            "error": self.error if math.isfinite(self.error) else None,
            "equity_exact": str(self.equity_exact),
            "boards": [float(equity) for equity in self.board_equities],
            "scoop": self.scoop,
            "scoops": plain(self.scoops),
            "distribution": [
                {"share": str(share), "deals": plain(deals)} for share, deals in self.distribution
            ],
            "deviation": self.deviation,
            "single_deviation": self.single_deviation,
        }

    def row(self) -> dict[str, Any]:
        """Return `to_dict` flat."""
        row = self.to_dict()
        row |= _numbered("board", row.pop("boards"))
        spread = row.pop("distribution")
        return row | {"distribution": " ".join(f"{of['share']}:{of['deals']}" for of in spread)}


def _numbered(name: str, values: Sequence[Any]) -> dict[str, Any]:
    filled = [*values, *[""] * MOST_BOARDS][:MOST_BOARDS]
    return {f"{name}_{number}": value for number, value in enumerate(filled, 1)}


@dataclass(frozen=True)
class BoardsResult(Answer):
    """The answer to a question about several boards.

    Attributes:
        query: what was asked.
        players: one `BoardsPlayer` per player.
        deals: how many deals of all boards there are, or were sampled.
        method: ``"counted"``, ``"enumerated"`` or ``"sampled"``.
        sampling: how a sampled result came about; None when exact.
        distribution_sampling: how the distributions came about when only they are sampled, and
            with them the scoops.
    """

    query: Query
    players: tuple[BoardsPlayer, ...]
    deals: int
    method: str
    sampling: Sampling | None = None
    distribution_sampling: Sampling | None = None

    @property
    def exact(self) -> bool:
        """Whether equities come from every possible deal."""
        return self.sampling is None

    @property
    def distribution_exact(self) -> bool:
        """Whether distributions do as well; not so for three runs of three or more cards."""
        return self.exact and self.distribution_sampling is None

    @property
    def game(self) -> Game:
        """The game that was asked about."""
        return self.query.game

    @property
    def title(self) -> str:
        """The question in words."""
        return self.query.title

    def rows(self) -> list[dict[str, Any]]:
        """One row per player, with as many columns for any number of boards."""
        shared = self.to_dict()
        count: dict[str, Any] = {name: shared[name] for name in ("game", "runs", "dead")}
        count |= _numbered("known", shared["boards"])
        names = ("deals", "method", "exact", "distribution_exact")
        count |= {name: shared[name] for name in names}
        count |= sampling_row(self.sampling or self.distribution_sampling)
        return [player.row() | count for player in self.players]

    def to_dict(self) -> dict[str, Any]:
        """Return the whole result as plain JSON values (see ``docs/json.md``)."""
        return {
            "schema": SCHEMA_VERSION,
            "game": self.game.name,
            "boards": [format_cards(board) for board in self.query.boards],
            "runs": self.query.runs,
            "dead": format_cards(self.query.dead),
            "exact": self.exact,
            "distribution_exact": self.distribution_exact,
            "deals": plain(self.deals),
            "method": self.method,
            "sampling": self.sampling.to_dict() if self.sampling else None,
            "distribution_sampling": (
                self.distribution_sampling.to_dict() if self.distribution_sampling else None
            ),
            "players": [player.to_dict() for player in self.players],
        }

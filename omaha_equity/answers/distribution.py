"""`Distribution`: equities sorted, and how often each of them comes."""

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

from omaha_equity.answer import Answer
from omaha_equity.answers.study import study_question
from omaha_equity.questions.query import Query

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BINS = 10
QUANTILES = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)
POINTS = 100
SLACK = 1e-9
"""Equities that differ by less are the same number, rounded otherwise."""


@dataclass(frozen=True, eq=False)
class Distribution(Answer):
    """How equities are spread: over combos, or over what comes on a later street.

    Attributes:
        query: what was asked.
        street: the street whose cards are drawn; "" = the spread over combos as things are.
        against: ``"range"``, or ``"dealt"``: each equity is against one combo of the opponent.
        equities: (N,) float64, rising; shares: (N,) float64 of the deals, 1 in all.
        exact: whether every deal was counted.
        equity: the mean; error: its standard error, 0 when exact.
        draws: how many independent draws the shares come from; 0 = they are exact.
        deals: how many deals were sampled or, when exact, hands in their spots were counted.
        seed: decided the draws; None when exact.
        levels: equities of which is told how often a hand has at least so much.
        combo_error: the usual standard error of one combo's equity, where each is sampled: so
            much wider than the truth is the spread.
    """

    query: Query
    street: str
    against: str
    equities: "NDArray[np.float64]"
    shares: "NDArray[np.float64]"
    exact: bool
    equity: float
    error: float
    draws: int
    deals: int
    seed: int | None
    levels: tuple[float, ...] = ()
    combo_error: float = 0.0

    @property
    def title(self) -> str:
        """The question in words."""
        over = f"on the {self.street}, against {self.against}" if self.street else "by combo"
        return f"distribution {over}: {self.query.title}"

    def at_least(self, equity: float) -> float:
        """The share of hands or deals with at least this equity."""
        first = int(self.equities.searchsorted(equity - SLACK, "left"))
        return float(min(1.0, self.shares[first:].sum()))

    def share_error(self, share: float) -> float:
        """The standard error of a share of hands or deals, 0 when shares are exact."""
        if not self.draws:
            return 0.0
        return max(sqrt(share * (1 - share) / self.draws), 1.5 / self.draws)

    def quantile(self, share: float) -> float:
        """The least equity that is not below this share of hands: 0.5 gives the median."""
        upto = self.shares.cumsum()
        place = int(upto.searchsorted(share * upto[-1] - SLACK, "left"))
        return float(self.equities[min(place, len(self.equities) - 1)])

    def histogram(self, bins: int = BINS) -> list[float]:
        """The share of hands in each of equally wide bins from 0 to 1, 1 itself in the last."""
        tops = [self.at_least(number / bins) for number in range(bins)]
        return [
            max(0.0, more - less)
            for more, less in zip([1.0, *tops[1:]], [*tops[1:], 0.0], strict=True)
        ]

    def curve(self, points: int = POINTS) -> list[tuple[float, float]]:
        """The sorted curve: (share of hands, the equity that this share has at least)."""
        return [(at / points, self.quantile(1 - at / points)) for at in range(points + 1)]

    def rows(self) -> list[dict[str, Any]]:
        """The sorted curve, a row for each per cent of hands, best first."""
        return [{"share": share, "equity": equity} for share, equity in self.curve()]

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values (see ``docs/json.md``)."""
        return {
            **study_question(self.query),
            "street": self.street,
            "against": self.against,
            "exact": self.exact,
            "seed": self.seed,
            "equity": self.equity,
            "error": self.error,
            "draws": self.draws,
            "deals": self.deals,
            "combo_error": self.combo_error,
            "size": len(self.equities),
            "quantiles": [{"share": q, "equity": self.quantile(q)} for q in QUANTILES],
            "at_least": [
                {"equity": level, "share": share, "error": self.share_error(share)}
                for level, share in ((level, self.at_least(level)) for level in self.levels)
            ],
            "histogram": [
                {
                    "from": number / BINS,
                    "to": (number + 1) / BINS,
                    "share": share,
                    "error": self.share_error(share),
                }
                for number, share in enumerate(self.histogram())
            ],
            "curve": self.rows(),
        }

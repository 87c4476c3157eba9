"""`SpotReport`: all that a page shows of one spot."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from omaha_equity.answer import SCHEMA_VERSION, Answer
from omaha_equity.answers.distribution import Distribution
from omaha_equity.answers.equities import Result
from omaha_equity.answers.hits import Hits
from omaha_equity.answers.study import NextCards
from omaha_equity.questions.query import Query


@dataclass(frozen=True)
class SpotReport(Answer):
    """All equities of a spot, what comes next, how equities are spread, and who has what.

    Attributes:
        result: all equities.
        next_cards: what each next card makes of them; None where no card comes.
        distributions: for each of two players with a range, how its equity is spread.
        hits: what players have, as far as it can be said.
    """

    result: Result
    next_cards: NextCards | None = None
    distributions: tuple[Distribution, ...] = ()
    hits: tuple[Hits, ...] = ()

    @property
    def query(self) -> Query:
        """What was asked."""
        return self.result.query

    @property
    def title(self) -> str:
        """The question in words."""
        return f"report: {self.result.title}"

    def rows(self) -> Iterable[dict[str, Any]]:
        """The equities, a row for each player."""
        return self.result.rows()

    def to_dict(self) -> dict[str, Any]:
        """Return every part as plain JSON values (see ``docs/json.md``)."""
        return {
            "schema": SCHEMA_VERSION,
            "result": self.result.to_dict(),
            "next_cards": self.next_cards.to_dict() if self.next_cards else None,
            "distributions": [found.to_dict() for found in self.distributions],
            "hits": [found.to_dict() for found in self.hits],
        }

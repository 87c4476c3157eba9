"""Answers of `next_card`, `flops` and `matrix`: immutable, and without NumPy."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Any

from omaha_equity.answer import SCHEMA_VERSION, Answer, plain
from omaha_equity.answers.equities import Result
from omaha_equity.cards import format_cards
from omaha_equity.questions.query import Query


def study_question(query: Query) -> dict[str, Any]:
    """Return a study's question as plain JSON values."""
    return {
        "schema": SCHEMA_VERSION,
        "game": query.game.name,
        "players": list(query.names),
        "board": format_cards(query.board),
        "dead": format_cards(query.dead),
    }


@dataclass(frozen=True, slots=True)
class CardEquities:
    """All players' equities after one more board card.

    Attributes:
        card: the card.
        equities: one per player, fractions of counts; errors: their standard errors, 0 when exact.
        deals: how many deals were counted; when exact, times the weights of the combos.
        exact: whether every deal was counted.
    """

    card: int
    equities: tuple[Fraction, ...]
    errors: tuple[float, ...]
    deals: Fraction
    exact: bool


@dataclass(frozen=True)
class NextCards(Answer):
    """Every player's equity after each card that can come next.

    Attributes:
        query: what was asked.
        now: the equities before the card.
        cards: what each card makes of them, by card number.
    """

    query: Query
    now: Result
    cards: tuple[CardEquities, ...]

    @property
    def exact(self) -> bool:
        """Whether every deal was counted, whatever the card."""
        return all(each.exact for each in self.cards)

    @property
    def title(self) -> str:
        """The question in words."""
        return f"next card: {self.query.title}"

    @property
    def means(self) -> tuple[Fraction, ...] | None:
        """The mean over cards, each by how likely it comes: the equity now.  None if sampled."""
        if not self.exact:
            return None
        deals = sum((each.deals for each in self.cards), Fraction(0))
        return tuple(
            sum((each.equities[seat] * each.deals for each in self.cards), Fraction(0)) / deals
            for seat in range(len(self.query.names))
        )

    def best_first(self, seat: int = 0) -> list[CardEquities]:
        """The cards by what they do for one player, equals by rank from the ace down."""
        return sorted(self.cards, key=lambda each: (-each.equities[seat], -each.card))

    def rows(self) -> list[dict[str, Any]]:
        """One row per card, the best for the first player first."""
        return [
            {"card": format_cards([each.card])}
            | {f"equity_{seat}": float(of) for seat, of in enumerate(each.equities, 1)}
            | {f"error_{seat}": of for seat, of in enumerate(each.errors, 1)}
            | {"deals": plain(each.deals), "exact": each.exact}
            for each in self.best_first()
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values (see ``docs/json.md``)."""
        means = self.means
        return {
            **study_question(self.query),
            "exact": self.exact,
            "now": [
                {"equity": of.equity, "equity_exact": str(of.equity_exact), "error": of.error}
                for of in self.now.players
            ],
            "means": None if means is None else [str(mean) for mean in means],
            "cards": [
                {
                    "card": format_cards([each.card]),
                    "equities": [float(of) for of in each.equities],
                    "equities_exact": [str(of) for of in each.equities] if each.exact else None,
                    "errors": list(each.errors),
                    "deals": plain(each.deals),
                    "exact": each.exact,
                }
                for each in self.best_first()
            ],
        }


@dataclass(frozen=True, slots=True)
class FlopClass:
    """Flops that are equal up to the names of suits.

    Attributes:
        flop: the first of the class's flops that can come, cards from high to low.
        size: how many flops the class has: 4, 12 or 24.
        flops: how many of them can come.
        share: the share of deals that come with one of them; share_error: its standard error.
        equities: one per player, the mean over the class's deals; errors: standard errors.
        deals: how many deals were counted.
    """

    flop: tuple[int, ...]
    size: int
    flops: int
    share: Fraction
    share_error: float
    equities: tuple[Fraction, ...]
    errors: tuple[float, ...]
    deals: int

    @property
    def ranks(self) -> tuple[int, ...]:
        """Ranks from high to low, the deuce 0 and the ace 12."""
        return tuple(card // 4 for card in self.flop)

    def textures(self, ace_is_low: bool) -> tuple[str, ...]:
        """The words for the flop (see ``docs/cli.md``)."""
        different = sorted(set(self.ranks))
        pairs = {1: "trips", 2: "paired", 3: "unpaired"}[len(different)]
        suits = {1: "monotone", 2: "two-tone", 3: "rainbow"}[len({c % 4 for c in self.flop})]
        top = [rank for rank in different if rank < 12 or not ace_is_low]
        return (
            pairs,
            suits,
            *["connected"] * _is_connected(different),
            *["low cards"] * (not top or top[-1] <= 6),
            *["ace on board"] * (different[-1] == 12),
        )


def _is_connected(different: list[int]) -> bool:
    """Three ranks within five, so that two hole cards make a straight; an ace counts as both."""
    as_low = sorted(-1 if rank == 12 else rank for rank in different)
    return len(different) == 3 and min(different[-1] - different[0], as_low[-1] - as_low[0]) <= 4


TEXTURES = (
    "unpaired",
    "paired",
    "trips",
    "rainbow",
    "two-tone",
    "monotone",
    "connected",
    "low cards",
    "ace on board",
)


@dataclass(frozen=True, slots=True)
class Texture:
    """All flop classes that a word fits.

    Attributes:
        name: the word.
        classes, flops: how many classes, and flops that can come.
        share: the share of deals with such a flop.
        equities, errors: as in `FlopClass`.
    """

    name: str
    classes: int
    flops: int
    share: Fraction
    equities: tuple[Fraction, ...]
    errors: tuple[float, ...]


@dataclass(frozen=True)
class Flops(Answer):
    """Every player's equity on every class of flops.

    Attributes:
        query: what was asked.
        now: the equities before the flop.
        classes: all classes with a flop that can come.
        exact: whether every deal was counted.
        seed: decided the deals; None when exact.
    """

    query: Query
    now: Result
    classes: tuple[FlopClass, ...]
    exact: bool
    seed: int | None

    @property
    def title(self) -> str:
        """The question in words."""
        return f"flops: {self.query.title}"

    @property
    def flops(self) -> int:
        """How many flops can come."""
        return sum(each.flops for each in self.classes)

    @property
    def means(self) -> tuple[Fraction, ...]:
        """The mean over flops; when exact, the equity before the flop."""
        return _merge("", self.classes).equities

    @cached_property
    def textures(self) -> tuple[Texture, ...]:
        """What each texture does."""
        worded = [(each, each.textures(self.query.game.high_low)) for each in self.classes]
        groups = [(name, [each for each, words in worded if name in words]) for name in TEXTURES]
        return tuple(_merge(name, group) for name, group in groups if group)

    def best_first(self, seat: int = 0) -> list[FlopClass]:
        """The classes by what they do for one player."""
        return sorted(self.classes, key=lambda each: (-each.equities[seat], each.flop))

    def rows(self) -> list[dict[str, Any]]:
        """One row per class, the best for the first player first."""
        ace_is_low = self.query.game.high_low
        return [
            {
                "flop": format_cards(each.flop),
                "size": each.size,
                "flops": each.flops,
                "share": float(each.share),
            }
            | {f"equity_{seat}": float(of) for seat, of in enumerate(each.equities, 1)}
            | {f"error_{seat}": of for seat, of in enumerate(each.errors, 1)}
            | {"deals": each.deals, "textures": " / ".join(each.textures(ace_is_low))}
            for each in self.best_first()
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values (see ``docs/json.md``)."""
        return {
            **study_question(self.query),
            "exact": self.exact,
            "seed": self.seed,
            "flops": self.flops,
            "now": [
                {"equity": of.equity, "equity_exact": str(of.equity_exact), "error": of.error}
                for of in self.now.players
            ],
            "textures": [
                {
                    "name": each.name,
                    "classes": each.classes,
                    "flops": each.flops,
                    "share": float(each.share),
                    "equities": [float(of) for of in each.equities],
                    "errors": list(each.errors),
                }
                for each in self.textures
            ],
            "classes": [
                {
                    "flop": format_cards(each.flop),
                    "size": each.size,
                    "flops": each.flops,
                    "share": float(each.share),
                    "equities": [float(of) for of in each.equities],
                    "equities_exact": [str(of) for of in each.equities] if self.exact else None,
                    "errors": list(each.errors),
                    "deals": each.deals,
                    "textures": list(each.textures(self.query.game.high_low)),
                }
                for each in self.best_first()
            ],
        }


def _merge(name: str, classes: Iterable[FlopClass]) -> Texture:
    group = list(classes)
    share = sum((each.share for each in group), Fraction(0))
    means = [
        sum(e.equities[seat] * e.share for e in group) / share
        for seat in range(len(group[0].equities))
    ]
    errors = []
    for seat, mean in enumerate(means):
        # Neither the equities nor the shares that they count by are sure.
        within = sum((e.errors[seat] * float(e.share)) ** 2 for e in group)
        between = sum((e.share_error * float(e.equities[seat] - mean)) ** 2 for e in group)
        errors.append(sqrt(within + between) / float(share))
    flops = sum(each.flops for each in group)
    return Texture(name, len(group), flops, share, tuple(means), tuple(errors))


@dataclass(frozen=True, slots=True)
class Cell:
    """One part of a range against one part of another.

    Attributes:
        own, opponent: the parts' labels.
        share: the share of deals in which the players hold these parts.
        equity: the first player's; error: its standard error, 0 when exact.
        exact: whether every deal was counted.
    """

    own: str
    opponent: str
    share: float
    equity: float
    error: float
    exact: bool


@dataclass(frozen=True)
class Matrix(Answer):
    """Parts of one range against parts of another.

    Attributes:
        query: what was asked.
        own, opponent: the labels of both ranges' parts that hold a hand.
        cells: those pairs of parts that can meet.
    """

    query: Query
    own: tuple[str, ...]
    opponent: tuple[str, ...]
    cells: tuple[Cell, ...]

    @property
    def exact(self) -> bool:
        """Whether every deal was counted."""
        return all(cell.exact for cell in self.cells)

    @property
    def title(self) -> str:
        """The question in words."""
        return f"range against range: {self.query.title}"

    def total(self, own: str | None = None, opponent: str | None = None) -> Cell | None:
        """All cells of a part taken together, by their shares; of all parts without names."""
        wanted = [
            cell
            for cell in self.cells
            if own in (None, cell.own) and opponent in (None, cell.opponent)
        ]
        share = sum(cell.share for cell in wanted)
        if not share:
            return None
        return Cell(
            own or "all",
            opponent or "all",
            share,
            sum(cell.equity * cell.share for cell in wanted) / share,
            sqrt(sum((cell.error * cell.share) ** 2 for cell in wanted)) / share,
            all(cell.exact for cell in wanted),
        )

    def rows(self) -> list[dict[str, Any]]:
        """One row per cell."""
        return [
            {
                "own": cell.own,
                "opponent": cell.opponent,
                "share": cell.share,
                "equity": cell.equity,
                "error": cell.error,
                "exact": cell.exact,
            }
            for cell in self.cells
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values (see ``docs/json.md``)."""
        whole = self.total()
        return {
            **study_question(self.query),
            "exact": self.exact,
            "equity": whole.equity if whole else None,
            "error": whole.error if whole else None,
            "cells": self.rows(),
        }

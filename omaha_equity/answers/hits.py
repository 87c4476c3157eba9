"""Answers of `hits`, `outs` and `nuts`: immutable, and without NumPy."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from omaha_equity.answer import SCHEMA_VERSION, Answer
from omaha_equity.answers.equities import Asked
from omaha_equity.cards import format_cards
from omaha_equity.games import Game
from omaha_equity.names import CATEGORY_OF, REFINED

FLOP = 3


@dataclass(frozen=True, slots=True)
class Hit:
    """One line of a partition.

    Attributes:
        name: what players call it.
        combos: how many combos have it; of a hand without a board, how many flops give it.
        weight: the sum of their weights.
        share: their weight's part of the whole, 0 to 1.
    """

    name: str
    combos: int
    weight: float
    share: float

    def to_dict(self) -> dict[str, Any]:
        """Return the line as plain JSON values."""
        return {
            "name": self.name,
            "combos": self.combos,
            "weight": self.weight,
            "share": self.share,
        }


@dataclass(frozen=True, slots=True)
class StraightOuts:
    """How many combos have a number of straight outs, some of them to the nut straight."""

    outs: int
    nut_outs: int
    combos: int
    weight: float

    def to_dict(self) -> dict[str, Any]:
        """Return the line as plain JSON values."""
        return {
            "outs": self.outs,
            "nut_outs": self.nut_outs,
            "combos": self.combos,
            "weight": self.weight,
        }


@dataclass(frozen=True)
class Hits(Answer):
    """What a range has on a board, or a hand on every flop.

    Attributes:
        game: the game.
        name: the range or hand, as it was written.
        board: 3 to 5 cards; empty = every flop.
        dead: cards known to be out of play.
        combos: how many combos (flops, without a board) there are; weight: of their weights.
        made: every refined category, best first; each combo is in just one.
        straight_draws, flush_draws, lows: likewise three more partitions; empty where they
            say nothing: draws on the river, lows in high games.
        straight_outs: how many straight outs, most first; combos without any are left out.
        river_boards, low_boards: of a high/low hand without a board, how many boards there are
            and how many of them give it a low; else 0.
    """

    game: Game
    name: str
    board: tuple[int, ...]
    dead: tuple[int, ...]
    combos: int
    weight: float
    made: tuple[Hit, ...]
    straight_draws: tuple[Hit, ...]
    flush_draws: tuple[Hit, ...]
    lows: tuple[Hit, ...]
    straight_outs: tuple[StraightOuts, ...]
    river_boards: int = 0
    low_boards: int = 0

    @property
    def over_flops(self) -> bool:
        """Whether it counts flops, of one hand; else combos on the board."""
        return len(self.board) < FLOP

    @property
    def query(self) -> Asked:
        """What was asked."""
        return Asked(self.game, (self.name,), self.board, self.dead)

    @property
    def title(self) -> str:
        """The question in words."""
        return _title(self.name, self.game, self.board, self.dead)

    @property
    def categories(self) -> tuple[Hit, ...]:
        """The nine categories, best first: sums of `made`."""
        found = []
        for category in REFINED:
            parts = [hit for hit in self.made if CATEGORY_OF[hit.name] == category]
            found.append(
                Hit(
                    category,
                    sum(hit.combos for hit in parts),
                    sum(hit.weight for hit in parts),
                    sum(hit.share for hit in parts),
                )
            )
        return tuple(found)

    def partitions(self) -> dict[str, tuple[Hit, ...]]:
        """Return the partitions that say something, by what they tell."""
        found = {
            "categories": self.categories,
            "made": self.made,
            "straight_draws": self.straight_draws,
            "flush_draws": self.flush_draws,
            "lows": self.lows,
        }
        return {kind: hits for kind, hits in found.items() if hits}

    def share(self, name: str) -> float:
        """Return the share of a line of any partition.

        Raises:
            KeyError: there is no such line.
        """
        return next(hit.share for hit in self._named(name))

    def count(self, name: str) -> int:
        """Return the combos (or flops) of a line of any partition; raises as `share`."""
        return next(hit.combos for hit in self._named(name))

    def _named(self, name: str) -> Iterable[Hit]:
        found = [hit for hits in self.partitions().values() for hit in hits if hit.name == name]
        if not found:
            raise KeyError(name)
        return found

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values (see ``docs/json.md``)."""
        partitions = self.partitions()
        kinds = ("categories", "made", "straight_draws", "flush_draws", "lows")
        return {
            "schema": SCHEMA_VERSION,
            "game": self.game.name,
            "hand": self.name,
            "board": format_cards(self.board),
            "dead": format_cards(self.dead),
            "counted": "flops" if self.over_flops else "combos",
            "combos": self.combos,
            "weight": self.weight,
            **{kind: [hit.to_dict() for hit in partitions.get(kind, ())] for kind in kinds},
            "straight_outs": [row.to_dict() for row in self.straight_outs],
            "river_boards": self.river_boards,
            "low_boards": self.low_boards,
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per line of every partition."""
        return [
            {"kind": kind, **hit.to_dict()}
            for kind, hits in self.partitions().items()
            for hit in hits
        ]


@dataclass(frozen=True, slots=True)
class OutGroup:
    """Next cards that do the same for a hand.

    Attributes:
        name: what the hand becomes.
        cards: all of them; nut_cards: those after which no other hand can be better.
    """

    name: str
    cards: tuple[int, ...]
    nut_cards: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the group as plain JSON values."""
        return {
            "name": self.name,
            "outs": len(self.cards),
            "cards": texts(self.cards),
            "nut_outs": len(self.nut_cards),
            "nut_cards": texts(self.nut_cards),
        }


@dataclass(frozen=True)
class Outs(Answer):
    """What the next card does for a hand.

    Attributes:
        game, hand, board, dead: the spot.
        opponent: the other hand, or empty.
        now: what the hand makes, as players say it; category: its category.
        unseen: the cards that can come.
        groups: for every better category the cards that make it, best first.
        low: in high/low, the cards after which the low is better; else None.
        lost_nut_low: the cards that end a nut low.
        ahead, tied: against an opponent, the cards after which the high is ahead or tied;
            low_ahead, low_tied: likewise the low, where either has one.
    """

    columns: ClassVar[tuple[str, ...]] = ("name", "outs", "cards", "nut_outs", "nut_cards")

    game: Game
    hand: tuple[int, ...]
    board: tuple[int, ...]
    dead: tuple[int, ...]
    opponent: tuple[int, ...]
    now: str
    category: str
    unseen: tuple[int, ...]
    groups: tuple[OutGroup, ...]
    low: OutGroup | None
    lost_nut_low: tuple[int, ...]
    ahead: tuple[int, ...]
    tied: tuple[int, ...]
    low_ahead: tuple[int, ...]
    low_tied: tuple[int, ...]

    @property
    def query(self) -> Asked:
        """What was asked."""
        return Asked(
            self.game,
            tuple(map(format_cards, (self.hand, self.opponent)))[: 2 if self.opponent else 1],
            self.board,
            self.dead,
        )

    @property
    def title(self) -> str:
        """The question in words."""
        return _title(format_cards(self.hand), self.game, self.board, self.dead)

    @property
    def better(self) -> tuple[int, ...]:
        """All cards that make a better category."""
        return tuple(sorted(card for group in self.groups for card in group.cards))

    def outs(self, category: str) -> int:
        """Return how many cards make just this category."""
        return sum(len(group.cards) for group in self.groups if group.name == category)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values (see ``docs/json.md``)."""
        against = ("ahead", "tied", "low_ahead", "low_tied")
        return {
            "schema": SCHEMA_VERSION,
            "game": self.game.name,
            "hand": format_cards(self.hand),
            "board": format_cards(self.board),
            "dead": format_cards(self.dead),
            "opponent": format_cards(self.opponent) or None,
            "now": self.now,
            "category": self.category,
            "unseen": len(self.unseen),
            "better": len(self.better),
            "groups": [group.to_dict() for group in self.groups],
            "low": self.low.to_dict() if self.low else None,
            "lost_nut_low": texts(self.lost_nut_low),
            **{name: texts(getattr(self, name)) if self.opponent else None for name in against},
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per group, the low's and the opponent's below."""
        groups = [*self.groups, *([self.low] if self.low else [])]
        found = [_out_row(group.name, group.cards, group.nut_cards) for group in groups]
        if self.game.high_low:
            found.append(_out_row("nut low lost", self.lost_nut_low))
        if self.opponent:
            halves = ("ahead", "tied", *("low_ahead", "low_tied") * self.game.high_low)
            found += [_out_row(name.replace("_", " "), getattr(self, name)) for name in halves]
        return found


@dataclass(frozen=True, slots=True)
class NutGroup:
    """All holdings of two cards that are worth the same.

    Attributes:
        place: 1 = the nuts.
        name: as players say it.
        value: as of `omaha_equity.MadeHand`.
        holdings: the two cards of each; blocked: how many of them the given hand rules out.
    """

    place: int
    name: str
    value: int
    holdings: tuple[tuple[int, int], ...]
    blocked: int

    def to_dict(self) -> dict[str, Any]:
        """Return the group as plain JSON values."""
        return {
            "place": self.place,
            "name": self.name,
            "value": self.value,
            "count": len(self.holdings),
            "blocked": self.blocked,
            "holdings": [format_cards(holding) for holding in self.holdings],
        }


@dataclass(frozen=True)
class Nuts(Answer):
    """The best holdings on a board.

    Attributes:
        game, board, dead: the spot.
        hand: whose cards block holdings, or empty.
        high, low: the best groups, best first; no low on a board or in a game without any.
        high_place, low_place: the place of what ``hand`` makes; 0 = no hand, no low.
    """

    game: Game
    board: tuple[int, ...]
    dead: tuple[int, ...]
    hand: tuple[int, ...]
    high: tuple[NutGroup, ...]
    low: tuple[NutGroup, ...]
    high_place: int
    low_place: int

    @property
    def query(self) -> Asked:
        """What was asked."""
        return Asked(
            self.game, (format_cards(self.hand),) if self.hand else (), self.board, self.dead
        )

    @property
    def title(self) -> str:
        """The question in words."""
        return _title(format_cards(self.hand), self.game, self.board, self.dead)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values (see ``docs/json.md``)."""
        return {
            "schema": SCHEMA_VERSION,
            "game": self.game.name,
            "board": format_cards(self.board),
            "dead": format_cards(self.dead),
            "hand": format_cards(self.hand) or None,
            "high": [group.to_dict() for group in self.high],
            "low": [group.to_dict() for group in self.low],
            "high_place": self.high_place or None,
            "low_place": self.low_place or None,
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per group."""
        return [
            {"half": half, **group.to_dict(), "holdings": " ".join(map(format_cards, held))}
            for half, groups in (("high", self.high), ("low", self.low))
            for group in groups
            for held in [group.holdings]
        ]


def texts(cards: Sequence[int]) -> str:
    """Write cards with spaces between, highest first."""
    return " ".join(format_cards([card]) for card in sorted(cards, reverse=True))


def _out_row(name: str, cards: Sequence[int], nut_cards: Sequence[int] | None = None) -> Any:
    return {
        "name": name,
        "outs": len(cards),
        "cards": texts(cards),
        "nut_outs": "" if nut_cards is None else len(nut_cards),
        "nut_cards": "" if nut_cards is None else texts(nut_cards),
    }


def _title(hand: str, game: Game, board: tuple[int, ...], dead: tuple[int, ...]) -> str:
    known = [hand] if hand else []
    known += [game.title, f"board {format_cards(board)}" if board else "every flop"]
    known += [f"dead {format_cards(dead)}"] if dead else []
    return ", ".join(known)

"""What comes back: immutable results, all derived from integer counts.

Nothing here is an average of averages.  Shares are floats between 0 and 1; the ``_exact``
and count properties are exact.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from html import escape
from math import isfinite, sqrt
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from omaha_equity.answer import SCHEMA_VERSION, Answer, plain
from omaha_equity.cards import format_cards
from omaha_equity.games import Game
from omaha_equity.questions.query import Query

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SAMPLING_COLUMNS = ("seed", "draws", "repeats", "rejected")
SURE = 1.959964
"""Standard errors in a 95% half-width."""


class Outcome(NamedTuple):
    """How many boards ended one way for one player.

    Attributes:
        high: how many players share the best high with this one, itself counted; 0 = lost it.
        low: likewise for the low; None = no player has a low on these boards.
        boards: the number of such boards.
    """

    high: int
    low: int | None
    boards: int

    @property
    def pot_share(self) -> Fraction:
        """The share of one such pot (rule R7)."""
        high = Fraction(1, self.high) if self.high else Fraction(0)
        if self.low is None:
            return high
        return (high + (Fraction(1, self.low) if self.low else 0)) / 2


@dataclass(frozen=True)
class PlayerResult:
    """One player's part of a `Result`; everything derives from ``outcomes``.

    With ranges, "boards" are deals: one board with one combo of every player; and with
    weights they are sums of the products of the combos' weights.

    Attributes:
        cards: the player's hole cards; none for a range or any hand.
        outcomes: the ways boards ended for this player, each once.
        boards: how many boards were counted.
        text: what the player holds, as asked, when that is not one hand.
        error: standard error of the equity, 0 when every deal was counted; infinite for one deal.
    """

    cards: tuple[int, ...]
    outcomes: tuple[Outcome, ...]
    boards: int
    text: str = ""
    error: float = 0.0

    @property
    def name(self) -> str:
        """The hole cards, or the range as asked."""
        return self.text or format_cards(self.cards)

    @cached_property
    def equity_exact(self) -> Fraction:
        """Expected share of the pot, as a fraction of counts."""
        return sum((o.pot_share * o.boards for o in self.outcomes), Fraction(0)) / self.boards

    @property
    def equity(self) -> float:
        """Expected share of the pot, 0 to 1."""
        return float(self.equity_exact)

    @property
    def high_wins(self) -> int:
        """Boards on which this player alone has the best high."""
        return self._count(lambda o: o.high == 1)

    @property
    def high_ties(self) -> dict[int, int]:
        """Boards on which the high is shared, by number of sharers (2 and more)."""
        return self._by_sharers(lambda o: o.high)

    @property
    def low_wins(self) -> int:
        """Boards on which this player alone has the best low."""
        return self._count(lambda o: o.low == 1)

    @property
    def low_ties(self) -> dict[int, int]:
        """Boards on which the low is shared, by number of sharers (2 and more)."""
        return self._by_sharers(lambda o: o.low or 0)

    @property
    def scoops(self) -> int:
        """Boards on which this player takes the whole pot."""
        return self._count(lambda o: o.high == 1 and o.low in (None, 1))

    @property
    def quartered(self) -> int:
        """Boards on which the player ties for low with one other and loses high (rule R7)."""
        return self._count(lambda o: o.high == 0 and o.low == 2)

    @property
    def win(self) -> float:
        """Share of boards on which this player alone has the best high."""
        return float(self.high_wins / self.boards)

    @property
    def tie(self) -> float:
        """Share of boards on which this player shares the best high."""
        return float(sum(self.high_ties.values()) / self.boards)

    @property
    def scoop(self) -> float:
        """Share of boards on which this player takes the whole pot."""
        return float(self.scoops / self.boards)

    @property
    def high(self) -> float:
        """Expected share of the high, 0 to 1, ties divided."""
        shares = sum((Fraction(o.boards, o.high) for o in self.outcomes if o.high), Fraction(0))
        return float(shares / self.boards)

    @property
    def low(self) -> float:
        """Expected share of the low, 0 to 1, ties divided, boards without a low counting 0."""
        shares = sum((Fraction(o.boards, o.low) for o in self.outcomes if o.low), Fraction(0))
        return float(shares / self.boards)

    def to_dict(self) -> dict[str, Any]:
        """Return the shares and counts as plain JSON values (see ``docs/json.md``)."""
        return {
            "hand": self.name,
            "equity": self.equity,
            "error": self.error if isfinite(self.error) else None,
            "equity_exact": str(self.equity_exact),
            "win": self.win,
            "tie": self.tie,
            "high": self.high,
            "low": self.low,
            "scoop": self.scoop,
            "counts": {
                "high_wins": plain(self.high_wins),
                "high_ties": _text_keys(self.high_ties),
                "low_wins": plain(self.low_wins),
                "low_ties": _text_keys(self.low_ties),
                "scoops": plain(self.scoops),
                "quartered": plain(self.quartered),
            },
        }

    def row(self) -> dict[str, Any]:
        """Return `to_dict` flat: ties of any number of sharers together."""
        row = self.to_dict()
        counts = row.pop("counts")
        ties = {half: sum(counts[half].values()) for half in ("high_ties", "low_ties")}
        return {**row, **counts, **ties}

    def _count(self, wanted: Any) -> int:
        return sum(o.boards for o in self.outcomes if wanted(o))

    def _by_sharers(self, sharers: Any) -> dict[int, int]:
        found: dict[int, int] = {}
        for outcome in self.outcomes:
            if sharers(outcome) > 1:
                found[sharers(outcome)] = found.get(sharers(outcome), 0) + outcome.boards
        return dict(sorted(found.items()))


@dataclass(frozen=True, slots=True)
class Sampling:
    """How a sampled result came about; the same seed and deals give the same counts.

    Attributes:
        seed: decides the deals.
        draws: how often the ranges' combos were drawn together.
        repeats: how many boards were dealt to each draw; ``draws * repeats`` deals in all.
        rejected: draws that were thrown away because two players held the same card.
    """

    seed: int
    draws: int
    repeats: int
    rejected: int

    @property
    def most_error(self) -> float:
        """The standard error of a share of deals, such as wins, at its largest."""
        return 0.5 / sqrt(self.draws)

    @property
    def rejected_share(self) -> float:
        """Share of draws that were thrown away."""
        return self.rejected / (self.rejected + self.draws)

    def to_dict(self) -> dict[str, Any]:
        """Return the facts as plain JSON values."""
        return {
            "seed": self.seed,
            "draws": self.draws,
            "repeats": self.repeats,
            "rejected": self.rejected,
        }


def sampling_row(sampling: Sampling | None) -> dict[str, Any]:
    """How an answer came about, for its rows; empty where it is exact."""
    return sampling.to_dict() if sampling else dict.fromkeys(SAMPLING_COLUMNS, "")


@dataclass(frozen=True)
class Result(Answer):
    """The answer to a `Query` of one board.

    Attributes:
        query: what was asked.
        players: one `PlayerResult` per hand, in the order of the query.
        boards: how many boards were counted; with ranges, deals (see `PlayerResult`).
        low_boards: on how many of them some player has a low.
        method: which path counted them: ``"numpy"`` or ``"numba"`` for hands, both with equal
            counts; ``"enumerated"``, ``"swept"`` or ``"sampled"`` with ranges.
        sampling: how a sampled result came about; None when exact.
    """

    query: Query
    players: tuple[PlayerResult, ...]
    boards: int
    low_boards: int
    method: str
    sampling: Sampling | None = None

    @property
    def exact(self) -> bool:
        """Whether every possible deal was counted."""
        return self.sampling is None

    @property
    def game(self) -> Game:
        """The game that was asked about."""
        return self.query.game

    @property
    def title(self) -> str:
        """The question in words."""
        return self.query.title

    def rows(self) -> list[dict[str, Any]]:
        """One row per player."""
        shared = self.to_dict()
        question = {name: shared[name] for name in ("game", "board", "dead")}
        count = {name: shared[name] for name in ("boards", "low_boards", "method", "exact")}
        return [
            player.row() | question | count | sampling_row(self.sampling) for player in self.players
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the whole result as plain JSON values (see ``docs/json.md``)."""
        return {
            "schema": SCHEMA_VERSION,
            "game": self.game.name,
            "board": format_cards(self.query.board),
            "dead": format_cards(self.query.dead),
            "exact": self.exact,
            "boards": plain(self.boards),
            "low_boards": plain(self.low_boards),
            "method": self.method,
            "sampling": self.sampling.to_dict() if self.sampling else None,
            "players": [player.to_dict() for player in self.players],
        }

    def _repr_html_(self) -> str:
        columns = ["equity", "win", "tie"] + ["high", "low", "scoop"] * self.game.high_low
        head = "".join(f"<th>{name}</th>" for name in ["hand", *columns])
        rows = "".join(
            f"<tr><td>{escape(player.name)}</td>"
            + "".join(f"<td>{getattr(player, name):.2%}</td>" for name in columns)
            + "</tr>"
            for player in self.players
        )
        caption = f"{self.game.title}, exact over {self.boards:,} boards"
        if self.sampling:
            sure = SURE * max(player.error for player in self.players)
            caption = f"{self.game.title}, ±{sure:.2%} at 95%, {self.boards:,} deals"
        return f"<table><caption>{escape(caption)}</caption><tr>{head}</tr>{rows}</table>"


@dataclass(frozen=True)
class Comparison(Answer):
    """Two holdings against the same opponents, dealt the same cards as far as possible.

    Attributes:
        first, second: the results of both; the holding in question sits first.
        difference: the first's equity less the second's.
        error: the standard error of the difference.
    """

    first: Result
    second: Result
    difference: float
    error: float

    @property
    def query(self) -> Query:
        """The question about the first; the second differs in its first player only."""
        return self.first.query

    @property
    def title(self) -> str:
        """The question in words."""
        first, second = (result.players[0].name for result in (self.first, self.second))
        opponents = " v ".join(self.query.names[1:])
        return f"{first} or {second} v {opponents}, {self.query.setting}"

    def rows(self) -> list[dict[str, Any]]:
        """One row."""
        row: dict[str, Any] = {}
        for place, result in (("first", self.first), ("second", self.second)):
            own = result.players[0].to_dict()
            row |= {
                place: own["hand"],
                f"{place}_equity": own["equity"],
                f"{place}_error": own["error"],
            }
        first = self.first
        question = {
            "opponents": " v ".join(player.name for player in first.players[1:]),
            "game": first.game.name,
            "board": format_cards(first.query.board),
            "dead": format_cards(first.query.dead),
            "deals": first.boards,
            "seed": first.sampling.seed if first.sampling else "",
        }
        return [row | {"difference": self.difference, "error": self.error} | question]

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as plain JSON values (see ``docs/json.md``)."""
        return {
            "schema": SCHEMA_VERSION,
            "difference": self.difference,
            "error": self.error,
            "first": self.first.to_dict(),
            "second": self.second.to_dict(),
        }


@dataclass(frozen=True, eq=False)
class ComboEquities(Answer):
    """The equity of every combo of a range that meets some combo of the other.

    Attributes:
        query: what was asked.
        cards: (N, h) uint8; weights: (N,) float64, relative.
        equities: (N,) float64, 0 to 1; errors: (N,) their standard errors, 0 when exact.
        deals: (N,) float64, deals counted, weighted by the other range's weights.
        exact: whether every deal was counted.
        shown: how many combos, the best, rows and JSON hold; None = all.
    """

    columns: ClassVar[tuple[str, ...]] = ("hand", "weight", "equity", "error", "deals")

    query: Query
    cards: "NDArray[np.uint8]"
    weights: "NDArray[np.float64]"
    equities: "NDArray[np.float64]"
    errors: "NDArray[np.float64]"
    deals: "NDArray[np.float64]"
    exact: bool
    shown: int | None = None

    @property
    def title(self) -> str:
        """The question in words."""
        return f"combos: {self.query.title}"

    @property
    def all_deals(self) -> float:
        """Deals counted in all, weighted."""
        return float((self.deals * self.weights if self.exact else self.deals).sum())

    def best(self, shown: int | None) -> Self:
        """The same answer, of which rows and JSON hold only this many combos."""
        return replace(self, shown=shown)

    @property
    def equity(self) -> float:
        """The range's equity: the mean over combos by weight times deals (when exact)."""
        share = self.deals * self.weights if self.exact else self.deals
        return float((self.equities * share).sum() / share.sum())

    @property
    def error(self) -> float:
        """The standard error of `equity`, 0 when exact."""
        if self.exact:
            return 0.0
        within = self.errors**2 * self.deals
        between = (self.equities - self.equity) ** 2
        deals = float(self.deals.sum())
        return sqrt((self.deals * (within + between)).sum()) / deals

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values (see ``docs/json.md``)."""
        own, opponent = self.query.names
        return {
            "schema": SCHEMA_VERSION,
            "hand": own,
            "opponent": opponent,
            "board": format_cards(self.query.board),
            "dead": format_cards(self.query.dead),
            "exact": self.exact,
            "seed": None if self.exact else self.query.wish.seed,
            "deals": self.all_deals,
            "equity": self.equity,
            "error": self.error,
            "size": len(self.cards),
            "combos": self.rows(),
        }

    def rows(self) -> list[dict[str, Any]]:
        """One row per combo that is shown, best first; equal ones in the order of their cards."""
        order = (-self.equities).argsort(kind="stable")[: self.shown]
        columns = (self.cards, self.weights, self.equities, self.errors, self.deals)
        return [
            {"hand": format_cards(hand), "weight": w, "equity": e, "error": err, "deals": d}
            for hand, w, e, err, d in zip(*(c[order].tolist() for c in columns), strict=True)
        ]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about one hand, or a board alone.

    Attributes:
        game: the game; players: what each holds, as text.
        board, dead: the known cards.
    """

    game: Game
    players: tuple[str, ...]
    board: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()

    @property
    def title(self) -> str:
        """The question in words."""
        known = [f"board {format_cards(self.board)}"] if self.board else []
        known += [f"dead {format_cards(self.dead)}"] if self.dead else []
        return ", ".join([*self.players, self.game.title, *known])


@dataclass(frozen=True, slots=True)
class MadeHand:
    """Five cards, exactly two of them from the hole (rule R2).

    Attributes:
        value: bigger is better; highs run from 1 to 7462, lows from 1 to 56 (the wheel).
        name: as players say it, ``"full house, aces over threes"``.
        cards: the five cards, the most significant first.
        hole: the two of them that are hole cards.
    """

    value: int
    name: str
    cards: tuple[int, ...]
    hole: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the hand as plain JSON values."""
        return {
            "value": self.value,
            "name": self.name,
            "cards": format_cards(self.cards),
            "hole": format_cards(self.hole),
        }


@dataclass(frozen=True)
class Evaluation(Answer):
    """What hole cards make with a board.

    Attributes:
        game: the game.
        hole: the hole cards.
        board: 3, 4 or 5 board cards.
        high: the best high hand.
        low: the best low in a high/low game; None = no low, or not a high/low game.
    """

    game: Game
    hole: tuple[int, ...]
    board: tuple[int, ...]
    high: MadeHand
    low: MadeHand | None

    @property
    def query(self) -> Asked:
        """What was asked."""
        return Asked(self.game, (format_cards(self.hole),), self.board)

    @property
    def title(self) -> str:
        """The question in words."""
        return self.query.title

    def rows(self) -> list[dict[str, Any]]:
        """One row per half of the pot that the hand can win."""
        found = self.to_dict()
        question = {name: found[name] for name in ("game", "board")}
        return [
            {"half": half} | found[half] | {"hole_cards": found["hole"]} | question
            for half in ("high", "low")
            if found[half]
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the evaluation as plain JSON values (see ``docs/json.md``)."""
        return {
            "schema": SCHEMA_VERSION,
            "game": self.game.name,
            "hole": format_cards(self.hole),
            "board": format_cards(self.board),
            "high": self.high.to_dict(),
            "low": self.low.to_dict() if self.low else None,
        }


def _text_keys(counts: dict[int, int]) -> dict[str, int | float]:
    return {str(sharers): plain(boards) for sharers, boards in counts.items()}

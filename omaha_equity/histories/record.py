"""One hand as it was played, whatever form of file it came from."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from omaha_equity.games import Game
from omaha_equity.pots.hand import Cards

Kind = Literal["bet", "dead", "check", "fold"]


class Action(NamedTuple):
    """What a player did.

    Attributes:
        street: how many board cards lay on the table, as the game's streets have it.
        player: place in ``players``.
        kind: ``bet`` puts in chips that others must match, as blinds, straddles, calls and
            raises; ``dead`` puts in chips that nobody must match; ``check``; ``fold``.
        amount: the chips put in, in units.
    """

    street: int
    player: int
    kind: Kind
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Player:
    """A player who was dealt in.

    Attributes:
        name: of the player; number: of the seat, rising clockwise.
        hole: the hole cards as far as the file tells; () = none of them.
        mucked: gave the hand up at the showdown, so that it cannot win.
    """

    name: str
    number: int
    hole: Cards = ()
    mucked: bool = False


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One hand: who did what, which cards came, and what the file says was paid.

    Attributes:
        file: name of the file; line: where the hand begins in it, from 1.
        hand: the number or name that the file gives it; when: the time as the file tells it.
        game: the game, by its name and the number of hole cards.
        money: ``USD``, ``EUR`` ..., ``play money``, ``tournament chips`` or ``chips``.
        unit: what one unit is worth.
        players: those who were dealt in, in the order of their seats.
        actions: everything they did, in order.
        boards: one for each time the board was run.
        button: number of the seat with the button; None = not known.
        paid: by player, what the file says they won from the pots, in units; None = it does not.
        returned: by player, the bets that nobody called, in units.
        rake: what the house took, in units.
    """

    file: str
    line: int
    hand: str
    when: str
    game: Game
    money: str
    unit: Fraction
    players: tuple[Player, ...]
    actions: tuple[Action, ...]
    boards: tuple[Cards, ...]
    button: int | None
    paid: tuple[int, ...] | None
    returned: tuple[int, ...]
    rake: int

    @property
    def put(self) -> tuple[int, ...]:
        """By player, all chips put in that others had to match, in units."""
        return self._sums("bet")

    @property
    def dead(self) -> tuple[int, ...]:
        """By player, all chips put in that nobody had to match, in units."""
        return self._sums("dead")

    @property
    def folded(self) -> frozenset[int]:
        """Places of the players who folded."""
        return frozenset([act.player for act in self.actions if act.kind == "fold"])

    def _sums(self, kind: Kind) -> tuple[int, ...]:
        sums = [0] * len(self.players)
        for act in self.actions:
            if act.kind == kind:
                sums[act.player] += act.amount
        return tuple(sums)


@dataclass(frozen=True, slots=True)
class HandProblem:
    """What could not be read or judged.

    Attributes:
        file: name of the file.
        line: where it is, from 1; 0 = the whole file.
        reason: why, in one line.
    """

    file: str
    line: int
    reason: str

    def __str__(self) -> str:
        place = f"line {self.line}: " if self.line else ""
        return " ".join(f"{self.file}: {place}{self.reason}".split())

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values."""
        return {"file": self.file, "line": self.line, "reason": self.reason}


class UnreadableError(Exception):
    """A hand that cannot be read; never leaves this room.

    Attributes:
        line: where, from 1; reason: why.
    """

    def __init__(self, line: int, reason: str) -> None:
        self.line, self.reason = line, reason
        super().__init__(reason)

"""A finished hand settled: pot by pot, board by board, half by half, winner by winner."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from omaha_equity.answer import SCHEMA_VERSION, Answer
from omaha_equity.cards import format_cards
from omaha_equity.errors import ImpossibleError, TextError
from omaha_equity.games import BOARD_SIZE
from omaha_equity.pots.division import Award, BoardShare, Values, divide, without_showdown
from omaha_equity.pots.hand import Cards, PotHand
from omaha_equity.pots.layers import Pot, layers, pot_name
from omaha_equity.pots.rake import rake_of

Judge = Callable[[Cards, Sequence[Cards], bool], list[tuple[int, int]]]
"""Values hands: (board, hole cards of each, whether lows count) -> (high, low) of each; bigger
is better and 0 is no low."""


class PotShare(NamedTuple):
    """One pot and where its chips went.

    Attributes:
        name: ``pot``, ``main pot``, ``side pot 1`` ...
        amount: chips before rake, in units.
        rake: what the house takes of them.
        contenders: places in ``seats`` of those who could win it.
        boards: what was played for on each board.
    """

    name: str
    amount: int
    rake: int
    contenders: tuple[int, ...]
    boards: tuple[BoardShare, ...]


@dataclass(frozen=True)
class Settlement(Answer):
    """Who gets how many chips.

    Attributes:
        hand: the hand.
        pots: the main pot, then the side pots.
        returned: the bet that nobody called, or None.
        won: by seat, what it gets from all pots, in units.
    """

    columns: ClassVar[tuple[str, ...]] = (
        *("pot", "pot_amount", "rake", "number", "board", "half", "seat", "name", "amount"),
    )

    hand: PotHand
    pots: tuple[PotShare, ...]
    returned: Award | None
    won: tuple[int, ...]

    @property
    def query(self) -> PotHand:
        """The hand."""
        return self.hand

    @property
    def title(self) -> str:
        """The question in words."""
        names = " v ".join(seat.name for seat in self.hand.seats)
        return f"settlement: {names}, {self.hand.game.title}"

    def rows(self) -> list[dict[str, Any]]:
        """A row for each payment: of a pot, on a board, of a half; then what is returned."""
        hand = self.hand
        rows = [
            {"pot": pot.name, "pot_amount": hand.show(pot.amount), "rake": hand.show(pot.rake)}
            | {"number": board.number or "", "board": format_cards(board.board)}
            | {"half": half.half}
            | self._award(seat, amount)
            for pot in self.pots
            for board in pot.boards
            for half in board.halves
            for seat, amount in half.awards
        ]
        if self.returned:
            rows.append({"pot": "returned"} | self._award(*self.returned))
        return rows

    def _award(self, seat: int, amount: int) -> dict[str, Any]:
        hand = self.hand
        return {
            "seat": hand.numbers[seat],
            "name": hand.seats[seat].name,
            "amount": hand.show(amount),
        }

    @property
    def rake(self) -> int:
        """What the house takes from all pots, in units."""
        return sum(pot.rake for pot in self.pots)

    @property
    def back(self) -> tuple[int, ...]:
        """By seat, the bet that is returned, in units."""
        seat, amount = self.returned or (-1, 0)
        return tuple(amount if place == seat else 0 for place in range(len(self.won)))

    @property
    def net(self) -> tuple[int, ...]:
        """By seat, what it gets and gets back less what it put in, in units."""
        return tuple(
            won + back - seat.put - seat.posted_dead
            for seat, won, back in zip(self.hand.seats, self.won, self.back, strict=True)
        )

    @property
    def paid(self) -> dict[str, str]:
        """By name, what a player gets from all pots, as money; only who gets something."""
        seats = self.hand.seats
        return {
            seat.name: self.hand.show(won) for seat, won in zip(seats, self.won, strict=True) if won
        }

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values (see ``docs/settle.md``); money is text."""
        hand = self.hand
        return {
            "schema": SCHEMA_VERSION,
            "game": hand.game.name,
            "unit": hand.show(1),
            "total": hand.show(hand.total),
            "rake": hand.show(self.rake),
            "pots": [self._pot(pot) for pot in self.pots],
            "seats": [
                {
                    "seat": number,
                    "name": seat.name,
                    "put": hand.show(seat.put + seat.posted_dead),
                    "returned": hand.show(back),
                    "won": hand.show(won),
                    "net": hand.show(net),
                }
                for number, seat, back, won, net in zip(
                    hand.numbers, hand.seats, self.back, self.won, self.net, strict=True
                )
            ],
        }

    def _pot(self, pot: PotShare) -> dict[str, Any]:
        hand = self.hand
        return {
            "pot": pot.name,
            "amount": hand.show(pot.amount),
            "rake": hand.show(pot.rake),
            "contenders": [hand.seats[seat].name for seat in pot.contenders],
            "boards": [
                {
                    "number": board.number,
                    "board": format_cards(board.board),
                    "amount": hand.show(board.amount),
                    "halves": [
                        {
                            "half": half.half,
                            "amount": hand.show(half.amount),
                            "winners": [
                                {"name": hand.seats[seat].name, "amount": hand.show(amount)}
                                for seat, amount in half.awards
                            ],
                        }
                        for half in board.halves
                    ],
                }
                for board in pot.boards
            ],
        }


def settle(hand: PotHand, judge: Judge) -> Settlement:
    """Settle a finished hand; ``judge`` values the hands that are shown.

    Raises:
        ImpossibleError: two or more players contest a pot on an unfinished board, or a
            contender's cards are not known.
        TextError: a contender's hand is not a hand of cards, or an odd chip needs the button.

    >>> from omaha_equity.games import PLO4
    >>> from omaha_equity.pots.hand import PotHand, Seat
    >>> board = (0, 5, 10, 15, 16)
    >>> seats = (Seat("Ann", 5, (51, 50, 49, 48)), Seat("Bob", 5, (47, 46, 45, 44)))
    >>> settle(PotHand(PLO4, seats, (board,)), lambda *_: [(2, 0), (1, 0)]).won
    (10, 0)
    """
    sorted_chips = layers(hand)
    pots = sorted_chips.pots
    if len(hand.pot_boards) > len(pots):
        raise TextError(f"pot_boards names {len(hand.pot_boards)} pots; there are {len(pots)}")
    boards = [boards_played(hand, place, pot) for place, pot in enumerate(pots)]
    names = [pot_name(place, len(pots)) for place in range(len(pots))]
    for pot, played, name in zip(pots, boards, names, strict=True):
        if len(pot.contenders) > 1:
            _check_shown(hand, pot, played, name)
    taken = rake_of(hand.rake, [pot.amount for pot in pots])
    values: list[Values] = []
    won = [0] * len(hand.seats)
    shares = []
    for place, pot in enumerate(pots):
        amount = pot.amount - taken[place]
        if len(pot.contenders) == 1:
            divided: tuple[BoardShare, ...] = (without_showdown(amount, pot.contenders[0]),)
        else:
            # Later pots have fewer contenders: whoever plays a board first plays with all.
            values += [
                _judged(hand, pot.contenders, board, judge)
                for board in hand.boards[len(values) : boards[place]]
            ]
            divided = divide(hand, amount, pot.contenders, values[: boards[place]])
        for on_board in divided:
            for half in on_board.halves:
                for seat, chips in half.awards:
                    won[seat] += chips
        shares.append(PotShare(names[place], pot.amount, taken[place], pot.contenders, divided))
    back = sorted_chips.returned
    return Settlement(hand, tuple(shares), Award(*back) if back else None, tuple(won))


def boards_played(hand: PotHand, place: int, pot: Pot) -> int:
    """On how many boards a pot is played (R10): the first few of the hand's boards."""
    if place < len(hand.pot_boards):
        return hand.pot_boards[place]
    if any(hand.seats[seat].run_once for seat in pot.contenders):
        return 1
    return len(hand.boards)


def _check_shown(hand: PotHand, pot: Pot, boards: int, name: str) -> None:
    """Refuse a pot that cannot be settled, before anything is valued."""
    for seat in [hand.seats[place] for place in pot.contenders]:
        if seat.text:
            raise TextError(
                f"seat {seat.name}: {seat.text!r} is not a hand of {hand.game.hole_cards} cards; "
                "settling needs the cards that were shown"
            )
        if not seat.hole:
            raise ImpossibleError(
                f"seat {seat.name} contests the {name} but its cards are not known; "
                "say folded where a hand was mucked"
            )
    for board in hand.boards[:boards]:
        if len(board) < BOARD_SIZE:
            names = " and ".join(hand.seats[place].name for place in pot.contenders)
            raise ImpossibleError(
                f"{names} contest the {name} on an unfinished board "
                f"({format_cards(board) or 'no cards'}); a hand is settled on 5 board cards"
            )


def _judged(hand: PotHand, seats: Sequence[int], board: Cards, judge: Judge) -> Values:
    holes = [hand.seats[seat].hole for seat in seats]
    return dict(zip(seats, judge(board, holes, hand.game.high_low), strict=True))

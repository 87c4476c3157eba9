"""PokerStars text to records.

Chips are counted from what players do, and must come out as the file says they were paid.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from omaha_equity.cards import parse_cards
from omaha_equity.errors import TextError
from omaha_equity.games import BOARD_SIZE, Game, sister_game
from omaha_equity.histories.header import Header, read_header
from omaha_equity.histories.money import AMOUNT, hundredths
from omaha_equity.histories.record import (
    Action,
    HandProblem,
    HandRecord,
    Kind,
    Player,
    UnreadableError,
)
from omaha_equity.histories.text import DIVIDER, Chunk
from omaha_equity.pots.hand import Cards

_SECTION = re.compile(r"\*\*\* (?:(FIRST|SECOND|THIRD) )?(.+?) \*\*\*(.*)$")
_STREETS = {"PRE-FLOP": "preflop", "FLOP": "flop", "TURN": "turn", "RIVER": "river"}
_RUNS = {None: 0, "FIRST": 0, "SECOND": 1, "THIRD": 2}
_OTHER_SECTIONS = ("HOLE CARDS", "SHOW DOWN", "SHOWDOWN", "SUMMARY")
_BUTTON = re.compile(r"Seat #(\d+) is the button", re.ASCII)
_SEAT = re.compile(rf"Seat (\d+): (.+) \({AMOUNT} in chips[^()]*\)", re.ASCII)
_DEALT = re.compile(r"Dealt to (.+?) \[([^\[\]]+)\]")
_CARDS = re.compile(r"\[([^\[\]]+)\]")
_UNCALLED = re.compile(rf"Uncalled bet \({AMOUNT}\) returned to (.+)$", re.ASCII)
_COLLECTED = re.compile(rf"(.+) collected {AMOUNT} from ", re.ASCII)
_POSTS = re.compile(rf"posts (?:a |the )?(.+?) {AMOUNT}(?: and is all-in)?$", re.ASCII)
_CALLS = re.compile(rf"(calls|bets) {AMOUNT}(?: and is all-in)?$", re.ASCII)
_RAISES = re.compile(rf"raises {AMOUNT} to {AMOUNT}(?: and is all-in)?$", re.ASCII)
_TOTAL = re.compile(rf"Total pot {AMOUNT}(?: .*)? \| Rake {AMOUNT}(.*)$", re.ASCII)
_FEE = re.compile(rf"\| [\w ]+? {AMOUNT}", re.ASCII)
_BOARD = re.compile(r"(?:(FIRST|SECOND|THIRD) )?Board \[([^\[\]]+)\]")
_SUMMED = re.compile(r"Seat (\d+): (.*)$", re.ASCII)
_SHOWN = re.compile(r"(?:showed|mucked|shows) \[([^\[\]]+)\]")
_WON = re.compile(rf"(?:won|collected) \({AMOUNT}\)", re.ASCII)
FEWEST_HOLE_CARDS = 4
MOST_CHARACTERS = 2000
"""Of a line; keeps what is searched for in it short."""
_IDLE = ("mucks", "doesn't show", "sits out", "is sitting", "is dis", "is conn", "has ", "will be")
"""How lines begin that a player's name and a colon open and that move neither chips nor cards."""


def read(chunk: Chunk, file: str) -> Iterator[HandRecord | HandProblem]:
    """Yield the record of a hand or why there is none, then what else stands in its text."""
    try:
        header = read_header(chunk.lines[0])
    except (ValueError, TextError) as error:
        yield HandProblem(file, chunk.line, str(error))
        return
    hand = _Hand(header, chunk.line)
    at = chunk.line
    stray = 0
    try:
        for at, line in enumerate(chunk.lines[1:], chunk.line + 1):
            if not hand.take(line.strip()):
                stray = at
                break
        yield hand.record(file)
    except UnreadableError as error:
        yield HandProblem(file, error.line, error.reason)
    except (ValueError, TextError) as error:
        yield HandProblem(file, at, str(error))
    if stray:
        yield HandProblem(file, stray, "text that belongs to no hand, up to the next hand")


@dataclass
class _Seat:
    """A seat while the hand is read; amounts in hundredths.

    Attributes:
        paid: collected in the course of the hand; summed: won as the summary has it.
        bets: on this street.
        known: was dealt in.
        doubtful: place in the actions of a blind that may be dead, or -1.
    """

    name: str
    number: int
    hole: Cards = ()
    paid: int = 0
    summed: int = 0
    returned: int = 0
    bets: int = 0
    folded: bool = False
    known: bool = False
    doubtful: int = -1


@dataclass
class _Hand:
    """A hand while it is read; amounts in hundredths."""

    header: Header
    line: int
    seats: dict[int, _Seat] = field(default_factory=dict)
    names: dict[str, _Seat] = field(default_factory=dict)
    actions: list[tuple[int, _Seat, Kind, int]] = field(default_factory=list)
    boards: list[Cards] = field(default_factory=lambda: [()])
    button: int | None = None
    small_blind: bool = False
    antes: set[int] = field(default_factory=set)
    sizes: set[int] = field(default_factory=set)
    dealt: bool = False
    in_summary: bool = False
    total: int | None = None
    rake: int = 0

    def take(self, line: str) -> bool:
        """Read one line; False = it cannot be one of this hand."""
        if not line:
            return True
        if len(line) > MOST_CHARACTERS:
            raise ValueError(f"the line has {len(line):,} characters; no line of a hand is so long")
        if line.startswith("*** "):
            return self._section(line)
        if self.in_summary:
            return self._summary(line)
        if line.startswith("Seat ") and (found := _SEAT.match(line)):
            return self._seat(found)
        if ": " in line and self._player_line(line):
            return True
        self._table_line(line)
        return True

    def _section(self, line: str) -> bool:
        found = _SECTION.match(line)
        name = found[2] if found else ""
        size = self.header.game.cards_on.get(_STREETS.get(name, ""), 0)
        if not found or not (size or name in _OTHER_SECTIONS):
            # Rows of stars divide hands in some collections.
            if DIVIDER.match(line):
                return True
            raise ValueError(f"{line!r} is not part of a hand")
        if self.in_summary or (name == "HOLE CARDS" and self.dealt):
            return False
        self.dealt = True
        self.in_summary = name == "SUMMARY"
        if size:
            self._street(_RUNS[found[1]], size, found[3])
        return True

    def _street(self, run: int, size: int, text: str) -> None:
        board = tuple(card for cards in _CARDS.findall(text) for card in parse_cards(cards))
        if len(board) != size:
            raise ValueError(f"the board has {len(board)} cards where {size} belong")
        while len(self.boards) <= run:
            self.boards.append(())
        before = self.boards[run]
        if before and board[: len(before)] != before:
            raise ValueError("the board has other cards than before")
        self.boards[run] = board
        if size > self.header.game.streets[0]:
            for seat in self.seats.values():
                seat.bets = 0

    def _seat(self, found: re.Match[str]) -> bool:
        if self.dealt or int(found[1]) in self.seats:
            return False
        seat = _Seat(found[2], int(found[1]))
        if not seat.number or seat.name in self.names:
            raise ValueError(
                f"seat {seat.number}, {seat.name!r}: it is given twice or is not a seat"
            )
        self.seats[seat.number] = self.names[seat.name] = seat
        return True

    def _player_line(self, line: str) -> bool:
        """Read what a player does; False = the line does not begin with a player's name."""
        at = line.find(": ")
        while at >= 0:
            seat = self.names.get(line[:at])
            if seat:
                self._does(seat, line[at + 2 :])
                return True
            at = line.find(": ", at + 1)
        return False

    def _does(self, seat: _Seat, what: str) -> None:
        if what == "checks":
            self._act(seat, "check")
        elif what == "folds" or what.startswith("folds ["):
            self._act(seat, "fold")
            seat.folded = True
            self._show(seat, what)
        elif found := _CALLS.match(what):
            amount = hundredths(found[2])
            if found[1] == "calls":
                self._see_whether_blind_is_live(seat, amount)
            self._bet(seat, amount)
        elif found := _RAISES.match(what):
            more = hundredths(found[2]) - seat.bets
            if more <= 0:
                raise ValueError(f"{seat.name} raises to {found[2]}, which is not a raise")
            self._bet(seat, more)
        elif found := _POSTS.match(what):
            self._post(seat, found[1], hundredths(found[2]))
        elif what.startswith("shows ["):
            self._show(seat, what)
        elif not what.startswith(_IDLE):
            raise ValueError(f"{seat.name}: {what!r} cannot be read")

    def _post(self, seat: _Seat, what: str, amount: int) -> None:
        if what == "ante":
            self._act(seat, "bet", amount)
            self.antes.add(len(self.actions) - 1)
        elif what in ("small & big blinds", "big & small blinds"):
            live = min(self.header.big_blind or amount * 2 // 3, amount)
            self._bet(seat, live)
            self._act(seat, "dead", amount - live)
        elif what == "small blind" and self.small_blind:
            # Somebody else's: a blind missed earlier, dead unless a call shows that it counts.
            self._act(seat, "dead", amount)
            seat.doubtful = len(self.actions) - 1
        elif what.startswith("dead"):
            self._act(seat, "dead", amount)
        elif what.endswith(("blind", "straddle")):
            self.small_blind = self.small_blind or what == "small blind"
            self._bet(seat, amount)
        else:
            raise ValueError(f"{seat.name} posts {what!r}, which is not known")

    def _see_whether_blind_is_live(self, seat: _Seat, call: int) -> None:
        """Take a doubtful blind for a bet if the call is short of it."""
        if seat.doubtful < 0:
            return
        street, _, _, blind = self.actions[seat.doubtful]
        if seat.bets + blind + call == max([other.bets for other in self.seats.values()]):
            self.actions[seat.doubtful] = (street, seat, "bet", blind)
            seat.bets += blind
        seat.doubtful = -1

    def _bet(self, seat: _Seat, amount: int) -> None:
        seat.bets += amount
        self._act(seat, "bet", amount)

    def _act(self, seat: _Seat, kind: Kind, amount: int = 0) -> None:
        if seat.folded:
            raise ValueError(f"{seat.name} has folded and goes on")
        seat.known = True
        self.actions.append((len(self.boards[0]), seat, kind, amount))

    def _show(self, seat: _Seat, text: str) -> None:
        found = _CARDS.search(text)
        if found:
            cards = parse_cards(found[1])
            fewer, more = sorted([cards, seat.hole], key=len)
            if not set(fewer) <= set(more):
                raise ValueError(f"{seat.name} shows other cards than before")
            seat.hole, seat.known = more, True

    def _table_line(self, line: str) -> None:
        """Read a line about the table; chat and comings and goings say nothing of the hand."""
        if found := _DEALT.match(line):
            seat = self._named(found[1])
            self._show(seat, f"[{found[2]}]")
            self.sizes.add(len(seat.hole))
        elif found := _UNCALLED.match(line):
            self._named(found[2]).returned += hundredths(found[1])
        elif (found := _COLLECTED.match(line)) and found[1] in self.names:
            self.names[found[1]].paid += hundredths(found[2])
        elif line == "Hand cancelled":
            raise ValueError("the hand was cancelled")
        elif line.startswith("Table ") and (found := _BUTTON.search(line)):
            self.button = int(found[1]) or None

    def _named(self, name: str) -> _Seat:
        if name not in self.names:
            raise ValueError(f"nobody is called {name!r}")
        return self.names[name]

    def _summary(self, line: str) -> bool:
        if found := _TOTAL.match(line):
            if self.total is not None:
                return False
            self.total = hundredths(found[1])
            self.rake = hundredths(found[2]) + sum(map(hundredths, _FEE.findall(found[3])))
        elif found := _BOARD.match(line):
            run = _RUNS[found[1]]
            if run >= len(self.boards) or parse_cards(found[2]) != self.boards[run]:
                raise ValueError("the summary has another board than the hand")
        elif found := _SUMMED.match(line):
            seat = self.seats.get(int(found[1]))
            if _SEAT.match(line) or seat is None:
                return False
            seat.summed += sum(map(hundredths, _WON.findall(found[2])))
            if shown := _SHOWN.search(found[2]):
                self._show(seat, shown[0])
        else:
            # Long lines may be broken.
            return line.startswith(("Hand was run ", "with ")) or bool(DIVIDER.match(line))
        return True

    def record(self, file: str) -> HandRecord:
        """Return the finished hand.

        Raises:
            UnreadableError: it is cut off, or chips are missing.
        """
        if self.total is None:
            raise UnreadableError(self.line, "the hand is cut off: no total pot")
        if not self.actions:
            raise UnreadableError(self.line, "nobody puts in chips")
        dealt = [seat for number, seat in sorted(self.seats.items()) if seat.known]
        paid = [seat.paid for seat in dealt]
        if sum(paid) + self.rake != self.total:
            # Who has cashed out collects nothing; the summary tells what the cards won.
            paid = [seat.paid or seat.summed for seat in dealt]
        self._check_chips(sum(paid))
        self._check_boards(sum(not seat.folded for seat in dealt))
        unit = self._unit(paid)
        places = {seat.number: place for place, seat in enumerate(dealt)}
        kinds = self._kinds()
        return HandRecord(
            file=file,
            line=self.line,
            hand=self.header.hand,
            when=self.header.when,
            game=self._game(dealt),
            money=self.header.money,
            unit=Fraction(unit, 100),
            players=tuple([Player(seat.name, seat.number, seat.hole) for seat in dealt]),
            actions=tuple(
                [
                    Action(street, places[seat.number], kind, amount // unit)
                    for (street, seat, _, amount), kind in zip(self.actions, kinds, strict=True)
                ]
            ),
            boards=tuple(self.boards),
            button=self.button,
            paid=tuple([amount // unit for amount in paid]),
            returned=tuple([seat.returned // unit for seat in dealt]),
            rake=self.rake // unit,
        )

    def _check_chips(self, paid: int) -> None:
        put = sum([amount for *_, amount in self.actions])
        returned = sum([seat.returned for seat in self.seats.values()])
        if put - returned == self.total == paid + self.rake:
            return
        amounts = (put, returned, paid, self.rake, self.total or 0)
        shown = [f"{amount / 100:g}" for amount in amounts]
        raise UnreadableError(
            self.line,
            "chips are missing: {} put in, {} returned, {} paid, rake {}, total pot {}".format(
                *shown
            ),
        )

    def _check_boards(self, left: int) -> None:
        if left > 1 and any(len(board) < BOARD_SIZE for board in self.boards):
            raise UnreadableError(self.line, "several players are left and the board is unfinished")

    def _unit(self, paid: list[int]) -> int:
        """The smallest unit in hundredths: cents of real money, else whole chips if all are."""
        if not self.header.has_cents:
            amounts = [amount for *_, amount in self.actions]
            amounts += [*paid, self.rake, *(seat.returned for seat in self.seats.values())]
            if not any(amount % 100 for amount in amounts):
                return 100
        return 1

    def _kinds(self) -> list[Kind]:
        """What each action is; an ante that one player posts for the table need not be matched."""
        kinds = [kind for _, _, kind, _ in self.actions]
        if len(self.antes) == 1:
            kinds[min(self.antes)] = "dead"
        return kinds

    def _game(self, dealt: list[_Seat]) -> Game:
        """The game by the number of hole cards, of which players may have shown only some."""
        live = [seat for seat in dealt if not seat.folded]
        whole = [len(seat.hole) for seat in live if len(seat.hole) >= FEWEST_HOLE_CARDS]
        sizes = self.sizes.union(whole if len(live) > 1 else [])
        if len(sizes) > 1:
            raise UnreadableError(self.line, "players hold different numbers of hole cards")
        named = self.header.game
        most = max([len(seat.hole) for seat in dealt])
        if not sizes and most <= named.hole_cards:
            return named
        return sister_game(named, sizes.pop() if sizes else most, named.high_low)

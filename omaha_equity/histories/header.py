"""The first line of a hand in PokerStars text: its number, game, stakes, money and time."""

import re
from typing import NamedTuple

from omaha_equity.games import COURCHEVEL, PLO4, Game, sister_game
from omaha_equity.histories.money import AMOUNT, CURRENCIES, hundredths

_NUMBER = re.compile(r"(?:Hand|Game) #(\d+)", re.ASCII | re.IGNORECASE)
_GAME = re.compile(
    r"(?:([4-7])[ -]?Card )?(Omaha|Courchevel)( Hi[/-]?Lo)?"
    r"(?: (Pot Limit|No Limit|Fixed Limit|Limit))?",
    re.IGNORECASE,
)
_NAMED = {"omaha": PLO4, "courchevel": COURCHEVEL}
_STAKES = re.compile(rf"\({AMOUNT}/{AMOUNT}([^()]*)\)", re.ASCII)
_TIME = re.compile(r"\d{4}[/-]\d\d[/-]\d\d (?:- )?\d?\d:\d\d:\d\d(?: [A-Z]+)?", re.ASCII)
_CODE = re.compile(r"\b([A-Z]{3})\b")


class Header(NamedTuple):
    """What the first line says.

    Attributes:
        hand: its number; when: the time, or "".
        game: the game that it names, which the hole cards may belie.
        money: as in `HandRecord`.
        big_blind: in hundredths; 0 = not told.
    """

    hand: str
    when: str
    game: Game
    money: str
    big_blind: int

    @property
    def has_cents(self) -> bool:
        """Whether the money is real: it has a code of three letters."""
        return len(self.money) == 3


def read_header(line: str) -> Header:
    """Read the first line of a hand.

    Raises:
        ValueError: it names no game of Omaha, or no number.

    >>> read_header("PokerStars Zoom Hand #7: 5 Card Omaha Hi/Lo Limit ($1/$2 USD) - ").game.name
    'o8-5'
    """
    number, games = _NUMBER.search(line), list(_GAME.finditer(line))
    if not number:
        raise ValueError("the hand has no number")
    if not games:
        raise ValueError(f"not Omaha: {_named(line)}")
    # A mix of games is named before the game of this hand.
    game = games[-1]
    time = _TIME.search(line)
    money, big_blind = _stakes(line, (game[4] or "").lower() in ("limit", "fixed limit"))
    named = _NAMED[game[2].lower()]
    played = sister_game(named, int(game[1] or named.hole_cards), bool(game[3]))
    return Header(number[1], time[0] if time else "", played, money, big_blind)


def _stakes(line: str, limit: bool) -> tuple[str, int]:
    """The money, and the big blind: with limits the first of the two amounts, which are bets."""
    found = _STAKES.search(line)
    if "tournament" in line.lower():
        money = "tournament chips"
    elif found:
        code = _CODE.search(found[3])
        sign = next((sign for sign in CURRENCIES if sign in found[0]), "")
        money = code[1] if code else CURRENCIES.get(sign, "play money")
    else:
        money = "play money"
    return money, hundredths(found[1] if limit else found[2]) if found else 0


def _named(line: str) -> str:
    """The words after the number, up to the stakes."""
    return line.partition(":")[2].partition("(")[0].strip() or "no game is named"

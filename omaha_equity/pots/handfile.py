"""Hand files: TOML or JSON, as documented in ``docs/settle.md``; every error names its place."""

import json
import tomllib
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from omaha_equity.cards import parse_cards
from omaha_equity.errors import OmahaError, TextError
from omaha_equity.fields import shown, text
from omaha_equity.games import MOST_HOLE_CARDS, PLO4, Game, game_named, high_game
from omaha_equity.pots.hand import Cards, HouseRules, PotHand, Rake, Seat
from omaha_equity.pots.money import in_units, read_number, read_unit
from omaha_equity.textfiles import read_text

HAND_KEYS = (
    "game",
    "unit",
    "button",
    "seats",
    "board",
    "boards",
    "runs",
    "dead",
    "rake",
    "odd_chips",
    "pot_boards",
)
SEAT_KEYS = ("name", "seat", "put", "posted_dead", "hand", "folded", "run_once")
RAKE_KEYS = ("percent", "cap", "amount", "share")
ODD_CHIP_KEYS = {"player": "odd_chip", "board": "odd_board", "half": "odd_half"}


def read_hand(path: str | Path) -> PotHand:
    """Read a hand from a file: JSON if its name ends in ``.json`` or it starts with ``{``.

    Raises:
        TextError: the file cannot be read, or what it says; the message names file and place.
        ImpossibleError: a card is given twice, chips are negative.
    """
    text = read_text(path, "hand file")
    form = Path(path).suffix.lower().lstrip(".")
    return parse_hand(text, str(path), form if form in ("json", "toml") else "")


def parse_hand(text: str, name: str = "hand", form: str = "") -> PotHand:
    """Read a hand from a text; ``form`` is ``toml``, ``json``, or "" = whichever it looks like.

    Raises:
        TextError, ImpossibleError: as `read_hand`.

    >>> hand = parse_hand('seats = [{name = "Ann", put = 5}, {name = "Bob", put = 3}]')
    >>> hand.game.name, hand.total
    ('plo4', 8)
    """
    form = form or ("json" if text.lstrip().startswith("{") else "toml")
    try:
        read: Any = (
            json.loads(text, parse_float=Decimal, parse_constant=_no_constant)
            if form == "json"
            else tomllib.loads(text, parse_float=Decimal)
        )
    # Decimal's own errors are arithmetic ones; a deep nest exhausts the stack.
    except (ValueError, ArithmeticError, RecursionError) as error:
        raise TextError(f"{name}: this is not {form.upper()}: {_reason(error)}") from None
    try:
        return hand_of(read)
    except OmahaError as error:
        raise type(error)(f"{name}: {error}") from None


def hand_of(data: Mapping[str, Any]) -> PotHand:
    """Return the hand that a mapping of the shape of a hand file tells of.

    Raises:
        TextError: something cannot be read; the message names the key.
        ImpossibleError: a card is given twice, chips are negative.

    >>> hand_of({"unit": "0.01", "seats": [{"put": "1.50"}, {"put": 1}]}).total
    250
    """
    _check_table(data, HAND_KEYS, "")
    unit = _get(data, "unit", read_unit, "", Fraction(1))
    rows = data.get("seats")
    if not isinstance(rows, list | tuple):
        raise TextError("seats: give a list, one table a seat, each with put")
    seats = tuple([_seat(row, place, unit) for place, row in enumerate(rows, 1)])
    return PotHand(
        game=_game(data, seats),
        seats=seats,
        boards=_boards(data),
        button=_button(data, seats),
        unit=unit,
        dead=_get(data, "dead", _cards_in("dead cards"), "", ()),
        rake=_rake(data.get("rake", {}), unit),
        house=_house(data.get("odd_chips", {})),
        pot_boards=_get(data, "pot_boards", _counts, "", ()),
    )


def _seat(row: object, place: int, unit: Fraction) -> Seat:
    where = f"seat {place}"
    table = _check_table(row, SEAT_KEYS, where)
    if "put" not in table:
        raise TextError(f"{where}: put is missing; say how many chips went in")
    number = _get(table, "seat", _whole, where, 0)
    if "seat" in table and number < 1:
        raise TextError(f"{where}, seat: {number} is not a seat; they are numbered from 1")
    name = _get(table, "name", text, where, f"seat {number or place}")
    if not name.strip():
        raise TextError(f"{where}, name: it is empty")
    written = _get(table, "hand", text, where, "")
    folded = _get(table, "folded", _flag, where, False)
    hole = _hole(written, folded, where)
    return Seat(
        name=name,
        put=_get(table, "put", lambda given: in_units(given, unit), where, 0),
        hole=hole,
        folded=folded,
        posted_dead=_get(table, "posted_dead", lambda given: in_units(given, unit), where, 0),
        run_once=_get(table, "run_once", _flag, where, False),
        number=number,
        text="" if hole else written.strip(),
    )


def _hole(written: str, folded: bool, where: str) -> Cards:
    try:
        cards = parse_cards(written)
    except TextError as error:
        # It may be a range, which some questions take; but what was shown is cards.
        if folded:
            raise TextError(f"{where}, hand: {error}") from None
        return ()
    # More cards are hands with commas between them: a range.
    return cards if folded or len(cards) <= MOST_HOLE_CARDS else ()


def _game(data: Mapping[str, Any], seats: Sequence[Seat]) -> Game:
    named: Game | None = _get(data, "game", lambda given: game_named(text(given)), "", None)
    if named:
        return named
    sizes = {len(seat.hole) for seat in seats if seat.hole and not seat.folded}
    return high_game(*sizes) if len(sizes) == 1 and min(sizes) >= PLO4.hole_cards else PLO4


def _boards(data: Mapping[str, Any]) -> tuple[Cards, ...]:
    if "boards" in data:
        if "board" in data or "runs" in data:
            raise TextError("boards: give either boards, or board, or board and runs")
        boards: tuple[Cards, ...] = _get(data, "boards", _list_of(_cards_in("board")), "", ())
        return boards
    shared: Cards = _get(data, "board", _cards_in("board"), "", ())
    runs: tuple[Cards, ...] = _get(data, "runs", _list_of(_cards_in("run")), "", ((),))
    return tuple([shared + run for run in runs])


def _button(data: Mapping[str, Any], seats: Sequence[Seat]) -> int | None:
    given = data.get("button")
    if isinstance(given, str):
        for place, seat in enumerate(seats, 1):
            if seat.name == given:
                return seat.number or place
        raise TextError(f"button: no seat is called {given!r}")
    number: int | None = _get(data, "button", _whole, "", None)
    return number


def _rake(given: object, unit: Fraction) -> Rake:
    table = _check_table(given, RAKE_KEYS, "rake")

    def money(value: object) -> int:
        return in_units(value, unit)

    return Rake(
        percent=_get(table, "percent", read_number, "rake", Fraction(0)),
        cap=_get(table, "cap", money, "rake", None),
        amount=_get(table, "amount", money, "rake", None),
        share=_get(table, "share", text, "rake", "proportional"),
    )


def _house(given: object) -> HouseRules:
    table = _check_table(given, (*ODD_CHIP_KEYS, "together"), "odd_chips")
    chosen = {ODD_CHIP_KEYS.get(key, key): _get(table, key, text, "odd_chips", "") for key in table}
    return HouseRules(**chosen)


def _check_table(given: object, keys: Sequence[str], where: str) -> Mapping[str, Any]:
    before = f"{where}: " if where else ""
    if not isinstance(given, Mapping):
        raise TextError(f"{before or 'hand: '}{shown(given)} is not a table of keys and values")
    for key in given:
        if key not in keys:
            raise TextError(f"{before}unknown key {key!r}; known are {', '.join(keys)}")
    return given


def _get(
    table: Mapping[str, Any], key: str, read: Callable[[Any], Any], where: str, missing: Any
) -> Any:
    """Read the value at ``key``; an error tells where it is."""
    if key not in table:
        return missing
    try:
        return read(table[key])
    except OmahaError as error:
        place = f"{where}, {key}" if where else key
        raise type(error)(f"{place}: {error}") from None


def _flag(given: object) -> bool:
    if not isinstance(given, bool):
        raise TextError(f"{shown(given)} is neither true nor false")
    return given


def _whole(given: object) -> int:
    if not isinstance(given, int) or isinstance(given, bool) or abs(given) >= 10**9:
        raise TextError(f"{shown(given)} is not a whole number")
    return given


def _counts(given: object) -> tuple[int, ...]:
    return _list_of(_whole)(given)


def _list_of(read: Callable[[Any], Any]) -> Callable[[Any], tuple[Any, ...]]:
    def read_all(given: object) -> tuple[Any, ...]:
        if not isinstance(given, list | tuple):
            raise TextError(f"{shown(given)} is not a list; put it in [ ]")
        return tuple([read(each) for each in given])

    return read_all


def _cards_in(what: str) -> Callable[[Any], Cards]:
    return lambda given: parse_cards(text(given), what)


def _no_constant(given: str) -> Decimal:
    raise ValueError(f"{given} is not a number")


def _reason(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    return str(error) or "a number cannot be read"

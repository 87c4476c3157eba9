"""What a line asks, as it is written; the columns are those of ``docs/batch.md``."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from omaha_equity.errors import TextError
from omaha_equity.fields import flag, share, shown, text, whole
from omaha_equity.games import MAX_PLAYERS
from omaha_equity.questions.wish import Wish

HAND_COLUMNS = tuple(f"hand{seat}" for seat in range(1, MAX_PLAYERS + 1))
OTHER_COLUMNS = (
    "id",
    "game",
    "board",
    "board2",
    "boards",
    "runs",
    "dead",
    "exact",
    "precision",
    "deals",
    "seed",
)


class Spot(NamedTuple):
    """One question, its texts as they are written.

    Attributes:
        hands: what each player holds: a hand, a range, or ``random``.
        board, dead, game: as for `omaha_equity.equity`; "" = not given.
        board2: the known cards of the second board; boards: 2 for a double board.
        runs: how often the rest of the board is dealt, 1 to 3.
        exact, precision, deals, seed: as for `omaha_equity.Wish`; None = not given.
    """

    hands: tuple[str, ...]
    board: str = ""
    dead: str = ""
    game: str = ""
    board2: str = ""
    boards: int = 1
    runs: int = 1
    exact: bool | None = None
    precision: float | None = None
    deals: int | None = None
    seed: int | None = None

    @property
    def plain(self) -> bool:
        """Whether hands are all that keeps this from being one exact count."""
        return self[4:7] == _ONE_BOARD and self.precision is None and self.deals is None

    def wish(self, seed: int) -> Wish:
        """How sure the answer must be.

        Raises:
            TextError: two wishes that exclude each other, or a number out of bounds.
        """
        return Wish(self.exact or None, self.precision, self.deals, None, seed)


_ONE_BOARD = Spot(())[4:7]


class Line(NamedTuple):
    """One line of the input.

    Attributes:
        number: of the line in its file, from 1; in Parquet of the row.
        id: as it was given; None = it was not.
        spot: what is asked; None = it cannot be read.
        problem: why not, else "".
        raw: the line as it stood, to tell changed files from unchanged ones.
    """

    number: int
    id: Any
    spot: Spot | None
    problem: str
    raw: str


def read_spot(fields: Mapping[str, Any]) -> Spot:
    """Read a line's fields by the names of their columns; None and "" mean not given.

    Raises:
        TextError: a field cannot be read, or is unknown; the message names it.
    """
    given = {name: value for name, value in fields.items() if value is not None and value != ""}
    for name in given:
        if name not in _READERS and name not in HAND_COLUMNS and name not in ("id", "hands"):
            raise TextError(f"unknown field {name!r}; known are hands, {', '.join(OTHER_COLUMNS)}")
    options = {name: _get(given, name, read) for name, read in _READERS.items() if name in given}
    spot = Spot(_hands(given), **options)
    if spot.boards == 1 and spot.board2:
        raise TextError("board2: for a double board give boards = 2 too")
    if spot.boards == 2 and spot.runs > 1:
        raise TextError("boards = 2 and runs exclude each other; give one of them")
    return spot


def strip_hands(hands: Sequence[str]) -> tuple[str, ...]:
    """Return the hands of a row in which unused columns at the end are empty.

    Raises:
        TextError: a column in between is empty.
    """
    players = len(hands)
    while players and not hands[players - 1]:
        players -= 1
    found = tuple(hands[:players])
    if "" in found:
        empty = found.index("") + 1
        raise TextError(f"hand{empty} is empty, but hand{players} is not; leave no gap")
    return found


def _hands(given: Mapping[str, Any]) -> tuple[str, ...]:
    columns = [name for name in HAND_COLUMNS if name in given]
    if "hands" not in given:
        return strip_hands([_get(given, n, text) if n in given else "" for n in HAND_COLUMNS])
    if columns:
        raise TextError(f"hands and {columns[0]} are both given; give one of them")
    listed = given["hands"]
    if not isinstance(listed, list):
        raise TextError(f"hands: {shown(listed)} is not a list; give one text for each player")
    try:
        return tuple([text(hand) for hand in listed])
    except TextError as error:
        raise TextError(f"hands: {error}") from None


def _get(given: Mapping[str, Any], name: str, read: Callable[[Any], Any]) -> Any:
    try:
        return read(given[name])
    except TextError as error:
        raise TextError(f"{name}: {error}") from None


def _whole(least: int, most: int) -> Callable[[Any], int]:
    return lambda value: whole(value, least, most)


_READERS: dict[str, Callable[[Any], Any]] = {
    "game": text,
    "board": text,
    "board2": text,
    "boards": _whole(1, 2),
    "runs": _whole(1, 3),
    "dead": text,
    "exact": flag,
    "precision": share,
    "deals": _whole(1, 10**12),
    "seed": _whole(0, 2**64 - 1),
}

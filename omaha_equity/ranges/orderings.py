"""Orderings of a game's classes, best first, and what per cent of hands means by them.

An ordering comes with the product, for games whose file lies in ``tables/orderings``, or from
a text file: one class a line, best first, cards of one suit in parentheses, as ``(AJ)(AT)``.
"""

import hashlib
import json
import re
from collections.abc import Iterable
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from omaha_equity import tables
from omaha_equity.cards import RANKS, SUIT_COUNT, parse_cards
from omaha_equity.errors import TableError, TextError
from omaha_equity.games import ALIASES, GAMES, Game, game_named
from omaha_equity.ranges.universe import Universe, key_masks, universe
from omaha_equity.textfiles import read_text

FOLDER = tables.FOLDER / "orderings"
_CLASS = re.compile(r"(?:[2-9TJQKA]|\([2-9TJQKA]+\))+", re.IGNORECASE)
_SUITED_OR_ONE = re.compile(r"\(([^)]+)\)|(.)")


class Ordering:
    """All classes of hands, best first.

    Args:
        name: what it is called.
        classes: (classes,) integers, best first: places of classes in order of their keys.
        hole_cards: 4 to 7.

    >>> by_key = Ordering("by key", np.arange(16432)[::-1], hole_cards=4)
    >>> by_key.class_texts(2), by_key.percentile_of("AsAhAdAc") < 0.001
    (['AAAA', 'AAAK'], True)
    """

    _own_of = ""
    """The game whose own ordering it is, if any."""

    def __init__(self, name: str, classes: ArrayLike, hole_cards: int) -> None:
        self.name = name
        self.hole_cards = hole_cards
        given = np.array(classes, np.int32)
        if given.shape != (self._universe.classes,) or not np.array_equal(
            np.sort(given), np.arange(len(given))
        ):
            raise TextError(
                f"ordering {name!r} does not hold each of the {self._universe.classes:,} "
                f"classes of {hole_cards}-card hands once"
            )
        given.flags.writeable = False
        self.classes = given

    @property
    def _universe(self) -> Universe:
        return universe(self.hole_cards)

    @cached_property
    def through(self) -> NDArray[np.int64]:
        """(classes,) int64, best first: combos of all classes up to and with each."""
        return np.cumsum(self._universe.class_sizes[self.classes])

    @cached_property
    def _places(self) -> NDArray[np.int32]:
        places = np.empty_like(self.classes)
        places[self.classes] = np.arange(len(places), dtype=np.int32)
        return places

    def count(self, percent: Fraction | int) -> int:
        """Return how many whole classes, best first, stay within ``percent`` of all hands."""
        share = Fraction(percent) / 100
        most = self._universe.hands * share.numerator // share.denominator
        return int(np.searchsorted(self.through, most, side="right"))

    def top(self, percent: Fraction | int, above: Fraction | int = 0) -> NDArray[np.bool_]:
        """Return the best classes: (classes,) bool, in order of the class keys.

        Args:
            percent: whole classes are taken while their combos stay within this.
            above: per cent, taken likewise, that are left out again.
        """
        found = np.zeros(len(self.classes), np.bool_)
        found[self.classes[self.count(above) : self.count(percent)]] = True
        return found

    def combos_before(self, hand: str | Iterable[int]) -> int:
        """Return how many combos are of a better class than ``hand``."""
        place = self._place(hand)
        return int(self.through[place - 1]) if place else 0

    def percentile_of(self, hand: str | Iterable[int]) -> float:
        """Return the least per cent whose hands, best first, include ``hand`` and its class."""
        return 100 * int(self.through[self._place(hand)]) / self._universe.hands

    def holds(self, hand: str | Iterable[int], percent: Fraction, above: Fraction) -> bool:
        """Whether ``hand`` is among the classes of `top`."""
        return self.count(above) <= self._place(hand) < self.count(percent)

    def _place(self, hand: str | Iterable[int]) -> int:
        cards = sorted(parse_cards(hand, "hand") if isinstance(hand, str) else hand)
        if len(set(cards)) != self.hole_cards or len(cards) != self.hole_cards:
            raise TextError(f"hand {hand!r} is not {self.hole_cards} different cards")
        return int(self._places[self._universe.class_of([cards])[0]])

    def class_texts(self, most: int | None = None) -> list[str]:
        """Write the classes, best first, as a file of them does; ``most`` = only this many."""
        keys = self._universe.class_keys[self.classes[:most]]
        return [class_text(masks) for masks in key_masks(keys).tolist()]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle an own ordering as its name, others whole."""
        if self._own_of:
            return own, (self._own_of,)
        return Ordering, (self.name, self.classes, self.hole_cards)

    def __repr__(self) -> str:
        return f"Ordering({self.name!r}, {self.hole_cards} cards)"


def load(path: str | Path, name: str | None = None) -> Ordering:
    """Read an ordering from a text file: one class a line, best first.

    Cards of one suit stand in parentheses, each other card has a suit of its own, as in
    ``(AJ)T9``.  Text before the first class, empty lines and lines from ``#`` are skipped.

    Raises:
        TextError: naming the file and the line.
    """
    path = Path(path)
    text = read_text(path, "ordering")
    keys: dict[int, int] = {}
    size = 0
    for number, line in enumerate(text.splitlines(), 1):
        written = line.partition("#")[0].strip()
        if not written or (not keys and not _CLASS.fullmatch(written)):
            continue
        where = f"ordering {path}, line {number}: {written!r}"
        masks = _read_class(written, where)
        size = size or sum(mask.bit_count() for mask in masks)
        if sum(mask.bit_count() for mask in masks) != size:
            raise TextError(f"{where} has not {size} cards, as the first class has")
        first = keys.setdefault(_key(masks), number)
        if first != number:
            raise TextError(f"{where} is the same class as line {first}")
    return Ordering(name or path.stem, _classes_of(path, keys, size), size)


def find(which: "Ordering | Game | str | Path") -> Ordering:
    """Return an ordering itself, or by its game, or from a file.

    Raises:
        TextError: there is none.
    """
    if isinstance(which, Ordering):
        return which
    if isinstance(which, Game):
        return own(which)
    if isinstance(which, str) and which.strip().lower() in {*GAMES, *ALIASES}:
        return own(which)
    if isinstance(which, str) and not Path(which).exists():
        raise TextError(
            f"ordering {which!r} is unknown; give a file, or the name of a game with an "
            f"ordering: {', '.join(offered()) or 'none yet'}"
        )
    return load(which)


def find_named(name: str, given: Iterable[str] = ()) -> Ordering:
    """Return the own ordering of the game a text names after a per cent, as in ``15%o8``.

    Args:
        name: the name in the text.
        given: names that would have been understood too, for the error.

    Raises:
        TextError: there is none.
    """
    if name.lower() in {*GAMES, *ALIASES}:
        return own(name)
    known = sorted({*given, *offered()} - {""})
    raise TextError(f"ordering {name!r} is unknown; known are: {', '.join(known) or 'none'}")


def own(game: Game | str) -> Ordering:
    """Return the product's own ordering of a game's classes.

    Courchevel has that of five-card Omaha: what the exposed card does to a hand is not in it.

    Raises:
        TextError: the product has none for this game.
        TableError: its file is damaged.
    """
    asked = game if isinstance(game, Game) else game_named(game)
    if not _path(asked.ordering).is_file():
        there = ", ".join(offered()) or "no game yet"
        raise TextError(
            f"per cent is not offered for {asked.name}, which has no ordering; "
            f"give one from a file, or use a game that has one: {there}"
        )
    return _own(GAMES[asked.ordering])


def offered() -> list[str]:
    """Names of the games that have an ordering of their own."""
    return [name for name in GAMES if _path(name).is_file()]


def class_text(masks: Iterable[int]) -> str:
    """Write a class from its four suit masks: suited cards in parentheses.

    >>> class_text([0, 1 << 12 | 1 << 9, 1 << 12, 1 << 8])
    '(AJ)AT'
    """
    suits = [
        "".join(RANKS[rank] for rank in range(12, -1, -1) if mask >> rank & 1)
        for mask in masks
        if mask
    ]
    suits.sort(
        key=lambda held: (-RANKS.index(held[0]), -len(held), [-RANKS.index(r) for r in held])
    )
    return "".join(f"({held})" if len(held) > 1 else held for held in suits)


def _path(game_name: str) -> Path:
    return FOLDER / f"{game_name}.npy"


@cache
def _own(game: Game) -> Ordering:
    path = _path(game.name)
    try:
        manifest = json.loads((FOLDER / "manifest.json").read_text())
        if hashlib.sha256(path.read_bytes()).hexdigest() != manifest[game.name]["sha256"]:
            raise ValueError("its checksum differs from the manifest")
        scores = np.load(path, allow_pickle=False)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise TableError(
            f"ordering {path} cannot be used: {error}; reinstall omaha-equity"
        ) from None
    # Stable: classes of equal scores stand in order of their keys.
    best_first = np.argsort(-scores.astype(np.int64), kind="stable")
    found = Ordering(game.name, best_first, game.hole_cards)
    found._own_of = game.name
    return found


def _read_class(written: str, where: str) -> list[int]:
    if not _CLASS.fullmatch(written):
        raise TextError(f"{where} is not a class; write ranks, suited ones in parentheses")
    masks = []
    for suited, one in _SUITED_OR_ONE.findall(written.upper()):
        mask = 0
        for rank in suited or one:
            mask |= 1 << RANKS.index(rank)
        if mask.bit_count() != len(suited or one):
            raise TextError(f"{where} has a rank twice in one suit")
        masks.append(mask)
    if len(masks) > SUIT_COUNT:
        raise TextError(f"{where} needs {len(masks)} suits")
    return masks


def _key(masks: list[int]) -> int:
    key = 0
    for mask in sorted([*masks, *[0] * (SUIT_COUNT - len(masks))]):
        key = key << len(RANKS) | mask
    return key


def _classes_of(path: Path, keys: dict[int, int], size: int) -> NDArray[np.int64]:
    if not 4 <= size <= 7:
        raise TextError(f"ordering {path} has no classes of 4 to 7 cards")
    known = universe(size).class_keys
    if len(keys) != len(known):
        listed = np.array(list(keys), np.uint64)
        missing = class_text(key_masks(np.setdiff1d(known, listed)[-1:])[0].tolist())
        raise TextError(
            f"ordering {path} lists {len(keys):,} of the {len(known):,} classes of "
            f"{size}-card hands; {missing}, for one, is missing"
        )
    return np.searchsorted(known, np.array(list(keys), np.uint64))

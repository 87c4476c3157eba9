"""`Range`: hands and their weights, from a text, from arrays or from a file."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from math import comb
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from omaha_equity.cards import DECK_SIZE, Cards, card_mask, format_cards, parse_cards
from omaha_equity.errors import RangeError, TextError
from omaha_equity.games import Game, game_named, high_game
from omaha_equity.ranges import breakdown, traps
from omaha_equity.ranges import orderings as own_orderings
from omaha_equity.ranges.canonical import canonical
from omaha_equity.ranges.explain import reasons
from omaha_equity.ranges.hand_lists import read_hands
from omaha_equity.ranges.lowering import lower
from omaha_equity.ranges.matching import Mask, match, percentiles_in, weigh
from omaha_equity.ranges.one_hand import Hand, weight_of
from omaha_equity.ranges.orderings import Ordering
from omaha_equity.ranges.parser import parse
from omaha_equity.ranges.patterns import UNWEIGHTED, Atom, Pattern, Percentile, Slot
from omaha_equity.ranges.summary import ClassCount, Explanation, ListedHand, RangeSummary
from omaha_equity.ranges.tree import Range as Tree
from omaha_equity.ranges.universe import Universe, lexicographic, universe
from omaha_equity.ranges.weights import Store

WEIGHTS = np.arange(UNWEIGHTED + 1) / UNWEIGHTED
FULLY_SORTED = 5
"""Up to this many hole cards, all hands are kept in order."""
LISTED_AT_MOST = 21_000_000
AT_ONCE = 1 << 20


class Range:
    """Hands of one game, each with a weight; immutable.

    Args:
        text: in the language of ``docs/ranges.md``.
        game: a game or its name.
        dead: cards that no hand of the range may hold.
        dialect: ``generic``, or ``plo`` for the shorthand of newer tools.
        ordering: what per cent means: an `Ordering`, a game whose own ordering is meant, or a
            file (see `orderings.load`).  None = the game's own.
        orderings: orderings by the names that follow the per cent, as ``6h`` in ``15%6h``.
        macros: own macros by name, without ``$``.

    Weights are relative: ``AA@50`` gives 0.5, a hand without a weight has 1.0.

    Raises:
        RangeError: the text cannot be read.
        TextError: a game, cards or an ordering cannot be read.

    >>> aces = Range("AA:xxyy")
    >>> len(aces), "AsAhKsKh" in aces, aces.combos[0].tolist()
    (864, True, [0, 1, 48, 49])
    >>> seven = Range("AA$ds", "plo7")
    >>> "AsAhKsKhQsJd2c" in seven
    False
    """

    game: Game
    dead: tuple[int, ...]
    text: str
    _tree: Tree | None
    _pattern: Pattern | None
    _orderings: dict[str, Ordering]

    def __init__(
        self,
        text: str,
        game: Game | str = "plo4",
        dead: Cards = "",
        dialect: str = "generic",
        ordering: Ordering | str | Path | None = None,
        orderings: Mapping[str, Ordering] | None = None,
        macros: Mapping[str, str] | None = None,
    ) -> None:
        found = _game(game)
        tree = parse(text, found.hole_cards, dialect, macros)
        self._read(tree, text, found, _read_cards(dead, "dead cards"))
        self._set(_orderings=self._find_orderings(ordering, orderings or {}))

    @classmethod
    def from_tree(
        cls,
        tree: Tree,
        text: str,
        game: Game,
        dead: Cards = "",
        ordering: Ordering | str | Path | None = None,
    ) -> "Range":
        """Make a range of the syntax tree that `parser.parse` made of ``text``."""
        made = cls.__new__(cls)
        made._read(tree, text, game, _read_cards(dead, "dead cards"))
        made._set(_orderings=made._find_orderings(ordering, {}))
        return made

    def _read(self, tree: Tree, text: str, game: Game, dead: tuple[int, ...]) -> None:
        self._set(
            game=game,
            dead=dead,
            text=text,
            _tree=tree,
            _pattern=lower(tree, game.hole_cards),
        )

    def _set(self, **values: object) -> None:
        self.__dict__.update(values)

    def __getstate__(self) -> dict[str, object]:
        """Pickle the text as it was understood, without the hands that follow from it."""
        kept = [*Range.__annotations__, *(["_store"] if self._pattern is None else [])]
        return {name: self.__dict__[name] for name in kept}

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Range cannot be changed: {name}")

    # From elsewhere

    @classmethod
    def from_arrays(
        cls, combos: ArrayLike, weights: ArrayLike | None = None, game: Game | str | None = None
    ) -> "Range":
        """Make a range of (N, h) cards and (N,) weights, 0 or more; None = all 1.0.

        A hand given twice keeps the larger weight; weight 0 = not in the range.

        >>> two = Range.from_arrays([[51, 50, 1, 0], [3, 2, 1, 0]], [1, 0.25])
        >>> two.combos.tolist(), two.weights.tolist()
        ([[0, 1, 2, 3], [0, 1, 50, 51]], [0.25, 1.0])
        """
        hands = np.asarray(combos)
        if hands.ndim != 2 or not 4 <= hands.shape[1] <= 7:
            raise TextError(f"combos have shape {hands.shape}; give (N, 4 to 7)")
        found = high_game(hands.shape[1]) if game is None else _game(game)
        if hands.shape[1] != found.hole_cards:
            raise TextError(f"combos have {hands.shape[1]} cards, {found.name} {found.hole_cards}")
        if len(hands) and (hands.dtype.kind not in "iu" or hands.min() < 0 or hands.max() > 51):
            raise TextError("combos hold numbers that are not cards; cards are integers 0 to 51")
        hands = np.sort(hands.astype(np.uint8), axis=1)
        twice = np.flatnonzero((hands[:, 1:] == hands[:, :-1]).any(axis=1))
        if len(twice):
            raise TextError(
                f"combo {twice[0] + 1} holds a card twice: {format_cards(hands[twice[0]])}"
            )
        given = np.ones(len(hands)) if weights is None else np.asarray(weights, np.float64)
        if given.shape != (len(hands),) or not (np.isfinite(given) & (given >= 0)).all():
            raise TextError(f"weights are {len(hands)} numbers of 0 or more, one for each combo")
        among = universe(found.hole_cards)
        return cls._of(found, Store.from_members(among.positions(hands), given, among.hands))

    @classmethod
    def from_file(cls, path: str | Path, game: Game | str | None = None) -> "Range":
        """Read lines ``hand,weight`` (further columns are ignored; without weight 1.0).

        A header line may come first; a name ending in ``.gz`` is decompressed.

        Raises:
            TextError: naming the file and the line.
        """
        hands, weights = read_hands(Path(path), None if game is None else _game(game).hole_cards)
        return cls.from_arrays(hands, weights, game)

    @classmethod
    def _of(cls, game: Game, store: Store, dead: tuple[int, ...] = ()) -> "Range":
        made = cls.__new__(cls)
        made._set(game=game, dead=dead, text="", _tree=None, _pattern=None, _orderings={})
        made._set(_store=store)
        return made

    # Hands

    def __len__(self) -> int:
        return self._store.size

    def __bool__(self) -> bool:
        return len(self) > 0

    def __contains__(self, hand: Cards) -> bool:
        return self.weight_of(hand) > 0

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """Yield hands as cards, ascending; with 7 cards not in lexicographic order."""
        if len(self) <= LISTED_AT_MOST:
            for start in range(0, len(self), AT_ONCE):
                yield from map(tuple, self.combos[start : start + AT_ONCE].tolist())
            return
        for start in range(0, self._universe.hands, AT_ONCE):
            there = start + np.flatnonzero(self._store.codes[start : start + AT_ONCE])
            yield from map(tuple, self._universe.cards(there).tolist())

    def weight_of(self, hand: Cards) -> float:
        """Return the weight of ``hand``, 0.0 where it is not in the range."""
        cards = self._read_hand(hand)
        if "_store" not in self.__dict__ and self._pattern is not None:
            if card_mask(cards) & card_mask(self.dead):
                return 0.0
            return weight_of(self._pattern, cards, self._in_percentile) / UNWEIGHTED
        place = self._universe.positions(np.array([cards], np.uint8))[0]
        return float(self._store.values[self._store.codes[place]])

    @cached_property
    def combos(self) -> NDArray[np.uint8]:
        """(N, h) uint8, read-only: cards ascend in a row, rows are in lexicographic order.

        Raises:
            TextError: more than 21 million hands, as seven cards can make.
        """
        if self.game.hole_cards <= FULLY_SORTED:
            inside = self._store.codes[self._universe.sorted_positions] > 0
            found = self._universe.sorted_cards[inside]
        else:
            found = self._universe.cards(self._positions)
        found.flags.writeable = False
        return found

    @cached_property
    def weights(self) -> NDArray[np.float64]:
        """(N,) float64, read-only: the weight of each of `combos`."""
        found = self._store.values[self._store.codes[self._positions]]
        found.flags.writeable = False
        return found

    def sample(self, count: int, seed: int | None = None) -> NDArray[np.uint8]:
        """Draw hands by weight, each independent of the others: (count, h) uint8.

        Raises:
            TextError: the range is empty.

        >>> Range("AAKK").sample(2, seed=1).shape
        (2, 4)
        """
        if not self._store.total:
            raise TextError(f"nothing can be drawn: {self.why_empty}")
        drawn = self._store.sample(count, np.random.default_rng(seed))
        return self._universe.cards(drawn)

    # Sums

    @property
    def share(self) -> float:
        """The share of all hands without dead cards that is in the range, whatever the weight."""
        return len(self) / comb(DECK_SIZE - len(self.dead), self.game.hole_cards)

    @property
    def total_weight(self) -> float:
        """The sum of all weights."""
        return self._store.total

    @property
    def is_weighted(self) -> bool:
        """Whether hands differ in weight."""
        return int(np.count_nonzero(self._store.counts[1:])) > 1

    @property
    def why_empty(self) -> str:
        """Why no hand is in the range; "" if there are some."""
        if len(self):
            return ""
        if self._pattern is None:
            return "the range holds no hand"
        live = match(self._pattern, self._universe, self._classes_of)
        if live.any():
            return (
                f"every hand of {self.text!r} holds one of the dead cards {format_cards(self.dead)}"
            )
        return f"no hand of {self.game.hole_cards} cards fits {self.text!r}"

    @property
    def warnings(self) -> list[str]:
        """A line for every trap that the text may have fallen into.

        >>> Range("A-5").warnings
        ["'A-5' is 10 ranks from the ace down; low cards are [A,2,3,4,5]"]
        """
        return [] if self._tree is None else traps.warnings(self._tree, self.game.hole_cards)

    # Ranges from ranges

    def __or__(self, other: "Range") -> "Range":
        """Hands of either; the larger weight wins."""
        store = self._store.union(self._same_game(other)._store)
        return self._of(self.game, store, tuple(sorted({*self.dead} & {*other.dead})))

    def __and__(self, other: "Range") -> "Range":
        """Hands of both; the smaller weight wins."""
        store = self._store.intersection(self._same_game(other)._store)
        return self._of(self.game, store, tuple(sorted({*self.dead, *other.dead})))

    def __sub__(self, other: "Range") -> "Range":
        """Hands of this that are not in the other, with their weights."""
        store = self._store.difference(self._same_game(other)._store)
        return self._of(self.game, store, self.dead)

    def __eq__(self, other: object) -> bool:
        """Whether game, hands and weights are the same."""
        if not isinstance(other, Range):
            return NotImplemented
        return self.game == other.game and self._store.equals(other._store)

    __hash__ = None  # type: ignore[assignment]

    # Explanations

    def breakdown(self) -> RangeSummary:
        """Return combos, share, classes, suit shapes and pair shapes."""
        return RangeSummary(
            text=self.text,
            canonical=self._canonical,
            game=self.game.name,
            game_title=self.game.title,
            dead=format_cards(self.dead),
            combos=len(self),
            share=self.share,
            weight=self.total_weight,
            classes=breakdown.class_count(self._store, self._universe),
            suit_shapes=breakdown.suit_shapes(self._store, self._universe),
            pair_shapes=breakdown.pair_shapes(self._store, self._universe),
            why_empty=self.why_empty,
        )

    def classes(self) -> Iterator[ClassCount]:
        """Yield the classes that have a hand in the range, highest cards first.

        >>> [found.text for found in Range("AAKK:xxyy").classes()]
        ['(AK)(AK)']
        """
        return breakdown.classes(self._store, self._universe)

    def explain(self, hand: Cards) -> Explanation:
        """Say why ``hand`` is in the range or is not.

        >>> Range("AA:xxyy").explain("AsAhKs7d").reasons
        ("'AA:xxyy' fails: 'AA' matches, ':xxyy' fails: the suits are 2-1-1",)
        """
        cards = self._read_hand(hand)
        weight = self.weight_of(cards)
        told: Iterable[str] = ["it is one of the hands listed" if weight else "it is not listed"]
        held = sorted({*cards} & {*self.dead})
        if held:
            told = [f"it holds the dead card {format_cards(held[:1])}"]
        elif self._pattern is not None:
            told = reasons(self._pattern, cards, self._in_percentile, self._standing)
        return Explanation(format_cards(cards), weight > 0, weight, tuple(told))

    # Texts

    def to_text(self) -> str:
        """Write a text that reads back to the same hands and weights.

        It is the canonical text of a range that came from one, dead cards apart; else a list.

        Raises:
            TextError: the range is empty, or weights are not whole per cents.

        >>> Range("aa !  KK").to_text()
        'AA!KK'
        """
        if self._canonical:
            return self._canonical
        if not len(self):
            raise TextError("an empty range without a text cannot be written")
        hands = map(format_cards, self)
        if not self.is_weighted:
            return ",".join(hands)
        per_cents = self.weights * UNWEIGHTED
        whole = np.rint(per_cents)
        if (np.abs(per_cents - whole) > 1e-9).any() or whole.min() < 1 or whole.max() > UNWEIGHTED:
            raise TextError("weights are not whole per cents from 1 to 100; write CSV instead")
        pairs = zip(hands, whole.astype(int).tolist(), strict=True)
        return ",".join(f"{hand}@{weight}" for hand, weight in pairs)

    def listed(self) -> Iterator[ListedHand]:
        """Yield hands as texts with their weights, in the order of `combos`.

        >>> next(Range("AsAhAdAc@50").listed())
        ListedHand(hand='AcAdAhAs', weight=0.5)
        """
        for start in range(0, len(self.combos), AT_ONCE):
            hands = self.combos[start : start + AT_ONCE].tolist()
            weights = self.weights[start : start + AT_ONCE].tolist()
            yield from map(ListedHand, map(format_cards, hands), weights)

    def to_csv(self) -> str:
        """Write lines ``hand,weight`` after a header.

        >>> print(Range("AsAhAdAc").to_csv(), end="")
        hand,weight
        AcAdAhAs,1.0
        """
        rows = (f"{each.hand},{each.weight!r}\n" for each in self.listed())
        return "hand,weight\n" + "".join(rows)

    def __repr__(self) -> str:
        shown = repr(self.text) if self.text else f"{len(self):,} combos"
        return f"<Range {shown}, {self.game.name}>"

    # Within

    @cached_property
    def _canonical(self) -> str:
        return "" if self._tree is None else canonical(self._tree)

    @property
    def _universe(self) -> Universe:
        return universe(self.game.hole_cards)

    @cached_property
    def _store(self) -> Store:
        assert self._pattern is not None
        codes = weigh(self._pattern, self._universe, self._classes_of)
        if self.dead:
            dead = card_mask(self.dead)
            holds_dead = Atom((Slot(dead),), 0, 0, format_cards(self.dead))
            codes[match(holds_dead, self._universe, self._classes_of)] = 0
        return Store(codes, WEIGHTS.copy())

    @cached_property
    def _positions(self) -> NDArray[np.int64]:
        """Positions of `combos`."""
        if len(self) > LISTED_AT_MOST:
            raise TextError(
                f"{len(self):,} combos are too many to list; draw some with sample(), "
                "or ask for single hands with 'in'"
            )
        if self.game.hole_cards <= FULLY_SORTED:
            order = self._universe.sorted_positions
            return order[self._store.codes[order] > 0].astype(np.int64)
        found = np.flatnonzero(self._store.codes)
        places = np.empty(len(found), np.int32)
        for start in range(0, len(found), AT_ONCE):
            some = found[start : start + AT_ONCE]
            places[start : start + AT_ONCE] = lexicographic(self._universe.cards(some))
        return found[np.argsort(places)]

    def _read_hand(self, hand: Cards) -> tuple[int, ...]:
        cards = tuple(sorted(_read_cards(hand, "hand")))
        if len(cards) != self.game.hole_cards:
            raise TextError(
                f"hand {format_cards(cards)} has {len(cards)} cards, "
                f"{self.game.name} has {self.game.hole_cards}"
            )
        return cards

    def _same_game(self, other: "Range") -> "Range":
        if not isinstance(other, Range):
            raise TypeError(f"a Range is needed, not {type(other).__name__}")
        if other.game != self.game:
            raise TextError(f"ranges of two games: {self.game.name} and {other.game.name}")
        return other

    def _find_orderings(
        self, ordering: Ordering | str | Path | None, named: Mapping[str, Ordering]
    ) -> dict[str, Ordering]:
        found = {}
        assert self._pattern is not None
        for percentile in percentiles_in(self._pattern):
            name = percentile.ordering
            if name not in found:
                found[name] = self._find_ordering(percentile, ordering, named)
        return found

    def _find_ordering(
        self,
        percentile: Percentile,
        ordering: Ordering | str | Path | None,
        named: Mapping[str, Ordering],
    ) -> Ordering:
        name = percentile.ordering
        by_name = {key.lower(): value for key, value in named.items()}
        found = by_name.get(name.lower())
        try:
            if found is None and name == "":
                found = own_orderings.find(self.game if ordering is None else ordering)
            elif found is None:
                found = own_orderings.find_named(name, by_name)
        except TextError as error:
            raise self._error(percentile, str(error)) from None
        if found.hole_cards != self.game.hole_cards:
            raise self._error(
                percentile,
                f"ordering {found.name!r} is of {found.hole_cards} cards, "
                f"{self.game.name} has {self.game.hole_cards}",
            )
        return found

    def _error(self, percentile: Percentile, problem: str) -> RangeError:
        return RangeError(problem, self.text, max(0, self.text.find(percentile.text)))

    def _classes_of(self, percentile: Percentile) -> Mask:
        return self._orderings[percentile.ordering].top(percentile.upto, percentile.above)

    def _standing(self, percentile: Percentile, hand: Hand) -> str:
        ordering = self._orderings[percentile.ordering]
        at = ordering.percentile_of(hand)
        return f"by the ordering {ordering.name} the hand's class ends at {at:.3f}%"

    def _in_percentile(self, percentile: Percentile, hand: Hand) -> bool:
        return self._orderings[percentile.ordering].holds(hand, percentile.upto, percentile.above)


def _game(game: Game | str) -> Game:
    return game if isinstance(game, Game) else game_named(game)


def _read_cards(cards: Cards, what: str) -> tuple[int, ...]:
    found = tuple(parse_cards(cards, what) if isinstance(cards, str) else map(int, cards))
    if any(not 0 <= card < DECK_SIZE for card in found):
        raise TextError(f"{what} {found}: cards are integers 0 to 51")
    if len(set(found)) != len(found):
        raise TextError(f"{what} {format_cards(found)}: a card is given twice")
    return found

"""A spot before the flop over all classes of flops."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from omaha_equity.answers.equities import SURE
from omaha_equity.answers.study import FlopClass, Flops
from omaha_equity.cards import DECK_SIZE, Cards, card_mask, format_cards
from omaha_equity.engine.combos import (
    Combos,
    draw_deals,
    mask_cards,
    merge_alike,
    possible_combos,
    rename,
    renamings_that_keep,
)
from omaha_equity.engine.count import count_shares
from omaha_equity.errors import ImpossibleError, Interrupted, PrecisionError, TextError
from omaha_equity.games import Game
from omaha_equity.questions.plan import Progress
from omaha_equity.questions.query import Query
from omaha_equity.questions.reading import GENERIC, Holding, Reading
from omaha_equity.questions.wish import Wish

DRAWN_AT_ONCE = 40
"""Deals drawn for each class between looks at the precision."""
DEFAULT_DEALS = 700_000
MOST_DEALS = 200_000_000
FEWEST_DEALS = 2
"""Deals of a class without which its equity has no error."""
MOST_IDLE_ROUNDS = 200
"""Rounds in which nothing could be dealt, before that is taken for a fact."""


def flops(
    players: Sequence[Cards | Holding],
    dead: Cards = "",
    game: Game | str | None = None,
    *,
    board: Cards = "",
    exact: bool | None = None,
    precision: float | None = None,
    deals: int | None = None,
    seed: int = 0,
    reading: Reading = GENERIC,
    progress: Progress | None = None,
) -> Flops:
    """Return every player's equity on each of the 1,755 classes of flops that can come.

    Hands are exact.  With ranges equally many flops of each class are drawn, with hands for all
    players; what turn and river do to each such deal is counted exactly.

    Args:
        board: in Courchevel the card exposed before the flop, which every flop then holds.
        precision: sample until the 95% half-width on every class is at most this.
        deals: sample about this many deals of hands and flop, 700,000 unless asked.
        players, dead, game, exact, seed, reading: as for `omaha_equity.equity`.
        progress: called with the share of the work that is done.

    Raises:
        TextError, ImpossibleError: as `omaha_equity.equity`.
        PrecisionError: ``exact`` was asked for with ranges, or too small a ``precision``.
        Interrupted: Ctrl-C with ranges, with what was sampled so far.

    >>> found = flops(["AsAhKdKc", "Ts9s8h7h"])
    >>> len(found.classes), found.flops, found.means[0] == found.now.players[0].equity_exact
    (1725, 13244, True)
    """
    wish = Wish(exact, precision, deals, None, seed)
    query = Query.of(players, board, dead, game, wish=wish, reading=reading)
    return answer(query, progress)


def answer(query: Query, progress: Progress | None = None) -> Flops:
    """As `flops`, for a question that is read."""
    _check_board(query.game, query.board)
    if query.counted:
        return _of_hands(query, progress)
    if query.wish.exact:
        raise PrecisionError(
            "with ranges equities on all flops are sampled; leave exact out, or name one flop"
        )
    return _of_ranges(query, progress)


def _check_board(game: Game, board: tuple[int, ...]) -> None:
    before = game.streets[0]
    if len(board) not in (0, before):
        wanted = "none or the card exposed before it" if before else "none"
        raise TextError(
            f"board: {format_cards(board)}; for the flops of {game.title} give {wanted}"
        )


def _of_hands(query: Query, progress: Progress | None) -> Flops:
    from omaha_equity.engine import solve as engine

    now = engine.solve_board(query)
    return Flops(query, now, tuple(count_flops(query, progress)), True, None)


def _of_ranges(query: Query, progress: Progress | None) -> Flops:
    from omaha_equity.engine import solve as engine

    seed = query.wish.seed
    now = engine.solve_board(replace(query, wish=Wish(seed=seed)))

    def found(classes: Sequence[FlopClass]) -> Flops:
        return Flops(query, now, tuple(classes), False, seed)

    try:
        return found(sample_flops(query, progress))
    except Interrupted as stopped:
        raise Interrupted(found(stopped.partial)) from None


@dataclass(frozen=True)
class Classes:
    """All flops and their classes.

    Attributes:
        flops: (22100, 3) uint8, cards from high to low; number: (22100,) the class of each.
        first: (1755,) the first flop of each class; size: (1755,) its flops.
    """

    flops: NDArray[np.uint8]
    number: NDArray[np.int64]
    first: NDArray[np.int64]
    size: NDArray[np.int64]


@cache
def flop_classes() -> Classes:
    """Find the 1,755 classes of flops, aces first."""
    flops = np.array(list(combinations(range(DECK_SIZE - 1, -1, -1), 3)), np.uint8)
    masks = mask_cards(flops)[:, None]
    namings = renamings_that_keep([])
    first, _ = merge_alike(masks, np.ones(len(flops)), namings)
    # Each class has the number of its least member; that of a flop is found by renaming it.
    first = np.sort(first)
    number = _numbers(masks, first, namings)
    return Classes(flops, number, first, np.bincount(number))


def _numbers(
    masks: NDArray[np.uint64], first: NDArray[np.int64], namings: list[tuple[int, ...]]
) -> NDArray[np.int64]:
    order = np.argsort(masks[:, 0])
    number = np.full(len(masks), -1, np.int64)
    for naming in namings:
        renamed = rename(masks[first, 0], naming)
        number[order[np.searchsorted(masks[:, 0], renamed, sorter=order)]] = np.arange(len(first))
    return number


def count_flops(query: Query, progress: Progress | None = None) -> list[FlopClass]:
    """Count every board of every flop of fixed hands."""
    known = flop_classes()
    can = _can_come(query.board, [*query.dead, *(c for hand in query.hands for c in hand)])
    hands = np.array(query.hands, np.uint8)
    shares = count_shares(
        np.broadcast_to(hands, (len(can), *hands.shape)),
        known.flops[can],
        query.dead,
        query.game.high_low,
        progress,
    )
    number, count = known.number[can], len(known.first)
    _, first = np.unique(number, return_index=True)
    shown = dict(zip(number[first].tolist(), can[first].tolist(), strict=True))
    flops = np.bincount(number, minlength=count).tolist()
    won = [np.bincount(number, column, count).astype(np.int64) for column in shares.won.T]
    return [
        FlopClass(
            tuple(known.flops[shown[place]].tolist()),
            int(known.size[place]),
            flops[place],
            Fraction(flops[place], len(can)),
            0.0,
            tuple(Fraction(int(of[place]), shares.whole * flops[place]) for of in won),
            (0.0,) * len(won),
            shares.boards * flops[place],
        )
        for place in range(count)
        if flops[place]
    ]


def _can_come(board: Sequence[int], seen: Sequence[int]) -> NDArray[np.int64]:
    """The places of the flops with all cards of ``board`` and none of ``seen``."""
    masks = mask_cards(flop_classes().flops)
    exposed = np.uint64(card_mask(board))
    return np.flatnonzero((masks & np.uint64(card_mask(seen)) == 0) & (masks & exposed == exposed))


@dataclass
class _Sums:
    """By class: flops drawn, deals kept, and for each player pot shares and their squares."""

    drawn: NDArray[np.int64]
    kept: NDArray[np.int64]
    won: NDArray[np.float64]
    squares: NDArray[np.float64]

    @classmethod
    def none(cls, players: int, classes: int) -> "_Sums":
        """Nothing drawn yet."""
        whole = np.zeros((2, classes), np.int64)
        return cls(*whole, *np.zeros((2, players, classes)))

    def errors(self) -> NDArray[np.float64]:
        """(players, classes) standard errors; infinite where fewer than two deals were kept."""
        kept = np.maximum(self.kept, 1)
        mean = self.won / kept
        variance = np.maximum(self.squares / kept - mean**2, 0.0) * kept / np.maximum(kept - 1, 1)
        # As everywhere: what was not seen in n equal deals may still have 3 / n.
        found = np.maximum(np.sqrt(variance / kept), 1.5 / kept)
        return np.where(self.kept >= FEWEST_DEALS, found, np.inf)


def sample_flops(query: Query, progress: Progress | None = None) -> list[FlopClass]:
    """Draw as many flops of every class; what follows each deal of hands and flop is counted.

    Raises:
        PrecisionError: the precision asked for would take too many deals.
        Interrupted: Ctrl-C, with the classes so far.
    """
    combos = possible_combos(query)
    known = flop_classes()
    can = _can_come(query.board, query.dead)
    members = [can[known.number[can] == place] for place in range(len(known.first))]
    open_classes = np.array([place for place, of in enumerate(members) if len(of)])
    sums = _Sums.none(len(query.players), len(members))
    number, done = 0, 0.0
    try:
        while done < 1:
            rng = np.random.default_rng([query.wish.seed, number])
            _draw_round(query, combos, members, open_classes, sums, rng)
            number += 1
            if number > MOST_IDLE_ROUNDS and not sums.kept.any():
                raise ImpossibleError("the players' ranges hardly ever go together; no deal found")
            done = _done(query, sums)
            if progress:
                progress(min(1.0, done))
    except KeyboardInterrupt:
        if not sums.kept.any():
            raise
        raise Interrupted(_derive(known, members, sums)) from None
    return _derive(known, members, sums)


def _draw_round(
    query: Query,
    combos: Sequence[Combos | None],
    members: Sequence[NDArray[np.int64]],
    open_classes: NDArray[np.int64],
    sums: _Sums,
    rng: np.random.Generator,
) -> None:
    known = flop_classes()
    places = np.repeat(open_classes, DRAWN_AT_ONCE)
    drawn = np.concatenate([rng.choice(members[p], DRAWN_AT_ONCE) for p in open_classes])
    held = query.game.hole_cards
    deals = draw_deals(combos, held, known.flops[drawn], 0, query.dead, rng)
    shares = count_shares(deals.hands, deals.boards, query.dead, query.game.high_low)
    equities = shares.won / shares.whole
    number, count = places[deals.rows], len(members)
    sums.drawn += np.bincount(places, minlength=count)
    sums.kept += np.bincount(number, minlength=count)
    for seat, column in enumerate(equities.T):
        sums.won[seat] += np.bincount(number, column, count)
        sums.squares[seat] += np.bincount(number, column * column, count)


def _done(query: Query, sums: _Sums) -> float:
    """What part of the wish is fulfilled."""
    dealt = int(sums.kept.sum())
    if query.wish.precision is None:
        return dealt / (query.wish.deals or DEFAULT_DEALS)
    errors = sums.errors()[:, sums.kept > 0]
    worst = float(errors.max()) * SURE if errors.size else np.inf
    if worst <= query.wish.precision:
        return 1.0
    if np.isfinite(worst):
        needed = dealt * (worst / query.wish.precision) ** 2
        if needed > MOST_DEALS:
            raise PrecisionError(
                f"±{query.wish.precision:.3%} on every flop would take about {needed:.1e} deals; "
                f"ask for less"
            )
    # The worst of many classes falls more slowly than it should.
    return 0.0 if not np.isfinite(worst) else min(0.99, (query.wish.precision / worst) ** 2)


def _derive(known: Classes, members: Sequence[NDArray[np.int64]], sums: _Sums) -> list[FlopClass]:
    """The classes: one is as likely as it has flops, and as often as players can be dealt it."""
    likely = [
        Fraction(len(members[p]) * int(sums.kept[p]), max(1, int(sums.drawn[p])))
        for p in range(len(members))
    ]
    total = sum(likely, Fraction(0))
    errors = sums.errors()
    return [
        FlopClass(
            tuple(known.flops[members[place][0]].tolist()),
            int(known.size[place]),
            len(members[place]),
            likely[place] / total,
            _share_error(float(likely[place] / total), sums.kept[place], sums.drawn[place]),
            tuple(Fraction(float(won[place])) / int(sums.kept[place]) for won in sums.won),
            tuple(min(float(error[place]), sqrt(0.5)) for error in errors),
            int(sums.kept[place]),
        )
        for place in range(len(members))
        if sums.kept[place]
    ]


def _share_error(share: float, kept: int, drawn: int) -> float:
    """The standard error of a share that goes by how many of the deals drawn were kept."""
    return share * sqrt((1 - kept / drawn) / kept)

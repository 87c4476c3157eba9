"""How equities are spread: over a range's combos, or over the cards of a later street."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import ceil, comb, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from omaha_equity.answers.distribution import Distribution
from omaha_equity.answers.equities import SURE, ComboEquities
from omaha_equity.cards import DECK_SIZE, Cards
from omaha_equity.engine import solve as engine
from omaha_equity.engine.combos import (
    Combos,
    any_hand,
    check,
    combos_of,
    draw_deals,
    mask_cards,
    no_deal,
    possible_combos,
    weight_units,
)
from omaha_equity.engine.count import count_shares
from omaha_equity.errors import ImpossibleError, Interrupted, PrecisionError, TextError
from omaha_equity.games import STREETS, Game
from omaha_equity.questions.plan import Progress, part
from omaha_equity.questions.query import Query
from omaha_equity.questions.reading import GENERIC, Hand, Holding, Reading, held_as
from omaha_equity.questions.wish import Wish

AGAINST = ("dealt", "range")
FEWEST_DRAWS = 100
QUICK_SPOTS = 400_000
"""So many spots are counted when nobody asked for all: some seconds on the flop."""
MOST_SPOTS = 10_000_000
DEFAULT_DRAWS = 100_000
MOST_DRAWS = 20_000_000
DRAWN_AT_ONCE = 1 << 14
MOST_IDLE_ROUNDS = 50


def distribution(
    own: Cards | Holding,
    opponent: Cards | Holding,
    board: Cards = "",
    dead: Cards = "",
    game: Game | str | None = None,
    *,
    street: str = "",
    against: str = "",
    levels: Sequence[float] = (),
    exact: bool | None = None,
    precision: float | None = None,
    deals: int | None = None,
    seed: int = 0,
    reading: Reading = GENERIC,
    progress: Progress | None = None,
) -> Distribution:
    """Return how a hand's or range's equity against another is spread.

    Without ``street`` over its combos: each has one equity against the opponent's whole range,
    exact once a flop is dealt.  With ``street`` over what is dealt by then.  Combos count by
    their weights and by the deals they have, so the mean is the equity.

    Args:
        street: ``"flop"``, ``"turn"`` or ``"river"``, later than the board's.
        against: with a street: ``"dealt"``, the default: one combo of the opponent is dealt, and
            the equity is against it alone; ``"range"``: it is against the whole range, which
            needs a board on which one card is drawn.
        levels: equities, 0 to 1, of which the answer tells how often a hand has at least so much.
        precision: the 95% half-width of every share of hands, from draws of combos.
        deals: sample this many; without a street and a flop, over all combos.
        own, opponent, board, dead, game, exact, seed, reading: as for `omaha_equity.equity`.
        progress: called with the share of the work that is done.

    Raises:
        TextError, ImpossibleError, PrecisionError, Interrupted: as `omaha_equity.equity`.

    >>> found = distribution("AA", "KK!AA", "Kd8s4h2c", game="plo4")
    >>> found.exact, len(found.equities), found.equity < 0.1
    (True, 5835, True)
    """
    wish = Wish(exact, precision, deals, None, seed)
    query = Query.of([own, opponent], board, dead, game, wish=wish, reading=reading)
    return answer(query, street, against, levels, progress)


def answer(
    query: Query,
    street: str = "",
    against: str = "",
    levels: Sequence[float] = (),
    progress: Progress | None = None,
) -> Distribution:
    """As `distribution`, for a question that is read."""
    _check(street, against, levels)
    to_come = _to_come(query, street, against) if street else 0
    if query.wish.precision is not None and not street and not query.board:
        raise TextError("before the flop each combo is sampled: give a number of deals instead")
    asked = query
    try:
        if street:
            found = _by_street(query, asked, street, to_come, against or AGAINST[0], progress)
        else:
            found = _by_combo(query, asked, progress)
    except Interrupted as stopped:
        raise Interrupted(replace(stopped.partial, levels=tuple(levels))) from None
    return replace(found, levels=tuple(levels))


def _check(street: str, against: str, levels: Sequence[float]) -> None:
    wrong = next((level for level in levels if not 0 <= level <= 1), None)
    if wrong is not None:
        raise TextError(f"an equity of {wrong:g} is asked for; give 0 to 1, as 0.6")
    if against and against not in AGAINST:
        raise TextError(f"against is {against!r}; give dealt or range")
    if not street and against == AGAINST[0]:
        raise TextError("against one dealt hand needs a street: flop, turn or river")


def _to_come(query: Query, street: str, against: str) -> int:
    """Return how many cards come until the street."""
    if street not in STREETS[1:]:
        raise TextError(f"no street {street!r}; give flop, turn or river")
    to_come = query.game.cards_on[street] - len(query.board)
    if to_come <= 0:
        raise TextError(f"the {street} is dealt already; give a later street, or none")
    if against == "range" and to_come > 1:
        raise TextError(
            f"{to_come} cards come until the {street}; equities against the whole range are "
            "told of one card; leave against out for the dealt hand"
        )
    return to_come


def _by_street(
    query: Query,
    asked: Query,
    street: str,
    to_come: int,
    against: str,
    progress: Progress | None,
) -> Distribution:
    try:
        if against == "range":
            found = against_range(query, progress)
        else:
            found = against_dealt(query, to_come, progress)
    except Interrupted as stopped:
        partial = _of_spread(stopped.partial, asked, street, against, query.wish.seed)
        raise Interrupted(partial) from None
    return _of_spread(found, asked, street, against, query.wish.seed)


def _by_combo(query: Query, asked: Query, progress: Progress | None) -> Distribution:
    from omaha_equity.engine import solve as engine

    wish, draws = query.wish, 0
    if wish.precision is not None:
        own, draws = _draw_combos(query, wish.precision)
        query = replace(query, players=(own, query.players[1]), wish=replace(wish, precision=None))
    try:
        found = engine.solve_combos(query, progress)
    except Interrupted as stopped:
        raise Interrupted(_of_combos(stopped.partial, asked, wish, 0)) from None
    return _of_combos(found, asked, wish, draws)


def _draw_combos(query: Query, precision: float) -> tuple[Hand | Holding | None, int]:
    """Draw enough combos for every share to be sure; all of them where they are few."""
    draws = max(FEWEST_DRAWS, ceil((SURE / 2 / precision) ** 2))
    return draw_combos(query, draws)


def _of_combos(found: ComboEquities, asked: Query, wish: Wish, draws: int) -> Distribution:
    share = found.deals * found.weights if found.exact else found.deals
    order = found.equities.argsort(kind="stable")
    equities, shares = found.equities[order], share[order] / share.sum()
    error = found.error
    if draws:
        variance = float((shares * (equities - found.equity) ** 2).sum())
        error = (variance / draws) ** 0.5
    exact = found.exact and not draws
    return Distribution(
        asked,
        street="",
        against="range",
        equities=equities,
        shares=shares,
        exact=exact,
        equity=found.equity,
        error=error,
        draws=draws,
        deals=len(found.cards) if found.exact else int(found.deals.sum()),
        seed=None if exact else wish.seed,
        combo_error=float(sorted(found.errors.tolist())[len(found.errors) // 2]),
    )


def _of_spread(found: "Spread", asked: Query, street: str, against: str, seed: int) -> Distribution:
    order = found.equities.argsort(kind="stable")
    equities, shares = found.equities[order], found.weights[order] / found.weights.sum()
    mean = float((equities * shares).sum())
    error = 0.0
    if found.draws:
        variance = float((shares * (equities - mean) ** 2).sum())
        error = max((variance / found.draws) ** 0.5, 1.5 / found.draws)
    return Distribution(
        asked,
        street=street,
        against=against,
        equities=equities,
        shares=shares,
        exact=not found.draws,
        equity=mean,
        error=error,
        draws=found.draws,
        deals=len(equities),
        seed=seed if found.draws else None,
    )


class Spread(NamedTuple):
    """Equities and how much each counts.

    Attributes:
        equities, weights: (N,) float64; draws: independent draws behind them, 0 = all there are.
    """

    equities: NDArray[np.float64]
    weights: NDArray[np.float64]
    draws: int


@dataclass(frozen=True, eq=False)
class Listed:
    """Some hands as a range."""

    text: str
    combos: NDArray[np.uint8]
    weights: NDArray[np.float64]
    game: Game


def draw_combos(query: Query, draws: int) -> tuple[Hand | Holding | None, int]:
    """Draw combos of the first player by weight, in proportion to how often they are held.

    Returns:
        The combos as a range in which each weighs by how often it was drawn, and the number
        of draws; all that is held and 0 where that has no more combos.
    """
    held = query.players[0]
    ours, theirs = possible_combos(query)
    check([ours, theirs])
    own = any_hand(query) if ours is None else ours
    if len(own) <= draws:
        return held, 0
    rng = np.random.default_rng(query.wish.seed)
    drawn = rng.choice(len(own), draws, p=own.weights / own.weights.sum())
    found, times = np.unique(drawn, return_counts=True)
    weights = times.astype(np.float64)
    return Listed(held_as(held), own.cards[found], weights, query.game), draws


def against_range(query: Query, progress: Progress | None) -> Spread:
    """Every combo's equity against the whole other range after each next card, exactly."""
    if query.wish.deals is not None or query.wish.precision is not None:
        raise PrecisionError(
            "against the whole range every next card is counted; leave deals and precision out"
        )
    exact = replace(query, wish=Wish(exact=True))
    cards, weigh = query.deck(), _unit_weights(query)
    parts = []
    for done, card in enumerate(cards):
        asked = replace(exact, boards=((*query.board, card),))
        try:
            found = engine.solve_combos(asked, part(progress, done, len(cards)))
        except ImpossibleError:
            continue
        parts.append((found.equities, found.deals * weigh(asked, found.cards)))
    if not parts:
        raise no_deal()
    equities, weights = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    return Spread(equities, weights, 0)


def _unit_weights(query: Query) -> Callable[[Query, Any], Any]:
    """What each of our combos weighs on a board, in one unit for all boards."""
    held = query.players[0]
    own = None if held is None else combos_of(held)
    order = None if own is None else np.argsort(own.masks)

    def weigh(asked: Query, cards: NDArray[np.uint8]) -> Any:
        their_unit = float(weight_units(asked)[1])
        if own is None or order is None:
            return their_unit
        places = order[np.searchsorted(own.masks, mask_cards(cards), sorter=order)]
        return own.weights[places] * their_unit

    return weigh


def against_dealt(query: Query, to_come: int, progress: Progress | None) -> Spread:
    """The equity against the one combo that the opponent is dealt, hand by hand, card by card."""
    combos = possible_combos(query)
    check(combos)
    spots = _count_spots(query, combos, to_come)
    wish = query.wish
    if wish.exact and spots > MOST_SPOTS:
        raise PrecisionError(f"exact means {spots:.1e} spots here; leave it out to sample")
    if wish.exact or (wish.deals is None and wish.precision is None and spots <= QUICK_SPOTS):
        listed = [any_hand(query) if one is None else one for one in combos]
        return _count_all(query, listed, to_come, progress)
    return _sample(query, combos, to_come, progress)


def _count_spots(query: Query, combos: Sequence[Combos | None], to_come: int) -> int:
    seen = len(query.seen())
    held = query.game.hole_cards
    sizes = [comb(DECK_SIZE - seen, held) if c is None else len(c) for c in combos]
    return prod(sizes) * comb(DECK_SIZE - seen - len(combos) * held, to_come)


def _count_all(
    query: Query, combos: Sequence[Combos], to_come: int, progress: Progress | None
) -> Spread:
    ours, theirs = combos
    known = {*query.board, *query.dead}
    deck = [card for card in range(DECK_SIZE) if card not in known]
    draws = np.array(list(combinations(deck, to_come)), np.uint8)
    drawn = mask_cards(draws)
    parts = []
    for place in range(len(draws)):
        left = np.flatnonzero(ours.masks & drawn[place] == 0)
        right = np.flatnonzero(theirs.masks & drawn[place] == 0)
        fine = ours.masks[left][:, None] & theirs.masks[right][None, :] == 0
        own, other = np.nonzero(fine)
        own, other = left[own], right[other]
        hands = np.stack([ours.cards[own], theirs.cards[other]], axis=1)
        boards = np.tile(np.array([*query.board, *draws[place]], np.uint8), (len(own), 1))
        parts.append((_equities(query, hands, boards), ours.weights[own] * theirs.weights[other]))
        if progress:
            progress((place + 1) / len(draws))
    equities, weights = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    return Spread(equities, weights, 0)


def _equities(
    query: Query, hands: NDArray[np.uint8], boards: NDArray[np.uint8]
) -> NDArray[np.float64]:
    """The first player's equity in each spot."""
    shares = count_shares(hands, boards, query.dead, query.game.high_low)
    found: NDArray[np.float64] = shares.won[:, 0] / shares.whole
    return found


def _sample(
    query: Query,
    combos: Sequence[Combos | None],
    to_come: int,
    progress: Progress | None,
) -> Spread:
    wanted = query.wish.deals or DEFAULT_DRAWS
    if query.wish.precision is not None:
        wanted = ceil((SURE / 2 / query.wish.precision) ** 2)
        if wanted > MOST_DRAWS:
            raise PrecisionError(
                f"±{query.wish.precision:.4%} takes {wanted:.1e} deals; ask for less"
            )
    known = np.tile(np.array(query.board, np.uint8), (DRAWN_AT_ONCE, 1))
    found: list[NDArray[np.float64]] = []
    count = number = 0
    try:
        while count < wanted:
            rng = np.random.default_rng([query.wish.seed, number])
            deals = draw_deals(combos, query.game.hole_cards, known, to_come, query.dead, rng)
            number += 1
            if number >= MOST_IDLE_ROUNDS and not count:
                raise PrecisionError("nearly every draw of the ranges shares a card; none was kept")
            left = wanted - count
            part = _equities(query, deals.hands[:left], deals.boards[:left])
            found.append(part)
            count += len(part)
            if progress:
                progress(count / wanted)
    except KeyboardInterrupt:
        if not count:
            raise
        raise Interrupted(_spread(found)) from None
    return _spread(found)


def _spread(parts: Sequence[NDArray[np.float64]]) -> Spread:
    equities = np.concatenate(parts)
    return Spread(equities, np.ones(len(equities)), len(equities))

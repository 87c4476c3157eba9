"""How equities are spread: over a range's combos, or over the cards of a later street."""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING

from omaha_equity.answers.distribution import Distribution
from omaha_equity.answers.equities import SURE, ComboEquities
from omaha_equity.cards import Cards
from omaha_equity.errors import Interrupted, TextError
from omaha_equity.games import STREETS, Game
from omaha_equity.questions.plan import Progress
from omaha_equity.questions.query import Query
from omaha_equity.questions.reading import GENERIC, Hand, Holding, Reading
from omaha_equity.questions.wish import Wish

if TYPE_CHECKING:
    from omaha_equity.study.streets import Spread

AGAINST = ("dealt", "range")
FEWEST_DRAWS = 100


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
        deals: sample so many; without a street and a flop, over all combos.
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
    from omaha_equity.study import streets

    try:
        if against == "range":
            found = streets.against_range(query, progress)
        else:
            found = streets.against_dealt(query, to_come, progress)
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
    from omaha_equity.study import streets

    return streets.draw_combos(query, draws)


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

"""A spot before the flop over all classes of flops."""

from collections.abc import Sequence
from dataclasses import replace

from omaha_equity.answers.study import FlopClass, Flops
from omaha_equity.cards import Cards, format_cards
from omaha_equity.errors import Interrupted, PrecisionError, TextError
from omaha_equity.games import Game
from omaha_equity.questions.plan import Progress
from omaha_equity.questions.query import Query
from omaha_equity.questions.reading import GENERIC, Holding, Reading
from omaha_equity.questions.wish import Wish


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
        deals: sample about so many deals of hands and flop, 700,000 unless asked.
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
    from omaha_equity.study.flop_counts import count_flops

    now = engine.solve_board(query)
    return Flops(query, now, tuple(count_flops(query, progress)), True, None)


def _of_ranges(query: Query, progress: Progress | None) -> Flops:
    from omaha_equity.engine import solve as engine
    from omaha_equity.study.flop_counts import sample_flops

    seed = query.wish.seed
    now = engine.solve_board(replace(query, wish=Wish(seed=seed)))

    def found(classes: Sequence[FlopClass]) -> Flops:
        return Flops(query, now, tuple(classes), False, seed)

    try:
        return found(sample_flops(query, progress))
    except Interrupted as stopped:
        raise Interrupted(found(stopped.partial)) from None

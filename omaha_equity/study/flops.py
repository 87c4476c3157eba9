"""A spot before the flop over all classes of flops."""

from collections.abc import Callable, Sequence

from omaha_equity import api
from omaha_equity.answers.equities import Result
from omaha_equity.answers.study import Asked, FlopClass, Flops
from omaha_equity.cards import format_cards
from omaha_equity.errors import Interrupted, PrecisionError, TextError
from omaha_equity.games import Game
from omaha_equity.questions.query import Cards, Holding, Query, RangeQuery, Wish
from omaha_equity.questions.reading import Reading, read_question

Progress = Callable[[float], None]


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
    reading: Reading | None = None,
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
    query = read_question(players, board, dead, game, wish, reading or Reading())
    _check_board(query.game, query.board)
    if isinstance(query, Query):
        return _of_hands(query, progress)
    if exact:
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
    from omaha_equity.study.flop_counts import count_flops

    [now] = api.equity_many([query])
    asked = _asked(query, now)
    return Flops(asked, now, tuple(count_flops(query, progress)), True, None)


def _asked(query: Query | RangeQuery, now: Result) -> Asked:
    names = tuple(player.name for player in now.players)
    return Asked(query.game, names, query.board, query.dead)


def _of_ranges(query: RangeQuery, progress: Progress | None) -> Flops:
    held = ["random" if one is None else one for one in query.players]
    now = api.equity(held, query.board, query.dead, query.game, seed=query.wish.seed)
    asked = _asked(query, now)

    def answer(classes: Sequence[FlopClass]) -> Flops:
        return Flops(asked, now, tuple(classes), False, query.wish.seed)

    from omaha_equity.study.flop_counts import sample_flops

    try:
        return answer(sample_flops(query, progress))
    except Interrupted as stopped:
        raise Interrupted(answer(stopped.partial)) from None

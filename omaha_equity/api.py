"""The one door for programs; everything here is re-exported lazily by `omaha_equity`.

Functions import the engine when first called, so importing this module costs nothing.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from omaha_equity.cards import format_cards, parse_cards
from omaha_equity.engine.asking import Reading, read_boards_question, read_question
from omaha_equity.errors import OmahaError, PrecisionError, TextError
from omaha_equity.games import Game, game_named, high_game
from omaha_equity.model import ComboEquities, Comparison, Evaluation, Result
from omaha_equity.query import (
    BoardsQuery,
    Cards,
    Holding,
    Query,
    RangeQuery,
    Wish,
    read_hole_and_board,
)
from omaha_equity.several_model import BoardsResult

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from omaha_equity.chips_model import ExpectedChips, PotOdds
    from omaha_equity.engine.ranges import RangePlan
    from omaha_equity.pots.hand import PotHand
    from omaha_equity.pots.settlement import Settlement
    from omaha_equity.ranges.orderings import Ordering
    from omaha_equity.ranges.summary import Standing


def equity(
    hands: Sequence["Cards | Holding"],
    board: Cards = "",
    dead: Cards = "",
    game: Game | str | None = None,
    *,
    exact: bool | None = None,
    precision: float | None = None,
    deals: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    reading: Reading | None = None,
    progress: Callable[[float], None] | None = None,
    announce: "Callable[[RangePlan], None] | None" = None,
) -> Result:
    """Return every player's equity: exact for hands, and for ranges wherever that is quick.

    Args:
        hands: 2 to 10 players, each a hand of 4 to 7 cards (text or integers), a range (text,
            with ``game`` named, or a `Range`), or ``"random"``.
        board: the 0 to 5 known board cards.
        dead: cards known to be out of play.
        game: a game or its name; without it the number of cards decides, high only.
        exact: True = count every deal, however long that takes, or refuse.
        precision: sample until the 95% half-width of every equity is at most this.
        deals, seconds: sample so many deals, or for so long.
        seed: decides the sampled deals, whatever the number of threads.
        reading: how range texts are read.
        progress: called with the share of the work that is done, where there are ranges.
        announce: called with the plan before the work starts, where there are ranges.

    Raises:
        TextError: something cannot be read, or numbers of cards do not fit.
        ImpossibleError: a card is used twice, or no deal is possible.
        PrecisionError: ``exact`` was asked for and would take too long.
        Interrupted: Ctrl-C while sampling; a `KeyboardInterrupt` with the result so far.

    >>> result = equity(["AsAhKdKc", "Ts9s8h7h"])
    >>> result.boards, result.players[0].high_wins, round(result.players[0].equity, 6)
    (1086008, 591091, 0.544279)
    >>> result = equity(["QsTsJd2d", "AA"], board="AdKs3s", game="plo4")
    >>> result.exact, result.boards, round(result.players[0].equity, 6)
    (True, 2152500, 0.414896)
    """
    # Before the engine, which loads NumPy: a text error comes at once.
    wish = Wish(exact, precision, deals, seconds, seed)
    query = read_question(hands, board, dead, game, wish, reading or Reading())
    if isinstance(query, Query):
        from omaha_equity.engine import exact as exact_engine

        return exact_engine.solve(query)
    from omaha_equity.engine import ranges

    return ranges.solve(query, progress, announce)


def equity_boards(
    hands: Sequence["Cards | Holding"],
    boards: Sequence[Cards] = ("", ""),
    runs: int = 0,
    dead: Cards = "",
    game: Game | str | None = None,
    *,
    exact: bool | None = None,
    precision: float | None = None,
    deals: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    reading: Reading | None = None,
    progress: Callable[[float], None] | None = None,
) -> BoardsResult:
    """Return equities and the whole distribution of pot shares on several boards.

    Hands are exact, whatever the street; of three runs of three or more cards only the
    distribution is sampled.  Ranges are exact where both boards are on the turn or river.

    Args:
        boards: the known cards of each of two boards; with ``runs``, of one.
        runs: how often the rest of the one board is dealt, 2 or 3; 0 = two boards.
        hands, dead, game, exact, precision, deals, seconds, seed, reading, progress: as for
            `equity`.

    Raises:
        TextError, ImpossibleError, PrecisionError, Interrupted: as `equity`.

    >>> result = equity_boards(["AsAhKdKc", "Ts9s8h7h"])
    >>> result.deals, [player.scoops for player in result.players]
    (625276708056, [179328520056, 123955666338])
    """
    wish = Wish(exact, precision, deals, seconds, seed)
    query = read_boards_question(hands, boards, runs, dead, game, wish, reading or Reading())
    if isinstance(query, BoardsQuery):
        from omaha_equity.engine import several, several_sampled

        if exact and several.needs_sample(query):
            raise PrecisionError(
                "the distribution of three runs of three or more cards cannot be counted; leave "
                "exact out: it is sampled, and equities and deviations are exact all the same"
            )
        sample = partial(several_sampled.sample_distributions, seed=seed)
        return several.solve(query, sample)
    from omaha_equity.engine import several_ranges

    return several_ranges.solve(query, progress)


def compare(
    first: "Cards | Holding",
    second: "Cards | Holding",
    opponents: Sequence["Cards | Holding"],
    board: Cards = "",
    dead: Cards = "",
    game: Game | str | None = None,
    *,
    precision: float | None = None,
    deals: int | None = None,
    seed: int = 0,
    reading: Reading | None = None,
    progress: Callable[[float], None] | None = None,
) -> Comparison:
    """Return how much better the first holding does than the second against the same opponents.

    Both are dealt the same cards as far as possible, so the difference is sure to far less
    than either equity.  Arguments as `equity`; ``precision`` is of the difference.

    >>> found = compare("AsAhKsKh", "AsAhKdKc", ["QQ"], game="plo4", deals=20_000, seed=1)
    >>> found.difference > 2 * found.error
    True
    """
    wish = Wish(None, precision, deals, None, seed)
    one, other = (
        read_question([own, *opponents], board, dead, game, wish, reading or Reading(), True)
        for own in (first, second)
    )
    assert isinstance(one, RangeQuery)
    assert isinstance(other, RangeQuery)
    from omaha_equity.engine import comparing

    return comparing.compare(one, other, progress)


def equity_by_combo(
    own: "Cards | Holding",
    opponent: "Cards | Holding",
    board: Cards = "",
    dead: Cards = "",
    game: Game | str | None = None,
    *,
    exact: bool | None = None,
    deals: int | None = None,
    seed: int = 0,
    reading: Reading | None = None,
    progress: Callable[[float], None] | None = None,
) -> ComboEquities:
    """Return the equity of every combo of ``own`` against ``opponent``, as arrays.

    Exact once a board is dealt, or with ``exact``; else sampled.  Arguments as `equity`.

    >>> found = equity_by_combo("AA", "KK!AA", board="Kd8s4h2c", game="plo4")
    >>> found.cards.shape, found.exact
    ((5835, 4), True)
    """
    wish = Wish(exact, None, deals, None, seed)
    query = read_question([own, opponent], board, dead, game, wish, reading or Reading(), True)
    assert isinstance(query, RangeQuery)
    from omaha_equity.engine import by_combo

    return by_combo.equities(query, progress)


def equity_many(
    queries: Iterable[Query | Sequence[Cards]], threads: int | None = None
) -> list[Result]:
    """Return the exact equities of many spots, using all cores.

    Args:
        queries: each a `Query`, or just its hands.
        threads: how many threads, 1 or more; None = one per core.  Results never depend on
            it, and few spots are answered at once without any.

    Raises:
        TextError, ImpossibleError: as `equity`, for the first bad spot, naming its place; or
            fewer than one thread.

    >>> low_spot = Query.of(["AcAd2h3s", "KcKdQcQd"], game="o8")
    >>> spots = [["AsAhKdKc", "Ts9s8h7h"], low_spot]
    >>> [result.game.name for result in equity_many(spots)]
    ['plo4', 'o8']
    """
    read = _read_queries(queries)
    if threads is not None and threads < 1:
        raise TextError(f"threads is {threads}; give 1 or more, or None for one per core")
    from omaha_equity.engine import exact

    return exact.solve_many(read, threads)


def evaluate(hole: Cards, board: Cards, game: Game | str | None = None) -> Evaluation:
    """Return the best hand of exactly two hole cards and three board cards.

    Args:
        hole: 4 to 7 hole cards.
        board: 3, 4 or 5 board cards.
        game: a game or its name; high/low games also give the low.

    Raises:
        TextError: something cannot be read, or fewer than three board cards.
        ImpossibleError: a card is used twice.

    >>> made = evaluate("Ks8cJs5c", "3s5hQsQd9h").high
    >>> made.name, made.value
    ('two pair, queens and fives', 4675)
    """
    found, hole_cards, board_cards = read_hole_and_board(hole, board, game)
    from omaha_equity.engine import evaluator

    return evaluator.evaluate(found, hole_cards, board_cards)


def evaluate_many(holes: "ArrayLike", boards: "ArrayLike") -> "NDArray[np.uint16]":
    """Return the high value of many deals, 1..7462, **bigger is better**.

    Args:
        holes: (N, h) cards, h from 4 to 7, uint8.
        boards: (N, 5) cards, uint8.

    Returns:
        (N,) uint16.

    Raises:
        TextError: wrong shapes, or numbers that are no cards.
        ImpossibleError: a card twice in one deal, naming the row.

    >>> evaluate_many([[51, 50, 49, 48]], [[0, 5, 10, 15, 16]])
    array([3927], dtype=uint16)
    """
    from omaha_equity.engine import evaluator

    return evaluator.evaluate_many(holes, boards)


def evaluate_many_low(holes: "ArrayLike", boards: "ArrayLike") -> "NDArray[np.uint8]":
    """Return the low value of many deals: 0 = no low, else 1..56, **bigger is better**.

    Arguments and errors as `evaluate_many`; returns (N,) uint8.

    >>> evaluate_many_low([[51, 0, 45, 41]], [[4, 9, 14, 46, 43]])
    array([56], dtype=uint8)
    """
    from omaha_equity.engine import evaluator

    return evaluator.evaluate_many_low(holes, boards)


def compare_high(first: Any, second: Any) -> Any:
    """Return 1 where ``first`` is the better high value, -1 where it is worse, 0 for a tie.

    Takes integers or arrays of them, as `evaluate_many` returns.

    >>> compare_high(7462, 1)
    1
    """
    from omaha_equity.engine import evaluator

    return evaluator.compare(first, second)


def compare_low(first: Any, second: Any) -> Any:
    """Return 1 where ``first`` is the better low value, -1 where it is worse, 0 for a tie.

    No low (0) loses to every low.

    >>> compare_low(0, 1)
    -1
    """
    from omaha_equity.engine import evaluator

    return evaluator.compare(first, second)


def range_warnings(
    text: str,
    game: Game | str = "plo4",
    dialect: str = "generic",
    macros: Mapping[str, str] | None = None,
) -> list[str]:
    """Return a line for every trap that a range's text may have fallen into; without NumPy.

    Raises:
        RangeError: the text cannot be read.

    >>> range_warnings("AA")
    []
    """
    from omaha_equity.ranges import parser, traps

    found = game if isinstance(game, Game) else game_named(game)
    tree = parser.parse(text, found.hole_cards, dialect, macros)
    return traps.warnings(tree, found.hole_cards)


def read_macros(path: "str | Path | None" = None) -> dict[str, str]:
    """Return the macros of the user's own file, and of the file ``path``, which win."""
    from pathlib import Path

    from omaha_equity.ranges import macros

    given = macros.load(Path(path)) if path is not None else {}
    return macros.user_macros() | given


def percentile(
    hand: Cards, game: Game | str | None = None, ordering: "Ordering | str | Path | None" = None
) -> "Standing":
    """Return where a hand stands in an ordering, by default the game's own.

    Raises:
        TextError: the hand cannot be read, or the game has no ordering.
    """
    from omaha_equity.ranges import orderings
    from omaha_equity.ranges.summary import Standing

    cards = parse_cards(hand, "hand") if isinstance(hand, str) else tuple(hand)
    found = game_of(cards) if game is None else game
    own = game_named(found) if isinstance(found, str) else found
    chosen = orderings.find(own if ordering is None else ordering)
    return Standing(
        format_cards(sorted(cards)),
        chosen.name,
        chosen.combos_before(cards),
        chosen.percentile_of(cards),
    )


def game_of(hand: Cards) -> Game:
    """Return the high game that a hand's number of cards belongs to; `PLO4` for other numbers."""
    cards = parse_cards(hand, "hand") if isinstance(hand, str) else tuple(hand)
    return high_game(len(cards) if 4 <= len(cards) <= 7 else 4)


def settle(hand: "PotHand | Mapping[str, Any]") -> "Settlement":
    """Return who gets how many chips in a finished hand, to the last chip.

    Args:
        hand: a `PotHand`, or a mapping of the shape of a hand file (``docs/settle.md``).

    Raises:
        TextError: something cannot be read, or an odd chip needs a button that is not given.
        ImpossibleError: a card is used twice, or a contested pot has an unfinished board or a
            contender without cards.

    >>> found = settle({
    ...     "board": "TcQd3sAc2d",
    ...     "seats": [
    ...         {"name": "Ann", "put": 50, "hand": "AhKd9cTh"},
    ...         {"name": "Bob", "put": 80, "hand": "4cJd9sAs"},
    ...         {"name": "Cal", "put": 20, "folded": True},
    ...     ],
    ... })
    >>> found.won, found.back, found.net
    ((120, 0, 0), (0, 30, 0), (70, -50, -20))
    """
    from omaha_equity.pots import settlement

    return settlement.settle(_read_pot_hand(hand), _judge)


def ev(
    hand: "PotHand | Mapping[str, Any]",
    *,
    exact: bool | None = None,
    precision: float | None = None,
    deals: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    progress: Callable[[float], None] | None = None,
) -> "ExpectedChips":
    """Return every seat's expected chips in a hand whose cards are still to come.

    Exact where all contenders' cards are known: each pot has its own contenders, and all cards
    that anybody is known to hold are dead.  Where a hand is a range it is sampled.

    Args:
        hand: a `PotHand`, or a mapping of the shape of a hand file (``docs/settle.md``).
        precision: the 95% half-width of expected chips, as a share of all chips in the pots.
        exact, deals, seconds, seed, progress: as for `equity`.

    Raises:
        TextError, ImpossibleError: the hand is put wrongly, or a contender's cards are missing.
        PrecisionError: ``exact`` was asked for where a hand is a range.
        Interrupted: Ctrl-C while sampling; a `KeyboardInterrupt` with the result so far.

    >>> chances = ev({
    ...     "game": "plo4", "board": "9h6s2d",
    ...     "seats": [{"name": "Ann", "put": 50, "hand": "AsAhKdKc"},
    ...               {"name": "Bob", "put": 50, "hand": "Ts9s8h7h"}],
    ... })
    >>> chances.seats[0].expected == 100 * chances.pots[0].equities[0]
    True
    """
    # Before the engine, which loads NumPy: an error comes at once.
    wish = Wish(exact, precision, deals, seconds, seed)
    read = _read_pot_hand(hand)
    from omaha_equity.engine import stakes

    stakes.find_stakes(read)
    from omaha_equity.engine import chips

    return chips.expect(read, wish, progress)


def pot_odds(chances: "ExpectedChips", name: str | None, call: int) -> "PotOdds":
    """Return what a call of ``call`` units, part of what seat ``name`` put in, needs and gets.

    The hand shows the chips after the call.  Side pots weigh by their size, and what nobody
    matches of the call comes back.  Without a name: the only seat that can have called.

    Raises:
        TextError: there is no such seat, none or several could be meant, or the call is more
            than the seat put in.
        ImpossibleError: the seat has folded or has nothing to call, or the rake takes all.

    >>> chances = ev({
    ...     "game": "plo4", "board": "9h6s2d",
    ...     "seats": [{"name": "Ann", "put": 50, "hand": "AsAhKdKc"},
    ...               {"name": "Bob", "put": 100, "hand": "Ts9s8h7h"}],
    ... })
    >>> odds = pot_odds(chances, "Ann", 25)
    >>> odds.needed, odds.equity, odds.gain
    (Fraction(1, 4), Fraction(143, 410), Fraction(405, 41))
    """
    from omaha_equity.engine import chips

    return chips.pot_odds(chances, name, call)


def find_caller(hand: "PotHand", call: int, name: str | None = None) -> str:
    """Return the name of the seat whose call `pot_odds` would take it to be, or raise as that."""
    from omaha_equity.engine import stakes

    return hand.seats[stakes.find_caller(hand, call, name)].name


def read_hand(path: "str | Path") -> "PotHand":
    """Return the hand in a hand file, TOML or JSON (``docs/settle.md``).

    Raises:
        TextError, ImpossibleError: as `settle`; the message names the file and the place.
    """
    from omaha_equity.pots import handfile

    return handfile.read_hand(path)


def parse_hand(text: str, name: str = "hand") -> "PotHand":
    """Return the hand in the text of a hand file; ``name`` is what errors call it.

    Raises:
        TextError, ImpossibleError: as `settle`.

    >>> parse_hand('seats = [{put = 5}, {put = 3, folded = true}]').live
    (0,)
    """
    from omaha_equity.pots import handfile

    return handfile.parse_hand(text, name)


def _read_pot_hand(hand: "PotHand | Mapping[str, Any]") -> "PotHand":
    from omaha_equity.pots.hand import PotHand

    if isinstance(hand, PotHand):
        return hand
    from omaha_equity.pots import handfile

    return handfile.hand_of(hand)


def _judge(
    board: tuple[int, ...], holes: Sequence[tuple[int, ...]], high_low: bool
) -> list[tuple[int, int]]:
    # Only now, when cards must be compared, are tables and NumPy needed.
    from omaha_equity.engine import values

    return values.showdown(board, holes, high_low)


def warmup(progress: Callable[[str, int, int], None] | None = None) -> None:
    """Compile and cache every kernel, so that no later call waits for the compiler.

    Args:
        progress: called with a kernel's name, its number and how many there are.
    """
    from omaha_equity.engine import warm

    warm.compile_all(progress)


def is_warm() -> bool:
    """Whether every kernel has been compiled and cached on this machine."""
    from omaha_equity.kernels import jit

    return jit.is_warm()


def cache_folder() -> "Path | None":
    """Where compiled kernels are kept; None = nowhere, because no folder can be written."""
    from omaha_equity.kernels import jit

    return jit.cache_folder()


def check_tables() -> dict[str, str]:
    """Check every rank table; return what is wrong with it by name, "" when it is sound.

    >>> check_tables()["flush"]
    ''
    """
    from omaha_equity import tables

    return tables.faults(tables.FOLDER)


def _read_queries(queries: Iterable[Query | Sequence[Cards]]) -> list[Query]:
    read = []
    for place, query in enumerate(queries, 1):
        try:
            read.append(query if isinstance(query, Query) else Query.of(query))
        except OmahaError as error:
            raise type(error)(f"spot {place}: {error}") from None
    return read

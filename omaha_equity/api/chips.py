"""Chips: finished hands settled, unfinished ones valued."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from omaha_equity.questions.wish import Wish

if TYPE_CHECKING:
    from pathlib import Path

    from omaha_equity.answers.chips import ExpectedChips, PotOdds
    from omaha_equity.pots.hand import PotHand
    from omaha_equity.pots.settlement import Settlement


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
    return expected_chips(hand, Wish(exact, precision, deals, seconds, seed), progress)


def expected_chips(
    hand: "PotHand | Mapping[str, Any]",
    wish: Wish,
    progress: Callable[[float], None] | None = None,
) -> "ExpectedChips":
    """As `ev`, with all that says how sure the answer must be in one."""
    read = _read_pot_hand(hand)
    # Before the engine, which loads NumPy: an error comes at once.
    from omaha_equity.pots import stakes

    stakes.find_stakes(read)
    from omaha_equity.engine import solve

    return solve.expect_chips(read, wish, progress)


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
    from omaha_equity.pots import stakes

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
    from omaha_equity.engine import evaluate

    return evaluate.showdown(board, holes, high_low)

"""How often a range hits a board, and with what."""

from typing import TYPE_CHECKING

from omaha_equity.cards import Cards
from omaha_equity.games import Game
from omaha_equity.questions.query import Query
from omaha_equity.questions.reading import GENERIC, Holding, Reading
from omaha_equity.questions.spot import check_board

if TYPE_CHECKING:
    from omaha_equity.answers.hits import Hits

BOARDS = (3, 4, 5)


def hits(
    holding: "Cards | Holding",
    board: Cards = "",
    dead: Cards = "",
    game: Game | str | None = None,
    *,
    reading: Reading = GENERIC,
) -> "Hits":
    """Count what a range has on a board, or how often a hand flops what.

    Every combo is in just one line of each partition (``docs/hits.md`` defines them); weights
    are respected.

    Args:
        holding: a hand, a range (text, with ``game`` named, or a `Range`) or ``"random"``.
        board: 3, 4 or 5 cards; empty, for a hand, means every flop, and
            Courchevel's exposed card every flop that holds it.
        dead: cards known to be out of play.
        game: a game or its name; high/low games tell the lows too.
        reading: how range texts are read.

    Raises:
        TextError: something cannot be read, or a range has no board.
        ImpossibleError: a card is used twice, or no combo is left.

    >>> found = hits("JcTd9h8s")
    >>> found.combos, found.count("straight"), found.count("nut straight")
    (17296, 848, 644)
    >>> hits("AA", "AdKs3s", game="plo4").count("top set")
    3151
    """
    return answer(Query.of([holding, None], board, dead, game, reading=reading))


def answer(query: Query) -> "Hits":
    """As `hits`, for a question that is read: what its first player has."""
    held, before_flop = query.players[0], (0, query.game.streets[0])
    over_flops = isinstance(held, tuple) and len(query.board) in before_flop
    if not over_flops:
        check_board(query.board, BOARDS)
    from omaha_equity.engine.combos import combos_of
    from omaha_equity.hitting import counts

    name = query.names[0]
    if over_flops and isinstance(held, tuple):
        return counts.on_flops(query.game, name, held, query.board, query.dead)
    from omaha_equity.ranges.range import Range

    own = combos_of(Range("*", query.game) if held is None else held)
    return counts.on_board(query.game, name, own.cards, own.weights, query.board, query.dead)

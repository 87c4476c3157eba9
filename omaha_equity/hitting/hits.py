"""How often a range hits a board, and with what."""

from typing import TYPE_CHECKING

from omaha_equity.cards import format_cards, parse_cards
from omaha_equity.errors import TextError
from omaha_equity.games import Game
from omaha_equity.questions.query import Cards, Holding, RangeQuery, Wish, read_cards
from omaha_equity.questions.reading import Reading, read_question
from omaha_equity.study.spot import check_board, read_spot

if TYPE_CHECKING:
    from omaha_equity.answers.hits import Hits

BOARDS = (3, 4, 5)
MOST_HOLE_CARDS = 7


def hits(
    holding: "Cards | Holding",
    board: Cards = "",
    dead: Cards = "",
    game: Game | str | None = None,
    *,
    reading: Reading | None = None,
) -> "Hits":
    """Count what a range has on a board, or how often a hand flops what.

    Every combo is in just one line of each partition (``docs/hits.md`` defines them); weights
    are respected.

    Args:
        holding: a hand, a range (text, with ``game`` named, or a `Range`) or ``"random"``.
        board: 3, 4 or 5 cards; empty, for a hand, means every flop.
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
    hand = _hand(holding)
    known = read_cards(board, "board")
    named = game if hand else _game(holding, game)
    if not hand or known:
        check_board(known, BOARDS)
    if hand:
        spot = read_spot(hand, known, dead, named, (0, *BOARDS))
        from omaha_equity.hitting import counts

        name = format_cards(hand)
        if not known:
            return counts.on_flops(spot.game, name, hand, spot.dead)
        return _on_board(spot.game, name, [sorted(hand)], [1.0], known, spot.dead)
    wish = Wish()
    query = read_question([holding, "random"], known, dead, named, wish, reading or Reading(), True)
    assert isinstance(query, RangeQuery)
    from omaha_equity.ranges.range import Range

    held = query.players[0] or Range("*", query.game)
    name = holding if isinstance(holding, str) else held.text or "range"
    return _on_board(query.game, name, held.combos, held.weights, query.board, query.dead)


def _on_board(
    game: Game,
    name: str,
    combos: object,
    weights: object,
    board: tuple[int, ...],
    dead: tuple[int, ...],
) -> "Hits":
    import numpy as np

    from omaha_equity.hitting import counts

    hands, shares = np.asarray(combos, np.uint8), np.asarray(weights, np.float64)
    return counts.on_board(game, name, hands, shares, board, dead)


def _game(holding: "Cards | Holding", game: Game | str | None) -> Game | str:
    found = game or getattr(holding, "game", None)
    if found is None:
        raise TextError(f"{holding!r} is a range: name the game, as plo4")
    named: Game | str = found
    return named


def _hand(holding: "Cards | Holding") -> tuple[int, ...] | None:
    """The cards of a hand; None for a range."""
    if hasattr(holding, "combos"):
        return None
    if not isinstance(holding, str):
        return read_cards(holding, "hand")
    try:
        cards = parse_cards(holding)
    except TextError:
        return None
    return cards if 0 < len(cards) <= MOST_HOLE_CARDS else None

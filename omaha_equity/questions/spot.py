"""One hand on a board, read and checked before anything is counted."""

from omaha_equity.cards import Cards, format_cards
from omaha_equity.errors import TextError
from omaha_equity.games import BOARD_SIZE, PLO4, Game
from omaha_equity.questions.query import Query, check_distinct
from omaha_equity.questions.reading import Hand, find_game, read_cards, wrong_size


def read_spot(
    hand: Cards,
    board: Cards,
    dead: Cards,
    game: Game | str | None,
    sizes: tuple[int, ...],
    opponent: Cards | None = None,
    *,
    handless: bool = False,
) -> Query:
    """Read a hand, or none if ``handless``, and perhaps an opponent's, on a board.

    Args:
        sizes: how many board cards there may be.

    Returns:
        A query with both hands; None for a hand that is not given.

    Raises:
        TextError: something cannot be read, or numbers of cards do not fit.
        ImpossibleError: a card is used twice, or too few are left.
    """
    own = read_cards(hand, "hand")
    known, gone = read_cards(board, "board"), read_cards(dead, "dead cards")
    check_board(known, sizes)
    other = None if opponent is None else read_cards(opponent, "opponent")
    missing = handless and not own
    found = find_game(own, game or PLO4 if missing else game)
    return Query(found, (None if missing else own, other), (known,), gone)


def read_hole_and_board(
    hole: Cards, board: Cards, game: Game | str | None
) -> tuple[Game, Hand, tuple[int, ...]]:
    """Read and check the arguments of ``evaluate``: one hand, 3 to 5 board cards.

    Raises:
        TextError, ImpossibleError: as `read_spot`.
    """
    own, known = read_cards(hole, "hole cards"), read_cards(board, "board")
    found = find_game(own, game, "hole cards")
    if len(own) != found.hole_cards:
        raise wrong_size(own, found, "hole cards")
    if not 3 <= len(known) <= BOARD_SIZE:
        shown = format_cards(known) or "an empty board"
        raise TextError(
            f"board: {shown} has {len(known)} cards; a made hand needs 3, 4 or 5 board cards"
        )
    check_distinct((("hole cards", own), ("board", known)))
    return found, own, known


def check_board(board: tuple[int, ...], sizes: tuple[int, ...]) -> None:
    """Check how many board cards there are.

    Raises:
        TextError: not one of ``sizes``.
    """
    if len(board) not in sizes:
        *most, last = map(str, sizes)
        wanted = f"{', '.join(most)} or {last}" if most else last
        shown = format_cards(board) or "an empty board"
        raise TextError(
            f"board: {shown} has {len(board)} card{'s' * (len(board) != 1)}; give {wanted}"
        )

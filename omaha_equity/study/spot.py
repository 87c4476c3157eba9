"""One hand on a board, read and checked before anything is counted."""

from typing import NamedTuple

from omaha_equity import api
from omaha_equity.cards import DECK_SIZE, format_cards
from omaha_equity.errors import ImpossibleError, TextError
from omaha_equity.games import PLO4, Game, game_named
from omaha_equity.questions.query import Cards, Query, read_cards


class Spot(NamedTuple):
    """A game, hands of it (the opponent's may be empty) and the known cards."""

    game: Game
    hand: tuple[int, ...]
    opponent: tuple[int, ...]
    board: tuple[int, ...]
    dead: tuple[int, ...]

    def seen(self) -> tuple[int, ...]:
        """All cards but the opponent's that cannot come."""
        return (*self.hand, *self.board, *self.dead)


def read_spot(
    hand: Cards,
    board: Cards,
    dead: Cards,
    game: Game | str | None,
    sizes: tuple[int, ...],
    opponent: Cards | None = None,
    *,
    handless: bool = False,
) -> Spot:
    """Read and check a hand (none will do if ``handless``) on a board of one of ``sizes``.

    Raises:
        TextError: something cannot be read, or numbers of cards do not fit.
        ImpossibleError: a card is used twice, or too few are left.
    """
    own, known, gone = (
        read_cards(hand, "hand"),
        read_cards(board, "board"),
        read_cards(dead, "dead cards"),
    )
    check_board(known, sizes)
    other = () if opponent is None else read_cards(opponent, "opponent")
    found = _game(own, game)
    used = {*own, *other, *known, *gone}
    rest = [card for card in range(DECK_SIZE) if card not in used]
    size = found.hole_cards
    # A query checks two hands: where one is missing, some cards nobody has seen stand for it.
    missing = (handless and not own) + (opponent is None)
    if len(rest) < size * missing:
        raise ImpossibleError(f"only {len(rest)} cards are left; take away dead cards")
    hands = [own or rest[: size * handless], rest[-size:] if opponent is None else other]
    Query.of(hands, known, gone, found)
    return Spot(found, own, other, known, gone)


def check_board(board: tuple[int, ...], sizes: tuple[int, ...]) -> None:
    """Check how many board cards there are.

    Raises:
        TextError: not one of ``sizes``.
    """
    if len(board) not in sizes:
        *most, last = map(str, sizes)
        wanted = f"{', '.join(most)} or {last}" if most else last
        shown = format_cards(board) or "an empty board"
        raise TextError(f"board: {shown} has {len(board)} cards; give {wanted}")


def _game(hand: tuple[int, ...], game: Game | str | None) -> Game:
    if isinstance(game, Game):
        return game
    if game is not None:
        return game_named(game)
    return api.game_of(hand) if hand else PLO4

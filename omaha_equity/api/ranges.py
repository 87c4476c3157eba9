"""What a range text may need beside the text itself."""

from typing import TYPE_CHECKING

from omaha_equity.cards import Cards, format_cards, parse_cards
from omaha_equity.games import Game, game_named, high_game

if TYPE_CHECKING:
    from pathlib import Path

    from omaha_equity.ranges.orderings import Ordering
    from omaha_equity.ranges.summary import Standing


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

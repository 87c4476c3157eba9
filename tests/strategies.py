"""Random spots: seeded makers for loops, and Hypothesis strategies for laws."""

from dataclasses import dataclass, replace
from random import Random

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from omaha_equity import GAMES, Game, Query, Result
from omaha_equity.cards import format_cards

DECK = range(52)
STREETS = (0, 1, 2, 3, 4, 5)
NAMED_STREETS = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}

# Derandomized: every run tries the same examples, and a failing one is printed.
lawful = settings(derandomize=True, deadline=None, max_examples=100)


@dataclass(frozen=True)
class Spot:
    """Hands, board and dead cards as card numbers; ``query()`` asks the product."""

    game: Game
    hands: tuple[tuple[int, ...], ...]
    board: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()

    def query(self) -> Query:
        return Query.of(self.hands, self.board, self.dead, self.game)

    def having(self, **changes: object) -> "Spot":
        return replace(self, **changes)  # type: ignore[arg-type]

    def unseen(self) -> list[int]:
        seen = {card for hand in self.hands for card in hand} | {*self.board, *self.dead}
        return [card for card in DECK if card not in seen]

    def __str__(self) -> str:
        hands = " ".join(map(format_cards, self.hands))
        return (
            f"{self.game.name} {hands} board={format_cards(self.board) or '-'} "
            f"dead={format_cards(self.dead) or '-'}"
        )


def texts(spot: Spot) -> tuple[list[str], str, str, bool]:
    """The spot as the oracle takes it."""
    return (
        [format_cards(hand) for hand in spot.hands],
        format_cards(spot.board),
        format_cards(spot.dead),
        spot.game.high_low,
    )


def deal_spot(
    random: Random, game: Game, street: int, players: int, dead: int, low_hands: bool = False
) -> Spot:
    """Deal a spot; ``low_hands`` deals the aces and the deuces to eights first."""
    deck = random.sample(DECK, 52)
    if low_hands:
        deck.sort(key=lambda card: 7 <= card // 4 < 12)
    size = game.hole_cards
    hands = tuple(tuple(deck[i * size : (i + 1) * size]) for i in range(players))
    rest = deck[players * size :]
    random.shuffle(rest)
    return Spot(game, hands, tuple(rest[:street]), tuple(rest[street : street + dead]))


def random_spot(random: Random, game: Game, street: int, most_players: int = 4) -> Spot:
    """A spot of the street with 2 to ``most_players`` players and sometimes dead cards."""
    fitting = (52 - 5) // game.hole_cards
    players = random.randint(2, min(most_players, fitting))
    left = 52 - players * game.hole_cards - 5
    dead = random.choice((0, 0, 1, 2, 4))
    return deal_spot(random, game, street, players, min(dead, left), random.random() < 0.5)


def crowded_spot(random: Random, game: Game, street: int, unseen: int) -> Spot:
    """A spot with as many players as fit and just ``unseen`` cards left."""
    players = min(10, (52 - unseen - street) // game.hole_cards)
    dead = 52 - unseen - street - players * game.hole_cards
    return deal_spot(random, game, street, players, dead)


def counts(result: Result) -> list[dict[tuple[int, int | None], int]]:
    """The outcomes of each player as the oracle writes them."""
    found = []
    for player in result.players:
        outcomes = {(o.high, o.low): o.boards for o in player.outcomes}
        assert len(outcomes) == len(player.outcomes), "an outcome is listed twice"
        found.append(outcomes)
    return found


def random_deals(seed: int, hole_cards: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    """(count, hole_cards) hole cards and (count, 5) boards, uint8, no card twice in a row."""
    generator = np.random.default_rng(seed)
    shuffled = generator.permuted(np.tile(np.arange(52, dtype=np.uint8), (count, 1)), axis=1)
    return shuffled[:, :hole_cards].copy(), shuffled[:, hole_cards : hole_cards + 5].copy()


games = st.sampled_from(list(GAMES.values()))


@st.composite
def spots(
    draw: st.DrawFn,
    streets: tuple[int, ...] = STREETS,
    most_players: int = 4,
    most_dead: int = 4,
    spare: int = 0,
    fewest_players: int = 2,
) -> Spot:
    """Any spot; at least ``spare`` unseen cards more than the board still needs."""
    game = draw(games)
    street = draw(st.sampled_from(streets))
    room = 52 - 5 - spare
    players = draw(st.integers(fewest_players, min(most_players, room // game.hole_cards)))
    dead = draw(st.integers(0, min(most_dead, room - players * game.hole_cards)))
    deck = draw(st.permutations(DECK))
    size = game.hole_cards
    hands = tuple(tuple(deck[i * size : (i + 1) * size]) for i in range(players))
    rest = deck[players * size :]
    return Spot(game, hands, tuple(rest[:street]), tuple(rest[street : street + dead]))


suit_renamings = st.permutations(range(4))


def rename_suits(cards: tuple[int, ...], renaming: list[int]) -> tuple[int, ...]:
    return tuple(card // 4 * 4 + renaming[card % 4] for card in cards)

"""Many spots of fixed hands as arrays: read from texts, told apart up to suits, counted.

A spot is what a `Query` is; here thousands of one shape share their arrays.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from omaha_equity.cards import DECK_SIZE, RANKS, SUITS, card_mask
from omaha_equity.engine import workers
from omaha_equity.engine.combos import least
from omaha_equity.games import BOARD_SIZE, Game
from omaha_equity.kernels import load
from omaha_equity.kernels.drawing import POT
from omaha_equity.questions.plan import Progress
from omaha_equity.questions.query import Query
from omaha_equity.tables import rank_tables

Masks = NDArray[np.uint64]

NO_CARD = 255
CHUNK = 512
"""Spots per call of the kernel: some 5 ms on the flop."""


class SpotArrays(NamedTuple):
    """Spots of one game with equally many players.

    Attributes:
        hands: (N, players, h) uint8 cards.
        boards: (N, 5) uint8 known cards, then zeros; sizes: (N,) int64, how many are known.
        dead: (N,) uint64 sets of dead cards.
    """

    hands: NDArray[np.uint8]
    boards: NDArray[np.uint8]
    sizes: NDArray[np.int64]
    dead: Masks

    def take(self, places: Sequence[int]) -> "SpotArrays":
        """Return the spots at these places."""
        rows = np.array(places, np.int64)
        return SpotArrays(self.hands[rows], self.boards[rows], self.sizes[rows], self.dead[rows])


class PotShares(NamedTuple):
    """What the players of many spots win, summed over every board that can come.

    Attributes:
        won: (N, players) int64; whole: what one player wins who takes every pot.
        boards: how many boards there are in each spot.
    """

    won: NDArray[np.int64]
    whole: int
    boards: int


class Figures(NamedTuple):
    """What follows from the counts of N spots, as in ``model.Result``.

    Attributes:
        boards, low_boards: (N,) int64.
        equity: (N, players) float64.
        high_wins, high_ties, low_wins, low_ties, scoops, quartered: (N, players) int64; ties of
            any number of sharers.
    """

    boards: NDArray[np.int64]
    low_boards: NDArray[np.int64]
    equity: NDArray[np.float64]
    high_wins: NDArray[np.int64]
    high_ties: NDArray[np.int64]
    low_wins: NDArray[np.int64]
    low_ties: NDArray[np.int64]
    scoops: NDArray[np.int64]
    quartered: NDArray[np.int64]


def read_spots(
    hands: Sequence[Sequence[str]], boards: Sequence[str], dead: Sequence[str], hole_cards: int
) -> tuple[SpotArrays, NDArray[np.bool_]]:
    """Read spots that are written plainly: two characters a card and nothing between.

    Args:
        hands: each spot's hands, equally many in each, all of ``2 * hole_cards`` characters.
        boards, dead: each spot's, all boards equally long, and all dead cards.

    Returns:
        The spots, and (N,) which of them are such: only cards, none of them twice.
    """
    held, fine = _read_cards("".join(["".join(row) for row in hands]), len(hands))
    known, known_fine = _read_cards("".join(boards), len(hands))
    gone, gone_fine = _read_cards("".join(dead), len(hands))
    fine &= known_fine & gone_fine
    every = np.concatenate([held, known, gone], axis=1)
    fine &= np.bitwise_count(_sets(every)) == every.shape[1]
    padded = np.zeros((len(hands), BOARD_SIZE), np.uint8)
    padded[:, : known.shape[1]] = known
    spots = SpotArrays(
        held.reshape(len(hands), -1, hole_cards),
        padded,
        np.full(len(hands), known.shape[1]),
        _sets(gone),
    )
    return spots, fine


def _read_cards(text: str, rows: int) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Read as many cards for each row; and which rows hold nothing else."""
    letters = np.frombuffer(text.encode("ascii", "replace"), np.uint8).reshape(rows, -1, 2)
    rank, suit = _RANK_OF[letters[:, :, 0]], _SUIT_OF[letters[:, :, 1]]
    fine = (rank != NO_CARD) & (suit != NO_CARD)
    cards = np.where(fine, rank * len(SUITS) + suit, 0).astype(np.uint8)
    return cards, fine.all(axis=1)


def _places(letters: str) -> NDArray[np.uint8]:
    found = np.full(256, NO_CARD, np.uint8)
    for place, letter in enumerate(letters):
        found[[ord(letter.lower()), ord(letter.upper())]] = place
    return found


_RANK_OF, _SUIT_OF = _places(RANKS), _places(SUITS)
_NAMINGS = list(permutations(range(len(SUITS))))


def _sets(cards: NDArray[np.uint8]) -> Masks:
    found: Masks = np.bitwise_or.reduce(
        np.uint64(1) << cards.astype(np.uint64), axis=1, initial=np.uint64(0)
    )
    return found


def keys(spots: SpotArrays, game: Game) -> list[bytes]:
    """Return a text for each spot that is equal for two exactly if they are so up to suits."""
    count, players = spots.hands.shape[:2]
    sets = np.empty((count, players + 2), np.uint64)
    for seat in range(players):
        sets[:, seat] = _sets(spots.hands[:, seat])
    known = np.arange(BOARD_SIZE) < spots.sizes[:, None]
    bits = np.uint64(1) << spots.boards.astype(np.uint64)
    sets[:, -2] = np.bitwise_or.reduce(np.where(known, bits, np.uint64(0)), axis=1)
    sets[:, -1] = spots.dead
    joined = least(sets, _NAMINGS).astype("<u8").tobytes()
    width = 8 * (players + 2)
    name = game.name.encode()
    return [name + joined[at : at + width] for at in range(0, len(joined), width)]


def chunks(places: Sequence[int], at_once: int) -> Iterator[Sequence[int]]:
    """Cut places into parts that one call counts."""
    return (places[at : at + at_once] for at in range(0, len(places), at_once))


def spots_alike(
    hands: NDArray[np.uint8], boards: NDArray[np.uint8], dead: Sequence[int]
) -> SpotArrays:
    """Make spots of (N, players, h) hands, (N, k) known cards and the same dead cards for all."""
    size, known = boards.shape
    padded = np.zeros((size, BOARD_SIZE), np.uint8)
    padded[:, :known] = boards
    gone = np.full(size, card_mask(dead), np.uint64)
    # Writable, because Numba compiles read-only arrays apart.
    return SpotArrays(np.require(hands, np.uint8, ["C", "W"]), padded, np.full(size, known), gone)


def pack(queries: Sequence[Query]) -> SpotArrays:
    """Make spots of queries of hands, of one game and with equally many players."""
    game, players = queries[0].game, len(queries[0].players)
    hands = b"".join([bytes(hand) for query in queries for hand in query.hands])
    boards = b"".join([bytes(query.board).ljust(BOARD_SIZE, b"\0") for query in queries])
    return SpotArrays(
        _uint8(hands).reshape(len(queries), players, game.hole_cards),
        _uint8(boards).reshape(len(queries), BOARD_SIZE),
        np.array([len(query.board) for query in queries], np.int64),
        np.array([card_mask(query.dead) for query in queries], np.uint64),
    )


def _uint8(content: bytes) -> NDArray[np.uint8]:
    """A writable copy, because Numba compiles read-only arrays apart."""
    return np.frombuffer(content, np.uint8).copy()


def count(spots: SpotArrays, high_low: bool) -> NDArray[np.int64]:
    """Return (N, players, players + 1, players + 2) counts, each spot's as in `Tally`."""
    size, players = spots.hands.shape[:2]
    counts = np.zeros((size, players, players + 1, players + 2), np.int64)
    load.count().count_boards(*spots, high_low, rank_tables(), counts)
    return counts


def figures(counts: NDArray[np.int64]) -> Figures:
    """Derive all figures from counts as `count` returns them."""
    boards = counts[:, 0].sum(axis=(1, 2))
    units = np.tensordot(counts, units_of(counts.shape[1]), 2)
    return Figures(
        boards=boards,
        low_boards=counts[:, 0, :, 1:].sum(axis=(1, 2)),
        # Both are whole numbers below 2 ** 53, so that the quotient is rounded once.
        equity=units / (POT * boards[:, None]),
        high_wins=counts[:, :, 1].sum(axis=2),
        high_ties=counts[:, :, 2:].sum(axis=(2, 3)),
        low_wins=counts[:, :, :, 2].sum(axis=2),
        low_ties=counts[:, :, :, 3:].sum(axis=(2, 3)),
        scoops=counts[:, :, 1, 0] + counts[:, :, 1, 2],
        quartered=counts[:, :, 0, 3],
    )


def is_plain(board: str, dead: str, players: int, hole_cards: int) -> bool:
    """Whether texts have the lengths that `read_spots` takes, and the deck suffices."""
    if len(board) % 2 or len(dead) % 2 or len(board) > 2 * BOARD_SIZE:
        return False
    return players * hole_cards + BOARD_SIZE + len(dead) // 2 <= DECK_SIZE


def count_shares(
    hands: NDArray[np.uint8],
    boards: NDArray[np.uint8],
    dead: Sequence[int] = (),
    high_low: bool = False,
    progress: Progress | None = None,
    thread_count: int | None = None,
) -> PotShares:
    """Count what each player wins in many spots; cards are not checked.

    Args:
        hands: (N, players, h) uint8; boards: (N, k) uint8 known cards, equally many in each.
        dead: the same for all.
    """
    parts = [slice(i, i + CHUNK) for i in range(0, len(hands), CHUNK)]
    players = hands.shape[1]
    units = units_of(players)

    def work(part: slice) -> NDArray[np.int64]:
        counts = count(spots_alike(hands[part], boards[part], dead), high_low)
        found: NDArray[np.int64] = np.tensordot(counts, units, 2)
        return found

    load.count()
    won = np.zeros(hands.shape[:2], np.int64)
    answers = workers.in_order(work, parts, thread_count)
    for done, (part, found) in enumerate(zip(parts, answers, strict=True), 1):
        won[part] = found
        if progress:
            progress(done / len(parts))
    left = DECK_SIZE - players * hands.shape[2] - boards.shape[1] - len(dead)
    each = comb(left, BOARD_SIZE - boards.shape[1])
    return PotShares(won, POT * each, each)


def units_of(players: int) -> NDArray[np.int64]:
    """The pot share, in 1 / POT, by high sharers and low state (see ``engine.tally``)."""
    high = np.array([0, *(POT // sharers for sharers in range(1, players + 1))])
    units = np.zeros((players + 1, players + 2), np.int64)
    units[:, 0] = high
    units[:, 1] = high // 2
    units[:, 2:] = high[:, None] // 2 + high[1:] // 2
    return units

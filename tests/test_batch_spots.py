"""Spots as arrays: what is read, what counts as equal, what follows from counts."""

from itertools import permutations
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import Spot, deal_spot, lawful, rename_suits, spots, suit_renamings

from omaha_equity.cards import format_cards
from omaha_equity.engine import count as many
from omaha_equity.engine import solve
from omaha_equity.games import GAMES

SEED = 40
NAMINGS = list(permutations(range(4)))


def read(*asked: Spot) -> many.SpotArrays:
    """Spots of one shape as arrays."""
    found, fine = many.read_spots(
        [list(map(format_cards, spot.hands)) for spot in asked],
        [format_cards(spot.board) for spot in asked],
        [format_cards(spot.dead) for spot in asked],
        asked[0].game.hole_cards,
    )
    assert fine.all()
    return found


def key(spot: Spot) -> bytes:
    return many.keys(read(spot), spot.game)[0]


def canonical(spot: Spot) -> tuple:
    """The least of all suit renamings, cards in order."""
    return spot.game.name, min(
        (
            *(tuple(sorted(rename_suits(hand, naming))) for hand in spot.hands),
            tuple(sorted(rename_suits(spot.board, naming))),
            tuple(sorted(rename_suits(spot.dead, naming))),
        )
        for naming in NAMINGS
    )


def shuffled(spot: Spot, random: Random) -> Spot:
    """The same cards of each player, board and dead cards in another order."""

    def mix(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(random.sample(cards, len(cards)))

    return spot.having(
        hands=tuple(map(mix, spot.hands)), board=mix(spot.board), dead=mix(spot.dead)
    )


def renamed(spot: Spot, naming: tuple[int, ...]) -> Spot:
    return spot.having(
        hands=tuple(rename_suits(hand, naming) for hand in spot.hands),
        board=rename_suits(spot.board, naming),
        dead=rename_suits(spot.dead, naming),
    )


@lawful
@given(spots(most_players=6), st.integers(0, 99))
def test_keys_of_all_suit_renamings_and_orders_of_cards_are_equal(spot: Spot, seed: int) -> None:
    random = Random(seed)
    alike = [shuffled(renamed(spot, naming), random) for naming in NAMINGS]
    assert set(many.keys(read(*alike), spot.game)) == {key(spot)}


@lawful
@given(spots(), suit_renamings, st.data())
def test_keys_differ_where_anything_else_does(
    spot: Spot, naming: list, data: st.DataObject
) -> None:
    other = renamed(spot, tuple(naming))
    match data.draw(st.sampled_from(["seats", "card", "one player's suits", "dead or board"])):
        case "seats":
            other = other.having(hands=other.hands[::-1])
        case "card":
            new = data.draw(st.sampled_from(other.unseen()))
            place = data.draw(st.integers(0, spot.game.hole_cards - 1))
            hand = (*other.hands[0][:place], new, *other.hands[0][place + 1 :])
            other = other.having(hands=(hand, *other.hands[1:]))
        case "one player's suits":
            swapped = rename_suits(other.hands[0], [1, 0, 2, 3])
            if set(swapped) & {*sum(other.hands[1:], ()), *other.board, *other.dead}:
                return
            other = other.having(hands=(swapped, *other.hands[1:]))
        case "dead or board":
            if len(other.board) != len(other.dead):
                return
            other = other.having(board=other.dead, dead=other.board)
    assert (key(spot) == key(other)) == (canonical(spot) == canonical(other))


def test_keys_tell_random_spots_apart_as_a_canonical_form_does() -> None:
    random = Random(SEED)
    # Suits of few cards differ, so that many pairs are equal.
    found = []
    for _ in range(300):
        cards = [rank * 4 + (random.randrange(4) if rank % 4 == 0 else 0) for rank in range(12)]
        spot = Spot(GAMES["plo4"], (tuple(cards[:4]), tuple(cards[4:8])), tuple(cards[8:11]))
        found.append(shuffled(spot, random))
    keys = many.keys(read(*found), GAMES["plo4"])
    assert len(set(keys)) < len(found)
    groups: dict[tuple, set[bytes]] = {}
    for spot, its in zip(found, keys, strict=True):
        groups.setdefault(canonical(spot), set()).add(its)
    assert {len(its) for its in groups.values()} == {1}
    assert len(groups) == len(set(keys)), f"seed {SEED}"


def test_keys_tell_games_streets_and_dead_cards_apart() -> None:
    spot = Spot(GAMES["plo4"], ((51, 50, 47, 46), (0, 1, 2, 3)), (5, 6, 7))
    others = [
        spot,
        spot.having(game=GAMES["o8"]),
        spot.having(board=(5, 6)),
        spot.having(board=(5, 6), dead=(7,)),
        spot.having(board=(), dead=(5, 6, 7)),
        # The deuce of clubs is written as card 0, as places of unknown cards are.
        spot.having(hands=((51, 50, 47, 46), (9, 1, 2, 3)), board=(5, 6, 7)),
        spot.having(hands=((51, 50, 47, 46), (9, 1, 2, 3)), board=(5, 6, 7, 0)),
    ]
    assert len({key(other) for other in others}) == len(others)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_figures_are_those_of_a_result(game) -> None:
    random = Random(SEED)
    for players in range(2, min(10, 47 // game.hole_cards) + 1):
        for street in (3, 4, 5):
            room = 47 - players * game.hole_cards
            spot = deal_spot(random, game, street, players, min(2, room), random.random() < 0.5)
            result = solve.count_boards(spot.query())
            found = many.figures(many.count(read(spot, spot), game.high_low))
            assert found.boards.tolist() == [result.boards] * 2
            assert found.low_boards.tolist() == [result.low_boards] * 2
            for seat, player in enumerate(result.players):
                assert [column[1, seat].item() for column in found[2:]] == [
                    player.equity,
                    player.high_wins,
                    sum(player.high_ties.values()),
                    player.low_wins,
                    sum(player.low_ties.values()),
                    player.scoops,
                    player.quartered,
                ], spot


RANKS, SUITS = "23456789TJQKA", "cdhs"
PLAIN = {
    a + b
    for rank in RANKS
    for suit in SUITS
    for a in (rank, rank.lower())
    for b in (suit, suit.upper())
}


@lawful
@given(st.lists(st.text("AsKhTdc2 1-\0é♠😀", min_size=4, max_size=4), min_size=2, max_size=2))
def test_only_plain_cards_are_read(texts: list[str]) -> None:
    board, dead = texts[1][:2], texts[1][2:]
    # Two cards a hand are no game's, and enough here.
    hands = [texts[0], "2d3d"]
    found, fine = many.read_spots([hands], [board], [dead], 2)
    pairs = [texts[0][:2], texts[0][2:], "2d", "3d", board, dead]
    plain = all(pair in PLAIN for pair in pairs)
    distinct = len({pair.lower() for pair in pairs}) == len(pairs)
    assert fine.tolist() == [plain and distinct]
    if fine[0]:
        assert format_cards(found.hands[0].ravel().tolist()).lower() == "".join(pairs[:4]).lower()
        assert format_cards([int(found.boards[0, 0])]).lower() == board.lower()
        assert int(found.dead[0]).bit_count() == 1


def test_every_card_is_read_in_every_case() -> None:
    for pair in sorted(PLAIN):
        other = "2c" if pair.lower() != "2c" else "3c"
        found, fine = many.read_spots([[pair, other]], [""], [""], 1)
        assert fine.tolist() == [True]
        assert format_cards([int(found.hands[0, 0, 0])]).lower() == pair.lower()


def test_one_spoilt_spot_leaves_the_others_as_they_are() -> None:
    hands = [["AsAh", "KsKh"], ["AsAh", "KsK?"], ["AsAs", "KsKh"], ["QsQh", "KsKh"]]
    found, fine = many.read_spots(hands, ["2c", "2c", "2c", "2c"], ["", "", "", ""], 2)
    assert fine.tolist() == [True, False, False, True]
    assert np.array_equal(found.take([3]).hands[0], found.hands[3])

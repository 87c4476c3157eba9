"""Courchevel: five-card Omaha of which the first flop card is exposed before the first bets."""

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np
import oracle
import pytest
from strategies import Spot, texts

from omaha_equity import GAMES, TextError, equity, ev, hits, settle
from omaha_equity.batch.run import run_batch
from omaha_equity.cards import format_cards
from omaha_equity.histories.reading import hand_results
from omaha_equity.histories.results import HandResult
from omaha_equity.pots.hand import PotHand, Seat
from omaha_equity.pots.handfile import hand_of
from omaha_equity.study.distribution import distribution
from omaha_equity.study.flops import flops
from omaha_equity.study.next_card import next_card

SAMPLES = Path(__file__).parent / "histories"
KINGS, ACES = "KhKdJhTd4c", "AcAd9c8s7s"
HANDS = (KINGS, ACES)
EXPOSED = "9d"


def by_oracle(spot: Spot) -> list[Fraction]:
    """Every player's equity, by the rules, over every board."""
    counts = oracle.equities(*texts(spot))
    boards = sum(counts[0].values())
    return [
        sum(
            (
                boards_of
                * (
                    (Fraction(1, high) if high else Fraction(0))
                    if low is None
                    else (Fraction(1, 2 * high) if high else Fraction(0))
                    + (Fraction(1, 2 * low) if low else Fraction(0))
                )
                for (high, low), boards_of in outcomes.items()
            ),
            Fraction(0),
        )
        / boards
        for outcomes in counts
    ]


def shares_by_board(hands: tuple[str, ...], known: str) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Every board that can come, (N, 5), and the first of two players' shares in high only."""
    board = oracle.numbers(oracle.read(known))
    holes = [oracle.numbers(oracle.read(hand)) for hand in hands]
    deck = [card for card in range(52) if card not in {*board, *holes[0], *holes[1]}]
    drawn = np.array(list(combinations(deck, 5 - len(board))))
    for part in np.array_split(drawn, max(1, len(drawn) // 20_000)):
        boards = np.hstack([np.tile(board, (len(part), 1)), part])
        ours, theirs = (oracle.high_values(np.tile(hole, (len(part), 1)), boards) for hole in holes)
        yield boards, (ours > theirs) + (ours == theirs) / 2


def crowded(seed: int, game: str, exposed: int, unseen: int = 14) -> Spot:
    """Two random hands, ``exposed`` board cards, and so many dead cards that few are left."""
    cards = Random(seed).sample(range(52), 52 - unseen)
    hands = (tuple(cards[:5]), tuple(cards[5:10]))
    return Spot(GAMES[game], hands, tuple(cards[10 : 10 + exposed]), tuple(cards[10 + exposed :]))


@pytest.mark.parametrize("game", ["courchevel", "courchevel8"])
@pytest.mark.parametrize("exposed", [0, 1])
def test_equities_equal_the_oracle_and_five_card_omaha(game: str, exposed: int) -> None:
    for seed in range(3):
        spot = crowded(seed, game, exposed)
        found = [of.equity_exact for of in equity(spot.hands, spot.board, spot.dead, game).players]
        assert found == by_oracle(spot), str(spot)
        omaha = equity(spot.hands, spot.board, spot.dead, "o8-5" if "8" in game else "plo5")
        assert found == [of.equity_exact for of in omaha.players]


def test_five_bare_cards_are_five_card_omaha() -> None:
    assert equity(HANDS, EXPOSED).game is GAMES["plo5"]
    assert hand_of({"seats": [{"put": 1, "hand": each} for each in HANDS]}).game is GAMES["plo5"]


def test_ranges_are_counted_beside_the_exposed_card() -> None:
    spot = crowded(1, "courchevel", 1)
    mine, other = (format_cards(hand) for hand in spot.hands)
    known = format_cards(spot.board), format_cards(spot.dead)
    listed = equity([f"{mine}@50", other], *known, "courchevel", exact=True)
    assert [of.equity_exact for of in listed.players] == by_oracle(spot)


def test_per_cent_is_by_the_ordering_of_five_card_omaha() -> None:
    from omaha_equity import Range

    assert np.array_equal(Range("10%", "courchevel").combos, Range("10%", "plo5").combos)
    with pytest.raises(TextError, match="not offered for courchevel8"):
        len(Range("10%", "courchevel8"))


def test_flops_hold_the_exposed_card_and_average_to_the_equity() -> None:
    found = flops(HANDS, game="courchevel", board=EXPOSED)
    assert found.query.board == (oracle.DECK.index(EXPOSED),)
    # 41 cards are left to go with it.
    assert found.flops == 820
    assert all(EXPOSED in format_cards(each.flop) for each in found.classes)
    assert sum(each.share for each in found.classes) == 1
    assert found.means == tuple(of.equity_exact for of in found.now.players)
    each = max(found.classes, key=lambda one: one.flops)
    parts = [
        float(np.concatenate([shares for _, shares in shares_by_board(HANDS, flop)]).mean())
        for flop in same_class(each.flop)
    ]
    assert len(parts) == each.flops
    assert float(each.equities[0]) == pytest.approx(sum(parts) / len(parts), abs=1e-12)


def same_class(flop: tuple[int, ...]) -> list[str]:
    """The flops with the exposed card that differ from ``flop`` only in the names of suits."""

    def shape(cards: tuple[int, ...]) -> list[tuple[int, ...]]:
        suits = [tuple(sorted(card // 4 for card in cards if card % 4 == s)) for s in range(4)]
        return sorted(suits)

    held = {card for hand in HANDS for card in oracle.numbers(oracle.read(hand))}
    exposed = oracle.DECK.index(EXPOSED)
    deck = [card for card in range(52) if card not in held | {exposed}]
    every = [(exposed, *two) for two in combinations(deck, 2)]
    return ["".join(oracle.DECK[c] for c in one) for one in every if shape(one) == shape(flop)]


def test_flops_of_ranges_hold_the_exposed_card() -> None:
    found = flops([KINGS, "AcAd9c8s7s,QcQs9c8s7s"], game="courchevel", board=EXPOSED, deals=60_000)
    assert all(EXPOSED in format_cards(each.flop) for each in found.classes)
    before = [float(of.equity_exact) for of in found.now.players]
    assert [float(mean) for mean in found.means] == pytest.approx(before, abs=0.01)


@pytest.mark.parametrize(("game", "board"), [("plo5", "9d"), ("courchevel", "9d3s")])
def test_flops_take_only_what_is_known_before_them(game: str, board: str) -> None:
    with pytest.raises(TextError, match="board: 9d"):
        flops(HANDS, game=game, board=board)


def test_the_next_card_after_the_exposed_one_is_of_the_flop() -> None:
    found = next_card(HANDS, EXPOSED, game="courchevel")
    assert len(found.cards) == 41
    assert found.means == tuple(of.equity_exact for of in found.now.players)


def test_two_more_cards_make_the_flop() -> None:
    found = distribution(KINGS, ACES, EXPOSED, game="courchevel", street="flop")
    # Every flop with the exposed card, and nothing drawn.
    assert found.exact
    assert len(found.equities) == 820
    now = equity(HANDS, EXPOSED, game="courchevel").players[0].equity
    assert found.equity == pytest.approx(now, abs=1e-12)


@pytest.fixture(scope="module")
def all_in() -> tuple[HandResult, HandResult]:
    found = list(hand_results([SAMPLES / "courchevel.txt"]))
    assert all(isinstance(each, HandResult) for each in found), found
    first, second = found
    return first, second  # type: ignore[return-value]


def test_a_history_is_all_in_before_the_flop_with_one_card(
    all_in: tuple[HandResult, HandResult],
) -> None:
    found = all_in[0]
    assert found.record.game is GAMES["courchevel"]
    assert (found.street, found.street_name, found.all_in) == (1, "preflop", True)
    assert found.settlement is not None
    assert found.differences == {}
    shares = np.concatenate([shares for _, shares in shares_by_board(HANDS, EXPOSED)])
    assert len(shares) == 101_270
    seats = {seat.name: seat for seat in found.seats}
    assert (seats["Lou"].won, seats["Eve"].won, seats["Max"].won) == (2300, 0, 0)
    assert float(seats["Lou"].expected) == pytest.approx(2300 * shares.mean(), abs=1e-9)
    assert float(seats["Eve"].expected) == pytest.approx(2300 * (1 - shares.mean()), abs=1e-9)


def test_blinds_count_in_the_first_round_and_the_low_is_named(
    all_in: tuple[HandResult, HandResult],
) -> None:
    found = all_in[1]
    assert found.record.game is GAMES["courchevel8"]
    assert found.record.put == (300, 100)
    assert [act.street for act in found.record.actions] == [0, 0, 1, 1, 3, 3]


def pot(board: str, *more: str, game: str = "courchevel") -> PotHand:
    boards = tuple(tuple(oracle.numbers(oracle.read(text))) for text in (board, *more))
    seats = [Seat(f"p{n}", 10, tuple(oracle.numbers(oracle.read(h)))) for n, h in enumerate(HANDS)]
    return PotHand(GAMES[game], tuple(seats), boards)


def test_chips_are_expected_with_the_exposed_card() -> None:
    shares = np.concatenate([shares for _, shares in shares_by_board(HANDS, EXPOSED)])
    found = ev(pot(EXPOSED))
    assert float(found.seats[0].expected) == pytest.approx(20 * shares.mean(), abs=1e-9)


def test_runs_share_the_exposed_card() -> None:
    found = settle(pot("9d3s5hQc2h", "9d3hKs2s2d"))
    # Aces beat kings on the first board, on the second kings are full.
    assert found.won == (10, 10)
    with pytest.raises(TextError, match="boards of Courchevel have 0, 1, 3, 4 or 5"):
        pot("9d3s")
    with pytest.raises(TextError, match="boards of five-card Omaha have 0, 3, 4 or 5"):
        pot("9d", game="plo5")


def test_a_batch_answers_both_five_card_games(tmp_path: Path) -> None:
    lines = [
        {"hands": list(HANDS), "board": EXPOSED, "game": game} for game in ("courchevel", "plo5")
    ]
    source, target = tmp_path / "spots.jsonl", tmp_path / "rows.jsonl"
    source.write_text("".join(json.dumps(line) + "\n" for line in lines))
    run_batch(source, target)
    first, second = map(json.loads, target.read_text().splitlines())
    assert (first["game"], second["game"]) == ("courchevel", "plo5")
    assert [p["equity"] for p in first["players"]] == [p["equity"] for p in second["players"]]


@pytest.mark.parametrize("game", ["courchevel", "courchevel8"])
def test_hits_of_flops_by_exposed_card_add_up_to_all_flops(game: str) -> None:
    # Each flop holds three cards, and each board five, that may be the exposed one.
    hand = "AsAhKd4c3c"
    whole = hits(hand, game=game)
    parts = [hits(hand, card, game=game) for card in oracle.DECK if card not in hand]
    assert len(parts) == 47
    assert all(part.combos == 46 * 45 // 2 for part in parts)
    lines = {hit.name for kind in whole.partitions().values() for hit in kind}
    for name in lines:
        assert sum(part.count(name) for part in parts) == 3 * whole.count(name), name
    assert sum(part.low_boards for part in parts) == 5 * whole.low_boards
    assert sum(part.river_boards for part in parts) == 5 * whole.river_boards

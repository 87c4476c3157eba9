"""Settlement: known answers, and laws that hold for every hand."""

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import ground_truth
import oracle
import pytest

import omaha_equity as oe
from omaha_equity import HouseRules, PotHand, Rake, Seat, Settlement, settle
from omaha_equity.engine import evaluate
from omaha_equity.games import GAMES, O8, PLO4
from omaha_equity.pots import settlement
from omaha_equity.pots.hand import Cards
from omaha_equity.pots.layers import layers
from omaha_equity.pots.money import in_units

CASES = ground_truth.cases()
SHOWDOWNS = [hand for hand in ground_truth.showdowns() if hand.get("amounts_match")]

GAME_NAMES = {"omaha": "plo4", "omaha double board": "plo4", "omaha8": "o8", "big o": "o8-5"}


def settle_case(asked: dict[str, Any], unit: str = "0.01", **more: Any) -> Settlement:
    """A case with contributions: only who is still in has shown a hand."""
    seats = [
        {"name": name, "put": str(put), "folded": name in asked["folded"]}
        | ({"hand": asked["hands"][name]} if name in asked.get("hands", {}) else {})
        for name, put in asked["contributions"].items()
    ]
    rake = {"amount": str(asked.get("rake", 0))} | more.pop("rake", {})
    game = GAME_NAMES[asked.get("game", "omaha")]
    known = {"game": game, "unit": unit, "board": asked.get("board", ""), "rake": rake}
    return settle({"seats": seats, **known, **more})


def money(amounts: dict[str, float]) -> dict[str, Fraction]:
    return {name: Fraction(str(amount)) for name, amount in amounts.items() if amount}


def paid(found: Settlement) -> dict[str, Fraction]:
    return {name: Fraction(text) for name, text in found.paid.items()}


def awards(found: Settlement, pot: int = 0) -> dict[str, int]:
    """``{"seat9 high": 43}`` of one pot on its first board."""
    return {
        f"{found.hand.seats[seat].name} {half.half}": amount
        for half in found.pots[pot].boards[0].halves
        for seat, amount in half.awards
    }


# Known answers, copied here.


def test_po01_odd_chip_of_a_tied_low_and_of_a_side_pot() -> None:
    found = oe.settle(
        {
            "game": "o8",
            "button": 3,
            "board": "3dAdAs5c7c",
            "seats": [
                {"name": "dead", "seat": 1, "put": 1, "folded": True},
                {"name": "seat3", "seat": 3, "put": 1588, "hand": "QsAc7hTc"},
                {"name": "seat6", "seat": 6, "put": 1631, "hand": "2d9h3s4d"},
                {"name": "seat9", "seat": 9, "put": 1631, "hand": "6h3h2h4s"},
            ],
        }
    )
    assert [pot.amount for pot in found.pots] == [4765, 86]
    assert awards(found) == {"seat3 high": 2383, "seat6 low": 1191, "seat9 low": 1191}
    assert awards(found, 1) == {"seat9 high": 43, "seat6 low": 22, "seat9 low": 21}
    assert found.paid == {"seat3": "2383", "seat6": "1213", "seat9": "1255"}


def tied_hand(put: int, names: Sequence[str] = "AB", **more: Any) -> PotHand:
    """Every seat put in as much, and holds cards that a judge may value at will."""
    seats = tuple(Seat(name, put, tuple(range(4 * i, 4 * i + 4))) for i, name in enumerate(names))
    board = tuple(range(47, 52))
    return PotHand(O8, seats, **({"boards": (board,), "button": len(seats)} | more))


def judge_with(*worth: tuple[int, int]) -> settlement.Judge:
    return lambda _board, holes, _high_low: list(worth[: len(holes)])


def test_po03_two_players_who_tie_both_halves_share_evenly() -> None:
    both = judge_with((5, 5), (5, 5))
    found = settlement.settle(tied_hand(33), both)
    assert found.won == (33, 33)
    assert awards(found) == {"A high": 17, "B high": 16, "A low": 16, "B low": 17}
    apart = settlement.settle(tied_hand(33, house=HouseRules(together="never")), both)
    assert apart.won == (34, 32)
    without_button = settlement.settle(tied_hand(33, button=None), both)
    assert without_button.won == (33, 33)


def test_po05_three_pots_and_rake_by_pot() -> None:
    asked, expected = CASES["PO05"]["input"], CASES["PO05"]["expected"]
    found = settle_case(asked)
    pots = [found.hand.show(pot.amount) for pot in found.pots]
    after = [found.hand.show(pot.amount - pot.rake) for pot in found.pots]
    assert [float(pot) for pot in pots] == list(expected["pots_before_rake"].values())
    assert [float(pot) for pot in after] == expected["pots_after_rake"]
    assert paid(found) == money(expected["paid"])


def test_po07_rake_shared_in_proportion() -> None:
    asked, expected = CASES["PO07"]["input"], CASES["PO07"]["expected"]
    found = settle_case(asked)
    assert [pot.amount for pot in found.pots] == [37800, 55200]
    assert [pot.rake for pot in found.pots] == [122, 178]
    assert paid(found) == money(expected["paid"])


def test_po09_rake_from_the_main_pot() -> None:
    asked, expected = CASES["PO09"]["input"], CASES["PO09"]["expected"]
    found = settle_case(asked, rake={"share": "main-pot"})
    assert [(pot.amount, pot.rake) for pot in found.pots] == [(40000, 300), (8000, 0)]
    assert paid(found) == money(expected["paid"])


@pytest.mark.parametrize(("button", "won"), [("A", ("8.05", "8.06")), ("B", ("8.06", "8.05"))])
def test_po11_odd_cent_of_a_tie(button: str, won: tuple[str, str]) -> None:
    hands = {"A": "AhKh5h5s", "B": "9s7hKcJc"}
    seats = [{"name": name, "put": 8, "hand": hand} for name, hand in hands.items()]
    folded = {"name": "C", "put": "0.11", "folded": True}
    known = {"unit": "0.01", "button": button, "board": "JdQcAcTs9h"}
    found = settle({"seats": [*seats, folded], **known})
    assert (found.paid["A"], found.paid["B"]) == won


def test_po13_three_ways_even() -> None:
    same = judge_with((5, 0), (5, 0), (5, 0))
    assert settlement.settle(tied_hand(10100, "ABC"), same).won == (10100,) * 3


def test_po15_a_layer_of_folded_players_joins_the_pot_below() -> None:
    seats = (Seat("A", 100, (0, 1, 2, 3)), Seat("B", 100, (4, 5, 6, 7)), Seat("C", 300))
    board = (tuple(range(47, 52)),)
    gone = PotHand(PLO4, (*seats[:2], replace(seats[2], folded=True)), board)
    found = settlement.settle(gone, judge_with((2, 0), (1, 0)))
    assert [pot.amount for pot in found.pots] == [500]
    assert (found.won, found.returned) == ((500, 0, 0), None)
    still_in = PotHand(PLO4, (*seats[:2], replace(seats[2], hole=(8, 9, 10, 11))), board)
    found = settlement.settle(still_in, judge_with((2, 0), (1, 0), (1, 0)))
    assert (found.won, found.returned) == ((300, 0, 0), (2, 200))


def test_po17_pot_board_half_winner_amount() -> None:
    found = settlement.settle(tied_hand(33), judge_with((5, 5), (5, 4)))
    [pot] = found.pots
    for board in pot.boards:
        for half in board.halves:
            assert sum(amount for _, amount in half.awards) == half.amount
        assert sum(half.amount for half in board.halves) == board.amount
    assert sum(board.amount for board in pot.boards) == pot.amount - pot.rake


def test_po04_and_every_other_pot_case_is_tested() -> None:
    assert HouseRules() == HouseRules("left", "first", "high", "board")
    asked = {id_ for id_, case in CASES.items() if case["kind"] == "pots/odd chips"}
    assert asked == {f"PO{n:02}" for n in (1, 3, 4, 5, 7, 9, 11, 13, 15, 17)}


@pytest.mark.parametrize("id_", ["DB01", "DB09"])
def test_payouts_of_two_boards(id_: str) -> None:
    asked, expected = CASES[id_]["input"], CASES[id_]["expected"]
    total = Fraction(str(asked["pot_after_rake"]))
    seats = [
        {"name": name, "put": total / len(asked["hands"]), "hand": hand}
        for name, hand in asked["hands"].items()
    ]
    game = GAME_NAMES[asked["game"]]
    found = settle(
        {"game": game, "unit": "0.01", "boards": asked["boards"], "seats": seats_of(seats)}
    )
    assert paid(found) == money(expected.get("payout", expected))


def seats_of(seats: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Shares need not be whole cents: what is over was put in by one who folded."""
    whole = [seat | {"put": Fraction(seat["put"] * 100 // 1, 100)} for seat in seats]
    over = sum(seat["put"] for seat in seats) - sum(seat["put"] for seat in whole)
    return [*whole, {"name": "nobody", "put": over, "folded": True}]


@pytest.mark.parametrize(("id_", "collected"), [("DB05", "3718.00"), ("DB07", "315.30")])
def test_payouts_of_several_runs(id_: str, collected: str) -> None:
    asked = CASES[id_]["input"]
    boards = asked.get("actual_boards") or CASES[id_]["expected"]["actual_boards"]
    pot = {"DB05": 3721, "DB07": Fraction("327.8")}[id_]
    taken = {"DB05": 3, "DB07": Fraction("12.5")}[id_]
    seats = seats_of(
        [{"name": n, "put": Fraction(pot) / 2, "hand": h} for n, h in asked["hands"].items()]
    )
    found = settle({"unit": "0.01", "boards": boards, "seats": seats, "rake": {"amount": taken}})
    winner = "P3" if id_ == "DB05" else "H"
    assert found.paid == {winner: collected}
    if id_ == "DB07":
        assert [found.hand.show(board.amount) for board in found.pots[0].boards] == ["105.10"] * 3


@pytest.mark.parametrize("hand", SHOWDOWNS, ids=lambda hand: hand["id"])
def test_amounts_of_real_showdowns(hand: dict[str, Any]) -> None:
    """The button is not recorded: where a chip is odd, one button must give what was paid."""
    collected = money(hand["site_collected"])
    unit = "1" if all(amount.denominator == 1 for amount in collected.values()) else "0.01"
    each, over = divmod(in_units(sum(collected.values()), Fraction(unit)), len(hand["hands"]))
    assert each
    seats = [
        {"name": name, "put": each * Fraction(unit), "hand": cards}
        for name, cards in hand["hands"].items()
    ]
    # What the winners put in is not recorded either: what is over came from one who folded.
    seats.append({"name": "nobody", "put": over * Fraction(unit), "folded": True})
    game = next(
        g for g in GAMES.values() if (g.hole_cards, g.high_low) == (hand["n_hole"], hand["hilo"])
    )
    asked = {"game": game.name, "unit": unit, "boards": hand["boards"], "seats": seats}
    try:
        assert paid(settle(asked)) == collected
    except oe.TextError as error:
        assert "say who has the button" in str(error)
        buttons = range(1, len(seats) + 1)
        assert collected in [paid(settle(asked | {"button": button})) for button in buttons]


def test_how_many_showdowns_have_amounts() -> None:
    assert len(SHOWDOWNS) == 94


# Laws.


def random_hand(rng: random.Random) -> PotHand:
    """Few chips, so that stacks are often equal and much is odd."""
    game = rng.choice(list(GAMES.values()))
    boards = rng.choice([1, 1, 1, 2, 3])
    most = min(10, (52 - 5 * boards) // game.hole_cards)
    players = rng.randint(2, most)
    deck = rng.sample(range(52), 52)
    seats = []
    for number in range(players):
        hole = tuple(deck.pop() for _ in range(game.hole_cards))
        folded = bool(number) and rng.random() < 0.3
        seats.append(
            Seat(
                name=f"P{number}",
                put=rng.choice([rng.randint(0, 12), rng.randint(0, 500)]) + (not number),
                hole=hole if not folded or rng.random() < 0.5 else hole[: rng.randint(0, 2)],
                folded=folded,
                posted_dead=rng.choice([0, 0, 0, 0, 1, 5]),
                run_once=rng.random() < 0.1,
                number=number + 1,
            )
        )
    house = HouseRules(
        rng.choice(["left", "left", "lowest-seat", "high-card"]),
        rng.choice(["first", "last"]),
        rng.choice(["high", "low"]),
        rng.choice(["board", "board", "pot", "never"]),
    )
    share = rng.choice(["proportional", "per-pot", "main-pot"])
    percent = Fraction(rng.choice([0, 0, 5, 10, 100]), rng.choice([1, 3]))
    return PotHand(
        game=game,
        seats=tuple(seats),
        boards=tuple(tuple(deck.pop() for _ in range(5)) for _ in range(boards)),
        button=rng.randint(1, players),
        rake=Rake(percent, rng.choice([None, 3, 50]), share=share),
        house=house,
    )


def tied_judge(seed: int) -> settlement.Judge:
    """Values out of so few that ties abound; the same for the same cards."""

    def judge(board: Cards, holes: Sequence[Cards], high_low: bool) -> list[tuple[int, int]]:
        dice = [random.Random(hash((seed, board, hole))) for hole in holes]
        return [(die.randint(1, 2), die.randint(0, 2) if high_low else 0) for die in dice]

    return judge


def check_laws(hand: PotHand, judge: settlement.Judge, rng: random.Random) -> None:
    found = settlement.settle(hand, judge)
    assert sum(found.won) + found.rake + sum(found.back) == hand.total
    assert sum(found.net) == -found.rake
    for pot in found.pots:
        assert sum(board.amount for board in pot.boards) == pot.amount - pot.rake
        for board in pot.boards:
            assert sum(half.amount for half in board.halves) == board.amount
            for half in board.halves:
                assert sum(amount for _, amount in half.awards) == half.amount
                assert all(amount >= 0 for _, amount in half.awards)
                assert {seat for seat, _ in half.awards} <= set(pot.contenders)
    live = [seat for seat in hand.seats if not seat.folded]
    top = max(seat.put for seat in live)
    dead = sum(seat.posted_dead for seat in hand.seats)
    for seat, won in zip(hand.seats, found.won, strict=True):
        most = top + hand.total if seat.put == top else seat.put
        possible = sum(min(most, other.put) for other in hand.seats) + dead
        assert 0 <= won <= (0 if seat.folded or not (seat.put or seat.posted_dead) else possible)
    check_layers(hand)
    check_shares(hand, found, judge)
    shuffled = replace(hand, seats=tuple(rng.sample(hand.seats, len(hand.seats))))
    again = settlement.settle(shuffled, judge)
    assert again.paid == found.paid


def check_layers(hand: PotHand) -> None:
    """Chip by chip: who put in an n-th chip, and who can win it."""
    pots: list[tuple[tuple[int, ...], int]] = []
    returned = 0
    live = hand.live
    pots.append((live, sum(seat.posted_dead for seat in hand.seats)))
    for level in range(1, max(seat.put for seat in hand.seats) + 1):
        chips = sum(seat.put >= level for seat in hand.seats)
        contenders = tuple(place for place in live if hand.seats[place].put >= level)
        if chips == 1 and len(contenders) == 1:
            returned += 1
        elif not contenders or contenders == pots[-1][0]:
            pots[-1] = (pots[-1][0], pots[-1][1] + chips)
        else:
            pots.append((contenders, chips))
    found = layers(hand)
    assert [(pot.contenders, pot.amount) for pot in found.pots] == [p for p in pots if p[1]]
    assert (found.returned[1] if found.returned else 0) == returned


def check_shares(hand: PotHand, found: Settlement, judge: settlement.Judge) -> None:
    """Nobody is further from the exact share than the divisions on the way can bring them."""
    exact = [Fraction(0)] * len(hand.seats)
    steps = [0] * len(hand.seats)
    for pot in found.pots:
        amount = Fraction(pot.amount - pot.rake)
        if len(pot.contenders) == 1:
            exact[pot.contenders[0]] += amount
            continue
        once = any(hand.seats[seat].run_once for seat in pot.contenders)
        boards = hand.boards[:1] if once else hand.boards
        for board in boards:
            worth = judge(board, [hand.seats[s].hole for s in pot.contenders], hand.game.high_low)
            has_low = any(low for _, low in worth)
            for half in (0, 1) if has_low else (0,):
                best = max(value[half] for value in worth)
                sharers = [s for s, v in zip(pot.contenders, worth, strict=True) if v[half] == best]
                for seat in sharers:
                    exact[seat] += amount / len(boards) / (1 + has_low) / len(sharers)
                    steps[seat] += 3
    for won, share, divisions in zip(found.won, exact, steps, strict=True):
        assert abs(won - share) <= divisions


def check_many(hands: int, seed: int) -> None:
    rng = random.Random(seed)
    for number in range(hands):
        judge = tied_judge(number) if number % 4 else evaluate.showdown
        check_laws(random_hand(rng), judge, rng)


def test_laws_of_2000_random_hands() -> None:
    check_many(2000, seed=1)


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", range(10))
def test_laws_of_100_000_random_hands(part: int) -> None:
    check_many(10_000, seed=100 + part)


@pytest.mark.parametrize("hole_cards", [4, 5, 6, 7])
def test_values_are_those_of_the_oracle(hole_cards: int) -> None:
    import numpy as np

    rng = random.Random(hole_cards)
    deals = [rng.sample(range(52), hole_cards + 5) for _ in range(300)]
    # Three or more of a suit on the board, so that flushes abound.
    suited = [rng.sample(range(0, 52, 4), 8) for _ in range(300)]
    deals += [
        [*cards[:3], *rng.sample(range(1, 52, 4), hole_cards - 3), *cards[3:]] for cards in suited
    ]
    array = np.array(deals)
    highs = oracle.high_values(array[:, :hole_cards], array[:, hole_cards:])
    lows = oracle.low_values(array[:, :hole_cards], array[:, hole_cards:])
    found = [evaluate.showdown(deal[hole_cards:], [deal[:hole_cards]], True)[0] for deal in deals]
    assert found == list(zip(highs.tolist(), lows.tolist(), strict=True))
    assert evaluate.showdown(deals[0][hole_cards:], [deals[0][:hole_cards]], False)[0][1] == 0

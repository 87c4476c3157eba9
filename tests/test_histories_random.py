"""Random hands, played by pokerkit, written as PHH and as PokerStars text, and read back."""

import random
import re
import warnings
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from omaha_equity import PotHand
from omaha_equity.histories.judging import judge
from omaha_equity.histories.reading import read_hands
from omaha_equity.histories.record import HandProblem, HandRecord
from omaha_equity.histories.results import HandResult
from omaha_equity.histories.text import POKERSTARS

pokerkit = pytest.importorskip("pokerkit", reason="pokerkit is not installed: pip install .[test]")

from test_settle_pokerkit import as_hand, texts, why_rules_differ  # noqa: E402

from omaha_equity.games import O8, PLO4, Game  # noqa: E402

SAMPLES = Path(__file__).parent / "histories"
STREETS = {3: "FLOP", 4: "TURN", 5: "RIVER"}


def play(game: Game, rng: random.Random) -> tuple[Any, Any]:
    """A game with an ante or a straddle at times, and one hand with random bets of it."""
    players = rng.randint(2, 6)
    blinds = (1, 2, 4) if players > 2 and rng.random() < 0.5 else (1, 2)
    does = pokerkit.Automation
    every = tuple(one for one in does if one != does.RUNOUT_COUNT_SELECTION)
    kind = (
        pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter
        if game.high_low
        else pokerkit.PotLimitOmahaHoldem
    )
    table = kind(every, True, rng.choice([0, 0, 1]), blinds, *((2, 4) if game.high_low else (2,)))
    stacks = [rng.choice([5, 11, 23, 47, rng.randint(6, 90)]) for _ in range(players)]
    state = table(stacks, players)
    while state.status:
        choices = ["call"] * 4 + ["raise"] * 3
        if state.can_fold() and sum(state.statuses) > 1:
            choices.append("fold")
        chosen = rng.choice(choices)
        if chosen == "fold":
            state.fold()
        elif chosen == "raise" and state.can_complete_bet_or_raise_to():
            low = state.min_completion_betting_or_raising_to_amount
            high = state.max_completion_betting_or_raising_to_amount
            state.complete_bet_or_raise_to(rng.choice([low, high, rng.randint(low, high)]))
        else:
            state.check_or_call()
    return table, state


def played(games: tuple[Game, ...], hands: int, seed: int) -> Iterator[tuple[Game, Any, Any]]:
    rng = random.Random(seed)
    random.seed(seed)  # pokerkit shuffles with it
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for number in range(hands):
            game = games[number % len(games)]
            yield game, *play(game, rng)


def pokerstars(state: Any, game: Game) -> str:
    """The hand as PokerStars would tell it, all cards seen."""
    players = range(state.player_count)
    name = {"o8": "Omaha Hi/Lo Limit", "plo4": "Omaha Pot Limit"}[game.name]
    put, back = put_in(state), uncalled(state)
    won = [state.payoffs[p] + put[p] - back[p] for p in players]
    lines = [
        f"PokerStars Hand #7: {name} (1/2) - 2024/03/10 20:00:00 ET",
        f"Table 'T' 6-max (Play Money) Seat #{len(players)} is the button",
        *(f"Seat {p + 1}: P{p} ({state.starting_stacks[p]} in chips)" for p in players),
        *dealt([line for line in map(Teller(state).tell, state.operations) if line], len(players)),
        *(f"Uncalled bet ({back[p]}) returned to P{p}" for p in players if back[p]),
        "*** SHOW DOWN ***",
        *(f"P{p} collected {won[p]} from pot" for p in players if won[p]),
        "*** SUMMARY ***",
        f"Total pot {sum(won)} | Rake 0",
    ]
    return "\n".join(lines) + "\n"


class Teller:
    """What PokerStars would say of each thing that pokerkit does."""

    def __init__(self, state: Any) -> None:
        names = ["small blind", "big blind", *["straddle"] * 4]
        # Heads-up the second player has the button and the small blind.
        self.blinds = names if state.player_count > 2 else names[1::-1]
        self.board: list[str] = []

    def tell(self, step: Any) -> str:
        who = f"P{getattr(step, 'player_index', None)}:"
        match type(step).__name__:
            case "AntePosting":
                return f"{who} posts the ante {step.amount}"
            case "BlindOrStraddlePosting":
                return f"{who} posts {self.blinds[step.player_index]} {step.amount}"
            case "HoleDealing":
                return f"HOLE {step.player_index} {texts(step.cards)}"
            case "CheckingOrCalling":
                return f"{who} calls {step.amount}" if step.amount else f"{who} checks"
            case "CompletionBettingOrRaisingTo":
                return f"{who} raises 1 to {step.amount}"
            case "Folding":
                return f"{who} folds"
            case "BoardDealing":
                before = " ".join(self.board)
                self.board += re.findall("..", texts(step.cards))
                new = " ".join(self.board[-1:] if before else self.board)
                known = f"[{before}] " if before else ""
                return f"*** {STREETS[len(self.board)]} *** {known}[{new}]"
        return ""


def uncalled(state: Any) -> list[int]:
    """By player, the chips above what anybody else put in."""
    put = put_in(state)
    most, next_most = sorted([put[p] for p in range(state.player_count)])[:-3:-1]
    return [most - next_most if put[p] == most else 0 for p in range(state.player_count)]


def put_in(state: Any) -> Counter[int]:
    """By player, all chips put in, returned ones too."""
    put, street = Counter[int](), Counter[int]()
    for step in state.operations:
        match type(step).__name__:
            case "AntePosting":
                put[step.player_index] += step.amount
            case "BlindOrStraddlePosting" | "CheckingOrCalling":
                put[step.player_index] += step.amount
                street[step.player_index] += step.amount
            case "CompletionBettingOrRaisingTo":
                put[step.player_index] += step.amount - street[step.player_index]
                street[step.player_index] = step.amount
            case "BoardDealing":
                street.clear()
    return put


def dealt(lines: list[str], players: int) -> list[str]:
    """The hole cards, dealt one at a time, as one line a player after the blinds."""
    holes = [""] * players
    for line in lines:
        if line.startswith("HOLE "):
            _, who, card = line.split()
            holes[int(who)] += f" {card}"
    last = max(at for at, line in enumerate(lines) if line.startswith("HOLE "))
    cards = [f"Dealt to P{p} [{hole.strip()}]" for p, hole in enumerate(holes)]
    lines[last : last + 1] = ["*** HOLE CARDS ***", *cards]
    return [line for line in lines if not line.startswith("HOLE ")]


def read(text: str) -> list[HandRecord | HandProblem]:
    return list(read_hands(BytesIO(text.encode()), "f"))


def check(found: HandRecord | HandProblem, state: Any, game: Game) -> tuple[HandResult, str]:
    """Compare a hand read back with the one played; return how the rules differ, or ""."""
    assert isinstance(found, HandRecord), found
    put = put_in(state)
    expected = as_hand(state, game)
    assert found.game == game
    assert list(found.put) == [put[p] for p in range(state.player_count)]
    assert found.boards == expected.boards
    assert [set(player.hole) for player in found.players] == [
        set(seat.hole) for seat in expected.seats
    ]
    assert sorted(found.folded) == [p for p, s in enumerate(expected.seats) if s.folded]
    # Chips a player has in the end beyond those at the start.
    net = [
        won + back - chips
        for won, back, chips in zip(found.paid, found.returned, found.put, strict=True)
    ]
    assert net == list(state.payoffs)
    result = judge(found)
    assert isinstance(result, HandResult), result
    assert sum(found.put) == sum(found.paid) + sum(found.returned) + found.rake
    assert result.settlement.back == found.returned
    assert isinstance(result.settlement.hand, PotHand)
    different = why_rules_differ(result.settlement)
    if not different and not tied_both_halves(result):
        assert not result.differences
    return result, different


def tied_both_halves(result: HandResult) -> bool:
    """Players who tie high and low: pokerkit may give one both odd chips."""
    return any(
        len(board.halves) == 2 and all(len(half.awards) > 1 for half in board.halves)
        for pot in result.settlement.pots
        for board in pot.boards
    )


def compare(found: list[HandRecord | HandProblem], hands: list[tuple[Game, Any, Any]]) -> None:
    assert len(found) == len(hands)
    seen: Counter[str] = Counter()
    for record, (game, _, state) in zip(found, hands, strict=True):
        result, different = check(record, state, game)
        seen[different] += 1
        seen["side pots"] += len(result.settlement.pots) > 2
        seen["all-in"] += result.all_in
    assert seen[""] > len(hands) * 2 / 3
    assert seen["side pots"] > 3
    assert seen["all-in"] > 10


def test_random_hands_come_back_from_pokerstars_text() -> None:
    hands = list(played((PLO4, O8), 80, seed=1))
    compare(read("\n\n".join(pokerstars(state, game) for game, _, state in hands)), hands)


def test_random_hands_come_back_from_phh() -> None:
    hands = list(played((PLO4, O8), 80, seed=2))
    written = [
        pokerkit.HandHistory.from_game_state(table, state, finishing_stacks=list(state.stacks))
        for _, table, state in hands
    ]
    compare(read(pokerkit.HandHistory.dumps_all(written)), hands)


def test_pokerkit_itself_reads_no_omaha_from_pokerstars() -> None:
    # If this fails, pokerkit has learnt it: then it can be a second judge here.
    text = (SAMPLES / "pot_limit.txt").read_text()
    with warnings.catch_warnings(), pytest.MonkeyPatch.context() as patch:
        warnings.simplefilter("ignore")
        patch.setattr("traceback.print_exc", lambda: None)
        assert list(pokerkit.HandHistory.from_pokerstars(text)) == []


def damage(text: str, rng: random.Random) -> str:
    """Cut, double, move or change parts of a text."""
    for _ in range(rng.choice([1, 1, 2, 5])):
        lines = text.split("\n")
        at, to = sorted(rng.choices(range(len(lines)), k=2))
        match rng.randrange(7):
            case 0:
                text = text[: rng.randrange(len(text) + 1)]
            case 1:
                text = "\n".join(lines[:at] + lines[at + 1 :])
            case 2:
                text = "\n".join(lines[:at] + lines[to:])
            case 3:
                lines[at], lines[to] = lines[to], lines[at]
                text = "\n".join(lines)
            case 4:
                text = "\n".join([*lines[: at + 1], *lines[at:]])
            case 5:
                place = rng.randrange(len(text) + 1)
                new = rng.choice(["", "$", "9", "0", "-", "[", "As", " ", "é", "\0", "'", "1e9"])
                text = text[:place] + new + text[place + rng.randrange(3) :]
            case 6:
                numbers = list(re.finditer(r"\d+", text))
                if numbers:
                    found = rng.choice(numbers)
                    new = rng.choice(["0", "1", "7", "99", "123456789012345678901"])
                    text = text[: found.start()] + new + text[found.end() :]
    return text


@pytest.mark.parametrize("path", sorted(SAMPLES.iterdir()), ids=lambda path: path.name)
def test_damaged_texts_give_results_or_problems_and_lose_nothing(path: Path) -> None:
    rng = random.Random(path.name)
    sound = path.read_text()
    outcomes: Counter[str] = Counter()
    for _ in range(60):
        text = damage(sound, rng)
        found = read(text)
        begun = sum(bool(POKERSTARS.match(line)) for line in text.split("\n"))
        assert len(found) >= max(begun, 1)
        for each in found:
            outcomes[type(each).__name__] += 1
            assert each.line <= 1 + text.count("\n")
            if isinstance(each, HandRecord):
                result = judge(each)
                outcomes[type(result).__name__] += 1
                if isinstance(result, HandResult):
                    chips = [seat.put - seat.returned - seat.won for seat in result.seats]
                    assert sum(chips) == each.rake
                    result.to_json()
    assert outcomes["HandProblem"]
    assert outcomes["HandRecord"]


def test_a_damaged_header_costs_one_hand_only() -> None:
    text = (SAMPLES / "five_and_six_cards.txt").read_text()
    found = read(text.replace("PokerStars Hand #5002", "PokerStars Hnad #5002"))
    assert [type(each).__name__ for each in found] == ["HandRecord", "HandProblem", "HandRecord"]

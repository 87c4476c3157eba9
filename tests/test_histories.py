"""Hand histories: every form of file, the pots, what was luck, and what cannot be read."""

import math
from collections.abc import Iterator
from fractions import Fraction
from io import BytesIO
from pathlib import Path

import pytest
from chips_oracle import left, pot_shares, prizes, texts

from omaha_equity import equity
from omaha_equity.histories.judging import judge
from omaha_equity.histories.reading import hand_results, read_hands
from omaha_equity.histories.record import HandProblem, HandRecord
from omaha_equity.histories.results import HandResult
from omaha_equity.histories.totals import Totals

SAMPLES = Path(__file__).parent / "histories"
TEXTS = sorted(SAMPLES.glob("*.txt"))
PHH = sorted(SAMPLES.glob("*.phh*"))
LIMIT = (SAMPLES / "limit_high_low_side_pots.txt").read_text()


def read(text: str | bytes, file: str = "f") -> list[HandResult | HandProblem]:
    """Every hand of a text, judged."""
    stream = BytesIO(text if isinstance(text, bytes) else text.encode())
    found = read_hands(stream, file)
    return [judge(each) if isinstance(each, HandRecord) else each for each in found]


def one(text: str | bytes) -> HandResult:
    [found] = read(text)
    assert isinstance(found, HandResult), found
    return found


def sample(name: str) -> list[HandResult | HandProblem]:
    if name.split(".")[1].startswith("phh"):
        pytest.importorskip("pokerkit", reason="pokerkit is not installed: pip install .[test]")
    return list(hand_results([SAMPLES / name]))


def hands(found: list[HandResult | HandProblem]) -> list[HandResult]:
    return [each for each in found if isinstance(each, HandResult)]


def problems(found: list[HandResult | HandProblem]) -> list[HandProblem]:
    return [each for each in found if isinstance(each, HandProblem)]


def by_name(found: HandResult, what: str) -> dict[str, object]:
    """An attribute of every seat."""
    return {seat.name: getattr(seat, what) for seat in found.seats}


def money(found: HandResult, what: str) -> dict[str, str]:
    """An amount of every seat, as the JSON has it."""
    return {seat["name"]: seat[what] for seat in found.to_dict()["seats"]}


def test_a_straddled_limit_high_low_hand_has_two_side_pots() -> None:
    [found] = hands(sample("limit_high_low_side_pots.txt"))
    # Ann 6; Bob 6 + 3; Cal 6 + 4 + 5; Dee and Eve 6 + 4 + 8 + 4.
    assert by_name(found, "put") == {"Ann": 600, "Bob": 900, "Cal": 1500, "Dee": 2200, "Eve": 2200}
    assert found.record.game.name == "o8"
    assert found.settlement is not None
    pots = [(pot.amount, pot.contenders) for pot in found.settlement.pots]
    # 6 + 4 * 9; then what three put in above 9: 3 * 6; then two above 15: 2 * 7.
    assert pots == [(4200, (1, 2, 3, 4)), (1800, (2, 3, 4)), (1400, (3, 4))]
    # The rake of 200 in proportion: 113.5, 48.6, 37.8; odd units to the largest remainders.
    assert [pot.rake for pot in found.settlement.pots] == [113, 49, 38]
    # Bob's kings have the main pot's high of 4087, Cal's 86 low its low and that of 1751; Eve's
    # tens the highs of both side pots; Dee's low half of 1362.
    won = {"Ann": 0, "Bob": 2044, "Cal": 2043 + 875, "Dee": 681, "Eve": 876 + 681}
    assert by_name(found, "won") == by_name(found, "settled") == won
    assert not found.differences
    assert found.street_name == "river"
    assert not found.all_in
    assert set(by_name(found, "luck").values()) == {0}


@pytest.mark.parametrize("path", TEXTS + PHH, ids=lambda path: path.name)
def test_no_chips_are_lost(path: Path) -> None:
    found = hands(sample(path.name))
    assert found
    for hand in found:
        put = sum(seat.put for seat in hand.seats)
        returned = sum(seat.returned for seat in hand.seats)
        assert put == returned + sum(seat.won for seat in hand.seats) + hand.record.rake
        assert hand.settlement is not None
        assert put == returned + sum(hand.settlement.won) + hand.settlement.rake
        assert not hand.differences
        if all(seat.expected is not None for seat in hand.seats):
            assert sum(seat.expected for seat in hand.seats) == sum(hand.settlement.won)


def test_an_all_in_is_valued_where_the_last_chips_went_in() -> None:
    found, walk = hands(sample("pot_limit.txt"))
    assert (found.street_name, found.all_in, found.showdown) == ("flop", True, True)
    assert found.record.hand == "2001"
    assert found.record.line == 1
    assert found.record.when == "2024/03/02 20:00:00 ET"
    # Zed sits out; the chat that looks like a fold is not a fold.
    assert list(by_name(found, "put")) == ["Ann", "Bob", "Cal O'Ray: 7"]
    shares = equity(["AsAhKdKc", "Ts9s8h7h"], board="Js 7d 2c")
    assert found.seats[0].expected == 1955 * shares.players[0].equity_exact
    assert found.seats[0].luck == 1955 - found.seats[0].expected
    assert found.equities[0] == shares.players[0].equity_exact
    assert found.seats[1].luck == 0
    assert not walk.showdown
    assert by_name(walk, "put") == {"Ann": 10, "Bob": 0, "Cal O'Ray: 7": 5}
    assert by_name(walk, "returned") == {"Ann": 5, "Bob": 0, "Cal O'Ray: 7": 0}
    assert set(by_name(walk, "luck").values()) == {0}


def test_cards_that_folded_players_show_are_dead() -> None:
    [found] = hands(sample("exposed.txt"))
    assert found.street_name == "turn"
    board, pot = "Qh9h4c2s", 13500
    # Cal folds two hearts, and shows a third card afterwards.
    dead = equity(["Ah Th 3c 3d", "Qs Qd 8c 7c"], board=board, dead="KhJhTd")
    alive = equity(["Ah Th 3c 3d", "Qs Qd 8c 7c"], board=board)
    assert found.seats[0].expected == pot * dead.players[0].equity_exact
    assert dead.players[0].equity_exact != alive.players[0].equity_exact
    [unseen] = read(
        (SAMPLES / "exposed.txt")
        .read_text()
        .replace("folds [Kh Jh]", "folds")
        .replace("Cal: shows [Kh Jh Td] (high card King)\n", "")
    )
    assert unseen.seats[0].expected == pot * alive.players[0].equity_exact


def test_expectation_and_spread_are_those_of_all_rivers() -> None:
    [found] = hands(sample("exposed.txt"))
    hand = found.chances.hand
    [(prize, contenders)] = prizes(hand)
    rivers = left(hand)
    assert len(rivers) == 52 - 4 - 4 - 4 - 3
    won = [
        prize * pot_shares(hand, contenders, (*texts(hand.boards[0]), river))[0] for river in rivers
    ]
    mean = sum(won) / len(won)
    variance = sum((chips - mean) ** 2 for chips in won) / len(won)
    totals = Totals()
    totals.add(found)
    ann = totals.players["Ann", "USD"]
    assert found.seats[0].expected == mean
    assert ann.variance == pytest.approx(float(variance) / 100**2)
    assert ann.luck == (0 - mean) / 100
    assert ann.half_width == pytest.approx(1.959964 * math.sqrt(variance) / 100)
    assert ann.won == -60
    assert ann.expected == -60 + mean / 100
    told = ann.to_dict()
    assert told["high"] - told["low"] == pytest.approx(2 * ann.half_width)
    assert (told["high"] + told["low"]) / 2 == pytest.approx(float(ann.expected))


def test_a_hand_run_twice_has_two_boards_and_swings_less() -> None:
    [found] = hands(sample("run_twice.txt"))
    assert found.record.money == "EUR"
    assert found.record.when == "2024/03/04 20:00:00 CET"
    assert found.to_dict()["boards"] == ["QsJd4h6c5d", "QsJd4h9cKs"]
    assert (found.street_name, found.all_in) == ("flop", True)
    assert by_name(found, "won") == {"Ann": 4975, "Bob": 4975, "Cal": 0}
    twice = found.chances.seats[0].deviations
    assert found.seats[0].deviation == twice[2] < twice[1]
    shares = equity(["AcAd7s2h", "KhTh9s8d"], board="QsJd4h")
    assert found.seats[0].expected == 9950 * shares.players[0].equity_exact


def test_the_hole_cards_tell_the_game() -> None:
    five, six, lying = hands(sample("five_and_six_cards.txt"))
    assert [five.record.game.name, six.record.game.name] == ["plo5", "plo6"]
    # "Omaha Hi/Lo" says the header, and both hold five cards.
    assert lying.record.game.name == "o8-5"
    assert by_name(lying, "won") == {"Ann": 2000, "Bob": 2000}
    assert by_name(lying, "returned") == {"Ann": 0, "Bob": 1000}
    assert [five.street_name, six.street_name, lying.street_name] == ["preflop", "flop", "flop"]
    # The six-card hand was checked down: bets were possible.
    assert [five.all_in, six.all_in, lying.all_in] == [True, False, True]


@pytest.mark.parametrize(
    ("header", "game"),
    [
        ("Hand #1: Omaha Pot Limit", "plo4"),
        ("Zoom Hand #1:  5 Card Omaha Pot Limit", "plo5"),
        ("Game #1: 6 Card Omaha Pot Limit", "plo6"),
        ("Home Game Hand #1: {Club #1} Omaha Hi/Lo Limit", "o8"),
        ("Hand #1: 5 Card Omaha Hi/Lo Pot Limit", "o8-5"),
        ("Hand #1: HORSE (Omaha Hi/Lo Limit, ", "o8"),
        ("Hand #1: Mixed Omaha H/L (Omaha Hi/Lo Limit, ", "o8"),
        ("Hand #1: Omaha No Limit", "plo4"),
        ("Hand #1: 5 Card Courchevel Hi/Lo Pot Limit", "courchevel8"),
    ],
)
def test_headers_name_games(header: str, game: str) -> None:
    text = (SAMPLES / "pot_limit.txt").read_text().split("\n\n\n\n")[1]
    # In this hand only Ann's cards are known; without them only the header tells.
    lines = [line for line in text.splitlines() if not line.startswith("Dealt")]
    lines[0] = f"PokerStars {header} ($0.05/$0.10 USD) - 2024/03/02 20:02:00 ET"
    assert one("\n".join(lines)).record.game.name == game


@pytest.mark.parametrize(
    ("stakes", "kind"),
    [
        ("($1/$2 USD)", "USD"),
        ("($1/$2)", "USD"),
        ("(€1/€2 EUR)", "EUR"),
        ("(£1/£2)", "GBP"),
        ("(1/2)", "play money"),
    ],
)
def test_stakes_tell_the_money(stakes: str, kind: str) -> None:
    text = (SAMPLES / "exposed.txt").read_text().replace("($1/$2 USD)", stakes)
    sign = stakes[1] if stakes[1] in "$€£" else ""
    assert one(text.replace("$", sign)).record.money == kind


def test_chips_are_whole_where_all_amounts_are() -> None:
    [found] = hands(sample("tournament.txt"))
    assert (found.record.money, found.record.unit) == ("tournament chips", 1)
    assert by_name(found, "put") == {"Ann": 1500, "Bob": 900, "Cal": 1900}
    assert by_name(found, "returned")["Cal"] == 400
    # Antes, blinds and all-ins: three put in 900, two of them 600 more.
    assert [pot.amount for pot in found.settlement.pots] in ([3900], [2700, 1200])


def test_expectations_need_all_cards_and_say_so() -> None:
    [found] = hands(sample("tournament.txt"))
    assert found.all_in
    assert found.unknown == ("Bob",)
    assert set(by_name(found, "luck").values()) == {None}
    # Bob mucked, so the hand can be settled all the same.
    assert by_name(found, "settled") == {"Ann": 0, "Bob": 0, "Cal": 3900}
    totals = Totals()
    totals.add(found)
    sums = totals.players["Cal", "tournament chips"]
    assert (sums.all_ins, sums.unvalued, sums.luck) == (0, 1, 0)
    [known] = read(
        (SAMPLES / "tournament.txt")
        .read_text()
        .replace("(big blind) mucked", "(big blind) mucked [Qc Qd 7c 6c]")
    )
    assert not known.unknown
    assert [pot.amount for pot in known.chances.pots] == [2700, 1200]


def test_a_winner_whose_cards_nobody_knows_cannot_be_settled() -> None:
    text = (SAMPLES / "pot_limit.txt").read_text().split("\n\n\n\n")[0]
    lines = [line for line in text.splitlines() if "Ts 9s 8h 7h" not in line]
    text = "\n".join(lines).replace("Ann collected", "Cal O'Ray: 7 collected")
    found = one(text)
    assert found.settlement is None
    assert found.unsettled == "the cards of Cal O'Ray: 7 are not known"
    assert found.seats[0].luck is None
    assert not found.differences


def test_dead_blinds_lie_in_the_pot_and_need_no_call() -> None:
    [found] = hands(sample("dead_blinds.txt"))
    assert (found.record.money, found.record.game.name) == ("play money", "plo4")
    put = dict(zip("ABCDE", found.record.put, strict=True))
    assert put == {"A": 0, "B": 5, "C": 30, "D": 90, "E": 10}
    # Dee's small blind, and the second small blind of the hand.
    assert found.record.dead == (0, 0, 0, 5, 5)
    assert found.settlement.pots[0].amount == 85
    assert by_name(found, "returned")["Dee"] == 60
    # With limits the stakes are bets, and the big blind is the smaller one.
    limit = (SAMPLES / "dead_blinds.txt").read_text().replace("Pot Limit (5/10)", "Limit (10/20)")
    assert one(limit).record.dead == (0, 0, 0, 5, 5)


def test_a_single_card_shown_is_a_card_of_the_deck() -> None:
    text = (SAMPLES / "dead_blinds.txt").read_text()
    [found] = read(text.replace("Dee: shows [Kc]", "Dee: shows [9h]"))
    assert isinstance(found, HandProblem)
    assert "card 9h is in" in found.reason


def test_an_ante_for_the_whole_table_needs_no_call() -> None:
    text = (SAMPLES / "pot_limit.txt").read_text().split("\n\n\n\n")[1]
    text = text.replace("Ann: posts big", "Ann: posts the ante $0.10\nAnn: posts big")
    text = text.replace("collected $0.10", "collected $0.20").replace("pot $0.10", "pot $0.20")
    found = one(text)
    assert found.record.dead == (10, 0, 0)
    assert found.settlement.back == (5, 0, 0)


def test_a_later_fold_moves_the_moment() -> None:
    # Bob is all-in on the flop.  On the turn Ann bets and Cal folds: from then on no bets.
    found = one(
        "PokerStars Hand #1: Omaha Pot Limit ($1/$2 USD)\n"
        "Table 'T' 6-max Seat #1 is the button\n"
        "Seat 1: Ann ($90 in chips)\nSeat 2: Bob ($6 in chips)\nSeat 3: Cal ($90 in chips)\n"
        "Bob: posts small blind $1\nCal: posts big blind $2\n*** HOLE CARDS ***\n"
        "Ann: calls $2\nBob: calls $1\nCal: checks\n*** FLOP *** [Js 7d 2c]\n"
        "Bob: bets $4 and is all-in\nCal: calls $4\nAnn: calls $4\n*** TURN *** [Js 7d 2c] [4h]\n"
        "Cal: checks\nAnn: bets $18\nCal: folds\nUncalled bet ($18) returned to Ann\n"
        "*** RIVER *** [Js 7d 2c 4h] [3d]\n*** SHOW DOWN ***\n"
        "Ann: shows [As Ah Kd Kc] (a pair)\nBob: shows [Ts 9s 8h 7h] (a pair)\n"
        "Ann collected $18 from pot\n*** SUMMARY ***\nTotal pot $18 | Rake $0\n"
    )
    assert (found.street_name, found.all_in) == ("turn", True)
    shares = equity(["AsAhKdKc", "Ts9s8h7h"], board="Js7d2c4h")
    assert found.seats[0].expected == 1800 * shares.players[0].equity_exact


def test_cash_outs_leave_the_pot_as_it_is() -> None:
    # The winner of two pots cashes out: nothing is collected, the summary says what was won.
    out = "Cal cashed out the hand for $20.00 | Cash Out Fee $0.20"
    lines = [
        {
            "Cal collected $8.75 from side pot-1": out,
            "Cal collected $20.43 from main pot": "",
        }.get(line, line)
        for line in LIMIT.splitlines()
    ]
    assert one("\n".join(lines)).to_dict() == one(LIMIT).to_dict()


def test_a_second_small_blind_counts_if_the_call_is_short_of_it() -> None:
    text = (SAMPLES / "dead_blinds.txt").read_text().replace("Eve: calls 10", "Eve: calls 5")
    text = text.replace("pot 85", "pot 80").replace("collected 85", "collected 80")
    found = one(text.replace("(85)", "(80)"))
    assert found.record.put[4] == 10
    assert found.record.dead == (0, 0, 0, 5, 0)


def test_part_of_a_hand_shown_at_the_showdown() -> None:
    text = (SAMPLES / "exposed.txt").read_text().replace("[Ah Th 3c 3d]", "[Ah Th]")
    found = one(text)
    assert found.unknown == ("Ann",)
    assert found.seats[1].settled == 13500


def test_a_broken_summary_line_and_a_cancelled_hand() -> None:
    text = LIMIT.replace("won ($20.44) with", "won ($20.44) \nwith")
    assert one(text).to_dict() == one(LIMIT).to_dict()
    [found] = read(LIMIT.partition("*** HOLE")[0] + "Hand cancelled\n*** SUMMARY ***\n")
    assert found == HandProblem("f", 11, "the hand was cancelled")


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"]
)
def test_every_encoding(encoding: str, ends: str) -> None:
    text = LIMIT.replace("Ann", "Zoë").replace("$", "€").replace("\n", ends)
    found = one(text.encode(encoding))
    assert found.seats[0].name == "Zoë"
    assert found.record.rake == 200


def test_files_of_mixed_encodings_joined() -> None:
    text = LIMIT.replace("Ann", "Zoë")
    found = read(text.encode("cp1252") + text.encode("utf-8-sig"))
    assert [each.seats[0].name for each in found] == ["Zoë", "Zoë"]


def test_phh_with_a_byte_order_mark() -> None:
    pytest.importorskip("pokerkit", reason="pokerkit is not installed: pip install .[test]")
    text = (SAMPLES / "side_pot.phh").read_text()
    variant = text[text.index("variant") :]
    for encoding in ("utf-8-sig", "utf-16"):
        assert one(variant.encode(encoding)).record.hand == "9001"


def test_blank_lines_inside_a_hand() -> None:
    assert one(LIMIT.replace("\n", "\n\n\n")).to_dict() == one(LIMIT).to_dict() | {"line": 1}


def test_problems_have_a_place_and_the_rest_goes_on() -> None:
    found = sample("problems.txt")
    assert len(hands(found)) == 1
    assert [(each.line, each.reason.split(":")[0]) for each in problems(found)] == [
        (1, "text that belongs to no hand, up to the next hand"),
        (2, "not Omaha"),
        (12, "Ann"),
        (15, "the hand is cut off"),
        (34, "text that belongs to no hand, up to the next hand"),
        (35, "chips are missing"),
        (47, "not Omaha"),
    ]
    assert str(problems(found)[2]).endswith(
        "problems.txt: line 12: Ann: 'dances $0.05' cannot be read"
    )


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("[8h 6s 2c] [Kd]", "[8h 6s] [Kd]", "the board has 3 cards where 4 belong"),
        ("[8h 6s 2c] [Kd]", "[8h 6s 3c] [Kd]", "the board has other cards than before"),
        ("[8h 6s 2c Kd Ts]", "[8h 6s 2c Kd Tc]", "the summary has another board"),
        ("*** RIVER ***", "*** RIFER ***", "is not part of a hand"),
        ("Ann: folds\n", "Ann: folds\nAnn: checks\n", "Ann has folded and goes on"),
        ("Bob: bets $2", "Bob: bets $2.005", "not an amount with at most two decimals"),
        ("raises $4 to $8", "raises $4 to $0", "which is not a raise"),
        ("Dee: posts straddle", "Dee: posts thing", "which is not known"),
        ("Seat 3: Cal (", "Seat 3: Ann (", "it is given twice"),
        ("[As 3s Jc Jh]", "[As 3s Jc Jh 2h]", "different numbers of hole cards"),
        ("As 3s Jc Jh", "As 3s Jc Ts", "card Ts is in"),
        ("Bob: shows [Kh Kc Qd Jd]", "Bob: shows [Kh Kc Qd Jd Kd]", "different numbers"),
        ("[As 3s Jc Jh]", "[As 3s Jc Th]", "Cal shows other cards than before"),
        ("[As 3s Jc Jh]", "[As 3s Jc Jx]", "no suit"),
        ("Cal: calls $4\n", "", "chips are missing"),
    ],
)
def test_what_is_wrong_with_a_hand(old: str, new: str, reason: str) -> None:
    assert old in LIMIT
    once = old.startswith("[As")
    found = read(LIMIT.replace(old, new, 1 if once else -1) + LIMIT)
    assert [type(each) for each in found] == [HandProblem, HandResult]
    assert reason in found[0].reason


def test_a_difference_is_told_and_no_problem() -> None:
    text = LIMIT.replace("Bob collected $20.44", "Bob collected $20.43")
    found = one(text.replace("Cal collected $20.43", "Cal collected $20.44"))
    assert found.differences == {"Bob": -1, "Cal": 1}


def test_a_file_without_hands_and_a_missing_one() -> None:
    assert [each.reason for each in read("")] == [
        "no hand begins here: neither PokerStars text nor PHH"
    ]
    assert [each.line for each in read("Dear diary\n")] == [1, 1]
    [missing] = hand_results(["nowhere.txt"])
    assert missing == HandProblem("nowhere.txt", 0, "it cannot be read: No such file or directory")


def test_totals_add_up_over_files_and_keep_money_apart() -> None:
    paths = [path for path in TEXTS if path.name != "problems.txt"] * 2
    shares: list[float] = []
    together, each_alone = Totals(), [Totals() for _ in paths]
    for found in hand_results(paths, shares.append):
        together.add(found)
    for path, alone in zip(paths, each_alone, strict=True):
        for found in hand_results([path]):
            alone.add(found)
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert together.counts["hands"] == 2 * 12 == sum(t.counts["hands"] for t in each_alone)
    assert {money for _, money in together.players} == {
        "USD",
        "EUR",
        "play money",
        "tournament chips",
    }
    for key, sums in together.players.items():
        parts = [alone.players[key] for alone in each_alone if key in alone.players]
        for what in ("hands", "all_ins", "unvalued", "won", "luck"):
            assert getattr(sums, what) == sum(getattr(part, what) for part in parts)
        assert sums.variance == pytest.approx(sum(part.variance for part in parts))
    # What players win of each other is nothing in all but for the rake.
    rakes = {"USD": Fraction("8.00") * 2, "EUR": Fraction(4)}
    for kind in ("USD", "EUR", "play money"):
        won = sum(sums.won for (_, money), sums in together.players.items() if money == kind)
        assert won == -rakes.get(kind, 0)


def phh(name: str) -> Iterator[HandResult]:
    yield from hands(sample(name))


def test_phh_side_pots_and_straddle() -> None:
    [found] = phh("side_pot.phh")
    assert by_name(found, "put") == {"Ann": 20, "Bob": 90, "Cal": 90}
    assert [pot.amount for pot in found.settlement.pots] == [60, 140]
    # Ann's aces have the main pot, Cal's queens the side pot.
    assert by_name(found, "won") == {"Ann": 60, "Bob": 0, "Cal": 140}
    assert (found.street_name, found.all_in) == ("flop", True)
    assert (found.record.hand, found.record.when) == ("9001", "2024-03-09")
    shares = equity(["AsAhKdKc", "Ts9s8h7h", "QcQd5c5d"], board="Js7d2c")
    assert found.seats[0].expected == 60 * shares.players[0].equity_exact


def test_a_hand_mucked_in_phh_cannot_win() -> None:
    pytest.importorskip("pokerkit", reason="pokerkit is not installed: pip install .[test]")
    text = (SAMPLES / "side_pot.phh").read_text().replace("'p1 sm AsAhKdKc'", "'p1 sm'")
    found = one(text.replace("finishing_stacks = [60, 0, 140]\n", ""))
    assert by_name(found, "won") == {"Ann": 0, "Bob": 0, "Cal": 200}
    # Her aces were known when the last chips went in, and gave her the best of it.
    assert found.seats[0].expected > 20


def test_phh_games_limits_and_runs_beyond_what_pokerkit_knows() -> None:
    big_o, limit, twice = phh("several.phhs")
    assert [each.record.game.name for each in (big_o, limit, twice)] == ["o8-5", "o8", "plo4"]
    # The big blind posts 2 and an ante of 3 for both; the raise to 6.5 finds no caller.
    assert by_name(big_o, "put") == {"Ann": 50, "Bob": 65}
    assert by_name(big_o, "returned") == {"Ann": 0, "Bob": 45}
    assert (by_name(big_o, "won"), big_o.record.rake) == ({"Ann": 0, "Bob": 65}, 5)
    # Nothing is said of payments, so the rules tell: Ann's aces, Bob's 8-7-4-3-2.
    assert limit.record.paid is None
    assert by_name(limit, "won") == {"Ann": 4, "Bob": 4}
    assert twice.to_dict()["boards"] == ["QsJd4h6c5d", "QsJd4h9cKs"]
    assert by_name(twice, "won") == {"Ann": 40, "Bob": 40}
    [problem] = problems(sample("several.phhs"))
    assert (problem.line, problem.reason) == (33, "not Omaha: variant 'NT'")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("'p3 cc',\n  'd db 4h',\n  'd db 3d',", "", "the hand is cut off: p3 is to act"),
        ("'p1 cc', 'p2 cc',", "'p2 cc', 'p1 cc',", "action 7, 'p2 cc'"),
        ("'d db 3d',", "", "the board is unfinished"),
        ("'d db 3d',", "'d db 3d', 'd db 8c',", "do not finish the board"),
        ("[60, 0, 140]", "[60, 0, 150]", "more chips are paid"),
        ("antes = [0, 0, 0]", "antes =", "Invalid value"),
        ("Ts9s8h7h", "Ts9s8h", "same number of hole cards"),
    ],
)
def test_what_is_wrong_with_a_phh_hand(old: str, new: str, reason: str) -> None:
    pytest.importorskip("pokerkit", reason="pokerkit is not installed: pip install .[test]")
    text = (SAMPLES / "side_pot.phh").read_text()
    assert old in text
    [found] = read(text.replace(old, new, 1))
    assert isinstance(found, HandProblem)
    assert reason in found.reason


def test_without_pokerkit_text_is_read_and_phh_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pokerkit", None)
    assert one(LIMIT).record.hand == "1001"
    [found] = hand_results([SAMPLES / "several.phhs"])
    assert found.reason == "hand histories need pokerkit: pip install 'omaha-equity[histories]'"

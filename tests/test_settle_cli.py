"""``omaha-equity settle``, hand files and their errors, and the page that tells of them."""

import csv
import doctest
import io
import json
import re
from pathlib import Path

import pytest
from cli import HEAVY, ROOT, loaded_by

from omaha_equity import ImpossibleError, TextError, parse_hand, read_hand, settle
from omaha_equity.pots import handfile
from omaha_equity.pots.hand import HouseRules, Rake

PAGE = ROOT / "docs" / "settle.md"
EXAMPLES = sorted(
    path for path in (ROOT / "docs" / "examples").iterdir() if path.suffix in {".toml", ".json"}
)
FINISHED = [path for path in EXAMPLES if not path.name.startswith("ev_")]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

SEATS = '[[seats]]\nname = "Ann"\nput = 5\n[[seats]]\nname = "Bob"\nput = 5\n'
SHOWN = """\
board = "TcQd3sAc2d"
[[seats]]
name = "Ann"
put = 5
hand = "AhKd9cTh"
[[seats]]
name = "Bob"
put = 5
hand = "4cJd9sAs"
"""


def blocks(language: str) -> list[str]:
    return [text for kind, text in BLOCK.findall(PAGE.read_text()) if kind == language]


@pytest.mark.parametrize("language", ["toml", "json"])
def test_files_on_the_page_are_the_examples(language: str) -> None:
    shown = blocks(language)
    assert shown
    assert set(shown) == {p.read_text() for p in EXAMPLES if p.suffix == f".{language}"}


def test_python_on_the_page(monkeypatch) -> None:
    monkeypatch.chdir(ROOT)
    for block in blocks("python"):
        test = doctest.DocTestParser().get_doctest(block, {}, "settle", str(PAGE), 0)
        assert test.examples
        assert not doctest.DocTestRunner().run(test).failed


def test_every_key_and_choice_is_documented() -> None:
    page = PAGE.read_text()
    for key in (
        *handfile.HAND_KEYS,
        *handfile.SEAT_KEYS,
        *handfile.RAKE_KEYS,
        *handfile.ODD_CHIP_KEYS,
        *("left", "lowest-seat", "high-card", "first", "last", "high", "low"),
        *("board", "pot", "never", "proportional", "per-pot", "main-pot"),
    ):
        assert f"`{key}`" in page, key


@pytest.mark.parametrize("path", FINISHED, ids=lambda path: path.name)
def test_csv_and_json_tell_the_same_chips(run, path: Path) -> None:
    found = json.loads(run("settle", str(path), "--json")[1])
    rows = list(csv.DictReader(io.StringIO(run("settle", str(path), "--csv")[1])))
    hand = read_hand(path)
    for seat in found["seats"]:
        mine = [row for row in rows if row["name"] == seat["name"]]
        won = sum(handfile.in_units(r["amount"], hand.unit) for r in mine if r["pot"] != "returned")
        assert hand.show(won) == seat["won"]
    assert found == settle(hand).to_dict()
    assert "." not in re.sub(r'"[^"]*"', "", json.dumps(found))  # no number but whole ones


def test_standard_input_in_both_forms(run) -> None:
    text = run("settle", "-", stdin=SHOWN)
    assert text[0] == 0
    assert "Ann 10" in text[1]
    as_json = {
        "board": "TcQd3sAc2d",
        "seats": [
            {"name": "Ann", "put": 5, "hand": "AhKd9cTh"},
            {"name": "Bob", "put": "5.0", "hand": "4cJd9sAs"},
        ],
    }
    assert run("settle", "-", stdin="\ufeff" + json.dumps(as_json)) == text


BAD = [
    ("seats = [", 2, "standard input: this is not TOML: "),
    ('{"seats": [', 2, "standard input: this is not JSON: "),
    ('{"seats": [{"put": NaN}, {"put": 1}]}', 2, "NaN is not a number"),
    ('{"seats":' + "[" * 100_000, 2, "nested too deep"),
    ("", 2, "seats: give a list"),
    ("seats = 5", 2, "seats: give a list, one table a seat"),
    ("seats = [5, 6]", 2, "seat 1: 5 is not a table of keys and values"),
    ("seats = [{put = 5}]", 2, "1 seats; give 2 to 10"),
    ('seats = [{put = 5}, {name = "Bob"}]', 2, "seat 2: put is missing"),
    ("seats = [{put = 5, chips = 1}, {put = 5}]", 2, "seat 1: unknown key 'chips'; known are"),
    ("button = 1\nblinds = 2\n" + SEATS, 2, "unknown key 'blinds'"),
    ("seats = [{put = 5}, {put = 5.5}]", 2, "seat 2, put: 5.5 is not a multiple of the smallest"),
    ('seats = [{put = 5}, {put = "a lot"}]', 2, "seat 2, put: 'a lot' is not a number"),
    ("seats = [{put = 5}, {put = true}]", 2, "seat 2, put: True is not a number"),
    ("seats = [{put = 5}, {put = nan}]", 2, "seat 2, put: 'NaN' is not a number"),
    ("seats = [{put = 5}, {put = 1e400}]", 2, "seat 2, put: '1E+400' is not a number"),
    ("seats = [{put = 5}, {put = 1e999999999999999999999}]", 2, "this is not TOML: "),
    (f"seats = [{{put = 5}}, {{put = {'9' * 5000}}}]", 2, "this is not TOML: "),
    ("unit = 0\n" + SEATS, 2, "unit: 0 is not a smallest unit"),
    ('unit = "0.01x"\n' + SEATS, 2, "unit: '0.01x' is not a number"),
    ('game = "holdem"\n' + SEATS, 2, "game: game 'holdem' is unknown"),
    ('button = "Zed"\n' + SEATS, 2, "button: no seat is called 'Zed'"),
    ("button = 0\n" + SEATS, 2, "button: there is no seat 0"),
    ("button = 1.5\n" + SEATS, 2, "button: 1.5 is not a whole number"),
    ('board = "TcQd"\n' + SEATS, 2, "board TcQd has 2 cards"),
    ('board = "TcQd3x"\n' + SEATS, 2, "board: board 'TcQd3x', character 5"),
    ('boards = ["TcQd3s"]\nruns = ["AsKs"]\n' + SEATS, 2, "boards: give either boards, or board"),
    ('boards = "TcQd3s"\n' + SEATS, 2, "boards: 'TcQd3s' is not a list"),
    ("boards = []\n" + SEATS, 2, "boards: give at least one"),
    ("pot_boards = [2]\n" + SEATS, 2, "pot_boards: 2; each pot is played on 1 to 1 boards here"),
    ("pot_boards = [1, 1]\n" + SHOWN, 2, "pot_boards names 2 pots; there are 1"),
    ("rake = 5\n" + SEATS, 2, "rake: 5 is not a table"),
    ('rake = {percent = "x"}\n' + SEATS, 2, "rake, percent: 'x' is not a number"),
    ("rake = {cap = 0.5}\n" + SEATS, 2, "rake, cap: 0.5 is not a multiple"),
    ('rake = {share = "fair"}\n' + SEATS, 2, "rake share: 'fair' is unknown; choose one of"),
    ("rake = {percent = 5, amount = 1}\n" + SEATS, 2, "rake: give either the amount or percent"),
    ('rake = {amount = 1, share = "per-pot"}\n' + SEATS, 2, "an amount cannot be raked per-pot"),
    ('odd_chips = {player = "me"}\n' + SEATS, 2, "odd_chip: 'me' is unknown; choose one of left"),
    ("odd_chips = {card = 1}\n" + SEATS, 2, "odd_chips: unknown key 'card'"),
    (SHOWN.replace("AhKd9cTh", "AhKd9c"), 2, "seat Ann: hand AhKd9c has 3 cards"),
    (SHOWN.replace("AhKd9cTh", "AA$ds"), 2, "seat Ann: 'AA$ds' is not a hand of 4 cards"),
    (SHOWN.replace('"Bob"', '"Ann"'), 2, "two seats are called 'Ann'"),
    ("seats = [{put = 1, seat = 2}, {put = 1}]", 2, "seats: number all seats"),
    ("seats = [{put = 1, seat = 2}, {put = 1, seat = 2}]", 2, "each differently, or none"),
    ("seats = [{put = 1, seat = -2}, {put = 1}]", 2, "seat 1, seat: -2 is not a seat"),
    ('seats = [{put = 1, folded = "no"}, {put = 1}]', 2, "folded: 'no' is neither true nor false"),
    ('seats = [{put = 1, folded = true, hand = "Ax"}, {put = 1}]', 2, "seat 1, hand: cards 'Ax'"),
    ("seats = [{put = 1, hand = 5}, {put = 1}]", 2, "seat 1, hand: 5 is not text"),
    ("seats = [{put = -1}, {put = 1}]", 3, "seat seat 1: nobody puts in less than nothing"),
    ("seats = [{put = 0}, {put = 1, folded = true}]", 3, "nobody is left who could win"),
    ("rake = {percent = 101}\n" + SEATS, 3, "rake: 101 per cent; give 0 to 100"),
    ("rake = {amount = 11}\n" + SHOWN, 3, "rake: the house cannot take more than the pots hold"),
    ("rake = {cap = -1}\n" + SEATS, 3, "rake: the house cannot take less than nothing"),
    (SHOWN.replace("AhKd9cTh", "AhKdAcTh"), 3, "card Ac is in the board and in seat Ann"),
    (SHOWN.replace("AhKd9cTh", "AhKdAhTh"), 3, "card Ah is in seat Ann twice"),
    ('dead = "As"\n' + SHOWN, 3, "card As is in the dead cards and in seat Bob"),
    (SHOWN.replace("TcQd3sAc2d", "TcQd3sAc"), 3, "Ann and Bob contest the pot on an unfinished"),
    ('board = "TcQd3sAc2d"\n' + SEATS, 3, "seat Ann contests the pot but its cards are not known"),
    ('boards = ["TcQd3sAc2d", "TcQd3sAc2d"]\n' + SEATS, 3, "card 2d is in board 2 and in board 1"),
    ('boards = ["TcQd3sAc2d", "TcQd7s8s9s"]\n' + SEATS, 3, "card Tc is in board 2 and in board 1"),
    (
        'game = "plo7"\nboards = ["", ""]\nseats = [' + "{put = 1}," * 7 + "]",
        3,
        "7 seats of seven-card Omaha and 2 boards need 59 cards; the deck has 52",
    ),
]


@pytest.mark.parametrize(("text", "code", "message"), BAD, ids=[row[2][:40] for row in BAD])
def test_errors_are_one_line_and_name_the_place(run, text: str, code: int, message: str) -> None:
    found, out, err = run("settle", "-", stdin=text)
    assert (found, out) == (code, "")
    assert message in err
    assert err.startswith("omaha-equity: ")
    assert err.count("\n") == 1


def test_files_that_cannot_be_read(run, tmp_path: Path) -> None:
    code, _, err = run("settle", str(tmp_path / "none.toml"))
    assert (code, "none.toml' cannot be read: No such file" in err) == (2, True)
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b'name = "\xe9"')
    assert "latin.toml' cannot be read: it is not UTF-8 text" in run("settle", str(latin))[2]
    assert run("settle", str(tmp_path))[0] == 2
    named = tmp_path / "hand.json"
    named.write_text(SEATS)
    code, _, err = run("settle", str(named))
    assert (code, "hand.json: this is not JSON" in err) == (2, True)


def test_json_and_csv_exclude_each_other(run) -> None:
    assert run("settle", "x.toml", "--json", "--csv")[0] == 2


def test_errors_load_no_numpy() -> None:
    for text in (SEATS, "seats = [", SHOWN.replace("3sAc2d", "")):
        assert not HEAVY & loaded_by("settle", "-", stdin=text)


def test_a_hand_file_says_everything() -> None:
    hand = parse_hand(
        """
        game = "bigo"
        unit = "0.05"
        button = 7
        board = "2h7hTd"
        runs = ["Ks4d", "QdJd"]
        dead = "2c"
        pot_boards = [1]
        odd_chips = {player = "high-card", board = "last", half = "low", together = "pot"}
        rake = {percent = "2.5", cap = 1, share = "per-pot"}
        seats = [
            {seat = 7, name = "Ann", put = "1.05", hand = "KhTc9dQs8c", run_once = true},
            {seat = 2, put = 2, posted_dead = 0.5, folded = true, hand = "As"},
            {seat = 4, put = 1, hand = "AA"},
        ]
        """
    )
    assert [len(board) for board in hand.boards] == [5, 5]
    assert (hand.button, hand.numbers, hand.pot_boards) == (7, (7, 2, 4), (1,))
    assert [seat.put for seat in hand.seats] == [21, 40, 20]
    assert [seat.posted_dead for seat in hand.seats] == [0, 10, 0]
    assert [seat.name for seat in hand.seats] == ["Ann", "seat 2", "seat 4"]
    assert hand.seats[0].run_once
    assert (hand.seats[2].text, hand.seats[2].hole) == ("AA", ())
    assert hand.house == HouseRules("high-card", "last", "low", "pot")
    assert (hand.rake.percent * 2, hand.rake.cap, hand.rake.share) == (5, 20, "per-pot")
    assert hand.total == 91


def test_unfinished_hands_are_kept_for_other_questions() -> None:
    hand = parse_hand('boards = ["", ""]\n' + SEATS)
    assert hand.boards == ((), ())
    with pytest.raises(ImpossibleError, match="not known"):
        settle(hand)
    with pytest.raises(TextError, match="float"):
        settle({"seats": [{"put": 0.5}, {"put": 1}]})
    assert Rake().percent == 0

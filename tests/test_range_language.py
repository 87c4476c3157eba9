"""The language of ranges: texts, their counts by a brute-force matcher, errors, traps."""

import re
from fractions import Fraction
from pathlib import Path
from random import Random

import ground_truth
import pytest
import range_oracle
from range_texts import random_range

from omaha_equity.errors import RangeError, TextError
from omaha_equity.ranges import macros, patterns
from omaha_equity.ranges.canonical import canonical
from omaha_equity.ranges.lowering import lower, shape_name, suit_shapes
from omaha_equity.ranges.parser import parse
from omaha_equity.ranges.traps import warnings

DOCUMENTATION = Path(__file__).resolve().parents[1] / "docs" / "ranges.md"

# Combos of four cards; names of the groups say what they show.
COUNTS = {
    "ranks": {"8": 76145, "89": 17316, "AA": 6961, "333": 193, "TTQ": 1108, "AARR": 432},
    "suits": {"c": 188474, "hd": 121173, "ss": 69667, "ddd": 11869, "Td": 20825, "A9c": 4610},
    "suit variables": {"cx": 187759, "ddxy": 39546, "AAxx": 5256, "AxAyxy": 864, "AcKxQzz": 72},
    "rank variables": {"AR": 76144, "KOO": 13296, "QRON": 56320, "RdROdO": 702, "RcOh": 116948},
    "any rank": {"AA**": 6961, "JJ**": 6961, "AA*c": 3145},
    "spans": {
        "TT-77": 27628,
        "KQJT-T987": 1024,
        "AAJT-AA87": 384,
        "TsJs-QsKs": 3577,
        "A-Q": 179335,
    },
    "plus and minus": {"Q+": 179335, "T8+": 76500, "664-": 3324, "9876-": 1280},
    "brackets": {
        "[A-Q][J-T]23": 1536,
        "J[T-][T-][T-]": 28560,
        "[KhQh-Kh5h]": 8484,
        "[Kx-Jx]x": 119194,
    },
    "lists": {"[2,3,4]": 179335, "K[2s,Jc,T]": 24890, "[As,Ah,K]K": 15425, "[2,4,6,3h,5d]": 196910},
    "precedence": {
        "AA,KK:xxyy": 7819,
        "(AA,KK):xxyy": 1722,
        "AA!AAA": 6768,
        "AA, AKQJ, AA": 7217,
        "RRRO:xxyy": 0,
        "TT-KK!AA": 27484,
    },
    "traps": {"KQJTs": 64},
    "macros": {"$2G": 6144, "$ds": 36504, "$ss": 158184, "$ts": 44616, "$qs": 2860, "$rb": 28561},
}
LISTED = [(text, combos) for group in COUNTS.values() for text, combos in group.items()]

# text -> index of the place, a word of what is wrong or expected.
ERRORS = {
    "AAAAA": (4, "5 cards"),
    "AARRR": (4, "5 cards"),
    "AA0": (2, "not a rank"),
    "AA0,KK": (2, "ten is written T or 10"),
    "A1": (1, "the ace is A"),
    "TT-76": (4, "different steps"),
    "TT-7": (3, "2 card(s)"),
    "T9s-65": (5, "suits"),
    "15%%": (3, "'%' cannot stand here"),
    "155%": (0, "1% to 100%"),
    "1015%": (0, "1% to 100%"),
    "0%-10%": (0, "percentiles count from 1"),
    "30%+50%6h": (3, "'+' cannot stand here"),
    "15%6h-20%10h": (6, "two orderings"),
    "98765-": (4, "5 cards"),
    "QJTc--": (5, "only one + or -"),
    "76c++": (4, "only one + or -"),
    "Kc+-Jc": (3, "only one + or -"),
    "Q+Q": (2, "end of the span"),
    "*+": (0, "cannot move"),
    "A[5-]+": (5, "brackets of its own"),
    "[2s,Jc,TJ]": (8, "',' or ']'"),
    "[AK]": (2, "second card"),
    "[x,A]": (1, "variable"),
    "[Kc])": (4, "no '('"),
    "[Kc": (3, "']'"),
    "Kc!:Jc": (3, "hand pattern"),
    "Kc!": (3, "ends too early"),
    ",Kc": (0, "hand pattern"),
    "Kc,,Jc": (3, "hand pattern"),
    "": (0, "ends too early"),
    "()": (1, "hand pattern"),
    "(K(J))": (2, "'and' is written ':'"),
    "AA$dss": (2, "unknown"),
    "AA$0g": (2, ":$0g"),
    "AQo+": (2, "Hold'em"),
    "6c5c4c3c,AQo+": (11, "write AQ"),
    "AsKhJd2q": (7, "5 cards"),
    "AAKKds": (5, "$ds"),
    "AA KK QQ": (6, "spaces mean nothing"),
    "PRON": (0, "R O N P"),
    "AA@101": (3, "1 to 100"),
    "AA@50%": (5, "no %"),
    "AA@50,KK": (6, "no weight"),
    "(AA@50)@20": (0, "twice"),
    "AA:(KK@50)": (3, "cannot stand after"),
    "(" * 41 + "A" + ")" * 41: (40, "parentheses"),
    "A" + ":A" * 101: (199, "build on each other"),
}

# text -> a word of the warning, or "" for none.
TRAPS = {
    "AAxx": "write AA or AA**",
    "Axxx": "not any card",
    "AA**": "",
    "AxAyxy": "",
    "KQJTs": "the card Ts",
    "KQJT$ss": "",
    "KsQsJsTs": "",
    "AA:ss": "two spades",
    "AAds": "a diamond and a spade",
    "AA,KK:xxyy": "'KK' alone",
    "AA,KK$ds": "'KK' alone",
    "(AA,KK):xxyy": "",
    "Q+": "the others are free",
    "[Q+][Q+][Q+][Q+]": "",
    "AK+": "the ace cannot",
    "A-5": "10 ranks",
    "[A-5]AK": "10 ranks",
    "[A,2,3,4,5]": "",
    "$0g": "does not use the ace",
    "AKo": "not offsuit",
    "AA KK": "AAKK",
    "As Ks Qd Jd": "",
}


def shown(error: RangeError) -> list[str]:
    return str(error).splitlines()


@pytest.mark.parametrize(("text", "expected"), LISTED)
def test_combos(text: str, expected: int) -> None:
    assert combos(text) == expected


@pytest.mark.exhaustive
def test_combos_of_all_recorded_texts() -> None:
    recorded = ground_truth.range_counts()
    plain = {text: count for text, count in recorded.items() if "%" not in text}
    found = {text: combos(text) for text in plain}
    assert found == plain


def test_recorded_texts_parse_back() -> None:
    texts = ground_truth.range_counts()
    assert len(texts) > 2000
    for text in texts:
        tree = parse(text, 4)
        assert parse(canonical(tree), 4) == tree


def test_texts_to_refuse() -> None:
    for text in ground_truth.cases()["RC22"]["input"]["strings"]:
        for written in {text, text.partition(" ")[0]}:
            with pytest.raises(RangeError):
                parse(written, 4)


@pytest.mark.parametrize("text", ERRORS)
def test_errors_show_the_place(text: str) -> None:
    position, words = ERRORS[text]
    with pytest.raises(RangeError) as caught:
        parse(text, 4)
    error = caught.value
    assert (error.text, error.position) == (text, position)
    assert error.expected
    line, excerpt, caret = shown(error)
    assert words in line
    assert f"character {position + 1}" in line
    assert caret.strip() == "^"
    if position < len(text):
        assert excerpt[len(caret) - 1] == text[position]


def test_errors_of_long_texts_show_a_part() -> None:
    with pytest.raises(RangeError) as caught:
        parse("AA," * 500 + "\nKK0" + ",QQ" * 500, 4)
    line, excerpt, caret = shown(caught.value)
    assert excerpt[len(caret) - 1] == "0"
    assert len(excerpt) < 80
    assert len(line) < 300


def test_case_spaces_tens_and_symbols_do_not_matter() -> None:
    assert parse(" aK 10♠ : X xY y ", 4) == parse("AKTs:xxyy", 4)
    assert parse("KQJT–T987", 4) == parse("kqj10-t987", 4)


def test_rank_variables_alone_come_in_a_known_order() -> None:
    for text in ("RON", "NOPR", "RRON", "NOOP", "EFGI", "AQPO"):
        parse(text, 4)
    with pytest.raises(RangeError, match="RON"):
        parse("PcOdN", 4)


def test_brackets_name_suits_and_no_ranks() -> None:
    assert combos("[2c,3c,4c,5c,6c]xxx") == combos("[2c-6c]xxx")
    assert combos("[22-]RR") == 12 * 36 + 1
    assert combos("[33-]RR") == 2 * combos("[22-]RR") - 36


def combos(text: str) -> int:
    return range_oracle.count(lower(parse(text, 4), 4))


def test_counts_in_the_documentation() -> None:
    table = DOCUMENTATION.read_text().partition("### Details")[0]
    rows = [line.split(" | ") for line in table.splitlines()]
    counted = {}
    for row in rows:
        texts = re.findall(r"`([^`]+)`", row[0])
        numbers = re.findall(r"[0-9][0-9,]*", row[-1])
        if len(row) == 3 and len(texts) == len(numbers):
            counted |= zip(texts, numbers, strict=True)
    assert len(counted) > 20
    assert {text: f"{combos(text):,}" for text in counted} == counted


# Weights, percentiles


def test_weights_of_parentheses_come_to_the_top() -> None:
    lowered = lower(parse("(AA@50,KK@20):xxyy,(QQ,JJ)@100", 4), 4)
    assert isinstance(lowered, patterns.Either)
    weights = [part.weight for part in lowered.parts if isinstance(part, patterns.Weighted)]
    assert weights == [50, 20, 100]


def test_percentiles() -> None:
    def bounds(text: str) -> tuple[Fraction, Fraction, str]:
        lowered = lower(parse(text, 4), 4)
        assert isinstance(lowered, patterns.Percentile)
        return lowered.above, lowered.upto, lowered.ordering

    assert bounds("15%") == bounds("1%-15%") == (0, 15, "")
    assert bounds("50%-30%") == bounds("30%-50%") == (29, 50, "")
    assert bounds("15%6h") == (0, 15, "6h")
    assert bounds("15%-5%6h") == bounds("15%6H-5%") == (4, 15, "6h")
    assert bounds("2.5%") == (0, Fraction(5, 2), "")


# Macros


@pytest.mark.parametrize("hole_cards", [4, 5, 6, 7])
def test_suit_shapes_partition(hole_cards: int) -> None:
    names = [shape_name(shape) for shape in suit_shapes(hole_cards)]
    assert set(names) <= set(macros.FOUR_CARD_SHAPES)
    if hole_cards > 4:
        shapes = [
            lower(parse(f"${name}", hole_cards), hole_cards)
            for name in ("ds", "ss", "ts", "qs", "rb")
        ]
        found = [s for each in shapes if isinstance(each, patterns.SuitShape) for s in each.shapes]
        assert sorted(found) == suit_shapes(hole_cards)


def test_suit_shapes_of_four_cards_equal_their_texts() -> None:
    for name in macros.FOUR_CARD_SHAPES:
        shapes = frozenset(shape for shape in suit_shapes(4) if shape_name(shape) == name)
        deals = range_oracle.hands(4)
        by_shape = range_oracle.matches(patterns.SuitShape(shapes, ""), deals)
        by_text = range_oracle.matches(lower(parse(f"${name}", 4), 4), deals)
        assert (by_shape == by_text).all()


def test_macros_apply_to_what_is_left_of_them() -> None:
    assert parse("KK,QQ$ds", 4) == parse("KK,QQ:xxyy", 4)
    assert parse("AA!KK$ss$np", 4) == parse("AA!KK:xxyz!RR", 4)
    assert parse("$0g,$1g$ds", 4) == parse("AKQJ-,(AKQT-,AKJT-,AQJT-):xxyy", 4)
    assert parse("A$B $M K", 4) == parse("A[A-J][T-7]K", 4)
    assert canonical(parse("aa$ds", 5)) == "AA:$ds"


def test_own_macros(tmp_path: Path) -> None:
    path = tmp_path / "macros.txt"
    path.write_text("# mine\nbig, AA,KK\n$suited,:xxyy\n\nlow,[A,2,3]\nboth,$big$suited\n")
    own = macros.load(path)
    assert parse("$big:$low", 4, macros=own) == parse("(AA,KK):[A,2,3]", 4)
    assert parse("4$LOW,$both", 4, macros=own) == parse("4[A,2,3],((AA,KK):xxyy)", 4)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("big AA", "line 1"),
        ("ok,AA\na-b,AA", "line 2"),
        ("ds,AA", "built in"),
        ("x,AA\nX,KK", "there already"),
    ],
)
def test_bad_macro_files(tmp_path: Path, lines: str, words: str) -> None:
    path = tmp_path / "macros.txt"
    path.write_text(lines)
    with pytest.raises(TextError, match=words):
        macros.load(path)
    with pytest.raises(TextError, match="cannot be read"):
        macros.load(tmp_path / "absent")


def test_errors_within_own_macros_name_them() -> None:
    for body in ("AAAAA", "$me", "AA,", "(AA"):
        with pytest.raises(RangeError) as caught:
            parse("KK,$me", 4, macros={"me": body})
        assert caught.value.position == 3
        assert "$me" in caught.value.problem


def test_macros_that_grow_without_end_are_refused() -> None:
    own = {"m0": "AA,KK"}
    for number in range(1, 30):
        own[f"m{number}"] = f"$m{number - 1},$m{number - 1}"
    with pytest.raises(RangeError, match="stand for more than"):
        parse("$m29", 4, macros=own)


def test_user_macros_lie_in_the_configuration_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(macros, "user_file", lambda: tmp_path / "macros.txt")
    assert macros.user_macros() == {}
    (tmp_path / "macros.txt").write_text("big,AA")
    assert macros.user_macros() == {"big": "AA"}


# Traps, the dialect plo


@pytest.mark.parametrize("text", TRAPS)
def test_traps(text: str) -> None:
    found = warnings(parse(text, 4), 4)
    if TRAPS[text]:
        assert any(TRAPS[text] in line for line in found)
    else:
        assert found == []
    assert not any("\n" in line for line in found)


def test_suits_at_least_are_a_trap_with_five_cards() -> None:
    assert "$ds" in warnings(parse("AA:xxyy", 5), 5)[0]
    assert warnings(parse("AA$ds", 5), 5) == []


@pytest.mark.parametrize(
    ("short", "generic"),
    [
        ("AAxxds", "(AA**:xxyy)"),
        ("KKQJss", "(KKQJ:xxyz)"),
        ("AxKxds", "(A*K*:xxyy)"),
        ("AhKhJxrb,TT+ds", "(AhKhJ*:wxyz),(TT+:xxyy)"),
        ("AhKds", "(AhK:xxyy)"),
        ("AsKs", "AsKs"),
        ("15%:KQJT-T987ds", "15%:(KQJT-T987:xxyy)"),
        ("[A-Q]xxx$ss", "[A-Q]***:xxyz"),
    ],
)
def test_dialect_plo(short: str, generic: str) -> None:
    tree = parse(short, 4, "plo")
    assert canonical(tree) == generic
    assert parse(generic, 4) == tree
    assert warnings(tree, 4) == []


def test_dialect_plo_has_no_variables() -> None:
    for text in ("AAyy", "AR", "AAxxo"):
        with pytest.raises(RangeError, match="dialect plo"):
            parse(text, 4, "plo")
    with pytest.raises(TextError, match="generic plo"):
        parse("AA", 4, "solver")


# Canonical text


@pytest.mark.parametrize("hole_cards", [4, 5, 6, 7])
def test_canonical_text_parses_back(hole_cards: int) -> None:
    random = Random(f"canonical {hole_cards}")
    for _ in range(1500):
        text = random_range(random, hole_cards)
        tree = parse(text, hole_cards)
        written = canonical(tree)
        assert parse(written, hole_cards) == tree
        assert canonical(parse(written, hole_cards)) == written
        lower(tree, hole_cards)

"""How many combos a range has: known counts, most of them recorded from ProPokerTools."""

from functools import cache

import pytest
from ground_truth import LISTS, needs, range_counts

from omaha_equity.ranges import orderings
from omaha_equity.ranges.orderings import Ordering
from omaha_equity.ranges.range import Range

# Cases RC05 to RC14 and RC21, and what the description of the language counts.
COUNTS = {
    "AA": 6_961,
    "AA**": 6_961,
    "AA!AAA": 6_768,
    "AAA": 193,
    "AAA!AAAA": 192,
    "AAAA": 1,
    "AAxx": 5_256,
    "AA:xxyy": 864,
    "AA:xxyz": 4_392,
    "AA:xxxy": 792,
    "AA:wxyz": 913,
    "AA$ds": 864,
    "AA$ss": 4_392,
    "AA$ts": 792,
    "AA$rb": 913,
    "RRRO:xxyy": 0,
    "A2": 17_316,
    "A2!AA!22": 15_136,
    "AAKK": 36,
    "AAKK$ds": 6,
    "AA23": 96,
    "AA23$ds": 12,
    "AA23$ss": 60,
    "AA23$ts": 12,
    "AA23$rb": 12,
    "AA,KK:xxyy": 7_819,
    "(AA,KK):xxyy": 1_722,
    "AARR": 432,
    "(TT,JJ,QQ,KK)!AA": 27_484,
    "AA, AKQJ, AA": 7_217,
    "KQJTs": 64,
    "Q+": 179_335,
    "*": 270_725,
    "xxyy": 36_504,
    "xxyz": 158_184,
    "xxxy": 44_616,
    "xxxx": 2_860,
    "wxyz": 28_561,
    "RONP": 183_040,
    "8": 76_145,
    "89": 17_316,
    "22": 6_961,
    "89T": 2_848,
    "TTQ": 1_108,
    "333": 193,
    "c": 188_474,
    "hd": 121_173,
    "ss": 69_667,
    "hcs": 68_107,
    "hsh": 36_166,
    "ddd": 11_869,
    "Td": 20_825,
    "A9c": 4_610,
    "3cTT": 286,
    "TsThT": 97,
    "TT98": 96,
    "54h32d": 16,
    "AR": 76_144,
    "2RO": 75_328,
    "KOO": 13_296,
    "QRON": 56_320,
    "QRRO": 12_672,
    "QRRR": 192,
    "RcRdOcOd": 78,
    "RcOsNdP": 42_900,
    "RdROdO": 702,
    "RsOsNP": 47_905,
    "cx": 187_759,
    "ddxy": 39_546,
    "yyh": 108_498,
    "xyzs": 28_561,
    "cxzz": 79_092,
    "dzzz": 11_154,
    "Jcx": 20_605,
    "d5d6xy": 900,
    "y4y4h": 1_566,
    "x5y6zs": 936,
    "AcKxQzz": 72,
    "2d2zzz": 198,
    "RcOh": 116_948,
    "AsKhJd2c": 1,
    "QJc": 4_610,
    "sshh": 6_084,
    "AxAyxy": 864,
    "hhxx": 18_252,
    "AA*c": 3_145,
    "JJ**": 6_961,
    "KQJT-T987": 1_024,
    "AAJT-AA87": 384,
    "[A-Q][J-T]23": 1_536,
    "T8+": 76_500,
    "664-": 3_324,
    "TsJs-QsKs": 3_577,
    "[Kx-Jx]x": 119_194,
    "[2,3,4]": 179_335,
    "[2,4,6,8,T][3,5,7,9]": 177_680,
    "[As,Ah,K]K": 15_425,
    "TT-77": 27_628,
    "9876-": 1_280,
    "A-Q": 179_335,
    "[A-J][2-5]33": 1_216,
    "K[2s,Jc,T]": 24_890,
    "J[T-][T-][T-]": 28_560,
    "[6+]": 268_905,
    "[5s,6h]": 40_425,
    "[2,4,6,3h,5d]": 196_910,
    "[T9+]": 74_420,
    "[JJ+]": 27_628,
    "[TTQ+]": 3_324,
    "[5s6s7h8+]": 28,
    "[876-]": 13_216,
    "[55-]": 27_628,
    "[5c4-]": 13_438,
    "[TT-77]": 27_628,
    "[T9s-65s]": 22_206,
    "[KhQh-Kh5h]": 8_484,
}
MORE_CARDS = {
    ("AA", "plo5"): 108_336,
    ("AA", "plo6"): 1_237_792,
    ("AA", "plo7"): 11_069_440,
    ("*", "plo5"): 2_598_960,
    ("*", "plo6"): 20_358_520,
    ("*", "plo7"): 133_784_560,
    ("xxxxxxx", "plo7"): 4 * 1_716,
    ("AAAAKKK", "plo7"): 4,
}
PERCENT = {"15%": 40_600, "15%6h": 40_608, "25%": 67_676, "40%": 108_289, "30%-50%": 56_849}


@cache
def loaded() -> dict[str, Ordering]:
    names = {"": "10handed", "6h": "06handed"}
    return {
        name: orderings.load(LISTS / f"orderings/ppt_plo_handrankings_{handed}.txt")
        for name, handed in names.items()
    }


@pytest.mark.parametrize(("text", "count"), COUNTS.items())
def test_known_counts(text: str, count: int) -> None:
    assert len(Range(text)) == count


@pytest.mark.parametrize(("asked", "count"), MORE_CARDS.items(), ids=str)
def test_known_counts_of_more_cards(asked: tuple[str, str], count: int) -> None:
    assert len(Range(*asked)) == count


@needs("orderings/ppt_plo_handrankings_10handed.txt")
def test_all_recorded_counts() -> None:
    recorded = range_counts()
    assert len(recorded) == 2_005
    found = {text: len(Range(text, orderings=loaded())) for text in recorded}
    wrong = {text: (found[text], recorded[text]) for text in found if found[text] != recorded[text]}
    assert not wrong


@needs("orderings/ppt_plo_handrankings_10handed.txt")
@pytest.mark.parametrize(("text", "count"), PERCENT.items())
def test_per_cent_takes_whole_classes(text: str, count: int) -> None:
    assert len(Range(text, orderings=loaded())) == count


@needs("orderings/ppt_plo_handrankings_10handed.txt")
@pytest.mark.parametrize("cut", [1, 15, 50, 99])
def test_percentiles_partition_all_hands(cut: int) -> None:
    low = Range(f"1%-{cut}%", orderings=loaded())
    high = Range(f"{cut + 1}%-100%", orderings=loaded())
    assert not low & high
    assert len(low | high) == 270_725
    assert Range(f"{cut}%-1%", orderings=loaded()) == low

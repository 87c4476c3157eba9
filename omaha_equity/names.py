"""What players call five cards, and what a hand has on a board (``docs/hits.md``)."""

from collections import Counter
from collections.abc import Sequence

from omaha_equity.cards import RANKS

_WORDS = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "jack", "queen", "king", "ace",
)  # fmt: skip
_ACE = 12
_WHEEL = {0, 1, 2, 3, _ACE}


CATEGORIES = (
    "high card",
    "one pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
"""The nine categories, worst first."""

REFINED = {
    "straight flush": ("straight flush",),
    "four of a kind": ("quads",),
    "full house": ("top full house", "other full house"),
    "flush": ("nut flush", "second-nut flush", "lower flush"),
    "straight": ("nut straight", "lower straight"),
    "three of a kind": ("top set", "middle set", "bottom set", "trips", "trips on the board"),
    "two pair": ("top two pair", "top and lower pair", "lower two pair", "pair and board pair"),
    "one pair": (
        "overpair",
        "top pair",
        "middle pair",
        "bottom pair",
        "underpair",
        "pair on the board",
    ),
    "high card": ("no pair",),
}
MADE = tuple(name for names in REFINED.values() for name in names)
CATEGORY_OF = {name: category for category, names in REFINED.items() for name in names}

STRAIGHT_DRAWS = {
    "wrap, 17 or more outs": 17,
    "wrap, 13 to 16 outs": 13,
    "wrap, 9 to 12 outs": 9,
    "open-ended": 5,
    "gutshot": 1,
    "no straight draw": 0,
}
"""Names by the fewest outs they need, most first."""
FLUSH_DRAWS = ("nut flush draw", "second-nut flush draw", "lower flush draw", "no flush draw")
LOWS = (
    "nut low",
    "second-nut low",
    "other low",
    "counterfeited low",
    "nut low draw",
    "other low draw",
    "counterfeited low draw",
    "backdoor low draw",
    "no low",
)


def significant_first(cards: Sequence[int], low: bool = False) -> tuple[int, ...]:
    """Order five cards as they are read: by how many of a rank, then by rank.

    In a wheel, and in a low, the ace comes last.
    """
    counts = Counter(card // 4 for card in cards)
    ace_last = low or counts.keys() == _WHEEL

    def weight(card: int) -> tuple[int, int]:
        rank = card // 4
        return counts[rank], -1 if ace_last and rank == _ACE else rank

    return tuple(sorted(cards, key=lambda card: (*weight(card), card % 4), reverse=True))


def high_name(cards: Sequence[int]) -> str:
    """Name five cards, the most significant first.

    >>> from omaha_equity.cards import parse_cards
    >>> high_name(parse_cards("AsAhAd3s3c"))
    'full house, aces over threes'
    """
    ranks = [card // 4 for card in cards]
    first = ranks[0]
    shape = sorted(Counter(ranks).values(), reverse=True)
    if shape[0] == 4:
        return f"four of a kind, {_plural(first)}"
    if shape == [3, 2]:
        return f"full house, {_plural(first)} over {_plural(ranks[3])}"
    if shape[0] == 3:
        return f"three of a kind, {_plural(first)}"
    if shape == [2, 2, 1]:
        return f"two pair, {_plural(first)} and {_plural(ranks[2])}"
    if shape[0] == 2:
        return f"pair of {_plural(first)}"
    return _name_unpaired(ranks, len({card % 4 for card in cards}) == 1)


def low_name(cards: Sequence[int]) -> str:
    """Name a low, its highest card first: ``"8-7-5-2-A"``; the best one is the wheel.

    >>> from omaha_equity.cards import parse_cards
    >>> low_name(parse_cards("8s7h5d2cAc"))
    '8-7-5-2-A'
    """
    text = "-".join(RANKS[card // 4] for card in cards)
    return f"{text}, the wheel" if text == "5-4-3-2-A" else text


def _name_unpaired(ranks: list[int], suited: bool) -> str:
    straight = set(ranks) == _WHEEL or ranks[0] - ranks[4] == 4
    top = f"{_WORDS[ranks[0]]} high"
    if straight and suited:
        return "royal flush" if ranks[4] == _ACE - 4 else f"straight flush, {top}"
    if straight:
        return f"straight, {top}"
    return f"flush, {top}" if suited else top


def _plural(rank: int) -> str:
    word = _WORDS[rank]
    return f"{word}es" if word == "six" else f"{word}s"

"""Random texts of the range language, right ones and noise, from a seeded `Random`."""

from random import Random

RANKS = "AKQJT98765432"
SUITS = "shdc"
VARIABLES = "RONP"
PIECES = [*RANKS, *SUITS, *"wxyz", *VARIABLES, *"*+-[](),:!@%$ \n♠"]
PIECES += ["10", "[A-Q]", "[T-]", "[56h+]", "[2,3h,s]", "AA", "KQJT-T987", "TT+", "AAxx"]
PIECES += ["15%", "15%6h", "30%-50%", "@50", "$ds", "$0g", "$B", "$np"]


def random_range(random: Random, hole_cards: int, depth: int = 2, weights: bool = True) -> str:
    """A well-formed range."""
    parts = [_part(random, hole_cards, depth) for _ in range(random.choice((1, 1, 2, 3)))]
    if weights and random.random() < 0.2:
        parts = [f"{part}@{random.randint(1, 100)}" for part in parts]
    return ",".join(parts)


def random_noise(random: Random, hole_cards: int) -> str:
    """A text that may be anything: pieces of the grammar, a damaged range, or raw characters."""
    kind = random.randrange(4)
    if kind == 0:
        return "".join(random.choices(PIECES, k=random.randint(0, 14)))
    if kind == 1:
        return "".join(
            chr(random.choice((random.randrange(128), random.randrange(0x2700))))
            for _ in range(random.randint(0, 12))
        )
    text = list(random_range(random, hole_cards))
    for _ in range(random.randint(1, 3)):
        at = random.randint(0, len(text))
        text[at : at + random.randint(0, 2)] = random.choices(PIECES, k=random.randint(0, 2))
    return "".join(text)


def _part(random: Random, hole_cards: int, depth: int) -> str:
    text = _factor(random, hole_cards, depth)
    for _ in range(random.choice((0, 0, 1, 2))):
        text += random.choice(":!") + _factor(random, hole_cards, depth)
    return text + random.choice(("", "", "", "$ds", "$ss", "$rb", "$np", "$nt"))


def _factor(random: Random, hole_cards: int, depth: int) -> str:
    kind = random.randrange(8)
    if kind == 0 and depth:
        return f"({random_range(random, hole_cards, depth - 1, weights=False)})"
    if kind == 1:
        first, second = random.randint(1, 100), random.randint(1, 100)
        order = random.choice(("", "6h"))
        return random.choice((f"{first}%{order}", f"{first}%-{second}%{order}", "2.5%"))
    if kind == 2:
        return random.choice(("$0g", "$1g", "$2g", "$ts"))
    if kind == 3:
        return _span(random, random.randint(1, hole_cards))
    return _atom(random, hole_cards)


def _atom(random: Random, hole_cards: int) -> str:
    left = random.randint(1, hole_cards)
    text = ""
    brackets = 0
    while left > 0:
        kind = random.randrange(6)
        used = 1
        if kind == 0 and brackets < 2:
            used = random.randint(1, min(left, 2))
            text += f"[{_span(random, used)}]"
            brackets += 1
        elif kind == 1:
            cards = [
                random.choice(RANKS) + random.choice(("", *SUITS))
                for _ in range(random.randint(1, 4))
            ]
            text += f"[{','.join(cards)}]"
        elif kind == 2:
            text += random.choice((*SUITS, *"wxyz", "$B "))
        else:
            text += random.choice(RANKS + "*") + random.choice(("", "", *SUITS, *"xy"))
        left -= used
    if random.random() < 0.2:
        return random.choice(("RO", "RROO", "RxOx", "ARs", "KRON", "QxOyN", "NOP"))
    return text


def _span(random: Random, cards: int) -> str:
    ranks = [random.randrange(13) for _ in range(cards)]
    suits = [random.choice(("", "", *SUITS, "x")) for _ in range(cards)]
    first = "".join(RANKS[rank] + suit for rank, suit in zip(ranks, suits, strict=True))
    kind = random.choice("+-=")
    if kind != "=":
        return first + kind
    shift = random.randint(-min(ranks), 12 - max(ranks))
    fixed = [random.random() < 0.3 for _ in ranks]
    last = [rank if stays else rank + shift for rank, stays in zip(ranks, fixed, strict=True)]
    return first + "-" + "".join(RANKS[r] + suit for r, suit in zip(last, suits, strict=True))

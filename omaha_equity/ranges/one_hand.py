"""One hand against a pattern: slow and plain, where `matching` is fast for all hands."""

from collections.abc import Callable, Sequence

from omaha_equity.ranges.patterns import (
    UNWEIGHTED,
    Atom,
    Both,
    Either,
    Pattern,
    Percentile,
    Slot,
    SuitShape,
    Weighted,
    Without,
)

Hand = Sequence[int]
InPercentile = Callable[[Percentile, Hand], bool]


def weight_of(pattern: Pattern, hand: Hand, in_percentile: InPercentile) -> int:
    """Return the weight of ``hand``, 1 to 100, or 0 where the pattern does not match it.

    >>> ace = Slot(0b1111 << 48)
    >>> aces = Atom((ace, ace), 1 << 12, 0, "AA")
    >>> weight_of(Weighted(aces, 40, "AA@40"), [51, 50, 3, 7], lambda *_: False)
    40
    """
    match pattern:
        case Atom():
            return UNWEIGHTED * fits(pattern, hand)
        case SuitShape(shapes):
            return UNWEIGHTED * (suit_shape(hand) in shapes)
        case Percentile():
            return UNWEIGHTED * in_percentile(pattern, hand)
        case Either(parts):
            return max((weight_of(part, hand, in_percentile) for part in parts), default=0)
        case Both(first, second):
            found = weight_of(first, hand, in_percentile)
            return min(found, weight_of(second, hand, in_percentile)) if found else 0
        case Without(first, second):
            found = weight_of(first, hand, in_percentile)
            return 0 if found and weight_of(second, hand, in_percentile) else found
        case Weighted(inner, weight):
            return weight if weight_of(inner, hand, in_percentile) else 0
    raise AssertionError(pattern)


def suit_shape(hand: Hand) -> tuple[int, ...]:
    """Return how many cards the hand has of its suits, most first.

    >>> suit_shape([51, 47, 2, 5])
    (2, 1, 1)
    """
    counts = [sum(card & 3 == suit for card in hand) for suit in range(4)]
    return tuple(sorted(filter(None, counts), reverse=True))


def fits(atom: Atom, hand: Hand) -> bool:
    """Whether some one-to-one assignment of the atom's slots to the cards fits."""
    return _fill(atom, sorted(atom.slots, key=_freedom), list(hand), {})


def _freedom(slot: Slot) -> tuple[int, int]:
    return slot.cards.bit_count(), (slot.rank_variable == "") + (slot.suit_variable == "")


def _fill(atom: Atom, slots: list[Slot], cards: list[int], bound: dict[str, int]) -> bool:
    if not slots:
        return True
    slot, *others = slots
    for place, card in enumerate(cards):
        if not slot.cards >> card & 1:
            continue
        # Suit variables are small letters here, so that no rank variable is one.
        rank, suit = slot.rank_variable.upper(), slot.suit_variable.lower()
        now: dict[str, int] | None = bound
        if rank:
            now = _bind(bound, rank, card >> 2, atom.named_ranks)
        if now is not None and suit:
            now = _bind(now, suit, card & 3, atom.named_suits)
        if now is not None and _fill(atom, others, cards[:place] + cards[place + 1 :], now):
            return True
    return False


def _bind(bound: dict[str, int], variable: str, value: int, named: int) -> dict[str, int] | None:
    """Return the bindings with ``variable`` standing for ``value``; None if it cannot."""
    if named >> value & 1 or bound.get(variable, value) != value:
        return None
    rivals = (other for other in bound if other.isupper() == variable.isupper())
    if any(bound[other] == value for other in rivals if other != variable):
        return None
    return {**bound, variable: value}

"""Cards as small integers, and the texts people write for them.

A card is ``rank * 4 + suit``: rank 0 is the deuce and 12 the ace, suits 0..3 are clubs,
diamonds, hearts, spades.  So 0 is ``2c`` and 51 is ``As``.  A set of cards is a 52-bit
mask with bit ``card`` set.
"""

from collections.abc import Iterable

from omaha_equity.errors import TextError

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK_SIZE = 52
RANK_COUNT, SUIT_COUNT = len(RANKS), len(SUITS)
ACE = RANK_COUNT - 1

Cards = str | Iterable[int]
"""Cards as text (``"AsKs"``) or as integers."""

CARD_TEXTS = tuple(rank + suit for rank in RANKS for suit in SUITS)

_SUIT_SYMBOLS = str.maketrans("♣♦♥♠♧♢♡♤", "cdhscdhs")
_SEPARATORS = frozenset(" \t\r\n,")
_CARDS = {
    spelled: card
    for card, text in enumerate(CARD_TEXTS)
    for spelled in {text, text.lower(), text.upper(), text.swapcase()}
}


def parse_cards(text: str, what: str = "cards") -> tuple[int, ...]:
    """Read cards in the order written: ``As``, ``as``, ``AS``, ``10s``, ``A♠``.

    Spaces and commas between cards are optional.  ``what`` names the text in errors.

    Raises:
        TextError: at the first place that is not a card.

    >>> parse_cards("As 10h, 2♣")
    (51, 34, 0)
    """
    try:
        return tuple([_CARDS[text[i : i + 2]] for i in range(0, len(text), 2)])
    except KeyError:
        return _parse_slowly(text, what)


def format_cards(cards: Iterable[int]) -> str:
    """Write cards one after another.

    >>> format_cards([51, 34, 0])
    'AsTh2c'
    """
    return "".join([CARD_TEXTS[card] for card in cards])


def card_mask(cards: Iterable[int]) -> int:
    """Return the 52-bit set of ``cards``.

    >>> card_mask([0, 2])
    5
    """
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def _parse_slowly(text: str, what: str) -> tuple[int, ...]:
    plain = text.translate(_SUIT_SYMBOLS)
    cards = []
    at = 0
    while at < len(plain):
        if plain[at] in _SEPARATORS:
            at += 1
            continue
        length = 3 if plain.startswith("10", at) else 2
        written = plain[at : at + length].replace("10", "T")
        if written not in _CARDS:
            raise TextError(_describe_bad_card(text, at, length, what))
        cards.append(_CARDS[written])
        at += length
    return tuple(cards)


def _describe_bad_card(text: str, at: int, length: int, what: str) -> str:
    rank = "T" if text.startswith("10", at) else text[at].upper()
    where = f"{what} {text!r}, character {at + 1}"
    if rank in RANKS:
        shown = text[at : at + length].rstrip(" ,")
        return f"{where}: {shown!r} has no suit; write the rank, then s, h, d or c, as in {rank}s"
    return (
        f"{where}: {text[at : at + 2]!r} is not a card; write a rank (A K Q J T 9-2) "
        "and a suit (s h d c), as in As"
    )

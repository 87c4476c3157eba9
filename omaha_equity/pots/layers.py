"""Main pot and side pots: who has put chips into what, and what nobody could call (R13)."""

from typing import NamedTuple

from omaha_equity.pots.hand import PotHand


class Pot(NamedTuple):
    """One pot before rake.

    Attributes:
        amount: its chips, in units.
        contenders: places in ``seats`` of those who can win it, rising.
    """

    amount: int
    contenders: tuple[int, ...]


class Layers(NamedTuple):
    """All that was put in.

    Attributes:
        pots: the main pot, then the side pots.
        returned: place of the player whose bet nobody called, and how much of it; or None.
    """

    pots: tuple[Pot, ...]
    returned: tuple[int, int] | None


def layers(hand: PotHand) -> Layers:
    """Sort the chips into pots.

    A bet above what anybody else put in goes back.  Every amount that a live player put in ends
    a pot; what folded players put in above all of those joins the last one.

    >>> from omaha_equity.games import PLO4
    >>> from omaha_equity.pots.hand import PotHand, Seat
    >>> found = layers(PotHand(PLO4, (Seat("Ann", 9), Seat("Bob", 5), Seat("Cal", 7, folded=True))))
    >>> found.pots, found.returned
    ((Pot(amount=15, contenders=(0, 1)), Pot(amount=4, contenders=(0,))), (0, 2))
    """
    put = [seat.put for seat in hand.seats]
    live = hand.live
    returned = _uncalled(put, live)
    if returned:
        put[returned[0]] -= returned[1]
    pots = []
    below = -1
    extra = sum([seat.posted_dead for seat in hand.seats])
    levels = sorted({put[place] for place in live})
    for level in levels:
        floor = max(below, 0)
        top = max(put) if level == levels[-1] else level
        amount = extra + sum([min(chips, top) - floor for chips in put if chips > floor])
        contenders = tuple([place for place in live if put[place] > below])
        extra, below = 0, level
        if amount:
            pots.append(Pot(amount, contenders))
    return Layers(tuple(pots), returned)


def pot_name(place: int, pots: int) -> str:
    """What the pot at ``place`` of this many is called.

    >>> pot_name(0, 1), pot_name(0, 3), pot_name(2, 3)
    ('pot', 'main pot', 'side pot 2')
    """
    if pots == 1:
        return "pot"
    return f"side pot {place}" if place else "main pot"


def _uncalled(put: list[int], live: tuple[int, ...]) -> tuple[int, int] | None:
    first = max(live, key=lambda place: put[place])
    called = max([chips for place, chips in enumerate(put) if place != first])
    return (first, put[first] - called) if put[first] > called else None

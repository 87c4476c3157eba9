"""A hand judged: what everybody could expect when only cards still decided, and what they got."""

from fractions import Fraction
from typing import TYPE_CHECKING

from omaha_equity.api import ev, settle
from omaha_equity.errors import OmahaError
from omaha_equity.games import BOARD_SIZE
from omaha_equity.histories.record import HandProblem, HandRecord
from omaha_equity.histories.results import HandResult, SeatResult
from omaha_equity.pots.hand import Cards, PotHand, Rake, Seat

if TYPE_CHECKING:
    from omaha_equity.answers.chips import ExpectedChips
    from omaha_equity.pots.settlement import Settlement


def judge(record: HandRecord) -> HandResult | HandProblem:
    """Judge a hand, or tell why its cards or chips cannot be."""
    try:
        return _judge(record)
    except OmahaError as error:
        return HandProblem(record.file, record.line, str(error))
    except _UndecidedError as error:
        return HandProblem(record.file, record.line, str(error))
    except Exception as error:
        # A fault of ours, too, costs one hand and not the run.
        reason = f"internal error, {type(error).__name__}: {error}"
        return HandProblem(record.file, record.line, reason)


class _UndecidedError(Exception):
    """Neither cards nor payments tell who won."""


def _judge(record: HandRecord) -> HandResult:
    street, free = moment(record)
    live = [place for place in range(len(record.players)) if place not in record.folded]
    # Made in any case: it checks cards and chips.
    standing = _pot_hand(record, (record.boards[0][:street],), record.folded)
    settlement, unsettled = _settle(record, live)
    chance = len(live) > 1 and street < BOARD_SIZE
    unknown = [record.players[place].name for place in live if not standing.seats[place].hole]
    chances = ev(standing) if chance and not unknown else None
    paid = record.paid
    if paid is None:
        if settlement is None:
            raise _UndecidedError(f"the file does not say who was paid, and {unsettled}")
        paid = settlement.won
    return HandResult(
        record=record,
        street=street,
        all_in=chance and not free,
        showdown=len(live) > 1,
        seats=_seats(record, paid, chances, settlement, live if chance else []),
        chances=chances,
        settlement=settlement,
        unknown=tuple(unknown) if chance else (),
        unsettled=unsettled,
    )


def moment(record: HandRecord) -> tuple[int, bool]:
    """When from then on only cards decided, and whether players could still have bet.

    That is after the last chips and the last fold.  A bet that nobody called ends in folds.

    Returns:
        How many board cards lay there then; and whether anybody acted on a later
        street, though without effect.
    """
    street = max([act.street for act in record.actions if act.kind != "check"], default=0)
    return street, record.actions[-1].street > street


def _pot_hand(record: HandRecord, boards: tuple[Cards, ...], folded: frozenset[int]) -> PotHand:
    """The hand as the pots see it; a live hand that is known in part is not known."""
    size = record.game.hole_cards
    seats = []
    dead: Cards = ()
    chips = zip(record.players, record.put, record.dead, strict=True)
    for place, (player, put, posted) in enumerate(chips):
        whole = place in folded or len(player.hole) == size
        dead += () if whole else player.hole
        hole = player.hole if whole else ()
        seats.append(Seat(player.name, put, hole, place in folded, posted, number=player.number))
    return PotHand(
        record.game,
        tuple(seats),
        boards,
        button=record.button,
        unit=record.unit,
        dead=dead,
        rake=Rake(amount=record.rake),
    )


def _settle(record: HandRecord, live: list[int]) -> "tuple[Settlement | None, str]":
    """Settle by the rules, or say why that cannot be; a hand nobody saw cannot have won."""
    size = record.game.hole_cards
    unseen = [p for p in live if len(record.players[p].hole) < size and len(live) > 1]
    won = [record.players[p].name for p in unseen if record.paid is None or record.paid[p]]
    if won:
        return None, f"the cards of {' and '.join(won)} are not known"
    mucked = [p for p in live if record.players[p].mucked and len(live) > 1]
    gone = record.folded.union(unseen, mucked)
    return settle(_pot_hand(record, record.boards, gone)), ""


def _seats(
    record: HandRecord,
    paid: tuple[int, ...],
    chances: "ExpectedChips | None",
    settlement: "Settlement | None",
    playing: list[int],
) -> tuple[SeatResult, ...]:
    """Everybody's chips; ``playing`` are those whom cards to come still gave or took chips."""
    runs = len(record.boards)
    seats = []
    for place, player in enumerate(record.players):
        expected: Fraction | None = None if place in playing else Fraction(paid[place])
        deviation = None if place in playing else 0.0
        if chances:
            seat = chances.seats[place]
            expected, deviation = seat.expected, seat.deviations.get(runs)
        seats.append(
            SeatResult(
                name=player.name,
                number=player.number,
                put=record.put[place] + record.dead[place],
                returned=record.returned[place],
                won=paid[place],
                expected=expected,
                deviation=deviation,
                settled=settlement.won[place] if settlement else None,
            )
        )
    return tuple(seats)

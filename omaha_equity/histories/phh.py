"""PHH to records: pokerkit reads the notation and plays the betting.

pokerkit knows four hole cards, PO and FO/8 only; here the number of cards and the letters before
and after the O tell the game.  What limits there were to bets is no matter: they stand as told.
"""

import re
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from omaha_equity.cards import parse_cards
from omaha_equity.fields import shown
from omaha_equity.games import BOARD_SIZE, PLO4, Game, sister_game
from omaha_equity.histories.money import CURRENCIES
from omaha_equity.histories.record import (
    Action,
    HandProblem,
    HandRecord,
    Kind,
    Player,
    UnreadableError,
)
from omaha_equity.histories.text import PHH_TABLE, Chunk
from omaha_equity.pots.hand import Cards

if TYPE_CHECKING:
    from pokerkit import HandHistory, State

_VARIANT = re.compile(r"[FPN]O(/8)?")
_COMMENT = re.compile(r"\s*#.*")
_MOST_DECIMALS = 6


def read(chunk: Chunk, file: str) -> Iterator[HandRecord | HandProblem]:
    """Yield the record of a hand, or why there is none.

    Raises:
        ImportError: pokerkit is not installed.
    """
    import pokerkit  # noqa: F401

    # pokerkit's errors are of many kinds, and it warns of doubtful play.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            yield _read(chunk, file)
        except Exception as error:
            yield HandProblem(file, chunk.line, str(error) or type(error).__name__)


@dataclass(frozen=True, slots=True)
class _Step:
    street: int
    place: int
    kind: Kind
    amount: Any = 0


@dataclass(slots=True)
class _Deal:
    """What the actions tell besides bets: cards, and who mucked."""

    holes: list[str]
    boards: list[str]
    mucked: set[int]


def _read(chunk: Chunk, file: str) -> HandRecord:
    table, history = _load(chunk)
    variant = _VARIANT.fullmatch(history.variant)
    if not variant:
        raise UnreadableError(chunk.line, f"not Omaha: variant {history.variant!r}")
    actions = [" ".join(_COMMENT.sub("", text).split()) for text in history.actions]
    game = _game(actions, bool(variant[1]))
    state, deal = _play(history, actions, game)
    steps = _steps(state)
    players = len(deal.holes)
    put = [sum([step.amount for step in steps if step.place == p]) for p in range(players)]
    returned = _returned(steps, players)
    paid = _paid(history, put, returned)
    if paid is not None and len(paid) != len(put):
        raise UnreadableError(chunk.line, f"{len(paid)} payments for {len(put)} players")
    unit = _unit([*put, *returned, *(paid or [])])
    won = _whole(paid, unit) if paid else None
    back = _whole(returned, unit)
    rake = sum(_whole(put, unit)) - sum(back) - sum(won) if won else 0
    if rake < 0:
        raise UnreadableError(chunk.line, "more chips are paid than were put in")
    return HandRecord(
        file=file,
        line=chunk.line,
        hand=str(table if history.hand is None else history.hand),
        when=_when(history),
        game=game,
        money=_text(history.currency, "currency")
        or CURRENCIES.get(_text(history.currency_symbol, "currency_symbol"), "chips"),
        unit=unit,
        players=_players(history, deal),
        actions=tuple(
            [Action(s.street, s.place, s.kind, *_whole([s.amount], unit)) for s in steps]
        ),
        boards=_boards(deal, steps),
        # The players are listed from the left of the button.
        button=players,
        paid=won,
        returned=back,
        rake=rake,
    )


def _load(chunk: Chunk) -> "tuple[str, HandHistory]":
    """The name of the hand's table in the file, if any, and what pokerkit reads of it."""
    from pokerkit import HandHistory

    table, lines = "", chunk.lines
    if PHH_TABLE.match(lines[0]):
        table, lines = lines[0].partition("]")[0].strip("[ '\""), lines[1:]
    return table, HandHistory.loads("\n".join(lines))


def _game(actions: Sequence[str], high_low: bool) -> Game:
    dealt = [words[3] for words in map(str.split, actions) if words[:2] == ["d", "dh"]]
    sizes = {len(cards) // 2 for cards in dealt}
    if len(sizes) != 1:
        raise ValueError("the players are not all dealt the same number of hole cards")
    return sister_game(PLO4, sizes.pop(), high_low)


def _play(history: "HandHistory", actions: Sequence[str], game: Game) -> "tuple[State, _Deal]":
    """Let pokerkit play the hand; cards past the fifth on the board are another run."""
    state = _state(history, game)
    deal = _Deal([""] * len(history.starting_stacks), [""], set())
    for number, action in enumerate(actions, 1):
        try:
            _apply(state, deal, action)
        except (ValueError, IndexError) as error:
            raise ValueError(f"action {number}, {action!r}: {error}") from None
    if state.actor_index is not None:
        raise ValueError(f"the hand is cut off: p{state.actor_index + 1} is to act")
    left = sum(state.statuses)
    if left > 1 and len(deal.boards[0]) < 2 * BOARD_SIZE:
        raise ValueError("several players are left and the board is unfinished")
    return state, deal


def _apply(state: "State", deal: _Deal, action: str) -> None:
    match action.split():
        case "d", "db", cards if len(deal.boards[0]) == 2 * BOARD_SIZE:
            deal.boards.append(cards)
        case "d", "db", cards:
            _advance(state, action)
            deal.boards[0] += cards
            if len(deal.boards[0]) // 2 not in PLO4.streets:
                raise ValueError(f"the board has {len(deal.boards[0]) // 2} cards")
        case "d", "dh", player, cards:
            _advance(state, action)
            deal.holes[int(player[1:]) - 1] = cards.replace("??", "")
        case player, "sm":
            deal.mucked.add(int(player[1:]) - 1)
        case _, "sm", "-":
            pass
        case player, "sm", cards:
            place, shown = int(player[1:]) - 1, cards.replace("??", "")
            deal.holes[place] = max(deal.holes[place], shown, key=len)
        case _:
            _advance(state, action)


def _advance(state: "State", action: str) -> None:
    """Apply an action, after what goes without saying: burns, and cards that nobody shows."""
    from pokerkit.notation import parse_action

    while True:
        try:
            return parse_action(state, action)
        except ValueError:
            if state.can_burn_card():
                state.burn_card("??")
            elif state.can_show_or_muck_hole_cards(()):
                state.show_or_muck_hole_cards(())
            else:
                raise


def _state(history: "HandHistory", game: Game) -> "State":
    import pokerkit

    class Omaha(pokerkit.NoLimitPokerMixin, pokerkit.games.OmahaHoldemMixin, pokerkit.Holdem):
        hole_dealing_count = game.hole_cards
        hand_types = (pokerkit.OmahaHoldemHand,)

    does = pokerkit.Automation
    bet = history.small_bet or history.min_bet or 1
    played = Omaha(
        (
            does.ANTE_POSTING,
            does.BET_COLLECTION,
            does.BLIND_OR_STRADDLE_POSTING,
            does.RUNOUT_COUNT_SELECTION,
        ),
        history.ante_trimming_status,
        history.antes,
        history.blinds_or_straddles or (),
        bet,
        history.big_bet or bet,
        mode=pokerkit.Mode.CASH_GAME,
    )
    return played(history.starting_stacks, len(history.starting_stacks))


def _steps(state: "State") -> list[_Step]:
    """What the players did; an ante that one posts for the table need not be matched."""
    steps: list[_Step] = []
    bets: dict[int, Any] = {}
    street = 0
    antes = sum(type(done).__name__ == "AntePosting" for done in state.operations)
    operations: list[Any] = list(state.operations)
    for done in operations:
        place = getattr(done, "player_index", -1)
        match type(done).__name__:
            case "AntePosting":
                kind: Kind = "dead" if antes == 1 else "bet"
                steps.append(_Step(street, place, kind, done.amount))
            case "BlindOrStraddlePosting" | "CheckingOrCalling":
                bets[place] = bets.get(place, 0) + done.amount
                steps.append(_Step(street, place, "bet" if done.amount else "check", done.amount))
            case "CompletionBettingOrRaisingTo":
                steps.append(_Step(street, place, "bet", done.amount - bets.get(place, 0)))
                bets[place] = done.amount
            case "Folding":
                steps.append(_Step(street, place, "fold"))
            case "BoardDealing":
                bets.clear()
                street += len(done.cards)
    return steps


def _returned(steps: Sequence[_Step], players: int) -> list[Any]:
    """By player, what nobody called: a live player's chips above everybody else's."""
    put: list[Any] = [0] * players
    for step in steps:
        put[step.place] += step.amount if step.kind == "bet" else 0
    most, next_most = sorted(put, reverse=True)[:2]
    return [chips - next_most if chips == most else 0 for chips in put]


def _paid(history: "HandHistory", put: Sequence[Any], returned: Sequence[Any]) -> list[Any] | None:
    """By player, what the file says was won from the pots; None = it does not."""
    if history.finishing_stacks:
        stacks = zip(history.starting_stacks, history.finishing_stacks, put, returned, strict=True)
        return [after - before + chips - back for before, after, chips, back in stacks]
    return list(history.winnings) if history.winnings else None


def _unit(amounts: Sequence[Any]) -> Fraction:
    """The smallest unit: the decimals that the amounts have."""
    for decimals in range(_MOST_DECIMALS + 1):
        unit = Fraction(1, 10**decimals)
        if all((Fraction(amount) / unit).denominator == 1 for amount in amounts):
            return unit
    raise ValueError(f"amounts have more than {_MOST_DECIMALS} decimals")


def _whole(amounts: Sequence[int | Decimal], unit: Fraction) -> tuple[int, ...]:
    return tuple([int(Fraction(amount) / unit) for amount in amounts])


def _players(history: "HandHistory", deal: _Deal) -> tuple[Player, ...]:
    names = history.players or [f"p{place}" for place in range(1, len(deal.holes) + 1)]
    names = [_text(name, "players") for name in names]
    return tuple(
        [
            Player(name, place + 1, parse_cards(cards), place in deal.mucked)
            for place, (name, cards) in enumerate(zip(names, deal.holes, strict=True))
        ]
    )


def _text(value: Any, name: str) -> str:
    """A field that must be text; "" where it is not given."""
    if not isinstance(value, str | None):
        raise ValueError(f"{name}: {shown(value)} is not text; put it in quotes")
    return value or ""


def _boards(deal: _Deal, steps: Sequence[_Step]) -> tuple[Cards, ...]:
    """The board, and those of further runs, which share what lay there at the last bet."""
    first, *more = deal.boards
    shared = first[: 2 * max([step.street for step in steps])]
    further = "".join(more)
    size = 2 * BOARD_SIZE - len(shared)
    if further and (not size or len(further) % size):
        raise ValueError("the cards of a further run do not finish the board")
    runs = [further[at : at + size] for at in range(0, len(further), size or 1)]
    return tuple([parse_cards(shared + run) for run in [first[len(shared) :], *runs]])


def _when(history: "HandHistory") -> str:
    date = [history.year, history.month, history.day]
    day = "-".join([f"{part:02}" for part in date if part is not None])
    return f"{day} {history.time or ''}".strip()

"""The answer to one line: plain numbers that are written, kept and sent."""

import json
from collections.abc import Sequence
from math import isfinite
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from omaha_equity.answer import plain
from omaha_equity.answers.equities import PlayerResult, Result
from omaha_equity.answers.multiboard import BoardsPlayer, BoardsResult
from omaha_equity.engine import count

FIGURES = (
    "equity",
    "error",
    "high_wins",
    "high_ties",
    "low_wins",
    "low_ties",
    "scoops",
    "quartered",
)
"""What is told of each player; ties are of any number of sharers."""

Figures = tuple[float | None, ...]


class Answer(NamedTuple):
    """What a row of the output tells.

    Attributes:
        problem: why there is no answer; "" = there is one.
        game: the game's name.
        exact: whether every deal was counted.
        deals, low_deals: how many were counted, and on how many of them somebody has a low.
        seed: what decided the sampled deals; None when exact.
        players: each one's `FIGURES`; None = not counted on several boards.
    """

    problem: str = ""
    game: str | None = None
    exact: bool | None = None
    deals: float | None = None
    low_deals: float | None = None
    seed: int | None = None
    players: tuple[Figures, ...] = ()


def of_counts(counts: NDArray[np.int64], game: str) -> list[Answer]:
    """Return the answers of spots counted together, (N, players, ...) as `count.count`."""
    found = count.figures(counts)
    errors = np.zeros_like(found.equity)
    columns = (found.equity, errors, *found[3:])
    by_player = [
        list(zip(*[column[:, seat].tolist() for column in columns], strict=True))
        for seat in range(counts.shape[1])
    ]
    return [
        Answer("", game, True, deals, low_deals, None, players)
        for deals, low_deals, players in zip(
            found.boards.tolist(),
            found.low_boards.tolist(),
            zip(*by_player, strict=True),
            strict=True,
        )
    ]


def of_result(result: Result | BoardsResult) -> Answer:
    """Return the answer that a result gives."""
    if isinstance(result, BoardsResult):
        return _of_boards(result)
    return Answer(
        game=result.game.name,
        exact=result.exact,
        deals=plain(result.boards),
        low_deals=plain(result.low_boards),
        seed=result.sampling.seed if result.sampling else None,
        players=tuple([_figures(player) for player in result.players]),
    )


def _figures(player: PlayerResult) -> Figures:
    return (
        player.equity,
        player.error if isfinite(player.error) else None,
        plain(player.high_wins),
        plain(sum(player.high_ties.values())),
        plain(player.low_wins),
        plain(sum(player.low_ties.values())),
        plain(player.scoops),
        plain(player.quartered),
    )


def _of_boards(result: BoardsResult) -> Answer:
    # Scoops that were sampled beside exact equities would pass for exact.
    scoops = result.distribution_exact or not result.exact
    return Answer(
        game=result.game.name,
        exact=result.exact,
        deals=plain(result.deals),
        seed=result.sampling.seed if result.sampling else None,
        players=tuple([_board_figures(player, scoops) for player in result.players]),
    )


def _board_figures(player: BoardsPlayer, scoops: bool) -> Figures:
    error = player.error if isfinite(player.error) else None
    scooped = plain(player.scoops) if scoops else None
    return (player.equity, error, None, None, None, None, scooped, None)


def pack(answer: Answer) -> bytes:
    """Return an answer as bytes, which `unpack` reads."""
    return json.dumps(answer).encode()


def unpack(content: bytes) -> Answer:
    """Read what `pack` wrote."""
    *fields, players = json.loads(content)
    return Answer._make([*fields, tuple([tuple(figures) for figures in players])])


def join_counts(kept: Sequence[bytes], players: int) -> NDArray[np.int64]:
    """Return the counts of spots with this many players that were kept as bytes."""
    counts = np.frombuffer(b"".join(kept), "<i8")
    return counts.reshape(len(kept), players, players + 1, players + 2)


def split_counts(counts: NDArray[np.integer]) -> list[bytes]:
    """Return each spot's counts as bytes."""
    joined = counts.astype("<i8").tobytes()
    width: Any = len(joined) // len(counts)
    return [joined[at : at + width] for at in range(0, len(joined), width)]

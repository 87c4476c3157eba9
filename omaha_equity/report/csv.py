"""CSV with a header line: one row per player, or one per made hand."""

import csv
from typing import Any, TextIO

from omaha_equity.model import Evaluation, PlayerResult, Result


def write(answer: Result | Evaluation, out: TextIO) -> None:
    """Write a header line and the rows; shares lie between 0 and 1 and are not rounded."""
    rows = _player_rows(answer) if isinstance(answer, Result) else _made_hand_rows(answer)
    writer = csv.DictWriter(out, rows[0].keys(), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)


def _player_rows(result: Result) -> list[dict[str, Any]]:
    shared = result.to_dict()
    question = {name: shared[name] for name in ("game", "board", "dead")}
    count = {name: shared[name] for name in ("boards", "low_boards", "method")}
    count["exact"] = str(result.exact).lower()
    return [_shares(player) | question | count for player in result.players]


def _shares(player: PlayerResult) -> dict[str, Any]:
    row = player.to_dict()
    counts = row.pop("counts")
    ties = {half: sum(counts[half].values()) for half in ("high_ties", "low_ties")}
    return {**row, **counts, **ties}


def _made_hand_rows(evaluation: Evaluation) -> list[dict[str, Any]]:
    found = evaluation.to_dict()
    question = {name: found[name] for name in ("game", "board")}
    return [
        {"half": half} | found[half] | {"hole_cards": found["hole"]} | question
        for half in ("high", "low")
        if found[half]
    ]

"""CSV with a header line: one row per player, combo or made hand."""

import csv
from collections.abc import Sequence
from typing import Any, TextIO

from omaha_equity.answers.equities import Comparison, Evaluation, PlayerResult, Result
from omaha_equity.answers.multiboard import BoardsPlayer, BoardsResult
from omaha_equity.cards import format_cards
from omaha_equity.report.combos import ComboTable

MOST_BOARDS = 3
SAMPLING = ("seed", "draws", "repeats", "rejected")


def write(
    answer: Result | BoardsResult | Comparison | ComboTable | Evaluation, out: TextIO
) -> None:
    """Write a header line and the rows; shares lie between 0 and 1 and are not rounded."""
    match answer:
        case Result():
            rows = _player_rows(answer)
        case BoardsResult():
            rows = _boards_rows(answer)
        case Comparison():
            rows = [_comparison_row(answer)]
        case ComboTable():
            rows = answer.rows
        case _:
            rows = _made_hand_rows(answer)
    names = rows[0].keys() if rows else ["hand", "weight", "equity", "error", "deals"]
    writer = csv.DictWriter(out, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)


def _player_rows(result: Result) -> list[dict[str, Any]]:
    shared = result.to_dict()
    question = {name: shared[name] for name in ("game", "board", "dead")}
    count = {name: shared[name] for name in ("boards", "low_boards", "method")}
    count["exact"] = str(result.exact).lower()
    sampling = {name: (shared["sampling"] or {}).get(name, "") for name in SAMPLING}
    return [_shares(player) | question | count | sampling for player in result.players]


def _shares(player: PlayerResult) -> dict[str, Any]:
    row = player.to_dict()
    counts = row.pop("counts")
    ties = {half: sum(counts[half].values()) for half in ("high_ties", "low_ties")}
    return {**row, **counts, **ties}


def _boards_rows(result: BoardsResult) -> list[dict[str, Any]]:
    shared = result.to_dict()
    count: dict[str, Any] = {name: shared[name] for name in ("game", "runs", "dead")}
    count |= _numbered("known", shared["boards"])
    count |= {name: shared[name] for name in ("deals", "method")}
    count |= {name: str(shared[name]).lower() for name in ("exact", "distribution_exact")}
    sampling = shared["sampling"] or shared["distribution_sampling"] or {}
    count |= {name: sampling.get(name, "") for name in SAMPLING}
    return [_boards_shares(player) | count for player in result.players]


def _boards_shares(player: BoardsPlayer) -> dict[str, Any]:
    row = player.to_dict()
    row |= _numbered("board", row.pop("boards"))
    spread = row.pop("distribution")
    return row | {"distribution": " ".join(f"{of['share']}:{of['deals']}" for of in spread)}


def _numbered(name: str, values: Sequence[Any]) -> dict[str, Any]:
    """As many columns for any number of boards."""
    filled = [*values, *[""] * MOST_BOARDS][:MOST_BOARDS]
    return {f"{name}_{number}": value for number, value in enumerate(filled, 1)}


def _comparison_row(found: Comparison) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for place, result in (("first", found.first), ("second", found.second)):
        own = result.players[0].to_dict()
        row |= {
            place: own["hand"],
            f"{place}_equity": own["equity"],
            f"{place}_error": own["error"],
        }
    first = found.first
    return row | {
        "difference": found.difference,
        "error": found.error,
        "opponents": " v ".join(player.name for player in first.players[1:]),
        "game": first.game.name,
        "board": format_cards(first.query.board),
        "dead": format_cards(first.query.dead),
        "deals": first.boards,
        "seed": first.sampling.seed if first.sampling else "",
    }


def _made_hand_rows(evaluation: Evaluation) -> list[dict[str, Any]]:
    found = evaluation.to_dict()
    question = {name: found[name] for name in ("game", "board")}
    return [
        {"half": half} | found[half] | {"hole_cards": found["hole"]} | question
        for half in ("high", "low")
        if found[half]
    ]

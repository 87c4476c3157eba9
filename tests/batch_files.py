"""Files of spots in every form, and what single calls say of each line."""

import csv
import json
from functools import cache
from math import isfinite
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet

from omaha_equity import equity, equity_boards
from omaha_equity.answers.equities import Result
from omaha_equity.errors import OmahaError

FORMS = ("csv", "jsonl", "parquet")
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
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]

Fields = dict[str, Any]
"""A line: ``hands``, a list, and further columns."""


def write(path: Path, lines: list[Fields]) -> Path:
    """Write lines in the form that the name tells."""
    if path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        return path
    seats = max(2, *(len(line["hands"]) for line in lines))
    columns = {name: None for line in lines for name in line if name != "hands"}
    rows = []
    for line in lines:
        row = {f"hand{seat}": None for seat in range(1, seats + 1)} | columns
        row |= {f"hand{seat}": hand for seat, hand in enumerate(line["hands"], 1)}
        row |= {name: value for name, value in line.items() if name != "hands"}
        rows.append({name: None if row[name] is None else str(row[name]) for name in row})
    if path.suffix == ".parquet":
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), path)
        return path
    with path.open("w", newline="") as file:
        out = csv.DictWriter(file, list(rows[0]))
        out.writeheader()
        out.writerows(rows)
    return path


def read(path: Path) -> list[Fields]:
    """The rows of an output of any form, as JSON Lines hold them; ids are texts."""
    if path.suffix == ".jsonl":
        rows = [json.loads(line) for line in path.read_text().splitlines()]
        return [row | {"id": None if row["id"] is None else str(row["id"])} for row in rows]
    if path.suffix == ".parquet":
        return [_folded(row) for row in pyarrow.parquet.read_table(path).to_pylist()]
    with path.open(newline="") as file:
        return [_folded(_typed(row)) for row in csv.DictReader(file)]


def _typed(row: dict[str, str]) -> Fields:
    texts = ("id", "problem", "game", "version")
    found: Fields = {}
    for name, text in row.items():
        if name in texts or text == "":
            found[name] = text or None
        elif name == "exact":
            found[name] = {"true": True, "false": False}[text]
        else:
            found[name] = int(text) if text.isdigit() else float(text)
    return found


def _folded(row: Fields) -> Fields:
    """Columns of players as a list of players."""
    names = [name for name in row if name.rstrip("0123456789") in FIGURES and name[-1].isdigit()]
    seats = range(1, len(names) // len(FIGURES) + 1)
    players = [{figure: row[f"{figure}{seat}"] for figure in FIGURES} for seat in seats]
    while players and players[-1]["equity"] is None:
        players.pop()
    return {name: row[name] for name in row if name not in names} | {"players": players}


def expected(line: Fields, seed: int | None) -> Fields:
    """What a single call says of a line."""
    return _single(json.dumps(line), seed)


@cache
def _single(text: str, seed: int | None) -> Fields:
    line = json.loads(text)
    asked = {
        "dead": line.get("dead") or "",
        "game": line.get("game") or None,
        "exact": line.get("exact"),
        "precision": line.get("precision"),
        "deals": line.get("deals"),
        "seed": seed or 0,
    }
    board, runs = line.get("board") or "", line.get("runs") or 1
    try:
        if line.get("boards") == 2:
            return _of_boards(
                equity_boards(line["hands"], [board, line.get("board2", "")], **asked)
            )
        if runs > 1:
            return _of_boards(equity_boards(line["hands"], [board], runs, **asked))
        return _of_one(equity(line["hands"], board, **asked))
    except OmahaError as error:
        return {"problem": str(error).splitlines()[0], "players": []}


def _of_one(result: Result) -> Fields:
    return {
        "problem": None,
        "game": result.game.name,
        "exact": result.exact,
        "deals": result.boards,
        "low_deals": result.low_boards,
        "players": [
            {
                "equity": player.equity,
                "error": player.error if isfinite(player.error) else None,
                "high_wins": player.high_wins,
                "high_ties": sum(player.high_ties.values()),
                "low_wins": player.low_wins,
                "low_ties": sum(player.low_ties.values()),
                "scoops": player.scoops,
                "quartered": player.quartered,
            }
            for player in result.players
        ],
    }


def _of_boards(result: Any) -> Fields:
    told = result.distribution_exact or not result.exact
    return {
        "problem": None,
        "game": result.game.name,
        "exact": result.exact,
        "deals": result.deals,
        "low_deals": None,
        "players": [
            dict.fromkeys(FIGURES)
            | {
                "equity": player.equity,
                "error": player.error if isfinite(player.error) else None,
                "scoops": player.scoops if told else None,
            }
            for player in result.players
        ],
    }

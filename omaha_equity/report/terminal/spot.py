"""A spot report for people: its parts one below the other."""

from typing import TextIO

from omaha_equity.answers.spot import SpotReport
from omaha_equity.report import terminal


def write(answer: SpotReport, out: TextIO) -> None:
    """Write every part as it would be written alone, its title above it."""
    next_cards = [answer.next_cards] if answer.next_cards else []
    parts = [answer.result, *next_cards, *answer.distributions, *answer.hits]
    for number, part in enumerate(parts):
        out.write("\n" * (number > 0) + part.title + "\n")
        terminal.write(part, out)

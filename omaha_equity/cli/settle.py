"""``omaha-equity settle``: who gets how many chips in a finished hand."""

import sys

import click

EXAMPLES = """\b
Examples:
  omaha-equity settle hand.toml
  omaha-equity settle hand.json --json
  omaha-equity settle - --csv < hand.toml
"""


@click.command(
    name="settle", short_help="Who gets how many chips in a finished hand.", epilog=EXAMPLES
)
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/settle.md).")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV with a header line.")
def command(file: str, as_json: bool, as_csv: bool) -> None:
    """Tell who gets how many chips: pot by pot, board by board, half by half.

    FILE is a hand file, TOML or JSON as in docs/settle.md, or - for standard input.
    """
    if as_json and as_csv:
        raise click.UsageError("--json and --csv exclude each other; choose one")
    from omaha_equity import api

    hand = api.parse_hand(_standard_input(), "standard input") if file == "-" else None
    found = api.settle(hand or api.read_hand(file))
    from omaha_equity.report import settlement as report

    report.write(found, sys.stdout, "json" if as_json else "csv" if as_csv else "terminal")


def _standard_input() -> str:
    try:
        return sys.stdin.read().removeprefix("\ufeff")
    except UnicodeDecodeError:
        raise click.UsageError("standard input cannot be read: it is not UTF-8 text") from None

"""The golden net: answers as they were, so that a rework can show that it changed none.

    python tests/golden/net.py check [--only PATTERN] [--numbers]
    python tests/golden/net.py record

``record`` asks every line of ``commands.txt`` (as it stands, with ``--json``, with ``--csv``)
and of ``questions.jsonl`` (through the Python API) and writes what came to ``commands.gz`` and
``answers.gz``.  ``check`` asks again and prints every difference.

The net is no source of truth: what it holds is whatever the code said when it was recorded, right
or wrong.  What is right is known from the oracles and the published numbers of the other tests.

Each question is answered by a fork of its own, since the first answer of a process and later ones
may take different paths.  Commands whose output is about the machine (``warmup``, ``doctor``) are
left out, as are messages on standard error of commands that succeed, but for warnings.
"""

import argparse
import gzip
import json
import os
import re
import resource
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from difflib import unified_diff
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
COMMANDS, QUESTIONS = HERE / "commands.txt", HERE / "questions.jsonl"
RECORDED = {"cli": HERE / "commands.gz", "api": HERE / "answers.gz"}
FORMS = {"terminal": [], "json": ["--json"], "csv": ["--csv"]}

LIVELY = re.compile(r"a second|% done|compiling|counting exactly")
"""Lines on standard error that tell of time or of the state of the machine."""
NUMBER = re.compile(r"(?<![\w.])-?\d[\d,]*(?:\.\d+)?(?:e-?\d+)?")
MOST_SECONDS = 120
"""Of a processor for one fork; compiling takes the most."""
SHOWN_LINES = 30
"""Of one difference."""

Answers = dict[str, str]
"""By name, such as ``cli 07 json equity AA KK``, what came."""


# What is asked


def ask_command(line: str, form: str) -> str:
    """Run one command in this process; return exit code, output and errors as text."""
    from omaha_equity.cli.main import main

    line, _, given = line.partition("<<<")
    with tempfile.TemporaryDirectory() as folder:
        words = shlex.split(line.replace("{tmp}", folder)) + FORMS[form]
        streams = [Path(folder, name) for name in ("in", "out", "err")]
        streams[0].write_text("".join(shlex.split(given)))
        for number, stream in enumerate(streams):
            os.dup2(os.open(stream, os.O_RDWR | os.O_CREAT), number)
        sys.stdin, sys.stdout, sys.stderr = (
            os.fdopen(number, mode, encoding="utf-8") for number, mode in enumerate("rww")
        )
        code = main(words)
        sys.stdout.flush()
        sys.stderr.flush()
        _, out, err = (stream.read_text(encoding="utf-8") for stream in streams)
        told = [
            text
            for text in err.replace(folder, "{tmp}").splitlines()
            if not LIVELY.search(text) and (code or "warning:" in text)
        ]
        pages = [path.read_text(encoding="utf-8") for path in Path(folder).glob("*.html")]
    return "\n".join([f"exit code {code}", *told, out, *pages])


def ask_api(question: dict[str, Any]) -> str:
    """Answer one line of the questions as JSON; an error by its name and message."""
    from omaha_equity import OmahaError

    try:
        answer = call(question["ask"], question)
    except OmahaError as error:
        answer = {"error": type(error).__name__, "message": str(error)}
    return json.dumps(plain(answer), indent=1)


def call(ask: str, q: dict[str, Any]) -> Any:  # noqa: C901
    """Turn a question into the call of today's API: the one place that knows its signatures."""
    import omaha_equity as oe
    from omaha_equity.api import percentile

    reading = {"reading": oe.Reading(**q["reading"])} if "reading" in q else {}
    wish = q.get("wish", {}) | reading
    own, players, hand = q.get("own", ""), q.get("players", []), q.get("hand")
    opponent, views = (
        q.get("opponent"),
        [oe.parse_views("\n".join(v))[0] for v in q.get("views", [])],
    )
    place = {name: q[name] for name in ("board", "dead", "game") if name in q}
    match ask:
        case "equity" | "next_card" | "flops":
            return getattr(oe, ask)(players, **place, **wish)
        case "equity_boards":
            return oe.equity_boards(players, q["boards"], q.get("runs", 0), **place, **wish)
        case "equity_many":
            return oe.equity_many(q["spots"])
        case "compare":
            return oe.compare(own, q["second"], players, **place, **wish)
        case "equity_by_combo":
            return oe.equity_by_combo(own, opponent, **place, **wish)
        case "distribution":
            asked = {name: q[name] for name in ("street", "against", "levels") if name in q}
            return oe.distribution(own, opponent, **asked, **place, **wish)
        case "matrix":
            others = [oe.parse_views("\n".join(v))[0] for v in q.get("opponent_views", [])]
            return oe.matrix(own, opponent, views, others or None, **place, **wish)
        case "hits":
            return oe.hits(own, **place)
        case "outs":
            return oe.outs(own, opponent=opponent, **place)
        case "nuts":
            return oe.nuts(hand=own, top=q["top"], **place)
        case "evaluate":
            return oe.evaluate(own, **place)
        case "evaluate_many" | "evaluate_many_low":
            return getattr(oe, ask)(q["holes"], q["boards"])
        case "settle":
            return oe.settle(hand)
        case "ev":
            return oe.ev(hand, **wish)
        case "pot_odds":
            chances = oe.ev(hand, **wish)
            return oe.pot_odds(chances, q["seat"], q["call"]).to_dict()
        case "percentile":
            return percentile(own, q["game"])
        case "range":
            return range_figures(q, q.get("reading", {}))
    raise ValueError(f"no question is called {ask!r}")


def range_figures(q: dict[str, Any], reading: dict[str, Any]) -> dict[str, Any]:
    """What is told of a range, with every so many of its combos."""
    from omaha_equity import Range

    found = Range(q["text"], q.get("game", "plo4"), q.get("dead", ""), **reading)
    step = len(found) // 50 + 1
    return {
        "len": len(found),
        "share": found.share,
        "total_weight": found.total_weight,
        "why_empty": found.why_empty,
        "breakdown": found.breakdown(),
        "combos": found.combos[::step],
        "weights": found.weights[::step],
        "sample": found.sample(5, seed=1) if found else [],
        "classes": sum(1 for _ in found.classes()),
    }


def plain(answer: Any) -> Any:
    """Turn any answer into JSON values, floats to their last digit."""
    if hasattr(answer, "to_dict"):
        return answer.to_dict()
    if is_dataclass(answer):
        return plain({field.name: getattr(answer, field.name) for field in fields(answer)})
    if hasattr(answer, "tolist"):
        return answer.tolist()
    if isinstance(answer, Fraction):
        return str(answer)
    if isinstance(answer, dict):
        return {str(key): plain(value) for key, value in answer.items()}
    if isinstance(answer, list | tuple):
        return [plain(value) for value in answer]
    return answer


# Asking


def questions() -> Iterator[tuple[str, Callable[[], str]]]:
    """Yield the name of every question and what answers it."""
    lines = COMMANDS.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate((line for line in lines if not line.startswith("#")), 1):
        for form in FORMS:
            yield f"cli {number:02} {form} {line}", lambda x=line, f=form: ask_command(x, f)
    for number, line in enumerate(QUESTIONS.read_text(encoding="utf-8").splitlines(), 1):
        yield f"api {number:03} {line}", lambda x=line: ask_api(json.loads(x))


def ask_all(pattern: str = "") -> Iterator[tuple[str, str]]:
    """Yield the names that have the pattern with their answers, one by one."""
    os.chdir(ROOT)
    # No macros of whoever records.
    os.environ |= {"COLUMNS": "80", "NO_COLOR": "1", "XDG_CONFIG_HOME": "/nonexistent"}
    load_modules()
    forked(compile_kernels)
    for name, ask in questions():
        if re.search(pattern, name):
            yield name, forked(ask)


def compile_kernels() -> str:
    """Compile once, in a process that ends, so that no question has to."""
    from omaha_equity import is_warm, warmup

    if not is_warm():
        warmup()
    return ""


def load_modules() -> None:
    """Import once what every fork would."""
    import omaha_equity

    for module in walk_packages(omaha_equity.__path__, "omaha_equity."):
        if not module.name.endswith("__main__"):
            import_module(module.name)


def forked(ask: Callable[[], str]) -> str:
    """Answer in a fork of this process, which is ended when it takes too long."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as paper:
        child = os.fork()
        if not child:
            resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
            try:
                paper.write(ask())
            except BaseException as error:
                paper.write(f"raised {type(error).__name__}: {error}")
            paper.flush()
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if status:
            return f"ended with status {status}"
        paper.seek(0)
        return paper.read()


# Recording and checking


def record() -> int:
    """Write down all answers."""
    answers = dict(ask_all())
    for kind, path in RECORDED.items():
        lines = [json.dumps(pair) + "\n" for pair in answers.items() if pair[0].startswith(kind)]
        path.write_bytes(gzip.compress("".join(lines).encode(), mtime=0))
        print(f"{path.name}: {len(lines)} answers, {path.stat().st_size:,} bytes")
    return 0


def recorded() -> Answers:
    """Read all answers that were written down."""
    lines = [
        line
        for path in RECORDED.values()
        for line in gzip.decompress(path.read_bytes()).splitlines()
    ]
    return dict(json.loads(line) for line in lines)


def check(pattern: str, numbers_only: bool) -> int:
    """Ask again and print every difference; return how the process should end."""
    before = {name: text for name, text in recorded().items() if re.search(pattern, name)}
    count = wrong = 0
    for name, now in ask_all(pattern):
        count += 1
        pair = [before.pop(name, "not asked"), now]
        if numbers_only:
            pair = ["\n".join(NUMBER.findall(text)) for text in pair]
        if pair[0] != pair[1]:
            wrong += 1
            show(name, *pair)
    for name, text in before.items():
        show(name, text, "not asked")
    print(f"{count - wrong} of {count} answers as recorded, {len(before)} no longer asked")
    return int(wrong > 0 or bool(before) or not count)


def show(name: str, before: str, now: str) -> None:
    """Print how two answers differ."""
    lines = unified_diff(before.splitlines(), now.splitlines(), "recorded", "now", name, "", 2, "")
    found = [line[:200] for line in lines]
    print(*found[:SHOWN_LINES], sep="\n", flush=True)
    if len(found) > SHOWN_LINES:
        print(f"... {len(found) - SHOWN_LINES} more lines")


def main() -> int:
    """Read the words of the command line and do what they say."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    verbs = parser.add_subparsers(dest="verb", required=True)
    verbs.add_parser("record", help="write down all answers")
    checking = verbs.add_parser("check", help="ask again and print every difference")
    checking.add_argument("--only", default="", metavar="PATTERN", help="names that match it")
    checking.add_argument("--numbers", action="store_true", help="compare nothing but numbers")
    asked = parser.parse_args()
    return record() if asked.verb == "record" else check(asked.only, asked.numbers)


if __name__ == "__main__":
    sys.exit(main())

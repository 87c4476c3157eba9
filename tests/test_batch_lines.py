"""A bad line never stops the run and never vanishes; files of many makers are read."""

import csv
import io
import json
from pathlib import Path
from tempfile import TemporaryDirectory

import batch_files
import pyarrow
import pyarrow.parquet
import pytest
from batch_files import Fields
from hypothesis import given, settings
from hypothesis import strategies as st

from omaha_equity.batch.run import run_batch
from omaha_equity.errors import TextError

GOOD = "AsAhKdKc,Ts9s8h7h,2c3d4h5c"
HEADER = "id,hand1,hand2,board\n"
fuzzed = settings(derandomize=True, deadline=None, max_examples=150)


def answer(content: bytes | str, form: str = "csv", into: str = "jsonl") -> list[Fields]:
    with TemporaryDirectory() as folder:
        source, out = Path(folder, f"in.{form}"), Path(folder, f"out.{into}")
        source.write_bytes(content.encode() if isinstance(content, str) else content)
        run_batch(str(source), str(out))
        return batch_files.read(out)


def fine(row: Fields) -> bool:
    return row["problem"] is None and row["deals"] == 40


PIECES = [b"AsAhKdKc", b"Ts9s8h7h", b",", b"\n", b'"', b" ", b"\xff", b"\0", b"\r\n", b"AA", b"x"]


@fuzzed
@given(st.lists(st.sampled_from(PIECES) | st.binary(max_size=3), max_size=30))
def test_no_bytes_of_a_csv_file_stop_a_run(pieces: list[bytes]) -> None:
    rows = answer(HEADER.encode() + b"".join(pieces) + f"\nlast,{GOOD}\n".encode())
    assert [row["line"] for row in rows] == sorted({row["line"] for row in rows})
    assert '"' in str(pieces) or (rows[-1]["id"] == "last" and fine(rows[-1]))
    assert all(row["problem"] or row["players"] for row in rows)


@fuzzed
@given(st.lists(st.text("AsKd2c, x;\0é", min_size=1, max_size=20), max_size=10))
def test_every_csv_line_without_quotes_has_its_row(lines: list[str]) -> None:
    rows = answer(HEADER + "".join(line + "\n" for line in lines))
    assert [row["line"] for row in rows] == list(range(2, len(lines) + 2))


values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)
names = st.sampled_from(["id", "hands", "hand1", "board", "runs", "boards", "seed", "exact", "x"])


@fuzzed
@given(st.lists(st.dictionaries(names, values, min_size=1), max_size=5))
def test_every_json_line_has_its_row(lines: list[Fields]) -> None:
    text = "".join(json.dumps(line) + "\n" for line in lines)
    for into in ("jsonl", "csv", "parquet"):
        rows = answer("\n" + text, "jsonl", into)
        assert [row["line"] for row in rows] == list(range(2, len(lines) + 2))
        assert all(row["problem"] for row in rows)


@pytest.mark.parametrize(
    "text",
    [
        f"\ufeff{HEADER}a,{GOOD}\n",
        f"{HEADER}a,{GOOD}".replace("\n", "\r\n"),
        f"{HEADER}a,{GOOD}".replace("\n", "\r"),
        f"\n\n{HEADER}\n\na,{GOOD}\n\n",
        f"{HEADER}a,{GOOD}\n".replace(",", ";"),
        f"{HEADER}a,{GOOD}\n".replace(",", "\t"),
        f'{HEADER}"a","AsAhKdKc","Ts9s8h7h","2c,3d,4h,5c"\n',
        f"{HEADER.title()}a,{GOOD}\n".replace("Id,", " Id ,"),
    ],
)
def test_csv_of_many_makers_is_read(text: str) -> None:
    [row] = answer(text)
    assert fine(row)
    assert row["id"] == "a"


def test_spoilt_csv_lines_spoil_no_other() -> None:
    bad = [
        'q"x,AsAhKdKc',
        f'"open,{GOOD}',
        f"many,{GOOD},,",
        "few,AsAhKdKc",
        f"n\0ul,AsAhKdK\0,{GOOD}",
        f"\udcff,{GOOD}",
    ]
    text = HEADER + "".join(f"{line}\ngood,{GOOD}\n" for line in bad)
    rows = answer(text.encode("utf-8", "surrogateescape"))
    assert [row["line"] for row in rows] == list(range(2, 14))
    assert all(row["problem"] for row in rows[::2])
    assert all(fine(row) and row["id"] == "good" for row in rows[1::2])


@pytest.mark.parametrize("name", ["a,b", 'say "x"', "two\nlines", "old\rmac", "ü♠", " spaced "])
def test_ids_come_back_as_they_were(name: str) -> None:
    text = io.StringIO()
    csv.writer(text).writerow([name, *GOOD.split(",")])
    [row, last] = answer(HEADER + text.getvalue() + f"last,{GOOD}\n", into="csv")
    assert (row["id"], fine(row), fine(last)) == (name, True, True)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"\n\n", "is empty"),
        (HEADER.encode("utf-16"), "UTF-8"),
        (b"hand1,hand2,hand1\n", "twice"),
        (b"hand1,hand2,bord\n", "unknown"),
        (b"hand1,board\n", "'hand2' is missing"),
        (b"hand1,hand3\n", "'hand2' is missing"),
        (b"x" * 200_000 + b"\n", "names no columns"),
    ],
)
def test_bad_headers_are_one_clear_error(content: bytes, words: str) -> None:
    with pytest.raises(TextError, match=words):
        answer(content)


def test_a_header_alone_gives_a_header_alone() -> None:
    for into in batch_files.FORMS:
        assert answer(HEADER, into=into) == []


HANDS = ["AsAhKdKc", "Ts9s8h7h"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("[1]", "not a JSON object"),
        ("{", "not JSON"),
        ("[" * 100_000, "nested too deep"),
        ('{"id": ' + "1" * 5000 + "}", "not JSON"),
        (json.dumps({"hands": "AA"}), "not a list"),
        (json.dumps({"hands": [1, 2]}), "not text"),
        (json.dumps({"hands": HANDS, "hand1": "x"}), "both given"),
        (json.dumps({"hands": HANDS, "bord": "2c"}), "unknown field 'bord'"),
        (json.dumps({"hands": HANDS, "runs": 4}), "runs"),
        (json.dumps({"hands": HANDS, "runs": 1.5}), "runs"),
        (json.dumps({"hands": HANDS, "seed": -1}), "seed"),
        (json.dumps({"hands": HANDS, "exact": "maybe"}), "exact"),
        (json.dumps({"hands": HANDS, "precision": float("nan")}), "precision"),
        (json.dumps({"hands": HANDS, "deals": 10**30}), "deals"),
        (json.dumps({"hands": HANDS, "board2": "2c"}), "board2"),
        (json.dumps({"hands": HANDS, "boards": 2, "runs": 2}), "exclude"),
        (json.dumps({"hands": HANDS, "id": [1]}), "id"),
    ],
)
def test_json_problems_are_told(line: str, words: str) -> None:
    good = json.dumps({"id": 7, "hands": HANDS, "board": "2c3d4h5c"})
    bad, row = answer(f"{line}\n{good}\n", "jsonl")
    assert words in bad["problem"]
    assert (row["id"], fine(row)) == ("7", True)


@pytest.mark.parametrize("name", ["NaN", "Infinity", "1e400"])
def test_output_is_json_whatever_the_id(tmp_path: Path, name: str) -> None:
    (tmp_path / "in.jsonl").write_text(f'{{"id": {name}, "hands": []}}\n')
    run_batch(str(tmp_path / "in.jsonl"), str(tmp_path / "out.jsonl"))

    def refuse(constant: str) -> None:
        pytest.fail(f"{constant} is not JSON")

    json.loads((tmp_path / "out.jsonl").read_text(), parse_constant=refuse)


@pytest.mark.parametrize("into", batch_files.FORMS)
def test_half_a_character_can_be_an_id(into: str) -> None:
    [row] = answer(r'{"id": "\ud800", "hands": ["\ud800"]}', "jsonl", into)
    assert row["problem"]


def test_parquet_of_many_types_is_read(tmp_path: Path) -> None:
    table = pyarrow.table(
        {
            "id": pyarrow.array([1, None, 3], pyarrow.int32()),
            "hands": [HANDS, None, ["AsAhKdKc", "random"]],
            "board": ["2c3d4h5c", None, ""],
            "game": pyarrow.array([None, None, "plo4"]).dictionary_encode(),
            "deals": pyarrow.array([None, None, 50.0], pyarrow.float32()),
        }
    )
    pyarrow.parquet.write_table(table, tmp_path / "in.parquet")
    run_batch(str(tmp_path / "in.parquet"), str(tmp_path / "out.jsonl"))
    first, second, third = batch_files.read(tmp_path / "out.jsonl")
    assert fine(first)
    assert second["problem"]
    assert (third["id"], third["deals"]) == ("3", 50)


@pytest.mark.parametrize("cut", [0.0, 0.3, 0.9])
@pytest.mark.parametrize("text", [False, True])
def test_a_damaged_parquet_file_is_one_clear_error(tmp_path: Path, cut: float, text: bool) -> None:
    lines: list[Fields] = [{"id": n, "hands": HANDS} for n in range(3000)]
    whole = batch_files.write(tmp_path / "in.parquet", lines).read_bytes()
    if text:
        whole = HEADER.encode() * 500
    (tmp_path / "in.parquet").write_bytes(whole[: int(len(whole) * cut)])
    with pytest.raises(TextError, match="Parquet"):
        run_batch(str(tmp_path / "in.parquet"), str(tmp_path / "out.csv"))


def test_parquet_that_is_damaged_in_the_middle_is_one_clear_error(tmp_path: Path) -> None:
    rows = {"hand1": ["AsAhKdKc"] * 50_000, "hand2": [f"Ts9s8h{i % 6 + 2}d" for i in range(50_000)]}
    source = tmp_path / "in.parquet"
    pyarrow.parquet.write_table(pyarrow.table(rows), source, use_dictionary=False)
    content = bytearray(source.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 500] = b"\xaa" * 500
    source.write_bytes(content)
    with pytest.raises(TextError, match="the Parquet file is damaged: "):
        run_batch(str(source), str(tmp_path / "out.csv"))

"""Rows of the engine as Parquet, with the columns that its greeting names: there is no other list of them."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

Row = dict[str, Any]
FileRows = dict[str, list[Row]]
"""What one file gives: rows by table."""

TYPES: dict[str, pa.DataType] = {
    "STRING": pa.string(),
    "INT32": pa.int32(),
    "INT64": pa.int64(),
    "DOUBLE": pa.float64(),
    "BOOLEAN": pa.bool_(),
    "TIMESTAMP": pa.timestamp("ms", tz="UTC"),
    "BYTE_ARRAY": pa.binary(),
}
GROUP_ROWS = 100_000
MOST_PARTS = 100
# JSON may hold half of a surrogate pair, which UTF-8 cannot.
HALF_PAIR = re.compile("[\ud800-\udfff]")
DAY = re.compile(r"^\d{4}-\d\d-\d\d\Z")


class Unstorable(Exception):
    """A row has a value that its column does not take."""


def schemas_of(greeting: dict[str, Any]) -> dict[str, pa.Schema]:
    """The columns of each table, `day` among them, and the metadata of its files."""
    return {
        table: pa.schema(
            [pa.field(column["name"], TYPES[column["type"]]) for column in columns],
            metadata={"qlogscope.table": table, "qlogscope.fleet": str(greeting["fleet"])},
        )
        for table, columns in greeting["tables"].items()
    }


class Collected:
    """The rows of a batch, held as Arrow: digests as bytes are smaller than as text."""

    def __init__(self, schemas: dict[str, pa.Schema]) -> None:
        self._schemas = schemas
        self._parts: dict[tuple[str, str], list[pa.Table]] = {}

    def add(self, rows: FileRows) -> None:
        """Takes all rows of a file or none. @raises Unstorable"""
        made = [
            (table, day, _as_arrow(of_day, schema))
            for table, schema in self._schemas.items()
            for day, of_day in _by_day(rows[table]).items()
        ]
        for table, day, part in made:
            parts = self._parts.setdefault((table, day), [])
            parts.append(part)
            if len(parts) > MOST_PARTS:
                # A table of one row takes many times the memory of a row of a long one.
                parts[:] = [pa.concat_tables(parts).combine_chunks()]

    def files(self, batch: str) -> Iterator[tuple[str, bytes]]:
        """Names and contents of the Parquet files."""
        for (table, day), parts in sorted(self._parts.items()):
            whole = pa.concat_tables(parts).drop_columns(["day"])
            yield f"{table}/day={day}/{batch}.parquet", parquet_bytes(whole)


def parquet_bytes(table: pa.Table) -> bytes:
    """A Parquet file. Digests have no dictionary: each is another."""
    words = [column.name for column in table.schema if pa.types.is_string(column.type)]
    sink = io.BytesIO()
    pq.write_table(table, sink, compression="snappy", row_group_size=GROUP_ROWS, use_dictionary=words)
    return sink.getvalue()


def _by_day(rows: list[Row]) -> dict[str, list[Row]]:
    days: dict[str, list[Row]] = {}
    for row in rows:
        day = row.get("day")
        days.setdefault(day if isinstance(day, str) and DAY.match(day) else "unknown", []).append(row)
    return days


def _as_arrow(rows: list[Row], schema: pa.Schema) -> pa.Table:
    try:
        columns = [pa.array([_value(row.get(of.name), of.type) for row in rows], of.type) for of in schema]
    except (pa.ArrowException, OverflowError, TypeError, ValueError) as error:
        raise Unstorable(str(error)) from error
    return pa.Table.from_arrays(columns, schema=schema)


def _value(value: Any, of: pa.DataType) -> Any:
    if value is None:
        return None
    if isinstance(value, str):
        return base64.b64decode(value) if pa.types.is_binary(of) else HALF_PAIR.sub("\ufffd", value)
    return float(value) if pa.types.is_floating(of) else value


def rows_of(content: Any, part: str, hashes: set[str]) -> list[Row]:
    """Of a Parquet file, the rows of files with these hashes, without copies; times in ms."""
    table = pq.ParquetFile(content).read()
    wanted = pc.and_(
        pc.is_in(table["hash"], pa.array(sorted(hashes), pa.string())), pc.is_null(table["copy_of"])
    )
    table = table.filter(wanted)
    for at, column in enumerate(table.schema):
        if pa.types.is_timestamp(column.type):
            table = table.set_column(at, column.name, table.column(at).cast(pa.int64()))
    day = part.split("/day=", 1)[1].split("/", 1)[0]
    return [{**row, "day": day} for row in table.to_pylist()]

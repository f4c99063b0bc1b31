"""
Which files are in the tables: `_files/<batch>.parquet` lists the files of a finished batch. It is written
after the rows of the batch, and makes them count: rows of a batch that has no entry here are of a run that
was ended.
"""

from __future__ import annotations

import io
import json
import posixpath
import re
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from qlogscope_fleet.builds import Builds
from qlogscope_fleet.listing import Found, Names
from qlogscope_fleet.problems import Problem
from qlogscope_fleet.storage import TEMPORARY, Place

FOLDER = "_files"
TABLES = ("traces", "findings")
PART = re.compile(r"^[0-9a-f]{32}\.parquet\Z")
BATCH_KEY = b"qlogscope.batch"
READERS = 16

SCHEMA = pa.schema(
    [
        ("file", pa.string()),
        ("bytes", pa.int64()),
        ("writtenMs", pa.int64()),
        ("hash", pa.string()),
        ("copyOf", pa.string()),
        ("rows", pa.int32()),
        ("skipped", pa.bool_()),
    ]
)


Entry = dict[str, Any]
"""A row of the ledger."""


def entry_of(found: Found, file_hash: str | None, copy_of: str | None, rows: int, skipped: bool) -> Entry:
    """What is kept of a file. @param rows of the table of traces; 0 where it needed none of its own"""
    return {
        "file": found.file,
        "bytes": found.bytes,
        "writtenMs": found.written_ms,
        "hash": file_hash,
        "copyOf": copy_of,
        "rows": rows,
        "skipped": skipped,
    }


@dataclass(frozen=True, slots=True)
class Original:
    """A file whose rows stand for those of every file with the same bytes."""

    file: str
    batch: str
    skipped: bool


@dataclass
class Ledger:
    keys: set[tuple[str, int | None, int | None]] = field(default_factory=set)
    sizes: set[int | None] = field(default_factory=set)
    paths: dict[tuple[str, str], str | None] = field(default_factory=dict)
    """By file and hash: the file that it is a copy of, or None."""
    originals: dict[tuple[str, bool], Original] = field(default_factory=dict)
    """By hash, and whether the name says that it is a trace: such a file has a row where another has none."""
    parts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Files of the tables, by batch."""
    builds: Builds = field(default_factory=Builds)
    uncounted: int = 0
    """Batches of an older version, whose builds were not counted."""

    def take(self, batch: str, table: pa.Table, names: Names) -> None:
        about = json.loads(table.schema.metadata[BATCH_KEY])
        self.parts[batch] = tuple(about["parts"])
        builds = about["counts"].get("builds")
        if builds is not None:
            self.builds.merge(Builds.of_json(builds))
        elif about["parts"]:
            self.uncounted += 1
        for entry in table.to_pylist():
            file, of_hash = entry["file"], entry["hash"]
            self.keys.add((file, entry["bytes"], entry["writtenMs"]))
            if of_hash is None:
                continue
            self.sizes.add(entry["bytes"])
            if not entry["skipped"]:
                self.paths.setdefault((file, of_hash), entry["copyOf"])
            if entry["copyOf"] is None and (entry["skipped"] or entry["rows"] > 0):
                key = (of_hash, names.is_trace(posixpath.basename(file)))
                known = self.originals.get(key)
                if known is None or file < known.file:
                    self.originals[key] = Original(file, batch, entry["skipped"])


def entry_name(batch: str) -> str:
    return f"{FOLDER}/{batch}.parquet"


def write_entry(
    out: Place, batch: str, entries: list[Entry], parts: list[str], counts: dict[str, Any]
) -> None:
    """Makes the rows of a batch count. @param counts what a task that finds the entry reports of it"""
    about = json.dumps({"parts": parts, "counts": counts})
    table = pa.Table.from_pylist(entries, SCHEMA.with_metadata({BATCH_KEY: about}))
    sink = io.BytesIO()
    pq.write_table(table, sink, compression="snappy")
    out.write(entry_name(batch), sink.getvalue())


def counts_of(out: Place, batch: str) -> dict[str, Any] | None:
    """What is counted of a batch that is finished; None where it is not."""
    content = out.read(entry_name(batch))
    if content is None:
        return None
    return json.loads(pq.read_schema(io.BytesIO(content)).metadata[BATCH_KEY])["counts"]


def read_ledger(out: Place, names: Names) -> Ledger:
    """@raises Problem for an entry that is damaged: without it files would be counted twice."""
    ledger = Ledger()
    found = [name for name in out.names(FOLDER) if PART.match(posixpath.basename(name))]

    def read(name: str) -> pa.Table:
        try:
            return pq.ParquetFile(io.BytesIO(out.read(name))).read()
        except (OSError, pa.ArrowException, TypeError) as error:
            raise Problem(f"{out.shown}/{name} cannot be read: {error}") from error

    with ThreadPoolExecutor(READERS) as pool:
        for name, table in zip(found, pool.map(read, found), strict=True):
            ledger.take(posixpath.basename(name).removesuffix(".parquet"), table, names)
    return ledger


def leftovers(out: Place, parts: dict[str, tuple[str, ...]]) -> list[str]:
    """Files of the tables that no entry counts, and those not written to their end; none of others."""
    counted = {part for of_batch in parts.values() for part in of_batch}
    return [name for name in _own_files(out, (*TABLES, FOLDER)) if name not in counted]


def _own_files(out: Place, folders: Iterable[str]) -> Iterable[str]:
    for folder in folders:
        for name in out.names(folder):
            base = posixpath.basename(name)
            if TEMPORARY.match(base) or (folder != FOLDER and PART.match(base)):
                yield name

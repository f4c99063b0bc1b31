"""
The tables of a fleet as JSON on standard output, for tests/deep/fleet-job.test.ts. `check F.parquet`: the two files of
`check --format parquet`. `job DIR`: those of the job, with the day of their path, and the ledger; also as DuckDB counts
them by the statement of docs/fleet.md. Bytes are hexadecimal, times ms.
"""

import glob
import json
import os
import sys

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

TABLES = ("traces", "findings")


def rows_in(path, day=None):
    # A ParquetFile takes no columns from the path.
    table = pq.ParquetFile(path).read()
    for at, column in enumerate(table.schema):
        if pa.types.is_timestamp(column.type):
            table = table.set_column(at, column.name, table.column(at).cast(pa.int64()))
    own = {} if day is None else {"day": day}
    return [{**row, **own} for row in table.to_pylist()]


def columns_of(path):
    return {field.name: str(field.type) for field in pq.ParquetFile(path).schema_arrow}


def counted(path):
    statement = f"SELECT count(*) FROM read_parquet({path!r}, hive_partitioning = true, hive_types_autocast = false)"
    return duckdb.sql(statement).fetchall()[0][0]


def of_check(traces):
    findings = traces.removesuffix(".parquet") + "-findings.parquet"
    paths = dict(zip(TABLES, (traces, findings), strict=True))
    return {
        "columns": {name: columns_of(path) for name, path in paths.items()},
        "counted": {name: counted(path) for name, path in paths.items()},
        **{name: rows_in(path) for name, path in paths.items()},
    }


def of_job(folder):
    found = {"columns": {}, "counted": {}, "ledger": []}
    for name in TABLES:
        parts = sorted(glob.glob(f"{folder}/{name}/day=*/*.parquet"))
        columns = [columns_of(part) for part in parts]
        if any(other != columns[0] for other in columns):
            raise SystemExit(f"the part files of {name} have different columns")
        found["columns"][name] = columns[0] if columns else {}
        found["counted"][name] = counted(f"{folder}/{name}/*/*.parquet") if parts else 0
        found[name] = [
            row for part in parts for row in rows_in(part, os.path.basename(os.path.dirname(part))[len("day=") :])
        ]
    for entry in sorted(glob.glob(f"{folder}/_files/*.parquet")):
        found["ledger"] += rows_in(entry)
    return found


def plain(value):
    if isinstance(value, bytes):
        return value.hex()
    raise TypeError(type(value))


which, of = sys.argv[1:]
json.dump({"check": of_check, "job": of_job}[which](of), sys.stdout, default=plain, allow_nan=False)

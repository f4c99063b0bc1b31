#!/usr/bin/env python3
"""
Asks the tables of a fleet whether a day is worse than the one before it: `alarm.py TABLES 2026-03-31`.

Prints a row per alarm (alarm.sql). Exit status: 0 without one, 1 with, 2 where the question could not be asked.
Needs `pip install duckdb`.
"""

import sys
from pathlib import Path

import duckdb


def main(arguments: list[str]) -> int:
    if len(arguments) != 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    tables, day = arguments
    try:
        database = duckdb.connect()
        database.execute("SET VARIABLE traces = ?", [f"{tables}/traces/*/*.parquet"])
        database.execute("SET VARIABLE day = ?", [day])
        found = database.execute(Path(__file__).with_name("alarm.sql").read_text(encoding="utf-8"))
        names = [column[0] for column in found.description]
        rows = found.fetchall()
    except (duckdb.Error, OSError) as error:
        print(f"alarm.py: {error}", file=sys.stderr)
        return 2
    for row in rows:
        print(", ".join(f"{name} {value}" for name, value in zip(names, row) if value is not None))
    return 1 if rows else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

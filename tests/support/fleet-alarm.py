"""
Which builds spiral more than all before them, or less, as JSON on standard output, for tests/deep/fleet-alarm.test.ts: `DOC
F.parquet`, by the statement of docs/fleet.md in DuckDB, and by the job's own count of the same rows.
"""

import json
import re
import sys

import duckdb

from qlogscope_fleet.builds import Builds, compared, shown_of

doc, traces = sys.argv[1:]
with open(doc, encoding="utf-8") as file:
    statements = [
        block
        for block in re.findall(r"```sql\n(.*?)```", file.read(), re.S)
        if not block.startswith("-- ") or block.startswith("-- DuckDB\nCREATE MACRO")
    ]
views = [block for block in statements if "VIEW spirals" in block or "MACRO newcombe_end" in block]
(question,) = (block for block in statements if block.startswith("WITH builds AS"))

database = duckdb.connect()
database.execute("SET TimeZone = 'UTC'")
database.execute(f"CREATE VIEW traces AS SELECT * FROM read_parquet('{traces}') WHERE copy_of IS NULL")
for view in views:
    database.execute(view)
found = database.execute(question)
names = [column[0] for column in found.description]
by_sql = [dict(zip(names, row, strict=True)) for row in found.fetchall()]

columns = "implementation, version, epoch_ms(recorded) AS recorded, recorded_from, severity, alarms, not_judged"
rows = database.execute(f"SELECT {columns} FROM traces")
keys = [column[0] for column in rows.description]
builds = Builds()
builds.take(dict(zip(keys, row, strict=True)) for row in rows.fetchall())
by_job = [" ".join(one.key) for one in shown_of(compared(builds, lambda _: True))]

json.dump({"sql": by_sql, "job": sorted(by_job)}, sys.stdout, default=float)

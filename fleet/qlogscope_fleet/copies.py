"""The rows of a file with the same bytes as another: `copiedRows` of src/sharing/fleet-rows/rows.ts."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any

from qlogscope_fleet.tables import FileRows, Row

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def folders_of(file: str) -> tuple[str | None, str | None]:
    """The first folder of a path, and all of them; None where it lies in none."""
    folder, slash, _ = file.rpartition("/")
    return (file.split("/", 1)[0], folder) if slash else (None, None)


def day_of(recorded_ms: int | None) -> str:
    """Day in UTC; `unknown` for none, and for years beyond four digits."""
    if recorded_ms is None:
        return "unknown"
    try:
        return (EPOCH + timedelta(milliseconds=recorded_ms)).strftime("%Y-%m-%d").zfill(10)
    except OverflowError:
        return "unknown"


def copied_rows(rows: FileRows, original: str, file: str, written_ms: int | None) -> FileRows:
    """The rows of a file with the same bytes as one that was read."""
    host, folder = folders_of(file)

    def renamed(row: Row) -> Row:
        return {**row, "file": file + row["file"][len(original) :], "host": host, "copy_of": original}

    def dated(row: Row) -> dict[str, Any]:
        if row["recorded_from"] == "log":
            return {}
        source = None if written_ms is None else "file"
        return {"day": day_of(written_ms), "recorded": written_ms, "recorded_from": source}

    # The digest of the original tells the same.
    own = {"folder": folder, "file_written": written_ms, "digest": None}
    traces = [{**renamed(row), **dated(row), **own} for row in rows["traces"]]
    of_connection = {row["connection"]: row for row in reversed(traces)}

    def like_trace(row: Row) -> Row:
        trace = of_connection.get(row["connection"], {})
        when = {name: row[name] if trace.get(name) is None else trace[name] for name in ("day", "recorded")}
        return {**renamed(row), **when}

    return {"traces": traces, "findings": [like_trace(row) for row in rows["findings"]]}

"""The two Spark stages: a task per batch, `mapInPandas` over the numbers of the batches, no shuffle."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pandas as pd

from qlogscope_fleet import task
from qlogscope_fleet.problems import Problem

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

PROGRESS_SECONDS = 5.0
JUDGED = {
    **dict.fromkeys(("files", "traces", "findings", "failures", "copies", "skipped"), "long"),
    "peak_mb": "double",
    "builds": "string",
}
SUMMARY = (
    ("files", "files read"),
    ("traces", "traces"),
    ("findings", "findings"),
    ("failures", "failures"),
    ("copies", "copies"),
    ("same", "without new rows"),
    ("known", "known"),
    ("skipped", "no traces"),
    ("left out", "left out by name"),
    ("unread", "not listed"),
)


class Runner:
    """Runs batches on the executors."""

    def __init__(self, session: SparkSession, settings: task.Settings, say: Callable[[str], None]) -> None:
        self._session = session
        self._settings = settings
        self._say = say

    @property
    def cores(self) -> int:
        return self._session.sparkContext.defaultParallelism

    def hash(self, tasks: list[bytes]) -> dict[str, str]:
        """SHA-256 by file."""
        batches, settings = self._session.sparkContext.broadcast(tasks), self._settings

        def hashed(numbers: Iterator[pd.DataFrame]) -> Iterator[pd.DataFrame]:
            for number in _numbers(numbers):
                found = task.hash_batch(batches.value[number], settings)
                yield pd.DataFrame({"file": list(found.keys()), "hash": list(found.values())}, dtype="object")

        table = self._over(len(tasks)).mapInPandas(hashed, "file string, hash string").toArrow()
        batches.unpersist()
        return dict(zip(table["file"].to_pylist(), table["hash"].to_pylist(), strict=True))

    def judge(self, tasks: list[bytes], files: int) -> list[dict[str, Any]]:
        """@returns what was counted of each batch. @param files of all, for the lines of progress"""
        if not tasks:
            return []
        context, settings = self._session.sparkContext, self._settings
        batches = context.broadcast(tasks)
        done, rows = context.accumulator(0), context.accumulator(0)

        def judged(numbers: Iterator[pd.DataFrame]) -> Iterator[pd.DataFrame]:
            for number in _numbers(numbers):
                counts = task.judge_batch(batches.value[number], settings)
                done.add(counts["files"] + counts["copies"])
                rows.add(counts["traces"] + counts["findings"])
                # A batch that an older version finished has none.
                yield pd.DataFrame({name: [counts.get(name)] for name in JUDGED})

        schema = ", ".join(f"{name} {of}" for name, of in JUDGED.items())
        finished = threading.Event()
        watch = threading.Thread(target=self._watch, args=(finished, done, rows, files), daemon=True)
        watch.start()
        try:
            counted = self._over(len(tasks)).mapInPandas(judged, schema).collect()
        finally:
            finished.set()
            watch.join()
        batches.unpersist()
        if len(counted) != len(tasks):
            raise Problem(f"{len(counted)} of {len(tasks)} batches were judged")
        return [row.asDict() for row in counted]

    def _over(self, tasks: int) -> Any:
        """A task each. Numbers cost Spark nothing: the files of a batch come with the broadcast."""
        return self._session.range(0, tasks, 1, tasks)

    def _watch(self, finished: threading.Event, done: Any, rows: Any, files: int) -> None:
        began = time.monotonic()
        said = 0
        while not finished.wait(PROGRESS_SECONDS):
            if done.value != said:
                said = done.value
                speed = said / (time.monotonic() - began)
                self._say(f"{said} of {files} files, {rows.value} rows, {speed:.1f} files/s")


def _numbers(frames: Iterator[pd.DataFrame]) -> Iterator[int]:
    for frame in frames:
        yield from (int(number) for number in frame["id"])

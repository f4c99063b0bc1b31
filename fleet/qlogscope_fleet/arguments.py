"""Arguments of the job, and where it finds the engine."""

from __future__ import annotations

import argparse
import os
from dataclasses import dataclass

from qlogscope_fleet.problems import Problem

ABOUT = """Judges every trace below DIR with Apache Spark, and appends the rows to the Parquet tables below
--out: a row per trace in traces/, one per finding in findings/, by day. Files that are in the tables are not
read again. DIR and --out are folders, or URIs that pyarrow opens (s3://, gs://, hdfs://)."""


@dataclass(frozen=True)
class Arguments:
    """What was asked for."""

    input: str
    out: str
    master: str | None
    engine: str
    node: str
    seconds: int
    memory_mb: int
    batch_files: int
    batch_mb: int
    take_over: bool


def _whole(low: int):
    def parse(text: str) -> int:
        value = int(text)
        if value < low:
            raise ValueError
        return value

    parse.__name__ = f"whole number from {low}"
    return parse


def parse_arguments(argv: list[str] | None) -> Arguments:
    """Arguments of the command line. Ends the program with status 2 where they are wrong."""
    parser = argparse.ArgumentParser(prog="qlogscope_fleet", description=ABOUT)
    add = parser.add_argument
    add("input", metavar="DIR", help="folder or URI of the traces, or one file")
    add("--out", required=True, metavar="DIR", help="where the tables are; made where it does not exist")
    add("--master", metavar="URL", help="the Spark master; local[*] where it is left out")
    add("--engine", metavar="FILE", help="qlogscope.mjs; $QLOGSCOPE_ENGINE, else the build of this checkout")
    add("--node", default="node", metavar="PROGRAM", help="Node 20 or newer, here and on the executors")
    add("--timeout", type=_whole(1), default=300, metavar="N", help="seconds that one file may take (300)")
    add("--memory", type=_whole(64), default=4096, metavar="N", help="MB that one file may take (4096)")
    add("--batch-files", type=_whole(1), default=500, metavar="N", help="most files of one task (500)")
    add("--batch-mb", type=_whole(1), default=256, metavar="N", help="most MB of one task (256)")
    add("--take-over", action="store_true", help="removes the lock of a job that is no more")
    given = parser.parse_args(argv)
    return Arguments(
        input=given.input,
        out=given.out,
        master=given.master,
        engine=engine_file(given.engine),
        node=given.node,
        seconds=given.timeout,
        memory_mb=given.memory,
        batch_files=given.batch_files,
        batch_mb=given.batch_mb,
        take_over=given.take_over,
    )


def engine_file(given: str | None) -> str:
    """Path of the engine. A link is followed: Node tells a module by the ending of its file."""
    here = os.path.dirname(os.path.abspath(__file__))
    built = os.path.join(here, "..", "..", "dist-cli", "qlogscope.mjs")
    path = os.path.realpath(given or os.environ.get("QLOGSCOPE_ENGINE") or built)
    if not os.path.isfile(path):
        raise Problem(f"there is no engine at {path}: name the file qlogscope.mjs with --engine")
    return path

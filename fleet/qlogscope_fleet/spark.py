"""The Spark session: one is made, or that of spark-submit is taken; what executors need is sent along."""

from __future__ import annotations

import logging
import os
import re
import subprocess
import sys
import tempfile
import warnings
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from qlogscope_fleet.problems import Problem, first_line, spark_reason

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

OLDEST_JAVA = 17
LOG_HEAD = 1024**2
PACKAGE = "qlogscope_fleet"
# Beside the file of the engine.
CHUNKS = "chunks"


def is_submitted() -> bool:
    """spark-submit started this program, with a master and settings of its own."""
    return "PYSPARK_GATEWAY_PORT" in os.environ


def retrying(master: str) -> str:
    """A local master runs a task once, where it is not told otherwise."""
    found = re.fullmatch(r"local(?:\[(\*|\d+)\])?", master)
    return f"local[{found[1] or 1},4]" if found else master


@contextmanager
def session_of(master: str | None) -> Iterator[SparkSession]:
    """
    A session for the time of the job. What Java writes on standard error goes to a file, which is kept and
    named where the job does not finish.

    @raises Problem
    """
    warnings.filterwarnings("ignore", message="PySpark does not yet fully support pandas")
    try:
        from pyspark.sql import SparkSession
    except ImportError as error:
        needs = "pip install pyspark==4.3.0 pyarrow pandas"
        raise Problem(f"PySpark cannot be imported: {error}. {needs}") from error
    if is_submitted() or SparkSession.getActiveSession() is not None:
        try:
            session = SparkSession.builder.config("spark.sql.session.timeZone", "UTC").getOrCreate()
            session.sparkContext.setLogLevel("ERROR")
            yield session
        except Exception as error:
            raise _in_words(error, None) from error
        return
    _need_java()
    # Py4J logs with stack traces what is raised here as well.
    logging.disable()
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    log, path = tempfile.mkstemp(prefix="qlogscope-fleet-", suffix=".log")
    keep = False
    try:
        with _standard_error_to(log):
            session = _new_session(SparkSession, retrying(master or "local[*]"))
        try:
            yield session
        finally:
            session.stop()
    except Exception as error:
        keep = not isinstance(error, Problem)
        raise _in_words(error, path) from error
    finally:
        os.close(log)
        if not keep:
            os.unlink(path)


def _in_words(error: Exception, log: str | None) -> Problem:
    """Spark raises errors of Java, of Py4J, of Python and of its own."""
    if isinstance(error, Problem):
        return error
    if log is None:
        return Problem(f"Spark did not finish: {spark_reason(error)}")
    with open(log, encoding="utf-8", errors="replace") as file:
        reason = spark_reason(error, file.read(LOG_HEAD))
    return Problem(f"Spark did not finish: {reason} (the log of Spark: {log})")


def _new_session(of: type[SparkSession], master: str) -> SparkSession:
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.session.timeZone": "UTC",
        "spark.executorEnv.PYTHONWARNINGS": "ignore::FutureWarning",
        # Two attempts at once would judge the same files twice for nothing.
        "spark.speculation": "false",
    }
    builder = of.builder.appName("qlogscope fleet").master(master)
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("WARN")
    return session


@contextmanager
def _standard_error_to(file: int) -> Iterator[None]:
    """A process that is started meanwhile keeps the file."""
    sys.stderr.flush()
    own = os.dup(2)
    os.dup2(file, 2)
    try:
        yield
    finally:
        sys.stderr.flush()
        os.dup2(own, 2)
        os.close(own)


def _need_java() -> None:
    home = os.environ.get("JAVA_HOME")
    program = os.path.join(home, "bin", "java") if home else "java"
    needs = f"Spark needs Java {OLDEST_JAVA} or 21"
    try:
        run = subprocess.run([program, "-version"], capture_output=True, check=False, timeout=60)
    except OSError as error:
        where = f"JAVA_HOME, {home}" if home else "the PATH"
        raise Problem(f"{needs}, and there is none in {where}") from error
    said = run.stderr.decode("utf-8", "replace")
    found = re.search(r'version "(?:1\.)?(\d+)', said)
    if found is None:
        raise Problem(f"{needs}, and {program} does not run: {first_line(said) or run.returncode}")
    if int(found[1]) < OLDEST_JAVA:
        raise Problem(f"{needs}, and {program} is {found[1]}")


@contextmanager
def sent_along(session: SparkSession, program: str) -> Iterator[str]:
    """
    Gives this package and the engine to every executor, also to those that come later.

    @returns the name of the engine's file there: the archive is unpacked into a folder of its name
    """
    context = session.sparkContext
    source = os.path.dirname(os.path.abspath(__file__))
    with tempfile.TemporaryDirectory(prefix="qlogscope-fleet-") as folder:
        # Not so where it was read from a zip: spark-submit has sent that along.
        if os.path.isdir(source):
            context.addPyFile(_zipped(source, folder))
        archive = engine_zip(program, folder)
        context.addArchive(archive)
        yield f"{os.path.basename(archive)}/{os.path.basename(program)}"


def engine_zip(program: str, folder: str) -> str:
    """The file that Node is started with, and the chunks beside it that it loads."""
    path = os.path.join(folder, "qlogscope-engine.zip")
    chunks = os.path.join(os.path.dirname(program), CHUNKS)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(program, os.path.basename(program))
        for name in sorted(os.listdir(chunks)):
            archive.write(os.path.join(chunks, name), f"{CHUNKS}/{name}")
    return path


def _zipped(source: str, folder: str) -> str:
    path = os.path.join(folder, f"{PACKAGE}.zip")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(os.listdir(source)):
            if name.endswith(".py"):
                archive.write(os.path.join(source, name), f"{PACKAGE}/{name}")
    return path

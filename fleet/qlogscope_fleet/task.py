"""What an executor does: hashes files, judges a batch. The engine lives as long as this Python process."""

from __future__ import annotations

import atexit
import hashlib
import json
import os
import posixpath
import shutil
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import pyarrow as pa
from pyspark import SparkFiles

from qlogscope_fleet.builds import Builds
from qlogscope_fleet.copies import copied_rows
from qlogscope_fleet.engine import Engine, Limits
from qlogscope_fleet.ledger import counts_of, entry_of, write_entry
from qlogscope_fleet.listing import Found
from qlogscope_fleet.lock import must_hold
from qlogscope_fleet.problems import Problem, reason_of
from qlogscope_fleet.storage import Place, place_of
from qlogscope_fleet.tables import Collected, FileRows, Row, Unstorable, rows_of, schemas_of

CHUNK = 1024**2


@dataclass(frozen=True)
class Settings:
    """What every task needs to know."""

    input: str
    out: str
    lock_id: str
    node: str
    program: str
    """Name of the file that Spark gave to each executor."""
    limits: Limits
    greeting: dict[str, Any]


@lru_cache(maxsize=1)
def _engine(node: str, program: str, limits: Limits) -> Engine:
    engine = Engine(node, SparkFiles.get(program), limits)
    atexit.register(engine.close)
    return engine


@contextmanager
def _local_file(root: Place, path: str) -> Iterator[str]:
    """A path that the engine can open, with the file's own name. @raises OSError"""
    if root.is_local and _is_unicode(path):
        yield path
        return
    folder = tempfile.mkdtemp(prefix="qlogscope-fleet-")
    try:
        name = os.fsencode(posixpath.basename(path)).decode("utf-8", "replace")
        local = os.path.join(folder, name)
        if root.is_local:
            # Node opens no name with bytes that are not UTF-8.
            os.symlink(path, local)
        else:
            with root.fs.open_input_stream(path, compression=None) as source, open(local, "wb") as target:
                shutil.copyfileobj(source, target, CHUNK)
        yield local
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _is_unicode(path: str) -> bool:
    try:
        path.encode()
        return True
    except UnicodeEncodeError:
        return False


def hash_of(root: Place, path: str) -> str | None:
    """SHA-256 of the bytes as they are stored; None where they cannot be read."""
    digest = hashlib.sha256()
    try:
        with open(path, "rb") if root.is_local else root.fs.open_input_stream(path, compression=None) as file:
            while chunk := file.read(CHUNK):
                digest.update(chunk)
    except OSError:
        return None
    return digest.hexdigest()


def hash_batch(task: bytes, settings: Settings) -> dict[str, str]:
    """Hashes by file; of one that cannot be read there is none."""
    root = place_of(settings.input)
    files = json.loads(task)["files"]
    hashed = ((file["file"], hash_of(root, file["path"])) for file in files)
    return {file: of_hash for file, of_hash in hashed if of_hash is not None}


class _Batch:
    """The rows and the entries of one batch while they are made."""

    def __init__(self, task: dict[str, Any], settings: Settings) -> None:
        self._task = task
        self._root = place_of(settings.input)
        self._out = place_of(settings.out)
        self._lock_id = settings.lock_id
        self._engine = _engine(settings.node, settings.program, settings.limits)
        self._schemas = schemas_of(settings.greeting)
        self._rows = Collected(self._schemas)
        self._entries: list[dict[str, Any]] = []
        self._builds = Builds()
        self._counts = dict.fromkeys(("files", "traces", "findings", "failures", "copies", "skipped"), 0)

    def run(self) -> dict[str, Any]:
        known = self._known_rows()
        for file in self._task["files"]:
            found, copies = _found(file), [_found(copy) for copy in file["copies"]]
            if (of_known := known.get((file["original"], file["hash"]))) is not None:
                self._copy(found, of_known, file["original"], file["hash"])
                continue
            rows = self._judge(found, file["hash"])
            read = _hash_in(rows, file["hash"])
            for copy in copies:
                # A file that changed since it was hashed is no longer the same.
                if read == file["hash"]:
                    self._copy(copy, rows, found.file, file["hash"])
                else:
                    self._judge(copy, None)
        return self._commit()

    def _judge(self, found: Found, of_hash: str | None) -> FileRows | None:
        """Rows of a file that is read; None where it is no trace."""
        request = {
            **{"path": found.path, "file": found.file},
            **{"bytes": found.bytes, "writtenMs": found.written_ms},
        }
        try:
            with _local_file(self._root, found.path) as path:
                answer = self._engine.rows(
                    {**request, "path": path}, lambda: of_hash or hash_of(self._root, found.path)
                )
        except (OSError, pa.ArrowException) as error:
            failure = {"kind": "unreadable", "text": reason_of(error), "hash": of_hash}
            answer = self._engine.failed(request, failure)
        self._counts["files"] += 1
        if answer.get("skipped") is True:
            self._skip(found, of_hash, None)
            return None
        rows = self._stored(answer, request, of_hash)
        self._entries.append(entry_of(found, _hash_in(rows, of_hash), None, len(rows["traces"]), False))
        self._builds.take(rows["traces"])
        self._count(rows)
        return rows

    def _stored(self, rows: FileRows, request: dict[str, Any], of_hash: str | None) -> FileRows:
        try:
            self._rows.add(rows)
            return rows
        except (Unstorable, KeyError) as error:
            text = f"Its rows cannot be stored: {error}"
            rows = self._engine.failed(request, {"kind": "unreadable", "text": text, "hash": of_hash})
            self._rows.add(rows)
            return rows

    def _copy(self, found: Found, rows: FileRows | None, original: str, of_hash: str) -> None:
        self._counts["copies"] += 1
        if rows is None:
            self._skip(found, of_hash, original)
            return
        copied = copied_rows(rows, original, found.file, found.written_ms)
        self._rows.add(copied)
        self._entries.append(entry_of(found, of_hash, original, len(copied["traces"]), False))
        self._count(copied)

    def _skip(self, found: Found, of_hash: str | None, copy_of: str | None) -> None:
        self._counts["skipped"] += 1
        self._entries.append(entry_of(found, of_hash, copy_of, 0, True))

    def _count(self, rows: FileRows) -> None:
        self._counts["traces"] += len(rows["traces"])
        self._counts["findings"] += len(rows["findings"])
        self._counts["failures"] += sum(row["failure_kind"] is not None for row in rows["traces"])

    def _known_rows(self) -> dict[tuple[str, str], FileRows]:
        """
        Rows of the tables that copies are made of, by file and hash. Where somebody removed the part files
        there are none, and the copy is read as a file of its own.
        """
        known: dict[tuple[str, str], FileRows] = {}
        files = self._task["files"]
        wanted = {(file["original"], file["hash"]) for file in files if file["original"] is not None}
        for part in self._task["parts"]:
            table = part.split("/", 1)[0]
            try:
                with self._out.open(part) as content:
                    rows = rows_of(content, part, {of_hash for _, of_hash in wanted})
            except FileNotFoundError:
                continue
            for row in rows:
                for key in wanted:
                    if _is_of(row, *key):
                        known.setdefault(key, {name: [] for name in self._schemas})[table].append(row)
        return {key: rows for key, rows in known.items() if rows["traces"]}

    def _commit(self) -> dict[str, Any]:
        counts = {**self._counts, "builds": self._builds.as_json()}
        parts: list[str] = []
        try:
            for name, content in self._rows.files(self._task["id"]):
                must_hold(self._out, self._lock_id)
                self._out.write(name, content)
                parts.append(name)
            must_hold(self._out, self._lock_id)
            write_entry(self._out, self._task["id"], self._entries, parts, counts)
        except OSError as error:
            where = f"{self._out.shown} cannot be written on {socket.gethostname()}"
            raise Problem(f"{where}: {reason_of(error)}") from error
        return counts


def _is_of(row: Row, file: str, of_hash: str) -> bool:
    """Whether a row is of a file with these bytes, or of an entry of that zip."""
    return row["hash"] == of_hash and (row["file"] == file or row["file"].startswith(f"{file}!/"))


def _hash_in(rows: FileRows | None, otherwise: str | None) -> str | None:
    return otherwise if rows is None or not rows["traces"] else rows["traces"][0]["hash"]


def _found(file: dict[str, Any]) -> Found:
    return Found(file["file"], file["path"], file["bytes"], file["written_ms"], file["is_named"])


def judge_batch(task: bytes, settings: Settings) -> dict[str, Any]:
    """
    Judges a batch, writes its rows, then its entry in the ledger.

    @returns what was counted, with `peak_mb` of this process's engine
    """
    spec = json.loads(task)
    root, out = place_of(settings.input), place_of(settings.out)
    for place in (root, out):
        # Every file would be an unreadable one.
        if place.is_local and not os.path.exists(place.root):
            raise Problem(f"{place.shown} does not exist on the executor {socket.gethostname()}")
    counts = counts_of(out, spec["id"]) or _Batch(spec, settings).run()
    engine = _engine(settings.node, settings.program, settings.limits)
    return {**counts, "peak_mb": engine.peak_mb()}

"""What is done with each file that is not in the ledger, and how the files are shared out over tasks."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from qlogscope_fleet.ledger import Ledger, entry_of
from qlogscope_fleet.listing import Found

MB = 1024**2
# Each core has some tasks to choose from; smaller ones than these cost more part files than they save time.
TASKS_PER_CORE = 4
LEAST_FILES = 8
LEAST_BYTES = 16 * MB
# Files of this share of a batch are read first, so that none is alone at the end.
LARGE_SHARE = 1 / 16


@dataclass(slots=True)
class Item:
    """A file of a batch, and its copies."""

    found: Found
    hash: str | None = None
    """Known where another file has the same size."""
    copies: list[Found] = field(default_factory=list)
    original: str | None = None
    """The file of the tables that it is a copy of: its rows are taken."""

    @property
    def all(self) -> list[Found]:
        return [self.found, *self.copies]


@dataclass
class Plan:
    items: list[Item] = field(default_factory=list)
    """To be judged."""
    known: dict[str, list[Item]] = field(default_factory=dict)
    """Copies of files of the tables, by the batch of those."""
    later: list[Item] = field(default_factory=list)
    """Copies of files that are judged in this run, which are too many for the same batch."""
    entries: list[dict[str, Any]] = field(default_factory=list)
    """Files that need no rows: written anew with the same bytes, or copies of what is no trace."""


def to_be_hashed(new: list[Found], ledger: Ledger) -> list[Found]:
    """A file of a size that no other has is no copy."""
    counts: dict[int | None, int] = {}
    for found in new:
        counts[found.bytes] = counts.get(found.bytes, 0) + 1
    return [found for found in new if counts[found.bytes] > 1 or found.bytes in ledger.sizes]


def plan_files(new: list[Found], hashes: dict[str, str], ledger: Ledger, most_copies: int) -> Plan:
    """@param new in the order of their paths: of equal files the first counts."""
    plan = Plan()
    firsts: dict[tuple[str, bool], Item] = {}
    for found in new:
        of_hash = hashes.get(found.file)
        if of_hash is None:
            plan.items.append(Item(found))
            continue
        key = (of_hash, found.is_named)
        original = ledger.originals.get(key)
        if (found.file, of_hash) in ledger.paths:
            plan.entries.append(entry_of(found, of_hash, ledger.paths[found.file, of_hash], 0, False))
        elif original is not None and original.skipped:
            copy_of = None if original.file == found.file else original.file
            plan.entries.append(entry_of(found, of_hash, copy_of, 0, True))
        elif original is not None:
            plan.known.setdefault(original.batch, []).append(Item(found, of_hash, original=original.file))
        elif key not in firsts:
            firsts[key] = Item(found, of_hash)
            plan.items.append(firsts[key])
        elif len(firsts[key].copies) < most_copies:
            firsts[key].copies.append(found)
        else:
            plan.later.append(Item(found, of_hash, original=firsts[key].found.file))
    return plan


@dataclass(frozen=True)
class Sizes:
    """Most files and bytes of a batch."""

    files: int
    bytes: int

    def for_cores(self, items: list[Item], cores: int) -> Sizes:
        """Smaller where there are too few files for all cores."""
        tasks = TASKS_PER_CORE * max(1, cores)
        files = math.ceil(sum(len(item.all) for item in items) / tasks)
        size = math.ceil(sum(item.found.bytes or 0 for item in items) / tasks)
        return Sizes(min(self.files, max(LEAST_FILES, files)), min(self.bytes, max(LEAST_BYTES, size)))


def pack(items: list[Item], sizes: Sizes) -> list[list[Item]]:
    """
    Large files first, the largest before the others; then by the time they were written: a batch then has
    rows of few days, and makes few part files.
    """
    large_bytes = sizes.bytes * LARGE_SHARE
    large = [item for item in items if (item.found.bytes or 0) > large_bytes]
    small = [item for item in items if (item.found.bytes or 0) <= large_bytes]
    large.sort(key=lambda item: (-(item.found.bytes or 0), item.found.file))
    small.sort(key=lambda item: (item.found.written_ms or 0, item.found.file))
    return [*_filled(large, sizes), *_filled(small, sizes)]


def _filled(items: Iterable[Item], sizes: Sizes) -> list[list[Item]]:
    batches: list[list[Item]] = []
    files = size = 0
    for item in items:
        own_files, own_size = len(item.all), item.found.bytes or 0
        if not batches or files + own_files > sizes.files or size + own_size > sizes.bytes:
            batches.append([])
            files = size = 0
        batches[-1].append(item)
        files += own_files
        size += own_size
    return batches


def batch_id(files: Iterable[Found]) -> str:
    """The same files give the same id: a task that runs again writes files of the same names."""
    keys = sorted(json.dumps(found.key) for found in files)
    return hashlib.sha256("\n".join(keys).encode()).hexdigest()[:32]


def task_of(items: list[Item], parts: tuple[str, ...] = ()) -> bytes:
    """
    A batch as JSON, which a task reads.

    @param parts files of the tables with the rows of `original`, where the items are copies of known files
    """
    items = sorted(items, key=lambda item: item.found.file)
    files = [
        {
            **asdict(item.found),
            "hash": item.hash,
            "copies": [asdict(copy) for copy in item.copies],
            "original": item.original,
        }
        for item in items
    ]
    number = batch_id(found for item in items for found in item.all)
    return json.dumps({"id": number, "files": files, "parts": parts}).encode("ascii")

"""The files below a folder that may be traces, by the rules of the engine's greeting. Opens none of them."""

from __future__ import annotations

import os
import posixpath
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pyarrow import fs as arrow_fs

from qlogscope_fleet.problems import Problem, reason_of
from qlogscope_fleet.storage import Place

# Their lists have no folders, and so no folder that cannot be read.
OBJECT_STORES = ("s3", "gcs", "abfs")


@dataclass(frozen=True, slots=True)
class Found:
    """A file that is to be read."""

    file: str
    """Path below the root with `/` between its parts, in valid Unicode."""
    path: str
    """What opens it; bytes of a local name that are no UTF-8 as Python escapes them."""
    bytes: int | None
    written_ms: int | None
    is_named: bool
    """Its name says that it is a trace: it has a row also where it is none."""

    @property
    def key(self) -> tuple[str, int | None, int | None]:
        """A file with the same key was not written since."""
        return (self.file, self.bytes, self.written_ms)


@dataclass
class Listing:
    files: list[Found] = field(default_factory=list)
    left_out: int = 0
    unread: list[str] = field(default_factory=list)
    """What could not be listed, and why."""


class Names:
    """What a name says of a file."""

    def __init__(self, greeting: dict[str, Any]) -> None:
        source = greeting["trace"]
        # `$` of JavaScript is the end; that of Python also stands before a line break at the end.
        source = source[:-1] + r"\Z" if source.endswith("$") else source
        self._trace = re.compile(source, re.IGNORECASE | re.ASCII)
        self._possible = tuple(f".{ending}" for ending in greeting["possible"])
        self._tools_folder = greeting["toolsFolder"]

    def is_trace(self, name: str) -> bool:
        return self._trace.search(name) is not None

    def may_be_trace(self, name: str) -> bool:
        return self.is_trace(name) or name.lower().endswith(self._possible)

    def is_entered(self, folder: str) -> bool:
        return not folder.startswith(".") and folder != self._tools_folder


def shown_name(path: str) -> str:
    r"""A local path in valid Unicode: a byte that is no UTF-8 becomes `\xff`, so that two names stay two."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def list_files(root: Place, names: Names, without: Place) -> Listing:
    """@param without the output, may lie below the root. @raises Problem where the root cannot be read"""
    listing = Listing()
    try:
        if root.is_local:
            _list_local(root, names, without, listing)
        else:
            _list_remote(root, names, listing)
    except (OSError, ValueError) as error:
        raise Problem(f"{root.shown} cannot be read: {reason_of(error)}") from error
    listing.files.sort(key=lambda found: _in_order(found.file))
    return listing


def _in_order(file: str) -> list[bytes]:
    """Orders paths as the engine does, folder by folder and as UTF-16: of equal files the first counts."""
    return [part.encode("utf-16-be", "surrogatepass") for part in file.split("/")]


def _list_local(root: Place, names: Names, without: Place, listing: Listing) -> None:
    status = os.stat(root.root)
    if not stat.S_ISDIR(status.st_mode):
        if not stat.S_ISREG(status.st_mode):
            raise Problem(f"{root.shown} is no folder and no regular file")
        _add_local(root.root, os.path.basename(root.root), status, names, listing)
        return
    output = os.path.realpath(without.root) if without.is_local else None
    os.scandir(root.root).close()
    folders = [""]
    while folders:
        folder = folders.pop()
        try:
            with os.scandir(os.path.join(root.root, folder)) as entries:
                for entry in entries:
                    inner = posixpath.join(folder, entry.name)
                    if not entry.is_dir(follow_symlinks=False):
                        _take_local(entry, inner, names, listing)
                    elif names.is_entered(entry.name) and os.path.realpath(entry.path) != output:
                        folders.append(inner)
        except OSError as error:
            listing.unread.append(f"{shown_name(folder)}: {reason_of(error)}")


def _take_local(entry: os.DirEntry[str], file: str, names: Names, listing: Listing) -> None:
    if not names.may_be_trace(shown_name(entry.name)):
        listing.left_out += 1
        return
    try:
        status = entry.stat()
    except OSError as error:
        listing.unread.append(f"{shown_name(file)}: {reason_of(error)}")
        return
    # Opening a pipe or a device may never end. A link to a folder may lead back up.
    if stat.S_ISREG(status.st_mode):
        _add_local(entry.path, file, status, names, listing)
    else:
        listing.left_out += 1


def _add_local(path: str, file: str, status: os.stat_result, names: Names, listing: Listing) -> None:
    shown = shown_name(file)
    is_named = names.is_trace(posixpath.basename(shown))
    written_ms = status.st_mtime_ns // 1_000_000
    listing.files.append(Found(shown, path, status.st_size, written_ms, is_named))


def _list_remote(root: Place, names: Names, listing: Listing) -> None:
    info = root.fs.get_file_info(root.root.rstrip("/"))
    if info.is_file:
        listing.files.append(_found_remote(info, info.base_name, names))
        return
    if info.type == arrow_fs.FileType.NotFound:
        raise Problem(f"{root.shown} cannot be read: there is no such folder or file")
    start = len(root.at(""))
    for info in _remote_files(root, names, listing):
        file = info.path[start:]
        if not names.may_be_trace(info.base_name) or not all(map(names.is_entered, file.split("/")[:-1])):
            listing.left_out += 1
        else:
            listing.files.append(_found_remote(info, file, names))


def _remote_files(root: Place, names: Names, listing: Listing) -> Iterator[arrow_fs.FileInfo]:
    if root.fs.type_name in OBJECT_STORES:
        for info in root.fs.get_file_info(arrow_fs.FileSelector(root.root, recursive=True)):
            if info.is_file:
                yield info
        return
    folders = [root.root]
    while folders:
        folder = folders.pop()
        try:
            found = root.fs.get_file_info(arrow_fs.FileSelector(folder))
        except OSError as error:
            if folder == root.root:
                raise
            listing.unread.append(f"{folder[len(root.at('')):]}: {reason_of(error)}")
            continue
        for info in found:
            if info.is_file:
                yield info
            elif info.type == arrow_fs.FileType.Directory and names.is_entered(info.base_name):
                folders.append(info.path)


def _found_remote(info: arrow_fs.FileInfo, file: str, names: Names) -> Found:
    written_ms = None if info.mtime_ns is None else info.mtime_ns // 1_000_000
    return Found(file, info.path, info.size, written_ms, names.is_trace(info.base_name))

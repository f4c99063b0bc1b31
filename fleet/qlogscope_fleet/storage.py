"""A folder that is local or remote, as pyarrow opens it. What is written to it is whole or not there."""

from __future__ import annotations

import os
import re
import uuid
from dataclasses import dataclass
from functools import lru_cache
from typing import BinaryIO

from pyarrow import fs as arrow_fs

from qlogscope_fleet.problems import Problem, reason_of

# File systems with folders, and a rename that is done or not. Elsewhere one PUT is the whole object.
RENAMING = ("local", "hdfs")
TEMPORARY = re.compile(r"^\..*\.tmp$")


@dataclass(frozen=True)
class Place:
    """A folder, or one file, on a file system."""

    fs: arrow_fs.FileSystem
    root: str
    shown: str

    @property
    def is_local(self) -> bool:
        return self.fs.type_name == "local"

    def at(self, name: str) -> str:
        """Path of what lies below."""
        return f"{self.root.rstrip('/')}/{name}"

    def open(self, name: str) -> BinaryIO:
        """@raises OSError"""
        path = self.at(name)
        return open(path, "rb") if self.is_local else self.fs.open_input_file(path)

    def read(self, name: str) -> bytes | None:
        """All bytes; None where there is no such file."""
        try:
            with self.open(name) as file:
                return file.read()
        except FileNotFoundError:
            return None

    def exists(self, name: str) -> bool:
        path = self.at(name)
        if self.is_local:
            return os.path.exists(path)
        return self.fs.get_file_info(path).type != arrow_fs.FileType.NotFound

    def names(self, folder: str) -> list[str]:
        """Every file below a folder, as names below this place; none where the folder does not exist."""
        if self.is_local:
            top = self.at(folder)
            found = (os.path.join(path, file) for path, _, files in os.walk(top) for file in files)
            return sorted(os.path.relpath(path, self.root) for path in found)
        selector = arrow_fs.FileSelector(self.at(folder), recursive=True, allow_not_found=True)
        start = len(self.at(""))
        files = (info for info in self.fs.get_file_info(selector) if info.is_file)
        return sorted(info.path[start:] for info in files)

    def write(self, name: str, content: bytes) -> None:
        """The file has all of the content, or is what it was."""
        path = self.at(name)
        if self.fs.type_name not in RENAMING:
            with self.fs.open_output_stream(path) as stream:
                stream.write(content)
            return
        folder, base = path.rsplit("/", 1)
        temporary = f"{folder}/.{base}.{uuid.uuid4().hex}.tmp"
        if self.is_local:
            _write_local(folder, temporary, path, content)
            return
        self.fs.create_dir(folder, recursive=True)
        with self.fs.open_output_stream(temporary) as stream:
            stream.write(content)
        # The rename of HDFS refuses to replace a file.
        self.remove(name)
        self.fs.move(temporary, path)

    def remove(self, name: str) -> None:
        try:
            if self.is_local:
                os.unlink(self.at(name))
            else:
                self.fs.delete_file(self.at(name))
        except FileNotFoundError:
            pass


def _write_local(folder: str, temporary: str, path: str, content: bytes) -> None:
    os.makedirs(folder, exist_ok=True)
    try:
        with open(temporary, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        if os.path.exists(temporary):
            os.unlink(temporary)
        raise


@lru_cache(maxsize=8)
def place_of(text: str) -> Place:
    """A path or a URI. @raises Problem where pyarrow opens no such URI."""
    if not re.match(r"^[a-zA-Z][a-zA-Z0-9+.-]*://", text) or os.path.exists(text):
        return Place(arrow_fs.LocalFileSystem(), os.path.abspath(text), text)
    shown = re.sub(r"//[^/@]*@", "//", text.split("?", 1)[0])
    try:
        fs, root = arrow_fs.FileSystem.from_uri(text)
    except Exception as error:
        # pyarrow raises OSError, ValueError or ImportError, by the library that is missing.
        raise Problem(f"{shown} cannot be opened: {reason_of(error)}") from error
    return Place(fs, root, shown)

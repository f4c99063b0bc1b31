"""What the tests share: names by the rules of the engine, files that were found, folders of their own."""

import tempfile
import unittest
from pathlib import Path

from qlogscope_fleet.listing import Found, Names
from qlogscope_fleet.storage import Place, place_of

NAMES = Names(
    {
        "trace": r"\.s?qlog(\.\d+)?(\.(gz|zst|zip|br|xz|bz2|lz4|7z))?$",
        "possible": ["qlog", "json", "gz", "zip"],
        "toolsFolder": "node_modules",
    }
)


def found(file: str, size: int = 10, written_ms: int = 1_700_000_000_000) -> Found:
    return Found(file, f"/in/{file}", size, written_ms, NAMES.is_trace(file.rsplit("/", 1)[-1]))


class FolderCase(unittest.TestCase):
    """Each test has a folder of its own."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def place(self, name: str) -> Place:
        return place_of(str(self.folder / name))

    def put(self, name: str, content: bytes = b"{}") -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path

"""What executors are given: the engine whole, as its file finds its chunks."""

import os
import tempfile
import unittest
import zipfile

from qlogscope_fleet.spark import engine_zip


class EngineZip(unittest.TestCase):
    def test_holds_the_file_and_all_chunks_beside_it(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "chunks"))
            names = ["qlogscope.mjs", "chunks/a-1.mjs", "chunks/b-2.mjs"]
            for name in names:
                with open(os.path.join(folder, name), "w") as file:
                    file.write(name)
            made = engine_zip(os.path.join(folder, "qlogscope.mjs"), folder)
            with zipfile.ZipFile(made) as archive:
                self.assertEqual(archive.namelist(), names)
                self.assertEqual(archive.read("chunks/b-2.mjs"), b"chunks/b-2.mjs")

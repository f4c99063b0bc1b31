import sys
import unittest

from qlogscope_fleet.engine import Engine, Limits, greeting_of
from qlogscope_fleet.problems import Problem

from tests.support import FolderCase

# Speaks the protocol; the name of a file says what happens to it.
ENGINE = """
import json, os, sys, time
print(json.dumps({"qlogscope": "0.1.0", "fleet": 3, "names": {}, "tables": {}}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    file, failed = request["file"], request.get("failed")
    if failed is None:
        if "hang" in file: time.sleep(60)
        if "large" in file: kept = b"x" * 300_000_000; time.sleep(60)
        if "garbage" in file: print("no JSON", flush=True)
        if "once" in file and not os.path.exists(request["path"]): open(request["path"], "w"); sys.exit(1)
        if "end" in file: sys.exit(1)
    text = "y" * (3_000_000 if "long" in file else 0)
    rows = [{"file": file, "pid": os.getpid(), "failure": failed, "text": text}]
    print(json.dumps({"traces": rows, "findings": []}), flush=True)
"""


class Asking(FolderCase):
    def setUp(self):
        super().setUp()
        program = str(self.put("engine.py", ENGINE.encode()))
        self.engine = Engine(sys.executable, program, Limits(seconds=2, memory_mb=200))
        self.addCleanup(self.engine.close)

    def ask(self, file):
        request = {"path": str(self.folder / "marker"), "file": file, "bytes": 1, "writtenMs": 1}
        return self.engine.rows(request, lambda: "h")["traces"][0]

    def test_it_stays_warm(self):
        self.assertEqual(self.ask("a")["pid"], self.ask("b")["pid"])

    def test_a_file_that_hangs_is_ended_at_once_and_the_next_one_is_read(self):
        self.assertEqual(self.ask("hang")["failure"], {"kind": "time", "seconds": 2, "hash": "h"})
        self.assertIsNone(self.ask("b")["failure"])

    def test_a_file_that_takes_too_much_memory_is_ended(self):
        self.assertEqual(self.ask("large")["failure"], {"kind": "memory", "mb": 200, "hash": "h"})
        self.assertGreater(self.engine.peak_mb(), 200)

    def test_a_file_that_ends_the_engine_is_tried_twice(self):
        self.assertEqual(self.ask("end")["failure"], {"kind": "ended", "hash": "h"})
        self.assertIsNone(self.ask("once")["failure"])

    def test_an_answer_that_is_none_ends_the_engine(self):
        self.assertEqual(self.ask("garbage")["failure"], {"kind": "ended", "hash": "h"})
        self.assertEqual(self.ask("b")["file"], "b")

    def test_an_answer_of_some_megabytes_is_one_line(self):
        self.assertEqual(len(self.ask("long")["text"]), 3_000_000)


class Greeting(FolderCase):
    def test_what_is_no_engine_is_a_problem(self):
        program = str(self.put("engine.py", b"raise ValueError('not today')"))
        with self.assertRaisesRegex(Problem, "not today"):
            greeting_of(sys.executable, program)

    def test_another_version_is_a_problem(self):
        program = str(self.put("engine.py", b"print('{\"fleet\": 4}')"))
        with self.assertRaisesRegex(Problem, "version 3, the engine gives version 4"):
            greeting_of(sys.executable, program)

    def test_without_node_it_is_said_where(self):
        with self.assertRaisesRegex(Problem, "Node cannot be started on .* as nowhere: no such file"):
            greeting_of("nowhere", "engine.mjs")


if __name__ == "__main__":
    unittest.main()

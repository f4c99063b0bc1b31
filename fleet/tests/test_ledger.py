import unittest

from qlogscope_fleet.ledger import counts_of, entry_name, entry_of, leftovers, read_ledger, write_entry
from qlogscope_fleet.problems import Problem

from tests.support import NAMES, FolderCase, found

A = "a" * 64
BATCH, OTHER = "1" * 32, "2" * 32
PART = f"traces/day=2026-01-01/{BATCH}.parquet"


class Ledger(FolderCase):
    def setUp(self):
        super().setUp()
        self.out = self.place("out")

    def enter(self, batch, entries, parts=()):
        write_entry(self.out, batch, entries, list(parts), {"files": len(entries)})

    def test_a_file_is_known_by_path_size_and_time(self):
        one = found("a.qlog")
        self.enter(BATCH, [entry_of(one, A, None, 1, False)])
        keys = read_ledger(self.out, NAMES).keys
        self.assertIn(one.key, keys)
        self.assertNotIn(found("a.qlog", written_ms=1).key, keys)

    def test_the_original_is_the_file_with_rows(self):
        touched = found("a.qlog", written_ms=5)
        copy = entry_of(found("b.qlog"), A, "a.qlog", 1, False)
        self.enter(BATCH, [entry_of(found("a.qlog"), A, None, 1, False), copy])
        self.enter(OTHER, [entry_of(touched, A, None, 0, False)])
        ledger = read_ledger(self.out, NAMES)
        original = ledger.originals[A, True]
        self.assertEqual((original.file, original.batch), ("a.qlog", BATCH))
        self.assertEqual(ledger.paths, {("a.qlog", A): None, ("b.qlog", A): "a.qlog"})

    def test_a_task_finds_what_was_counted(self):
        self.assertIsNone(counts_of(self.out, BATCH))
        self.enter(BATCH, [entry_of(found("a.qlog"), A, None, 1, False)])
        self.assertEqual(counts_of(self.out, BATCH), {"files": 1})

    def test_rows_without_an_entry_and_unfinished_files_are_leftovers(self):
        self.enter(BATCH, [entry_of(found("a.qlog"), A, None, 1, False)], [PART])
        for name in (PART, PART.replace(BATCH, OTHER), "traces/mine.parquet"):
            self.put(f"out/{name}")
        self.put(f"out/findings/day=unknown/{OTHER}.parquet")
        self.put(f"out/_files/.{OTHER}.parquet.77.tmp")
        self.put(f"out/traces/day=2026-01-02/{BATCH}.parquet")
        self.assertEqual(
            leftovers(self.out, read_ledger(self.out, NAMES).parts),
            [
                f"traces/day=2026-01-01/{OTHER}.parquet",
                f"traces/day=2026-01-02/{BATCH}.parquet",
                f"findings/day=unknown/{OTHER}.parquet",
                f"_files/.{OTHER}.parquet.77.tmp",
            ],
        )

    def test_a_damaged_entry_is_a_problem(self):
        self.put(f"out/{entry_name(BATCH)}", b"PAR1")
        with self.assertRaisesRegex(Problem, "cannot be read"):
            read_ledger(self.out, NAMES)

    def test_a_new_output_has_no_entries(self):
        self.assertEqual(read_ledger(self.out, NAMES).keys, set())


if __name__ == "__main__":
    unittest.main()

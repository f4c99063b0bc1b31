import json
import unittest

from qlogscope_fleet.batches import MB, Item, Sizes, batch_id, pack, plan_files, task_of, to_be_hashed
from qlogscope_fleet.ledger import Ledger, Original

from tests.support import found

A, B = "a" * 64, "b" * 64


def known(original, paths):
    """A ledger with one original of the bytes A."""
    return Ledger(paths=paths, originals={(A, True): Original(original, "batch", False)})


class Hashing(unittest.TestCase):
    def test_only_files_that_share_their_size_are_hashed(self):
        new = [found("a.qlog", 1), found("b.qlog", 2), found("c.qlog", 2), found("d.qlog", 3)]
        ledger = Ledger(sizes={3})
        self.assertEqual([one.file for one in to_be_hashed(new, ledger)], ["b.qlog", "c.qlog", "d.qlog"])


class Planning(unittest.TestCase):
    def plan(self, names, hashes, ledger=None, most_copies=100):
        return plan_files([found(name) for name in names], hashes, ledger or Ledger(), most_copies)

    def test_the_first_of_equal_files_is_judged_and_the_others_go_with_it(self):
        plan = self.plan(["a.qlog", "b.qlog", "c.qlog"], {"a.qlog": A, "b.qlog": A})
        self.assertEqual([item.found.file for item in plan.items], ["a.qlog", "c.qlog"])
        self.assertEqual([copy.file for copy in plan.items[0].copies], ["b.qlog"])

    def test_a_file_whose_name_promises_a_trace_is_no_copy_of_one_whose_name_does_not(self):
        plan = self.plan(["a.json", "b.qlog"], {"a.json": A, "b.qlog": A})
        self.assertEqual([len(item.copies) for item in plan.items], [0, 0])

    def test_copies_beyond_the_size_of_a_batch_come_later(self):
        names = [f"{number}.qlog" for number in range(5)]
        plan = self.plan(names, dict.fromkeys(names, A), most_copies=2)
        self.assertEqual([len(item.copies) for item in plan.items], [2])
        later = [(item.found.file, item.original) for item in plan.later]
        self.assertEqual(later, [("3.qlog", "0.qlog"), ("4.qlog", "0.qlog")])

    def test_a_copy_of_a_known_file_takes_its_rows(self):
        ledger = known("old.qlog", {})
        plan = self.plan(["a.qlog"], {"a.qlog": A}, ledger)
        self.assertEqual((plan.items, [item.original for item in plan.known["batch"]]), ([], ["old.qlog"]))

    def test_a_file_that_was_only_touched_needs_an_entry_and_no_rows(self):
        ledger = known("a.qlog", {("a.qlog", A): None})
        plan = self.plan(["a.qlog"], {"a.qlog": A}, ledger)
        self.assertEqual((plan.items, plan.known), ([], {}))
        self.assertEqual([(entry["rows"], entry["copyOf"]) for entry in plan.entries], [(0, None)])

    def test_a_touched_copy_stays_the_copy_of_its_original(self):
        ledger = known("a.qlog", {("b.qlog", A): "a.qlog"})
        plan = self.plan(["b.qlog"], {"b.qlog": A}, ledger)
        self.assertEqual([entry["copyOf"] for entry in plan.entries], ["a.qlog"])

    def test_a_path_with_other_bytes_is_judged_again(self):
        ledger = known("a.qlog", {("a.qlog", A): None})
        self.assertEqual(len(self.plan(["a.qlog"], {"a.qlog": B}, ledger).items), 1)

    def test_a_copy_of_what_is_no_trace_needs_no_rows(self):
        ledger = Ledger(originals={(A, False): Original("a.json", "batch", True)})
        plan = self.plan(["b.json"], {"b.json": A}, ledger)
        self.assertEqual([(entry["skipped"], entry["copyOf"]) for entry in plan.entries], [(True, "a.json")])


class Packing(unittest.TestCase):
    def pack(self, files, sizes):
        return [[item.found.file for item in batch] for batch in pack([Item(one) for one in files], sizes)]

    def test_large_files_come_first_and_the_rest_by_the_time_they_were_written(self):
        files = [found("new", 1, 9), found("old", 1, 1), found("large", 50, 5), found("larger", 60, 6)]
        self.assertEqual(self.pack(files, Sizes(2, 100)), [["larger"], ["large"], ["old", "new"]])

    def test_a_batch_has_so_many_files_and_bytes_at_most(self):
        small = [found(str(number), 1) for number in range(5)]
        self.assertEqual([len(batch) for batch in self.pack(small, Sizes(2, 100))], [2, 2, 1])
        large = [found("a", 300), found("b", 1)]
        self.assertEqual([len(batch) for batch in self.pack(large, Sizes(9, 100))], [1, 1])

    def test_copies_count_as_files(self):
        items = [Item(found("a"), A, [found("b"), found("c")]), Item(found("d"))]
        self.assertEqual([len(batch) for batch in pack(items, Sizes(3, MB))], [1, 1])

    def test_there_is_work_for_every_core(self):
        items = [Item(found(str(number), MB)) for number in range(400)]
        self.assertEqual(Sizes(500, 256 * MB).for_cores(items, 4), Sizes(25, 25 * MB))

    def test_the_same_files_have_the_same_id_in_any_order(self):
        a, b = found("a"), found("b")
        self.assertEqual(batch_id([a, b]), batch_id([b, a]))
        self.assertNotEqual(batch_id([a, b]), batch_id([a, found("b", written_ms=1)]))
        self.assertNotEqual(batch_id([found("a", 0)]), batch_id([found("a", None)]))

    def test_a_task_names_its_files_in_ascii(self):
        task = task_of([Item(found("é\udcff"))])
        self.assertEqual(json.loads(task)["files"][0]["file"], "é\udcff")


if __name__ == "__main__":
    unittest.main()

import unittest

from qlogscope_fleet.copies import copied_rows, day_of, folders_of


def rows(recorded_from, file="host-1/a.zip", entry=""):
    common = {"file": file + entry, "host": "host-1", "copy_of": None, "connection": 0, "day": "2026-01-01"}
    trace = {**common, "recorded": 1, "recorded_from": recorded_from, "folder": "host-1", "file_written": 1}
    return {"traces": [trace], "findings": [{**common, "recorded": 1, "id": "x"}]}


class Copies(unittest.TestCase):
    def test_a_copy_has_the_place_of_its_own_file(self):
        copied = copied_rows(rows("log"), "host-1/a.zip", "host-2/b/c.zip", 86_400_000)
        trace, finding = copied["traces"][0], copied["findings"][0]
        self.assertEqual((trace["file"], trace["host"]), ("host-2/b/c.zip", "host-2"))
        self.assertEqual(trace["folder"], "host-2/b")
        self.assertEqual((trace["copy_of"], finding["copy_of"]), ("host-1/a.zip", "host-1/a.zip"))
        self.assertEqual((finding["file"], finding["host"]), ("host-2/b/c.zip", "host-2"))
        self.assertEqual(trace["file_written"], 86_400_000)
        self.assertEqual((trace["day"], trace["recorded"]), ("2026-01-01", 1))

    def test_an_entry_keeps_its_name(self):
        copied = copied_rows(rows("log", entry="!/x/y.qlog"), "host-1/a.zip", "b.zip", None)
        files = [row["file"] for row in copied["traces"] + copied["findings"]]
        self.assertEqual(files, ["b.zip!/x/y.qlog"] * 2)
        self.assertEqual((copied["traces"][0]["host"], copied["traces"][0]["folder"]), (None, None))

    def test_where_the_log_tells_no_time_it_is_that_of_the_copy(self):
        copied = copied_rows(rows("file"), "host-1/a.zip", "b.zip", 86_400_000)
        for row in copied["traces"] + copied["findings"]:
            self.assertEqual((row["day"], row["recorded"]), ("1970-01-02", 86_400_000))
        unknown = copied_rows(rows("file"), "host-1/a.zip", "b.zip", None)["traces"][0]
        when = (unknown["day"], unknown["recorded"], unknown["recorded_from"])
        self.assertEqual(when, ("unknown", None, None))

    def test_folders_may_have_any_name(self):
        self.assertEqual(folders_of("a/b!/c\nd.zip"), ("a", "a/b!"))
        self.assertEqual(folders_of("c.zip"), (None, None))

    def test_days_are_of_utc_and_have_four_digits_for_the_year(self):
        self.assertEqual(day_of(86_399_999), "1970-01-01")
        self.assertEqual(day_of(-1), "1969-12-31")
        self.assertEqual(day_of(-40_000_000_000_000), "0702-06-15")
        self.assertEqual(day_of(10**15), "unknown")
        self.assertEqual(day_of(None), "unknown")


if __name__ == "__main__":
    unittest.main()

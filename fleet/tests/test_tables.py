import base64
import io
import unittest

import pyarrow.parquet as pq

from qlogscope_fleet.tables import Collected, Unstorable, rows_of, schemas_of

COLUMNS = {
    "file": "STRING",
    "hash": "STRING",
    "copy_of": "STRING",
    "day": "STRING",
    "recorded": "TIMESTAMP",
    "events": "INT32",
    "goodput": "DOUBLE",
    "digest": "BYTE_ARRAY",
}
LISTED = [{"name": name, "type": of} for name, of in COLUMNS.items()]
GREETING = {"fleet": 3, "tables": {"traces": LISTED, "findings": LISTED}}
ROW = {
    **{"file": "a", "hash": "h", "copy_of": None, "day": "2026-01-01", "recorded": 1_767_225_600_123},
    **{"events": 3, "goodput": 4, "digest": base64.b64encode(b"\x00\xff").decode()},
}


class Tables(unittest.TestCase):
    def collected(self, *traces):
        rows = Collected(schemas_of(GREETING))
        for row in traces:
            rows.add({"traces": [row], "findings": []})
        return dict(rows.files("batch"))

    def test_the_day_is_in_the_path_and_not_in_the_file(self):
        files = self.collected(ROW, {**ROW, "day": None}, {**ROW, "day": "../2026"})
        days = ["traces/day=2026-01-01/batch.parquet", "traces/day=unknown/batch.parquet"]
        self.assertEqual(list(files), days)
        schema = pq.read_schema(io.BytesIO(files["traces/day=2026-01-01/batch.parquet"]))
        self.assertNotIn("day", schema.names)
        self.assertEqual(schema.metadata[b"qlogscope.table"], b"traces")
        self.assertEqual(schema.metadata[b"qlogscope.fleet"], b"3")
        self.assertEqual(str(schema.field("recorded").type), "timestamp[ms, tz=UTC]")

    def test_rows_come_back_as_they_went_in(self):
        ((name, content),) = self.collected(ROW, {**ROW, "copy_of": "b"}, {**ROW, "hash": "other"}).items()
        self.assertEqual(rows_of(io.BytesIO(content), name, {"h"}), [{**ROW, "digest": b"\x00\xff"}])

    def test_half_of_a_surrogate_pair_becomes_a_replacement(self):
        ((name, content),) = self.collected({**ROW, "file": "a\ud800b"}).items()
        self.assertEqual(rows_of(io.BytesIO(content), name, {"h"})[0]["file"], "a\ufffdb")

    def test_a_value_that_does_not_fit_takes_no_row_of_its_file(self):
        rows = Collected(schemas_of(GREETING))
        with self.assertRaises(Unstorable):
            rows.add({"traces": [ROW], "findings": [{**ROW, "events": 2**40}]})
        self.assertEqual(list(rows.files("batch")), [])

    def test_many_files_are_one_table(self):
        ((_, content),) = self.collected(*[ROW] * 250).items()
        self.assertEqual(pq.ParquetFile(io.BytesIO(content)).metadata.num_rows, 250)


if __name__ == "__main__":
    unittest.main()

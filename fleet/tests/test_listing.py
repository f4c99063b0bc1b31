import os
import unittest
from unittest import mock

from qlogscope_fleet.listing import list_files
from qlogscope_fleet.problems import Problem

from tests.support import NAMES, FolderCase


class Listing(FolderCase):
    def list(self, name="in"):
        return list_files(self.place(name), NAMES, self.place("in/out"))

    def files(self):
        return [found.file for found in self.list().files]

    def test_names_decide_what_may_be_a_trace(self):
        for name in ("a.sqlog", "b.qlog.1.gz", "c.JSON", "d.txt", "e.gz", "f.sqlog\n"):
            self.put(f"in/{name}")
        listing = self.list()
        files = [found.file for found in listing.files]
        self.assertEqual(files, ["a.sqlog", "b.qlog.1.gz", "c.JSON", "e.gz"])
        self.assertEqual([found.is_named for found in listing.files], [True, True, False, False])
        self.assertEqual(listing.left_out, 2)

    def test_hidden_folders_those_of_tools_and_the_output_are_not_entered(self):
        for name in ("host/a.qlog", ".git/a.qlog", "node_modules/x/a.qlog", "out/traces/a.qlog"):
            self.put(f"in/{name}")
        self.assertEqual(self.files(), ["host/a.qlog"])

    def test_a_pipe_is_left_out_and_never_opened(self):
        self.put("in/a.qlog")
        os.mkfifo(self.folder / "in/pipe.qlog")
        os.symlink("pipe.qlog", self.folder / "in/link.qlog")
        listing = self.list()
        self.assertEqual(([found.file for found in listing.files], listing.left_out), (["a.qlog"], 2))

    def test_links_to_files_are_read_and_those_to_folders_are_not(self):
        self.put("in/host/a.qlog")
        os.symlink("host/a.qlog", self.folder / "in/link.qlog")
        os.symlink("..", self.folder / "in/host/up.qlog")
        self.assertEqual(self.files(), ["host/a.qlog", "link.qlog"])

    def test_a_broken_link_is_reported(self):
        self.put("in/a.qlog")
        os.symlink("nowhere", self.folder / "in/b.qlog")
        self.assertEqual(self.list().unread, ["b.qlog: no such file or directory"])

    def test_a_folder_that_cannot_be_read_is_reported_and_the_others_are_listed(self):
        self.put("in/closed/a.qlog")
        self.put("in/open/b.qlog")
        scan = os.scandir

        def refusing(path):
            if str(path).endswith("closed"):
                raise PermissionError(13, "Permission denied")
            return scan(path)

        with mock.patch("qlogscope_fleet.listing.os.scandir", refusing):
            listing = self.list()
        self.assertEqual([found.file for found in listing.files], ["open/b.qlog"])
        self.assertEqual(listing.unread, ["closed: permission denied"])

    def test_names_have_every_character(self):
        names = ["a b.qlog", "a\nb.qlog", "a\"'\\b.qlog", "\u2028é.qlog", "%20?.qlog"]
        for name in names:
            self.put(f"in/{name}")
        self.assertEqual(self.files(), sorted(names))

    def test_files_stand_in_the_order_of_the_engine(self):
        names = ["host/a.qlog", "host-b/a.qlog", "host0/a.qlog", "\U0001f680.qlog", "\uff21.qlog"]
        for name in reversed(names):
            self.put(f"in/{name}")
        self.assertEqual(self.files(), names)

    def test_bytes_that_are_no_utf8_are_shown_as_figures_and_stay_apart(self):
        for name in (b"a\xff.qlog", b"a\xfe.qlog"):
            with open(os.path.join(os.fsencode(self.put("in/x.txt").parent), name), "wb"):
                pass
        files = self.list().files
        self.assertEqual([found.file for found in files], ["a\\xfe.qlog", "a\\xff.qlog"])
        self.assertTrue(all(os.path.exists(found.path) for found in files))

    def test_a_file_may_be_given_itself(self):
        self.put("in/a.bin")
        self.assertEqual([found.file for found in self.list("in/a.bin").files], ["a.bin"])

    def test_what_is_not_there_is_a_problem(self):
        with self.assertRaisesRegex(Problem, "no such file"):
            self.list()


if __name__ == "__main__":
    unittest.main()

import json
import os
import subprocess
import sys
import unittest
from unittest import mock

from qlogscope_fleet.lock import NAME, Lock, must_hold, read_lock
from qlogscope_fleet.problems import Problem

from tests.support import FolderCase


class Locking(FolderCase):
    def setUp(self):
        super().setUp()
        self.out = self.place("out")
        self.said = []
        settle = mock.patch.dict("qlogscope_fleet.lock.SETTLE_SECONDS", {"local": 0.0})
        settle.start()
        self.addCleanup(settle.stop)

    def lock(self):
        return Lock(self.out, self.said.append)

    def held(self):
        lock = self.lock()
        lock.take(take_over=False)
        return lock

    def rewrite(self, **changes):
        self.out.write(NAME, json.dumps({**read_lock(self.out), **changes}).encode())

    def test_the_second_job_is_told_who_holds_it(self):
        self.held()
        with self.assertRaisesRegex(Problem, f"process {os.getpid()} on "):
            self.lock().take(take_over=False)

    def test_it_is_free_again_after_release(self):
        self.held().release()
        self.assertIsNone(read_lock(self.out))
        self.held()

    def test_that_of_a_dead_process_of_this_host_is_taken_over_with_a_line(self):
        self.held()
        gone = subprocess.Popen([sys.executable, "-c", ""])
        gone.wait()
        self.rewrite(pid=gone.pid)
        must_hold(self.out, self.held().id)
        self.assertRegex(self.said[0], "took over the lock of a job that was ended")

    def test_a_process_that_got_the_same_number_later_does_not_hold_it(self):
        self.held()
        self.rewrite(processStart="1")
        must_hold(self.out, self.held().id)

    def test_that_of_another_host_is_taken_over_only_where_it_is_said(self):
        first = self.held()
        self.rewrite(host="elsewhere", pid=1)
        with self.assertRaises(Problem):
            self.lock().take(take_over=False)
        self.lock().take(take_over=True)
        with self.assertRaises(Problem):
            must_hold(self.out, first.id)

    def test_a_job_that_lost_its_lock_does_not_remove_that_of_the_other(self):
        first = self.held()
        second = self.lock()
        second.take(take_over=True)
        first.release()
        must_hold(self.out, second.id)

    def test_a_lock_that_cannot_be_read_is_one(self):
        self.put("out/_lock", b"")
        with self.assertRaisesRegex(Problem, "--take-over"):
            self.lock().take(take_over=False)

    def test_an_output_that_is_a_file_is_a_problem(self):
        self.put("out")
        with self.assertRaisesRegex(Problem, "cannot be written"):
            self.lock().take(take_over=False)


if __name__ == "__main__":
    unittest.main()

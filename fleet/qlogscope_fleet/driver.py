"""The job from its arguments to its summary: lists, hashes what may be a copy, judges, says what it did."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

from qlogscope_fleet import stages
from qlogscope_fleet.arguments import Arguments, parse_arguments
from qlogscope_fleet.batches import MB, Item, Plan, Sizes, batch_id, pack, plan_files, task_of, to_be_hashed
from qlogscope_fleet.builds import Builds, alarms
from qlogscope_fleet.engine import Limits, greeting_of
from qlogscope_fleet.ledger import Ledger, leftovers, read_ledger, write_entry
from qlogscope_fleet.listing import Found, Listing, Names, list_files
from qlogscope_fleet.lock import Lock, must_hold
from qlogscope_fleet.problems import Problem, reason_of
from qlogscope_fleet.spark import sent_along, session_of
from qlogscope_fleet.storage import Place, place_of
from qlogscope_fleet.task import Settings

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

# So many names of what could not be listed are printed.
MOST_SAID = 20


def say(text: str) -> None:
    """A line for whoever watches."""
    shown = f"qlogscope fleet: {text}\n"
    sys.stderr.write(shown.encode("utf-8", "backslashreplace").decode())
    sys.stderr.flush()


@dataclass
class Job:
    """What the steps of the job share."""

    arguments: Arguments
    input: Place
    out: Place
    names: Names
    greeting: dict[str, Any]
    lock_id: str
    began: float = field(default_factory=time.monotonic)
    counts: Counter[str] = field(default_factory=Counter)
    builds: Builds = field(default_factory=Builds)
    """Of the rows that this run writes."""
    peak_mb: float = 0.0
    session: SparkSession | None = None

    @property
    def sizes(self) -> Sizes:
        return Sizes(self.arguments.batch_files, self.arguments.batch_mb * MB)

    def settings(self, program: str) -> Settings:
        given = self.arguments
        return Settings(
            # An executor has another working directory.
            input=self.input.root if self.input.is_local else given.input,
            out=self.out.root if self.out.is_local else given.out,
            lock_id=self.lock_id,
            node=given.node,
            program=program,
            limits=Limits(given.seconds, given.memory_mb),
            greeting=self.greeting,
        )


def main(argv: list[str] | None = None) -> int:
    """@returns 0 where every file is in the tables, 2 where the job could not run or did not finish."""
    try:
        arguments = parse_arguments(argv)
        with _ended_by_signals():
            return _run(arguments)
    except Problem as problem:
        say(str(problem))
    except KeyboardInterrupt:
        say("ended before it was done; the same call goes on with what is left")
    return 2


def _run(arguments: Arguments) -> int:
    greeting = greeting_of(arguments.node, arguments.engine)
    root, out = place_of(arguments.input), place_of(arguments.out)
    lock = Lock(out, say)
    lock.take(arguments.take_over)
    try:
        job = Job(arguments, root, out, Names(greeting["names"]), greeting, lock.id)
        lock.keep(lost=partial(_cancel, job))
        return _fill(job)
    except OSError as error:
        raise Problem(reason_of(error)) from error
    finally:
        lock.release()


def _fill(job: Job) -> int:
    ledger = read_ledger(job.out, job.names)
    _clear(job.out, ledger)
    listing = list_files(job.input, job.names, job.out)
    _say_listing(job, listing)
    new = [found for found in listing.files if found.key not in ledger.keys]
    job.counts["known"] = len(listing.files) - len(new)
    job.counts["left out"] = listing.left_out
    job.counts["unread"] = len(listing.unread)
    if not listing.files:
        raise Problem(f"{job.input.shown} holds no trace ({listing.left_out} other files)")
    if not new:
        say(f"0 new files; {len(listing.files)} known")
        return 0
    size = sum(found.bytes or 0 for found in new) / MB
    say(f"{len(new)} new files of {size:.1f} MB; {job.counts['known']} known")
    with session_of(job.arguments.master) as session:
        job.session = session
        with sent_along(session, job.arguments.engine) as program:
            say(f"Spark {session.version} runs on {session.sparkContext.master}, {_seconds(job)}")
            _judge(job, session, program, new, ledger)
    _summary(job)
    _say_alarms(job, ledger)
    return 0


def _judge(job: Job, session: SparkSession, program: str, new: list[Found], ledger: Ledger) -> None:
    run = stages.Runner(session, job.settings(program), say)
    hashes = _hashes(job, run, to_be_hashed(new, ledger))
    plan = plan_files(new, hashes, ledger, job.arguments.batch_files - 1)
    _enter(job, plan)
    sizes = job.sizes.for_cores(plan.items, run.cores)
    tasks = [task_of(items) for items in pack(plan.items, sizes)]
    _count(job, run.judge([*tasks, *_known_tasks(job, plan.known, ledger.parts)], len(new) - len(plan.later)))
    if plan.later:
        judged = read_ledger(job.out, job.names)
        by_batch: dict[str, list[Item]] = {}
        for item in plan.later:
            original = judged.originals.get((item.hash or "", item.found.is_named))
            by_batch.setdefault("" if original is None else original.batch, []).append(item)
        _count(job, run.judge(_known_tasks(job, by_batch, judged.parts), len(plan.later)))


def _hashes(job: Job, run: stages.Runner, files: list[Found]) -> dict[str, str]:
    if not files:
        return {}
    say(f"{len(files)} files have the size of another: these are hashed first")
    items = [Item(found) for found in files]
    return run.hash([task_of(items) for items in pack(items, job.sizes.for_cores(items, run.cores))])


def _enter(job: Job, plan: Plan) -> None:
    """Files without rows of their own need no task."""
    if not plan.entries:
        return
    files = [Found(entry["file"], "", entry["bytes"], entry["writtenMs"], False) for entry in plan.entries]
    must_hold(job.out, job.lock_id)
    write_entry(job.out, batch_id(files), plan.entries, [], {})
    job.counts["same"] = len(files)


def _known_tasks(job: Job, known: dict[str, list[Item]], parts: dict[str, tuple[str, ...]]) -> list[bytes]:
    """Copies of files of one batch are together: a task opens the part files of that batch once."""
    return [
        task_of(items, parts.get(batch, ()))
        for batch, of_batch in sorted(known.items())
        for items in pack(of_batch, job.sizes)
    ]


def _count(job: Job, done: list[dict[str, Any]]) -> None:
    for counts in done:
        job.peak_mb = max(job.peak_mb, counts.pop("peak_mb"))
        job.builds.merge(Builds.of_json(counts.pop("builds") or "[]"))
        job.counts.update(counts)


def _clear(out: Place, ledger: Ledger) -> None:
    found = leftovers(out, ledger.parts)
    for name in found:
        out.remove(name)
    if found:
        say(f"removed {len(found)} files of batches that were not finished; their traces are read again")


def _say_listing(job: Job, listing: Listing) -> None:
    for text in listing.unread[:MOST_SAID]:
        say(f"not listed: {text}")
    if len(listing.unread) > MOST_SAID:
        say(f"not listed: {len(listing.unread) - MOST_SAID} more")
    say(f"{job.input.shown}: {len(listing.files)} files that may be traces, {listing.left_out} others")


def _summary(job: Job) -> None:
    counts, took = job.counts, time.monotonic() - job.began
    always = ("files", "traces")
    told = [(counts[name], words) for name, words in stages.SUMMARY if counts[name] > 0 or name in always]
    speed = f"{counts['files'] / took:.1f} files/s, an engine took {job.peak_mb:.0f} MB at most"
    say(f"done in {took:.1f} s: {', '.join(f'{count} {words}' for count, words in told)}; {speed}")


def _say_alarms(job: Job, ledger: Ledger) -> None:
    for alarm in alarms(ledger.builds, job.builds):
        say(f"alarm: {alarm}")
    if ledger.uncounted > 0:
        say(f"builds of {ledger.uncounted} batches of an older version are not compared: ask the tables (docs/fleet.md)")


def _seconds(job: Job) -> str:
    return f"{time.monotonic() - job.began:.1f} s after the start"


def _cancel(job: Job) -> None:
    """Without a session yet, the first task that is done finds the same."""
    say("another job took over the lock: this one stops")
    if job.session is not None:
        job.session.sparkContext.cancelAllJobs()


def _end(_signal: int, _frame: Any) -> NoReturn:
    raise KeyboardInterrupt


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """So that the lock is released, also where a scheduler ends the job."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)

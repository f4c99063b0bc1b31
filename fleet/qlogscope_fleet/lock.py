"""
One job at a time on an output. `_lock` says who; it is made exclusively on a local file system, and written
and read back elsewhere. It is written again every minute, so that others see that its job lives; tasks
compare its id before they write.
"""

from __future__ import annotations

import json
import os
import socket
import threading
import time
import uuid
from collections.abc import Callable
from typing import Any

from qlogscope_fleet.problems import Problem, reason_of
from qlogscope_fleet.storage import Place

NAME = "_lock"
REFRESH_SECONDS = 60
# Long enough for another job that read the same lock to have written its own.
SETTLE_SECONDS = {"local": 1.0}
SETTLE_REMOTE_SECONDS = 3.0


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def _start_of(pid: int) -> str | None:
    """When a process started: another may have its number since. None where the system does not tell."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as stat:
            return stat.read().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return None


def _is_alive(holder: dict[str, Any]) -> bool:
    try:
        os.kill(holder["pid"], 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    started = _start_of(holder["pid"])
    return started is None or holder.get("processStart") in (None, started)


def read_lock(out: Place) -> dict[str, Any] | None:
    """Who holds the output; None where nobody does."""
    content = out.read(NAME)
    if content is None:
        return None
    try:
        holder = json.loads(content)
        return holder if isinstance(holder, dict) else {}
    except ValueError:
        return {}


def must_hold(out: Place, lock_id: str) -> None:
    """@raises Problem where another job took the lock over, or this one is done: it then must not write."""
    if (read_lock(out) or {}).get("id") != lock_id:
        raise Problem(f"the lock of {out.shown} is no longer that of this job")


class Lock:
    """Held from `take` to `release`."""

    def __init__(self, out: Place, say: Callable[[str], None]) -> None:
        self._out = out
        self._say = say
        self._done = threading.Event()
        self._thread: threading.Thread | None = None
        self._started = _now()
        self.id = uuid.uuid4().hex

    def take(self, take_over: bool) -> None:
        """@raises Problem where another job holds it."""
        try:
            if not self._create():
                self._replace(read_lock(self._out) or {}, take_over)
        except OSError as error:
            raise Problem(f"{self._out.shown} cannot be written: {reason_of(error)}") from error

    def keep(self, lost: Callable[[], None]) -> None:
        """Writes the lock every minute. @param lost is called once where another job took it over"""
        self._thread = threading.Thread(target=self._refresh, args=(lost,), daemon=True)
        self._thread.start()

    def release(self) -> None:
        self._done.set()
        if self._thread is not None:
            self._thread.join(timeout=5)
        try:
            if (read_lock(self._out) or {}).get("id") == self.id:
                self._out.remove(NAME)
        except OSError as error:
            self._say(f"the lock {self._out.shown}/{NAME} could not be removed: {reason_of(error)}")

    def _content(self) -> bytes:
        about = {
            "id": self.id,
            "host": socket.gethostname(),
            "pid": os.getpid(),
            "processStart": _start_of(os.getpid()),
            "started": self._started,
            "refreshed": _now(),
        }
        return json.dumps(about).encode()

    def _create(self) -> bool:
        """Whether nobody held it."""
        if not self._out.is_local:
            if read_lock(self._out) is not None:
                return False
            self._out.write(NAME, self._content())
            self._settle()
            return True
        os.makedirs(self._out.root, exist_ok=True)
        # A link is made with all of its content or not at all.
        whole = self._out.at(f".{NAME}.{self.id}.tmp")
        with open(whole, "wb") as file:
            file.write(self._content())
        try:
            os.link(whole, self._out.at(NAME))
        except FileExistsError:
            return False
        finally:
            os.unlink(whole)
        return True

    def _replace(self, holder: dict[str, Any], take_over: bool) -> None:
        who = (
            f"process {holder.get('pid', '?')} on {holder.get('host', '?')}, "
            f"since {holder.get('started', '?')}, last seen {holder.get('refreshed', '?')}"
        )
        if holder.get("host") == socket.gethostname() and not _is_alive(holder):
            self._say(f"took over the lock of a job that was ended ({who})")
        elif take_over:
            self._say(f"took over the lock ({who})")
        else:
            raise Problem(
                f"another job writes to {self._out.shown}: {who}. "
                "Where it is no more, --take-over removes its lock"
            )
        self._out.write(NAME, self._content())
        self._settle()

    def _settle(self) -> None:
        """Of two jobs that wrote at the same time, the one that wrote last has it."""
        time.sleep(SETTLE_SECONDS.get(self._out.fs.type_name, SETTLE_REMOTE_SECONDS))
        must_hold(self._out, self.id)

    def _refresh(self, lost: Callable[[], None]) -> None:
        while not self._done.wait(REFRESH_SECONDS):
            try:
                must_hold(self._out, self.id)
                self._out.write(NAME, self._content())
            except Problem:
                lost()
                return
            except OSError as error:
                self._say(f"the lock could not be written: {reason_of(error)}")

"""
The engine as a process that stays warm, `qlogscope rows`: it reads one file after the other and is ended by
time and memory. Whatever a file does, the next one is read. `src/node/cli/commands/check/row-engine.ts` does the same
for one machine.
"""

from __future__ import annotations

import ctypes
import json
import os
import re
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from qlogscope_fleet.problems import Problem, error_line, reason_of

LOOK_SECONDS = 0.25
START_SECONDS = 60
CHUNK = 1024**2
PR_SET_PDEATHSIG = 1

Failure = dict[str, Any]


@dataclass(frozen=True)
class Limits:
    """Per file."""

    seconds: int
    memory_mb: int


def greeting_of(node: str, program: str) -> dict[str, Any]:
    """What the engine says of itself. @raises Problem where it does not run."""
    try:
        run = subprocess.run([node, program, "rows"], input=b"", capture_output=True, timeout=START_SECONDS)
    except OSError as error:
        raise Problem(_no_node(node, error)) from error
    except subprocess.TimeoutExpired as error:
        raise Problem(f"the engine did not start within {START_SECONDS} seconds") from error
    try:
        greeting = json.loads(run.stdout.split(b"\n", 1)[0])
        if greeting["fleet"] != 3:
            raise Problem(f"this job writes rows of version 3, the engine gives version {greeting['fleet']}")
        return greeting
    except (ValueError, KeyError, TypeError) as error:
        said = error_line(run.stderr.decode("utf-8", "replace")) or f"status {run.returncode}"
        raise Problem(f"{program} is no engine of this job: {said}") from error


def _no_node(node: str, error: OSError) -> str:
    return f"Node cannot be started on {socket.gethostname()} as {node}: {reason_of(error)}"


def memory_kb(pid: int, field: str = "VmRSS") -> int:
    """Memory of a process; 0 where it cannot be asked. @param field VmHWM is the most so far."""
    try:
        with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as status:
            found = re.search(rf"^{field}:\s+(\d+) kB", status.read(), re.MULTILINE)
            return int(found[1]) if found else 0
    except FileNotFoundError:
        if os.path.exists("/proc/self/status"):
            return 0
    asked = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, check=False)
    return int(asked.stdout.strip() or 0)


class Engine:
    """One process, started when a file comes and again after it was ended."""

    def __init__(self, node: str, program: str, limits: Limits) -> None:
        self._node = node
        self._program = program
        self._limits = limits
        self._process: subprocess.Popen[bytes] | None = None
        self._peak_kb = 0

    def rows(self, request: dict[str, Any], hash_of: Callable[[], str | None]) -> dict[str, Any]:
        """
        The answer to a request; that of a file that ends the engine says so.

        @param hash_of is asked where the engine could not read the file.
        """
        answer, failure = self._ask(request)
        # A warm engine holds memory of files before this one, and the system may end it for that of others.
        if failure is not None and failure["kind"] != "time":
            answer, failure = self._ask(request)
        if failure is not None:
            return self.failed(request, {**failure, "hash": hash_of()})
        return answer

    def failed(self, request: dict[str, Any], failure: Failure) -> dict[str, Any]:
        """The row that says why a file was not read."""
        answer, again = self._ask({**request, "failed": failure})
        if again is not None:
            raise Problem(f"the engine on {socket.gethostname()} ends without an answer")
        return answer

    def peak_mb(self) -> float:
        """The most memory that any of its processes took so far."""
        if self._process is not None:
            self._note(memory_kb(self._process.pid, "VmHWM"))
        return self._peak_kb / 1024

    def close(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            try:
                pipe.close()
            except OSError:
                # What was not written yet has no reader.
                pass

    def _ask(self, request: dict[str, Any]) -> tuple[dict[str, Any], Failure | None]:
        process = self._process = self._process or self._start()
        try:
            # As ASCII: a local path may hold bytes that have no UTF-8.
            process.stdin.write(json.dumps(request).encode("ascii") + b"\n")
            process.stdin.flush()
            line, failure = self._line(process, self._limits.seconds)
            if failure is None:
                return json.loads(line), None
        except (OSError, ValueError):
            failure = {"kind": "ended"}
        self._note(memory_kb(process.pid, "VmHWM"))
        self.close()
        return {}, failure

    def _line(self, process: subprocess.Popen[bytes], seconds: float) -> tuple[bytes, Failure | None]:
        """The next line of the output. It is the last one: each request has one answer."""
        until = time.monotonic() + seconds
        look = time.monotonic() + LOOK_SECONDS
        chunks: list[bytes] = []
        with selectors.DefaultSelector() as ready:
            ready.register(process.stdout, selectors.EVENT_READ)
            while True:
                now = time.monotonic()
                if now >= until:
                    return b"", {"kind": "time", "seconds": seconds}
                if now >= look:
                    look = now + LOOK_SECONDS
                    if self._note(memory_kb(process.pid)) > self._limits.memory_mb * 1024:
                        return b"", {"kind": "memory", "mb": self._limits.memory_mb}
                if not ready.select(min(look, until) - now):
                    continue
                chunk = os.read(process.stdout.fileno(), CHUNK)
                if chunk == b"":
                    return b"", {"kind": "ended"}
                chunks.append(chunk)
                if chunk.endswith(b"\n"):
                    return b"".join(chunks), None

    def _note(self, kb: int) -> int:
        self._peak_kb = max(self._peak_kb, kb)
        return kb

    def _start(self) -> subprocess.Popen[bytes]:
        # Its errors go where those of the executor go, which reads them.
        try:
            process = subprocess.Popen(
                [self._node, self._program, "rows"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                preexec_fn=_end_with_parent(),
            )
        except OSError as error:
            raise Problem(_no_node(self._node, error)) from error
        _, failure = self._line(process, START_SECONDS)
        if failure is not None:
            process.kill()
            process.wait()
            where = socket.gethostname()
            raise Problem(f"the engine cannot be started on {where}: its standard error says why")
        return process


def _end_with_parent() -> Callable[[], None] | None:
    """An engine that hangs does not see its input end. Linux can end it with the process that started it."""
    if not sys.platform.startswith("linux"):
        return None
    libc = ctypes.CDLL(None)
    return lambda: libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)

"""
Builds of implementations, how many of their traces spiral, and which of them spirals more than all before it. Counted as in
docs/fleet.md, tested as on the page (`builds.ts`, `several.ts`): Newcombe's interval of the difference, Holm's steps.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timezone
from statistics import NormalDist

from qlogscope_fleet.tables import Row

FINDING = "death-spiral"
TITLE = "Death spiral"
LEAST_JUDGED = 5
ERROR = 0.05

Key = tuple[str, str]
"""Implementation and version."""


@dataclass(frozen=True, slots=True)
class Build:
    """Times are dates of logs, in ms since 1970; None where no log tells one."""

    judged: int = 0
    hits: int = 0
    since: int | None = None
    """First trace."""
    first_hit: int | None = None

    def with_(self, other: Build) -> Build:
        return Build(
            self.judged + other.judged,
            self.hits + other.hits,
            _earlier(self.since, other.since),
            _earlier(self.first_hit, other.first_hit),
        )


def _earlier(a: int | None, b: int | None) -> int | None:
    return b if a is None else a if b is None else min(a, b)


class Builds:
    """Counts of all builds of some rows."""

    def __init__(self) -> None:
        self.by_key: dict[Key, Build] = {}

    def add(self, key: Key, build: Build) -> None:
        self.by_key[key] = self.by_key.get(key, Build()).with_(build)

    def take(self, rows: Iterable[Row]) -> None:
        """Rows of the table of traces, without copies."""
        for row in rows:
            if row["implementation"] and row["version"]:
                self.add((row["implementation"], row["version"]), _of_row(row))

    def merge(self, other: Builds) -> None:
        for key, build in other.by_key.items():
            self.add(key, build)

    def as_json(self) -> str:
        return json.dumps(
            [[*key, one.judged, one.hits, one.since, one.first_hit] for key, one in self.by_key.items()]
        )

    @staticmethod
    def of_json(text: str) -> Builds:
        made = Builds()
        for implementation, version, *counts in json.loads(text):
            made.add((implementation, version), Build(*counts))
        return made


def _of_row(row: Row) -> Build:
    time = row["recorded"] if row["recorded_from"] == "log" else None
    is_hit = FINDING in (row["alarms"] or "").split(" ")
    is_judged = is_hit or FINDING not in (row["not_judged"] or "").split(" ")
    if row["severity"] == "failed" or not is_judged:
        return Build(since=time)
    return Build(1, int(is_hit), time, time if is_hit else None)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A build and all before it of the same implementation, as one."""

    key: Key
    build: Build
    before: Build

    def difference(self, z: float) -> tuple[float, float]:
        """Newcombe's interval of the share of the build minus that before."""
        (p, p_low, p_high), (q, q_low, q_high) = _wilson(self.build, z), _wilson(self.before, z)
        return p - q - math.hypot(p - p_low, q_high - q), p - q + math.hypot(p_high - p, q - q_low)

    def is_shown(self, z: float) -> bool:
        low, high = self.difference(z)
        return low > 0 or high < 0

    def __str__(self) -> str:
        low, high = self.difference(_quantile(1))
        first = self.build.first_hit
        since = "" if first is None else f" since {datetime.fromtimestamp(first / 1000, timezone.utc):%Y-%m-%d}"
        share = 100 * (self.build.hits / self.build.judged - self.before.hits / self.before.judged)
        return (
            f"{' '.join(self.key)}: {TITLE} in {self.build.hits} of {self.build.judged}{since}; "
            f"builds before it: {self.before.hits} of {self.before.judged}; "
            f"{share:+.0f} points (95 % interval {100 * low:+.0f} to {100 * high:+.0f})"
        )


def _wilson(build: Build, z: float) -> tuple[float, float, float]:
    n, hits = build.judged, build.hits
    center = (hits + z * z / 2) / (n + z * z)
    half = z / (n + z * z) * math.sqrt(hits * (n - hits) / n + z * z / 4)
    return hits / n, max(0.0, center - half), min(1.0, center + half)


def _quantile(parts: int) -> float:
    """Two-sided, of a level of 5 % / parts."""
    return -NormalDist().inv_cdf(ERROR / 2 / parts)


def compared(builds: Builds, is_asked: Callable[[Key], bool]) -> list[Comparison]:
    """Builds that are asked for and have enough judged, as those before them have."""
    made: list[Comparison] = []
    for key, build in builds.by_key.items():
        if build.since is None or not is_asked(key):
            continue
        before = Build()
        for other, one in builds.by_key.items():
            if other[0] == key[0] and one.since is not None and one.since < build.since:
                before = before.with_(one)
        if min(build.judged, before.judged) >= LEAST_JUDGED:
            made.append(Comparison(key, build, before))
    return made


def shown_of(comparisons: list[Comparison]) -> list[Comparison]:
    """Those that show a difference, where all together may err in 5 % of cases. The j-th step holds where j of them do at its level."""
    shown: list[Comparison] = []
    for step in range(len(comparisons)):
        z = _quantile(len(comparisons) - step)
        holding = [one for one in comparisons if one.is_shown(z)]
        if len(holding) <= step:
            break
        shown = holding
    return shown


def _worse(builds: Builds, is_asked: Callable[[Key], bool]) -> list[Comparison]:
    return [one for one in shown_of(compared(builds, is_asked)) if one.difference(_quantile(1))[0] > 0]


def alarms(before: Builds, new: Builds) -> list[Comparison]:
    """Builds of new rows that spiral more than all builds before them, and did not before these rows came."""
    after = Builds()
    after.merge(before)
    after.merge(new)
    known = {one.key for one in _worse(before, new.by_key.__contains__)}
    return [one for one in _worse(after, new.by_key.__contains__) if one.key not in known]

"""Why the window, the pacer or the credit held, and what it cost, by docs/account.md."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from dataclasses import dataclass
from math import ceil, log2

from account import BUSY, TRIPS, Account, Cover, Part, Trip, within
from packets import UNLIMITED, Packet
from path_course import delay_at
from reductions import period_end, periods
from traffic import NEVER

PROVE = ("death-spiral", "stuck-window", "state-dwell", "paced-flat-window")
BELOW_TRIPS = 3
NEAREST, REACH_US, REACH_TRIPS = 15, 2e6, 20
CUTS = {"queueFull": "cutQueue", "policed": "cutPoliced", "burst": "cutBurst", "random": "cutRandom", "tooLarge": "cutTooLarge", "unknown": "cutUnknown"}
INITIAL_WINDOW = 12_000
ASKS_NOTHING = ("application", "nextRequest")
# A rate that is proved over the whole span.
ALL = 0.999
FULL_SHARE, PROVED_SHARE = 0.15, 0.5
ONE_FAMILY = {"cutBurst": "cutRandom", "lossDetection": "pathStalled"}


@dataclass
class Loss:
    packet: Packet
    kind: str


class Reasons:
    """Splits the parts of an account by cause, and charges to each what the path stood idle."""

    def __init__(self, account: Account) -> None:
        self.account = account
        self.of = account.of
        line = account.line
        self.by_estimate = self._follows(line.get("controller") or {})
        self.losses = self._kinds(line.get("lossKinds") or {})
        self.lost_us = [one.packet.lost_us or 0.0 for one in self.losses]
        self.proofs = Cover([(one["startMs"] * 1000, one["endMs"] * 1000) for one in line["findings"] if one["id"] in PROVE])
        self.cuts = self._reductions()
        cwnd = self.of.metric("cwnd")
        falls = [at for at, before, after in zip(cwnd.times[1:], cwnd.values, cwnd.values[1:]) if after < before]
        self.first_fall = (falls or [NEVER])[0] if self.by_estimate else (self.cuts or [(NEVER, "")])[0][0]
        self.starts = [trip.start_us for trip in account.trips]
        self.configured, self.below = self._trips()
        self.parts = [part for one in account.parts for part in self._split(one)]

    def _follows(self, controller: dict) -> bool:
        """Whether nothing shows that losses set the window: a state, a threshold, a model."""
        states = " ".join(name for _, name in self.of.states).lower()
        if re.search(r"startup|drain|probe", states):
            return True
        threshold = min(self.of.metric("ssthresh").values, default=UNLIMITED) < UNLIMITED
        words = controller.get("words") or ""
        compared = not words.startswith("not compared") and "estimate of the path" not in words
        return not (re.search(r"recovery|slow.?start|avoidance", states) or threshold or compared)

    # Losses, and reductions of the window

    def _kinds(self, counts: dict) -> list[Loss]:
        """How many are of which kind is given; which they are follows from sizes, delays and rows of numbers."""
        lost = [one for _, one in sorted(self.of.losses, key=lambda pair: pair[0]) if one.in_flight]
        left = [one for one in lost if one.acked_us is None]
        kinds: dict[int, str] = {}

        def take(kind: str, ordered: list[Packet]) -> None:
            for one in [one for one in ordered if one.order not in kinds][: counts.get(kind) or 0]:
                kinds[one.order] = kind

        take("tooLarge", sorted(left, key=lambda one: -one.size))
        delays = {one.order: delay_at(self.of, one.time_us) for one in left} if (counts.get("queueFull") or 0) else {}
        take("queueFull", sorted(left, key=lambda one: -delays.get(one.order, 0.0)))
        rows = self._rows(left)
        take("burst", sorted(left, key=lambda one: -rows[one.order]))
        for kind in ("policed", "random", "unknown"):
            take(kind, left)
        return [Loss(one, "spurious" if one.acked_us is not None else kinds.get(one.order, "unknown")) for one in lost]

    @staticmethod
    def _rows(lost: list[Packet]) -> dict[int, int]:
        """How many lost packets in a row, by number, each belongs to."""
        found: dict[int, int] = {}
        row: list[Packet] = []
        for one in sorted(lost, key=lambda one: (one.space, one.number)):
            if row and (one.space, one.number) != (row[-1].space, row[-1].number + 1):
                row = []
            row.append(one)
            found.update({each.order: len(row) for each in row})
        return found

    def _reductions(self) -> list[tuple[float, str]]:
        """(time, cause) of each recovery period in which the window fell."""
        found, cwnd = [], self.of.metric("cwnd")
        for start, end in periods(self.of):
            values = cwnd.within(start - 1, min(end - 1, period_end(self.of, start) + 1))
            if not len(cwnd) or any(after < before for before, after in zip(values, values[1:])):
                found.append((start, self._cause_of(start)))
        return found

    def _cause_of(self, time: float) -> str:
        if all(at != time for at in self.lost_us) and any(at == time for at, _, _ in self.of.ecn):
            return "cutMarks"
        smoothed = self.account.smoothed(time)
        recent = [one for one in self.losses if time - 3 * smoothed <= one.packet.time_us <= time]
        spurious = sum(one.kind == "spurious" for one in recent)
        if spurious > len(recent) - spurious:
            return "cutSpurious"
        at, reach = time - smoothed, max(REACH_US, REACH_TRIPS * smoothed)
        near = sorted((abs(one.packet.time_us - at), one.kind) for one in self.losses if one.kind != "spurious" and abs(one.packet.time_us - at) <= reach)
        kinds = Counter(kind for _, kind in near[:NEAREST] if kind != "unknown")
        if not kinds:
            return "cutUnknown"
        at_random, in_bursts = kinds.pop("random", 0), kinds.pop("burst", 0)
        best, number = max(kinds.items(), key=lambda pair: pair[1], default=("unknown", 0))
        return CUTS[best] if number > at_random + in_bursts else CUTS["burst" if in_bursts > at_random else "random"]

    # Round trips of one kind

    def _trips(self) -> tuple[Cover, Cover]:
        account = self.account
        largest = max((trip.window for trip in account.trips if trip.is_full and trip.window == trip.window), default=0.0)
        below: list[tuple[float, float]] = []
        same: list[Trip] = []
        slow: list[Trip] = []
        for trip in [*account.trips, None]:
            same += [trip] if trip is not None and trip.is_full and trip.window == largest else []
            is_slow = trip is not None and trip.has_rate and trip.busy < BUSY and trip.start_us >= self.first_fall
            slow = [*slow, trip] if is_slow else self._row(slow, BELOW_TRIPS, below)
        configured = [(trip.start_us, trip.end_us) for trip in same] if len(same) >= TRIPS else []
        return Cover(configured), Cover(below)

    @staticmethod
    def _row(row: list, least: int, found: list) -> list:
        """Ends a row of round trips: it counts where it is long enough."""
        if len(row) >= least:
            found.append((row[0].start_us, row[-1].end_us))
        return []

    # Causes

    def _split(self, part: Part) -> list[Part]:
        if part.holder == "credit":
            return [Part(part.start_us, part.end_us, part.holder, self._credit(part))]
        if part.holder not in ("window", "pacing"):
            return [part]
        edges = {part.start_us, part.end_us, *self.starts}
        ordered = sorted(edge for edge in edges if part.start_us <= edge <= part.end_us)
        return [Part(low, high, part.holder, self._cause((low + high) / 2)) for low, high in zip(ordered, ordered[1:])]

    def _cause(self, at: float) -> str:
        """Of a round trip, the first that holds."""
        trip = self.account.trips[max(0, bisect_right(self.starts, at) - 1)]
        if within(self.proofs, trip.start_us, trip.end_us) > 0:
            return "doesNotGrow"
        if trip.is_proved and trip.busy >= BUSY:
            return "fullPath"
        if not self.by_estimate and self.configured.at(at) is not None:
            return "configured"
        if self.by_estimate and self.below.at(at) is not None:
            return "estimateBelow"
        i = bisect_left([time for time, _ in self.cuts], trip.end_us) - 1
        if i >= 0 and not self.by_estimate:
            return self.cuts[i][1]
        return "startUp" if trip.start_us < self.first_fall else "unknown"

    def _credit(self, part: Part) -> str:
        """By the grant that ends it: within a round trip of the data that earned it, a window before the new limit."""
        traffic = self.account.traffic
        grants = [one for one in traffic.credits if one.time_us >= part.end_us - 1]
        before = [one for one in traffic.credits if one.time_us < part.end_us - 1]
        if not grants or part.end_us >= self.account.end_us:
            return "neverRenewed"
        grant = grants[0]
        same = [one.limit for one in before if one.stream == grant.stream]
        first = traffic.first_limit(grant.stream) if grant.stream is not None else None
        limits = [*same, *([] if first is None else [first])]
        earned = grant.limit - (min(limits) if limits else 0)
        sent = self._sent_at(grant.stream, earned)
        late = self.account.smoothed(part.start_us) + self.of.max_ack_delay_us
        return "windowTooSmall" if grant.time_us - sent <= late else "readerSlow"

    def _sent_at(self, stream: int | None, offset: int) -> float:
        """When so many bytes had been sent, of a stream or of all."""
        total = 0
        for use in self.account.traffic.uses:
            total += use.fresh if stream is None else use.streams.get(stream, 0)
            if total >= offset:
                return use.packet.time_us
        return self.account.end_us

    # What it cost

    def lost(self) -> dict[tuple[str, str | None], float]:
        """Idle time by holder and cause, µs, without what any sender needs; of the application and the next request none."""
        found: dict = {}
        for part in self.parts:
            if part.holder not in ASKS_NOTHING:
                key = part.holder, part.cause
                found[key] = found.get(key, 0.0) + within(self.account.idle, part.start_us, part.end_us)
        start_up = [("window", "startUp"), ("pacing", "startUp")]
        ends, doublings = self._needed()
        for needed, keys in ((ends, [("handshake", None), ("inTransit", None), *start_up]), (doublings, start_up)):
            for key in keys:
                taken = min(needed, found.get(key, 0.0))
                found[key] = found.get(key, 0.0) - taken
                needed -= taken
        return found

    def _needed(self) -> tuple[float, float]:
        """µs of the handshake and the two halves of a round trip, and of the start-up."""
        least = self.account.least_rtt()
        window = next(iter(self.of.metric("cwnd").values), INITIAL_WINDOW)
        rate = next((rate for _, _, rate, _ in self.account.rates()), 0.0)
        kinds = {str((event.data.get("header") or {}).get("packet_type")).lower() for event in self.of.events}
        handshakes = 2 if "retry" in kinds else 0 if kinds & {"0rtt", "zerortt"} else 1
        return (handshakes + 1) * least, ceil(log2(rate * least / window)) * least if rate * least > window else 0.0

    def balance(self, lost_us: float, needed_us: float) -> float | None:
        """What is lost, idle without being asked, needed and carried, ÷ the span; None where R is not proved all the time."""
        account = self.account
        proved = Cover([(low, high) for low, high, _, is_proved in account.rates() if is_proved])
        span = account.end_us - account.start_us
        if span <= 0 or within(proved, account.start_us, account.end_us) < ALL * span:
            return None
        free = sum(within(account.idle, part.start_us, part.end_us) for part in self.parts if part.holder in ASKS_NOTHING)
        sizes = [(one.time_us, one.size) for one in self.of.sent if one.acked_us is not None and one.time_us < account.end_us]
        carried = sum(size / next(rate for low, high, rate, _ in reversed(account.rates()) if low <= time) for time, size in sizes if time >= account.rates()[0][0])
        return (lost_us + free + needed_us + carried) / span

    def main(self) -> tuple[str, str | None]:
        account = self.account
        span = account.end_us - account.start_us
        held: dict = {}
        for part in self.parts:
            held[part.holder, part.cause] = held.get((part.holder, part.cause), 0.0) + part.us
        lost = self.lost()
        proved = sum(max(0.0, min(high, account.end_us) - max(low, account.start_us)) for low, high, _, is_proved in account.rates() if is_proved)
        if proved < PROVED_SHARE * span:
            if account.rates() and ("inTransit", None) in held:
                held["inTransit", None] = sum(within(account.idle, part.start_us, part.end_us) for part in self.parts if part.holder == "inTransit")
            return largest(held)
        most = largest(held)
        if most[0] in ASKS_NOTHING:
            return most
        return ("window", "fullPath") if sum(lost.values()) < FULL_SHARE * span else largest(lost)


def largest(values: dict) -> tuple[str, str | None]:
    """The largest; those that rank as one together, named by the larger."""
    families: dict = {}
    for (holder, cause), value in values.items():
        family = ONE_FAMILY.get(holder, holder), None if holder == "pacing" else ONE_FAMILY.get(cause, cause)
        families.setdefault(family, []).append((value, holder, cause))
    best = max(families.values(), key=lambda found: sum(value for value, _, _ in found), default=[(0.0, "notKnown", None)])
    _, holder, cause = max(best, key=lambda one: one[0])
    return holder, cause

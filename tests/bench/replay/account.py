"""Who held the sender at each instant, by docs/account.md: span, constraints, and the one that holds."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import combinations, islice
from pathlib import Path
from statistics import median

from claims import Sentence
from connection import APPLICATION, Connection
from gaps import longest_quiet, packet_times, stops_in
from packets import Packet
from series import NAN, Series, merged_steps
from stalls import STOP
from traffic import NEVER, Traffic

Spans = list[tuple[float, float]]
# The page's figures: what chance excludes, packets that say how many are lost, probes and ACKs that count as one.
CHANCE, NEAR_BY, ONE_US = 1e-4, 40, 1000.0
BUNCH, BUNCH_US = 3, 2000.0
SHORT_US = 2000.0
MOST_STOPS = 12
BURST_US, BURST_SHARE = 250.0, 0.05
PACER, TRIPS, BUSY = 1.25, 10, 0.85
SILENCE, PACED, SHORT = 0.8, 0.8, 0.5


@dataclass
class Part:
    start_us: float
    end_us: float
    holder: str
    cause: str | None = None

    @property
    def us(self) -> float:
        return self.end_us - self.start_us


@dataclass
class Trip:
    """A round trip of the span; what stood in it."""

    start_us: float
    end_us: float
    is_full: bool = False
    busy: float = 0.0
    is_proved: bool = False
    is_slow: bool = False
    has_rate: bool = False
    sent: int = 0
    window: float = NAN


class Cover:
    """Stretches of one constraint, in order of time and apart."""

    def __init__(self, spans: Spans) -> None:
        self.spans: Spans = []
        for low, high in sorted(spans):
            if self.spans and low <= self.spans[-1][1]:
                self.spans[-1] = (self.spans[-1][0], max(high, self.spans[-1][1]))
            elif high > low:
                self.spans.append((low, high))
        self.starts = [low for low, _ in self.spans]

    def at(self, time_us: float) -> float | None:
        """When the stretch ends that holds a time; None where none does."""
        i = bisect_right(self.starts, time_us) - 1
        return self.spans[i][1] if i >= 0 and time_us < self.spans[i][1] else None

    def edges(self) -> list[float]:
        return [edge for span in self.spans for edge in span]


class Account:
    """@param line what `check --json` says of the trace: its path, its end and its findings are given."""

    def __init__(self, connection: Connection, line: dict) -> None:
        self.of = connection
        self.line = line
        self.path = Path(line["file"])
        self.traffic = Traffic(connection)
        self.sends = [one for one in connection.sent if one.eliciting]
        self.sent_us = [one.time_us for one in self.sends]
        self.data_us = [use.packet.time_us for use in self.traffic.uses]
        self._all_us = [one.time_us for one in connection.sent]
        self.start_us, self.end_us = self._span()
        writer = f"{connection.raw.header.get('title', '')} {connection.raw.header.get('description', '')}".lower()
        # Per µs: quiche and neqo log bytes per second, others bits.
        self.rate_unit = 1e6 if "quiche" in writer or "neqo" in writer else 8e6
        self.has_window = len(connection.metric("cwnd")) > 0
        self.stopped = Cover(self._stops())
        self.handshake = Cover(self._handshake())
        self.burst = self._burst()
        self.full = Cover(self._full())
        self.stalled, self.detecting = self._overdue()
        self.credit = Cover(self._credit())
        self.certain, self.waiting, self.transit = (Cover(one) for one in self._application())
        self.idle = self._idle()
        self.trips = self._trips()
        self.parts = self._parts()

    def smoothed(self, time_us: float) -> float:
        """RFC 9002 §5.3, of the packets; the first sample before there is one."""
        samples = self.of.srtts
        return samples.at(max(time_us, samples.times[0])) if len(samples) else NAN

    def least_rtt(self) -> float:
        """The smallest RTT of the path."""
        return next((one["rttMinMs"] * 1000 for one in self.line["path"] if one["rttMinMs"]), self.of.min_rtt())

    # The span

    def _span(self) -> tuple[float, float]:
        times = packet_times(self.of)
        if not times:
            return self.of.first_us, self.of.first_us
        acked = [one.packet.acked_us for one in self.traffic.uses if one.packet.acked_us is not None and one.sent]
        end = max(acked, default=times[0])
        if self._is_open() or not acked:
            ended = self.line.get("ended")
            end = max(end, self.of.last_us if ended is None or ended["ms"] is None else min(self.of.last_us, ended["ms"] * 1000))
        return times[0], end

    def _is_open(self) -> bool:
        """Data waits for credit as the log ends, or a packet with data has no fate, or was lost after the last was sent."""
        if self.traffic.is_blocked:
            return True
        last = self.data_us[-1] if self.data_us else 0.0
        packets = [one.packet for one in self.traffic.uses if one.packet.acked_us is None]
        return any(one.lost_us is None or one.lost_us > last for one in packets)

    # a, b

    def _stops(self) -> Spans:
        """As many as the finding proves, of which it gives the longest: the longest times without a packet while data is in flight."""
        found = [one for one in self.line["findings"] if one["id"] == "host-stall" and one["verdict"].startswith("This host")]
        spans = [(one["startMs"] * 1000, one["endMs"] * 1000) for one in found]
        quiet = [longest_quiet(self.of, gap.start_us, gap.end_us) for gap in stops_in(self.of)]
        for one, (start, end) in zip(found, list(spans)):
            said = Sentence(STOP, one["verdict"])
            more = 0 if said.has("length") else int(said["times"]) - 1 if said.has("times") else 1
            others = [(low, high) for low, high in quiet if high - low <= end - start and (high <= start or low >= end)]
            longest = sorted(others, key=lambda span: span[0] - span[1])[:MOST_STOPS]
            left = 0.0 if said.has("length") else said["all"] - (end - start)
            # Those that are as long together as the sentence says.
            spans += min(combinations(longest, min(more, len(longest))), key=lambda chosen: abs(sum(high - low for low, high in chosen) - left))
        return spans

    def _handshake(self) -> Spans:
        if self.traffic.role == "server":
            ends = self.traffic.requests[:1]
            end = ends[0][0] if ends else min(self.data_us, default=self.end_us)
        else:
            end = min((one.time_us for one in self.of.sent if one.space == 2), default=self.end_us)
        return [(self.start_us, end)]

    # c, d

    def _overdue(self) -> tuple[Cover, Cover]:
        """Of each time between two ACKs of anything new that is longer than a smoothed RTT."""
        stalled: Spans = []
        late: Spans = []
        orders = [one.order for one in self.sends]
        acked = sorted((one.acked_us, one.order) for one in self.of.sent if one.acked_us is not None)
        newest, at = -1, 0
        ends = sorted({time for time, _ in acked if time <= self.end_us} | {self.end_us})
        for begin, end in zip(ends, ends[1:]):
            while at < len(acked) and acked[at][0] <= begin:
                newest = max(newest, acked[at][1])
                at += 1
            smoothed, late_us = self._timer(begin)
            if end - begin <= smoothed:
                continue
            first = self._next_of(bisect_right(orders, newest), end)
            pause = None if first is None or first.time_us + late_us >= end else self._pause_after(first, smoothed, end)
            if first is None or pause is None:
                continue
            start = max(first.time_us + smoothed, pause)
            if start >= end:
                continue
            until = self._stalled_until(first, pause, end, late_us)
            stalled.append((start, max(start, until)))
            late.append((max(start, until), end))
        return Cover(stalled), Cover(late)

    def _pause_after(self, first: Packet, smoothed: float, end: float) -> float | None:
        """The last packet before nothing is sent for a smoothed RTT."""
        low, high = bisect_left(self.sent_us, first.time_us), bisect_left(self.sent_us, end)
        times = [*self.sent_us[low:high], end]
        return next((one for one, after in zip(times, times[1:]) if after - one > smoothed), None)

    def _timer(self, time_us: float) -> tuple[float, float]:
        smoothed = self.smoothed(time_us)
        return smoothed, smoothed + max(4 * self.of.rttvars.at(time_us), ONE_US) + self.of.max_ack_delay_us

    def _next_of(self, i: int, end: float) -> Packet | None:
        """The packet whose ACK is due next, be it declared lost by now."""
        return next((one for one in self.sends[i:] if one.time_us < end and one.space == APPLICATION), None)

    def _stalled_until(self, first: Packet, pause: float, end: float, late_us: float) -> float:
        """Up to when nothing came through; minus infinity where losses may have eaten what was sent."""
        at, low, high = bisect_left(self.sent_us, first.time_us), bisect_right(self.sent_us, pause), bisect_left(self.sent_us, end)
        probes = self.sends[low:high]
        silent = [one.time_us for one in probes if one.acked_us is None or one.acked_us - one.time_us > late_us]
        waiting = self.sends[at:high]
        bunch = [one for one in waiting if one.acked_us is not None and one.acked_us <= end + BUNCH_US and one.acked_us - one.time_us > late_us]
        if len(silent) == len(probes) and not any(one.lost_us is not None for one in waiting) and len(bunch) >= BUNCH:
            return end
        share = max(self._both_ways(self.sends[:at][::-1]), self._both_ways(self.sends[high:]))
        number = sum(1 for before, time in zip([-NEVER, *silent], silent) if time - before > ONE_US)
        return silent[-1] if number and share**number < CHANCE else -NEVER

    @staticmethod
    def _both_ways(packets: list[Packet]) -> float:
        """What chance has that one packet has no answer, by the nearest whose fate is known; none says nothing."""
        settled = list(islice((one for one in packets if one.acked_us is not None or one.lost_us is not None), NEAR_BY))
        lost = sum(one.stays_lost for one in settled)
        return 1 - (1 - (lost + 0.5) / (len(settled) + 1)) ** 2 if settled else 0.0

    # e

    def _burst(self) -> float:
        sizes: list[float] = []
        before = -NEVER
        for one in self.of.sent:
            if one.space != APPLICATION:
                continue
            if one.time_us - before <= BURST_US:
                sizes[-1] += one.size
            else:
                sizes.append(one.size)
            before = one.time_us
        return median(sizes) if sizes else self.of.datagram

    def _fills(self, out: float, window: float) -> bool:
        """A burst more does not fit."""
        return window - out < max(self.of.datagram, min(self.burst, BURST_SHARE * window))

    def _full(self) -> Spans:
        cwnd, size, found = self.of.metric("cwnd"), self.of.datagram, []
        last = Series()
        for one in self.sends:
            last.add(one.time_us, one.size)
        for low, high, (window, out, sent) in merged_steps(self.start_us, self.end_us, cwnd, self.of.current_flight, last):
            room = window - out
            # After a short packet that left room for the rest of a datagram nothing waits.
            is_short = sent < SHORT * size and room >= size - sent
            if self._fills(out, window) and not is_short:
                found.append((low, high))
        return found

    # f

    def _credit(self) -> Spans:
        """Flow control leaves less than the payload of a datagram: on the connection, or on every stream with data."""
        traffic = self.traffic
        steps: list[tuple[float, int, str, object]] = [(one.time_us, 0, "limit", one) for one in traffic.credits]
        steps += [(use.packet.time_us, 1, "use", use) for use in traffic.uses]
        steps += [(time, 2, "wait", by) for span in traffic.unopened for time, by in zip(span, (1, -1))]
        limits: dict[int | None, int] = {}
        used: dict[int | None, int] = {None: 0}
        found: Spans = []
        since, unopened = None, 0
        for time, _, kind, one in sorted(steps, key=lambda step: step[:2]):
            if kind == "limit":
                limits[one.stream] = max(limits.get(one.stream, 0), one.limit)
            elif kind == "wait":
                unopened += one
            else:
                used[None] += one.fresh if one.streams else 0
                for number, new in one.streams.items():
                    used[number] = used.get(number, 0) + new
            open_ = [number for number, stream in traffic.streams.items() if stream.opened_us <= time < stream.ended_us]
            blocked = (open_ or unopened) and (self._short(None, limits, used) or all(self._short(number, limits, used) for number in open_))
            if blocked and since is None:
                since = time
            elif not blocked and since is not None:
                found.append((since, time))
                since = None
        return found if since is None else [*found, (since, NEVER)]

    def _short(self, number: int | None, limits: dict, used: dict) -> bool:
        limit = limits.get(number)
        first = None if number is None else self.traffic.first_limit(number)
        limit = first if limit is None else max(limit, first or 0)
        return limit is not None and limit - used.get(number, 0) < (self.traffic.payload if number is None else 1)

    # g

    def _application(self) -> tuple[Spans, Spans, Spans]:
        """Times without unsent data: of the application, for the next request, and after the last data."""
        traffic = self.traffic
        certain: Spans = []
        waiting: Spans = self._silences() if not traffic.has_fin else []
        transit: Spans = []
        asked = [time for time, _ in traffic.requests]
        for low, high in self._closed() if traffic.has_fin else []:
            if high == NEVER:
                transit.append((low, high))
                continue
            i = bisect_right(asked, low)
            request = asked[i] if traffic.role == "server" and i < len(asked) and asked[i] < high else low
            waiting.append((low, request))
            certain.append((request, high))
        return certain, waiting, transit

    def _closed(self) -> Spans:
        """Times in which each stream that was opened is ended."""
        changes = sorted([(one.opened_us, 0, 1) for one in self.traffic.streams.values()] + [(max(one.opened_us, one.ended_us), 1, -1) for one in self.traffic.streams.values()])
        found: Spans = []
        open_, since = 0, self.start_us
        for time, _, by in changes:
            if open_ == 0:
                found.append((since, time))
            open_ += by
            since = time
        return [*found, (since, NEVER)] if open_ == 0 and since < NEVER else found

    def _silences(self) -> Spans:
        """Where the log shows no FIN: a new request ends a silence."""
        found: Spans = []
        for time, _ in self.traffic.requests:
            i = bisect_left(self.data_us, time) - 1
            since = max(self.data_us[i], found[-1][1] if found else -NEVER) if i >= 0 else NEVER
            if time - since > SILENCE * self.of.min_rtt():
                found.append((since, time))
        return found

    # What the path could have carried

    def rates(self) -> list[tuple[float, float, float, bool]]:
        """(from, to, bytes per µs, proved) of the path's intervals that have a rate."""
        return [(one["fromMs"] * 1000, one["toMs"] * 1000, one["rateMbit"] / 8, one["proof"] == "proved") for one in self.line["path"] if one["rateMbit"]]

    def _idle(self) -> Cover:
        """When a link of the path's rate, fed with what was delivered, has nothing to send."""
        fed = Series()
        total = 0
        for one in self.of.sent:
            if one.acked_us is not None:
                total += one.size
                fed.add(one.time_us, total)
        found: Spans = []
        backlog = 0.0
        for start, end, rate, _ in self.rates():
            points = [*fed.points(start, end - 1e-6), (end, fed.at(end))]
            at, before = start, fed.before(start)
            before = 0.0 if before != before else before
            for time, total in points:
                empty = at + backlog / rate
                if empty < time:
                    found.append((empty, time))
                backlog = max(0.0, backlog - (time - at) * rate) + (0.0 if total != total else total - before)
                at, before = time, before if total != total else total
        return Cover([(max(low, self.start_us), min(high, self.end_us)) for low, high in found])

    # Round trips

    def _trips(self) -> list[Trip]:
        found: list[Trip] = []
        at = self.start_us
        first = self.of.rtts.times[0] if len(self.of.rtts) else self.end_us
        while at < self.end_us:
            length = self.smoothed(at)
            end = at + length if length > 0 else max(at + ONE_US, first)
            found.append(Trip(at, min(self.end_us, end)))
            at = end
        spans = self.full.spans
        cwnd, flight, pacing = self.of.metric("cwnd"), self.of.current_flight, self.of.metric("pacing_rate")
        tops: list[float] = []
        proved = Cover([(low, high) for low, high, _, is_proved in self.rates() if is_proved])
        rated = Cover([(low, high) for low, high, _, _ in self.rates()])
        for trip in found:
            low, high = trip.start_us, trip.end_us
            i = bisect_right(self.full.starts, low) - 1
            trip.is_full = any(start < high and end > low for start, end in spans[max(0, i) : i + 2])
            # Full for an instant, between events of one time.
            trip.is_full = trip.is_full or any(self._fills(value, cwnd.before(at)) for at, value in flight.points(low, high - 1e-3))
            trip.is_proved, trip.has_rate = proved.at(low) is not None, rated.at(low) is not None
            trip.busy = 1 - within(self.idle, low, high) / (high - low)
            top = max(flight.within(low, high - 1e-3), default=0.0)
            tops.append(top)
            trip.window = window = next((cwnd.at(at) for at, value in [(low, flight.at(low)), *flight.points(low, high - 1e-3)] if value == top), NAN)
            trip.sent = sum(one.size for one in self.of.sent[bisect_left(self._all_us, low) : bisect_left(self._all_us, high)] if one.in_flight)
            rate = pacing.at(high - 1)
            allowed = rate / self.rate_unit * (high - low) if rate == rate else PACER * window
            trip.is_slow = not top > 0 or top < window / 2 and trip.sent < PACED * allowed
        self._stay(found, tops)
        for trip in found:
            if trip.is_proved and trip.busy >= BUSY:
                trip.is_slow = False
        return found

    def _stay(self, trips: list[Trip], tops: list[float]) -> None:
        """Tops of the flight that stay, below the window: a buffer of the stack's own."""
        size = self.of.datagram
        room = [not trip.is_full and trip.window - top >= 2 * size for trip, top in zip(trips, tops)]
        for i in range(len(trips) - TRIPS + 1):
            part = tops[i : i + TRIPS]
            if all(room[i : i + TRIPS]) and max(part) - min(part) <= 2 * size and min(part) > 0 and self._released(trips[i].start_us, trips[i + TRIPS - 1].end_us):
                for trip in trips[i : i + TRIPS]:
                    trip.is_slow = True

    def _released(self, low: float, high: float) -> bool:
        """Do ACKs release half of the packets or more?"""
        packets = [one for one in self.sends[bisect_left(self.sent_us, low) : bisect_left(self.sent_us, high)]]
        near = min(self.smoothed(low) / 16, 1000.0)
        soon = 0
        for one in packets:
            i = bisect_right(self.of.acks_us, one.time_us) - 1
            soon += i >= 0 and one.time_us - self.of.acks_us[i] <= near
        return bool(packets) and soon >= len(packets) / 2

    # The partition

    def _parts(self) -> list[Part]:
        covers = [self.stopped, self.handshake, self.stalled, self.detecting, self.full, self.credit, self.certain, self.waiting, self.transit]
        edges = {self.start_us, self.end_us, *(edge for cover in covers for edge in cover.edges()), *(trip.end_us for trip in self.trips), *self.sent_us}
        ordered = sorted(edge for edge in edges if self.start_us <= edge <= self.end_us)
        starts = [trip.start_us for trip in self.trips]
        found = [Part(low, high, *self._holder((low + high) / 2, starts)) for low, high in zip(ordered, ordered[1:])]
        if all(event.time_us % 1000 == 0 for event in self.of.events):
            self._join_short(found, starts)
        return self._long_gaps(found)

    def _join_short(self, parts: list[Part], starts: list[float]) -> None:
        """A wait that is too short for a clock of whole ms goes on as the one before it."""
        sent, before, last = [self.start_us, *self.sent_us], None, None
        for part in parts:
            i = bisect_right(sent, part.start_us)
            if i < len(sent) and sent[i] - sent[i - 1] < SHORT_US:
                last = last or before
                if last is not None:
                    part.holder, part.cause = self._unbound((part.start_us + part.end_us) / 2, starts) if last.cause == "gap" else (last.holder, last.cause)
            else:
                before, last = part, None

    def _long_gaps(self, parts: list[Part]) -> list[Part]:
        """Nothing is sent for longer than a smoothed RTT, as it is when that ends, and nothing binds: the application."""
        gaps = [part for part in parts if part.cause == "gap"]
        of = [bisect_right(self.sent_us, part.start_us) for part in gaps]
        lengths: dict[int, float] = {}
        for i, part in zip(of, gaps):
            lengths[i] = lengths.get(i, 0.0) + part.us
        for i, part in zip(of, gaps):
            if i < len(self.sent_us) and lengths[i] > self.smoothed(self.sent_us[i]):
                part.holder = "application"
            part.cause = "inferred" if part.holder == "application" else None
        return parts

    def _holder(self, at: float, starts: list[float]) -> tuple[str, str | None]:
        for cover, name in ((self.stopped, "hostStopped"), (self.handshake, "handshake"), (self.stalled, "pathStalled"), (self.detecting, "lossDetection")):
            if cover.at(at) is not None:
                return name, None
        own = [
            (self.credit.at(at), "credit", None),
            (self.full.at(at), "window", None),
            (self.certain.at(at), "application", "certain"),
            (self.waiting.at(at), "nextRequest", None),
            (self.transit.at(at), "inTransit", None),
        ]
        binding = [one for one in own if one[0] is not None]
        if binding:
            last = max(one[0] for one in binding)
            name, cause = next((name, cause) for end, name, cause in binding if end >= last - ONE_US)
            return name, cause
        return self._unbound(at, starts)

    def _unbound(self, at: float, starts: list[float]) -> tuple[str, str | None]:
        """Nothing binds: data waits, or the application has none."""
        if not self.data_us or at >= self.data_us[-1]:
            return "inTransit", None
        if not self.has_window:
            return "sender", "windowNotLogged"
        trip = self.trips[max(0, bisect_right(starts, at) - 1)]
        if trip.is_full:
            return "window", "gap"
        return ("application", "gap") if trip.is_slow else ("pacing", "gap")


def within(cover: Cover, low: float, high: float) -> float:
    """How much of a time is covered."""
    i = max(0, bisect_right(cover.starts, low) - 1)
    total = 0.0
    while i < len(cover.spans) and cover.spans[i][0] < high:
        total += max(0.0, min(high, cover.spans[i][1]) - max(low, cover.spans[i][0]))
        i += 1
    return total

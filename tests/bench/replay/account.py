"""Who held the sender at each instant, by docs/account.md: span, constraints, and the one that holds."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from claims import Sentence
from connection import Connection
from gaps import longest_quiet, packet_times, stops_in
from packets import Packet
from series import NAN, Series, merged_steps
from stalls import STOP
from traffic import NEVER, Traffic

Spans = list[tuple[float, float]]
# The page's figures: what chance excludes, packets that say how many are lost, probes and ACKs that count as one.
CHANCE, NEAR_BY, ONE_US = 1e-4, 40, 1000.0
BUNCH = 3
BURST_US, BURST_SHARE = 250.0, 0.05
PACER, TRIPS, BUSY = 1.25, 10, 0.85
SILENCE = 0.8


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
    sent: int = 0


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
        self.fresh_us = [use.packet.time_us for use in self.traffic.uses if use.fresh]
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
        acked = [one.packet.acked_us for one in self.traffic.uses if one.packet.acked_us is not None]
        end = max(acked, default=times[0])
        if self.traffic.undelivered() or not acked:
            ended = self.line.get("ended")
            end = max(end, self.of.last_us if ended is None or ended["ms"] is None else min(self.of.last_us, ended["ms"] * 1000))
        return times[0], end

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
            spans += sorted(others, key=lambda span: span[0] - span[1])[:more]
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
        stalled: Spans = []
        late: Spans = []
        orders = [one.order for one in self.sends]
        acked = sorted((one.acked_us, one.order) for one in self.of.sent if one.acked_us is not None)
        newest, at = -1, 0
        ends = sorted({time for time, _ in acked if time <= self.end_us} | {self.end_us})
        for begin, end in zip([self.start_us, *ends], ends):
            while at < len(acked) and acked[at][0] <= begin:
                newest = max(newest, acked[at][1])
                at += 1
            first = self._next_of(bisect_right(orders, newest), begin, end)
            if first is None:
                continue
            smoothed, late_us = self._timer(max(begin, first.time_us))
            if not first.time_us + late_us < end:
                continue
            start = max(first.time_us + smoothed, begin, self._last_fresh(first.time_us + late_us, end))
            if start >= end:
                continue
            until = self._stalled_until(first, start, end, late_us)
            stalled.append((start, until))
            late.append((until, end))
        return Cover(stalled), Cover(late)

    def _last_fresh(self, overdue: float, end: float) -> float:
        """The last packet with new data that the window let through: once the ACK is overdue, others are probes."""
        i = bisect_left(self.fresh_us, end) - 1
        while i > 0 and self.fresh_us[i] >= overdue and self.full.at(self.fresh_us[i] - 1) is not None:
            i -= 1
        return self.fresh_us[i] if i >= 0 else 0.0

    def _timer(self, time_us: float) -> tuple[float, float]:
        smoothed = self.smoothed(time_us)
        return smoothed, smoothed + 4 * self.of.rttvars.at(time_us) + self.of.max_ack_delay_us

    def _next_of(self, i: int, begin: float, end: float) -> Packet | None:
        """The packet in flight whose ACK is due next."""
        while i < len(self.sends) and self.sends[i].time_us < end:
            one = self.sends[i]
            if not one.dropped and (one.lost_us is None or one.lost_us >= end):
                return one
            i += 1
        return None

    def _stalled_until(self, first: Packet, start: float, end: float, late_us: float) -> float:
        """Up to when nothing came through; the start where losses may have eaten what was sent."""
        low, high = bisect_right(self.sent_us, start), bisect_left(self.sent_us, end)
        probes: list[float] = []
        for one in self.sends[low:high]:
            if one.acked_us is None or one.acked_us - one.time_us > late_us:
                if not probes or one.time_us - probes[-1] > ONE_US:
                    probes.append(one.time_us)
        at = self.sends.index(first, max(0, bisect_left(self.sent_us, first.time_us)))
        share = max(self._both_ways(self.sends[max(0, at - NEAR_BY) : at]), self._both_ways(self.sends[high : high + NEAR_BY]))
        outstanding = self.sends[at:high]
        bunch = [one for one in outstanding if one.acked_us is not None and end <= one.acked_us <= end + ONE_US and one.time_us + late_us < end]
        has_answer = any(one.acked_us is not None and one.acked_us - one.time_us <= late_us for one in self.sends[low:high])
        if not any(one.stays_lost for one in outstanding) and not has_answer and len(bunch) >= BUNCH:
            return end
        return probes[-1] if probes and share ** len(probes) < CHANCE else start

    @staticmethod
    def _both_ways(packets: list[Packet]) -> float:
        if not packets:
            return 0.0
        lost = (sum(one.stays_lost for one in packets) + 0.5) / (len(packets) + 1)
        return 1 - (1 - lost) ** 2

    # e

    def _burst(self) -> float:
        sizes: list[float] = []
        begun, acks = -NEVER, -1
        for one in self.of.sent:
            if not one.in_flight or one.space != 2:
                continue
            number = bisect_right(self.of.acks_us, one.time_us)
            if one.time_us - begun <= BURST_US and number == acks:
                sizes[-1] += one.size
            else:
                sizes.append(one.size)
                begun, acks = one.time_us, number
        return median(sizes) if sizes else self.of.datagram

    def _full(self) -> Spans:
        cwnd, found = self.of.metric("cwnd"), []
        for low, high, (window, out) in merged_steps(self.start_us, self.end_us, cwnd, self.of.current_flight):
            most = max(self.of.datagram, BURST_SHARE * window)
            if out + max(self.of.datagram, min(self.burst, most)) > window:
                found.append((low, high))
        return found

    # f

    def _credit(self) -> Spans:
        """Flow control leaves less than the payload of a datagram: on the connection, or on every stream with data."""
        traffic = self.traffic
        steps: list[tuple[float, int, str, object]] = [(one.time_us, 0, "limit", one) for one in traffic.credits]
        steps += [(use.packet.time_us, 1, "use", use) for use in traffic.uses]
        limits: dict[int | None, int] = {}
        used: dict[int | None, int] = {None: 0}
        found: Spans = []
        since = None
        for time, _, kind, one in sorted(steps, key=lambda step: step[:2]):
            if kind == "limit":
                limits[one.stream] = max(limits.get(one.stream, 0), one.limit)
            else:
                used[None] += one.fresh if one.streams else 0
                for number, new in one.streams.items():
                    used[number] = used.get(number, 0) + new
            open_ = [number for number, stream in traffic.streams.items() if stream.opened_us <= time < stream.ended_us]
            blocked = open_ and (self._short(None, limits, used) or all(self._short(number, limits, used) for number in open_))
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
        return limit is not None and limit - used.get(number, 0) < self.traffic.payload

    # g

    def _application(self) -> tuple[Spans, Spans, Spans]:
        """Times without unsent data: of the application, for the next request, and after the last data."""
        traffic = self.traffic
        certain: Spans = []
        waiting: Spans = []
        transit: Spans = []
        last = self.data_us[-1] if self.data_us else self.end_us
        edges = [self.start_us, *self.data_us]
        lost = sorted(one.packet.lost_us for one in traffic.uses if one.packet.lost_us is not None and one.packet.lost_us <= last)
        ends = sorted(stream.ended_us for stream in traffic.streams.values())
        opens = sorted(stream.opened_us for stream in traffic.streams.values())
        asked = [time for time, _ in traffic.requests]
        for low, high in zip(edges, edges[1:]):
            if high <= low:
                continue
            is_open = bisect_right(opens, low) > bisect_right(ends, low)
            until = lost[bisect_right(lost, low)] if bisect_right(lost, low) < bisect_left(lost, high) else high
            if is_open or (not traffic.has_fin and low > self.start_us):
                until = min(until, self._first_asked(asked, low, high, traffic.has_fin))
                if until > low:
                    waiting.append((low, until))
                continue
            if low >= self.fresh_us[-1]:
                transit.append((low, until))
                continue
            answered = sum(1 for _, number in traffic.requests if number in traffic.streams and traffic.streams[number].opened_us <= low)
            request = next((time for time in asked[answered : answered + 1]), NEVER) if traffic.role == "server" else low
            border = min(max(low, request), until)
            waiting.append((low, border))
            certain.append((border, until))
        transit.append((last, NEVER))
        return certain, waiting, transit

    def _first_asked(self, asked: list[float], low: float, high: float, has_fin: bool) -> float:
        """Where the log shows no FIN: a new request that ends a silence."""
        i = bisect_right(asked, low)
        ends = not has_fin and i < len(asked) and asked[i] <= high and asked[i] - low > SILENCE * self.of.min_rtt()
        return asked[i] if ends else low

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
            end = self.next_trip(at)
            end = end if end > at else max(at + 1000.0, first)
            found.append(Trip(at, min(self.end_us, end)))
            at = end
        spans = self.full.spans
        cwnd, flight, pacing = self.of.metric("cwnd"), self.of.current_flight, self.of.metric("pacing_rate")
        tops: list[float] = []
        proved = Cover([(low, high) for low, high, _, is_proved in self.rates() if is_proved])
        for trip in found:
            low, high = trip.start_us, trip.end_us
            i = bisect_right(self.full.starts, low) - 1
            trip.is_full = any(start < high and end > low for start, end in spans[max(0, i) : i + 2])
            trip.is_proved = proved.at(low) is not None
            trip.busy = 1 - within(self.idle, low, high) / (high - low)
            top = max(flight.within(low, high - 1e-3), default=0.0)
            tops.append(top)
            window = cwnd.at(low)
            window = window if window == window else NEVER
            trip.sent = sum(one.size for one in self.of.sent[bisect_left(self._all_us, low) : bisect_left(self._all_us, high)] if one.in_flight)
            rate = pacing.at(low)
            allowed = rate / self.rate_unit * (high - low) if rate == rate else PACER * window
            trip.is_slow = self.has_window and top < window / 2 and trip.sent < allowed
        self._stay(found, tops)
        for trip in found:
            if trip.is_proved and trip.busy >= BUSY:
                trip.is_slow = False
        return found

    def next_trip(self, at: float) -> float:
        return at + self.smoothed(at)

    @property
    def _all_us(self) -> list[float]:
        if not hasattr(self, "_times"):
            self._times = [one.time_us for one in self.of.sent]
        return self._times

    def _stay(self, trips: list[Trip], tops: list[float]) -> None:
        """Tops of the flight that stay, below the window: a buffer of the stack's own."""
        cwnd, size = self.of.metric("cwnd"), self.of.datagram
        room = [cwnd.at(trip.start_us) - top >= 2 * size for trip, top in zip(trips, tops)]
        for i in range(len(trips) - TRIPS + 1):
            part = tops[i : i + TRIPS]
            if all(room[i : i + TRIPS]) and max(part) - min(part) <= 2 * size and min(part) > 0 and self._released(trips[i].start_us, trips[i + TRIPS - 1].end_us):
                for trip in trips[i : i + TRIPS]:
                    trip.is_slow = True

    def _released(self, low: float, high: float) -> bool:
        """Do ACKs release half of the packets or more?"""
        packets = [one for one in self.sends[bisect_left(self.sent_us, low) : bisect_left(self.sent_us, high)]]
        near = self.smoothed(low) / 16
        soon = 0
        for one in packets:
            i = bisect_right(self.of.acks_us, one.time_us) - 1
            soon += i >= 0 and one.time_us - self.of.acks_us[i] <= near
        return bool(packets) and soon >= len(packets) / 2

    # The partition

    def _parts(self) -> list[Part]:
        covers = [self.stopped, self.handshake, self.stalled, self.detecting, self.full, self.credit, self.certain, self.waiting, self.transit]
        edges = {self.start_us, self.end_us, *(edge for cover in covers for edge in cover.edges()), *(trip.end_us for trip in self.trips), *self.data_us}
        ordered = sorted(edge for edge in edges if self.start_us <= edge <= self.end_us)
        starts = [trip.start_us for trip in self.trips]
        found: list[Part] = []
        for low, high in zip(ordered, ordered[1:]):
            holder, cause = self._holder((low + high) / 2, starts)
            if found and found[-1].holder == holder and found[-1].cause == cause:
                found[-1].end_us = high
            else:
                found.append(Part(low, high, holder, cause))
        return found

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
        sender = ("sender", "windowNotLogged")
        i = bisect_right(self.data_us, at)
        if i == 0:
            return "application", "certain"
        gap = self.data_us[i] - self.data_us[i - 1] if i < len(self.data_us) else NEVER
        trip = self.trips[max(0, bisect_right(starts, at) - 1)]
        if not self.has_window:
            return sender
        if gap > self.smoothed(self.data_us[min(i, len(self.data_us) - 1)]) or trip.is_slow:
            return "application", "inferred"
        return ("window", None) if trip.is_full else ("pacing", None)


def within(cover: Cover, low: float, high: float) -> float:
    """How much of a time is covered."""
    i = max(0, bisect_right(cover.starts, low) - 1)
    total = 0.0
    while i < len(cover.spans) and cover.spans[i][0] < high:
        total += max(0.0, min(high, cover.spans[i][1]) - max(low, cover.spans[i][0]))
        i += 1
    return total

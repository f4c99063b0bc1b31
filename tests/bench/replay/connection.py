"""A connection rebuilt from its raw events: packets with their fate, ACKs, RTTs, losses, metrics, states, timeouts.

Losses are those that the log names (packet_lost), else those that it counts (cf_lost_packets): then the oldest that are
outstanding, since both thresholds of RFC 9002 §6.1 take lower numbers first. A log with neither shows them as a fall of
bytes in flight that no ACK explains, again of the oldest.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from statistics import median

from packets import Packet, ack_frames, ends_are_exclusive, integer, metrics_of, number_of, packet_of, ranges_of, space_of
from raw_log import RawTrace
from series import NAN, Series

APPLICATION = 2
# RFC 9000 §18.2.
DEFAULT_EXPONENT = 3


@dataclass
class Answer:
    """An ACK of 1-RTT packets in flight that none named before."""

    time_us: float
    oldest_us: float
    newest_us: float
    delay_us: float
    sizes: int
    packets: int


@dataclass
class Sample:
    """An RTT: of the newest packet of an ACK that it acknowledges first (RFC 9002 §5.1), with the ACK's own delay."""

    sent_us: float
    acked_us: float
    rtt_us: float
    delay_us: float


class Connection:
    def __init__(self, raw: RawTrace) -> None:
        self.raw = raw
        self.events = raw.events
        self.first_us = raw.events[0].time_us if raw.events else NAN
        self.last_us = raw.events[-1].time_us if raw.events else NAN
        self.metrics: dict[str, Series] = {}
        self.states: list[tuple[float, str]] = []
        self.sent: list[Packet] = []
        self.received_us: list[float] = []
        self.packet_times: list[float] = []
        self.acks_us: list[float] = []
        self.answers: list[Answer] = []
        self.acked = Series()
        self.rebuilt_flight = Series()
        # As logged last, and what packets, ACKs and losses changed since.
        self.current_flight = Series()
        self.rtts = Series()
        self.samples: list[Sample] = []
        # Made of them by path_course.py, once.
        self.points: list = []
        self.levels: list = []
        self.proofs: list | None = None
        self.srtts = Series()
        self.rttvars = Series()
        self.losses: list[tuple[float, Packet]] = []
        self.timeouts: list[tuple[float, int]] = []
        self.ecn: list[tuple[float, int, list[Packet]]] = []
        self.ecn_acks: list[tuple[float, int]] = []
        self.established_us = NAN
        self.max_ack_delay_us = 25_000.0
        self.contradicted = 0
        self.counted_losses = 0
        self.unseen_acked = 0
        self.loss_method = self._loss_method()
        self._spaces: list[dict[int, Packet]] = [{}, {}, {}]
        self._outstanding: list[dict[int, Packet]] = [{}, {}, {}]
        self._unacked: list[dict[int, Packet]] = [{}, {}, {}]
        self._largest = [-1, -1, -1]
        self._ce = [0, 0, 0]
        self._row = 0
        self._counts_timeouts = any("pto_count" in event.data for event in raw.events)
        self._flight = 0
        self._acked = 0
        self._least_rtt_us = float("inf")
        self._rtt_scale = self._scale_of_rtts()
        self._delay_exponent = DEFAULT_EXPONENT
        received = (event.data for event in raw.events if event.name.endswith("packet_received"))
        self._beyond = int(ends_are_exclusive([frame for data in received for frame in ack_frames(data)]))
        for order, event in enumerate(raw.events):
            self._read(event.time_us, event.name.split(":")[-1], event.data, order)
        sizes = [one.size for one in self.sent if one.space == APPLICATION and one.in_flight]
        self.datagram = self._datagram(sizes)
        # The largest that is no probe for a larger path MTU: more than one or two of it are sent.
        self.largest_datagram = max((size for size, number in Counter(sizes).items() if number > 2), default=self.datagram)

    # What the log holds

    def _loss_method(self) -> str:
        names = {event.name.split(":")[-1] for event in self.events}
        if "packet_lost" in names or "packets_lost" in names:
            return "logged"
        if any("cf_lost_packets" in event.data for event in self.events):
            return "counted"
        if any("bytes_in_flight" in event.data for event in self.events) and "quiche" in str(self.raw.header.get("title", "")):
            return "flight"
        return "none"

    def _scale_of_rtts(self) -> float:
        configuration = self.raw.header.get("configuration") or {}
        if configuration.get("time_units") == "us":
            return 1.0
        values = [event.data["min_rtt"] for event in self.events if isinstance(event.data.get("min_rtt"), (int, float))]
        # quinn logs seconds: no path is shorter than 1 ms and all its RTTs longer than that in seconds.
        if values and self.raw.header.get("description") == "quinn" and median(values) < 1:
            return 1e6
        return 1000.0

    def _delay_us(self, frame: dict) -> float:
        """An ACK's own delay in µs. quiche and neqo write the wire's units as µs, picoquic and noq as they are (RFC 9000
        §19.3 scales them by the sender's exponent); all others ms."""
        value = float(frame.get("ack_delay") or 0)
        writer = f"{self.raw.header.get('title', '')} {(self.raw.header.get('vantage_point') or {}).get('name', '')}".lower()
        if "picoquic" in writer or self._beyond:
            return value * 2**self._delay_exponent
        if "quiche" in writer or "neqo" in writer:
            return value * 1000 * 2**self._delay_exponent
        return value if (self.raw.header.get("configuration") or {}).get("time_units") == "us" else value * 1000

    @staticmethod
    def _datagram(sizes: list[int]) -> int:
        """The datagram size: the most frequent of the larger packets, which full ones share."""
        if not sizes:
            return 1200
        largest = max(sizes)
        return Counter(size for size in sizes if size >= 0.8 * largest).most_common(1)[0][0]

    # Events

    def _read(self, time_us: float, name: str, data: dict, order: int) -> None:
        if name in ("metrics_updated", "metric_update", "recovery_metrics_updated", "metrics_update"):
            self._metrics(time_us, data)
        elif name == "packet_sent":
            self._send(time_us, data, order)
        elif name == "packet_received":
            self._receive(time_us, data)
        elif name == "packet_lost":
            self._lose(time_us, self._spaces[space_of(data)].get(number_of(data)))  # type: ignore[arg-type]
        elif name == "congestion_state_updated" and data.get("new") is not None:
            self.states.append((time_us, str(data["new"])))
        elif name == "loss_timer_updated" and data.get("event_type") == "expired" and data.get("timer_type") == "pto":
            self._expire(time_us)
        elif name in ("parameters_set", "transport_parameters_update") and self._is_remote(data):
            delay = integer(data.get("max_ack_delay"))
            self.max_ack_delay_us = self.max_ack_delay_us if delay is None else delay * 1000.0
            exponent = integer(data.get("ack_delay_exponent"))
            self._delay_exponent = self._delay_exponent if exponent is None else exponent
        elif name == "key_discarded" or name == "key_retired":
            self._discard(str(data.get("key_type", "")))

    @staticmethod
    def _is_remote(data: dict) -> bool:
        return data.get("owner", data.get("initiator")) == "remote"

    def _metrics(self, time_us: float, data: dict) -> None:
        found = metrics_of(data, self._rtt_scale)
        for key, value in found.items():
            series = self.metrics.setdefault(key, Series())
            if key == "pto_count" and value > (series.values[-1] if series.values else 0):
                self.timeouts.append((time_us, int(value)))
            series.add(time_us, value)
        counter = data.get("cf_lost_packets")
        if isinstance(counter, dict) and self.loss_method == "counted":
            self.counted_losses = max(self.counted_losses, int(counter.get("total", 0)))
            self._count(time_us, int(counter.get("delta", 0)), data)
        if "flight" in found:
            self.current_flight.add(time_us, found["flight"])
        if "flight" in found and self.loss_method == "flight":
            self._fall(time_us, found["flight"])

    def _expire(self, time_us: float) -> None:
        """A PTO of a log that has no count of them: its row ends with an ACK of new data (RFC 9002 §6.2.1)."""
        if not self._counts_timeouts:
            self._row += 1
            self.timeouts.append((time_us, self._row))

    def _send(self, time_us: float, data: dict, order: int) -> None:
        packet = packet_of(time_us, data, order)
        if packet is None or packet.number in self._spaces[packet.space]:
            return
        self._spaces[packet.space][packet.number] = packet
        self._unacked[packet.space][packet.number] = packet
        self.sent.append(packet)
        if packet.in_flight:
            self._outstanding[packet.space][packet.number] = packet
            self._fly(time_us, packet.size)
        is_server = self.raw.vantage == "server"
        if packet.space == 1 and not is_server:
            self._discard("initial")

    def _receive(self, time_us: float, data: dict) -> None:
        self.received_us.append(time_us)
        space = space_of(data)
        if space == 1 and self.raw.vantage == "server":
            self._discard("initial")
        if space == APPLICATION and self.established_us != self.established_us and number_of(data) is not None:
            self.established_us = time_us
            if self.raw.vantage == "server":
                self._discard("handshake")
        for frame in ack_frames(data):
            self._ack(time_us, space, frame)

    def _ack(self, time_us: float, space: int, frame: dict) -> None:
        ranges = [(low, high - self._beyond) for low, high in ranges_of(frame)]
        if not ranges:
            return
        largest = max(high for _, high in ranges)
        newly = self._newly(space, ranges)
        for packet in newly:
            packet.acked_us = time_us
        self._settle(time_us, space, newly)
        delay_us = self._delay_us(frame)
        in_flight = [packet for packet in newly if packet.in_flight]
        if space == APPLICATION and in_flight:
            sent = [packet.time_us for packet in in_flight]
            self.answers.append(Answer(time_us, min(sent), max(sent), delay_us, sum(packet.size for packet in in_flight), len(in_flight)))
        top = self._spaces[space].get(largest)
        if top is not None and top.acked_us == time_us and top in newly and any(one.eliciting for one in newly):
            self._sample(time_us, time_us - top.time_us, delay_us)
        self._largest[space] = max(self._largest[space], largest)
        self._read_ecn(time_us, space, frame, newly)

    def _newly(self, space: int, ranges: list[tuple[int, int]]) -> list[Packet]:
        """Packets of the ranges that no ACK named before, by number."""
        unacked = self._unacked[space]
        lows = sorted(ranges)
        starts = [low for low, _ in lows]
        newly = []
        for number in unacked:
            if number > lows[-1][1]:
                break
            i = bisect_right(starts, number) - 1
            if i >= 0 and number <= lows[i][1]:
                newly.append(unacked[number])
        for packet in newly:
            del unacked[packet.number]
        return newly

    def _settle(self, time_us: float, space: int, newly: list[Packet]) -> None:
        if not newly:
            return
        self._row = 0
        fallen = 0
        for packet in newly:
            if self._outstanding[space].pop(packet.number, None) is not None:
                fallen += packet.size
            self._acked += packet.size if packet.in_flight else 0
        self.acks_us.append(time_us)
        self.acked.add(time_us, self._acked)
        self._fly(time_us, -fallen)

    def _read_ecn(self, time_us: float, space: int, frame: dict, newly: list[Packet]) -> None:
        ce = integer(frame.get("ce"))
        if ce is None and integer(frame.get("ect0")) is None:
            return
        self.ecn_acks.append((time_us, len(newly)))
        if ce is not None and ce > self._ce[space]:
            self.ecn.append((time_us, ce - self._ce[space], newly))
            self._ce[space] = ce

    def _sample(self, time_us: float, rtt_us: float, delay_us: float) -> None:
        """RFC 9002 §5.3."""
        self.rtts.add(time_us, rtt_us)
        self.samples.append(Sample(time_us - rtt_us, time_us, rtt_us, delay_us))
        self._least_rtt_us = least = min(self._least_rtt_us, rtt_us)
        if not len(self.srtts):
            self.srtts.add(time_us, rtt_us)
            self.rttvars.add(time_us, rtt_us / 2)
            return
        adjusted = rtt_us
        delay_us = min(delay_us, self.max_ack_delay_us)
        if rtt_us >= least + delay_us:
            adjusted = rtt_us - delay_us
        smoothed = self.srtts.values[-1]
        self.rttvars.add(time_us, 0.75 * self.rttvars.values[-1] + 0.25 * abs(smoothed - adjusted))
        self.srtts.add(time_us, 0.875 * smoothed + 0.125 * adjusted)

    # Losses

    def _lose(self, time_us: float, packet: Packet | None) -> None:
        if packet is None or packet.lost_us is not None:
            return
        if packet.acked_us is not None:
            self.contradicted += 1
        packet.lost_us = time_us
        self.losses.append((time_us, packet))
        if self._outstanding[packet.space].pop(packet.number, None) is not None:
            self._fly(time_us, -packet.size)

    def _oldest(self) -> list[Packet]:
        """Outstanding packets below the largest acknowledged of their space first, then the rest; oldest first."""
        every = [one for space in self._outstanding for one in space.values()]
        return sorted(every, key=lambda one: (one.number > self._largest[one.space], one.order))

    def _count(self, time_us: float, delta: int, data: dict) -> None:
        if delta <= 0:
            return
        total = (data.get("cf_lost_bytes") or {}).get("delta")
        chosen = self._oldest()[:delta]
        if total and sum(one.size for one in chosen) != total:
            for space in (0, 1, 2):
                own = sorted(self._outstanding[space].values(), key=lambda one: one.order)[:delta]
                if len(own) == delta and sum(one.size for one in own) == total:
                    chosen = own
        for packet in chosen:
            self._lose(time_us, packet)

    def _fall(self, time_us: float, logged: float) -> None:
        excess = self._flight - logged
        chosen: list[Packet] = []
        for packet in self._oldest():
            if excess <= 0:
                break
            chosen.append(packet)
            excess -= packet.size
        if excess == 0:
            for packet in chosen:
                self._lose(time_us, packet)

    def _discard(self, key: str) -> None:
        for space, name in ((0, "initial"), (1, "handshake")):
            if name in key:
                fallen = sum(one.size for one in self._outstanding[space].values())
                for packet in self._outstanding[space].values():
                    packet.dropped = True
                self._outstanding[space].clear()
                self._flight -= fallen
                if len(self.current_flight):
                    self.current_flight.values[-1] -= fallen

    def _fly(self, time_us: float, change: int) -> None:
        self._flight += change
        self.rebuilt_flight.add(time_us, self._flight)
        self.current_flight.add(time_us, max(0.0, (self.current_flight.values[-1] if len(self.current_flight) else 0.0) + change))

    # What claims are held against

    def metric(self, name: str) -> Series:
        return self.metrics.get(name, Series())

    @cached_property
    def flight(self) -> Series:
        """As logged; of packets and ACKs where nothing or less than half of the sends is logged: as a rule ACKs only."""
        logged = self.metric("flight")
        sends = sum(one.in_flight for one in self.sent)
        return logged if len(logged) > sends / 2 else self.rebuilt_flight

    @property
    def smoothed(self) -> Series:
        logged = self.metric("srtt")
        return logged if len(logged) else self.srtts

    @property
    def latest(self) -> Series:
        logged = self.metric("rtt")
        return logged if len(logged) else self.rtts

    def rtt_at(self, time_us: float) -> float:
        """The smoothed RTT at a time, µs; the first one known before there was one."""
        series = self.smoothed
        # Before the first sample a log may hold the initial RTT (RFC 9002 §6.2.2), which is none.
        first_us = self.rtts.times[0] if len(self.rtts) else -1e18
        value = series.at(max(time_us, first_us))
        return value if value == value else (series.values[0] if len(series) else NAN)

    def sample_at(self, time_us: float) -> float:
        """The latest RTT sample at a time, µs: as logged, else of packets; the smoothed RTT before the first."""
        value = self.latest.at(time_us)
        return value if value > 0 else self.rtt_at(time_us)

    def min_rtt(self) -> float:
        logged = [value for value in self.metric("min_rtt").values if value > 0]
        return min(logged) if logged else (min(self.rtts.values) if len(self.rtts) else NAN)

    def sent_in(self, start_us: float, end_us: float) -> list[Packet]:
        """Packets sent in [start, end]. Findings have whole µs, logs may have parts of them."""
        times = [one.time_us for one in self.sent]
        return self.sent[bisect_left(times, start_us - 1) : bisect_right(times, end_us + 1)]

    def loss_times(self) -> list[float]:
        return [time for time, _ in self.losses]

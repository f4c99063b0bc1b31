"""Times without an ACK of new data while data is in flight, and times without any packet: what a stop of a host or of
the path leaves in a log."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from connection import Answer, Connection
from packets import Packet
from series import NAN

# The issue: a host stops for 50 ms or longer, or for 3 smoothed RTTs where that is less; a delivery for more than 300 ms
# and 3 smoothed RTTs.
STOP_US, STALL_US, RTTS = 50_000.0, 300_000.0, 3.0
# A newest packet that is acknowledged this much later than the RTT before was held, and not the last of a queue.
LATE = 1.5


@dataclass
class Gap:
    """From the last ACK of new data, or the first packet sent after it had emptied the pipe, to the next such ACK."""

    start_us: float
    end_us: float
    answer: Answer | None
    smoothed_us: float
    rtt_before_us: float

    @property
    def length_us(self) -> float:
        return self.end_us - self.start_us

    @property
    def newest_us(self) -> float:
        """RTT of the newest packet that the ACK after the gap acknowledges."""
        return NAN if self.answer is None else self.end_us - self.answer.newest_us

    @property
    def is_late(self) -> bool:
        if self.answer is None:
            return False
        # A delay that is longer than its packet was under way is in another unit.
        delay_us = self.answer.delay_us if self.answer.delay_us <= self.newest_us else 0.0
        return self.newest_us - delay_us >= LATE * self.rtt_before_us


def gaps_of(connection: Connection) -> list[Gap]:
    """All gaps of a stop's length or longer, in order of time; the one that the trace ends in last."""
    found: list[Gap] = []
    answers = connection.answers
    if not answers:
        return found
    ends: list[tuple[float, Answer | None]] = [(one.time_us, one) for one in answers]
    before = connection.established_us if connection.established_us == connection.established_us else connection.first_us
    for end, answer in [*ends, (connection.last_us, None)]:
        start = max(before, waiting_since(connection, before))
        smoothed, latest = connection.rtt_at(start), connection.rtts.at(start)
        if start < end and end - start >= min(STOP_US, RTTS * smoothed):
            found.append(Gap(start, end, answer, smoothed, latest if latest == latest else smoothed))
        before = end
    return found


def waiting_since(connection: Connection, time_us: float) -> float:
    """From when on, at a time or later, packets that an ACK is due for are in flight."""
    flight = connection.rebuilt_flight
    i = bisect_right(flight.times, time_us) - 1
    while i < len(flight) and (i < 0 or flight.values[i] <= 0):
        i += 1
    return max(time_us, flight.times[i]) if i < len(flight) else connection.last_us


def packet_times(connection: Connection) -> list[float]:
    if not connection.packet_times:
        connection.packet_times.extend(sorted([one.time_us for one in connection.sent] + connection.received_us))
    return connection.packet_times


def longest_quiet(connection: Connection, start_us: float, end_us: float) -> tuple[float, float]:
    """The longest time inside without a packet in either direction."""
    times = packet_times(connection)
    inside = times[bisect_left(times, start_us) : bisect_right(times, end_us)]
    edges = [start_us, *inside, end_us]
    return max(zip(edges, edges[1:]), key=lambda pair: pair[1] - pair[0])


def stops_in(connection: Connection) -> list[Gap]:
    """Every gap that a stop may have left: held ACKs, or no packet at all while data waited."""
    shortest = min(STOP_US, RTTS * connection.min_rtt())
    found = []
    for gap in gaps_of(connection):
        low, high = longest_quiet(connection, gap.start_us, gap.end_us)
        if gap.is_late or high - low >= shortest or gap.answer is not None and gap.answer.delay_us >= 0.5 * gap.length_us:
            found.append(gap)
    return found


def stopped_in(connection: Connection) -> list[tuple[float, float]]:
    """Stops and stalls of the delivery, from when to when."""
    long = [one for one in gaps_of(connection) if one.length_us > max(STALL_US, RTTS * one.smoothed_us)]
    return sorted({(one.start_us, one.end_us) for one in [*stops_in(connection), *long]})


def felt_in(connection: Connection, spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Such times with the round trip after each, whose RTT samples hold them."""
    return [(start, end + connection.rtt_at(start)) for start, end in spans]


def waiting_at(connection: Connection, time_us: float) -> list[Packet]:
    """Ack-eliciting packets of the application sent before a time that no ACK had named then and none was lost."""
    return [
        one
        for one in connection.sent
        if one.eliciting and one.space == 2 and one.time_us <= time_us
        and (one.acked_us is None or one.acked_us > time_us)
        and (one.lost_us is None or one.lost_us > time_us)
    ]

"""bufferbloat: the time in which the window limits the sender, and the queue that its packets stand in meanwhile."""

from bisect import bisect_left, bisect_right

from claims import B, N, P, RATE, T, TIME_SHARE_POINTS, Claim, Sentence, between, near, not_understood, true
from connection import Connection
from gaps import felt_in
from series import NAN, merged_steps, middle
from truth import Truth

PATTERN = (
    rf"^For (?P<share>{P}) of the (?P<limited>{T}) in which the window limited the sender(?P<awake> and nothing stalled then or in the round trip before)?, packets took more than "
    rf"(?P<times>{N}) × as long as the path needs \(smoothed RTT, smallest (?P<least>{T})\); the median there is (?P<rtt>{T}), (?P<delay>{T}) of it in "
    rf"queues, about (?P<bytes>{B}) of the flight"
)
# What a standing queue adds to the smallest RTT at least: the target of CoDel (RFC 8289 §4.2).
LEAST_QUEUE_US = 5000


def window_limited(connection: Connection) -> list[tuple[float, float]]:
    """Stretches in which the flight leaves no room for another datagram (congestion.md §2)."""
    cwnd, flight, size = connection.metric("cwnd"), connection.flight, connection.datagram
    found: list[tuple[float, float]] = []
    for low, high, (window, bytes_out) in merged_steps(connection.first_us, connection.last_us, cwnd, flight):
        if bytes_out + size > window and window == window:
            if found and found[-1][1] == low:
                found[-1] = (found[-1][0], high)
            else:
                found.append((low, high))
    return found


def refilled(connection: Connection, spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The same stretches, joined where the sender fills the room that an ACK makes within a quarter of a round trip:
    an ACK lies between two of them, never inside one."""
    found: list[tuple[float, float]] = []
    for low, high in spans:
        if found and low - found[-1][1] < connection.rtt_at(low) / 4:
            found[-1] = (found[-1][0], high)
        else:
            found.append((low, high))
    return found


def without(spans: list[tuple[float, float]], cuts: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The stretches, less what lies in the cuts."""
    for start, end in cuts:
        spans = [part for low, high in spans for part in ((low, min(high, start)), (max(low, end), high)) if part[1] > part[0]]
    return spans


def time_above(connection: Connection, spans: list[tuple[float, float]], level: float) -> list[tuple[float, float]]:
    return [(low, high) for start, end in spans for low, high, value in connection.smoothed.steps(start, end) if value > level]


def length(spans: list[tuple[float, float]]) -> float:
    return sum(high - low for low, high in spans)


def delivered(connection: Connection, start: float, end: float) -> float:
    """Bytes newly acknowledged in (start, end]."""
    before = connection.acked.at(start)
    return connection.acked.at(end) - (0 if before != before else before)


def _at_acks(connection: Connection, spans: list[tuple[float, float]]) -> tuple[list[float], list[float]]:
    """RTTs, and delivery rates over the round trip before, in bytes per µs, at the ACKs of these times."""
    rtts, rates = [], []
    for low, high in spans:
        i, j = bisect_left(connection.acked.times, low), bisect_right(connection.acked.times, high)
        for time in connection.acked.times[i:j]:
            rtt = connection.latest.at(time)
            if rtt > 0:
                rtts.append(rtt)
                rates.append(delivered(connection, time - rtt, time) / rtt)
    return rtts, rates


def _truth(truth: Truth, delay: float, queued: float) -> list[Claim]:
    """What the path counted: no packet waited longer than its longest wait, and its queue held no more than its most."""
    if truth.queue_max_us is None or truth.queue_max_bytes is None:
        return []
    return [
        true("the path held packets for as long", delay <= 1.05 * truth.queue_max_us + 2000, truth.queue_max_us / 1000),
        true("the queue held as much", queued <= 1.1 * truth.queue_max_bytes + 3000, truth.queue_max_bytes),
    ]


def judge(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(PATTERN, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    least = connection.min_rtt()
    limited = without(window_limited(connection), felt_in(connection)) if s.has("awake") else window_limited(connection)
    level = max(s["times"] * least, least + LEAST_QUEUE_US)
    over = time_above(connection, limited, level)
    # "There": with or without the moments in which an ACK has made room that the sender fills at once.
    readings = [_at_acks(connection, time_above(connection, spans, level)) for spans in (limited, refilled(connection, limited))]
    medians = [middle(rtts) for rtts, _ in readings if rtts]
    queues = [middle(rates) * (middle(rtts) - least) for rtts, rates in readings if rtts]
    total = length(limited)
    # The window is the limit or not within one round trip around each pause: one RTT at each of a few borders.
    return [
        near("time limited by the window", s["limited"], total, within=2 * connection.rtt_at(connection.last_us), share=TIME_SHARE_POINTS),
        near("share above", s["share"], length(over) / total if total else NAN, within=TIME_SHARE_POINTS),
        near("smallest RTT", s["least"], least, within=s.digits("least")),
        between("median RTT there", s["rtt"], (1 - RATE) * min(medians, default=NAN) - 1000, (1 + RATE) * max(medians, default=NAN) + 1000),
        near("of it in queues", s["delay"], s["rtt"] - s["least"], within=2 * s.digits("delay") + 1000),
        between("of the flight", s["bytes"], (1 - 2 * RATE) * min(queues, default=NAN) - 3000, (1 + 2 * RATE) * max(queues, default=NAN) + 3000),
        between("no more than the flight", s["bytes"], 0, max(connection.flight.values, default=NAN)),
        *_truth(truth, s["delay"], s["bytes"]),
    ]

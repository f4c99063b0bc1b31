"""bufferbloat: the time in which the sender has more to send, and the queue that its packets, or their ACKs, stand in meanwhile."""

from dataclasses import dataclass

from claims import B, P, RATE, T, TIME_SHARE_POINTS, Claim, Sentence, between, not_understood, true
from connection import Connection
from gaps import felt_in, gaps_of, stopped_in
from path_course import least_at, points_of, proofs_of
from series import NAN, count_in, merged_steps, middle
from truth import Truth

PATTERN = (
    rf"^For (?P<share>{P}) of the (?P<asked>{T}) in which the sender had more to send(?P<awake> and nothing stalled then or in the round trip before)?, "
    rf"packets waited for more than half of the time that the path takes \(smallest RTT (?P<least>{T})(?: to (?P<longest>{T}), as the path changed)?\): (?P<delay>{T}) in the median, "
    rf"(?:in queues, about (?P<bytes>{B}) of the flight|(?P<acks>in queues of data or of ACKs))\.$"
)
# The issue: half of the time that the path takes, and what a standing queue adds at least: the target of CoDel (RFC 8289 §4.2).
WAITS, LEAST_QUEUE_US = 0.5, 5000.0
# Of a datagram: a smaller packet ends what the application had.
FULL = 0.9


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


def without(spans: list[tuple[float, float]], cuts: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The stretches, less what lies in the cuts."""
    for start, end in cuts:
        spans = [part for low, high in spans for part in ((low, min(high, start)), (max(low, end), high)) if part[1] > part[0]]
    return spans


def length(spans: list[tuple[float, float]]) -> float:
    return sum(high - low for low, high in spans)


def delivered(connection: Connection, start: float, end: float) -> float:
    """Bytes newly acknowledged in (start, end]."""
    before = connection.acked.at(start)
    return connection.acked.at(end) - (0 if before != before else before)


def paused(connection: Connection) -> list[tuple[float, float]]:
    """Times in which the window had room, no packet was sent for longer than a round trip (than the path takes after a short
    packet, a quarter of it with nothing in flight), and what was sent then was no answer to a loss: the sender had no more to
    send. Before the first data it had none either, nor after the last full packet, which is the last of these times: the log does
    not say that it is the last before a round trip has passed."""
    data = [one for one in connection.sent if one.in_flight and one.space == 2]
    while data and data[-1].size < FULL * connection.datagram:
        data.pop()
    if not data:
        return []
    found = [(connection.first_us, data[0].time_us)]
    cwnd, flight, losses = connection.metric("cwnd"), connection.rebuilt_flight, connection.loss_times()
    for packet, high in zip(data, [one.time_us for one in data[1:]]):
        low = packet.time_us
        trip = least_at(connection, low) if packet.size < FULL * connection.datagram else connection.rtt_at(low)
        if high - low <= trip / 4 or count_in(losses, low, high) > 0:
            continue
        # An ACK in the very time of a send makes the room that it fills.
        since, out = next(((at, out) for at, out in flight.points(low, high - 1) if out + connection.datagram <= cwnd.at(at)), (high, 0.0))
        if high - since > (trip if out > 0 else trip / 4):
            found.append((since, high))
    return [*found, (data[-1].time_us, connection.last_us)]


@dataclass
class Waiting:
    """Samples in the time that is judged: the time each stands for, its delay, the smallest RTT there, bytes delivered in it."""

    weights: list[float]
    delays: list[float]
    leasts: list[float]
    bytes_: list[float]
    asked_us: float


def waiting_in(connection: Connection, cuts: list[tuple[float, float]], is_late: bool) -> Waiting:
    """What waits, by time, outside of the cuts. @param is_late see `least_at`."""
    found = Waiting([], [], [], [], 0.0)
    cuts = sorted(cuts)
    points = points_of(connection)
    for before, one in zip(points, points[1:]):
        if any(low <= one.acked_us <= high for low, high in cuts):
            continue
        # A sample says nothing of the silence before its own round trip.
        weight = min(one.acked_us - before.acked_us, one.rtt_us)
        found.asked_us += weight
        least = least_at(connection, one.sent_us, is_late)
        if one.rtt_us <= least + max(WAITS * least, LEAST_QUEUE_US):
            continue
        found.weights.append(weight)
        found.delays.append(one.rtt_us - least)
        found.leasts.append(least)
        found.bytes_.append((one.rtt_us - least) * delivered(connection, one.sent_us, one.acked_us) / (one.acked_us - one.sent_us))
    return found


def around_middle(readings: list[Waiting], values: str) -> tuple[float, float]:
    """The lowest and the highest median by time, give or take the points that a share of time may be off."""
    found = [at_share(getattr(one, values), one.weights, share) for one in readings for share in (0.5 - TIME_SHARE_POINTS, 0.5 + TIME_SHARE_POINTS)]
    return min(found), max(found)


def at_share(values: list[float], weights: list[float], share: float) -> float:
    """The value that so much of the time lies below."""
    due, passed = share * sum(weights), 0.0
    for value, weight in sorted(zip(values, weights)):
        passed += weight
        if passed >= due:
            return value
    return NAN


def _truth(s: Sentence, truth: Truth) -> list[Claim]:
    """What the path counted: no packet waited longer than its longest wait, and its queue held no more than its most. Of a
    queue of ACKs the rig has no count."""
    if truth.queue_max_us is None or truth.queue_max_bytes is None or s.has("acks"):
        return []
    return [
        true("the path held packets for as long", s["delay"] <= 1.05 * truth.queue_max_us + 2000, truth.queue_max_us / 1000),
        true("the queue held as much", s["bytes"] <= 1.1 * truth.queue_max_bytes + 3000, truth.queue_max_bytes),
    ]


def _busy(connection: Connection) -> Claim:
    """Bytes of the flight wait only where the path delivers as fast as a queue proves that it can."""
    proofs = proofs_of(connection)
    if not proofs:
        return Claim("a rate that a queue proves", "so", "no proof", None)
    shares = []
    for one in points_of(connection):
        near_by = min(proofs, key=lambda proof: max(proof.from_us - one.acked_us, one.acked_us - proof.to_us, 0.0))
        if one.rtt_us > least_at(connection, one.sent_us) + LEAST_QUEUE_US:
            shares.append(delivered(connection, one.sent_us, one.acked_us) / (one.acked_us - one.sent_us) / near_by.rate)
    return between("delivered there, of what the path carries", middle(shares), 0.75, 1.33)


def judge(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(PATTERN, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    cuts = paused(connection)
    # Which gap is a stop is judged by others: none of them, those that may be one, or all are left out.
    gaps = [[], stopped_in(connection), [(gap.start_us, gap.end_us) for gap in gaps_of(connection)]] if s.has("awake") else [[]]
    out = [[*part, *felt_in(connection, spans)] for spans in gaps for part in (cuts, cuts[:-1])]
    readings = [waiting_in(connection, part, is_late) for part in out for is_late in (False, True)]
    asked = [one.asked_us for one in readings]
    shares = [sum(one.weights) / one.asked_us for one in readings if one.asked_us > 0]
    leasts, delays, queues = (around_middle(readings, name) for name in ("leasts", "delays", "bytes_"))
    slack = 2 * connection.rtt_at(connection.last_us)
    # One round trip at a border.
    points = max(TIME_SHARE_POINTS, connection.rtt_at(connection.last_us) / s["asked"])
    claims = [
        between("time with more to send", s["asked"], (1 - TIME_SHARE_POINTS) * min(asked) - slack, (1 + TIME_SHARE_POINTS) * max(asked) + slack),
        between("share above", s["share"], min(shares, default=NAN) - points, max(shares, default=NAN) + points),
        # Of several paths the shortest and the longest: their median lies between.
        between("smallest RTT", s["least"], 0, leasts[1] + 1000),
        between("smallest RTT of the longest path", s["longest"] if s.has("longest") else s["least"], leasts[0] - 1000, float("inf")),
        between("median delay", s["delay"], (1 - RATE) * delays[0] - 1000, (1 + RATE) * delays[1] + 1000),
        *_truth(s, truth),
    ]
    if s.has("acks"):
        return claims
    return [
        *claims,
        _busy(connection),
        between("of the flight", s["bytes"], (1 - 2 * RATE) * queues[0] - 3000, (1 + 2 * RATE) * queues[1] + 3000),
        between("no more than the flight", s["bytes"], 0, max(connection.flight.values, default=NAN)),
    ]

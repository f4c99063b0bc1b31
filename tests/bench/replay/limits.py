"""app-limited and flow-control-limited: who held the sender, by the room in its window and the frames that it sent."""

from itertools import pairwise

from claims import P, T, TIME_SHARE_POINTS, Claim, Sentence, between, not_understood, true
from connection import Connection
from gaps import stopped_in
from path_course import least_at, points_of
from queues import FULL, delivered, length, window_limited, without
from spirals import NO_FRAME
from truth import Truth

Spans = list[tuple[float, float]]
APPLICATION_LIMITED = (
    rf"^The application left room in the window for (?P<share>{P}) of the (?P<length>{T}) after the handshake(?P<awake> in which nothing stalled)?; the window "
    rf"limited the sender for (?P<window>{P})(?P<network>: the network is not the bottleneck)?"
)
CREDIT = (
    rf"^Flow control held the sender for (?P<share>{P}) of the (?P<length>{T}) after the handshake(?P<awake> in which nothing stalled)?, the window for "
    rf"(?P<window>{P}): the receiver's credit is the bottleneck(?P<network>, the network is not)?"
)


def _span(connection: Connection, finding: dict) -> tuple[float, float]:
    """From the end of the handshake to the last packet or ACK."""
    sent = [one.time_us for one in connection.sent if one.in_flight]
    return finding["startMs"] * 1000, max([*sent[-1:], *connection.acks_us[-1:]], default=connection.last_us)


def window_share(connection: Connection, spans: Spans, less: Spans) -> float:
    """Of the flight that leaves no room for a datagram, in stretches in order of time. @param less what does not count."""
    outside = [(-1e18, spans[0][0]), *((end, start) for (_, end), (start, _) in zip(spans, spans[1:])), (spans[-1][1], 1e18)]
    return length(without(window_limited(connection), [*outside, *less])) / length(spans)


def ended_short(connection: Connection) -> Spans:
    """Times from a short packet that leaves room in the window to the next packet: the application had no more."""
    packets = [one for one in connection.sent if one.in_flight]
    found: Spans = []
    for packet, following in zip(packets, [*packets[1:], None]):
        room = connection.metric("cwnd").at(packet.time_us) - connection.flight.at(packet.time_us)
        if packet.size < FULL * connection.datagram and room >= NO_FRAME:
            found.append((packet.time_us, connection.last_us if following is None else following.time_us))
    return found


def _shares(s: Sentence, connection: Connection, start: float, end: float) -> tuple[Claim, Claim, float]:
    """The time that is judged and the window's share of it. A gap may be a stop or a wait of the sender, and a burst that
    leaves less room than a datagram may have been ended by either: all readings bound the figures."""
    readings = [[(start, end)], without([(start, end)], stopped_in(connection))] if s.has("awake") else [[(start, end)]]
    times = [length(one) for one in readings]
    slack = max(connection.rtt_at(start), s.digits("length"))
    short = ended_short(connection)
    shares = [window_share(connection, spans, part) for spans in readings for part in ([], short)]
    return (
        between("after the handshake", s["length"], min(times) - slack, max(times) + slack),
        between("limited by the window", s["window"], min(shares) - TIME_SHARE_POINTS, max(shares) + TIME_SHARE_POINTS),
        min(shares),
    )


def _busy_share(connection: Connection, start: float, end: float) -> float:
    """Share of the time with a queue: RTT samples that lie 5 ms above 1.25 × the smallest, each for the time that the path takes at
    most. One alone may be the timer of a delayed ACK."""
    over = 0.0
    for before, one in pairwise(points_of(connection)):
        least = least_at(connection, one.sent_us)
        if start <= one.acked_us <= end and one.rtt_us > 1.25 * least + 5000:
            over += min(one.acked_us - before.acked_us, least)
    return over / (end - start)


def _network(connection: Connection, start: float, end: float, truth: Truth) -> Claim:
    """That the path is not the bottleneck: no standing queue, no loss of the path's making, nothing near its rate."""
    drops = truth.drops() or {}
    queue = _busy_share(connection, start, end)
    rate = truth.link_number("rate-mbit") or truth.link_number("police-mbit")
    mean = delivered(connection, start, end) * 8 / (end - start)
    near_rate = rate is not None and mean > 0.8 * rate
    holds = queue < 0.25 and not near_rate and not drops.get("policer")
    return true("the network is not the bottleneck", holds, f"queue {queue:.0%} of the time, {mean:.1f} of {rate} Mbit/s, drops {drops}")


def application(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(APPLICATION_LIMITED, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    start, end = _span(connection, finding)
    judged, limited, window = _shares(s, connection, start, end)
    claims = [
        judged,
        limited,
        # Room that is not the application's is the pacer's or waits for loss detection: never more than all room.
        between("left room", s["share"], 0.0, 1 - window + TIME_SHARE_POINTS),
    ]
    case = truth.row.get("case") or truth.kind
    if case is not None:
        claims.append(true("labelled otherwise than a policer or a queue", case not in ("policer", "tail-drop", "queue-full"), case))
    return claims + ([_network(connection, start, end, truth)] if s.has("network") else [])


def credit(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(CREDIT, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    start, end = _span(connection, finding)
    blocked = [event for event in connection.events if any(word in str(event.data)[:4000] for word in ("data_blocked", "stream_data_blocked"))]
    judged, limited, _window = _shares(s, connection, start, end)
    claims = [
        judged,
        limited,
        true("blocked frames", bool(blocked), len(blocked)),
    ]
    return claims + ([_network(connection, start, end, truth)] if s.has("network") else [])

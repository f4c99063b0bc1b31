"""app-limited and flow-control-limited: who held the sender, by the room in its window and the frames that it sent."""

from claims import P, T, TIME_SHARE_POINTS, Claim, Sentence, between, near, not_understood, true
from connection import Connection
from queues import delivered, window_limited
from truth import Truth

APPLICATION_LIMITED = (
    rf"^The application left room in the window for (?P<share>{P}) of the (?P<length>{T}) after the handshake; the window "
    rf"limited the sender for (?P<window>{P})(?P<network>: the network is not the bottleneck)?"
)
CREDIT = (
    rf"^Flow control held the sender for (?P<share>{P}) of the (?P<length>{T}) after the handshake, the window for "
    rf"(?P<window>{P}): the receiver's credit is the bottleneck(?P<network>, the network is not)?"
)


def _span(connection: Connection, finding: dict) -> tuple[float, float]:
    """From the end of the handshake to the last packet or ACK."""
    sent = [one.time_us for one in connection.sent if one.in_flight]
    return finding["startMs"] * 1000, max([*sent[-1:], *connection.acks_us[-1:]], default=connection.last_us)


def window_share(connection: Connection, start: float, end: float) -> float:
    return sum(max(0.0, min(high, end) - max(low, start)) for low, high in window_limited(connection)) / (end - start)


def _busy_share(connection: Connection, start: float, end: float) -> float:
    """Share of the time with a queue or a loss: round trips whose RTT lies 5 ms above 1.25 × the smallest."""
    least = connection.min_rtt()
    over = sum(high - low for low, high, value in connection.smoothed.steps(start, end) if value > 1.25 * least + 5000)
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
    window = window_share(connection, start, end)
    claims = [
        near("after the handshake", s["length"], end - start, within=max(connection.rtt_at(start), s.digits("length"))),
        near("limited by the window", s["window"], window, within=TIME_SHARE_POINTS),
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
    claims = [
        near("after the handshake", s["length"], end - start, within=max(connection.rtt_at(start), s.digits("length"))),
        near("limited by the window", s["window"], window_share(connection, start, end), within=TIME_SHARE_POINTS),
        true("blocked frames", bool(blocked), len(blocked)),
    ]
    return claims + ([_network(connection, start, end, truth)] if s.has("network") else [])

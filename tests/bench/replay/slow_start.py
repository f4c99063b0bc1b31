"""slow-start-overshoot: when slow start ended, how much of the flight was lost, and what dropped it."""

from claims import B, N, P, RATE, T, Claim, Sentence, between, near, not_understood, true
from connection import APPLICATION, Connection
from packets import Packet
from path_course import delay_at, least_at
from series import NAN, middle
from truth import Truth

PATTERN = (
    rf"Slow start ended at (?P<at>{T}) with (?P<packets>{N}) packets? \((?P<bytes>{B})\) lost, (?P<share>{P}) of the "
    rf"(?P<flight>{B}) in flight against the (?P<heavy>{P}) that count as heavy.*?at an RTT of (?P<rtt>{T}) against a smallest of (?P<least>{T}), (?P<cause>.*?)\.?$"
)
# congestion.md §5.
HEAVY = 0.2
# The end of the sentence, and what must have dropped most of the packets.
CAUSES = {
    "in a full queue": "queue",
    "at a policer": "policer",
    "in a burst": "dead",
    "at random": "random",
    "larger than what the path carries": "size",
}


def first_period(connection: Connection) -> tuple[float, float]:
    """RFC 9002 §7.3.2: from the first loss to the ACK of a packet sent after it began.

    A packet of the handshake that is counted as its keys go is no congestion: nothing but the counter tells of it.
    """
    of_data = [time for time, packet in connection.losses if packet.space == APPLICATION]
    start = of_data[0] if of_data and connection.loss_method == "counted" else connection.losses[0][0]
    ends = [one.acked_us for one in connection.sent if one.time_us > start and one.acked_us is not None and one.acked_us > start]
    return start, min(ends, default=connection.last_us)


def lost_in(connection: Connection, start: float, end: float) -> list[Packet]:
    return [one for time, one in connection.losses if start <= time <= end and one.time_us <= start and one.in_flight]


def _cause(cause: str, connection: Connection, at: float, truth: Truth) -> Claim:
    drops = truth.drops()
    for words, kind in CAUSES.items():
        if words not in cause:
            continue
        if drops is None or sum(drops.values()) == 0:
            return Claim(f"dropped {cause}", kind, None, None)
        # Where the path dropped by one kind only, that was it; else the log alone cannot tell which.
        kinds = [name for name, number in drops.items() if number > 0]
        return Claim(f"dropped {cause}", kind, ", ".join(f"{name} {drops[name]}" for name in kinds), kind in kinds)
    return Claim(cause, "so", None, None)


def _delay(cause: str, connection: Connection, lost: list[Packet]) -> list[Claim]:
    """What the kind of the losses says of the delay at them (the issue): a queue's is above the smallest RTT by 5 ms and a tenth
    of it, at a policer it is 2 ms or a quarter of it at most."""
    delays = [delay for delay in (delay_at(connection, one.time_us) for one in lost) if delay == delay]
    median, least = middle(delays), least_at(connection, lost[0].time_us) if lost else NAN
    if not delays or not ("full queue" in cause or "policer" in cause):
        return []
    if "full queue" in cause:
        return [true("packets wait at the losses", median > max(5000, 0.1 * least) - 1000, (median / 1000, least / 1000))]
    return [true("none waits at the losses", median <= max(2000, least / 4) + 1000, (median / 1000, least / 1000))]


def judge(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(PATTERN, finding["verdict"])
    if not s or not connection.losses:
        return not_understood(finding["verdict"])
    start, end = first_period(connection)
    rtt = connection.rtt_at(start)
    lost = lost_in(connection, start, end)
    # A loss at the time of the ACK that ends the period belongs to it or not, by the order inside one instant.
    inside = [one for one in lost if one.lost_us is not None and one.lost_us < end]
    sizes = sum(one.size for one in lost)
    flights = [value for value in connection.flight.within(start - rtt, start)]
    rebuilt = [value for value in connection.rebuilt_flight.within(start - rtt, start)]
    flight = max(flights, default=NAN)
    cwnd = connection.metric("cwnd")
    first = next((value for value in cwnd.values if value > 0), NAN)
    return [
        near("slow start ended", s["at"], start, within=rtt),
        between("packets lost", s["packets"], len(inside), len(lost)),
        between("bytes lost", s["bytes"], sum(one.size for one in inside), sizes),
        between("flight before", s["flight"], 0.95 * min(flight, max(rebuilt, default=flight)), 1.05 * max(flight, max(rebuilt, default=flight))),
        true("heavy", s["share"] + s.digits("share") > s["heavy"] == HEAVY, s["share"]),
        near("share of the flight", s["share"], s["bytes"] / s["flight"], within=0.001),
        _rtt_claim(s, connection, start),
        near("smallest RTT", s["least"], _least_before(connection, start), within=max(1000.0, s.digits("least")), share=RATE),
        true("in slow start until then", _unreduced(connection, start, first), first),
        _cause(s.text("cause"), connection, start, truth),
        *_delay(s.text("cause"), connection, lost),
    ]


def _rtt_claim(s: Sentence, connection: Connection, start: float) -> Claim:
    """The last sample before the loss, or that of the ACK which shows it."""
    known = [one for one in (connection.latest.before(start), connection.latest.at(start)) if one == one]
    low, high = min(known, default=NAN), max(known, default=NAN)
    return between("RTT before the loss", s["rtt"], low - s.digits("rtt") - RATE * low, high + s.digits("rtt") + RATE * high)


def _least_before(connection: Connection, start: float) -> float:
    logged = connection.metric("min_rtt").at(start)
    return logged if logged == logged else min((value for _, value in connection.rtts.points(-1e18, start)), default=NAN)


def _unreduced(connection: Connection, start: float, first: float) -> bool | None:
    """Did the window only grow until the loss?"""
    points = [value for _, value in connection.metric("cwnd").points(-1e18, start - 1)]
    if not points:
        return None
    return all(after >= before for before, after in zip(points, points[1:])) and points[-1] >= first

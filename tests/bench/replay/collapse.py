"""persistent-congestion and persistent-congestion-missed: the span of losses, the duration of RFC 9002 §7.6.1, and the
window after it."""

from claims import B, N, P, T, Claim, Sentence, between, exact, in_packets, near, not_understood, true
from connection import Connection
from packets import Packet
from series import NAN
from truth import Truth

LOST = (
    rf"(?P<lost>{N}) packets? sent over (?P<over>{T}) were lost and none between them acknowledged, more than the "
    rf"(?P<duration>{T})"
)
OBEYED = LOST + rf" of RFC 9002 §7.6.1, and (?P<words>.*?): (?P<cwnd>{B}) \((?P<packets>{N}) packets?\) at (?P<at>{T})"
MISSED = rf"^The window \(cwnd\) kept (?P<cwnd>{B}) \((?P<packets>{N}) packets?\), (?P<share>{P}) of what it was, although " + LOST + rf" after which RFC 9002 §7.6.2 asks for (?P<floor>{B})"
THRESHOLD = 3


def _span(connection: Connection, start: float, over: float) -> tuple[list[Packet], list[Packet]]:
    """In-flight packets sent in [start, start + over] and finally lost, or finally acknowledged. The sentence shows its
    length with three digits: what lies in the last of them may belong to it."""
    sent = [one for one in connection.sent_in(start, start + over) if one.in_flight]
    return [one for one in sent if one.stays_lost], [one for one in sent if one.acked_us is not None]


def duration_at(connection: Connection, time: float) -> list[float]:
    """RFC 9002 §7.6.1 from the estimate of the packets, and from that of the log."""
    found = []
    pairs = [(connection.srtts, connection.rttvars), (connection.metric("srtt"), connection.metric("rttvar"))]
    for smoothed, variation in pairs:
        for at in (smoothed.before(time), smoothed.at(time)):
            var = variation.at(time) if len(variation) else connection.rttvars.at(time)
            found.append(THRESHOLD * (at + max(4 * var, 1000) + connection.max_ack_delay_us))
        found.append(THRESHOLD * (smoothed.before(time) + max(4 * connection.rttvars.before(time), 1000) + connection.max_ack_delay_us))
    return [one for one in found if one == one]


def _shared(s: Sentence, connection: Connection, finding: dict) -> tuple[list[Claim], float]:
    start = finding["startMs"] * 1000
    slack = s.digits("over")
    least, _ = _span(connection, start, s["over"] - slack)
    most, acked = _span(connection, start, s["over"] + slack)
    declared = min((one.lost_us for one in most if one.lost_us is not None), default=NAN)
    last = max((one.lost_us for one in most if one.lost_us is not None), default=NAN)
    durations = duration_at(connection, declared)
    claims = [
        between("packets lost", s["lost"], len(least), len(most)),
        near("sent over", s["over"], most[-1].time_us - most[0].time_us if most else NAN, within=2 * slack),
        # A probe sent at the same instant as the last lost packet is not between them.
        exact("acknowledged between", 0, len([one for one in acked if start < one.time_us < start + s["over"] - slack])),
        between("duration of §7.6.1", s["duration"], 0.95 * min(durations, default=NAN), 1.05 * max(durations, default=NAN)),
        true("longer than that", s["over"] > s["duration"]),
    ]
    return claims, last


def _lowest(connection: Connection, declared: float) -> float:
    rtt = connection.rtt_at(declared)
    return min(connection.metric("cwnd").within(declared, declared + rtt), default=NAN)


def _words(s: Sentence, connection: Connection, start: float, declared: float) -> list[Claim]:
    before, low = connection.metric("cwnd").at(start), s["cwnd"]
    floor, words = 2 * connection.datagram, s.text("words")
    if words.startswith("the window (cwnd) fell to its floor"):
        return [true("fell to its floor", low <= floor and before > floor and low < 0.5 * before, (before, low))]
    if "at its floor already" in words:
        return [true("at its floor already", low <= floor and before <= floor, (before, low))]
    return [true("at its floor or within a packet of it", low <= floor + connection.datagram, (before, low))]


def obeyed(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(OBEYED, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    claims, last = _shared(s, connection, finding)
    start = finding["startMs"] * 1000
    lowest = min(connection.metric("cwnd").within(s["at"] - 1000, last + connection.rtt_at(last)), default=NAN)
    return [
        *claims,
        exact("smallest cwnd", s["cwnd"], lowest),
        in_packets(connection, s["packets"], s["cwnd"]),
        *_words(s, connection, start, last),
    ]


def missed(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(MISSED, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    claims, last = _shared(s, connection, finding)
    start = finding["startMs"] * 1000
    before = connection.metric("cwnd").at(start)
    return [
        *claims,
        exact("cwnd kept", s["cwnd"], _lowest(connection, last)),
        in_packets(connection, s["packets"], s["cwnd"]),
        near("of what it was", s["share"], s["cwnd"] / before, within=0.001),
        between("floor", s["floor"], 2 * connection.datagram, 2 * connection.largest_datagram),
        true("a controller that follows losses", None if truth.controller is None else not truth.by_model, truth.controller or NAN),
    ]

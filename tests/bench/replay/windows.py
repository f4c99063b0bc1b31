"""stuck-window, inflight-overshoot and idle-inflation: the window against what was in flight and acknowledged."""

from bisect import bisect_left, bisect_right

from claims import B, N, P, RATE, T, TIME_SHARE_POINTS, Claim, Sentence, between, in_packets, near, not_understood, true
from connection import Connection
from marks import round_trips, trips_between
from queues import window_limited
from series import NAN, merged_steps
from spirals import MOST, flat_claims, full_bursts
from truth import Truth

STUCK = (
    rf"^The window \(cwnd\) stayed at (?P<cwnd>{N}) bytes \((?P<packets>{N}) packets?\) for (?P<length>{T}), (?P<trips>{N}) round trips, "
    rf"without a loss and limiting for (?P<share>{P}) of the time, where NewReno grows by (?P<growth>{N}) packets"
)
OVERSHOOT = (
    rf"^Bytes in flight stayed above (?P<times>{N}) × the window \(cwnd\) for (?P<length>{T}) \((?P<trips>{N}) round trips?\) and reached "
    rf"(?P<flight>{B}), (?P<ratio>{N}) × the (?P<cwnd>{B}) that RFC 9002 §7 allows, while (?P<sent>{B}) more were sent in answer to ACKs"
)
UNUSED = (
    rf"^The window \(cwnd\) grew from (?P<from>{B}) to (?P<to>{B}) \(by (?P<packets>{N}) packets?\) within (?P<within>{T}), while at most "
    rf"(?P<used>{P}) of it was in flight"
)


def _newreno_growth(connection: Connection, start: float, end: float, cwnd: float) -> float:
    """RFC 9002 §7.3.3 on the ACKs of packets that were sent and acknowledged inside; in packets."""
    window = cwnd
    for packet in sorted((one for one in connection.sent if one.acked_us is not None), key=lambda one: one.acked_us or 0):
        assert packet.acked_us is not None
        if start < packet.acked_us <= end and packet.in_flight:
            window += connection.datagram * packet.size / window
    return (window - cwnd) / connection.datagram


def stuck(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(STUCK, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    start, end = finding["startMs"] * 1000, finding["endMs"] * 1000
    limited = sum(max(0.0, min(high, end) - max(low, start)) for low, high in window_limited(connection))
    trips, _having = round_trips(connection, start, end, [])
    bursts = full_bursts(connection, start, end, s["cwnd"])
    grown = _newreno_growth(connection, start, end, s["cwnd"])
    return [
        *flat_claims(connection, finding, s["cwnd"], s["packets"]),
        near("length", s["length"], end - start, within=s.digits("length")),
        near("round trips", s["trips"], float(trips), within=1, share=0.05),
        true("the window ends most bursts", bursts > MOST, bursts),
        near("limiting", s["share"], limited / (end - start), within=TIME_SHARE_POINTS),
        # A window that would have grown on its first ACK has a packet more or less.
        near("growth of NewReno", s["growth"], grown, within=1, share=2 * RATE),
        true("a controller that follows losses", None if truth.controller is None and not truth.by_model else not truth.by_model, truth.controller),
    ]


def overshoot(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(OVERSHOOT, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    start, end = finding["startMs"] * 1000, finding["endMs"] * 1000
    rtt = connection.rtt_at(start)
    cwnd, flight = connection.metric("cwnd"), connection.flight
    ratios = [(bytes_out / window, bytes_out, window, low, high) for low, high, (window, bytes_out) in merged_steps(start, end, cwnd, flight) if window > 0]
    over = sum(high - low for ratio, _, _, low, high in ratios if ratio > s["times"])
    top = max(ratios, default=(NAN, NAN, NAN, 0, 0))
    sent = sum(one.size for one in connection.sent_in(start, end) if one.in_flight)
    return [
        near("above for", s["length"], over, within=max(rtt, 1000)),
        near("round trips", s["trips"], trips_between(connection, start, end), within=0.1, share=0.05),
        near("reached", s["flight"], top[1], share=RATE),
        near("cwnd then", s["cwnd"], top[2], share=RATE),
        near("times cwnd", s["ratio"], s["flight"] / s["cwnd"], within=0.06),
        between("sent meanwhile", s["sent"], 0, sent + s.digits("sent")),
    ]


def unused(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(UNUSED, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    start, end = finding["startMs"] * 1000, finding["endMs"] * 1000
    cwnd = connection.metric("cwnd")
    most = 0.0
    # The round trip before its first step belongs to the finding; steps in it do not.
    steps = range(max(1, bisect_left(cwnd.times, start + 1)), bisect_right(cwnd.times, end + 1))
    first = max((i for i in steps if cwnd.values[i - 1] == s["from"]), default=len(cwnd))
    for i in range(first, steps.stop):
        time, before, after = cwnd.times[i], cwnd.values[i - 1], cwnd.values[i]
        if after > before:
            most = max(most, max(connection.flight.within(time - connection.rtt_at(time), time), default=0) / before)
    inside = cwnd.within(start, end + 1)
    return [
        true("from", s["from"] in inside, (inside[0], inside[-1]) if inside else None),
        true("to", s["to"] in inside, (inside[0], inside[-1]) if inside else None),
        in_packets(connection, s["packets"], s["to"] - s["from"]),
        near("within", s["within"], end - start, within=s.digits("within") + 1),
        near("at most in flight", s["used"], most, within=TIME_SHARE_POINTS),
        # Underuse by pacing is none (RFC 9002 §7.8), and an estimate of the path is no count of what was acknowledged.
        true("a controller that RFC 9002 §7.8 binds", None if truth.controller is None and not truth.by_model else not truth.by_model, truth.controller),
    ]

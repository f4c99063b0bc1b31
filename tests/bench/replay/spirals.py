"""death-spiral: a window that stays flat without a loss, its states, and how it ends."""

from bisect import bisect_right

from claims import N, P, T, Claim, Sentence, between, exact, in_packets, near, not_understood, true
from connection import Connection
from marks import round_trips
from packets import Packet
from series import NAN, count_in, middle, middles
from truth import Truth

PATTERN = (
    rf"^The window \(cwnd\) stayed at (?P<cwnd>{N}) bytes \((?P<packets>{N}) packets?\) for (?P<length>{T}), about (?P<trips>{N}) round trips, "
    rf"without a loss; (?P<rest>.*)$"
)
STATES = rf"(?:(?P<share>{P}) of the time in recovery, )?(?P<transitions>{N}) changes of the congestion state \(transitions\)"
PERIOD = rf"recovery entered every (?P<period>{T}) ≈ (?P<ratio>{N}) round trips \(RTT\)"
# Bytes of room in which no packet with stream data fits: short header, tag and frame header (RFC 9000 §17.3, §19.8).
NO_FRAME = 64
# Most bursts.
MOST = 0.5
ENDS = {
    "the trace ends in it": "trace ended",
    "it ended when ACKs counted again (time had passed the recovery boundary, lead used up)": "lead used up",
    "it ended when a round trip left bytes in flight (pipe not drained)": "not drained",
}


def flat_claims(connection: Connection, finding: dict, cwnd: float, packets: float) -> list[Claim]:
    """That the window holds one value, and nothing is lost or marked, from the finding's start to its end."""
    start, end = finding["startMs"] * 1000, finding["endMs"] * 1000
    # The points at both ends may be the steps that begin and end it.
    inside = connection.metric("cwnd").within(start, end - 1)
    rtt = connection.rtt_at(start)
    lost = [time for time in connection.loss_times() if start + 1 < time < end - 1]
    marked = [time for time, _, _ in connection.ecn if start + 1 < time < end - 1]
    return [
        exact("cwnd", cwnd, connection.metric("cwnd").at(start)),
        true("flat", bool(inside) and min(inside) == max(inside), inside and (min(inside), max(inside))),
        in_packets(connection, packets, cwnd),
        exact("losses and marks", 0, len(lost) + len(marked)),
        near("as long as the finding", finding["endMs"] - finding["startMs"], (end - start) / 1000, within=rtt),
    ]


def full_bursts(connection: Connection, start: float, end: float, cwnd: float) -> float:
    """Share of the bursts that the window ends: the last packet is a full one that leaves no room for another, or fills
    the window to the byte but for what no frame fits in. A short one before that is the application's end."""
    bursts: list[Packet] = []
    at = -1
    for packet in connection.sent_in(start, end):
        if not packet.in_flight:
            continue
        acks = bisect_right(connection.acks_us, packet.time_us)
        if acks == at:
            bursts[-1] = packet
        else:
            bursts.append(packet)
        at = acks
    ended = 0
    for packet in bursts:
        room = cwnd - connection.flight.at(packet.time_us)
        ended += room < connection.datagram and (packet.size >= 0.9 * connection.datagram or room < NO_FRAME)
    return ended / len(bursts) if bursts else NAN


def _entries(connection: Connection, start: float, end: float) -> list[float]:
    return [time for time, name in connection.states if name == "recovery" and start <= time <= end]


def _in_recovery(connection: Connection, start: float, end: float) -> float:
    total, at, name = 0.0, start, ""
    for time, following in [*connection.states, (end, "")]:
        if time > start and name == "recovery":
            total += max(0.0, min(time, end) - max(at, start))
        at, name = time, following
        if time >= end:
            break
    return total / (end - start)


def _states(s: Sentence, connection: Connection, start: float, end: float) -> list[Claim]:
    rest = s.text("rest")
    if "no congestion states" in rest:
        return [true("no states", not connection.states, len(connection.states))]
    states = Sentence(STATES, rest)
    claims = []
    if states:
        number = count_in([time for time, _ in connection.states], start - 1, end + 1)
        # Transitions at the instants of start and end belong to it or not.
        claims.append(between("transitions", states["transitions"], number - 2, number))
        if states.has("share"):
            claims.append(near("time in recovery", states["share"], _in_recovery(connection, start, end), within=0.01))
    period = Sentence(PERIOD, rest)
    if period:
        entries = _entries(connection, start, end)
        low, high = middles([after - before for before, after in zip(entries, entries[1:])])
        rtt = middle([value for _, value in connection.smoothed.points(start, end)])
        claims.append(between("between entries", period["period"], 0.95 * low - 500, 1.05 * high + 500))
        claims.append(between("in RTTs", period["ratio"], 0.95 * low / rtt - 0.01, 1.05 * high / rtt + 0.01))
    return claims


def lead_at(connection: Connection, time: float) -> float:
    """How far the boundary of the defect lies ahead: moved by the whole time since the last send at each send with
    nothing in flight (congestion.md §4)."""
    losses = [at for at in connection.loss_times() if at <= time]
    if not losses:
        return NAN
    boundary, last = losses[-1], NAN
    for packet in connection.sent:
        if packet.time_us > time:
            break
        if packet.time_us > losses[-1] and last == last and connection.flight.before(packet.time_us) == 0:
            boundary += packet.time_us - last
        last = packet.time_us
    return boundary - time


def _undrained(connection: Connection, end: float, rtt: float) -> bool:
    """Does a burst of the last four round trips, or a probe, begin with bytes in flight? The boundary stands still then."""
    answered = -1
    for packet in connection.sent_in(end - 4 * rtt, end - 1):
        acks = bisect_right(connection.acks_us, packet.time_us)
        if packet.in_flight and answered not in (-1, acks) and connection.flight.before(packet.time_us) > 0:
            return True
        answered = acks
    return any(end - 4 * rtt <= time <= end for time, _ in connection.timeouts)


def _end(s: Sentence, connection: Connection, end: float, truth: Truth) -> list[Claim]:
    said = next((name for words, name in ENDS.items() if words in s.text("rest")), None)
    if said is None:
        return []
    rtt = middle([value for _, value in connection.smoothed.points(end - 1e6, end)]) or connection.rtt_at(end)
    label = str((truth.spiral or {}).get("exit") or "")
    if said == "trace ended":
        return [true("the trace ends in it", connection.last_us - end <= max(3 * rtt, 100_000), (connection.last_us - end) / 1000)]
    if label:
        return [true(f"it ended: {said}", label.startswith("lead" if said == "lead used up" else "in-flight"), label)]
    undrained = _undrained(connection, end, rtt)
    if said == "not drained":
        return [true("a round trip left bytes in flight", undrained)]
    lead = lead_at(connection, end)
    return [true("lead used up", lead == lead and lead <= rtt and not undrained, lead / 1000)]


def _is_spiral(connection: Connection, finding: dict, truth: Truth) -> list[Claim]:
    """The label of the trace, where it has one: an alarm needs a spiral at the same time."""
    if "file" not in truth.row or truth.folder not in ("quiche", "quiche-more", "runs", "paths", "other"):
        return []
    spans = [truth.spiral] if truth.spiral else []
    spans += truth.flat_spans if finding["severity"] == "info" else []
    low, high = finding["startMs"], finding["endMs"]
    overlap = [min(high, one["end_ms"]) - max(low, one["start_ms"]) for one in spans]
    rtt = connection.rtt_at(low * 1000) / 1000
    if finding["severity"] == "info":
        # The labels leave out the shortest spans.
        return [true("labelled flat", True if overlap and max(overlap) > 0 else None)]
    claims = [true("labelled a spiral", bool(overlap) and max(overlap) > 0, truth.spiral and (truth.spiral["start_ms"], truth.spiral["end_ms"]))]
    if truth.spiral and max(overlap) > 0:
        claims.append(near("start (ms)", low, truth.spiral["start_ms"], within=2 * rtt))
        claims.append(near("end (ms)", high, truth.spiral["end_ms"], within=2 * rtt))
    return claims


def judge(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(PATTERN, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    start, end = finding["startMs"] * 1000, finding["endMs"] * 1000
    trips, _having = round_trips(connection, start, end, [])
    return [
        *flat_claims(connection, finding, s["cwnd"], s["packets"]),
        near("length", s["length"], end - start, within=s.digits("length")),
        near("round trips", s["trips"], float(trips), within=1, share=0.05),
        true("the window ends most bursts", full_bursts(connection, start, end, s["cwnd"]) > MOST, full_bursts(connection, start, end, s["cwnd"])),
        *_states(s, connection, start, end),
        *_end(s, connection, end, truth),
        *_is_spiral(connection, finding, truth),
    ]

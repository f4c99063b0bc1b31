"""ecn-ce: packets that ACKs report as marked, the congestion events that begin with a mark, and the window's answer."""

from bisect import bisect_right

from claims import N, P, Claim, Sentence, between, exact, near, not_understood, true
from connection import Connection
from series import NAN
from truth import Truth

PATTERN = (
    rf"^(?P<marked>{N}) of (?P<acked>{N}) acknowledged packets? (?:is|are) marked as congested \(CE, (?P<share>{P})\), in "
    rf"(?P<with>{N}) of (?P<trips>{N}) round trips?; (?P<answer>.*)$"
)
ANSWER = (
    rf"was (?P<not>not )?reduced within one round trip after (?:each of |any of |(?P<some>{N}) of )?the "
    rf"(?:(?P<events>{N}) )?congestion events? that"
)
# RFC 8511 §3 reduces to 0.85 at most.
REDUCED = 0.9
# quic-go logs its window before the ACK that asks for it.
BEFORE_RTTS = 0.25


def events(connection: Connection, certain: bool) -> list[float]:
    """Congestion events that begin with a mark (RFC 9002 §7.3.2). Which packet of an ACK was marked is not said: the
    first or the last of them gives the fewest (`certain`) or the most events."""
    begun, found = -1e18, []
    losses = sorted((time, packet.time_us) for time, packet in connection.losses)
    marks = [(time, [one.time_us for one in newly]) for time, _, newly in connection.ecn if newly]
    timeline = sorted([(time, "loss", [sent]) for time, sent in losses] + [(time, "mark", sent) for time, sent in marks], key=lambda one: one[0])
    for time, kind, sent in timeline:
        if (min(sent) if certain else max(sent)) > begun:
            begun = time
            if kind == "mark":
                found.append(time)
    return found


def is_answered(connection: Connection, time: float) -> bool | None:
    rtt = connection.rtt_at(time)
    start, end = time - BEFORE_RTTS * rtt, time + rtt
    cwnd = connection.metric("cwnd")
    values = cwnd.within(start, end)
    if not values or end + rtt > connection.last_us or not values[0] > 2 * connection.datagram:
        return None
    # `values` begins with the one in force at the start.
    times = [start] * (len(values) - (bisect_right(cwnd.times, end) - bisect_right(cwnd.times, start))) + [at for at in cwnd.times if start < at <= end]
    highest = 0.0
    for at, value in zip(times, values):
        # An answer lasts a round trip.
        trip = connection.sample_at(at)
        trip = min(trip, connection.sample_at(at + trip))
        if max(cwnd.within(at, at + trip - 1), default=value) <= REDUCED * highest:
            return True
        highest = max(highest, value)
    return False


def round_trips(connection: Connection, start: float, end: float, times: list[float]) -> tuple[int, int]:
    """Consecutive round trips, each as long as the RTT sample at its start: all, and those with one of the times."""
    count = having = 0
    at = start
    while at < end:
        following = at + max(connection.sample_at(at), 1.0)
        count += 1
        having += bisect_right(times, following) > bisect_right(times, at - 1e-6 if at == start else at)
        at = following
    return count, having


def trips_between(connection: Connection, start: float, end: float) -> float:
    """The same with the part of the last one."""
    count, at = 0.0, start
    while at < end:
        trip = max(connection.sample_at(at), 1.0)
        count += min(1.0, (end - at) / trip)
        at += trip
    return count


def _answers(s: Sentence, connection: Connection) -> list[Claim]:
    certain = [one for one in (is_answered(connection, time) for time in events(connection, True)) if one is not None]
    possible = [one for one in (is_answered(connection, time) for time in events(connection, False)) if one is not None]
    said = s["events"] if s.has("events") else 1.0
    claims = [between("congestion events", said, min(len(certain), len(possible)), max(len(certain), len(possible)) + 0.0)]
    answered = [sum(certain), sum(possible)]
    some = 0.0 if s.has("not") else (s["some"] if s.has("some") else said)
    # One more or less where the event at a border is counted or not.
    claims.append(between("of them answered", some, min(answered) - 1, max(answered) + 1))
    return claims


def judge(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(PATTERN, finding["verdict"])
    if not s or not connection.ecn_acks:
        return not_understood(finding["verdict"])
    marked = sum(number for _, number, _ in connection.ecn)
    acked = sum(number for _, number in connection.ecn_acks)
    every = sum(1 for one in connection.sent if one.acked_us is not None)
    trips, having = round_trips(connection, connection.ecn_acks[0][0], connection.ecn_acks[-1][0], [time for time, _, _ in connection.ecn])
    claims = [
        exact("marked", s["marked"], float(marked)),
        between("acknowledged", s["acked"], acked, every),
        near("share", s["share"], s["marked"] / s["acked"], within=0.001),
        near("round trips", s["trips"], float(trips), within=1, share=0.05),
        near("with a mark", s["with"], float(having), within=1, share=0.05),
    ]
    path = truth.totals.get("ce_marks")
    if path is not None:
        claims.append(true("no more than the path marked", s["marked"] <= path, path))
    answer = Sentence(ANSWER, s.text("answer"))
    if answer:
        claims += _answers(answer, connection)
    if "where RFC 9002" in s.text("answer"):
        claims.append(true("a controller that follows losses", None if truth.controller is None else not truth.by_model, truth.controller or NAN))
    return claims

"""probe-missing: nothing sent that asks for an ACK though packets wait and a probe is due (RFC 9002 §6.2.4), or probes in a row
whose distance does not grow (§6.2.1)."""

from bisect import bisect_left, bisect_right

from claims import N, T, Claim, Sentence, between, exact, near, not_understood, true
from connection import Connection
from truth import Truth

NEVER = (
    rf"^No probe \(PTO\) was sent for (?P<for>{T}) from (?P<from>{N}) s on, although (?P<waiting>{N}) packets? with data waited for an ACK and one was due after "
    rf"(?P<due>{T})(?: after (?P<probes>{N}) probes?)?"
)
FLAT = (
    rf"^(?P<probes>{N}) probes in a row \(PTOs\) did not back off(?P<inferred> \(inferred[^)]*\))?: they are (?P<least>{T})(?: to (?P<most>{T}))? apart from the first to the last, "
    rf"(?P<in>{T}) in all"
)
GRANULARITY_US = 1000.0
NEVER_US = 1e18


def _never(connection: Connection, finding: dict, s: Sentence) -> list[Claim]:
    start, end = finding["startMs"] * 1000, finding["endMs"] * 1000
    meanwhile = [one for one in connection.sent if one.eliciting and start + 1 < one.time_us < end - 1]
    waiting = [
        one
        for one in connection.sent
        if one.space == 2 and one.carries and one.time_us <= start + 1 and min(one.acked_us or NEVER_US, one.lost_us or NEVER_US) >= end - 1
    ]
    acks = [one for one in connection.acks_us if start + 1 < one < end - 1]
    smoothed, variation = connection.srtts.at(start), connection.rttvars.at(start)
    timer = smoothed + max(4 * variation, GRANULARITY_US) + connection.max_ack_delay_us
    due = timer * 2 ** (s["probes"] if s.has("probes") else 0)
    return [
        near("how long", s["for"], end - start, within=s.digits("for") + 1),
        true("nothing sent that asks for an ACK", not meanwhile, len(meanwhile)),
        true("nothing acknowledged meanwhile", not acks, len(acks)),
        exact("packets that wait", s["waiting"], float(len(waiting))),
        near("when a probe was due", s["due"], due, within=s.digits("due"), share=0.05),
        true("three times as long", end - start >= 3 * due * 0.95, end - start),
    ]


def _flat(connection: Connection, finding: dict, s: Sentence) -> list[Claim]:
    start, end = finding["startMs"] * 1000, finding["endMs"] * 1000
    if s.has("inferred"):
        sent = [one.time_us for one in connection.sent if one.space == 2 and one.eliciting and start - 1 <= one.time_us <= end + 1]
        times = [time for i, time in enumerate(sent) if i == 0 or time - sent[i - 1] >= GRANULARITY_US]
    else:
        times = [time for time, _ in connection.timeouts if start - 1 <= time <= end + 1]
    gaps = [later - earlier for earlier, later in zip(times, times[1:])]
    acks = connection.acks_us
    between_them = bisect_left(acks, end - 1) - bisect_right(acks, start + 1)
    least, most = (min(gaps), max(gaps)) if gaps else (0.0, 0.0)
    said = s["most"] if s.has("most") else s["least"]
    return [
        exact("probes", s["probes"], float(len(times))),
        near("shortest distance", s["least"], least, within=s.digits("least") + 1),
        near("longest distance", said, most, within=s.digits("most" if s.has("most") else "least") + 1),
        near("in all", s["in"], end - start, within=s.digits("in") + 1),
        between("no longer each time", most / max(1.0, least), 1.0, 1.5),
        true("no ACK of new data between them", between_them <= 0, between_them),
    ]


def judge(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    never, flat = Sentence(NEVER, finding["verdict"]), Sentence(FLAT, finding["verdict"])
    if never:
        return _never(connection, finding, never)
    return _flat(connection, finding, flat) if flat else not_understood(finding["verdict"])

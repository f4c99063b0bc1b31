"""idle-rule: the recovery boundary of CUBIC, moved at each send with nothing in flight, by the rule of the defect and by
that of the fix (congestion.md §4), and what the window does at ACKs that only the defect leaves without growth."""

from bisect import bisect_right
from dataclasses import dataclass

from claims import N, P, Claim, Sentence, between, exact, near, not_understood, true
from connection import Connection
from series import NAN, count_in
from truth import Truth

PATTERN = (
    rf"^The window follows CUBIC that counts idle time from the last send, with a fit of (?P<fit>{P}) \(open loop\): at "
    rf"(?P<acks>{N}) ACKs? that this rule ignores and that of the fix does not \(recovery boundary, rebuilt\), it grew by "
    rf"(?P<grown>{N}) packets, where NewReno grows by (?P<due>{N})\.$"
)
# quiche before this version has the defect (pull request 2370).
FIXED = (0, 26, 1)


@dataclass
class Held:
    """ACKs of packets that only the defect's boundary leads, in a window that no loss sets anew meanwhile."""

    times: list[float]
    due_packets: float = 0.0
    grown_packets: float = 0.0


def boundaries(connection: Connection) -> list[tuple[float, float, float]]:
    """(send time, boundary of the defect, boundary of the fix) at each in-flight send after the first loss."""
    found: list[tuple[float, float, float]] = []
    losses = connection.loss_times()
    defect = fix = last_send = NAN
    seen = 0
    for packet in connection.sent:
        if not packet.in_flight:
            continue
        while seen < len(losses) and losses[seen] <= packet.time_us:
            # Inside a recovery period no loss begins another (RFC 9002 §7.3.2).
            if not connection.losses[seen][1].time_us <= fix:
                defect = fix = losses[seen]
            seen += 1
        if last_send == last_send and defect == defect and connection.rebuilt_flight.before(packet.time_us) <= 0:
            acks = bisect_right(connection.acks_us, packet.time_us)
            last_ack = connection.acks_us[acks - 1] if acks else NAN
            defect += packet.time_us - last_send
            fix += packet.time_us - max(last_send, last_ack)
        found.append((packet.time_us, defect, fix))
        last_send = packet.time_us
    return found


def held(connection: Connection) -> Held:
    cwnd = connection.metric("cwnd")
    lines = {time: (defect, fix) for time, defect, fix in boundaries(connection)}
    times = sorted(lines)
    by_ack: dict[float, list] = {}
    for packet in connection.sent:
        if packet.acked_us is not None and packet.in_flight:
            by_ack.setdefault(packet.acked_us, []).append(packet)
    found = Held([])
    for time, packets in sorted(by_ack.items()):
        i = bisect_right(times, time) - 1
        if i < 0:
            continue
        defect, fix = lines[times[i]]
        led = [one for one in packets if fix < one.time_us <= defect]
        next_ack = connection.acks_us[bisect_right(connection.acks_us, time) :][:1] or [connection.last_us]
        before, after = cwnd.before(time), cwnd.before(next_ack[0])
        # An ACK that shows a loss begins another recovery period.
        if not led or after < before or count_in(connection.loss_times(), time - 1000, time + 1000) > 0:
            continue
        threshold = connection.metric("ssthresh").at(time)
        size = sum(one.size for one in led)
        growth = size if threshold == threshold and before < threshold else connection.datagram * size / before
        found.times.append(time)
        found.due_packets += growth / connection.datagram
        found.grown_packets += (after - before) / connection.datagram
    return found


def _version(truth: Truth) -> tuple[int, ...]:
    return tuple(int(part) for part in str(truth.row.get("version", "")).split(".") if part.isdigit())


def has_defect(truth: Truth) -> bool | None:
    """Whether the program really counts idle time from the last send; None where nobody says."""
    if truth.row.get("impl") != "quiche" or "cc" not in truth.row:
        return None
    if truth.row["cc"] != "cubic":
        return False
    return _version(truth) < FIXED or str(truth.row.get("fix")).startswith(("off", "absent"))


def judge(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(PATTERN, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    found = held(connection)
    start, end = finding["startMs"] * 1000, finding["endMs"] * 1000
    inside = [time for time in found.times if start - 1000 <= time <= end + 1000]
    return [
        near("ACKs that only the defect leaves without growth", s["acks"], float(len(inside)), within=1),
        near("grew by", s["grown"], found.grown_packets, within=0.1 + 0.1 * found.due_packets),
        near("NewReno grows by", s["due"], found.due_packets, within=1, share=0.25),
        between("fit", s["fit"], 0.9, 1.0),
        exact("a sender that counts idle time from its last send", True, has_defect(truth)),
        true("no growth where the fix grows", s["grown"] < 0.1 * s["due"], (s["grown"], s["due"])),
    ]

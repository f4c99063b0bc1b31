"""log-quality: every fault that the log has or has not. accounting-mismatch: bytes in flight, counted and rebuilt."""

import re
from bisect import bisect_right

from claims import FIGURE, B, N, P, T, TIME_SHARE_POINTS, Claim, Sentence, between, exact, figure, in_packets, near, not_understood, true
from connection import Connection
from packets import ack_frames, size_of
from series import merged_steps
from truth import Truth

FAULTS = rf"^(?P<faults>{N}) faults? in the log of (?P<events>{N}) events?: (?P<named>.*?)\.?$"
APART = (
    rf"^The stack counts (?P<how>bytes that|less than) .*?: up to (?P<apart>{B}) \((?P<packets>{N}) packets?\) apart for "
    rf"(?P<length>{T}) without a break, (?P<share>{P}) of the time"
)


# As drafts before qlog 0.2 wrote it, too.
RECEIVED = ("packet_received", "packet_rx")


def _whole_ms(connection: Connection) -> bool:
    return all(abs(event.raw_us / 1000 - round(event.raw_us / 1000)) < 1e-6 for event in connection.events if event.raw_us == event.raw_us)


def _unsized_received(connection: Connection) -> int:
    return sum(1 for event in connection.events if event.name.endswith(RECEIVED) and size_of(event.data) is None)


def _received_acks(connection: Connection) -> int:
    return sum(1 for event in connection.events if event.name.endswith(RECEIVED) and ack_frames(event.data))


def _unacknowledged(connection: Connection) -> int:
    """In-flight packets that no ACK names, three or more below the largest that one does (RFC 9002 §6.1.1)."""
    largest = max((one.number for one in connection.sent if one.space == 2 and one.acked_us is not None), default=-1)
    return sum(1 for one in connection.sent if one.space == 2 and one.in_flight and one.acked_us is None and one.number <= largest - 3)


def _fault(row: dict, connection: Connection) -> Claim:
    name, said = row["id"], row["value"]
    if name == "clock":
        return true("whole milliseconds", _whole_ms(connection) and said == 1000 if "whole" in row["name"] else None, said)
    if name == "backward":
        return exact("events earlier than the one before", said, connection.raw.backward_steps)
    if name == "losses":
        if connection.loss_method in ("logged", "counted"):
            return true("no losses logged", False, connection.loss_method)
        # Inferred losses: what is never acknowledged though later packets are, and what resent data shows besides.
        return between("losses inferred", said, 0.9 * _unacknowledged(connection), len(connection.sent))
    if name == "ptos":
        return true("no timeouts logged", not connection.timeouts and not len(connection.metric("pto_count")), len(connection.timeouts))
    if name == "received-sizes":
        return exact("received packets without a size", said, _unsized_received(connection))
    if name == "acks":
        return exact("received packets with ACK ranges", said, _received_acks(connection))
    if name == "metrics":
        missing = [words for words, key in (("congestion window", "cwnd"), ("bytes in flight", "flight"), ("smoothed RTT", "srtt")) if not len(connection.metric(key))]
        return exact("metrics that are not logged", ", ".join(missing), row["name"].partition(": ")[2])
    if name == "contradicted":
        # Numbers of several paths are not told apart here.
        several = any("path_ack" in str(event.data.get("frames")) for event in connection.events[:2000])
        return exact("lost packets acknowledged before", said, None if several else connection.contradicted)
    return Claim(row["name"], said, None, None)


def _named(words: str, row: dict) -> Claim | None:
    """The figure that the sentence gives for a fault, against its row; None where the words have none."""
    found = FIGURE.match(re.sub(r"^.*in steps of ", "", words))
    if found is None:
        return None
    said = figure(found[0])
    return near(f"{row['id']} as its row says", said, row["value"], within=0.5)


def quality(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(FAULTS, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    named = [words for words in s.text("named").split("; ") if not words.endswith("more in the evidence")]
    return [
        exact("events", s["events"], float(len(connection.events))),
        exact("faults", s["faults"], float(len(finding["evidence"]))),
        true("as many named", len(named) >= min(3, s["faults"]), len(named)),
        *(claim for claim in map(_named, named, finding["evidence"]) if claim is not None),
        *(_fault(row, connection) for row in finding["evidence"]),
    ]


# A value stands in the log so soon before the packet that it includes.
SOON_US = 100.0


def accounting(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(APART, finding["verdict"])
    logged = connection.metric("flight")
    if not s or not len(logged):
        return not_understood(finding["verdict"])
    start, end = finding["startMs"] * 1000, finding["endMs"] * 1000
    limit = 2 * connection.datagram
    sign = 1 if s.text("how") == "less than" else -1
    furthest = total = 0.0
    times, rebuilt = logged.times, connection.rebuilt_flight
    for time, following, counted in zip(times, [*times[1:], connection.last_us], logged.values):
        # A value may be logged before or after the packet or ACK that it includes: the closest reading counts.
        at = bisect_right(rebuilt.times, time)
        after = rebuilt.values[at : at + 1] if rebuilt.times[at : at + 1] <= [time + SOON_US] else []
        readings = [rebuilt.before(time), rebuilt.at(time), *after]
        apart = min((sign * (one - counted) for one in readings if one == one), key=abs, default=0.0)
        total += (following - time) * (abs(apart) > limit)
        if start <= time < end:
            furthest = max(furthest, apart)
    # Moment by moment both may lie further apart, for as long as the log takes to write its value.
    moments = merged_steps(start, end, logged, rebuilt)
    most = max((sign * (own - counted) for _, _, (counted, own) in moments), default=furthest)
    return [
        in_packets(connection, s["packets"], s["apart"]),
        between("apart", s["apart"], 0.95 * furthest, 1.05 * most),
        near("without a break", s["length"], end - start, within=s.digits("length")),
        near("of the time in all", s["share"], total / (connection.last_us - connection.first_us), within=TIME_SHARE_POINTS),
    ]

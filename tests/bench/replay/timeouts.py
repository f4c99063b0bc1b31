"""pto-storm: how many timeouts in a row, until when, and how many of them were spurious."""

from bisect import bisect_left, bisect_right

import waits
from claims import N, T, Claim, Sentence, between, exact, near, not_understood, true
from connection import Connection
from packets import Packet
from series import NAN
from truth import Truth

PATTERN = (
    rf"^(?P<row>{N}) probes in a row(?: without an answer)? \(PTOs(?P<inferred>, inferred[^)]*)?\)(?:, (?P<behind>{N}) of them behind the last packet received,)? within (?P<within>{T})"
    rf"(?: (?P<end>before anything was acknowledged|and nothing was acknowledged any more)|, by the stack’s count)"
    rf"(?:, at a smoothed RTT of (?P<rtt>{T}))?(?:; (?P<spurious>none spurious|{N} of them spurious): (?P<doubts>.*?))?"
    rf"(?:; (?P<runs>{N}) such runs, this is the worst)?(?P<deaf>; the log holds no ACKs: what arrived is not known)?\.$"
)
DOUBTS = (
    rf"^(?P<fate>all|none|{N}) of the (?P<packets>{N}) packets? that they doubted (?P<words>had arrived|was ever acknowledged|"
    rf"(?:was|were) never acknowledged)$"
)
MIN_ROW = 3
GRANULARITY_US = 1000.0
NEVER = 1e18


def runs_of(timeouts: list[tuple[float, int]]) -> list[list[tuple[float, int]]]:
    """Timeouts whose count rises by each, from RFC 9002 §6.2.1: an ACK resets it."""
    runs: list[list[tuple[float, int]]] = []
    for timeout in timeouts:
        if not runs or timeout[1] <= runs[-1][-1][1]:
            runs.append([])
        runs[-1].append(timeout)
    return [run for run in runs if run[-1][1] >= MIN_ROW]


def _doubted(connection: Connection, time: float, sent_before: float | None = None) -> tuple[int, int]:
    """Ack-eliciting packets that were outstanding when the timer fired: how many were acknowledged later, and all."""
    before = time if sent_before is None else sent_before
    waiting = [
        one
        for one in connection.sent
        if one.eliciting and one.time_us < before and not one.dropped
        and (one.acked_us is None or one.acked_us > time)
        and (one.lost_us is None or one.lost_us > time)
    ]
    return sum(1 for one in waiting if one.acked_us is not None), len(waiting)


def doubted_by(connection: Connection, run: list[tuple[float, int]]) -> list[list[Packet]]:
    """The ack-eliciting packets that each PTO of a run doubts: those in flight that were sent since the one before. Its
    own probe may be logged before it, within the timer's granularity (RFC 9002 §6.1.2)."""
    found, since = [], -1e18
    for time, _ in run:
        until = time - GRANULARITY_US
        waiting = [one for one in connection.sent if since < one.time_us <= until and one.eliciting and not one.dropped]
        found.append([one for one in waiting if min(one.acked_us or NEVER, one.lost_us or NEVER) >= time])
        since = until
    return found


def _doubts(s: Sentence, connection: Connection, run: list[tuple[float, int]]) -> list[Claim]:
    doubted = doubted_by(connection, run)
    spurious = sum(1 for packets in doubted if packets and all(one.acked_us is not None for one in packets))
    every = [one for packets in doubted for one in packets]
    never = sum(1 for one in every if one.acked_us is None)
    said = Sentence(DOUBTS, s.text("doubts"))
    if not said:
        return not_understood(s.text("doubts"))
    fate, words = said.text("fate"), said.text("words")
    lost = {"all": 0.0, "none": said["packets"]}.get(fate, None) if fate in ("all", "none") else said["fate"]
    return [
        exact("spurious", 0.0 if s.text("spurious").startswith("none") else s["spurious"], float(spurious)),
        exact("packets in doubt", said["packets"], float(len(every))),
        exact("never acknowledged", lost, float(never)),
        true("the words fit", (words == "had arrived") == (fate == "all") and (words == "was ever acknowledged") == (fate == "none"), words),
    ]


def _ack_after(connection: Connection, time: float) -> float:
    times = connection.acks_us
    i = bisect_right(times, time)
    return times[i] if i < len(times) else NAN


def _runs(connection: Connection, inferred: bool) -> list[list[tuple[float, int]]]:
    if not inferred:
        return runs_of(connection.timeouts)
    return [run for run in runs_of(silences(connection)) if len(run) >= MIN_ROW]


def silences(connection: Connection) -> list[tuple[float, int]]:
    """Timeouts of a log that has none: an ack-eliciting packet after a silence of the timer (RFC 9002 §6.2.1), with
    data outstanding, and no ACK of new data since the packet before."""
    found: list[tuple[float, int]] = []
    row, last = 0, NAN
    for packet in connection.sent:
        if not packet.eliciting:
            continue
        ack = connection.acks_us[bisect_right(connection.acks_us, packet.time_us) - 1] if connection.acks_us and connection.acks_us[0] <= packet.time_us else -1e18
        smoothed, variation = connection.srtts.at(packet.time_us), connection.rttvars.at(packet.time_us)
        if ack >= last:
            row = 0
        timer = (smoothed + max(4 * variation, 1000.0) + connection.max_ack_delay_us) * 2**row
        if packet.time_us - max(last, ack) >= 0.9 * timer and _doubted(connection, packet.time_us)[1] > 0:
            row += 1
            found.append((packet.time_us, row))
        last = packet.time_us
    return found


def judge(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    verdict, waited = waits.split(finding["verdict"])
    s = Sentence(PATTERN, verdict)
    if not s:
        return not_understood(finding["verdict"])
    inferred = s.has("inferred")
    runs = _runs(connection, inferred)
    start = finding["startMs"] * 1000
    known = connection.rtt_at(start)
    rtt = known if known == known else 0.0
    run = next((one for one in runs if abs(one[0][0] - start) <= max(rtt, 1000.0)), None)
    if run is None:
        return [true("a run of timeouts begins there", None if inferred or not connection.timeouts else False, start / 1e6)]
    ack = _ack_after(connection, run[-1][0])
    end = run[-1][0] if s.has("deaf") else ack if ack == ack else connection.last_us
    claims = [
        exact("PTOs in a row", s["row"], float(run[-1][1])),
        exact("the most of any run", s["row"], float(max(one[-1][1] for one in runs))),
        near("within", s["within"], end - run[0][0], within=max(rtt, s.digits("within"))),
        true("no ACK in the log", not connection.acks_us) if s.has("deaf") else exact("acknowledged later", "before" in s.text("end"), ack == ack),
        *(_doubts(s, connection, run) if s.has("spurious") else []),
    ]
    if s.has("rtt"):
        # Before a run the estimate of the log and of the packets may differ by a sample that is not logged.
        estimates = [connection.smoothed.at(run[0][0]), connection.srtts.at(run[0][0])]
        known = [one for one in estimates if one == one]
        claims.append(between("smoothed RTT", s["rtt"], 0.95 * min(known, default=NAN) - 1000, 1.05 * max(known, default=NAN) + 1000))
    if s.has("behind"):
        came = connection.received_us[bisect_left(connection.received_us, end) - 1 :][:1] or [NAN]
        claims.append(exact("behind the last packet received", s["behind"], float(sum(1 for time, _ in run if time > came[0]))))
    if s.has("runs"):
        claims.append(exact("such runs", s["runs"], float(len(runs))))
    return [*claims, *waits.judge(connection, waited)]

"""flight-constant: the top of the flight in each round trip, the room above it, and how soon after an ACK packets are sent."""

from bisect import bisect_right
from math import log2

from claims import B, N, P, T, Claim, Sentence, between, near, not_understood, true
from connection import APPLICATION, Connection
from truth import Truth

CONSTANT = (
    rf"^Bytes in flight end at the same size in each of (?P<trips>{N}) round trips from (?P<from>{N}) s on, (?P<for>{T}): (?:(?P<least>{B}) to )?(?P<most>{B}), "
    rf"(?P<share>{P}) of the window \(cwnd, (?P<window>{B}) or more\), which is never full, and ACKs release the next packets at once: a buffer of the sender of "
    rf"(?:about (?P<power>{N}) (?P<unit>[KM])iB|{B}), or writes of that size"
)
MS = 1000.0


def judge(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(CONSTANT, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    start, end = finding["startMs"] * MS, finding["endMs"] * MS
    rtt = connection.rtt_at((start + end) / 2)
    trips = int((end - start) / rtt)
    flight = connection.rebuilt_flight
    # The last one may end halfway.
    tops = [max(flight.within(start + i * rtt, start + (i + 1) * rtt), default=0.0) for i in range(1, max(2, trips - 1))]
    windows = connection.metric("cwnd").within(start, end)
    sent = [one.time_us for one in connection.sent if one.space == APPLICATION and one.eliciting and start + rtt < one.time_us < end]
    acks = connection.acks_us
    soon = [time for time in sent if (i := bisect_right(acks, time)) > 0 and time - acks[i - 1] <= min(rtt / 16, MS)]
    size = connection.datagram
    claims = [
        near("round trips", s["trips"], (end - start) / rtt, within=2, share=0.05),
        near("for how long", s["for"], end - start, within=s.digits("for") + 1),
        near("the largest top", s["most"], max(tops), within=size),
        true("all within a tenth of it", min(tops) >= 0.9 * max(tops) - 1, min(tops)),
        near("the smallest window", s["window"], min(windows), within=0),
        true("never full", max(tops) + size <= min(windows)),
        between("share of it", s["share"], min(tops) / min(windows) - 0.001, max(tops) / min(windows) + 0.001),
        true("half are sent right after an ACK", len(soon) >= 0.5 * len(sent), len(soon) / max(1, len(sent))),
    ]
    if s.has("power"):
        power = s["power"] * (1024 if s.text("unit") == "K" else 2**20)
        claims.append(true("a power of two within 5 %", log2(power) % 1 == 0 and abs(s["most"] / power - 1) <= 0.05, power))
    return claims

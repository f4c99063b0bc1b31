"""peer-flat: bursts of as many full packets per round trip as a receiver sees them, without a gap in their numbers and
without a request of its own."""

from dataclasses import dataclass

from claims import N, T, Claim, Sentence, between, exact, near, not_understood, true
from connection import Connection
from packets import frames_of, kind_of, number_of, size_of, space_of
from truth import Truth

PATTERN = (
    rf"^The peer sent (?P<packets>{N}) full packets? per round trip for (?P<length>{T}), (?P<bursts>{N}) bursts one after the other, "
    rf"without a gap of two or more in packet numbers and without a request, at a smallest RTT of (?P<rtt>{T})"
    rf"(?:; the longest of (?P<runs>{N}) such runs)?\.$"
)
MOST = 0.9


@dataclass
class Arrival:
    time_us: float
    number: int
    size: int
    has_data: bool


def arrivals(connection: Connection) -> list[Arrival]:
    found = []
    for event in connection.events:
        number = number_of(event.data)
        if event.name.split(":")[-1] == "packet_received" and space_of(event.data) == 2 and number is not None:
            has_data = any(kind_of(frame) == "stream" for frame in frames_of(event.data))
            found.append(Arrival(event.time_us, number, size_of(event.data) or 0, has_data))
    return found


def requests(connection: Connection, start: float, end: float) -> int:
    return sum(
        1
        for event in connection.events
        if start < event.time_us <= end and event.name.split(":")[-1] == "packet_sent"
        and any(kind_of(frame) == "stream" for frame in frames_of(event.data))
    )


def bursts_of(found: list[Arrival], rtt: float) -> list[list[Arrival]]:
    bursts: list[list[Arrival]] = []
    for one in (each for each in found if each.has_data):
        if bursts and one.time_us - bursts[-1][-1].time_us < rtt / 2:
            bursts[-1].append(one)
        else:
            bursts.append([one])
    return bursts


def judge(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(PATTERN, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    start, end = finding["startMs"] * 1000, finding["endMs"] * 1000
    every = arrivals(connection)
    inside = [one for one in every if start - 1 <= one.time_us <= end + 1]
    rtt = connection.min_rtt()
    bursts = bursts_of(inside, rtt)
    full = 0.9 * max((one.size for one in every), default=0)
    gaps = [after.number - before.number for before, after in zip(inside, inside[1:])]
    spiral = truth.spiral
    return [
        near("length", s["length"], end - start, within=s.digits("length") + 1),
        exact("bursts", s["bursts"], float(len(bursts))),
        true("of that many packets", sum(1 for one in bursts if len(one) == s["packets"]) >= MOST * len(bursts), len(bursts)),
        true("full", sum(1 for one in inside if one.has_data and one.size >= full) >= MOST * sum(1 for one in inside if one.has_data)),
        exact("gaps of two or more", 0, sum(1 for one in gaps if one > 2)),
        exact("requests", 0, requests(connection, start + 1, end)),
        near("smallest RTT", s["rtt"], rtt, within=s.digits("rtt") + 1000),
        between("such runs", s["runs"] if s.has("runs") else 1.0, 1, len(bursts_of(every, rtt))),
        Claim("the sender is in a spiral then", "perhaps", spiral, None if not spiral else spiral["start_ms"] < finding["endMs"] and spiral["end_ms"] > finding["startMs"]),
    ]

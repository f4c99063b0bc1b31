"""What the application waited for, as the end of a sentence: streams whose data waited behind a lost packet, from the STREAM
frames of the raw records and the ACKs of their packets (RFC 9000 §2.2)."""

import re

from claims import N, T, Claim, figure, near, true
from connection import APPLICATION, Connection
from packets import Packet, integer

BEHIND = re.compile(
    rf"; (?:stream (?P<only>{N}) waited (?P<waited>{T}) behind packet (?P<packet>{N})"
    rf"|(?P<some>{N}) of the (?P<of>{N}) streams waited behind (?:packet (?P<shared>{N}), up to (?P<most>{T})"
    rf"|lost packets, the longest, stream (?P<longest>{N}), (?P<longest_waited>{T}) behind packet (?P<longest_packet>{N})))\.$"
)


def split(verdict: str) -> tuple[str, re.Match | None]:
    """The sentence without what streams waited for, and that."""
    found = BEHIND.search(verdict)
    return (verdict, None) if found is None else (f"{verdict[: found.start()]}.", found)


def _frames(connection: Connection, packet: Packet) -> list[tuple[int, int, int]]:
    """Stream, first offset and end of each STREAM frame of a packet."""
    found = []
    for frame in connection.events[packet.order].data.get("frames") or []:
        raw = frame.get("raw") or {}
        if frame.get("frame_type") != "stream":
            continue
        ends = [integer(frame.get("stream_id", frame.get("id"))), integer(frame.get("offset")), integer(frame.get("length", raw.get("length", raw.get("payload_length"))))]
        if None not in ends:
            found.append((ends[0], ends[1], ends[1] + ends[2]))  # type: ignore[operator]
    return found


def _waits(connection: Connection, stream: int, first: int, end: int) -> list[float]:
    """Of each part of a range that was sent again apart: from the first ACK of data after it to the ACK that covers it, or,
    where nothing lies after it, from the last ACK of the stream before that."""
    acked: list[tuple[float, int, int]] = []
    parts = {first}
    for packet in connection.sent:
        if packet.space != APPLICATION:
            continue
        for of, a, b in _frames(connection, packet):
            if of != stream:
                continue
            parts.update(one for one in (a, b) if first <= one < end)
            if packet.acked_us is not None:
                acked.append((packet.acked_us, a, b))
    found = []
    for offset in parts:
        filled = min((time for time, a, b in acked if a <= offset < b), default=None)
        if filled is None:
            continue
        since = min((time for time, a, _ in acked if a > offset and time < filled), default=None)
        earlier = max((time for time, _, _ in acked if time < filled), default=None)
        begun = since if since is not None else earlier
        if begun is not None:
            found.append(filled - begun)
    return found


def judge(connection: Connection, found: re.Match | None) -> list[Claim]:
    if found is None:
        return []
    number = found["packet"] or found["shared"] or found["longest_packet"]
    stream = found["only"] or found["longest"]
    said = figure(found["waited"] or found["most"] or found["longest_waited"])
    packet = next((one for one in connection.sent if one.space == APPLICATION and one.number == int(number.replace(",", ""))), None)
    if packet is None:
        return [true("the packet was sent", False, number)]
    frames = [one for one in _frames(connection, packet) if stream is None or one[0] == int(stream.replace(",", ""))]
    waits = [one for of, first, end in frames for one in _waits(connection, of, first, end)]
    rtt = connection.rtt_at(packet.time_us)
    return [
        true("the packet carried data of the stream", bool(frames), number),
        true("it was lost, or not acknowledged in time", packet.lost_us is not None or packet.acked_us is None, number),
        near("waited behind it", said, min(waits, key=lambda one: abs(one - said), default=None), within=max(rtt if rtt == rtt else 0.0, 10_000.0)),  # type: ignore[arg-type]
    ]

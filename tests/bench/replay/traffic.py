"""What frames tell of the data that a sender had: STREAM and DATAGRAM frames sent, FINs, requests, credit."""

from collections import Counter
from dataclasses import dataclass, field

from connection import APPLICATION, Connection
from lives import _role
from packets import Packet, frames_of, integer, kind_of

NEVER = float("inf")
# A unidirectional stream of less is one of control.
SMALL = 4096
CREDITS = ("bidi_local", "bidi_remote", "uni")


@dataclass
class Stream:
    """A stream with data of this side."""

    opened_us: float
    end: int = 0
    ended_us: float = NEVER
    last_us: float = 0.0


@dataclass
class Credit:
    """A limit of the connection (no stream) or of a stream: what it is from a time on, and what is sent then."""

    time_us: float
    stream: int | None
    limit: int


@dataclass
class Use:
    """A packet of data: the bytes that are new in it, of the connection and by stream."""

    packet: Packet
    streams: dict[int, int] = field(default_factory=dict)
    fresh: int = 0
    # With those that are sent again.
    sent: int = 0


def length_of(frame: dict) -> int:
    raw = frame.get("raw") or {}
    return integer(frame.get("length", raw.get("payload_length", raw.get("length")))) or 0


class Traffic:
    def __init__(self, connection: Connection) -> None:
        self.role = _role(connection)
        self.streams: dict[int, Stream] = {}
        self.uses: list[Use] = []
        self.requests: list[tuple[float, int]] = []
        self.credits: list[Credit] = []
        # The last word on credit was this side's: it waits for more.
        self.is_blocked = False
        # From when to when a stream may not be opened (RFC 9000 §4.6).
        self.unopened: list[tuple[float, float]] = []
        self.initial: dict[str, int] = {}
        # The log holds frames; a FIN among them.
        self.has_frames = any(one.carries is not None for one in connection.sent)
        packets = {one.order: one for one in connection.sent}
        asked: set[int] = set()
        for order, event in enumerate(connection.events):
            name = event.name.split(":")[-1]
            if name == "packet_sent" and order in packets and packets[order].space == APPLICATION:
                self._send(packets[order], frames_of(event.data))
            elif name == "packet_received":
                self._receive(event.time_us, frames_of(event.data), asked)
            elif name in ("parameters_set", "transport_parameters_update") and connection._is_remote(event.data):
                self._parameters(event.time_us, event.data)
        self.has_fin = any(one.ended_us < NEVER for one in self.streams.values())
        # Control streams, which never end (RFC 9114 §6.2.1).
        self.streams = {number: one for number, one in self.streams.items() if number % 4 < 2 or one.end >= SMALL}
        sizes = [use.fresh for use in self.uses if use.packet.size >= 0.9 * connection.datagram and use.fresh]
        self.payload = Counter(sizes).most_common(1)[0][0] if sizes else connection.datagram - 40
        if not self.has_frames:
            self.uses = [Use(one, {}, one.size, one.size) for one in connection.sent if one.space == APPLICATION and one.eliciting]

    def _send(self, packet: Packet, frames: list[dict]) -> None:
        use = Use(packet)
        for frame in frames:
            kind, number = kind_of(frame), integer(frame.get("stream_id", frame.get("id")))
            if kind == "reset_stream" and number in self.streams:
                self.streams[number].ended_us = min(self.streams[number].ended_us, packet.time_us)
            self.is_blocked = self.is_blocked or kind in ("data_blocked", "stream_data_blocked")
            if kind == "streams_blocked" and (not self.unopened or self.unopened[-1][1] < NEVER):
                self.unopened.append((packet.time_us, NEVER))
            if kind == "datagram":
                use.fresh += max(1, length_of(frame))
                use.sent += max(1, length_of(frame))
            if kind != "stream" or number is None:
                continue
            stream = self.streams.setdefault(number, Stream(packet.time_us))
            first, size = integer(frame.get("offset")) or 0, length_of(frame)
            new = max(0, first + size - max(stream.end, first))
            stream.end, stream.last_us = max(stream.end, first + size), packet.time_us
            use.fresh += new
            use.sent += size
            use.streams[number] = use.streams.get(number, 0) + new
            if frame.get("fin"):
                stream.ended_us = min(stream.ended_us, packet.time_us)
        if use.streams or use.fresh:
            self.uses.append(use)

    def _receive(self, time_us: float, frames: list[dict], asked: set[int]) -> None:
        for frame in frames:
            kind, number = kind_of(frame), integer(frame.get("stream_id", frame.get("id")))
            if kind == "stream" and number is not None and number % 4 == 0 and self.role == "server" and number not in asked:
                asked.add(number)
                self.requests.append((time_us, number))
            elif kind == "max_streams" and self.unopened and self.unopened[-1][1] == NEVER:
                self.unopened[-1] = (self.unopened[-1][0], time_us)
            elif kind in ("max_data", "max_stream_data"):
                self.is_blocked = False
                limit = integer(frame.get("maximum", frame.get("limit", frame.get("max"))))
                if limit is not None and (kind == "max_data" or number is not None):
                    self.credits.append(Credit(time_us, number if kind == "max_stream_data" else None, limit))

    def _parameters(self, time_us: float, data: dict) -> None:
        limit = integer(data.get("initial_max_data"))
        if limit is not None:
            self.credits.append(Credit(time_us, None, limit))
        for name in CREDITS:
            limit = integer(data.get(f"initial_max_stream_data_{name}"))
            if limit is not None:
                self.initial[name] = limit

    def first_limit(self, stream: int) -> int | None:
        """Of a stream of this side, by the other side's transport parameters (RFC 9000 §18.2)."""
        own = (stream % 2 == 1) == (self.role == "server")
        return self.initial.get("uni" if stream % 4 >= 2 else "bidi_remote" if own else "bidi_local")

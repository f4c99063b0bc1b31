"""Packets, ACKs and metrics of an event, whatever its dialect calls them.

Written from qlog's drafts (main schema 00 to 13) and from what stacks write; shares nothing with the engine's tables.
"""

from dataclasses import dataclass
from typing import Any

SPACES = {
    "initial": 0,
    "handshake": 1,
    "1rtt": 2,
    "onertt": 2,
    "0rtt": 2,
    "zerortt": 2,
    "application_data": 2,
}
# RFC 9002 §2: a packet is ack-eliciting unless it holds these only.
NOT_ELICITING = {"ack", "padding", "connection_close", "path_ack", "ack_mp"}


DATA = {"stream", "crypto", "datagram"}


@dataclass
class Packet:
    number: int
    space: int
    time_us: float
    size: int
    order: int
    eliciting: bool
    in_flight: bool
    probe: bool
    # Data of an application or of the handshake; None where the log does not hold its frames.
    carries: bool | None
    acked_us: float | None = None
    lost_us: float | None = None
    # Its keys were discarded while it was outstanding.
    dropped: bool = False

    @property
    def is_spurious(self) -> bool:
        """Declared lost, and acknowledged after that."""
        return self.lost_us is not None and self.acked_us is not None and self.acked_us >= self.lost_us

    @property
    def stays_lost(self) -> bool:
        return self.lost_us is not None and self.acked_us is None


def integer(value: Any) -> int | None:
    try:
        return int(float(value))
    except (TypeError, ValueError):
        return None


def number_of(data: dict) -> int | None:
    header = data.get("header") or {}
    return integer(header.get("packet_number", data.get("packet_number")))


def space_of(data: dict) -> int:
    header = data.get("header") or {}
    name = header.get("packet_type") or data.get("packet_type") or data.get("type") or data.get("packet_number_space")
    return SPACES.get(str(name).lower(), 2)


def size_of(data: dict) -> int | None:
    header = data.get("header") or {}
    raw = data.get("raw") or {}
    for value in (raw.get("length"), header.get("packet_size"), header.get("length"), raw.get("payload_length"), header.get("payload_length"), data.get("packet_size"), data.get("length")):
        found = integer(value)
        if found is not None:
            return found
    return None


def frames_of(data: dict) -> list[dict]:
    frames = data.get("frames") or (data.get("header") or {}).get("frames") or []
    return [frame for frame in frames if isinstance(frame, dict)]


def kind_of(frame: dict) -> str:
    return str(frame.get("frame_type", "")).lower()


def packet_of(time_us: float, data: dict, order: int) -> Packet | None:
    number = number_of(data)
    if number is None:
        return None
    frames = frames_of(data)
    kinds = {kind_of(frame) for frame in frames}
    # A log without frames does not say: a packet is taken for one that carries data.
    eliciting = not frames or bool(kinds - NOT_ELICITING)
    in_flight = eliciting or "padding" in kinds
    probe = data.get("trigger") in ("pto_probe", "pto")
    carries = any(carries_data(frame) for frame in frames) if frames else None
    return Packet(number, space_of(data), time_us, size_of(data) or 0, order, eliciting, in_flight, probe, carries)


def carries_data(frame: dict) -> bool:
    """A DATAGRAM without a length does not say that it holds any."""
    return kind_of(frame) in DATA and (kind_of(frame) != "datagram" or bool(integer(frame.get("length"))))


def ack_frames(data: dict) -> list[dict]:
    return [frame for frame in frames_of(data) if kind_of(frame) == "ack"]


def ranges_of(frame: dict) -> list[tuple[int, int]]:
    """Ranges of packet numbers, both ends included."""
    found = []
    for one in frame.get("acked_ranges") or frame.get("ack_ranges") or []:
        ends = [integer(end) for end in (one if isinstance(one, list) else [one])]
        if ends and None not in ends:
            found.append((min(ends), max(ends)))  # type: ignore[type-var]
    return found


def ends_are_exclusive(frames: list[dict]) -> bool:
    """Does the log write ranges as noq does, with the number after the last one? Two ranges of one frame that would
    touch if their ends were included give it away: they would be one range."""
    for frame in frames:
        ranges = sorted(ranges_of(frame))
        if any(after[0] <= before[1] + 1 for before, after in zip(ranges, ranges[1:])):
            return True
    return False


METRICS = {
    "congestion_window": "cwnd",
    "cwnd": "cwnd",
    "bytes_in_flight": "flight",
    "smoothed_rtt": "srtt",
    "latest_rtt": "rtt",
    "min_rtt": "min_rtt",
    "rtt_variance": "rttvar",
    "ssthresh": "ssthresh",
    "pto_count": "pto_count",
    "pacing_rate": "pacing_rate",
}
TIMES = {"srtt", "rttvar", "rtt", "min_rtt"}
# 2⁶⁴ − 1 stands for no limit.
UNLIMITED = 1e18


def metrics_of(data: dict, rtt_scale: float) -> dict[str, float]:
    """Metrics of an event, RTTs in µs. @param rtt_scale µs in the log's unit of RTTs."""
    found = {}
    for key, name in METRICS.items():
        if key not in data:
            continue
        try:
            value = float(data[key])
        except (TypeError, ValueError):
            continue
        found[name] = float("inf") if value > UNLIMITED else value * (rtt_scale if name in TIMES else 1)
    return found

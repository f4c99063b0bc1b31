"""credit-not-renewed: what frames granted and what was sent of it, and that no grant came after it was used up (RFC 9000 §4.1, §4.6)."""

from claims import N, T, B, Claim, Sentence, exact, near, not_understood, true
from connection import Connection
from lives import _packets, _role
from packets import frames_of, integer, kind_of
from truth import Truth

END = rf"and (?:no (?P<frame>[A-Z_]+) came|this host sent no (?P<own>[A-Z_]+)) in the (?P<for>{T}) (?P<end>[^(]*?)(?P<deadlock>: a deadlock of flow control)? \(RFC 9000 §4\.\d\)\.$"
SAID = rf"(?:(?P<blocked>[A-Z_]+) (?:was sent|arrived) at (?P<said>{N}) s|no (?P<unsaid>[A-Z_]+) (?:was sent|arrived)[^;]*?), "
CREDIT = rf"^The credit of (?:the connection|(?:(?P<streams>{N}) streams, the first of them )?stream (?P<stream>{N})) \((?P<limit>{B})\) was used up at (?P<at>{N}) s; {SAID}{END}"
OPENED = rf"^All (?P<limit>{N}) (?P<kind>bi|uni)directional streams? that the peer allows (?:were open|had been opened, and had ended,) at (?P<at>{N}) s; {SAID}{END}"
MS = 1000.0


def _frames(connection: Connection, name: str) -> list[tuple[float, str, dict]]:
    return [(time, kind_of(frame), frame) for time, _, _, data in _packets(connection, name) for frame in frames_of(data)]


def _limit(frame: dict) -> float:
    return float(integer(frame.get("maximum", frame.get("limit"))) or 0)


def _streams(frames: list[tuple[float, str, dict]], until: float) -> dict[int, float]:
    """The end of what was sent of each stream."""
    ends: dict[int, float] = {}
    for time, kind, frame in frames:
        stream = integer(frame.get("stream_id", frame.get("id")))
        if kind != "stream" or stream is None or time > until + 1:
            continue
        raw = frame.get("raw") or {}
        length = integer(frame.get("length", raw.get("length", raw.get("payload_length")))) or 0
        ends[stream] = max(ends.get(stream, 0.0), float((integer(frame.get("offset")) or 0) + length))
    return ends


def _said(s: Sentence, data: list[tuple[float, str, dict]], at: float) -> Claim:
    name = (s.text("blocked") or s.text("unsaid")).lower()
    times = [time for time, kind, frame in data if kind == name and _limit(frame) >= s["limit"] and time >= at - MS]
    if s.has("said"):
        return near(f"first {name}", s["said"] * 1e6, min(times, default=float("nan")), within=MS)
    return true(f"no {name}", not times, times[:1])


def judge(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(CREDIT, finding["verdict"]) or Sentence(OPENED, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    start, end = finding["startMs"] * MS, finding["endMs"] * MS
    ways = ("packet_received", "packet_sent") if s.has("own") else ("packet_sent", "packet_received")
    data, grants = (_frames(connection, way) for way in ways)
    frame = (s.text("frame") or s.text("own")).lower()
    own = [one for one in grants if one[1] == frame and (frame != "max_stream_data" or integer(one[2].get("stream_id")) == int(s["stream"]))]
    claims = [
        near("how long", s["for"], end - start, within=s.digits("for") + 1),
        near("used up at", s["at"] * 1e6, start, within=MS),
        true("no grant after it", not [one for one in own if one[0] > start and _limit(one[2]) > s["limit"]]),
        true("none before is larger", not [one for one in own if _limit(one[2]) > s["limit"]]),
        _said(s, data, start),
        true("an idle timeout, where it is called a deadlock", not s.has("deadlock") or "idle timeout" in s.text("end")),
    ]
    ends = _streams(data, end)
    if frame == "max_streams":
        bits = (2 if s.text("kind") == "uni" else 0) + (1 if _role(connection) == "server" else 0)
        numbers = [stream // 4 + 1 for stream in ends if stream % 4 == bits]
        return [*claims, exact("streams opened", s["limit"], float(max(numbers, default=0)))]
    used = ends.get(int(s["stream"]), 0.0) if s.has("stream") else sum(ends.values())
    return [*claims, exact("bytes used", s["limit"], used)]

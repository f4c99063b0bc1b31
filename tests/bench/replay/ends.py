"""How a connection ended where it failed, or left something: handshake-failed, peer-gone, log-ends, and what closed-with-error and
idle-timeout say was outstanding. From the raw events alone: frames, packet numbers, timers, transport parameters.
"""

import re

from claims import N, T, B, Claim, Sentence, exact, near, not_understood, true
from connection import APPLICATION, Connection
from lives import _client_one_rtt, _closes, _is, _packets, _role, _timeout_us
from packets import frames_of, integer, kind_of
from series import NAN
from truth import Truth

MS = 1000.0
SLACK_US = 10 * MS
LEAST_PTOS = 3

WAITING = rf"(?P<number>{N}) packets? with (?:handshake )?data (?:was|were) (?:never|not yet) acknowledged"
OPEN = rf"(?P<number>{N}) streams? (?:was|were) open"
WAITED = rf"this side had waited (?P<for>{T}) for (?P<what>[^;:(]+)"


def waiting(connection: Connection, until: float) -> float:
    """Packets with data that are neither acknowledged nor lost."""
    open_ = [
        one
        for one in connection.sent
        if one.time_us <= until + 1 and one.acked_us is None and one.lost_us is None and (not one.dropped or one.space == APPLICATION)
    ]
    return float(sum(1 for one in open_ if one.carries))


def open_streams(connection: Connection) -> float:
    """Bidirectional streams without an end in a direction of which frames, or the other endpoint's opening, show that it is used."""
    seen: dict[int, set[str]] = {}
    done: dict[int, set[str]] = {}
    other = {"local": "remote", "remote": "local"}
    for name, way in (("packet_sent", "local"), ("packet_received", "remote")):
        for _, _, _, data in _packets(connection, name):
            for frame in frames_of(data):
                kind, stream = kind_of(frame), integer(frame.get("stream_id", frame.get("id")))
                if stream is None or stream % 4 >= 2:
                    continue
                if kind == "stream":
                    seen.setdefault(stream, set()).add(way)
                    if frame.get("fin"):
                        done.setdefault(stream, set()).add(way)
                elif kind == "reset_stream":
                    seen.setdefault(stream, set()).add(way)
                    done.setdefault(stream, set()).add(way)
                elif kind in ("max_stream_data", "stream_data_blocked"):
                    seen.setdefault(stream, set())
                elif kind == "stop_sending":
                    done.setdefault(stream, set()).add(other[way])
    role = _role(connection)
    count = 0
    for stream, ways in seen.items():
        opener = "local" if (stream % 2 == 1) == (role == "server") else "remote"
        needed = {opener, other[opener]} if opener in ways else {other[opener]}
        count += int(not needed <= done.get(stream, set()))
    return float(count)


def outstanding(connection: Connection, words: str, until: float) -> list[Claim]:
    """`3 packets with data were never acknowledged, and 2 streams were open`, where the sentence says so."""
    claims = []
    said = Sentence(rf".*?{WAITING}", words)
    if said:
        claims.append(exact("packets with data never acknowledged", said["number"], waiting(connection, until)))
    opened = Sentence(rf".*?{OPEN}", words)
    if opened:
        claims.append(exact("streams open", opened["number"], open_streams(connection)))
    return claims


def waited(connection: Connection, words: str, until: float) -> list[Claim]:
    """The wait of this side that never ended, for what it was."""
    s = Sentence(rf".*?{WAITED}", words)
    if not s:
        return []
    what, since = s.text("what"), until - s["for"]
    blocked = {"credit of the connection": "data_blocked", "credit of": "stream_data_blocked", "leave to open": "streams_blocked"}
    for start, frame in blocked.items():
        if start not in what:
            continue
        times = [time for time, _, _, data in _packets(connection, "packet_sent") if any(kind_of(f) == frame for f in frames_of(data))]
        sent = [one.time_us for one in connection.sent]
        signs = times + sent
        return [true(f"{frame}, or the last data before it, stands at its start", any(abs(time - since) <= max(MS, s.digits("for")) for time in signs))]
    asked = [time for time, _, _, data in _packets(connection, "packet_sent") if any(kind_of(f) == "stream" for f in frames_of(data))]
    return [true("data of a stream was sent then", any(abs(time - since) <= max(MS, s.digits("for")) for time in asked))]


def _received(connection: Connection, until: float) -> list[float]:
    return [time for time, *_ in _packets(connection, "packet_received") if time <= until]


def _end_us(connection: Connection) -> float:
    closes = _closes(connection)
    return closes[0][0] if closes else connection.last_us


# handshake-failed

AFTER = rf", (?P<after>{T}) after the first packet"
NEVER = r": the handshake never completed \(RFC 9001 §4\.1\.1\)\.$"
QUIET = rf"(?:Nothing was received at all|Nothing more was received) for (?P<quiet>{T})(?:, though (?P<asked>{N}) packets? asked for an answer)?"
NO_VERSION = "no version in common"


def handshake(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(rf"^(?P<what>.*?){AFTER}(?P<left>.*?){NEVER}", finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    what, end = s.text("what"), finding["endMs"] * MS
    first = min((time for name in ("packet_sent", "packet_received") for time, _, space, _ in _packets(connection, name) if space == 0), default=NAN)
    both = [any(space == APPLICATION for _, _, space, _ in _packets(connection, name)) for name in ("packet_sent", "packet_received")]
    claims = [
        true("no 1-RTT packet of the client", not _client_one_rtt(connection, end)),
        true("no 1-RTT packets of both directions", not all(both)),
        near("after", s["after"], end - first, within=max(MS, s.digits("after"))),
        true("no record says that it is complete", not any("handshake_complete" in str(one.data.get("new")) for one in connection.events)),
    ]
    closes = _closes(connection)
    if NO_VERSION in what:
        offers = [time for time, _, _, data in _packets(connection, "packet_received") if "version" in str((data.get("header") or {}).get("packet_type"))]
        mismatch = [one for one in connection.events if _is(one, "connection_closed") and "version" in str(one.data.get("trigger"))]
        claims.append(true("Version Negotiation, or its record", bool(offers or mismatch)))
        chosen = [one for one in connection.events if _is(one, "version_information") and one.data.get("chosen_version") is not None and offers and one.time_us >= offers[0]]
        claims.append(true("no version was chosen behind it", not chosen))
    elif "closed it" in what:
        code = re.search(r"0x[0-9a-f]+", what)
        codes = closes[0][2] if closes else []
        claims.append(true("a record closes it", bool(closes)))
        if code:
            claims.append(true("the code of the close", int(code[0], 16) in codes if codes else None, codes))
    quiet = Sentence(rf".*?{QUIET}", what)
    if quiet:
        before = _received(connection, end)
        since = before[-1] if before else first
        claims.append(near("silence", quiet["quiet"], end - since, within=max(MS, quiet.digits("quiet"))))
        if quiet.has("asked"):
            behind = [one for one in connection.sent if one.in_flight and one.time_us <= end + 1 and (not before or one.time_us > before[-1] - 0.5)]
            claims.append(exact("packets that asked for an answer", quiet["asked"], float(len(behind))))
    return claims + outstanding(connection, s.text("left"), end)


# peer-gone

GONE = (
    rf"^Nothing was received for the last (?P<since>{T})(?:; (?P<sent>{N}) packets? sent in that time (?:was|were) not answered)?; (?P<left>.*?): "
    rf"(?P<end>[^:]*) \(RFC 9000 §10\.1\)\.$"
)


def gone(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(GONE, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    end = finding["endMs"] * MS
    received = _received(connection, end)
    last = received[-1] if received else NAN
    behind = [one for one in connection.sent if one.in_flight and last - 0.5 < one.time_us <= end + 1]
    closes = _closes(connection)
    claims = [
        near("silence", s["since"], end - last, within=max(MS, s.digits("since"))),
        true("nothing is received later", not any(time > end + 1 for time, *_ in _packets(connection, "packet_received"))),
        true("the peer does not close it", not closes or closes[0][1] != "remote"),
        exact("packets sent in that time", s["sent"] if s.has("sent") else 0.0, float(len(behind))),
        true("data was in flight", waiting(connection, end) > 0),
    ]
    timeout = _timeout_us(connection)
    limit = Sentence(rf".*?idle timeout of (?P<timeout>{T})", s.text("end"))
    if limit:
        claims.append(near("idle timeout", limit["timeout"], timeout, within=limit.digits("timeout")))
        restart = behind[0].time_us if behind else last
        claims.append(true("it had passed", end - restart >= timeout - SLACK_US, (end - restart) / MS))
    ptos = Sentence(rf"^(?P<number>{N}) probe timeouts? had passed in a row", s.text("end"))
    if ptos:
        claims.append(true("no idle timeout is known", timeout != timeout))
        claims.append(true("three at least", ptos["number"] >= LEAST_PTOS))
    return claims + outstanding(connection, s.text("left"), end)


# log-ends

LOG = rf"^The log ends(?: (?P<quiet>{T}) after its last packet)?, not the connection: no record says how that ended; (?P<left>.*)\.$"
LEFT = (
    rf"^(?P<who>This side|The peer|One side)(?: \(the (?:client|server)\))? closed the connection without an error (?P<after>{T}) after the log begins; "
    rf"(?P<left>.*) \(RFC 9000 §10\.2\)\.$"
)
NO_ERRORS = (0, 0x100)


def ends(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    end = finding["endMs"] * MS
    s = Sentence(LOG, finding["verdict"])
    if s:
        packets = [time for name in ("packet_sent", "packet_received") for time, *_ in _packets(connection, name)]
        claims = [
            true("no record closes it", not _closes(connection)),
            near("it is the end of the log", end, connection.last_us, within=MS),
        ]
        if s.has("quiet"):
            claims.append(near("silence", s["quiet"], connection.last_us - max(packets), within=max(MS, s.digits("quiet"))))
        flight = Sentence(rf".*?, (?P<bytes>{B}) in flight", s.text("left"))
        if flight:
            claims.append(true("something was in flight", flight["bytes"] >= 0))
        return claims + outstanding(connection, s.text("left"), end) + waited(connection, s.text("left"), end)
    s = Sentence(LEFT, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    closes = _closes(connection)
    if not closes:
        return [true("a record closes it", False)]
    time, who, codes = closes[0]
    said = {"This side": "local", "The peer": "remote"}.get(s.text("who"), who)
    claims = [
        exact("who", said, who or said),
        true("a code that is no error", not codes or any(code in NO_ERRORS or (code - 0x21) % 0x1F == 0 for code in codes), codes),
        near("after", s["after"], time - connection.first_us, within=max(MS, s.digits("after"))),
    ]
    return claims + outstanding(connection, s.text("left"), end) + waited(connection, s.text("left"), end)

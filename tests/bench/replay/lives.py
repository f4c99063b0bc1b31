"""How a connection began, moved and ended: closed-with-error, idle-timeout, handshake-slow, amplification-limited,
path-changed, mtu-black-hole. From the raw events alone: frames, packet numbers, sizes, transport parameters.
"""

import re

from claims import N, T, B, Claim, Sentence, between, exact, near, not_understood, true
from connection import APPLICATION, Connection
from packets import Packet, frames_of, integer, kind_of, number_of, size_of, space_of
from series import NAN
from truth import Truth

MS = 1000.0
LEAST_INITIAL_BYTES = 1200
TIMES = 3


def _is(event, name: str) -> bool:
    return event.name.split(":")[-1] == name


def _packets(connection: Connection, name: str) -> list[tuple[float, int | None, int, dict]]:
    """(time, number, space, data) of the packets of one direction."""
    return [(one.time_us, number_of(one.data), space_of(one.data), one.data) for one in connection.events if _is(one, name)]


def _role(connection: Connection) -> str:
    """Who logs: a server sends HANDSHAKE_DONE, a client the first Initial."""
    packets = [one for one in connection.events if _is(one, "packet_sent") or _is(one, "packet_received")]
    if packets and space_of(packets[0].data) == 0:
        return "client" if _is(packets[0], "packet_sent") else "server"
    done = next((one for one in packets if any(kind_of(frame) == "handshake_done" for frame in frames_of(one.data))), None)
    return connection.raw.vantage if done is None else "server" if _is(done, "packet_sent") else "client"


def _code(value: object) -> int | None:
    number = integer(value)
    if number is not None:
        return number
    match = re.match(r"(?:crypto_error_)?0x([0-9a-f]+)$", str(value).lower())
    return int(match[1], 16) if match else None


def _closes(connection: Connection) -> list[tuple[float, str, list[int]]]:
    """(time, who, codes) of every record that closes the connection."""
    found = []
    for one in connection.events:
        name = one.name.split(":")[-1]
        if name in ("packet_sent", "packet_received"):
            for frame in frames_of(one.data):
                if kind_of(frame) in ("connection_close", "application_close"):
                    codes = [_code(frame.get(key)) for key in ("error_code", "raw_error_code", "error", "error_code_value")]
                    found.append((one.time_us, "local" if name == "packet_sent" else "remote", [c for c in codes if c is not None]))
        elif name == "connection_closed":
            keys = ("connection_code", "application_code", "connection_error", "application_error", "error_code", "code")
            codes = [_code(one.data.get(key)) for key in keys]
            who = str(one.data.get("owner") or one.data.get("initiator") or "")
            found.append((one.time_us, who, [c for c in codes if c is not None]))
    return found


def left_over(connection: Connection, words: str, until: float) -> list[Claim]:
    from ends import outstanding

    return outstanding(connection, words, until)


def waited_for(connection: Connection, words: str, until: float) -> list[Claim]:
    from ends import waited

    return waited(connection, words, until)


# closed-with-error

CLOSED = (
    rf"^(?P<who>This side|The peer|The client|The server|One side)(?: \(the (?P<role>client|server)\))? closed the connection with "
    rf"(?:the (?P<space>transport|application) error|the error) (?P<code>0x[0-9a-f]+)(?P<more>[^.]*?) (?P<after>{T}) after the log begins"
    rf"(?P<early>, before the handshake was complete)?(?:; (?P<left>[^:]*?))? \(RFC [^)]*\)\.$"
)
RESET = rf"answered with a Stateless Reset (?P<after>{T}) after the log begins"


def _client_one_rtt(connection: Connection, until: float) -> bool:
    name = "packet_sent" if _role(connection) == "client" else "packet_received"
    return any(space == APPLICATION and time <= until + 1 for time, _, space, _ in _packets(connection, name))


def closed(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(CLOSED, finding["verdict"])
    if not s:
        reset = Sentence(RESET, finding["verdict"])
        if not reset:
            return not_understood(finding["verdict"])
        times = [time for time, _, _, data in _packets(connection, "packet_received") if "reset" in str((data.get("header") or {}).get("packet_type"))]
        return [near("a Stateless Reset", reset["after"], times[0] - connection.first_us if times else NAN, within=MS)]
    closes = _closes(connection)
    if not closes:
        return [true("a record closes it", False)]
    time, who, codes = closes[0]
    said_who = {"This side": "local", "The peer": "remote"}.get(s.text("who"), who)
    claims = [
        true("the code of the first close", int(s.text("code"), 16) in codes if codes else None, codes),
        exact("who", said_who, who or said_who),
        near("after", s["after"], time - connection.first_us, within=max(MS, s.digits("after"))),
    ]
    if s.has("role"):
        claims.append(exact("role", s.text("role"), _role(connection) if said_who == "local" else {"client": "server", "server": "client"}.get(_role(connection))))
    if s.has("early"):
        claims.append(true("no 1-RTT packet of the client before", not _client_one_rtt(connection, time)))
    return claims + (left_over(connection, s.text("left"), time) if s.has("left") else [])


# idle-timeout

IDLE = (
    rf"^Nothing was received (?:at all in the (?P<deaf>{T}) since the first packet was sent|for the last (?P<since>{T}))(?P<sent>.*?)"
    rf"(?:; the idle timeout is (?P<timeout>{T}))?: (?P<end>the handshake was given up|the connection ended by the idle timeout|the connection ended silently)"
    rf"(?P<inferred>, which is inferred: no record says it)?(?P<due>, which is inferred: the record of its end gives no reason, and comes when the timeout is due)? "
    rf"\(RFC 9000 §10\.1\)\.$"
)
UNANSWERED = rf"(?P<number>{N}) packets? sent in that time"
WAITING = rf"(?P<number>{N}) packets? with data (?:was|were) never acknowledged"


def _timeout_us(connection: Connection) -> float:
    """The smaller max_idle_timeout of both sides."""
    set_ = []
    for one in connection.events:
        if _is(one, "parameters_set") or _is(one, "transport_parameters_update"):
            value = integer(one.data.get("max_idle_timeout") or one.data.get("idle_timeout"))
            if value:
                set_.append(value * MS)
    return min(set_) if set_ else NAN


def idle(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(IDLE, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    logged = [one.time_us for one in connection.events if _is(one, "connection_closed") and "timeout" in str(one.data.get("trigger"))]
    bare = [one.time_us for one in connection.events if _is(one, "connection_closed")]
    end = logged[0] if logged else bare[0] if s.has("due") and bare else connection.last_us
    received = [time for time, *_ in _packets(connection, "packet_received") if time <= end]
    sent = [one for one in connection.sent if one.time_us <= end]
    last = received[-1] if received else NAN
    length = "deaf" if s.has("deaf") else "since"
    behind = [one for one in sent if one.in_flight and (last != last or one.time_us > last - 0.5)]
    claims = [
        exact("inferred", s.has("inferred") or s.has("due"), not logged),
        near("silence", s[length], end - (sent[0].time_us if s.has("deaf") else last), within=max(MS, s.digits(length))),
    ]
    if s.has("timeout"):
        claims.append(near("idle timeout", s["timeout"], _timeout_us(connection), within=s.digits("timeout")))
    if s.has("due"):
        claims.append(true("a record without a code ends it", bool(bare) and not any(codes for _, _, codes in _closes(connection))))
        restart = behind[0].time_us if behind else last
        timeout = _timeout_us(connection)
        late = 10 * MS + timeout * 0.0005
        claims.append(true("it comes when the timeout is due", timeout - 10 * MS <= end - restart <= late + timeout, (end - restart) / MS))
    elif not logged:
        claims.append(true("no record closes it", not _closes(connection)))
    said = Sentence(UNANSWERED, s.text("sent"))
    if not s.text("sent").startswith(", though this side had waited"):
        claims.append(exact("packets sent in that time", said["number"] if said else 0.0, float(len(behind))))
    claims += waited_for(connection, s.text("sent"), end)
    waiting = Sentence(WAITING, s.text("sent"))
    if waiting:
        with_data = {(space, number) for _, number, space, data in _packets(connection, "packet_sent") if any(kind_of(f) in ("stream", "crypto", "datagram") for f in frames_of(data))}
        open_ = [one for one in sent if one.acked_us is None and one.lost_us is None and not one.dropped and (one.space, one.number) in with_data]
        claims.append(exact("packets with data never acknowledged", waiting["number"], float(len(open_))))
    if s.text("end") == "the handshake was given up":
        claims.append(true("no 1-RTT packet of the client", not _client_one_rtt(connection, end)))
    return claims


# handshake-slow

SLOW = (
    rf"^The handshake took (?P<took>{T}), (?P<trips>{N}) round trips of (?P<rtt>{T}), where it needs (?P<needs>one|two|three): (?P<signs>.*) \(RFC 9002 §6\.2\)\.$"
)
NEEDS = {"one": 1, "two": 2, "three": 3}


def _special(connection: Connection, word: str) -> bool:
    return any(word in str((data.get("header") or {}).get("packet_type")).lower() for _, _, _, data in _packets(connection, "packet_received"))


def _complete_us(connection: Connection) -> list[float]:
    """When the handshake may be said to be complete: what the log says, keys, and the first 1-RTT packet of the client."""
    found = []
    for one in connection.events:
        if _is(one, "connection_state_updated") and "handshake_complete" in str(one.data.get("new")):
            found.append(one.time_us)
        if (_is(one, "key_updated")) and str(one.data.get("key_type")) == "client_1rtt_secret":
            found.append(one.time_us)
    name = "packet_sent" if _role(connection) == "client" else "packet_received"
    found += [time for time, _, space, _ in _packets(connection, name) if space == APPLICATION][:1]
    done = [one.time_us for one in connection.events if _is(one, "packet_sent") and any(kind_of(f) == "handshake_done" for f in frames_of(one.data))]
    return found + done[:1]


def slow(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(SLOW, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    first = min((time for name in ("packet_sent", "packet_received") for time, _, space, _ in _packets(connection, name) if space == 0), default=NAN)
    ends = _complete_us(connection)
    least = connection.min_rtt()
    took = s["took"]
    needs = 1 + int(_special(connection, "retry")) + int(_special(connection, "version")) if _role(connection) == "client" else 1
    early = [one for one in connection.sent if one.space < 2 and one.time_us < first + took]
    lost = [one for one in early if one.lost_us is not None or one.acked_us is None]
    return [
        true("complete at a time that the log shows", any(abs(end - first - took) <= max(MS, s.digits("took")) for end in ends), ends),
        near("smallest RTT", s["rtt"], least, within=max(MS, s.digits("rtt")), share=0.05),
        near("round trips", s["trips"], took / s["rtt"], within=0.06, share=0.02),
        exact("needed", NEEDS[s.text("needs")], needs),
        true("a packet of it was lost, or never came", bool(lost) or "never came" in s.text("signs"), s.text("signs")),
    ]


# amplification-limited

HELD = (
    rf"^The server had sent (?P<sent>{B}) of the (?P<allowed>{B}) that it may send .*?"
    rf"(?:and waited (?P<waited>{T}) \((?P<trips>{N}) round trips of (?P<rtt>{T})\) from (?P<from>{N}) s on for the client, with (?P<rest>{B})"
    rf"|and (?P<packets>{N}) further Handshake packets? of it came (?P<late>{T}) \((?P<trips2>{N}) round trips of (?P<rtt2>{T})\) behind)"
)


def held(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(HELD, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    start, end = finding["startMs"] * MS, finding["endMs"] * MS
    by_server = s.has("waited")
    of_server, of_client = ("packet_sent", "packet_received") if by_server else ("packet_received", "packet_sent")
    before = [size_of(data) or 0 for time, _, _, data in _packets(connection, of_server) if time <= start + 1]
    initials = [size_of(data) or 0 for time, _, space, data in _packets(connection, of_client) if space == 0 and time <= start + 1]
    first_answer = min((time for time, *_ in _packets(connection, of_server)), default=NAN)
    if not by_server:
        initials = [size_of(data) or 0 for time, _, space, data in _packets(connection, of_client) if space == 0 and time <= first_answer]
    wait = s["waited"] if by_server else s["late"]
    claims = [
        exact("sent", s["sent"], float(sum(before))),
        exact("allowed", s["allowed"], float(TIMES * sum(max(size, LEAST_INITIAL_BYTES) for size in initials))),
        near("the wait", wait, end - start, within=MS),
        near("smallest RTT", s["rtt"] if by_server else s["rtt2"], connection.min_rtt(), within=MS, share=0.05),
    ]
    handshake = [(time, data) for time, _, space, data in _packets(connection, of_server) if space == 1 and time >= end - 1]
    if by_server:
        fresh = set()
        old = {(f.get("offset"), f.get("length")) for time, _, space, data in _packets(connection, of_server) if space == 1 and time <= start + 1 for f in frames_of(data) if kind_of(f) == "crypto"}
        for _, data in handshake:
            fresh |= {(f.get("offset"), f.get("length")) for f in frames_of(data) if kind_of(f) == "crypto"} - old
        total = sum(integer(length) or 0 for _, length in fresh)
        claims.append(near("still to be sent", s["rest"], float(total), share=0.05) if total else true("data still to be sent", None))
    else:
        claims.append(exact("packets behind the wait", s["packets"], float(len(handshake))))
    return claims


# path-changed

MOVED = (
    rf" at (?P<at>{N}) s, (?P<validated>not validated in this log|(?:validated|the PATH_CHALLENGE of the peer answered) (?P<after>{T}) later)"
    rf"(?:; of the (?P<sent>{N}) ack-eliciting packets? sent from a round trip before it to three behind it (?P<lost>{N}) (?:was|were) lost)?"
    rf"(?:, and the first one sent behind it was acknowledged after (?P<answered>{T}))?.*? at round trips of (?P<rtt>{T}) \(RFC 9000 §9\)"
)


def _around(connection: Connection, at: float, rtt: float) -> list[Packet]:
    """From a round trip before a time to three behind it."""
    return [one for one in connection.sent if one.space == 2 and one.eliciting and at - rtt <= one.time_us <= at + 3 * rtt]


def moved(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(MOVED, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    at, rtt = finding["startMs"] * MS, s["rtt"]
    signs = []
    for one in connection.events:
        name = one.name.split(":")[-1]
        if name in ("packet_sent", "packet_received") and any(kind_of(f) in ("path_challenge", "path_response") for f in frames_of(one.data)):
            signs.append(one.time_us)
        elif name in ("tuple_assigned", "migration_state_updated", "connection_id_updated", "path_assigned"):
            signs.append(one.time_us)
    # The sentence shows the round trip rounded: a burst may stand at the border.
    least, most = (_around(connection, at, rtt + side * s.digits("rtt")) for side in (-1, 1))
    behind = [one.acked_us for one in connection.sent if one.space == 2 and one.time_us >= at - 0.5 and one.acked_us is not None]
    claims = [true("a record of a path stands there", any(abs(time - at) <= max(MS, rtt) for time in signs), at / 1e6)]
    # Before the first sample a log may hold the initial RTT (RFC 9002 §6.2.2).
    known = [one for one in (connection.smoothed.at(at), connection.srtts.at(at), connection.latest.at(at)) if one == one]
    nearest = min(known, key=lambda one: abs(one - rtt), default=NAN)
    claims.append(near("round trip", rtt, nearest, within=2 * MS, share=0.1))
    if s.has("lost"):
        claims.append(between("packets around it", s["sent"], 0.95 * len(least) - 2, 1.05 * len(most) + 2))
        gone = [sum(1 for one in part if one.stays_lost) for part in (least, most)]
        claims.append(between("lost of them", s["lost"], 0.95 * gone[0] - 1, 1.05 * gone[1] + 1))
    if s.has("answered"):
        claims.append(near("the first ACK behind it", s["answered"], min(behind) - at if behind else NAN, within=max(MS, rtt)))
    return claims


# mtu-black-hole

HOLE = (
    rf"^All (?P<lost>{N}) packets with data above (?P<size>{B}) that were sent from (?P<from>{N}) s on for (?P<length>{T}) were lost(?: or never acknowledged)?, the smallest of "
    rf"(?P<smallest>{B}), while (?P<arrived>{N}) of (?P<below>{N}) smaller packets? arrived; (?P<before>packets|none) as large had arrived before"
)


def hole(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(HOLE, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    start, end = finding["startMs"] * MS, finding["endMs"] * MS
    inside = [one for one in connection.sent if one.space == 2 and start - 1 <= one.time_us <= end + 1]
    large = [one for one in inside if one.size > s["size"]]
    small = [one for one in inside if one.size <= s["size"]]
    return [
        true("none larger arrives", not any(one.acked_us is not None for one in large)),
        between("larger ones lost", s["lost"], 1, float(len(large))),
        exact("smallest of them", s["smallest"], float(min((one.size for one in large), default=0))),
        exact("smaller ones that arrive", s["arrived"], float(sum(1 for one in small if one.acked_us is not None))),
        exact("as large before", s.text("before") == "packets", any(one.acked_us is not None and one.size >= s["smallest"] for one in connection.sent if one.space == 2 and one.time_us < start - 1)),
    ]

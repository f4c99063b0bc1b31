"""host-stall and delivery-stall: times without a packet or without an ACK of new data, what explains them, and whom
or what the path itself says it stopped."""

from bisect import bisect_right

import waits
from claims import N, P, RATE, T, Claim, Sentence, between, exact, near, not_understood, true
from connection import Connection
from gaps import RTTS, STALL_US, STOP_US, Gap, gaps_of, longest_quiet, packet_times, stops_in, waiting_at
from series import NAN, count_in, middle
from truth import Truth

STOP = (
    rf"^(?P<who>This host stopped|The receiver stopped(?:, or the path held its ACKs,)?|A host stopped, this one or the receiver, "
    rf"or the path held the ACKs,) (?:for (?P<length>{T})|(?:twice|(?P<times>{N}) times), for (?P<all>{T}) in all, the longest "
    rf"(?P<longest>{T})) at (?P<at>{T}): (?P<shown>.*?)(?:; (?P<reported>{N}) of them (?:was|were) the receiver's, as the ACK says \(ack_delay\))?\.$"
)
OVERDUE = rf"^no packet is sent or received, though a probe \(PTO\) was due (?P<due>{T}) after the last packet$"
AT_ONCE = rf"^no packet is sent or received, and (?P<acks>{N}) ACKs are read at once then, one for (?P<ratio>{N}) × the usual bytes$"
QUIET = rf"^no packet is sent or received for (?P<quiet>{T}) of it, then one ACK comes (?P<newest>{T}) after the newest packet that it acknowledges$"
DELAYED = (
    rf"^no ACK of new data comes, then one (?:that the receiver says it held for (?P<delay>{T}) \(ack_delay\)(?:, (?P<newest>{T}) after the newest packet that it "
    rf"acknowledges)?|(?P<alone>{T}) after the newest packet that it acknowledges)$"
)
STALL = (
    rf"^(?:No new data|Nothing) was acknowledged for (?P<length>{T}) from (?P<at>{T}) on while "
    rf"(?P<waited>data waited|packets waited for an answer|only control frames waited for an answer), (?P<rtts>{N}) smoothed RTTs: "
    rf"(?:nothing answered the (?P<packets>{N}) packets? in flight or sent meanwhile in time; (?P<fates>.*?)|the packets were "
    rf"acknowledged at once then, the newest (?P<newest>{T}) after it was sent(?:, of which the receiver says that it held the ACK for (?P<delay>{T}) \(ack_delay\))?: the receiver, "
    rf"or the path, held its ACKs)(?:; the longest of (?P<stalls>{N}) such stalls)?\.$"
)
FATES = (
    rf"^(?:(?P<all>all of them were (?:lost|acknowledged later))|(?P<none>nothing was acknowledged any more)|"
    rf"(?:(?P<lost>{N}) of them were lost)?(?:(?:, )?(?P<acked>{N})(?: of them were)? acknowledged later)?(?:(?:, )?(?P<open>{N})(?: of them were)? never acknowledged)?)$"
)


def _span(finding: dict) -> tuple[float, float]:
    return finding["startMs"] * 1000, finding["endMs"] * 1000


def _unacknowledged(connection: Connection, start: float, end: float) -> list[Claim]:
    """No ACK of new data inside, and data in flight all the time."""
    acks = [one.time_us for one in connection.answers]
    flight = connection.rebuilt_flight.within(start + 1, end - 1)
    return [
        exact("ACKs of new data inside", 0, count_in(acks, start + 1, end - 1)),
        true("data in flight all the time", bool(flight) and min(flight) > 0, min(flight, default=NAN)),
    ]


def _answer(connection: Connection, end: float) -> Gap | None:
    return next((one for one in gaps_of(connection) if one.answer is not None and abs(one.end_us - end) <= 1000), None)


def _newest(s: Sentence, gap: Gap | None) -> list[Claim]:
    """The ACK after it: its own delay, and how late the newest packet is acknowledged that it names first."""
    if gap is None or gap.answer is None:
        return [true("an ACK of new data ends it", False)]
    claims = []
    if "delay" in s.match.groupdict() and s.has("delay"):  # type: ignore[union-attr]
        claims.append(near("ack_delay", s["delay"], gap.answer.delay_us, within=s.digits("delay")))
    for name in ("newest", "alone"):
        if name not in s.match.groupdict() or not s.has(name):  # type: ignore[union-attr]
            continue
        claims.append(near("RTT of the newest packet", s[name], gap.newest_us, within=s.digits(name) + 1))
        claims.append(true("later than a queue makes it", gap.is_late, (gap.newest_us / 1000, gap.rtt_before_us / 1000)))
    return claims


def _timers(connection: Connection, time: float) -> list[float]:
    """The PTO of RFC 9002 §6.2.1 at a time, of the packets' RTT and of the log's, as often doubled as the log says."""
    fired = [row for at, row in connection.timeouts if at <= time]
    acked = connection.acks_us[bisect_right(connection.acks_us, time) - 1 :][:1]
    row = fired[-1] if fired and acked and [at for at, _ in connection.timeouts if at <= time][-1] > acked[0] else 0
    pairs = [(connection.srtts, connection.rttvars), (connection.metric("srtt"), connection.metric("rttvar"))]
    return [(srtt.at(time) + max(4 * var.at(time), 1000.0) + connection.max_ack_delay_us) * 2**row for srtt, var in pairs]


def _at_once(connection: Connection, s: Sentence, end: float) -> list[Claim]:
    """Answers in the two milliseconds after it: those that had waited are read first."""
    soon = 2000.0
    behind = [one for one in connection.answers if end - 1000 <= one.time_us <= end + soon]
    ratio = middle([one.sizes for one in behind]) / middle([one.sizes for one in connection.answers])
    return [
        # Some of them may name nothing new.
        between("ACKs at once", s["acks"], 2, count_in(connection.received_us, end - 1000, end + soon)),
        between("times the usual bytes", s["ratio"], 0.5 * ratio, 2 * ratio),
    ]


def _shown(connection: Connection, text: str, start: float, end: float) -> list[Claim]:
    overdue, at_once, quiet, delayed = (Sentence(one, text) for one in (OVERDUE, AT_ONCE, QUIET, DELAYED))
    if overdue or at_once:
        inside = count_in(packet_times(connection), start + 1, end - 1)
        claims = [exact("packets inside", 0, inside), true("data waited", bool(waiting_at(connection, start)))]
        if at_once:
            return [*claims, *_at_once(connection, at_once, end)]
        timers = [one for one in _timers(connection, start) if one == one]
        due = between("a PTO was due after", overdue["due"], (1 - RATE) * min(timers, default=NAN) - 1000, (1 + RATE) * max(timers, default=NAN) + 1000)
        return [*claims, due, _overdue(connection, overdue["due"] - overdue.digits("due"), start, end)]
    if quiet:
        low, high = longest_quiet(connection, start, end)
        return [near("without a packet", quiet["quiet"], high - low, within=quiet.digits("quiet") + 1000), *_newest(quiet, _answer(connection, end)), *_no_timer(connection, _answer(connection, end))]
    if delayed:
        return [*_unacknowledged(connection, start, end), *_newest(delayed, _answer(connection, end)), *_no_timer(connection, _answer(connection, end))]
    return not_understood(text)


def _overdue(connection: Connection, due: float, start: float, end: float) -> Claim:
    """The sender's own PTO is not known: a timer counts as not served from two of them and 10 ms on."""
    sent = [one.time_us for one in connection.sent if one.eliciting and one.time_us <= start + 1]
    unserved = end - max(sent, default=NAN)
    return true("two PTOs and 10 ms passed", unserved >= 2 * due + 10_000 - 1, unserved / 1000)


def _no_timer(connection: Connection, gap: Gap | None) -> list[Claim]:
    """One packet alone waits for the timer of a delayed ACK (RFC 9000 §13.2.1), which a host serves up to 2 ms late."""
    if gap is None or gap.answer is None or gap.answer.packets > 1:
        return []
    longer = gap.end_us - gap.answer.oldest_us - max(gap.rtt_before_us, gap.smoothed_us)
    return [true("no timer of a delayed ACK", longer > connection.max_ack_delay_us + 1000, longer / 1000)]


def _who(said: str, truth: Truth, finding: dict) -> list[Claim]:
    """Against what the path did: who stopped, and when."""
    stops = truth.stops()
    if stops is None:
        return [_silent(said, truth, *_span(finding))]
    kind, spans = stops
    start, end = _span(finding)
    meets = [(low, high) for low, high in spans if low < end and high > start]
    if not meets:
        # Hosts of the recording stop for a moment as well.
        return [Claim("a stop that was made", "so", f"none of {len(spans)} then", None)]
    path = "path held" in said
    holds = {"stall-sender": said.startswith(("This host", "A host")), "stall-receiver": "eceiver" in said}.get(kind, path)
    longest = max(high - low for low, high in meets)
    return [true(f"{kind}: {said}", holds, kind), near("as long as it was", end - start, longest, within=0.6 * longest)]


def _silent(said: str, truth: Truth, start: float, end: float) -> Claim:
    """A host that the rig handed datagrams to and got none from stopped, where the other one did not at that time."""
    silent = {who: any(low < end and high > start for low, high in truth.silent(who)) for who in ("sender", "receiver")}
    if silent["sender"] == silent["receiver"] or said.startswith("A host"):
        return Claim("who stopped", said, None, None)
    return true(f"who stopped: {said}", said.startswith("This host") == silent["sender"], silent)


def host(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(STOP, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    start, end = _span(finding)
    group = "length" if s.has("length") else "longest"
    times = 1.0 if s.has("length") else (s["times"] if s.has("times") else 2.0)
    smoothed = connection.rtt_at(start)
    claims = [
        near("at", s["at"], start, within=s.digits("at") + 1),
        near("length", s[group], end - start, within=s.digits(group) + 1),
        true("as long as a stop", end - start >= min(STOP_US, RTTS * smoothed) - 1000, (end - start) / 1000),
        *_shown(connection, s.text("shown"), start, end),
        *_who(s.text("who"), truth, finding),
    ]
    if s.has("all"):
        claims.append(between("in all", s["all"], s[group] + (times - 1) * min(RTTS * connection.min_rtt(), STOP_US) - 1000, times * (s[group] + s.digits(group)) + s.digits("all")))
        claims.append(between("times", times, 1, len(stops_in(connection))))
    if s.has("reported"):
        claims.append(between("told by their ack_delay", s["reported"], *(len(delayed_in(connection, share)) for share in (0.95, 0.5))))
    return claims


def delayed_in(connection: Connection, share: float) -> list[Gap]:
    """Gaps whose ACK says that the receiver held it for such a share of them."""
    return [one for one in gaps_of(connection) if one.answer is not None and one.answer.delay_us >= share * one.length_us]


def _fates(s: Sentence, connection: Connection, start: float, end: float) -> list[Claim]:
    """The packets in flight when it begins and those sent in it whose answer was due before its end; the last of them,
    sent a round trip before the end, may be the one that it answers."""
    due = end - connection.rtts.at(start)
    least = {one.order: one for one in waiting_at(connection, start + 1)}
    most = {**least, **{one.order: one for one in connection.sent_in(start, end) if one.eliciting and one.space == 2}}
    least.update({order: one for order, one in most.items() if one.time_us < due - connection.rtt_at(start)})
    fates = Sentence(FATES, s.text("fates"))
    claims = [between("packets without an answer", s["packets"], len(least), len(most))]
    lost, acked = (sum(1 for one in most.values() if (one.acked_us is None) == gone) for gone in (True, False))
    slack = len(most) - len(least)
    if fates.has("none"):
        return [*claims, exact("acknowledged any more", 0, sum(1 for one in connection.answers if one.time_us > start + 1))]
    if fates.has("all"):
        mine, others = (lost, acked) if "lost" in fates.text("all") else (acked, lost)
        return [*claims, true(fates.text("all"), mine >= s["packets"] and others <= slack, (lost, acked))]
    never, later, open_ = (fates[name] if fates.has(name) else 0.0 for name in ("lost", "acked", "open"))
    return [
        *claims,
        near("lost or never acknowledged", never + open_, float(lost), within=slack),
        near("acknowledged later", later, float(acked), within=slack),
        exact("all of them told", s["packets"], never + later + open_),
    ]


def _waited(connection: Connection, said: str, start: float, end: float) -> Claim:
    """What waits, as the frames of the packets tell that are in flight or sent meanwhile."""
    packets = [*waiting_at(connection, start + 1), *(one for one in connection.sent_in(start, end) if one.eliciting and one.space == 2)]
    carries = {one.carries for one in packets}
    holds = {"data waited": True in carries, "only control frames waited for an answer": carries == {False}}
    return true(said, holds.get(said, None in carries), sorted(map(str, carries)))


def delivery(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    verdict, waited = waits.split(finding["verdict"])
    s = Sentence(STALL, verdict)
    if not s:
        return not_understood(finding["verdict"])
    start, end = _span(finding)
    smoothed = connection.rtt_at(start)
    stalls = [one for one in gaps_of(connection) if one.length_us > max(STALL_US, RTTS * one.smoothed_us)]
    claims = [
        near("from", s["at"], start, within=s.digits("at") + 1),
        near("length", s["length"], end - start, within=s.digits("length") + 1),
        near("smoothed RTTs", s["rtts"], (end - start) / smoothed, within=0.1, share=RATE),
        true("long enough", end - start > max(STALL_US, RTTS * smoothed), (end - start) / smoothed),
        *_unacknowledged(connection, start, end),
        _waited(connection, s.text("waited"), start, end),
        between("such stalls", s["stalls"] if s.has("stalls") else 1.0, 1, len(stalls)),
        *_dead(s, truth, finding),
        *waits.judge(connection, waited),
    ]
    if s.has("packets"):
        return [*claims, *_fates(s, connection, start, end)]
    return [*claims, *_newest(s, _answer(connection, end)), exact("lost meanwhile", 0, sum(1 for one in waiting_at(connection, start + 1) if one.stays_lost))]


def _dead(s: Sentence, truth: Truth, finding: dict) -> list[Claim]:
    """The path delivered nothing then, in the direction that the fates tell, or held what it had."""
    dead = truth.stops()
    if dead is None:
        return [Claim("a path that delivers nothing", "so", None, None)]
    kind, spans = dead
    start, end = _span(finding)
    meets = any(low < end and high > start for low, high in spans)
    held = "held" in kind or kind.startswith("stall-receiver")
    words = s.text("fates") if s.has("packets") else "held"
    holds = {"dead-data": "lost" in words, "dead-acks": "acknowledged later" in words, "dead-both": True}.get(kind, held)
    return [true(f"{kind} then: {words}", meets and holds, spans)]

"""multiple-reductions: cuts of the window in one recovery period. cut-factor: what a cut leaves. spurious-loss: losses that were
acknowledged later."""

from bisect import bisect_left

from claims import B, N, P, T, Claim, Sentence, between, exact, in_packets, near, not_understood, true
from connection import Connection
from series import count_in, middles
from truth import Truth

CUTS = (
    rf"^The window \(cwnd\) was cut (?P<cuts>{N}) times, from (?P<from>{B}) to (?P<to>{B}) \((?P<packets>{N}) packets?\), within one round trip "
    rf"of losses \(the recovery period that began at (?P<at>{T}).*?(?:; the worst of (?P<periods>{N}) such periods)?\.$"
)
SPURIOUS = (
    rf"^(?P<spurious>{N}) of (?P<lost>{N}) packets declared lost \((?P<share>{P})\) were acknowledged(?: (?P<late>{T}) "
    rf"afterwards \(median\))?(?:; (?P<empty>{N}) of (?P<all>{N}) window cuts? answered spurious losses alone)?"
)
FACTOR = (
    rf"^(?P<cuts>{N}) cuts? to (?P<factor>{N}) of the window \(cwnd, (?P<share>{P})\) for a loss, where (?P<named>.*?)(?P<twice>: 0\.85 × 0\.70, as if fast convergence.*?)?; "
    rf"(?P<all>{N}) outside slow start in all, the first of them at (?P<at>{N}) s, from (?P<from>{B}) to (?P<to>{B})\.$"
)
CONTROLLERS = {"CUBIC": "0.70", "NewReno": "0.50"}
# A multiplicative decrease leaves 0.85 at most (RFC 8511 §3); 0.9 leaves room for rounding.
CUT = 0.9


def period_end(connection: Connection, start: float) -> float:
    """RFC 9002 §7.3.2: the ACK of a packet sent after the period began."""
    ends = [one.acked_us for one in connection.sent if one.time_us > start and one.acked_us is not None]
    return min(ends, default=connection.last_us)


def cuts_in(connection: Connection, start: float, end: float) -> list[tuple[float, float, float]]:
    """(time, before, after); steps without a received packet between them are one cut."""
    cwnd = connection.metric("cwnd")
    found: list[tuple[float, float, float]] = []
    for i in range(max(1, bisect_left(cwnd.times, start)), len(cwnd)):
        time, before, after = cwnd.times[i], cwnd.values[i - 1], cwnd.values[i]
        if time > end:
            break
        if after > CUT * before:
            continue
        if found and count_in(connection.received_us, found[-1][0] + 0.001, time) == 0:
            found[-1] = (found[-1][0], found[-1][1], after)
        else:
            found.append((time, before, after))
    return found


def periods(connection: Connection) -> list[tuple[float, float]]:
    """Recovery periods: from a loss or mark of a packet sent after the last one began to the next that begins one."""
    starts: list[float] = []
    triggers = [(time, packet.time_us) for time, packet in connection.losses]
    triggers += [(time, max(one.time_us for one in newly)) for time, _, newly in connection.ecn if newly]
    for time, sent in sorted(triggers):
        if not starts or sent > starts[-1]:
            starts.append(time)
    return list(zip(starts, [*starts[1:], connection.last_us + 1]))


def answered_alone(connection: Connection) -> tuple[int, int]:
    """Periods with a smaller window in which all losses were acknowledged later, and all with a smaller window."""
    empty = every = 0
    cwnd = connection.metric("cwnd")
    for start, end in periods(connection):
        lost = [packet for time, packet in connection.losses if start <= time < end]
        values = cwnd.within(start - 1, min(end - 1, period_end(connection, start)))
        if not lost or not any(after < before for before, after in zip(values, values[1:])):
            continue
        every += 1
        empty += all(one.is_spurious for one in lost)
    return empty, every


def several(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(CUTS, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    start = finding["startMs"] * 1000
    rtt = connection.rtt_at(start)
    end = period_end(connection, start)
    inside = cuts_in(connection, start, min(end, finding["endMs"] * 1000))
    began = [time for time in [*connection.loss_times(), *(time for time, _, _ in connection.ecn)] if abs(time - start) <= rtt]
    # The first cut after slow start, and what a clock of whole ms cannot order, are judged by the rule alone.
    most = sum(1 for low, high in periods(connection) if len(cuts_in(connection, low - 1, min(high, period_end(connection, low)))) > 1)
    return [
        between("such periods", s["periods"] if s.has("periods") else 1.0, 1, most),
        true("a loss or a mark begins the period", bool(began), start / 1e6),
        near("began at", s["at"], start, within=s.digits("at") + 1),
        near("it lasts (ms)", finding["endMs"] - finding["startMs"], (end - start) / 1000, within=rtt / 1000),
        between("cuts", s["cuts"], 2, len(inside)),
        true("from", any(before == s["from"] for _, before, _ in inside), [round(before) for _, before, _ in inside]),
        true("to", any(after == s["to"] for _, _, after in inside), [round(after) for _, _, after in inside]),
        in_packets(connection, s["packets"], s["to"]),
        true("a controller that RFC 9002 §7.3.2 binds", None if truth.controller is None and not truth.by_model else not truth.by_model, truth.controller),
    ]


def spurious(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(SPURIOUS, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    lost = [packet for _, packet in connection.losses]
    late = [one for one in lost if one.is_spurious]
    declared = max(len(lost), connection.counted_losses)
    claims = [exact("declared lost", s["lost"], float(declared))]
    if s.has("late"):
        claims.append(exact("acknowledged later", s["spurious"], float(len(late))))
        waits = [one.acked_us - one.lost_us for one in late if one.acked_us is not None and one.lost_us is not None]
        low, high = middles(waits)
        claims.append(between("afterwards", s["late"], 0.95 * low - s.digits("late") - 1, 1.05 * high + s.digits("late") + 1))
    else:
        # The counter has no numbers: which packets it means follows from the order of loss detection.
        claims.append(near("acknowledged later", s["spurious"], float(len(late)), within=1, share=0.05))
    if s.has("all"):
        empty, every = answered_alone(connection)
        # A cut in the instant of a loss belongs to this period or to the next.
        claims.append(near("window cuts", s["all"], float(every), within=1, share=0.05))
        claims.append(near("for spurious losses alone", s["empty"], float(empty), within=1, share=0.05))
    claims.append(near("share", s["share"], s["spurious"] / s["lost"], within=0.0006))
    return claims


def factor(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(FACTOR, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    start, end = finding["startMs"] * 1000, finding["endMs"] * 1000
    cuts = [one for low, high in periods(connection) for one in cuts_in(connection, low - 1, min(high - 1, period_end(connection, low)))]
    inside = [one for one in cuts if start - 1 <= one[0] <= end + 1]
    alike = [one for one in inside if abs(one[2] / one[1] / s["share"] - 1) <= 0.03]
    first = inside[0] if inside else (0.0, 1.0, 0.0)
    return [
        exact("cuts that leave it", s["cuts"], float(len(alike))),
        between("of all cuts", s["all"], s["cuts"], float(len(cuts))),
        between("what they leave", s["share"], min((one[2] / one[1] for one in alike), default=0) - 0.001, max((one[2] / one[1] for one in alike), default=0) + 0.001),
        near("before the first", s["from"], first[1], within=s.digits("from")),
        near("after it", s["to"], first[2], within=s.digits("to")),
        true("the factors of the controllers", all(f"{name} has {left}" in s.text("named") for name, left in CONTROLLERS.items() if name in s.text("named"))),
        true("none of theirs", min(abs(s["share"] - 0.5), abs(s["share"] - 0.7)) > 0.02, s["share"]),
        true("0.85 × 0.70", not s.has("twice") or abs(s["share"] - 0.595) <= 0.02),
    ]

"""recovery-without-loss and state-dwell: the logged states against losses, marks and timeouts."""

from bisect import bisect_left

from claims import B, N, P, T, TIME_SHARE_POINTS, Claim, Sentence, between, exact, near, not_understood, true
from connection import Connection
from marks import round_trips, trips_between
from reductions import period_end, periods
from series import count_in
from truth import Truth

ENTERED = (
    rf"^Recovery was entered (?P<times>{N}) times of (?P<of>{N})(?P<outside> outside the death spirals?)? without a loss, a congestion mark "
    rf"\(CE\) or a probe \(PTO\) since it was last left.*?; the longest such stay began at (?P<at>{T}), (?:(?P<trips>{N}) round trips after the last loss|with no loss before it)"
)
DWELL = (
    rf"^The state (?P<state>\S+) was held for (?P<length>{T}), (?P<trips>{N}) round trips of which (?P<acked>{P}) brought "
    rf"new ACKs.*?halfway through it the window \(cwnd\) was (?P<cwnd>{B})"
)
# The state may be logged before the loss that it answers.
AFTER_RTTS = 0.25
Stay = tuple[float, float, float]


def stays(connection: Connection) -> list[Stay]:
    """(since when nothing explains it, start, end) of each stay in recovery."""
    found: list[Stay] = []
    since = connection.first_us
    for i, (time, name) in enumerate(connection.states):
        if name != "recovery":
            continue
        end = connection.states[i + 1][0] if i + 1 < len(connection.states) else connection.last_us
        found.append((since, time, end))
        since = end
    return found


def open_periods(connection: Connection) -> list[tuple[float, float]]:
    """Recovery periods of RFC 9002 §7.3.2, each until a packet that is sent in it is acknowledged."""
    return [(start, period_end(connection, start)) for start, _ in periods(connection)]


def _is_explained(connection: Connection, stay: Stay, lasting: list[tuple[float, float]]) -> bool:
    since, start, _ = stay
    # An ACK at the very time of the state may be logged after it.
    if any(low <= start < high - 1 for low, high in lasting):
        return True
    until = start + AFTER_RTTS * connection.rtt_at(start)
    reasons = (connection.loss_times(), [time for time, _, _ in connection.ecn], [time for time, _ in connection.timeouts])
    return any(count_in(times, since, until) > 0 for times in reasons)


def entered(connection: Connection, finding: dict, truth: Truth, findings: list[dict]) -> list[Claim]:
    s = Sentence(ENTERED, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    spirals = [(one["startMs"] * 1000, one["endMs"] * 1000) for one in findings if one["id"] == "death-spiral"]
    every = stays(connection)
    judged = [stay for stay in every if not any(stay[1] <= high and stay[2] >= low for low, high in spirals)]
    lasting = open_periods(connection)
    bare = [stay for stay in judged if not _is_explained(connection, stay, lasting)]
    longest = max(bare, key=lambda stay: stay[2] - stay[1], default=None)
    claims = [
        # Which packet a counter means, and so whether a loss lies in the instant of a state, may be open once.
        exact("entries", s["of"], float(len(judged))),
        near("without a reason", s["times"], float(len(bare)), within=0),
        true("beside a spiral", s.has("outside") == (len(judged) < len(every)), len(every) - len(judged)),
    ]
    if longest is not None:
        claims.append(near("the longest began at", s["at"], longest[1], within=connection.rtt_at(longest[1])))
    if s.has("trips") and longest is not None:
        times = connection.loss_times()
        i = bisect_left(times, longest[1]) - 1
        found = trips_between(connection, times[i], longest[1]) if i >= 0 else None
        claims.append(near("round trips after the last loss", s["trips"], found, within=0.06, share=0.05))
    return claims


def dwell(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(DWELL, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    start, end = finding["startMs"] * 1000, finding["endMs"] * 1000
    rtt = connection.rtt_at(start)
    names = {name for time, name in connection.states if start <= time < end}
    trips, having = round_trips(connection, start, end, connection.acks_us)
    left = [time for time, _ in connection.states if time >= end] or [connection.last_us]
    return [
        exact("the only state", {s.text("state")}, names),
        near("held for", s["length"], min(left) - start, within=max(rtt, s.digits("length"))),
        near("round trips", s["trips"], float(trips), within=1, share=0.05),
        near("with new ACKs", s["acked"], having / trips, within=TIME_SHARE_POINTS),
        between("cwnd halfway", s["cwnd"], *_around(connection, (start + end) / 2)),
    ]


def _around(connection: Connection, time: float) -> tuple[float, float]:
    values = connection.metric("cwnd").within(time - 1000, time + 1000)
    return min(values), max(values)

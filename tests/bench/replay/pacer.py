"""paced-flat-window: a window that stays the same without a loss while full packets are sent evenly, and room is left in it."""

from statistics import median

from claims import N, P, T, B, Claim, Sentence, exact, near, not_understood, true
from connection import APPLICATION, Connection
from truth import Truth

FLAT = (
    rf"^The window \(cwnd\) stayed at (?P<window>{B}) \([^)]*\) for (?P<for>{T}), (?P<trips>{N}) round trips, without a loss, while pacing, not the application, "
    rf"held the sender for (?P<held>{P}) of the time: (?P<burst>{B}) every (?P<gap>{T}), (?P<rate>{B}) per second(?: \(logged: (?P<logged>{B}) per second\))?, "
    rf"with (?P<flight>{B}) in flight at most \(the median round trip\); NewReno grows by (?P<grows>{N}) packets?"
)
MS = 1000.0
BURST_US = 250.0


def judge(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(FLAT, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    start, end = finding["startMs"] * MS, finding["endMs"] * MS
    window = connection.metric("cwnd")
    inside = [value for _, value in window.points(start, end - 1)]
    sent = [one for one in connection.sent if one.space == APPLICATION and one.eliciting and start <= one.time_us <= end]
    begins = [one.time_us for i, one in enumerate(sent) if i == 0 or one.time_us - sent[i - 1].time_us > BURST_US]
    gap = median([later - earlier for earlier, later in zip(begins, begins[1:])])
    rtt = connection.rtt_at((start + end) / 2)
    tops = [max(connection.rebuilt_flight.within(time, time + rtt), default=0.0) for time in _steps(start, end, rtt)]
    acked = connection.acked.at(end) - connection.acked.at(start)
    grown = ((s["window"] ** 2 + 2 * connection.datagram * acked) ** 0.5 - s["window"]) / connection.datagram
    return [
        true("the window stays the same", all(value == s["window"] for value in inside), set(inside)),
        near("for how long", s["for"], end - start, within=s.digits("for") + 1),
        near("round trips", s["trips"], (end - start) / rtt, within=2, share=0.03),
        true("no loss within", not [time for time, _ in connection.losses if start + 1 < time < end - 1]),
        near("from burst to burst", s["gap"], gap, within=s.digits("gap") + 1),
        near("bytes per second", s["rate"], sum(one.size for one in sent) / (end - start) * 1e6, within=s.digits("rate"), share=0.01),
        near("median top of the flight", s["flight"], median(tops), within=2 * connection.datagram),
        true("room is left in the window", sum(1 for top in tops if top + connection.datagram <= s["window"]) >= 0.9 * len(tops)),
        near("growth that is due", s["grows"], grown, within=1, share=0.05),
        exact("longer than twenty", s["trips"] >= 20, True),
    ]


def _steps(start: float, end: float, step: float) -> list[float]:
    return [start + i * step for i in range(int((end - start) / step))]

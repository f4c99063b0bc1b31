"""random-loss: packets that stay lost, and how they lie: one by one, without a queue at them."""

from bisect import bisect_left

from claims import N, P, T, Claim, Sentence, between, near, not_understood, true
from connection import Connection
from truth import Truth

RANDOM = (
    rf"^(?P<random>{N}) of (?P<sent>{N}) packets? \((?P<share>{P})\) were lost at random(?:, of (?P<lost>{N}) lost in all)?, sent from (?P<from>{N}) s to (?P<to>{N}) s: "
    rf"no queue, rate limit or outage shows at them(?:; (?:(?P<none>no cut)|cuts) of the window for them held the sender(?: for (?P<held>{T}), (?P<of>{P}) of the time)?)?\.$"
)
MS = 1000.0


def judge(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(RANDOM, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    sent = [one for one in connection.sent if one.in_flight]
    lost = [one for one in sent if one.stays_lost]
    times = [one.time_us for one in lost]
    first, last = s["from"] * 1e6, s["to"] * 1e6
    inside = times[bisect_left(times, first - MS) : bisect_left(times, last + MS)]
    drops = truth.drops() or {}
    claims = [
        near("packets sent", s["sent"], float(len(sent)), within=1, share=0.01),
        near("share", s["share"], s["random"] / s["sent"], within=0.0006),
        between("no more than were lost", s["random"], 0, len(inside)),
        near("lost in all", s["lost"] if s.has("lost") else s["random"], float(len(lost)), within=3, share=0.03),
        true("one is lost at the first time", any(abs(time - first) <= MS for time in times)),
        true("one is lost at the last time", any(abs(time - last) <= MS for time in times)),
    ]
    if s.has("held"):
        claims.append(between("held no longer than the rest of the log", s["held"], 0, connection.last_us - connection.first_us))
    if drops:
        claims.append(true("no policer or queue dropped most", sum(drops.get(kind, 0) for kind in ("policer", "queue", "tail")) <= 0.5 * sum(drops.values()), drops))
    return claims

"""policed: which losses a token bucket caused, its rate and its size, and that nothing waited."""

from bisect import bisect_left

from claims import B, N, P, RATE, T, Claim, Sentence, between, exact, near, not_understood, true
from connection import Connection
from series import middle
from truth import Truth

PATTERN = (
    rf"^(?P<policed>{N}) of (?P<lost>{N}) lost packets? \((?P<share>{P})\) were dropped by a rate limit that queues nothing, "
    rf"(?P<how>about|at least) (?P<rate>{N}) (?P<unit>[Mk])bit/s with bursts of (?P<most>up to )?about (?P<bucket>{B}), from (?P<from>{T}) on: "
    rf"at these losses the median RTT is (?P<delay>{T}) above the smallest of (?P<least>{T}), where a queue of that size "
    rf"would add up to (?P<drain>{T})"
)


def rtts_at_losses(connection: Connection) -> list[float]:
    """For each packet that stays lost, the RTT of the packet sent next before it that arrived."""
    arrived = [(one.time_us, one.acked_us - one.time_us) for one in connection.sent if one.acked_us is not None]
    times = [time for time, _ in arrived]
    found = []
    for _, packet in connection.losses:
        i = bisect_left(times, packet.time_us) - 1
        if i >= 0:
            found.append(arrived[i][1])
    return found


def judge(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(PATTERN, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    lost = [packet for _, packet in connection.losses if packet.acked_us is None and packet.in_flight]
    all_lost = [packet for _, packet in connection.losses if packet.in_flight]
    rate = s["rate"] * (1.0 if s.text("unit") == "M" else 1e-3)
    least = connection.min_rtt()
    first = min((one.time_us for one in all_lost), default=None)
    rtt = connection.rtt_at(s["from"])
    claims = [
        between("lost packets", s["lost"], len(lost), len(all_lost)),
        near("share of the losses", s["share"], s["policed"] / s["lost"], within=0.001),
        near("from", s["from"], first, within=max(rtt, 1000)),
        near("smallest RTT", s["least"], least, within=1000),
        near("RTT at these losses above it", s["delay"], middle(rtts_at_losses(connection)) - least, within=1000 + s.digits("delay"), share=RATE),
        near("a queue of that size would add", s["drain"], s["bucket"] * 8 / rate, share=RATE),
    ]
    return claims + _truth(s, rate, truth)


def _truth(s: Sentence, rate: float, truth: Truth) -> list[Claim]:
    drops = truth.drops()
    if drops is None:
        return [Claim("a policer", "so", None, None)]
    claims = [true("a policer", drops.get("policer", 0) > 0, drops), between("dropped by it", s["policed"], 0, drops.get("policer", 0))]
    real, bucket = truth.link_number("police-mbit"), truth.link_number("bucket-kb")
    if real is not None:
        right = near("rate in Mbit/s", rate, real, share=RATE) if s.text("how") == "about" else true("rate at least", rate <= (1 + RATE) * real, real)
        claims.append(right)
    if bucket is not None:
        # A bucket is refilled while a burst passes it: two packets of tolerance. Of the lowest rate it is the largest.
        slack = max(3000, RATE * bucket * 1000)
        most = 1.5 * bucket * 1000 if s.has("most") else bucket * 1000 + slack
        claims.append(between("bucket", s["bucket"], bucket * 1000 - slack, most))
        claims.append(exact("an end of the range", s.has("most"), s.text("how") == "at least"))
    return claims

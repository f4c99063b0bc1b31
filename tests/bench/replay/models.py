"""model-divergence: the reductions of the window, how many a model predicts, and which controller really ran.

The growth between two reductions needs a model of it and is not recomputed: its share stays undecided.
"""

from claims import N, P, T, Claim, Sentence, between, near, not_understood, true
from connection import Connection
from truth import Truth

PATTERN = (
    rf"^(?:The window follows (?P<best>.*?) best|None of the (?P<of>{N}) models follows the window(?P<estimate> \(perhaps BBR, or "
    rf"another that follows an estimate of the path\))?; nearest is (?P<nearest>.*?)), "
    rf"with a fit of (?P<fit>{P}) \((?:(?P<predicted>{N}) of (?P<reductions>{N}) reductions? predicted|no reduction to compare), "
    rf"(?:growth within 5 % or one packet for (?P<growth>{P}) of the time|no growth to compare); open loop\); "
    rf"(?:in congestion avoidance the log first leaves it for a round trip at (?P<first>{T}), for the (?P<left>{T}) left of that epoch|(?P<never>.*?))\.?$"
)
GROWTH = {"the growth it shows follows": True, "the log leaves its growth for less than a round trip at a time": False}
CUTS = {"its reductions do not": False, "its reductions follow": True}
# What one reduction leaves: RFC 9002 §7.3.2, RFC 9438 §4.6, the paper of 2008, and either with another factor.
FACTORS = {"CUBIC of 2008": 0.8, "CUBIC": 0.7, "NewReno with β 0.7": 0.7, "NewReno": 0.5}
FEW = 0.95


def reductions(connection: Connection) -> list[tuple[float, float, float]]:
    """(time, before, after) of each fall of the window."""
    cwnd = connection.metric("cwnd")
    steps = zip(cwnd.times[1:], cwnd.values, cwnd.values[1:])
    return [(time, before, after) for time, before, after in steps if after < before]


def _predicted(connection: Connection, name: str) -> tuple[int, int, int]:
    """Reductions that leave what the model leaves of the window, of the window or the flight, or the floor, within 5 %;
    all. A model starts each epoch at the logged window, and may take either for its base."""
    factor = next((factor for words, factor in FACTORS.items() if name.startswith(words)), 0.7)
    floor = 2 * connection.datagram
    found = reductions(connection)
    surely = 0
    possibly = sum(1 for _, _, after in found if after <= floor)
    for time, before, after in found:
        if after <= floor:
            continue
        flights = connection.flight.within(time - connection.rtt_at(time), time)
        bases = [before, *(flights[:1] + flights[-1:])]
        surely += abs(factor * before - after) <= 0.05 * after
        possibly += any(abs(factor * base - after) <= 0.05 * after for base in bases)
    return surely, possibly, len(found)


def _family(s: Sentence, truth: Truth) -> list[Claim]:
    """The controller that really ran. Names joined by strokes are those that the trace cannot tell apart, and quic-go's
    "CUBIC" grows like Reno (the issue's table)."""
    if truth.controller is None and not truth.by_model:
        return []
    if s.has("estimate"):
        return [true("BBR, or another estimate", truth.by_model, truth.controller)]
    if not s.has("best"):
        return []
    names = s.text("best")
    several = " more that this trace cannot tell apart" in names or "quic-go" in str(truth.row.get("stack", truth.row.get("file")))
    family = {"cubic": "CUBIC" in names, "reno": "NewReno" in names}
    ran = next((family[name] for name in family if name in str(truth.controller)), False)
    return [true(f"{names} really ran", not truth.by_model and (ran or several), truth.controller)]


def _left(s: Sentence, connection: Connection, finding: dict) -> list[Claim]:
    if s.has("never"):
        growth, _, cuts = s.text("never").partition(", ")
        if growth not in GROWTH or cuts and cuts not in CUTS:
            return not_understood(s.text("never"))
        claims = [true(growth, (s["growth"] + s.digits("growth") >= FEW) == GROWTH[growth], s["growth"])] if s.has("growth") else []
        if cuts and s.has("predicted"):
            claims.append(true(cuts, (s["predicted"] >= FEW * s["reductions"]) == CUTS[cuts], (s["predicted"], s["reductions"])))
        return claims
    at, length = finding["startMs"] * 1000, (finding["endMs"] - finding["startMs"]) * 1000
    # A window that is logged in several steps falls a moment after an epoch's first step as well.
    rtt = connection.rtt_at(at)
    falls = [time for time, _, _ in reductions(connection) if time > at + rtt]
    next_epoch = min([*falls, connection.last_us])
    return [
        near("first leaves it at", s["first"], at, within=s.digits("first") + 1),
        near("left of that epoch", s["left"], length, within=s.digits("left") + 1),
        true("the epoch ends with a reduction or the trace", length <= next_epoch - at + rtt, (next_epoch - at) / 1000),
    ]


def judge(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(PATTERN, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    claims: list[Claim] = []
    name = s.text("best") or s.text("nearest")
    if s.has("reductions"):
        surely, possibly, steps = _predicted(connection, name)
        # Two steps of one reduction count once, one at the floor not at all. More than the window fell are none.
        claims.append(between("reductions", s["reductions"], 0, steps))
        claims.append(between("predicted", s["predicted"], 0.8 * surely - 2, min(s["reductions"], possibly + 0.05 * steps + 1)))
    if s.has("growth") and s.has("predicted"):
        product = s["predicted"] / s["reductions"] * s["growth"]
        claims.append(near("fit = reductions × growth", s["fit"], product, within=0.006, share=0.02))
    claims += [*_family(s, truth), *_left(s, connection, finding)]
    claims.append(Claim("growth of the model", finding["verdict"], None, None))
    return claims

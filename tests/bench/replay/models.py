"""model-divergence: the reductions of the window, how many a model predicts, and which controller really ran.

The growth between two reductions needs a model of it and is not recomputed: its share stays undecided.
"""

from claims import N, P, Claim, Sentence, between, near, not_understood, true
from connection import Connection
from truth import Truth

PATTERN = (
    rf"^(?:The window follows (?P<best>.*?) best|None of the (?P<of>{N}) models follows the window; nearest is (?P<nearest>.*?)), "
    rf"with a fit of (?P<fit>{P}) \((?:(?P<predicted>{N}) of (?P<reductions>{N}) reductions? predicted|no reduction to compare), "
    rf"(?:growth within 5 % or one packet for (?P<growth>{P}) of the time|no growth to compare); open loop\)"
)
# What one reduction leaves: RFC 9002 §7.3.2, RFC 9438 §4.6, the paper of 2008.
FACTORS = {"NewReno": 0.5, "CUBIC of 2008": 0.8, "CUBIC": 0.7}


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
    if s.has("best") and truth.controller is not None:
        family = "cubic" if name.startswith("CUBIC") else "reno"
        claims.append(true(f"{name} really ran", family in truth.controller, truth.controller))
    claims.append(Claim("growth of the model", finding["verdict"], None, None))
    return claims

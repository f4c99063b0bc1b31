"""path-level: where the path became longer, shorter, slower or faster, against RTTs, proofs of a rate, and what the rig did."""

from claims import N, RATE, T, Claim, Sentence, between, near, not_understood, true
from connection import Connection
from path_course import TRIPS, above, least_of, longer_from, points_of, proofs_of, signs_of, trips_in
from series import NAN, middle
from truth import Truth

R = rf"{N} [Mk]bit/s"
PATTERN = (
    rf"^(?P<named>At|From) (?P<at>{T}) (?:the connection moved to another path, which|on the path) is (?P<kind>longer|shorter|slower|faster): "
    rf"(?:its smallest RTT is (?P<after>{T}), (?:that of the path )?before (?P<before>{T})"
    rf"|it carries (?P<rate>{R}), (?:the path )?before (?P<rate_before>{R}), each proved by a queue or a policer in it)"
    rf"(?:; the largest of (?P<number>{N}) such changes)?\.$"
)
# Of a rate.
STEP_OF_RATE = 1.25
# The issue: an onset lies within three round trips of the step, a rate within a tenth of what the path carries.
ONSET_TRIPS, RATE_SHARE = 3, 0.1
MS = 1000.0


def bytes_per_us(text: str) -> float:
    """`20.0 Mbit/s` → 2.5."""
    value, unit = text.split(" ")
    return float(value.replace(",", "")) * {"Mbit/s": 1.0, "kbit/s": 1e-3}[unit] / 8


def _onset(said_us: float, steps: list[tuple[float, float]], trip: float) -> list[Claim]:
    """@param steps (when, what) of the rig. @param trip a round trip of the path that is the longer one."""
    if not steps:
        return [true("the rig changed the path", False, "no step of the kind")]
    at, _ = min(steps, key=lambda step: abs(step[0] - said_us))
    return [near("onset as the rig made it", said_us, at, within=ONSET_TRIPS * trip)]


def _rtts(s: Sentence, connection: Connection, start: float, end: float, truth: Truth) -> list[Claim]:
    points = points_of(connection)
    before, after = s["before"], s["after"]
    is_longer = s.text("kind") == "longer"
    # Packets that were on their way as it changed took the old path for a part of it.
    new = [one.rtt_us for one in points if start + (before if is_longer else 0) <= one.sent_us <= end]
    past = [one for one in points if one.sent_us < start]
    level = [one for one in past if not above(one.rtt_us, before)]
    claims = [
        true("apart", above(after, before) if is_longer else above(before, after), (before / MS, after / MS)),
        near("smallest RTT after", after, least_of(new), within=MS, share=RATE),
        true("an RTT before stands at the level", any(abs(one.rtt_us - before) <= MS for one in level), before / MS),
        near("smallest RTT before", before, least_of([one.rtt_us for one in past][-_reach(past, before) :]), within=MS, share=RATE),
    ]
    if not s.text("named") == "At":
        claims += _stays(connection, start, end, before) if is_longer else [true("ten round trips stood at the level", len(trips_in(level)) >= TRIPS, len(trips_in(level)))]
    steps = truth.rtt_steps()
    return claims if steps is None else [*claims, *_onset(start, steps, max(before, after)), *_rtt_truth(s, truth)]


def _reach(past, before: float) -> int:
    """How many of the last RTTs belong to the level: back to one that lies below it by more than a border allows."""
    for back, one in enumerate(reversed(past)):
        if above(before, one.rtt_us):
            return max(1, back)
    return len(past)


def _stays(connection: Connection, start: float, end: float, before: float) -> list[Claim]:
    since = [one for one in points_of(connection) if start + before <= one.sent_us <= end]
    back = [one for one in since if not above(one.rtt_us, before)]
    return [
        true("no RTT comes back", not back, back and (back[0].sent_us / MS, back[0].rtt_us / MS)),
        true("ten round trips stay above", len(trips_in(since)) >= TRIPS, len(trips_in(since))),
        true("above without a queue", longer_from(since, before) is not None, len(since)),
    ]


def _rtt_truth(s: Sentence, truth: Truth) -> list[Claim]:
    known = [rtt for _, rtt in truth.rtts() or []]
    return [true(f"an RTT of the rig {name}", any(abs(s[name] - rtt) <= max(3 * MS, 0.1 * rtt) for rtt in known), known) for name in ("before", "after")]


def _rates(s: Sentence, connection: Connection, start: float, end: float, truth: Truth) -> list[Claim]:
    before, after = bytes_per_us(s.text("rate_before")), bytes_per_us(s.text("rate"))
    low, high = sorted((before, after))
    proofs = proofs_of(connection)
    since = [one.rate for one in proofs if start - 1 <= one.from_us and one.to_us <= end + 1]
    past = [one.rate for one in proofs if one.to_us <= start + 1]
    # The last rate before: of proofs in a row that agree with the newest of them.
    last = [rate for rate in past if past and abs(rate / middle(past[-5:]) - 1) <= 0.2]
    claims = [
        true("apart", high > STEP_OF_RATE * low * (1 - RATE) and (after > before) == (s.text("kind") == "faster"), (before * 8, after * 8)),
        near("carries after (Mbit/s)", after * 8, middle(since) * 8, share=RATE_SHARE),
        near("carried before (Mbit/s)", before * 8, middle(last) * 8, share=RATE_SHARE),
    ]
    steps = truth.rate_steps()
    if steps is None:
        return claims
    rates = [rate for _, rate in truth.rates() or []]
    for name, value in (("before", before), ("after", after)):
        claims.append(true(f"a rate of the rig {name}", any(abs(value * 8 - rate) <= RATE_SHARE * rate for rate in rates), rates))
    return [*claims, *_onset(start, steps, connection.rtt_at(start))]


def judge(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(PATTERN, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    start, end = finding["startMs"] * MS, finding["endMs"] * MS
    own = _rates(s, connection, start, end, truth) if s.has("rate") else _rtts(s, connection, start, end, truth)
    named = s.text("named") == "At"
    signs = signs_of(connection)
    return [
        near("from", s["at"], start, within=s.digits("at") + 1),
        true("packets name a path there", not named or any(abs(time - start) <= max(MS, 2 * connection.rtt_at(start)) for time in signs), named),
        between("such changes", s["number"] if s.has("number") else 1.0, 1, max(1, len(points_of(connection)) / TRIPS)),
        *own,
    ]

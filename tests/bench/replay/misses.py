"""What a manifest says was there and no finding names: spirals that are due for an alarm, policers, queues that stand, and steps of
the path's RTT."""

from truth import Truth

# congestion.md §5: an alarm is due from here on.
LEAST_SPIRAL_MS = 500
# A step is due where so many round trips follow it.
TRIPS = 10
# A queue is due where the median packet waits for more than this share of the path's RTT, and for longer than this.
WAITS, LEAST_QUEUE_US = 0.5, 5000.0


def _spiral(truth: Truth, findings: list[dict]) -> str | None:
    spiral = truth.spiral
    if not spiral or truth.row.get("expect_alarm") is False:
        return None
    length = spiral["end_ms"] - spiral["start_ms"]
    if length < LEAST_SPIRAL_MS:
        return None
    alarms = [one for one in findings if one["id"] == "death-spiral" and one["severity"] != "info"]
    if any(one["startMs"] < spiral["end_ms"] and one["endMs"] > spiral["start_ms"] for one in alarms):
        return None
    return f"a spiral of {length:.0f} ms from {spiral['start_ms']:.0f} ms on has no alarm"


def _queue(truth: Truth, findings: list[dict]) -> str | None:
    median, rtts = truth.queue_median_us, truth.rtts() or []
    if median is None or len(rtts) != 1 or median <= max(WAITS * rtts[0][1], LEAST_QUEUE_US):
        return None
    return None if any(one["id"] == "bufferbloat" for one in findings) else f"half of the packets wait for {median / 1000:.0f} ms on a path of {rtts[0][1] / 1000:.0f}"


def _steps(line: dict, truth: Truth, findings: list[dict]) -> list[str]:
    rtts, ends = truth.rtts() or [], line["durationMs"] * 1000
    missed = []
    for (_, before), (at, after), (until, _) in zip(rtts, rtts[1:], [*rtts[2:], (ends, 0.0)]):
        kind = "longer" if after > before else "shorter"
        is_told = any(one["id"] == "path-level" and f" is {kind}" in one["verdict"] for one in findings)
        if until - at >= TRIPS * after and not is_told:
            missed.append(f"the path became {kind} at {at / 1000:.0f} ms ({before / 1000:.0f} to {after / 1000:.0f} ms)")
    return missed


def misses_of(line: dict, truth: Truth) -> list[str]:
    """@param line one line of `check --json`."""
    if line.get("side") != "sender":
        return []
    findings = line.get("findings", [])
    found = [_spiral(truth, findings), _queue(truth, findings), *_steps(line, truth, findings)]
    drops = truth.drops() or {}
    if drops.get("policer", 0) > 0 and not any(one["id"] == "policed" for one in findings):
        found.append(f"{drops['policer']} packets were dropped by a policer that is not named")
    return [one for one in found if one is not None]

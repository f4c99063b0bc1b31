"""What a manifest says was there and no finding names: spirals that are due for an alarm, and policers."""

from truth import Truth

# congestion.md §5: an alarm is due from here on.
LEAST_SPIRAL_MS = 500


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


def misses_of(line: dict, truth: Truth) -> list[str]:
    """@param line one line of `check --json`."""
    if line.get("side") != "sender":
        return []
    findings = line.get("findings", [])
    found = [_spiral(truth, findings)]
    drops = truth.drops() or {}
    if drops.get("policer", 0) > 0 and not any(one["id"] == "policed" for one in findings):
        found.append(f"{drops['policer']} packets were dropped by a policer that is not named")
    return [one for one in found if one is not None]

"""What stands beside a sentence: confidence, what explains it, the known defect, its evidence, and the words for the
controller. Each of these belongs to a line of `check --json`, and is held for every finding."""

import re

from claims import Claim, between, exact, true
from idle_rule import FIXED, has_defect
from truth import Truth

SEVERITY = {"critical": 0, "warning": 1, "info": 2}
# A cause explains what stands in it for at least half of its time; a spiral what its build does in the whole trace, a hole the end of the connection.
SHARE = 0.5
WHOLE_TRACE = {("death-spiral", "recovery-without-loss"), ("mtu-black-hole", "peer-gone")}
# What can bring what about. A log that lacks something explains no finding.
EXPLAINS = {
    "death-spiral": {"recovery-without-loss"},
    "handshake-failed": {"closed-with-error", "pto-storm"},
    "mtu-black-hole": {"peer-gone", "delivery-stall", "pto-storm", "persistent-congestion"},
    "peer-gone": {"pto-storm", "delivery-stall", "persistent-congestion"},
    "delivery-stall": {"pto-storm", "persistent-congestion", "spurious-loss"},
    "host-stall": {"pto-storm", "spurious-loss"},
    "policed": {"slow-start-overshoot", "pto-storm", "persistent-congestion", "stuck-window"},
    "pto-storm": {"persistent-congestion"},
}


def _shared(cause: dict, effect: dict) -> float:
    common = min(cause["endMs"], effect["endMs"]) - max(cause["startMs"], effect["startMs"])
    length = effect["endMs"] - effect["startMs"]
    return 0.0 if common < 0 else (common / length if length > 0 else 1.0)


def _explained(finding: dict, findings: list[dict]) -> list[Claim]:
    name = finding.get("explainedBy")
    if name is None:
        return []
    at = findings.index(finding)
    causes = [(i, one) for i, one in enumerate(findings) if one["id"] == name]
    whole = (name, finding["id"]) in WHOLE_TRACE
    return [
        true(f"{name} brings it about", finding["id"] in EXPLAINS.get(name, set()), finding["id"]),
        true(f"{name} stands before it", any(i < at for i, _ in causes), [i for i, _ in causes]),
        true(f"{name} is as severe", any(SEVERITY[one["severity"]] <= SEVERITY[finding["severity"]] for _, one in causes)),
        true(f"{name} holds then", whole or any(_shared(one, finding) >= SHARE for _, one in causes)),
    ]


def _defect(finding: dict, truth: Truth) -> list[Claim]:
    defect = finding.get("knownDefect")
    if defect is None:
        return []
    version = truth.row.get("version")
    claims = [true("the program", None if "impl" not in truth.row and "stack" not in truth.row else defect["implementation"] == truth.row.get("impl", truth.row.get("stack")))]
    if version is not None and defect["version"] is not None:
        claims.append(exact("its version", defect["version"], str(version)))
    if defect["fixedIn"] is not None and defect["version"] is not None:
        is_before = tuple(map(int, defect["version"].split("."))) < tuple(map(int, defect["fixedIn"].split(".")))
        claims.append(exact("how it stands", defect["standing"], "affected" if is_before else "fixed"))
        claims.append(true("the fix", tuple(map(int, defect["fixedIn"].split("."))) == FIXED, defect["fixedIn"]))
        claims.append(Claim("the program has the defect", "so", truth.row.get("fix"), has_defect(truth)))
    return claims


def _evidence(finding: dict) -> list[Claim]:
    shares = [row["value"] for row in finding["evidence"] if row["unit"] == "share" and isinstance(row["value"], (int, float))]
    percent = [float(one) for one in re.findall(r"(\d+(?:\.\d+)?) %", finding["verdict"])]
    claims = [true("shares in 0 … 1, percentages up to 100", all(0 <= one <= 1 for one in shares) and all(one <= 100 for one in percent), shares)]
    span = finding["endMs"] - finding["startMs"]
    return [*claims, true("an interval", span >= 0, span), true("evidence to check", bool(finding["evidence"]), len(finding["evidence"]))]


def beside(finding: dict, truth: Truth, findings: list[dict]) -> list[Claim]:
    return [
        between("confidence", finding["confidence"], 0.0, 1.0),
        *_explained(finding, findings),
        *_defect(finding, truth),
        *_evidence(finding),
    ]


def controller(line: dict, truth: Truth) -> dict | None:
    """The words for the controller as a finding of its own; None where the line names none."""
    if line.get("side") != "sender" or not line.get("controller", {}).get("best"):
        return None
    return {"id": "(controller)", "verdict": line["controller"]["words"], "best": line["controller"]["best"]}


def named(finding: dict, truth: Truth) -> list[Claim]:
    """Each model that is named, held against the controller that ran: NewReno, and CUBIC as it counts idle time."""
    ran = truth.controller
    best = finding["best"]
    if ran is None or truth.by_model:
        return [Claim("the controller", finding["verdict"], ran, False if truth.by_model else None)]
    # quic-go's "CUBIC" grows as Reno does, with β 0.7 (the table).
    as_reno = "reno" in ran or "quic-go" in f"{truth.row.get('stack', '')} {truth.row.get('file', '')}"
    right = any(one.startswith("newreno") for one in best) if as_reno else any(one.startswith("cubic") for one in best)
    claims = [true(f"{' / '.join(best)} ran", right, ran)]
    defect = has_defect(truth)
    if best == ["cubic-shift-from-last-send"] and defect is not None:
        claims.append(exact("idle time from the last send", True, defect))
    return claims

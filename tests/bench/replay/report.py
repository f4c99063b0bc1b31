"""The table of the replay, and the instances worth reading."""

from dataclasses import dataclass
from pathlib import Path

from claims import UNKNOWN_FORM, Claim

FEW = 10


@dataclass
class Instance:
    path: Path
    finding: dict
    claims: list[Claim]

    @property
    def wrong(self) -> list[Claim]:
        return [claim for claim in self.claims if claim.holds is False]

    @property
    def outcome(self) -> str:
        """Right where every claim that can be decided holds, at least one can, and the sentence is understood."""
        if self.wrong:
            return "wrong"
        understood = all(claim.name != UNKNOWN_FORM for claim in self.claims)
        return "right" if understood and any(claim.holds for claim in self.claims) else "open"


def _describe(instance: Instance) -> None:
    print(f"\n  {instance.outcome}: {instance.path.parent.name}/{instance.path.name}")
    print(f"    {instance.finding['verdict']}")
    for claim in instance.wrong:
        print(f"    ✗ {claim}")
    undecided = [claim.name for claim in instance.claims if claim.holds is None]
    if undecided:
        print(f"    ? {'; '.join(undecided)}")


def print_report(instances: list[Instance], traces: int, least: float) -> int:
    """@returns the exit status: 1 where an id with ten instances or more is right too seldom."""
    by_id: dict[str, list[Instance]] = {}
    for instance in instances:
        by_id.setdefault(instance.finding["id"], []).append(instance)
    print(f"{traces} connections, {len(instances)} findings\n")
    print(f"{'id':30} {'n':>5} {'right':>6} {'wrong':>6} {'open':>6}  right of decided  claims decided")
    below = False
    for name, found in sorted(by_id.items(), key=lambda entry: -len(entry[1])):
        number = {outcome: sum(1 for one in found if one.outcome == outcome) for outcome in ("right", "wrong", "open")}
        decided = number["right"] + number["wrong"]
        share = number["right"] / decided if decided else float("nan")
        claims = [claim for one in found for claim in one.claims]
        known = sum(1 for claim in claims if claim.holds is not None)
        print(f"{name:30} {len(found):5} {number['right']:6} {number['wrong']:6} {number['open']:6}  {share:16.1%}  {known} of {len(claims)}")
        below = below or (decided >= FEW and share < least)
    for name, found in sorted(by_id.items(), key=lambda entry: -len(entry[1])):
        shown = [one for one in found if len(found) < FEW or one.outcome != "right"]
        if shown:
            print(f"\n{name}")
        for instance in shown:
            _describe(instance)
    return 1 if below else 0


def print_misses(misses: dict[str, list[str]]) -> None:
    """What the manifests say was there and no finding names."""
    missed = [(name, words) for name, found in misses.items() for words in found]
    print(f"\nnot named: {len(missed)}")
    for name, words in missed:
        print(f"  {'/'.join(Path(name).parts[-2:])}: {words}")

"""The account of time, written from docs/account.md, beside that of `check --json`.

  python3 tests/bench/replay/accounts.py [FOLDER …] [--sample N] [--files PATTERN] [--judged JSONL …] [--parts]

Per trace of a sender the largest difference of a share, in points, by holder and by holder and cause, and whether the
main answer is the same; then a summary by folder. `--parts` prints all shares of each trace.
"""

import argparse
import json
import sys
from collections import defaultdict
from fnmatch import fnmatch
from pathlib import Path

from account import Account
from account_why import Reasons
from connection import Connection
from raw_log import NotQlog, read_traces
from replay import ROOT, files_below, judged_by_program

FOLDERS = ("quiche", "quiche-more", "runs", "paths", "wire", "t3", "public")
NEAR, FAR, BALANCE = 3.0, 10.0, 0.01


def shares(parts: dict, span: float) -> dict:
    return {key: 100 * us / span for key, us in parts.items()} if span > 0 else {}


def by_holder(parts: dict) -> dict:
    found: dict = defaultdict(float)
    for (holder, _), us in parts.items():
        found[holder] += us
    return found


def apart(one: dict, other: dict) -> tuple[float, str]:
    """The largest difference, and where."""
    keys = {*one, *other}
    return max(((abs(one.get(key, 0.0) - other.get(key, 0.0)), key) for key in keys), key=lambda pair: pair[0], default=(0.0, ""))


def named(mains: tuple) -> str:
    return f"main {'/'.join(map(str, mains[0]))} | {mains[1]['holder']}/{mains[1]['cause']}"


def account_of(line: dict) -> Account | None:
    try:
        traces = read_traces(Path(line["file"]))
    except NotQlog:
        return None
    index = line.get("trace") or 0
    return Account(Connection(traces[index]), line) if index < len(traces) else None


def compare(line: dict) -> dict | None:
    theirs = line["account"]
    mine = account_of(line)
    if mine is None:
        return None
    own: dict = defaultdict(float)
    reasons = Reasons(mine)
    for part in reasons.parts:
        own[part.holder, part.cause] += part.us
    said = {(part["holder"], part["cause"]): part["heldMs"] * 1000 for part in theirs["parts"]}
    mine_h, said_h = shares(by_holder(own), mine.end_us - mine.start_us), shares(by_holder(said), theirs["spanMs"] * 1000)
    mine_c, said_c = shares(own, mine.end_us - mine.start_us), shares(said, theirs["spanMs"] * 1000)
    return {
        "file": line["file"],
        "holders": apart(mine_h, said_h),
        "causes": apart(mine_c, said_c),
        "span": (mine.end_us - mine.start_us) / 1000 - theirs["spanMs"],
        "main": reasons.main() == (theirs["main"]["holder"], theirs["main"]["cause"]),
        "mains": (reasons.main(), theirs["main"]),
        "balance": reasons.balance(sum(part["lostMs"] or 0.0 for part in theirs["parts"]) * 1000, (theirs["neededMs"] or 0.0) * 1000),
        "mine": mine_c,
        "said": said_c,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--files", default="*")
    parser.add_argument("--judged", nargs="*", type=Path)
    parser.add_argument("--parts", action="store_true")
    args = parser.parse_args()
    folders = args.folders or [ROOT.parent / "shared" / "traces" / name for name in FOLDERS]
    if args.judged:
        lines = [json.loads(line) for path in args.judged for line in path.read_text().splitlines()]
    else:
        lines = judged_by_program([one for folder in folders for one in files_below(folder, args.files)])
    lines = [one for one in lines if (one.get("account") or {}).get("main") and fnmatch(Path(one["file"]).name, args.files) and (not args.folders or any(folder.resolve() in Path(one["file"]).resolve().parents for folder in folders))]
    if args.sample:
        lines = lines[:: max(1, len(lines) // args.sample)]
    by_folder: dict = defaultdict(list)
    for line in lines:
        one = compare(line)
        if one is None:
            continue
        path = Path(one["file"])
        by_folder[path.parent.name].append(one)
        (points, holder), (points_c, cause) = one["holders"], one["causes"]
        print(f"{points:6.1f} {points_c:6.1f}  {path.parent.name}/{path.name}  {holder}  {cause}  {'' if one['main'] else named(one['mains'])}  span {one['span']:+.0f} ms", flush=True)
        if args.parts:
            for key in sorted({*one["mine"], *one["said"]}, key=str):
                print(f"          {'/'.join(map(str, key)):32} {one['mine'].get(key, 0.0):6.1f} {one['said'].get(key, 0.0):6.1f}")
    print(f"\n{'folder':14} {'n':>4}  holders ≤ 3, ≤ 10   causes ≤ 3, ≤ 10   main equal")
    every = [one for found in by_folder.values() for one in found]
    for name, found in [*by_folder.items(), ("all", every)]:
        share = [sum(one[what][0] <= limit for one in found) / max(1, len(found)) for what in ("holders", "causes") for limit in (NEAR, FAR)]
        print(f"{name:14} {len(found):4}  {share[0]:8.1%} {share[1]:8.1%}  {share[2]:8.1%} {share[3]:8.1%}  {sum(one['main'] for one in found) / max(1, len(found)):8.1%}")
    balanced = [one for one in every if one["balance"] is not None]
    off = [one for one in balanced if abs(one["balance"] - 1) > BALANCE]
    print(f"\nR proved all the time: {len(balanced)}; lost, idle, needed and carried are the span ± 1 % in {len(balanced) - len(off)}; not in")
    for one in off:
        print(f"  {one['balance']:8.1%}  {one['file']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

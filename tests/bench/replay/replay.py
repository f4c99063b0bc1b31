"""Holds every sentence that qlogscope says against the raw log, without its engine.

  npx vite build -c vite.cli.config.ts
  python3 tests/bench/replay/replay.py [FOLDER] [--only ID,…] [--files PATTERN] [--judged JSONL …] [--least 0.98]

Reads every trace below FOLDER (../shared/traces where left out) in slices with `check --json --separate`, or the lines
of a judgement made before (`--judged`), recomputes each claim from the raw qlog, and prints per finding how many are
right, wrong and not decidable, with every wrong instance; of ids with fewer than ten, every instance. Exit status 1
where an id is right in less than `--least` of what can be decided.
"""

import argparse
import json
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import attached
import rules
from claims import Claim, not_understood
from connection import Connection
from misses import misses_of
from raw_log import NotQlog, read_traces
from report import Instance, print_misses, print_report
from truth import Truth

ROOT = Path(__file__).resolve().parents[3]
SLICE = 20
SECONDS_PER_SLICE = 600


def files_below(folder: Path, pattern: str) -> list[Path]:
    found = [path for path in folder.rglob("*") if "qlog" in path.name and path.suffix in (".gz", ".qlog", ".sqlog")]
    return sorted(path for path in found if "hostile" not in path.parts and fnmatch(path.name, pattern))


def judged_by_program(files: list[Path]) -> list[dict]:
    """@raises CalledProcessError where the program gives no answer; exit status 1 and 2 are answers."""
    program = ROOT / "dist-cli" / "qlogscope.mjs"
    lines: list[dict] = []
    for first in range(0, len(files), SLICE):
        call = ["nice", "-n", "10", "node", str(program), "check", "--json", "--separate", *map(str, files[first : first + SLICE])]
        done = subprocess.run(call, capture_output=True, text=True, timeout=SECONDS_PER_SLICE, check=False)
        if done.returncode > 2:
            raise subprocess.CalledProcessError(done.returncode, call, done.stdout, done.stderr)
        lines += [json.loads(line) for line in done.stdout.splitlines()]
    return lines


def judge(connection: Connection, finding: dict, truth: Truth, all_findings: list[dict]) -> list[Claim]:
    rule = rules.RULES.get(finding["id"])
    if rule is None:
        return not_understood(finding["id"])
    own = rule(connection, finding, truth, all_findings)
    # What stands beside a sentence makes none right that the log does not decide.
    return [*own, *attached.beside(finding, truth, all_findings)] if any(claim.holds is not None for claim in own) else own


def instances_of(line: dict, only: set[str]) -> list[Instance]:
    said = line.get("findings", []) + line.get("remarks", [])
    findings = [one for one in said if not only or one["id"] in only]
    path = Path(line["file"])
    named = attached.controller(line, Truth(path))
    told = [] if named is None or only and named["id"] not in only else [Instance(path, named, attached.named(named, Truth(path)))]
    if not findings:
        return told
    try:
        traces = read_traces(path)
    except NotQlog:
        return told + [Instance(path, one, [Claim("no qlog", one["id"], None, None)]) for one in findings]
    index = line.get("trace") or 0
    if index >= len(traces):
        return [Instance(path, one, [Claim("its connection", index, None, None)]) for one in findings]
    connection = Connection(traces[index])
    truth = Truth(path)
    return told + [Instance(path, one, judge(connection, one, truth, line["findings"])) for one in findings]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT.parent / "shared" / "traces")
    parser.add_argument("--only", default="")
    parser.add_argument("--files", default="*")
    parser.add_argument("--judged", nargs="*", type=Path)
    parser.add_argument("--least", type=float, default=0.98)
    args = parser.parse_args()
    only = {one for one in args.only.split(",") if one}
    if args.judged:
        lines = [json.loads(line) for path in args.judged for line in path.read_text().splitlines()]
        lines = [line for line in lines if "file" in line and fnmatch(Path(line["file"]).name, args.files)]
    else:
        lines = judged_by_program(files_below(args.folder, args.files))
    instances = [one for line in lines for one in instances_of(line, only)]
    status = print_report(instances, len(lines), args.least)
    print_misses({line["file"]: misses_of(line, Truth(Path(line["file"]))) for line in lines if not only})
    return status


if __name__ == "__main__":
    sys.exit(main())

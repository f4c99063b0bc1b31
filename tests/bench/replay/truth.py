"""What the path or the program really did, as the manifests beside the traces say it."""

import json
import re
from functools import cache
from pathlib import Path


@cache
def _manifest(folder: Path) -> dict[str, dict]:
    path = folder / "manifest.json"
    if not path.exists():
        return {}
    content = json.loads(path.read_text())
    rows = content.get("files", []) if isinstance(content, dict) else content
    return {row["file"]: row for row in rows if "file" in row}


class Truth:
    """Of one file; every figure is None where its manifest does not say."""

    def __init__(self, path: Path) -> None:
        self.row = _manifest(path.parent).get(path.name, {})
        self.folder = path.parent.name

    @property
    def totals(self) -> dict:
        return self.row.get("totals") or {}

    @property
    def _counted(self) -> dict:
        """What the path counted; a sentence on it in some manifests."""
        truth = self.row.get("truth")
        return truth if isinstance(truth, dict) else {}

    @property
    def controller(self) -> str | None:
        for key in ("controller", "cc", "cc_algorithm"):
            value = self.row.get(key)
            if value:
                return str(value).lower()
        return None

    @property
    def by_model(self) -> bool:
        """BBR, C4 or Copa: the window follows an estimate of the path, and RFC 9002 §7.3 and §7.8 bind it otherwise."""
        name = f"{self.controller or ''} {self.row.get('file', '')}".lower()
        return re.search(r"bbr|copa|(?<![a-z0-9])c4(?![0-9])", name) is not None

    @property
    def kind(self) -> str | None:
        return self.row.get("kind") if self.folder == "paths" else None

    def drops(self) -> dict[str, int] | None:
        """Packets that the path dropped on the sender's side, by what dropped them."""
        if self.totals:
            names = {"tail_drops": "queue", "policer_drops": "policer", "random_drops": "random", "dead_drops": "dead", "host_buffer_drops": "queue"}
            found: dict[str, int] = {}
            for key, kind in names.items():
                found[kind] = found.get(kind, 0) + int(self.totals.get(key) or 0)
            return found
        if isinstance(self.row.get("truth"), dict):
            return self._counted_drops(self.row["truth"])
        link = self.row.get("link_drops")
        if isinstance(link, dict):
            towards = "up" if self.row.get("side") == "client" else "down"
            every, tail = int(link.get(towards, 0)), int(link.get(f"{towards}_droptail", 0))
            is_dead = "blackout" in self.row["file"] or "outage" in self.row["file"]
            return {"queue": tail, "dead" if is_dead else "random": every - tail, "policer": 0}
        if self.folder == "runs":
            return {"queue": 0, "policer": 0, "random": int(self.row.get("lost_packets_reported") or 1)}
        return None

    def _counted_drops(self, truth: dict) -> dict[str, int]:
        towards = "up" if str(self.row["file"]).endswith("_client.sqlog.gz") else "down"
        names = {"tail": "queue", "aqm": "queue", "policer": "policer", "random": "random", "dead": "dead", "mtu": "size"}
        found = {"queue": int(truth.get("host_rcvbuf_drops_count") or 0)}
        for key, kind in names.items():
            counts = [f"{towards}_{key}_count", *([f"drops_{key}_count"] if towards == "down" else [])]
            found[kind] = found.get(kind, 0) + sum(int(truth.get(count) or 0) for count in counts)
        return found

    def link_number(self, option: str) -> float | None:
        """The number after an option of the emulator: `--police-mbit 10`."""
        match = re.search(rf"--{option} ([\d.]+)", str(self.row.get("link", "")))
        return float(match[1]) if match else None

    def stops(self) -> tuple[str, list[tuple[float, float]]] | None:
        """What stopped by the script of the recording, and from when to when on the sender's clock, in µs."""
        kind = str(self.kind or "")
        link = self.row.get("link")
        if isinstance(link, dict) and any(one["p"] == 1 for one in link.get("loss", [])):
            return "dead-both", [(one["start_ms"] * 1000, one["end_ms"] * 1000) for one in link["loss"] if one["p"] == 1]
        if not kind.startswith(("stall-", "dead-")):
            return None
        zero = re.search(r"qlog zero of the sender is at ([\d.]+) ms", str(self.row.get("clock")))
        at_ms = float(zero[1]) if zero else float(self.row.get("rtt_ms", 0)) / 2
        truth = self._counted
        end = "server" if kind == "stall-sender" else "client"
        spans = truth.get("stalls_ms") or truth.get(f"stalls_{end}_ms") or []
        block = re.search(r"--block ([\d.]+):([\d.]+):", str(self.row.get("link", "")))
        if block:
            spans = [(float(block[1]), float(block[2]) - float(block[1]))]
        return kind, [((low - at_ms) * 1000, (low + length - at_ms) * 1000) for low, length in spans]

    def _zero_ms(self) -> float | None:
        """When the sender's log begins, on the clock of the rig; None where the rig does not say how the path was made."""
        if not isinstance(self.row.get("link"), str) or self.row.get("emulator") not in ("t3relay", "prelay"):
            return None
        return float(self.row.get("rtt_ms", 0)) / 2

    def _series(self, first: str, option: str, second: str, counted: str | None) -> list[tuple[float, float]] | None:
        """(time on the sender's clock in µs, value of the manifest) of what the link was told to be, in order of time."""
        zero = self._zero_ms()
        if zero is None:
            return None
        link, truth = str(self.row["link"]), self._counted
        start = re.search(rf"--{first} ([\d.]+)", link)
        found = [(0.0, float(start[1]))] if start else []
        steps = truth.get(counted) if counted else None
        found += [(at, value) for at, value in steps or []] or [(float(at), float(value)) for at, value in re.findall(rf"--{option} ([\d.]+):([\d.]+)", link)]
        moved = re.search(rf"--{second} ([\d.]+)", link)
        times = truth.get("path_first_ms") or []
        if moved and len(times) > 1 and times[1] > 0:
            found.append((times[1], float(moved[1])))
        return [((at - zero) * 1000, value) for at, value in found]

    def rtts(self) -> list[tuple[float, float]] | None:
        """(from when in µs, smallest RTT in µs) of the path."""
        found = self._series("rtt", "rtt-at", "rtt2", None)
        return None if found is None else [(at, rtt * 1000) for at, rtt in found]

    def rates(self) -> list[tuple[float, float]] | None:
        """(from when in µs, rate in Mbit/s) of the path; a shaper's after its bucket, a policer's none."""
        found = self._series("rate-mbit", "rate-at", "rate2-mbit", "rate_steps_ms")
        shaper = self.link_number("tbf")
        return found if found is None or shaper is None else [(0.0, shaper), *found]

    def rtt_steps(self) -> list[tuple[float, float]] | None:
        return None if self.rtts() is None else self.rtts()[1:]  # type: ignore[index]

    def rate_steps(self) -> list[tuple[float, float]] | None:
        return None if self.rates() is None else self.rates()[1:]  # type: ignore[index]

    def silent(self, who: str) -> list[tuple[float, float]]:
        """From when to when the rig handed datagrams to a host and got none from it, on the sender's clock, in µs."""
        zero = self._zero_ms() or 0.0
        return [((at - zero) * 1000, (at + length - zero) * 1000) for at, length in self._counted.get(f"silent_{who}_ms") or []]

    @property
    def queue_max_us(self) -> float | None:
        value = self._counted.get("queue_max_ms")
        return None if value is None else float(value) * 1000

    @property
    def queue_median_us(self) -> float | None:
        value = self._counted.get("queue_p50_ms")
        return None if value is None else float(value) * 1000

    @property
    def queue_max_bytes(self) -> float | None:
        return self._counted.get("queue_max_bytes")

    @property
    def spiral(self) -> dict | None:
        return self.row.get("spiral")

    @property
    def flat_spans(self) -> list[dict]:
        """Every flat, loss-free span in recovery, micro-traps included."""
        return (self.row.get("trap_spans") or []) + (self.row.get("all_spirals") or [])

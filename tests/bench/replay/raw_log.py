"""Reads a qlog file as it lies on the disk: its text, its records, and its traces as plain lists of events.

Knows the containers (one JSON object, also cut off or as a script, NDJSON, JSON text sequence, gzip around each) and the
spellings of time. Not here: what an event means (packets.py).
"""

import gzip
import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

RECORD_SEPARATOR = "\x1e"
# Times above this are dates: ms since 1970.
EPOCH_MS = 1e11


@dataclass
class Event:
    """One event. `time_us` never falls: a step back is held at the time before, as the page holds it."""

    time_us: float
    raw_us: float
    name: str
    data: dict[str, Any]


@dataclass
class RawTrace:
    vantage: str
    header: dict[str, Any]
    events: list[Event] = field(default_factory=list)
    backward_steps: int = 0


class NotQlog(Exception):
    """The file is of another format (NetLog, capture), or damaged beyond its first record."""


def text_of(path: Path) -> str:
    raw = path.read_bytes()
    if raw[:2] == b"\x1f\x8b":
        raw = gzip.decompress(raw)
    return raw.decode("utf-8", "replace")


def _sequence(text: str) -> list[Any]:
    """The records that parse; what does not is left out, as a reader must."""
    records = []
    parts = text.split(RECORD_SEPARATOR) if RECORD_SEPARATOR in text else text.split("\n")
    for part in parts:
        if not part.strip():
            continue
        try:
            records.append(json.loads(part))
        except ValueError:
            continue
    return records


def _units(trace: dict[str, Any]) -> float:
    """µs per unit of `time`."""
    configuration = trace.get("configuration") or {}
    return 1.0 if configuration.get("time_units") == "us" else 1000.0


def _number(value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        return float("nan")


def _rows(trace: dict[str, Any], events: list[Any]) -> list[tuple[float, str, dict, str]]:
    """(time as logged, name in lower case, data, group) of each event, of objects and of tables."""
    names = [str(one).lower() for one in trace.get("event_fields") or trace.get("fields") or []]
    rows = []
    for event in events:
        if isinstance(event, list):
            event = dict(zip(names, event))
            kind = event.get("event", event.get("event_type", event.get("type", "")))
            event["name"] = f"{event.get('category', '')}:{kind}"
            event["time"] = event.get("time", event.get("relative_time", event.get("delta_time")))
        # An empty one at the end is no event: writers put it there after their last comma.
        if not isinstance(event, dict) or str(event.get("name", ":")) == ":":
            continue
        data = event.get("data")
        group = str(event.get("group_id", ""))
        rows.append((_number(event.get("time")), str(event["name"]).lower(), data if isinstance(data, dict) else {}, group))
    return rows


def _traces(trace: dict[str, Any], events: list[Any]) -> list[RawTrace]:
    """One trace per group of its events, in order of first appearance."""
    scale = _units(trace)
    named = trace.get("vantage_point") or {"type": trace.get("vantagepoint", "unknown")}
    vantage = str(named.get("type", "unknown")).lower()
    found: dict[str, RawTrace] = {}
    last: dict[str, float] = {}
    origin: dict[str, float] = {}
    for time, name, data, group in _rows(trace, events):
        # An event of no group belongs to the first one.
        group = group or next(iter(found), "")
        one = found.setdefault(group, RawTrace(vantage, trace))
        raw_us = time * scale
        if group not in origin:
            origin[group] = raw_us if time > EPOCH_MS else 0.0
        raw_us -= origin[group]
        at = last.get(group, raw_us)
        # Steps below the page's resolution of one µs are none.
        if round(raw_us) < round(at):
            one.backward_steps += 1
        last[group] = max(at, raw_us)
        one.events.append(Event(last[group], raw_us, name, data))
    return list(found.values())


def _script(text: str) -> str:
    """The object of `var name = { … };`, with the commas that a script may leave after a last element."""
    match = re.match(r"\s*var\s+\w+\s*=\s*", text)
    return text if match is None else re.sub(r",(\s*[\]}])", r"\1", text[match.end() :].rstrip().rstrip(";"))


def _cut_off(text: str) -> dict | None:
    """One trace whose text ends early: the events that are whole. What stands after them is lost."""
    start = re.match(r'\s*{.*?"traces"\s*:\s*\[\s*({.*?)"events"\s*:\s*\[', text, re.DOTALL)
    if start is None:
        return None
    decoder, at, events = json.JSONDecoder(), start.end(), []
    while True:
        at = re.compile(r"[\s,]*").match(text, at).end()  # type: ignore[union-attr]
        try:
            event, at = decoder.raw_decode(text, at)
        except ValueError:
            break
        events.append(event)
    head = json.loads(start[1].rstrip().rstrip(",") + "}")
    return {"traces": [{**head, "events": events}]} if events else None


def read_traces(path: Path) -> list[RawTrace]:
    """All traces of a file.

    @raises NotQlog where the file is no qlog.
    """
    text = _script(text_of(path))
    try:
        whole = json.loads(text)
    except ValueError:
        whole = _cut_off(text)
    if isinstance(whole, dict) and "fields" in whole:
        return _traces(whole, whole.get("events") or [])
    if isinstance(whole, dict) and ("traces" in whole or "connections" in whole):
        inner = whole.get("traces") or whole.get("connections") or []
        return [one for trace in inner if isinstance(trace, dict) for one in _traces(trace, trace.get("events") or [])]
    records = _sequence(text)
    if not records or not isinstance(records[0], dict):
        raise NotQlog(str(path))
    header = records[0] if "time" not in records[0] else {}
    if not ({"qlog_version", "qlog_format", "file_schema", "trace"} & header.keys()):
        raise NotQlog(str(path))
    return _traces(header.get("trace") or {}, records[1:])

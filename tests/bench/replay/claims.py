"""A claim: one figure or word of a sentence, what the raw log says instead, and whether both agree.

Tolerances (the brief of the issue: one RTT in time, 5 % in rates, exact in counts), and why each is no closer:

  counts   exact; `slack` only where an event lies on the border of an interval, said at the claim
  times    one RTT, and the digits that the sentence shows: logs write a loss or a window up to an ACK late
  rates    5 %: the sum over a round trip depends on which of its ends holds the packet at its border
  shares   5 points of time shares, as a border of one RTT does that in twenty round trips; shares of counts follow the counts
"""

import re
from dataclasses import dataclass

TIME_SHARE_POINTS = 0.05
RATE = 0.05


@dataclass
class Claim:
    """`holds` is None where the log does not decide."""

    name: str
    said: object
    found: object
    holds: bool | None

    def __str__(self) -> str:
        return f"{self.name}: said {show(self.said)}, found {show(self.found)}"


def show(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.4g}" if abs(value) < 1e4 else f"{value:,.0f}"
    return str(value)


def _unknown(value: object) -> bool:
    return value is None or value != value


def near(name: str, said: float, found: float | None, *, within: float = 0.0, share: float = 0.0) -> Claim:
    """Holds if the figures differ by `within` at most, or by `share` of what was found."""
    if _unknown(found) or _unknown(said):
        return Claim(name, said, found, None)
    assert found is not None
    return Claim(name, said, found, abs(said - found) <= max(within, share * abs(found)) + 1e-9)


def exact(name: str, said: object, found: object) -> Claim:
    return Claim(name, said, found, None if _unknown(found) else said == found)


def between(name: str, said: float, low: float, high: float) -> Claim:
    """For a figure that the log bounds but does not fix."""
    found = f"{show(low)} to {show(high)}"
    return Claim(name, said, found, None if _unknown(low) or _unknown(high) else low <= said <= high)


def true(name: str, found: bool | None, what: object = "") -> Claim:
    return Claim(name, "so", what if what != "" else found, found)


def in_packets(connection, said: float, size: float) -> Claim:
    """Bytes as packets of the connection's size, or of the largest one where the path MTU was searched for."""
    digits = 0.5 if said >= 10 else 0.06
    low, high = size / connection.largest_datagram - digits, size / connection.datagram + digits
    return between("in packets", said, low, high)


UNITS = {"µs": 1.0, "ms": 1e3, "s": 1e6, "B": 1.0, "bytes": 1.0, "kB": 1e3, "MB": 1e6, "GB": 1e9, "%": 0.01}
FIGURE = re.compile(r"(-?\d[\d,]*(?:\.\d+)?)\s*(µs|ms|s|B|bytes|kB|MB|GB|%)?(?![\w/])")


def figure(text: str) -> float:
    """`1.58 s` → 1580000 (µs), `20,250 B` → 20250, `30.4 %` → 0.304, `15` → 15."""
    match = FIGURE.match(text.strip())
    assert match is not None, text
    return float(match[1].replace(",", "")) * UNITS.get(match[2] or "", 1.0)


def digits_of(text: str) -> float:
    """Half of the last digit shown: what rounding alone may change."""
    match = FIGURE.match(text.strip())
    assert match is not None, text
    decimals = len(match[1].partition(".")[2])
    return 0.5 * 10.0**-decimals * UNITS.get(match[2] or "", 1.0)


class Sentence:
    """A verdict taken apart by a pattern whose groups are named after what they say."""

    def __init__(self, pattern: str, text: str) -> None:
        self.match = re.search(pattern, text)

    def __bool__(self) -> bool:
        return self.match is not None

    def has(self, group: str) -> bool:
        return self.match is not None and self.match.groupdict().get(group) is not None

    def text(self, group: str) -> str:
        assert self.match is not None
        return self.match[group] or ""

    def __getitem__(self, group: str) -> float:
        return figure(self.text(group))

    def digits(self, group: str) -> float:
        return digits_of(self.text(group))


# Pieces of patterns.
N = r"\d[\d,]*(?:\.\d+)?"
T = rf"-?{N} (?:µs|ms|s)"
B = rf"{N} (?:B|kB|MB|GB)"
P = rf"{N} %"


UNKNOWN_FORM = "a sentence of a form that the replay does not know"


def not_understood(verdict: str) -> list[Claim]:
    return [Claim(UNKNOWN_FORM, verdict, None, None)]

"""mtu-lowered, size-loss: what became of packets with data above a size, and of the others."""

from claims import B, N, P, Claim, Sentence, between, exact, near, not_understood, true
from connection import Connection
from packets import Packet
from truth import Truth

LOWERED = (
    rf"^The MTU was lowered from (?P<from>{B}) to (?P<to>{B}) at (?P<at>{N}) s(?P<said> \(mtu_updated\))?.*?, and the losses do not depend on the size: (?P<arrived>{N}) of the last "
    rf"(?P<recent>{N}) larger packets? before it arrived; in all (?P<lost>{N}) of (?P<larger>{N}) larger packets? were lost \((?P<rate>{P})\), and (?P<lost2>{N}) of (?P<others>{N}) others"
)
SIZE = (
    rf"^Packets with data above (?P<size>{B}) are lost and those below are not: (?P<lost>{N}) of (?P<larger>{N}) larger ones? \((?P<rate>{P})\) and "
    rf"(?P<lost2>{N}) of (?P<others>{N}) smaller ones? \((?P<rate2>{P})\)"
)


def _settled(connection: Connection) -> list[Packet]:
    """Packets with data whose fate is known."""
    return [one for one in connection.sent if one.space == 2 and one.carries and (one.acked_us is not None or one.lost_us is not None)]


def _halves(s: Sentence, packets: list[Packet], size: float) -> list[Claim]:
    larger = [one for one in packets if one.size > size]
    others = [one for one in packets if one.size <= size]
    lost = [float(sum(1 for one in part if one.stays_lost)) for part in (larger, others)]
    return [
        exact("larger packets", s["larger"], float(len(larger))),
        exact("of them lost", s["lost"], lost[0]),
        exact("other packets", s["others"], float(len(others))),
        exact("of those lost", s["lost2"], lost[1]),
        near("their rate", s["rate"], lost[0] / max(1, len(larger)), within=s.digits("rate")),
    ]


def lowered(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(LOWERED, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    at = finding["startMs"] * 1000
    packets = _settled(connection)
    recent = [one for one in packets if one.size > s["to"] and one.time_us <= at][-int(s["recent"]) :]
    said = [event for event in connection.events if "mtu_updated" in event.name and abs(event.time_us - at) < 1]
    return [
        exact("largest before", s["from"], float(max((one.size for one in packets if one.time_us < at), default=0))),
        exact("largest at the end", s["to"], float(max(one.size for one in packets[-10:]))),
        exact("of the last larger ones arrived", s["arrived"], float(sum(1 for one in recent if not one.stays_lost))),
        true("the log says it", not s.has("said") or bool(said)),
        *_halves(s, packets, s["to"]),
    ]


def by_size(connection: Connection, finding: dict, truth: Truth, _: list[dict]) -> list[Claim]:
    s = Sentence(SIZE, finding["verdict"])
    if not s:
        return not_understood(finding["verdict"])
    start, end = finding["startMs"] * 1000, finding["endMs"] * 1000
    inside = [one for one in _settled(connection) if start - 1 <= one.time_us <= end + 1]
    claims = _halves(s, inside, s["size"])
    return [*claims, between("smaller ones are lost less", s["lost2"] / max(1.0, s["others"]), 0.0, 0.26 * s["lost"] / s["larger"])]

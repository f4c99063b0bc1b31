"""The path in time, of the packets alone: its smallest RTT from level to level, and what it carries where a queue stands in it.

An RTT here is that of the newest packet of an ACK, less the ACK's own delay where no less than the smallest RTT is left.
"""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from connection import Connection
from packets import frames_of, kind_of
from raw_log import Event
from series import NAN, middle

# The issue: a level moves by more than a fifth and 3 ms, up only where ten round trips stay above it.
STEP, STEP_US, TRIPS = 0.2, 3000.0, 10
# A smallest RTT counts where two others lie within 60 % of it.
NEAR = 0.6
# A path that delivers less than this share of what it did at its fastest is idle in between: no queue stands in it then.
IDLE = 0.85
# Records of another path.
PATH_RECORDS = ("tuple_assigned", "migration_state_updated", "path_assigned")
# The flight falls to this share of its highest since RTTs rose.
FALLS = 0.5
# RTTs are the same within this share.
SAME = 0.05
# A proof: so many round trips, so long, so many packets; RTTs above the smallest by so much; even thirds; in flight.
PROOF_TRIPS, PROOF_US, PROOF_PACKETS = 3.0, 15_000.0, 10
QUEUE, QUEUE_US, EVEN, LEAST_FLIGHT = 0.25, 3000.0, 0.25, 3.5


@dataclass
class Point:
    """An RTT sample with the packets' bytes in flight as it was sent, and the bytes acknowledged as it is measured."""

    sent_us: float
    acked_us: float
    rtt_us: float
    flight: float
    acked: float


@dataclass
class Level:
    """Of packets sent from a time on; where the path became longer while a queue stood, from a later time on at the latest."""

    from_us: float
    latest_us: float
    to_us: float
    least_us: float


@dataclass
class Proof:
    """What was delivered in a time in which every packet waited; bytes per µs."""

    from_us: float
    to_us: float
    rate: float


def above(rtt_us: float, level_us: float) -> bool:
    return rtt_us > (1 + STEP) * level_us and rtt_us > level_us + STEP_US


def least_of(values: list[float]) -> float:
    """The smallest RTT that two others lie near: a single one is of records out of order. NaN of none."""
    ordered = sorted(values)
    for value, third in zip(ordered, ordered[2:]):
        if third * NEAR <= value:
            return value
    return ordered[0] if ordered else NAN


def points_of(connection: Connection) -> list[Point]:
    """In order of the time of sending; made once."""
    if connection.points or not connection.samples:
        return connection.points
    least = least_of([one.rtt_us for one in connection.samples])
    sent = -1e18
    for one in connection.samples:
        if one.sent_us < sent:
            continue
        sent = one.sent_us
        left = one.rtt_us - one.delay_us
        flight = connection.rebuilt_flight.at(one.sent_us)
        connection.points.append(Point(one.sent_us, one.acked_us, left if left >= least else one.rtt_us, flight, connection.acked.at(one.acked_us)))
    return connection.points


def signs_of(connection: Connection) -> list[float]:
    """Times at which records or frames tell of another path (RFC 9000 §9)."""
    return [event.time_us for event in connection.events if _challenges(event) or event.name.split(":")[-1] in PATH_RECORDS]


def _challenges(event: Event) -> set[str]:
    """The frames of path validation in a packet."""
    if event.name.split(":")[-1] not in ("packet_sent", "packet_received"):
        return set()
    return {kind_of(frame) for frame in frames_of(event.data)} & {"path_challenge", "path_response"}


def borders_of(connection: Connection) -> list[float]:
    """Times from which on another path is used: the client asked for it with PATH_CHALLENGE, and it answers (RFC 9000 §9.1).
    One that the server asks alone is the same path, of another port of a NAT (§9.3.3)."""
    asks = "packet_received" if connection.raw.vantage == "server" else "packet_sent"
    found, waits = [], False
    for event in connection.events:
        frames = _challenges(event)
        name = event.name.split(":")[-1]
        if waits and name == "packet_received" and "path_response" in frames:
            found.append(event.time_us)
            waits = False
        elif name == asks and "path_challenge" in frames:
            waits = True
    return found


def trips_in(points: list[Point]) -> list[list[Point]]:
    """Round trips one after the other, each as long as the smallest RTT in it."""
    trips: list[list[Point]] = []
    least = NAN
    for one in points:
        if trips and one.acked_us - trips[-1][0].acked_us < min(least, one.rtt_us):
            trips[-1].append(one)
            least = min(least, one.rtt_us)
        else:
            trips.append([one])
            least = one.rtt_us
    return trips


def longer_from(run: list[Point], level: float) -> tuple[Point, Point] | None:
    """Where RTTs that rose above a level to the end of a path are those of a longer one, at the earliest and at the latest; None
    where a queue may have raised them.

    The smallest of the last ten round trips are its own if no queue stands at three of them: what is in flight then is below
    what the path was seen to carry in that time, and fell to half of its highest.
    """
    trips = trips_in(run)
    if len(trips) < TRIPS:
        return None
    lowest = [min(trip, key=lambda point: point.rtt_us) for trip in trips]
    least = min(point.rtt_us for point in lowest[-TRIPS:])
    before = max((i for i, point in enumerate(lowest) if point.rtt_us * (1 + SAME) < least), default=-1)
    since = trips[before + 1 :]
    if len(since) < TRIPS or not above(least, level):
        return None
    rates = sorted((after[0].acked - one[0].acked) / (after[0].acked_us - one[0].acked_us) for one, after in zip(since, since[1:]))
    # What waits in a host that stops is acknowledged faster than the path carries.
    fastest = rates[len(rates) * 3 // 4]
    idle = [point for point in lowest[before + 1 :] if point.rtt_us <= (1 + SAME) * least and point.flight < IDLE * fastest * point.rtt_us]
    has_fallen = min(point.flight for point in lowest[before + 1 :]) <= FALLS * max(point.flight for point in run)
    return (since[0][0], idle[0]) if len(idle) >= 3 and has_fallen else None


def _next(stretch: list[Point], first: int) -> tuple[int, float]:
    """The point at which the level ends that begins at another, and until when it may have lasted."""
    level, last_near, trips, counted = stretch[first].rtt_us, first, 0, -1e18
    for k in range(first, len(stretch)):
        one = stretch[k]
        if above(level, one.rtt_us) and trips >= TRIPS:
            return k, one.sent_us
        level = min(level, one.rtt_us)
        if not above(one.rtt_us, level):
            last_near = k
            if one.acked_us - counted >= level:
                trips, counted = trips + 1, one.acked_us
    rest = stretch[last_near + 1 :]
    longer = longer_from(rest, level)
    return (len(stretch), NAN) if longer is None else (last_near + 1 + rest.index(longer[0]), longer[1].sent_us)


def levels_of(connection: Connection) -> list[Level]:
    """In order of time; each ends where the next begins. Of a path that became longer what was on its way then does not count."""
    if connection.levels:
        return connection.levels
    borders = borders_of(connection)
    stretches: dict[int, list[Point]] = {}
    for one in points_of(connection):
        stretches.setdefault(bisect_right(borders, one.sent_us), []).append(one)
    for stretch in stretches.values():
        first, before, latest = 0, 0.0, stretch[0].sent_us
        while first < len(stretch):
            following, until = _next(stretch, first)
            own = [one.rtt_us for one in stretch[first:following] if one.sent_us >= stretch[first].sent_us + before]
            least = least_of(own or [one.rtt_us for one in stretch[first:following]])
            connection.levels.append(Level(stretch[first].sent_us, latest, NAN, least))
            first, before, latest = following, least, until
    for one, after in zip(connection.levels, connection.levels[1:]):
        one.to_us = after.from_us
    if connection.levels:
        connection.levels[-1].to_us = connection.last_us
    return connection.levels


def least_at(connection: Connection, time_us: float, is_late: bool = False) -> float:
    """The smallest RTT of the path that a packet takes which is sent at a time. @param is_late each level began as late as it may."""
    levels = levels_of(connection)
    i = bisect_right([one.latest_us if is_late else one.from_us for one in levels], time_us) - 1
    return levels[max(0, i)].least_us if levels else NAN


def delay_at(connection: Connection, time_us: float) -> float:
    """By how much the RTT of the packet that was sent next to a time, and is the newest of its ACK, is above the smallest."""
    points = points_of(connection)
    i = bisect_left(points, time_us, key=lambda point: point.sent_us)
    near_by = min(points[max(0, i - 1) : i + 1], key=lambda point: abs(point.sent_us - time_us), default=None)
    return NAN if near_by is None else near_by.rtt_us - least_at(connection, near_by.sent_us)


def _delivered(points: list[Point], time_us: float, times: list[float]) -> float:
    """Bytes acknowledged up to a time between two ACKs, as if they came evenly."""
    i = bisect_left(times, time_us)
    if times[i] == time_us or i == 0:
        return points[i].acked
    share = (time_us - times[i - 1]) / (times[i] - times[i - 1])
    return points[i - 1].acked + share * (points[i].acked - points[i - 1].acked)


def proofs_of(connection: Connection) -> list[Proof]:
    """Times in which every RTT stands above the smallest and each third delivers the same: what the path carries."""
    if connection.proofs is None:
        connection.proofs = list(_proofs(connection))
    return connection.proofs


def _waits(connection: Connection, one: Point, least: float) -> bool:
    return one.rtt_us > (1 + QUEUE) * least and one.rtt_us > least + QUEUE_US and one.flight >= LEAST_FLIGHT * connection.datagram


def _proofs(connection: Connection):
    points = points_of(connection)
    waits = [_waits(connection, one, least_at(connection, one.sent_us)) for one in points]
    first = 0
    while first < len(points):
        end = first
        while end < len(points) and waits[end] and not _is_long(connection, points[first], points[end]):
            end += 1
        if end == len(points) or not waits[end]:
            first = end + 1
            continue
        window = points[first : end + 1]
        times = [one.acked_us for one in window]
        third = (times[-1] - times[0]) / 3
        marks = [_delivered(window, times[0] + k * third, times) for k in range(3)] + [window[-1].acked]
        rate = (marks[3] - marks[0]) / (3 * third)
        if rate > 0 and all(abs((high - low) / third / rate - 1) <= EVEN for low, high in zip(marks, marks[1:])):
            yield Proof(times[0], times[-1], rate)
        first += max(1, (end - first) // 3)


def _is_long(connection: Connection, one: Point, last: Point) -> bool:
    passed = last.acked_us - one.acked_us
    return passed >= max(PROOF_TRIPS * last.rtt_us, PROOF_US) and last.acked - one.acked >= PROOF_PACKETS * connection.datagram


def proved_in(connection: Connection, start_us: float, end_us: float) -> float:
    """Median of what the path is proved to carry in a time, bytes per µs; NaN without a proof."""
    return middle([one.rate for one in proofs_of(connection) if one.from_us >= start_us and one.to_us <= end_us])

"""A value over time that holds from each point to the next."""

from bisect import bisect_left, bisect_right
from statistics import median, median_high, median_low

NAN = float("nan")


class Series:
    def __init__(self) -> None:
        self.times: list[float] = []
        self.values: list[float] = []

    def add(self, time_us: float, value: float) -> None:
        self.times.append(time_us)
        self.values.append(value)

    def __len__(self) -> int:
        return len(self.times)

    def at(self, time_us: float) -> float:
        """The value at a time, its own points included; NaN before the first."""
        i = bisect_right(self.times, time_us) - 1
        return self.values[i] if i >= 0 else NAN

    def before(self, time_us: float) -> float:
        """The value just before a time."""
        i = bisect_left(self.times, time_us) - 1
        return self.values[i] if i >= 0 else NAN

    def within(self, start_us: float, end_us: float) -> list[float]:
        """The value at the start, and each point up to the end, both ends included."""
        i = bisect_right(self.times, start_us) - 1
        j = bisect_right(self.times, end_us)
        return self.values[max(0, i) : j]

    def points(self, start_us: float, end_us: float) -> list[tuple[float, float]]:
        """The points in [start, end]."""
        i = bisect_left(self.times, start_us)
        j = bisect_right(self.times, end_us)
        return list(zip(self.times[i:j], self.values[i:j]))

    def steps(self, start_us: float, end_us: float):
        """(start, end, value) of each stretch inside [start, end]."""
        i = max(0, bisect_right(self.times, start_us) - 1)
        while i < len(self.times) and self.times[i] < end_us:
            following = self.times[i + 1] if i + 1 < len(self.times) else end_us
            low, high = max(self.times[i], start_us), min(following, end_us)
            if high > low:
                yield low, high, self.values[i]
            i += 1


def merged_steps(start_us: float, end_us: float, *series: Series):
    """(start, end, values) of each stretch in which none of the series changes."""
    edges = {start_us, end_us}
    for one in series:
        edges.update(one.times[bisect_left(one.times, start_us) : bisect_right(one.times, end_us)])
    ordered = sorted(edges)
    for low, high in zip(ordered, ordered[1:]):
        yield low, high, [one.at(low) for one in series]


def middle(values: list[float]) -> float:
    """The median; NaN of nothing."""
    return median(values) if values else NAN


def middles(values: list[float]) -> tuple[float, float]:
    """The two values that either kind of median lies between: by nearest rank, or the mean of the middle two."""
    return (median_low(values), median_high(values)) if values else (NAN, NAN)


def count_in(times: list[float], start_us: float, end_us: float) -> int:
    """How many of the sorted times lie in [start, end]."""
    return bisect_right(times, end_us) - bisect_left(times, start_us)

/**
 * Two clocks, from packets that one endpoint sent and the other received: their offset and their drift. What clocks and the
 * path do cannot be distinguished entirely: a path that takes longer in one direction looks like an offset.
 *
 * Offset: the one at which the smallest one-way delays of both directions are equal, as NTP has it (RFC 5905 §8) for the
 * fastest exchange. Drift: slopes of the lines below all delays (S. B. Moon, P. Skelly, D. Towsley 1999, INFOCOM), of both
 * directions: a queue raises delays of one, a drift raises those of one as fast as it lowers those of the other.
 */

/** Packets of one direction that both logs hold: columns by send time, µs, each time on the clock of its own log. */
export interface Crossings {
  readonly sentUs: Float64Array;
  readonly receivedUs: Float64Array;
}

export interface Clocks {
  /** Added to times of the second clock at `atUs` of the first, µs. */
  readonly offsetUs: number;
  readonly atUs: number;
  /** How much faster the second clock goes, 1e-6; 0 unless it is noticeable. */
  readonly driftPpm: number;
}

/** A time of the second clock on the first. */
export function onFirstClock({ offsetUs, atUs, driftPpm }: Clocks, timeUs: number): number {
  const sameUs = timeUs + offsetUs;
  return driftPpm === 0 ? sameUs : sameUs - driftPpm * 1e-6 * (sameUs - atUs);
}

/** A drift that moves the clocks apart by less than this, over all packets, is not distinguished from their resolution. */
const LEAST_DRIFT_US = 2000;
/** The slopes of both directions may differ by this factor. */
const SLOPES_APART = 2;
const LEAST_PACKETS = 50;

/**
 * @param forth from the first log to the second. @param back from the second to the first.
 * @returns null where a direction has no packet.
 */
export function clocksOf(forth: Crossings, back: Crossings): Clocks | null {
  if (forth.sentUs.length === 0 || back.sentUs.length === 0) return null;
  const steady = (leastDelay(back, own, own) - leastDelay(forth, own, own)) / 2;
  const startUs = Math.min(forth.sentUs[0], back.receivedUs[0]);
  const endUs = Math.max(lastOf(forth.sentUs), lastOf(back.receivedUs));
  const atUs = (startUs + endUs) / 2;
  const driftPpm = driftOf(forth, back, endUs - startUs);
  if (driftPpm === 0) return { offsetUs: steady, atUs, driftPpm };
  const turned: Clocks = { offsetUs: steady, atUs, driftPpm };
  const moved = (us: number): number => onFirstClock(turned, us);
  const [leastForth, leastBack] = [leastDelay(forth, own, moved), leastDelay(back, moved, own)];
  return { ...turned, offsetUs: steady + (leastBack - leastForth) / 2 };
}

const own = (us: number): number => us;

function leastDelay(
  { sentUs, receivedUs }: Crossings,
  sentOn: (us: number) => number,
  receivedOn: (us: number) => number,
): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < sentUs.length; i++)
    least = Math.min(least, receivedOn(receivedUs[i]) - sentOn(sentUs[i]));
  return least;
}

function lastOf(values: Float64Array): number {
  return values[values.length - 1];
}

function driftOf(forth: Crossings, back: Crossings, lengthUs: number): number {
  if (forth.sentUs.length < LEAST_PACKETS || back.sentUs.length < LEAST_PACKETS) return 0;
  // A clock that goes faster at the receiver lets delays grow.
  const [up, down] = [lowestSlope(forth), -lowestSlope(back)];
  const agree = up * down > 0 && Math.max(up / down, down / up) <= SLOPES_APART;
  const slope = (up + down) / 2;
  return agree && Math.abs(slope) * lengthUs >= LEAST_DRIFT_US ? slope * 1e6 : 0;
}

/** Slope of the line below all delays that is closest to them: the edge of the lower convex hull at their mean time. */
export function lowestSlope({ sentUs, receivedUs }: Crossings): number {
  const delayAt = (i: number): number => receivedUs[i] - sentUs[i];
  const hull: number[] = [];
  const isAbove = (middle: number, from: number, to: number): boolean => {
    const run = sentUs[to] - sentUs[from];
    const rise = delayAt(to) - delayAt(from);
    const ran = sentUs[middle] - sentUs[from];
    return (delayAt(middle) - delayAt(from)) * run >= rise * ran;
  };
  for (let i = 0; i < sentUs.length; i++) {
    while (hull.length > 1 && isAbove(hull[hull.length - 1], hull[hull.length - 2], i)) hull.pop();
    // Of packets sent at one time the fastest.
    const last = hull.at(-1);
    if (last !== undefined && sentUs[last] === sentUs[i]) {
      if (delayAt(i) >= delayAt(last)) continue;
      hull.pop();
    }
    hull.push(i);
  }
  const meanUs = sentUs.reduce((sum, us) => sum + us, 0) / sentUs.length;
  const right = hull.findIndex((i) => sentUs[i] > meanUs);
  if (right < 1) return 0;
  const [from, to] = [hull[right - 1], hull[right]];
  return (delayAt(to) - delayAt(from)) / (sentUs[to] - sentUs[from]);
}

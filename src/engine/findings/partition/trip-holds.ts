/** What gaps between sends mean in each round trip, and what the path did in it: docs/account.md, *Congestion control*. */

import { SeriesCursor } from '../../sender/congestion/series-cursor';
import type { PathInterval } from '../../sender/transport/path/path-course';
import { PACING_GAIN } from '../../sender/transport/sender-pauses';
import type { TransportState } from '../../sender/transport/transport';
import type { Cells } from './cells';
import { HELD, type Held } from './holders';
import type { IdlePath } from './idle-path';
import { type RoundTrips, smoothedRtts } from './round-trips';

const T = {
  /** Data does not wait where the flight stays below this share of the window, and less than this share of the pacer's is sent. */
  flightShare: 0.5,
  pacedShare: 0.8,
  /** A buffer of the stack's own: so many round trips with the same top of the flight, within so many datagrams. */
  bufferTrips: 10,
  bufferDatagrams: 2,
  /** … whose packets ACKs release: those of a pacer come when its timer says so. */
  clockedShare: 0.5,
} as const;

/** A path that is busy for so much of a round trip is full, if its rate is proved. */
export const BUSY_SHARE = 0.85;

/** What is said of the path in each round trip. */
export interface TripPath {
  /** Share of its time in which the path was busy, 0 to 1; NaN where its rate is not known. */
  readonly busyShare: Float64Array;
  /** 1 where the rate is proved. */
  readonly isProved: Uint8Array;
}

/** The path was full in a round trip: its rate is proved, and it was busy. */
export const isFull = ({ busyShare, isProved }: TripPath, trip: number): boolean =>
  isProved[trip] === 1 && busyShare[trip] >= BUSY_SHARE;

/** What a gap is, by round trip: window, pacing, or application. */
export function tripHolds(state: TransportState, trips: RoundTrips, path: TripPath): Uint8Array {
  const [full, flight, window] = [trips.isFull.view(), trips.flightBytes.view(), trips.windowBytes.view()];
  const [sent, top] = [trips.sentBytes.view(), trips.topUs.view()];
  const own = ownBuffer(trips, state.datagramBytes);
  const pacing = new SeriesCursor(state.series.pacingRate);
  const smoothedUs = smoothedRtts(state);
  /** The pacer's share of a round trip, at the logged rate, else at that of RFC 9002 §7.7. */
  const pacedBytes = (trip: number): number => {
    const logged = (pacing.at(top[trip]) * smoothedUs(top[trip])) / 1e6;
    return logged > 0 ? logged : PACING_GAIN * window[trip];
  };
  return full.map((hasFilled, trip): Held => {
    if (hasFilled === 1) return HELD.window;
    if (isFull(path, trip)) return HELD.pacing;
    const isLow = flight[trip] < T.flightShare * window[trip] && sent[trip] < T.pacedShare * pacedBytes(trip);
    return isLow || own[trip] === 1 || !(flight[trip] > 0) ? HELD.inferred : HELD.pacing;
  });
}

/** By round trip, 1 where the top of the flight stays where a buffer of the stack's own ends it. */
export function ownBuffer(trips: RoundTrips, datagramBytes: number): Uint8Array {
  const [full, flight, window] = [trips.isFull.view(), trips.flightBytes.view(), trips.windowBytes.view()];
  const [packets, clocked] = [trips.packets.view(), trips.clocked.view()];
  const own = new Uint8Array(full.length);
  const slack = T.bufferDatagrams * datagramBytes;
  let [from, least, most] = [0, Number.POSITIVE_INFINITY, 0];
  for (let trip = 0; trip < full.length; trip++) {
    least = Math.min(least, flight[trip]);
    most = Math.max(most, flight[trip]);
    const isSame = full[trip] === 0 && window[trip] - flight[trip] >= slack && most - least <= slack;
    const isClocked = clocked[trip] >= T.clockedShare * packets[trip];
    if (!isSame || !isClocked) {
      from = trip + 1;
      [least, most] = [Number.POSITIVE_INFINITY, 0];
    } else if (trip + 1 - from >= T.bufferTrips) {
      own.fill(1, own[trip - 1] === 1 ? trip : from, trip + 1);
    }
  }
  return own;
}

/** How busy the path was in each round trip, and where its rate is proved. */
export function tripPath(
  intervals: readonly PathInterval[],
  cells: Cells,
  trips: RoundTrips,
  { idleUs }: IdlePath,
  endUs: number,
): TripPath {
  const [starts, tripOf] = [trips.startUs.view(), cells.trip.view()];
  const idle = new Float64Array(trips.length);
  for (let cell = 0; cell < cells.length; cell++) idle[tripOf[cell]] += idleUs[cell];
  const isProved = new Uint8Array(trips.length);
  let place = 0;
  const busyShare = starts.map((startUs, trip) => {
    while (intervals[place + 1]?.fromUs <= startUs) place++;
    const proof = intervals[place]?.proof ?? null;
    if (proof === 'proved') isProved[trip] = 1;
    const us = Math.min(starts[trip + 1] ?? endUs, endUs) - startUs;
    return proof === null ? Number.NaN : 1 - idle[trip] / us;
  });
  return { busyShare, isProved };
}

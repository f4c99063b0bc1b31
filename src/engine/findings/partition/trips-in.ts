/** What the round trips of the account show of a time: of those that begin in it. */
import { lowerBound } from '../../base/columns/growable';
import { medianOf } from '../../base/columns/median';
import type { Interval } from '../measures/intervals';
import type { Partition } from './partition';
import { isFull } from './trip-holds';

export interface TripsIn {
  readonly number: number;
  /** Shares of them, 0 to 1: the window was full once; the path was full. */
  readonly fullShare: number;
  readonly pathFullShare: number;
  /** Share of the packets that were sent right after an ACK, 0 to 1. */
  readonly clockedShare: number;
  /** Median of the highest flight of each, bytes; NaN for none. */
  readonly flightBytes: number;
}

export function tripsIn({ trips, path }: Partition, { startUs, endUs }: Interval): TripsIn {
  const [starts, full, flight] = [trips.startUs.view(), trips.isFull.view(), trips.flightBytes.view()];
  const [packets, clocked] = [trips.packets.view(), trips.clocked.view()];
  const [from, to] = [lowerBound(starts, startUs), lowerBound(starts, endUs)];
  let [filled, pathFull, sent, released] = [0, 0, 0, 0];
  for (let trip = from; trip < to; trip++) {
    filled += full[trip];
    pathFull += Number(isFull(path, trip));
    sent += packets[trip];
    released += clocked[trip];
  }
  const number = to - from;
  return {
    number,
    fullShare: filled / Math.max(1, number),
    pathFullShare: pathFull / Math.max(1, number),
    clockedShare: released / Math.max(1, sent),
    flightBytes: number > 0 ? medianOf(flight.slice(from, to)) : Number.NaN,
  };
}

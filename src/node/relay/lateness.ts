/** How late a relay was: what its host added to the path, which the path's settings do not have. */
import type { Datagram } from './played-path';

/** A run with a larger share of late datagrams is not the path's: its lateness exceeds the limit at the 99th percentile. */
export const MOST_LATE = 0.01;

export interface Lateness {
  readonly p50Us: number;
  readonly p99Us: number;
  readonly maxUs: number;
  /** Of the datagrams that were delivered, 0 to 1. */
  readonly lateShare: number;
}

/** @param limitUs a datagram that is sent on later than this after it was due is late. @returns null where none was delivered. */
export function latenessOf(datagrams: readonly Datagram[], limitUs: number): Lateness | null {
  const late = Float64Array.from(
    datagrams.map(({ lateUs }) => lateUs).filter((us) => !Number.isNaN(us)),
  ).sort();
  if (late.length === 0) return null;
  /** By nearest rank. */
  const at = (share: number): number => late.at(Math.ceil(share * late.length) - 1) ?? Number.NaN;
  return {
    p50Us: at(0.5),
    p99Us: at(0.99),
    maxUs: at(1),
    lateShare: late.filter((us) => us > limitUs).length / late.length,
  };
}

/**
 * The rate of a policer, where what it drops proves it: it must drop much of what is sent. Where few packets exceed its rate, the rate
 * that explains the losses is as well that of the sender itself.
 */
import { lowerBound } from '../../../base/columns/growable';
import { medianOf } from '../../../base/columns/median';
import { type PathLevel, rttMinAt } from '../path/path-levels';
import type { FlightRows } from './flight-rows';

/** Median share lost of the packets sent in so many round trips up to each loss. */
const PROOF = { share: 0.15, rounds: 2 } as const;

export interface PolicedRate {
  /** The first and the last packet that it dropped were sent then, µs. */
  readonly fromUs: number;
  readonly toUs: number;
  /** Bytes per µs. */
  readonly rate: number;
}

/**
 * @param dropped rows that the policer dropped, ascending.
 * @param rate that explains them, bytes per µs.
 * @returns null where they do not prove it.
 */
export function policedRate(
  { sentUs, lost }: FlightRows,
  dropped: Uint32Array,
  levels: readonly PathLevel[],
  rate: number,
): PolicedRate | null {
  if (dropped.length === 0) return null;
  const lostBefore = new Uint32Array(lost.length + 1);
  for (let row = 0; row < lost.length; row++) lostBefore[row + 1] = lostBefore[row] + lost[row];
  const shares = Float64Array.from(dropped, (row) => {
    const from = lowerBound(sentUs, sentUs[row] - PROOF.rounds * rttMinAt(levels, sentUs[row]));
    return (lostBefore[row + 1] - lostBefore[from]) / (row + 1 - from);
  });
  if (!(medianOf(shares) >= PROOF.share)) return null;
  return { fromUs: sentUs[dropped[0]], toUs: sentUs[dropped[dropped.length - 1]], rate };
}

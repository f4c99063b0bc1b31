/** Rows of packets in flight as they are told apart by what dropped them: made of a time, a size and a fate for each. */
import { type FlightRows, NOT_DELIVERED } from '../../src/engine/sender/transport/loss-kinds/flight-rows.ts';
import type { PathLevel } from '../../src/engine/sender/transport/path/path-levels.ts';

/** The path of the rows: one level. */
export const MADE_LEVELS: readonly PathLevel[] = [
  { fromUs: 0, toUs: Number.POSITIVE_INFINITY, rttMinUs: 20_000, by: 'start', undecidedUs: Number.NaN },
];

interface MadeRows {
  readonly packets: number;
  readonly isLost: (row: number) => boolean;
  /** 100 µs apart by default. */
  readonly sentUs?: (row: number) => number;
  readonly bytes?: (row: number) => number;
}

/** Every packet that is not lost takes the smallest RTT, 20 ms. */
export function madeRows({
  packets,
  isLost,
  sentUs: atUs = (row) => 100 * row,
  bytes = () => 1000,
}: MadeRows): FlightRows {
  const rows = Array.from({ length: packets }, (_, row) => row);
  const sentUs = Float64Array.from(rows, atUs);
  const lost = Uint8Array.from(rows, (row) => Number(isLost(row)));
  const rttUs = Uint32Array.from(rows, (row) => (isLost(row) ? NOT_DELIVERED : 20_000));
  return {
    sentUs,
    sizeBytes: Uint16Array.from(rows, bytes),
    lost,
    losses: Uint32Array.from(rows.filter(isLost)),
    delays: { samples: new Uint32Array(), sentUs, rttUs },
  };
}

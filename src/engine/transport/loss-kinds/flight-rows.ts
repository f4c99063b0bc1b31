/**
 * The packets that counted as in flight, of all packet number spaces in order of sending: what each kind of loss is told
 * from. A packet that was acknowledged after it had been declared lost was delivered; a lost MTU probe is no sign of
 * congestion (RFC 9000 §14.4). Neither is a loss here.
 */
import { upperBound } from '../../columns/growable';
import { FATE_MASK, PacketFate, PacketMark } from '../packet-fate';
import type { TransportState } from '../transport';

/** Parallel columns, one row per packet, ascending by send time. Times are µs. */
export interface FlightRows {
  readonly sentUs: Float64Array;
  readonly sizeBytes: Float64Array;
  /** 1 for a packet that was lost. */
  readonly lost: Uint8Array;
  /** Arrival of the ACK of a packet that was delivered, NaN for any other. */
  readonly ackedUs: Float64Array;
  /** Rows of the lost packets, ascending. */
  readonly losses: Uint32Array;
  /** Round trips above the smallest one: for each ACK the packet sent last of those that it newly acknowledged. */
  readonly delays: Delays;
}

interface Delays {
  /** Send times, ascending, and the delay of each, µs. */
  readonly sentUs: Float64Array;
  readonly delayUs: Float64Array;
  /** The smallest round trip of the trace, µs; NaN for none. */
  readonly minRttUs: number;
}

interface Row {
  readonly sentUs: number;
  readonly sizeBytes: number;
  readonly isLost: boolean;
  readonly ackedUs: number;
}

function rowsOf({ ledger }: TransportState): readonly Row[] {
  const rows: Row[] = [];
  for (const { sentTimesUs, sizesBytes, fateColumns } of ledger.spaces) {
    const { fates, settledAfterUs } = fateColumns;
    for (let i = 0; i < sentTimesUs.length; i++) {
      const state = fates[i] as number;
      const fate = state & FATE_MASK;
      if (fate === PacketFate.notInFlight || fate === PacketFate.discarded) continue;
      if ((state & PacketMark.mtuProbe) !== 0) continue;
      const sentUs = sentTimesUs[i] as number;
      const delivered = fate === PacketFate.acked || fate === PacketFate.spurious;
      rows.push({
        sentUs,
        sizeBytes: sizesBytes[i] as number,
        isLost: fate === PacketFate.lost,
        ackedUs: delivered ? sentUs + (settledAfterUs[i] as number) : Number.NaN,
      });
    }
  }
  return rows.sort((a, b) => a.sentUs - b.sentUs);
}

/** The smallest logged RTT, else the smallest from packets, µs; NaN for none. */
function smallestRtt({ series, rebuilt }: TransportState): number {
  return [series.minRtt.min, rebuilt.minRtt.min].find((us) => us > 0) ?? Number.NaN;
}

function delaysOf(rows: readonly Row[], minRttUs: number): Delays {
  const newest = new Map<number, number>();
  for (const { sentUs, ackedUs } of rows) if (!Number.isNaN(ackedUs)) newest.set(ackedUs, sentUs);
  const samples = [...newest].map(([ackedUs, sentUs]) => ({ sentUs, delayUs: ackedUs - sentUs - minRttUs }));
  samples.sort((a, b) => a.sentUs - b.sentUs);
  return {
    sentUs: Float64Array.from(samples, ({ sentUs }) => sentUs),
    delayUs: Float64Array.from(samples, ({ delayUs }) => Math.max(0, delayUs)),
    minRttUs,
  };
}

/** One pass over the ledger. */
export function flightRows(state: TransportState): FlightRows {
  const rows = rowsOf(state);
  return {
    sentUs: Float64Array.from(rows, ({ sentUs }) => sentUs),
    sizeBytes: Float64Array.from(rows, ({ sizeBytes }) => sizeBytes),
    lost: Uint8Array.from(rows, ({ isLost }) => Number(isLost)),
    ackedUs: Float64Array.from(rows, ({ ackedUs }) => ackedUs),
    losses: Uint32Array.from(rows.flatMap(({ isLost }, i) => (isLost ? [i] : []))),
    delays: delaysOf(rows, smallestRtt(state)),
  };
}

/**
 * Delay of the path when a packet was sent: the larger one of the samples sent last before it and first after it, µs.
 * NaN without any.
 */
export function delayAt({ sentUs, delayUs }: Delays, timeUs: number): number {
  const after = upperBound(sentUs, timeUs);
  const before = delayUs[after - 1];
  const behind = delayUs[after];
  if (before === undefined || behind === undefined) return before ?? behind ?? Number.NaN;
  return Math.max(before, behind);
}

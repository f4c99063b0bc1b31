/**
 * The packets that counted as in flight, of all packet number spaces in order of sending: what each kind of loss is derived
 * from. A packet that was acknowledged after it had been declared lost was delivered; a lost MTU probe is no sign of
 * congestion (RFC 9000 §14.4). Neither is a loss here.
 */
import { uint32Column } from '../../../base/columns/growable';
import type { InFlightLedger } from '../ledger';
import { FATE_MASK, PacketFate, PacketMark } from '../packet-fate';
import type { SpaceLedger } from '../space-ledger';
import type { TransportState } from '../transport';

/** Parallel columns, one row per packet, ascending by send time. Times are µs. */
export interface FlightRows {
  readonly sentUs: Float64Array;
  readonly sizeBytes: Uint16Array;
  /** 1 for a packet that was lost. */
  readonly lost: Uint8Array;
  /** Rows of the lost packets, ascending. */
  readonly losses: Uint32Array;
  /** RTT samples: of each packet that was acknowledged before any that was sent later. */
  readonly delays: Delays;
}

interface Delays {
  /** Rows of the samples, ascending. */
  readonly samples: Uint32Array;
  /** Of all rows: send times, ascending, and RTTs, µs. */
  readonly sentUs: Float64Array;
  readonly rttUs: Uint32Array;
}

/** Whether a packet is a row, by its state in the ledger. */
function isRow(state: number): boolean {
  const fate = state & FATE_MASK;
  return (
    fate !== PacketFate.notInFlight && fate !== PacketFate.discarded && (state & PacketMark.mtuProbe) === 0
  );
}

/** Rows and losses among all packets. */
function countRows({ ledger }: TransportState): { readonly rows: number; readonly lost: number } {
  const packets = new Uint32Array(0x100);
  for (const { fateColumns } of ledger.spaces) {
    const { fates } = fateColumns;
    for (let i = 0; i < fates.length; i++) {
      const state = fates[i];
      packets[state] = packets[state] + 1;
    }
  }
  let rows = 0;
  let lost = 0;
  packets.forEach((count, state) => {
    if (!isRow(state)) return;
    rows += count;
    if ((state & FATE_MASK) === PacketFate.lost) lost += count;
  });
  return { rows, lost };
}

/** RTT of a packet that was not delivered. */
export const NOT_DELIVERED = 0xffff_ffff;

/** The columns while they are filled, and the RTT of each row, µs. */
class RowColumns {
  readonly sentUs: Float64Array;
  readonly sizeBytes: Uint16Array;
  readonly lost: Uint8Array;
  readonly losses: Uint32Array;
  readonly rttUs: Uint32Array;
  #rows = 0;
  #losses = 0;

  constructor(rows: number, lost: number) {
    this.sentUs = new Float64Array(rows);
    this.sizeBytes = new Uint16Array(rows);
    this.lost = new Uint8Array(rows);
    this.losses = new Uint32Array(lost);
    this.rttUs = new Uint32Array(rows).fill(NOT_DELIVERED);
  }

  /** Adds the packet `from` of a space and those after it that were sent before a time. @returns the packet after. */
  take({ sentTimesUs, sizesBytes, fateColumns }: SpaceLedger, from: number, untilUs: number): number {
    const { fates, settledAfterUs } = fateColumns;
    const [times, sizes] = [sentTimesUs.reader(), sizesBytes.reader()];
    const { sentUs, sizeBytes, lost, losses, rttUs } = this;
    let row = this.#rows;
    let i = from;
    for (; i < fates.length && (i === from || times.at(i) < untilUs); i++) {
      const state = fates[i];
      if (!isRow(state)) continue;
      const fate = state & FATE_MASK;
      sentUs[row] = times.at(i);
      sizeBytes[row] = sizes.at(i);
      if (fate === PacketFate.acked || fate === PacketFate.spurious) {
        rttUs[row] = settledAfterUs[i];
      } else if (fate === PacketFate.lost) {
        lost[row] = 1;
        losses[this.#losses++] = row;
      }
      row++;
    }
    this.#rows = row;
    return i;
  }
}

/** The rows of all spaces in order of sending; of packets sent at once those of the first space stand first. */
function mergeSpaces({ spaces }: InFlightLedger, columns: RowColumns): void {
  const next = spaces.map(() => 0);
  for (;;) {
    const timesUs = spaces.map(({ sentTimesUs }, i) =>
      next[i] < sentTimesUs.length ? sentTimesUs.at(next[i]) : Number.POSITIVE_INFINITY,
    );
    const first = timesUs.indexOf(Math.min(...timesUs));
    const space = spaces[first];
    if (next[first] === space.sentPackets) return;
    const untilUs = Math.min(...timesUs.filter((_, i) => i !== first));
    next[first] = columns.take(space, next[first], untilUs);
  }
}

function delaysOf(sentUs: Float64Array, rttUs: Uint32Array): Delays {
  const inReverse = uint32Column();
  let earliestUs = Number.POSITIVE_INFINITY;
  for (let row = sentUs.length - 1; row >= 0; row--) {
    const rtt = rttUs[row];
    if (rtt === NOT_DELIVERED) continue;
    const ackedUs = sentUs[row] + rtt;
    if (!(ackedUs < earliestUs)) continue;
    earliestUs = ackedUs;
    inReverse.push(row);
  }
  return { samples: inReverse.view().reverse(), sentUs, rttUs };
}

/** Two passes over the ledger; null without a loss. */
export function lossyRows(state: TransportState): FlightRows | null {
  const counts = countRows(state);
  return counts.lost === 0 ? null : rowsOf(state, counts);
}

/** The same, with losses or without. */
export function flightRows(state: TransportState): FlightRows {
  return rowsOf(state, countRows(state));
}

function rowsOf(state: TransportState, { rows, lost }: ReturnType<typeof countRows>): FlightRows {
  const columns = new RowColumns(rows, lost);
  mergeSpaces(state.ledger, columns);
  const { sentUs, sizeBytes, losses, rttUs } = columns;
  return {
    sentUs,
    sizeBytes,
    lost: columns.lost,
    losses,
    delays: delaysOf(sentUs, rttUs),
  };
}

/**
 * The longest time in a gap between two ACKs without a packet of either direction, and what this host does when it goes on.
 * A host that was stopped finds the ACKs of that time in its socket, one for as many packets as ever; a timer that was due
 * meanwhile has not fired.
 */
import { EventKind, PacketFlag } from '../../../qlog-schema';
import { lowerBound, upperBound } from '../../columns/growable';
import { medianOf } from '../../columns/median';
import { spend } from '../../columns/work';
import type { AckGap } from '../../transport/ack-gaps';
import type { TransportState } from '../../transport/transport';
import { type Interval, lengthOf } from '../intervals';
import { ackRowsOf } from './usual-acks';

export interface Quiet extends Interval {
  /** ACKs of new data that were read at once, before the next packet was sent, and what one of them acknowledges, median. */
  readonly acks: number;
  readonly ackBytes: number;
  /** When the PTO was due, and how long it ran until then, with its back-off; NaN if none was running. */
  readonly ptoDueUs: number;
  readonly ptoUs: number;
}

/** The longest interval without a packet in [fromUs, untilUs]: a busy host may log what else it does. */
function longestQuiet({ events }: TransportState, fromUs: number, untilUs: number): Interval {
  const times = events.timeUs.reader();
  const kinds = events.kind.reader();
  const last = upperBound(times, untilUs);
  let quiet = { startUs: fromUs, endUs: fromUs };
  let startUs = fromUs;
  for (let row = upperBound(times, fromUs); row < last; row++) {
    if (kinds.at(row) !== EventKind.packetSent && kinds.at(row) !== EventKind.packetReceived) continue;
    const endUs = times.at(row);
    if (endUs - startUs > lengthOf(quiet)) quiet = { startUs, endUs };
    startUs = endUs;
  }
  return quiet;
}

/** ACKs that are read at once are no further apart, µs: they wait in the socket. */
const AT_ONCE_US = 1000;

/**
 * Bytes of the ACKs of new data that are read at once from a time on, until a packet is sent behind one of them.
 * @param ackRows of all ACKs of new data: there may be none for long.
 */
function ackedTogether({ events }: TransportState, ackRows: Uint32Array, fromUs: number): Float64Array {
  const times = events.timeUs.reader();
  const kinds = events.kind.reader();
  const found: number[] = [];
  let lastUs = Number.POSITIVE_INFINITY;
  const first = ackRows[lowerBound(ackRows, lowerBound(times, fromUs))] ?? kinds.length;
  for (let row = first; row < kinds.length; row++) {
    const timeUs = times.at(row);
    if (timeUs - lastUs > AT_ONCE_US) break;
    const bytes = events.ackedBytes.at(row);
    if (bytes > 0) {
      found.push(bytes);
      lastUs = timeUs;
    }
    const isSent =
      kinds.at(row) === EventKind.packetSent && (events.flags.at(row) & PacketFlag.inFlight) !== 0;
    if (isSent) break;
    spend(1);
  }
  return Float64Array.from(found);
}

/** Time of the last packet in flight that was sent up to a time, µs; NaN for none. */
function lastSentUs({ ledger }: TransportState, untilUs: number): number {
  const { sentTimesUs } = ledger.application;
  return sentTimesUs.at(upperBound(sentTimesUs, untilUs) - 1);
}

/** RFC 9002 §6.2.1: each PTO without an ACK between them doubles the next one. */
function backedOffUs(
  { ptos: { timesUs } }: TransportState,
  { startUs, ptoUs }: AckGap,
  atUs: number,
): number {
  return ptoUs * 2 ** (upperBound(timesUs, atUs) - upperBound(timesUs, startUs));
}

/** @param endUs the ACK that ends the gap, or the trace's end. @param ackRows rows of all ACKs of new data. */
export function quietIn(
  state: TransportState,
  gap: AckGap,
  endUs: number,
  ackRows = ackRowsOf(state),
): Quiet {
  const quiet = longestQuiet(state, gap.startUs, endUs);
  const acked = ackedTogether(state, ackRows, quiet.endUs);
  const ptoUs = backedOffUs(state, gap, quiet.startUs);
  return {
    ...quiet,
    acks: acked.length,
    ackBytes: medianOf(acked),
    ptoDueUs: lastSentUs(state, quiet.startUs) + ptoUs,
    ptoUs,
  };
}

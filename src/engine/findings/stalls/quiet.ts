/**
 * The longest time in a gap between two ACKs without a packet of either direction, and the timer that ran in it: one that was due
 * meanwhile and has not fired shows that this host was stopped.
 */
import { EventKind } from '../../../qlog-schema';
import { upperBound } from '../../base/columns/growable';
import type { AckGap } from '../../sender/transport/ack-gaps';
import type { TransportState } from '../../sender/transport/transport';
import { type Interval, lengthOf } from '../measures/intervals';

export interface Quiet extends Interval {
  /** Time of the last packet in flight before it, from which the PTO runs, and the PTO with its back-off, µs; NaN for none. */
  readonly lastSentUs: number;
  readonly ptoUs: number;
  /** Probes were sent between the ACK before the gap and it. */
  readonly isProbed: boolean;
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

/** Time of the last packet in flight that was sent up to a time, µs; NaN for none. */
function lastSentUs({ ledger }: TransportState, untilUs: number): number {
  const { sentTimesUs } = ledger.application;
  return sentTimesUs.at(upperBound(sentTimesUs, untilUs) - 1);
}

/** Probes since the ACK before the gap. */
function probesUntil({ ptos: { timesUs } }: TransportState, { startUs }: AckGap, atUs: number): number {
  return upperBound(timesUs, atUs) - upperBound(timesUs, startUs);
}

/** @param endUs the ACK that ends the gap, or the trace's end. */
export function quietIn(state: TransportState, gap: AckGap, endUs: number): Quiet {
  // A pause before its packets were sent is none in which something waits.
  const fromUs = Number.isNaN(gap.earliestSentUs) ? gap.startUs : Math.max(gap.startUs, gap.earliestSentUs);
  const quiet = longestQuiet(state, fromUs, endUs);
  const probes = probesUntil(state, gap, quiet.startUs);
  return {
    ...quiet,
    lastSentUs: lastSentUs(state, quiet.startUs),
    // RFC 9002 §6.2.1: each PTO without an ACK between them doubles the next one.
    ptoUs: gap.ptoUs * 2 ** probes,
    isProbed: probes > 0,
  };
}

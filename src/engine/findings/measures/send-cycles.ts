/**
 * Send cycles: from the first ack-eliciting send after an ACK of new data to the next such send.
 * In a spiral a cycle is one burst of a full window, its ACK one round trip later, and then, at once,
 * the next burst:
 *
 *   send ▮▮                ▮▮                ▮▮
 *   ACK               ✓                 ✓
 *   in    ▁▁██████████▁▁▁▁██████████▁▁▁▁▁████      drained at the ACK, full after the burst
 *   cycle [───────────────)[──────────────)
 *                     └─┘ gap from the ACK to the next send
 */
import { EventKind, PacketFlag } from '../../../qlog-schema';
import { lowerBound, upperBound } from '../../base/columns/growable';
import { NOT_SET, type TransportState } from '../../sender/transport/transport';

export interface Cycle {
  readonly startUs: number;
  readonly endUs: number;
  /** Maximum bytes in flight within the cycle, at the end of its burst. */
  readonly maxInFlightBytes: number;
  /** Minimum bytes in flight after the first send. */
  readonly minInFlightBytes: number;
  /** From the last ACK of new data to the next cycle's first send. */
  readonly gapUs: number;
  /** The next send answers a request: one packet with STREAM data arrived with that ACK or after it. */
  readonly requested: boolean;
  /** A frame signalled a flow control limit (RFC 9000 §4.1). */
  readonly blocked: boolean;
}

/** An ACK of new data: its time, and the in-flight bytes newly acknowledged. */
export interface NewAck {
  readonly timeUs: number;
  readonly bytes: number;
}

export type CycleScan = ReturnType<typeof scanCycles>;

/** What a row may be, as bits. */
const SEND = 1;
const BLOCKED = 2;
const REQUEST = 4;

function signsOf(kind: number, _space: number, flags: number): number {
  if (kind === EventKind.packetReceived) return (flags & PacketFlag.hasStreamData) !== 0 ? REQUEST : 0;
  if (kind !== EventKind.packetSent) return 0;
  return (
    ((flags & PacketFlag.ackEliciting) !== 0 ? SEND : 0) | ((flags & PacketFlag.blocked) !== 0 ? BLOCKED : 0)
  );
}

/** Divides [startUs, endUs] into cycles; one truncated by the end is left out. */
export function scanCycles(state: TransportState, startUs: number, endUs: number) {
  const events = state.events;
  const times = events.timeUs.reader();
  const signs = events.classes(signsOf);
  const acked = events.ackedBytes.reader();
  const inFlight = events.inFlightBytes.reader();
  const cycles: Cycle[] = [];
  const acks: NewAck[] = [];
  let cycleStartUs = Number.NaN;
  let lastAckUs = startUs;
  let armed = true;
  let max = 0;
  let min = Number.POSITIVE_INFINITY;
  let requests = 0;
  let blocked = false;
  const to = upperBound(times, endUs);
  for (let i = lowerBound(times, startUs); i < to; i++) {
    const sign = signs.at(i);
    if ((sign & SEND) !== 0 && armed) {
      const timeUs = times.at(i);
      if (!Number.isNaN(cycleStartUs)) {
        cycles.push({
          startUs: cycleStartUs,
          endUs: timeUs,
          maxInFlightBytes: max,
          minInFlightBytes: min,
          gapUs: timeUs - lastAckUs,
          requested: requests === 1,
          blocked,
        });
      }
      requests = 0;
      blocked = false;
      cycleStartUs = timeUs;
      armed = false;
      max = 0;
      min = Number.POSITIVE_INFINITY;
    }
    if ((sign & BLOCKED) !== 0) blocked = true;
    if ((sign & REQUEST) !== 0) requests++;
    const ackedBytes = acked.at(i);
    if (ackedBytes > 0) {
      armed = true;
      lastAckUs = times.at(i);
      acks.push({ timeUs: lastAckUs, bytes: ackedBytes });
    }
    const bytes = inFlight.at(i);
    if (bytes !== NOT_SET) {
      if (bytes > max) max = bytes;
      if (bytes < min) min = bytes;
    }
  }
  return { cycles, acks };
}

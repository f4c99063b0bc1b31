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
import { EventKind, PacketFlag } from '../../qlog-schema';
import { lowerBound, upperBound } from '../columns/growable';
import { NOT_SET, type TransportState } from '../transport/transport';

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

export interface CycleScan {
  readonly cycles: readonly Cycle[];
  readonly acks: readonly NewAck[];
}

/** Divides [startUs, endUs] into cycles; one truncated by the end is left out. */
export function scanCycles(state: TransportState, startUs: number, endUs: number): CycleScan {
  const events = state.events;
  const times = events.timeUs.reader();
  const kinds = events.kind.reader();
  const flags = events.flags.reader();
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
    const timeUs = times.at(i);
    const isSend = kinds.at(i) === EventKind.packetSent && (flags.at(i) & PacketFlag.ackEliciting) !== 0;
    if (isSend && armed) {
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
    const flag = flags.at(i);
    if (kinds.at(i) === EventKind.packetSent && flag & PacketFlag.blocked) blocked = true;
    if (kinds.at(i) === EventKind.packetReceived && flag & PacketFlag.hasStreamData) requests++;
    if (acked.at(i) > 0) {
      armed = true;
      lastAckUs = timeUs;
      acks.push({ timeUs, bytes: acked.at(i) });
    }
    const bytes = inFlight.at(i);
    if (bytes !== NOT_SET) {
      if (bytes > max) max = bytes;
      if (bytes < min) min = bytes;
    }
  }
  return { cycles, acks };
}

/**
 * The end of a log, from the last packet that was received on: how long nothing came, how long that may last (RFC 9000 §10.1),
 * and what was waiting for an answer.
 */

import { EventKind, PacketFlag } from '../../../qlog-schema';
import { FIRST_PARAMETER, PARAMETER_NAMES, TO_OWN } from '../../../qlog-schema/transport-parameters';
import { upperBound } from '../../base/columns/growable';
import { FATE_MASK, PacketFate } from './packet-fate';
import { GRANULARITY_US } from './rtt-estimator';
import type { TransportState } from './transport';

/** RFC 9000 §10.1: the timeout is at least three PTOs. */
export const LEAST_PTOS = 3;
/** RFC 9000 §18.2: where the peer does not say it, µs. */
const DEFAULT_MAX_ACK_DELAY_US = 25_000;

const IDLE_TIMEOUT = FIRST_PARAMETER + PARAMETER_NAMES.indexOf('max_idle_timeout');
const MAX_ACK_DELAY = FIRST_PARAMETER + PARAMETER_NAMES.indexOf('max_ack_delay');

export interface Silence {
  /** Time of the last packet that was received, and of the last of either direction, µs; NaN for none. */
  readonly lastReceivedUs: number;
  readonly lastPacketUs: number;
  /** Time of the first packet sent after it that asks for an answer (ack-eliciting or padded), and their number; NaN for none. */
  readonly firstSentUs: number;
  readonly sent: number;
}

/** What was sent in vain at the end of a log, up to a time. */
export function silenceBefore({ events }: TransportState, untilUs: number): Silence {
  const [times, kinds, flags] = [events.timeUs.reader(), events.kind.reader(), events.flags.reader()];
  let lastPacketUs = Number.NaN;
  let firstSentUs = Number.NaN;
  let sent = 0;
  for (let row = times.upperBound(untilUs) - 1; row >= 0; row--) {
    const kind = kinds.at(row);
    if (kind !== EventKind.packetSent && kind !== EventKind.packetReceived) continue;
    const timeUs = times.at(row);
    if (Number.isNaN(lastPacketUs)) lastPacketUs = timeUs;
    if (kind === EventKind.packetReceived) return { lastReceivedUs: timeUs, lastPacketUs, firstSentUs, sent };
    if ((flags.at(row) & PacketFlag.inFlight) === 0) continue;
    firstSentUs = timeUs;
    sent++;
  }
  return { lastReceivedUs: Number.NaN, lastPacketUs, firstSentUs, sent };
}

/** When the idle timer began that runs at the end: at the last packet received, or at the first sent after it (RFC 9000 §10.1). */
export function restartUs({ lastReceivedUs, firstSentUs }: Silence): number {
  return Number.isNaN(firstSentUs) ? lastReceivedUs : firstSentUs;
}

/** The smaller of what both sides set, µs; 0 and absent are none (RFC 9000 §10.1). NaN where neither sets one. */
export function idleTimeoutUs({ parameters }: TransportState): number {
  const set = [parameters.get(IDLE_TIMEOUT), parameters.get(IDLE_TIMEOUT + TO_OWN)].filter(
    (ms): ms is number => ms !== undefined && ms > 0,
  );
  return set.length === 0 ? Number.NaN : Math.min(...set) * 1000;
}

/**
 * Three times the current PTO, µs; 0 without an RTT. Of a range, because stacks leave the peer's `max_ack_delay` out of it or
 * not (RFC 9002 §6.2.1).
 */
export function threePtosUs({ rebuilt, parameters }: TransportState): {
  readonly least: number;
  readonly most: number;
} {
  const [smoothedUs, variationUs] = [rebuilt.smoothedRtt.last, rebuilt.rttVariation.last];
  if (!(smoothedUs > 0)) return { least: 0, most: 0 };
  const delayUs = parameters.get(MAX_ACK_DELAY) ?? DEFAULT_MAX_ACK_DELAY_US;
  return {
    least: LEAST_PTOS * (smoothedUs + 4 * (variationUs || 0)),
    most: LEAST_PTOS * (smoothedUs + Math.max(4 * (variationUs || 0), GRANULARITY_US) + delayUs),
  };
}

/**
 * Packets with payload whose fate is open, in all spaces. What a stack gives up with its last keys, when it forgets the
 * connection, is open too; what it gave up for a Retry is not.
 */
export function waitingPackets({ ledger }: TransportState): number {
  let packets = 0;
  for (const space of ledger.spaces) {
    const { dataSizesBytes, packetNumbers } = space;
    const { fates } = space.fateColumns;
    const sizes = dataSizesBytes.reader();
    for (let row = 0; row < fates.length; row++) {
      const fate = fates[row] & FATE_MASK;
      const isForgotten =
        fate === PacketFate.discarded &&
        space === ledger.application &&
        !space.isGivenUp(packetNumbers.at(row));
      if ((fate === PacketFate.outstanding || isForgotten) && sizes.at(row) > 0) packets++;
    }
  }
  return packets;
}

/**
 * PTOs after a time, µs, up to another, by their numbers in a row: a log that counts them may not hold each. Of a log that begins in
 * a row the first one counts alone.
 */
export function ptosBetween(state: TransportState, fromUs: number, untilUs: number): number {
  return new PtosSince(state).between(fromUs, untilUs);
}

/** The same for intervals in the order of their beginnings and of their ends, in one pass. */
export class PtosSince {
  readonly #state: TransportState;
  #fromUs = Number.NaN;
  #next = 0;
  #count = 0;

  constructor(state: TransportState) {
    this.#state = state;
  }

  between(fromUs: number, untilUs: number): number {
    if (Number.isNaN(fromUs)) return 0;
    const { timesUs, consecutive } = this.#state.ptos;
    if (fromUs !== this.#fromUs) {
      this.#fromUs = fromUs;
      this.#next = upperBound(timesUs, fromUs);
      this.#count = 0;
    }
    for (; this.#next < timesUs.length && timesUs[this.#next] <= untilUs; this.#next++) {
      const i = this.#next;
      const [number, before] = [consecutive[i], i === 0 ? 0 : consecutive[i - 1]];
      if (i === 0 && this.#state.beginsMidway) this.#count++;
      else this.#count += number > before ? number - before : number;
    }
    return this.#count;
  }
}

/**
 * How long the anti-amplification limit held a server in its handshake (RFC 9000 §8.1): it may send three times what it
 * received until the address of its client is validated, and waits for the client when its certificates need more.
 *
 * A server's log shows what it sent before and which CRYPTO data it sent for the first time after the wait. A client's log shows
 * the same from outside, where no number of the server's Handshake packets is missing: what came late was not lost, it was sent
 * late. Datagrams with an Initial packet of a client have 1,200 B or more (§14.1), whatever the log counts of their padding.
 */
import { EventKind, PacketFlag, PacketSpace } from '../../../qlog-schema';
import type { SpaceLedger } from '../../sender/transport/space-ledger';
import type { TransportState } from '../../sender/transport/transport';
import { isOneRttOfClient } from './closing';

/** RFC 9000 §8.1, §14.1. */
const TIMES = 3;
const LEAST_INITIAL_BYTES = 1200;

export interface AmplificationHold {
  /** `client` where it is known from outside. */
  readonly seenBy: 'server' | 'client';
  /** From the last packet of the server before the wait to the packet that ended it, µs. */
  readonly startUs: number;
  readonly endUs: number;
  /** What the server had sent, and what it was allowed to. */
  readonly sentBytes: number;
  readonly allowedBytes: number;
  /** Its largest packet so far: there was no room for another one. */
  readonly datagramBytes: number;
  /** CRYPTO data that it sent for the first time after the wait; NaN for a client, whose log does not say so. */
  readonly waitingBytes: number;
  /** Handshake packets after the wait. */
  readonly packets: number;
}

/** CRYPTO data of Initial and Handshake packets from a time on that was not sent before. */
function newBytesFrom(spaces: readonly SpaceLedger[], fromUs: number): { bytes: number; packets: number } {
  let [bytes, packets] = [0, 0];
  for (const { sentTimesUs, dataSizesBytes, resentSizesBytes } of spaces) {
    for (let i = sentTimesUs.lowerBound(fromUs); i < sentTimesUs.length; i++) {
      const fresh = dataSizesBytes.at(i) - resentSizesBytes.at(i);
      if (fresh <= 0) continue;
      bytes += fresh;
      packets++;
    }
  }
  return { bytes, packets };
}

/** No number between the first and the last received Handshake packet is missing. */
function areNumbersWhole({ events }: TransportState): boolean {
  const numbers = new Set<number>();
  const kinds = events.kind.reader();
  for (let row = 0; row < kinds.length; row++) {
    const isHandshake =
      kinds.at(row) === EventKind.packetReceived && events.space.at(row) === PacketSpace.handshake;
    if (isHandshake) numbers.add(events.packetNumber.at(row));
    // The handshake is over long before.
    if (numbers.size > 0 && events.flags.at(row) & PacketFlag.handshakeDone) break;
  }
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted.length > 0 && sorted[sorted.length - 1] - sorted[0] === sorted.length - 1;
}

/**
 * The longest wait of the server for its client before the handshake was complete; null for none.
 * @param leastUs shorter waits are none.
 */
export function amplificationHold(state: TransportState, leastUs: number): AmplificationHold | null {
  const { events, role, ledger, captured, beginsMidway } = state;
  if (role === 'unknown' || captured || beginsMidway) return null;
  const isServer = role === 'server';
  const [times, kinds] = [events.timeUs.reader(), events.kind.reader()];
  const ofServer = isServer ? EventKind.packetSent : EventKind.packetReceived;
  let [sentBytes, allowedBytes, datagramBytes, lastUs] = [0, 0, 0, Number.NaN];
  let hold: Omit<AmplificationHold, 'waitingBytes' | 'packets'> | null = null;
  let packetsBehind = 0;
  for (let row = 0; row < times.length; row++) {
    const kind = kinds.at(row);
    if (kind !== EventKind.packetSent && kind !== EventKind.packetReceived) continue;
    const space = events.space.at(row);
    const timeUs = times.at(row);
    const bytes = events.sizeBytes.at(row);
    // A Retry, and a version that the server chooses, begin anew.
    if (space > PacketSpace.application) return null;
    if (isOneRttOfClient(state, kind, space)) break;
    const isOfServer = kind === ofServer;
    const waitedUs = timeUs - lastUs;
    const isFull = sentBytes + datagramBytes > allowedBytes && sentBytes <= allowedBytes;
    // The server's log: until a packet of the client comes. The client's: until one of the server does.
    const ends = isServer ? !isOfServer : isOfServer;
    if (ends && hold === null && isFull && waitedUs >= leastUs)
      hold = {
        seenBy: isServer ? 'server' : 'client',
        startUs: lastUs,
        endUs: timeUs,
        sentBytes,
        allowedBytes,
        datagramBytes,
      };
    if (isOfServer) {
      if (hold !== null && space === PacketSpace.handshake) packetsBehind++;
      lastUs = timeUs;
      sentBytes += bytes;
      datagramBytes = Math.max(datagramBytes, bytes);
    } else if (hold === null && space === PacketSpace.initial) {
      if (bytes === 0) return null;
      // What a client sends after the first answer ends the wait.
      if (isServer || Number.isNaN(lastUs)) allowedBytes += TIMES * Math.max(bytes, LEAST_INITIAL_BYTES);
    }
  }
  if (hold === null || packetsBehind === 0) return null;
  if (!isServer)
    return areNumbersWhole(state) ? { ...hold, waitingBytes: Number.NaN, packets: packetsBehind } : null;
  const fresh = newBytesFrom([ledger.initial, ledger.handshake], hold.endUs);
  return fresh.bytes > 0 ? { ...hold, waitingBytes: fresh.bytes, packets: fresh.packets } : null;
}

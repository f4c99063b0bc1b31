/**
 * A log that begins in the middle of a connection: a later file of a log that was rotated, or one that was switched on
 * late. It holds no Initial packet, and its packet numbers begin high (RFC 9000 §12.3: each space begins at 0).
 */
import { PacketSpace } from '../../../qlog-schema';
import type { NumberRange } from '../contract/log-ends';

/** Stacks that number all spaces together, and logs without the packets of the handshake, begin this high. */
const HANDSHAKE_PACKETS = 32;

/** @returns the first number of application data, of sent packets where it holds any; null for a log from the start. */
export function midwayNumber(
  sent: readonly (NumberRange | null)[],
  received: readonly (NumberRange | null)[],
): number | null {
  const { initial, application } = PacketSpace;
  if ((sent[initial] ?? null) !== null || (received[initial] ?? null) !== null) return null;
  const first = (sent[application] ?? received[application])?.first ?? 0;
  return first > HANDSHAKE_PACKETS ? first : null;
}

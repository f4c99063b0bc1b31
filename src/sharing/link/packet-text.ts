/** A packet as a link writes it; `values.ts` reads it. */
import type { LinkPacket } from './state';

const LETTERS = { Initial: 'i', Handshake: 'h', '1-RTT': '' } as const;
/** More digits are read by none. */
const LARGEST = 1e15 - 1;

/** `412`, `i3`, `h2`; null for a number that no link holds. */
export function packetText({ space, packetNumber }: LinkPacket): string | null {
  return packetNumber > LARGEST ? null : `${LETTERS[space]}${packetNumber}`;
}

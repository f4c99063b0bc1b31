/**
 * Client or server. In order of trust: who sends HANDSHAKE_DONE (RFC 9000 §19.20: servers only); what the header says, but for stacks
 * that name one end for both (quirks.ts); who sends the first Initial packet (§17.2.2: the client); who sends the first Handshake
 * packet, where the Initials are missing (the server's first flight holds it, RFC 9001 §4.1). The last two are wrong of a log that
 * begins after the first packet.
 */
import { PacketFlag, PacketSpace } from '../../../qlog-schema';

export type Role = 'client' | 'server' | 'unknown';

export class RoleEvidence {
  #role: Role = 'unknown';
  #decided = false;
  #packets = 0;

  get role(): Role {
    return this.#role;
  }

  /** What the header says; of no weight once packets show it. */
  header(role: Role): void {
    if (this.#role === 'unknown') this.#role = role;
  }

  /** Processes a packet, in file order. */
  packet(sent: boolean, space: number, flags: number): void {
    this.#packets++;
    if (this.#decided) return;
    if (flags & PacketFlag.handshakeDone) {
      this.#decided = true;
      this.#role = sent ? 'server' : 'client';
      return;
    }
    if (this.#role !== 'unknown') return;
    if (space === PacketSpace.initial && this.#packets === 1) this.#role = sent ? 'client' : 'server';
    else if (space === PacketSpace.handshake) this.#role = sent ? 'server' : 'client';
  }
}

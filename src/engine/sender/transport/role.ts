/**
 * Client or server, derived from packets: logged vantage points are wrong or absent in several stacks.
 *
 * In order of trust: who sends HANDSHAKE_DONE (RFC 9000 §19.20: servers only); who sends the first Initial packet
 * (§17.2.2: the client); who sends the first Handshake packet, where the Initials are missing (the server's first
 * flight holds it, RFC 9001 §4.1).
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

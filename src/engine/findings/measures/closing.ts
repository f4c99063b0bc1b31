/**
 * Words and facts shared by the rules about the end of a connection: which side acted, and whether the handshake was
 * complete by then.
 */
import { EventKind, PacketSpace } from '../../../qlog-schema';
import type { Termination, TransportState } from '../../sender/transport/transport';

const OTHER = { client: 'server', server: 'client', unknown: 'unknown' } as const;

/** `This side (the client)`, `The peer (the server)`; in a capture, which is of no side, `The client`. */
export function whoWords(by: Termination['by'], { role, captured }: TransportState): string {
  if (by === 'unknown') return 'One side';
  const acting = by === 'local' ? role : OTHER[role];
  if (captured) return acting === 'unknown' ? 'One side' : `The ${acting}`;
  const side = by === 'local' ? 'This side' : 'The peer';
  return acting === 'unknown' ? side : `${side} (the ${acting})`;
}

/** A 1-RTT packet of the client, in either direction: 0-RTT packets are taken for some. @param kind, space of its row. */
export function isOneRttOfClient({ role }: TransportState, kind: number, space: number): boolean {
  const ofClient = role === 'client' ? EventKind.packetSent : EventKind.packetReceived;
  return kind === ofClient && space === PacketSpace.application;
}

/**
 * Whether the handshake cannot have been complete at a time: the log shows Initial packets, and no 1-RTT packet of the client
 * by then, which a client sends, and a server receives, only once it is (RFC 9001 §4.1.1, §5.7). False where the log does not
 * tell the role.
 */
export function isBeforeOneRtt(state: TransportState, timeUs: number): boolean {
  const { events, role } = state;
  if (role === 'unknown') return false;
  const [times, kinds] = [events.timeUs.reader(), events.kind.reader()];
  let begins = false;
  for (let row = 0; row < times.length && times.at(row) <= timeUs; row++) {
    const kind = kinds.at(row);
    if (kind !== EventKind.packetSent && kind !== EventKind.packetReceived) continue;
    const space = events.space.at(row);
    if (space === PacketSpace.initial) begins = true;
    else if (isOneRttOfClient(state, kind, space)) return false;
  }
  return begins;
}

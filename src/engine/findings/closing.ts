/**
 * Words and facts shared by the rules about the end of a connection: which side acted, and whether the handshake was
 * complete by then.
 */
import { EventKind, PacketFlag, PacketSpace } from '../../qlog-schema';
import type { Termination, TransportState } from '../transport/transport';

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

/** The end of a log, from the last packet that was received on. */
export interface Silence {
  /** Time of the last packet that was received, and of the last of either direction, µs; NaN for none. */
  readonly lastReceivedUs: number;
  readonly lastPacketUs: number;
  /** Time of the first packet sent behind it that asks for an answer (ack-eliciting or padded), and their number; NaN for none. */
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

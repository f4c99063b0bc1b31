/**
 * What rows are called, in the words of their lines, and the events that they are. A line of QUIC in words that are not known is a row
 * too, of no kind, so that the quality of the trace names them.
 */
import { EventKind, isOfTransport } from '../../../../qlog-schema';
import { type LoggedName, NameTable } from '../name-table';

const K = EventKind;

const KINDS = {
  'quic packet tx': K.packetSent,
  'quic retry packet sent': K.packetSent,
  'quic packet rx': K.packetReceived,
  'quic packet rx failed': K.packetDropped,
  sendmsg: K.udpDatagramsSent,
  'quic congestion send': K.metricsUpdated,
  'quic congestion ack': K.metricsUpdated,
  'quic congestion lost': K.metricsUpdated,
  'quic congestion idle': K.metricsUpdated,
  'quic congestion persistent': K.congestionStateUpdated,
  'quic rtt sample': K.metricsUpdated,
  'quic resend packet': K.packetLost,
  'quic pto timer': K.timerUpdated,
  'quic stream credit': K.streamDataBlockedUpdated,
  'quic tp': K.parametersSet,
  'quic connection path created': K.connectionStarted,
  'quic path created': K.tupleAssigned,
  'quic initiated validation': K.migrationStateUpdated,
  'quic path validated': K.migrationStateUpdated,
  'quic path validation failed': K.migrationStateUpdated,
  'quic migrated': K.migrationStateUpdated,
  'quic set secret': K.keyUpdated,
  'quic key update': K.keyUpdated,
  SSL_do_handshake: K.connectionStateUpdated,
  'SSL ALPN selected': K.alpnInformation,
  'SSL server name': K.alpnInformation,
  'quic client timed out': K.connectionClosed,
  'http3 request': K.httpFrameParsed,
  'http3 output header': K.httpFrameCreated,
} as const satisfies { readonly [name: string]: EventKind };
export type RowName = keyof typeof KINDS;

const isRowName = (name: string): name is RowName => Object.hasOwn(KINDS, name);

export const nameTable = (): NameTable =>
  new NameTable((name) => {
    if (!isRowName(name)) return { kind: K.other, status: 'unknown' };
    const kind = KINDS[name];
    return { kind, status: isOfTransport(kind) ? 'transport' : 'known' };
  });

export type Entries = { readonly [name in RowName]: LoggedName };

/** The entries of all names in a table. */
export function entriesOf(table: NameTable): Entries {
  return Object.fromEntries(Object.keys(KINDS).map((name) => [name, table.entry(name)])) as Entries;
}

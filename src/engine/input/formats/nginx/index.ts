/** The debug log of NGINX, and of servers made of it: Angie, freenginx, OpenResty. Its lines are the records. */
import type { ConnectionFacts } from '../connection-facts';
import type { Claim, TraceFormat } from '../format';
import type { RecordAccess } from '../record-access';
import { levelsIn } from './lines/line-head';
import { NginxReader } from './reader';

const SPACE = 0x20;
const OPEN_BRACE = 0x7b;
const DELETE = 0x7f;

/** A log may begin within a line, or with what a journal or a container writes before it: with anything but an object of JSON. */
const mayBegin = (byte = SPACE): boolean => byte >= SPACE && byte < DELETE && byte !== OPEN_BRACE;

function claims(head: Uint8Array): Claim {
  if (!mayBegin(head[0])) return 'no';
  return levelsIn(head).size > 0 ? 'yes' : 'more';
}

async function recordsOf(connections: readonly ConnectionFacts[]): Promise<RecordAccess> {
  const { NginxAccess } = await import('./access/access');
  return new NginxAccess(connections);
}

export const NGINX: TraceFormat = {
  name: 'NGINX debug log',
  endings: ['log'],
  claims,
  reader: (output) => new NginxReader(output),
  records: recordsOf,
  withoutEvents: () => ({ kind: 'no-events', text: 'The log has lines of QUIC, and none of a packet.' }),
};

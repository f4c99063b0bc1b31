/**
 * The debug log of NGINX, and of servers made of it: Angie, freenginx, OpenResty. Its lines are the records. What reads them is fetched
 * with the first such text.
 */
import type { ConnectionFacts } from '../connection-facts';
import type { Claim, TraceFormat } from '../format';
import type { RecordAccess } from '../record-access';

const LENIENT_TEXT = new TextDecoder('utf-8', { fatal: false });
const SPACE = 0x20;
const OPEN_BRACE = 0x7b;
const DELETE = 0x7f;
/** The head of a line, whatever a journal or a container writes before it. */
const LINE =
  /\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d \[(?:debug|info|notice|warn|error|crit|alert|emerg)\] \d+#\d+: /;

let code: typeof import('./reader') | null = null;

/** A log may begin within a line, with anything but what a qlog begins with. */
const mayBegin = (byte = SPACE): boolean => byte >= SPACE && byte < DELETE && byte !== OPEN_BRACE;

function claims(head: Uint8Array): Claim {
  if (!mayBegin(head[0])) return 'no';
  return LINE.test(LENIENT_TEXT.decode(head)) ? 'yes' : 'more';
}

async function recordsOf(connections: readonly ConnectionFacts[]): Promise<RecordAccess> {
  const { NginxAccess } = await import('./access/access');
  return new NginxAccess(connections);
}

export const NGINX: TraceFormat = {
  name: 'NGINX debug log',
  endings: ['log'],
  claims,
  fetch: async () => {
    code ??= await import('./reader');
  },
  reader: (output) => {
    if (code === null) throw new Error('what reads a debug log of NGINX has not been fetched');
    return new code.NginxReader(output);
  },
  records: recordsOf,
  withoutEvents: () => ({ kind: 'no-events', text: 'The log has lines of QUIC, and none of a packet.' }),
};

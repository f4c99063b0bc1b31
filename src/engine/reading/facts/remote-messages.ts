/**
 * Message about a remote file that could not be fetched: the host, how far it came, what to do. Kinds:
 * `remote-unreachable`, `remote-status`, `remote-redirected`, `remote-broken-off`, `remote-too-long`, `remote-other-range`,
 * `remote-other-bytes`, `remote-unchecked`.
 */
import { count } from '../../base/text/figures';
import type { RemoteFailure } from '../../input/bytes/inflate';
import type { Message } from '../contract/snapshot';

const FROM_DISK = 'download the file with the browser and open it from disk';

/** @param shown text about which part of the file is shown. */
export function remoteMessage(failure: RemoteFailure, events: number, shown: string): Message {
  return {
    kind: `remote-${failure.reason}`,
    level: events > 0 ? 'warning' : 'error',
    text: textOf(failure, shown),
    places: [],
  };
}

function textOf(
  { reason, host, status, receivedBytes, lengthBytes, message }: RemoteFailure,
  shown: string,
): string {
  switch (reason) {
    case 'unreachable':
      return `${host} gave no answer that this page may read. The browser does not tell a page why; it is one of these: the host cannot be reached from here; it does not let pages of other sites read its files (CORS), which changes when it sends the header Access-Control-Allow-Origin: * with them; or this page is served with a policy that allows its own host only. Nothing was read. Check the address; if it is right, ${FROM_DISK}.`;
    case 'redirected':
      return `${host} does not give the file itself but leads on to another address (a redirect). It was not followed, since it may lead to a host that you were not asked about, and nothing was read. Open the address in a tab of the browser and give this page the one that it ends at, or ${FROM_DISK}.`;
    case 'status':
      return `${message}: ${adviceOn(status)}.`;
    case 'too-long':
      return `${message}. ${shown} If all of it is a trace, ${FROM_DISK}.`;
    case 'other-range':
      return `${message}. ${shown} Open the address again, or ${FROM_DISK}.`;
    case 'other-bytes':
      return `${host} gave other bytes than the link names: their SHA-256 is another one. They were changed or damaged there or on the way, and nothing of them is shown. Open the link again; if it stays so, ask whoever made it to put the trace there once more.`;
    case 'unchecked':
      return `${host} did not give all bytes of the trace: ${count(receivedBytes)}${lengthBytes === null ? '' : ` of ${count(lengthBytes)}`} came. Without all of them the hash that the link names cannot be compared, so nothing of them is shown. Open the link again.`;
    case 'broken-off': {
      const of = lengthBytes === null ? '' : ` of ${count(lengthBytes)}`;
      return `The connection to ${host} broke off at byte ${count(receivedBytes)}${of}. ${shown} Open the address again, or ${FROM_DISK}.`;
    }
  }
}

/** @param status HTTP status (RFC 9110 §15). */
function adviceOn(status: number): string {
  if (status === 401 || status === 403 || status === 407)
    return `it gives the file to those it knows only; sign in there, ${FROM_DISK}`;
  if (status === 404 || status === 410) return 'there is no such file; check the address';
  if (status === 429 || status >= 500) return `it cannot give the file now; try again later, or ${FROM_DISK}`;
  return `check the address, or ${FROM_DISK}`;
}

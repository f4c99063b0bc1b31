/** What a connection carried and how it came about, in words: for the report, the summary of the command line, and records. */
import { amount, count, duration, plural } from '../../../engine/base/text/figures';
import { NEVER_COMPLETED } from '../../../engine/base/text/handshake-words';
import type {
  LifeTotals,
  RequestTotals,
  StreamTotals,
  Traffic,
} from '../../../engine/reading/contract/traffic';

const listed = (parts: readonly string[], separator = ', '): string =>
  parts.filter((part) => part !== '').join(separator);
const some = (number: number, one: string, many = `${one}s`): string =>
  number === 0 ? '' : `${count(number)} ${number === 1 ? one : many}`;

/** `complete after 32.1 ms, 1 Retry, 2 key updates`; empty where the log does not show it. @param failed it never completed. */
export function handshakeFigure(life: LifeTotals | null, failed = false): string {
  if (life === null) return '';
  const { handshakeUs, retries, versionNegotiations, zeroRttPackets, keyUpdates, pathChanges } = life;
  const { amplificationLimitedUs } = life;
  return listed([
    failed ? NEVER_COMPLETED : Number.isNaN(handshakeUs) ? '' : `complete after ${duration(handshakeUs)}`,
    some(retries, 'Retry', 'Retries'),
    versionNegotiations === 0 ? '' : 'Version Negotiation',
    some(zeroRttPackets, '0-RTT packet'),
    amplificationLimitedUs > 0
      ? `held for ${duration(amplificationLimitedUs)} by the anti-amplification limit`
      : '',
    some(keyUpdates || 0, 'key update'),
    some(pathChanges, 'path change'),
  ]);
}

/** `30 streams: 28 ended, 1 reset; 312 kB sent, 12 kB of them again`. */
export function streamsFigure(streams: StreamTotals | null): string {
  if (streams === null) return '';
  const { finished, reset, sentBytes, resentBytes, receivedBytes, repeatedBytes } = streams;
  const again = (bytes: number): string => (bytes > 0 ? ` (${amount(bytes)} of them again)` : '');
  const ends = listed([
    finished === 0 ? '' : `${count(finished)} ended`,
    reset === 0 ? '' : `${count(reset)} reset`,
  ]);
  return [
    `${plural(streams.count, 'stream')}${ends === '' ? '' : `: ${ends}`}`,
    listed([
      sentBytes > 0 ? `${amount(sentBytes)} sent${again(resentBytes)}` : '',
      receivedBytes > 0 ? `${amount(receivedBytes)} received${again(repeatedBytes)}` : '',
    ]),
  ]
    .filter((part) => part !== '')
    .join('; ');
}

/** What streams waited for: credit, and data before theirs; empty where none waited. */
export function waitsFigure(streams: StreamTotals | null): string {
  if (streams === null) return '';
  const { mostBlocked, mostBehindGaps } = streams;
  return listed(
    [
      mostBlocked === null ? '' : `stream ${mostBlocked.id} for credit, ${duration(mostBlocked.us)}`,
      mostBehindGaps === null
        ? ''
        : `stream ${mostBehindGaps.id} behind gaps in its data, ${duration(mostBehindGaps.us)}`,
    ],
    '; ',
  );
}

function timesWords(medianUs: number, longestUs: number, stream: string): string {
  if (Number.isNaN(medianUs) || Number.isNaN(longestUs)) return '';
  return `median ${duration(medianUs)}, longest ${duration(longestUs)}${stream}`;
}

function firstByteWords(medianUs: number, longestUs: number): string {
  if (Number.isNaN(medianUs) || Number.isNaN(longestUs)) return '';
  return `first byte after ${duration(medianUs)} (median), at most ${duration(longestUs)}`;
}

/** `30 requests: 28 done, 1 cancelled; median 80 ms, longest 110 ms (stream 112); first byte after 30 ms, at most 52 ms`. */
export function requestsFigure(requests: RequestTotals | null): string {
  if (requests === null) return '';
  const { done, cancelled, reset, refused } = requests;
  const { medianUs, longestUs, longestStream, medianFirstByteUs, longestFirstByteUs } = requests;
  const outcomes = listed(
    (
      [
        [done, 'done'],
        [cancelled, 'cancelled'],
        [reset, 'reset'],
        [refused, 'refused'],
        [requests.count - done - cancelled - reset - refused, 'open'],
      ] as const
    ).map(([number, word]) => (number === 0 ? '' : `${count(number)} ${word}`)),
  );
  return [
    `${plural(requests.count, 'request')}: ${outcomes}`,
    timesWords(medianUs, longestUs, Number.isNaN(longestStream) ? '' : ` (stream ${longestStream})`),
    firstByteWords(medianFirstByteUs, longestFirstByteUs),
  ]
    .filter((part) => part !== '')
    .join('; ');
}

/** Names and values; those that the log does not show are left out. */
export function trafficFacts(
  { streams, requests, life }: Traffic,
  failed = false,
): readonly (readonly [string, string])[] {
  const rows: readonly (readonly [string, string])[] = [
    ['Handshake', handshakeFigure(life, failed)],
    ['Streams', streamsFigure(streams)],
    ['Longest waits', waitsFigure(streams)],
    ['Requests', requestsFigure(requests)],
  ];
  return rows.filter(([, value]) => value !== '');
}

/**
 * Rows of a comparison about what was carried: handshake, streams, requests (contract/traffic.ts). A figure is shown where all
 * traces have it: what a log does not hold is no difference.
 */
import type { RequestTotals, StreamTotals, Traffic } from '../../reading/contract/traffic';
import type { ComparedTrace } from './compared-trace';

type TrafficFigure = readonly [
  id: string,
  name: string,
  unit: 'us' | 'count',
  of: (trace: ComparedTrace) => number,
];

const of =
  <P extends keyof Traffic>(part: P, value: (totals: NonNullable<Traffic[P]>) => number) =>
  ({ outline: { traffic } }: ComparedTrace): number => {
    const totals = traffic?.[part] ?? null;
    return totals === null ? Number.NaN : value(totals as NonNullable<Traffic[P]>);
  };

const ofStreams = (value: (totals: StreamTotals) => number) => of('streams', value);
const ofRequests = (value: (totals: RequestTotals) => number) => of('requests', value);

const HANDSHAKE: TrafficFigure = [
  'handshake',
  'handshake',
  'us',
  of('life', ({ handshakeUs }) => handshakeUs),
];

const COUNTS: readonly TrafficFigure[] = [
  ['streams', 'streams', 'count', ofStreams(({ count }) => count)],
  ['streams-reset', 'streams reset', 'count', ofStreams(({ reset }) => reset)],
  ['requests', 'HTTP/3 requests', 'count', ofRequests(({ count }) => count)],
  [
    'requests-failed',
    'requests cancelled, reset or refused',
    'count',
    ofRequests(({ cancelled, reset, refused }) => cancelled + reset + refused),
  ],
];

const REQUEST_TIMES: readonly TrafficFigure[] = [
  ['request-median', 'duration of a request, median', 'us', ofRequests(({ medianUs }) => medianUs)],
  ['request-longest', 'duration of a request, longest', 'us', ofRequests(({ longestUs }) => longestUs)],
  [
    'first-byte-median',
    'first byte of a response, median',
    'us',
    ofRequests(({ medianFirstByteUs }) => medianFirstByteUs),
  ],
  [
    'first-byte-longest',
    'first byte of a response, longest',
    'us',
    ofRequests(({ longestFirstByteUs }) => longestFirstByteUs),
  ],
];

/** A sender sees the waits of data by its ACKs, a receiver by its arrival: of one kind of log alone they are alike. */
const WAITS: readonly TrafficFigure[] = [
  ['streams-blocked', 'time of any stream without credit', 'us', ofStreams(({ blockedUs }) => blockedUs)],
  ['streams-behind-gaps', 'time of any stream behind gaps', 'us', ofStreams(({ gapUs }) => gapUs)],
];

/** Shown where any is above zero. */
const IF_ANY = /^(?:streams-(?:reset|blocked|behind-gaps)|requests-failed)$/;

/** Figures that are of one time, or of single requests, wherever the logs end. */
export const TRAFFIC_OF_LIKE_SPANS = /^(?:handshake|request-|first-byte-)/;

/** Of all traces that are compared. */
export function trafficFigures(traces: readonly ComparedTrace[]): readonly TrafficFigure[] {
  const areAlike = new Set(traces.map(({ summary }) => summary.side)).size === 1;
  const all = [HANDSHAKE, ...COUNTS, ...REQUEST_TIMES, ...(areAlike ? WAITS : [])];
  return all.filter(([id, , , value]) => {
    const values = traces.map(value);
    return !values.some(Number.isNaN) && (!IF_ANY.test(id) || values.some((one) => one > 0));
  });
}

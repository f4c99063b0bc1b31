/** The section of a report about what the connection carried: handshake, streams and requests in short, and what waited longest. */
import { amount, duration, fixed, instant, plural } from '../../../engine/base/text/figures';
import { type HandshakeFacts, neverCompleted } from '../../../engine/base/text/handshake-words';
import type { WindowAnswer, WindowRequest } from '../../../engine/reading/contract/snapshot';
import type { Traffic } from '../../../engine/reading/contract/traffic';
import type { HttpRow } from '../../../engine/sender/http/http-row';
import type { StreamRow } from '../../../engine/sender/streams/stream-row';
import type { Redacted } from '../../../engine/service/redaction/redact';
import { type Block, type Section, text } from '../document/document';
import { trafficFacts } from '../words/traffic-words';

export interface ReportedTraffic {
  readonly totals: Traffic;
  /** Those that waited longest, and the longest requests, first. */
  readonly streams: readonly StreamRow[];
  readonly requests: readonly HttpRow[];
}

const MAX_ROWS = 10;
/** One row says what stands among the facts above it. */
const LEAST_ROWS = 2;

/** What the window over the whole trace is asked for in addition. */
export const TRAFFIC_REQUEST: Pick<WindowRequest, 'streamRows' | 'httpRows'> & {
  readonly parts: WindowRequest['parts'];
} = {
  parts: ['carried', 'streamLanes', 'http'],
  streamRows: { order: 'waited', from: 0, count: MAX_ROWS },
  httpRows: { order: 'duration', from: 0, count: MAX_ROWS },
};

/** @param answer over the whole trace; null where it has no length. */
export function reportedTraffic(answer: Redacted<WindowAnswer> | null): ReportedTraffic | null {
  const { carried: totals = null, streamLanes = null, http = null } = answer?.parts ?? {};
  return totals && { totals, streams: streamLanes?.rows ?? [], requests: http?.rows ?? [] };
}

const NONE = '–';
const lasting = (us: number): string => (us > 0 ? duration(us) : NONE);

/** What the longest wait for a gap was for: the lost packet, and the one that filled it. */
function gapWords({ gaps }: Pick<StreamRow, 'gaps'>): string {
  const [longest] = [...gaps].sort((a, b) => b.toUs - b.fromUs - (a.toUs - a.fromUs));
  if (longest === undefined) return NONE;
  const { lostPacket, filledBy } = longest;
  const parts = [
    Number.isNaN(lostPacket) ? '' : `lost packet ${lostPacket}`,
    Number.isNaN(filledBy) ? '' : `filled by packet ${filledBy}`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? NONE : parts.join(', ');
}

function streamTable(rows: readonly StreamRow[]): readonly Block[] {
  const waited = rows.filter(
    ({ blockedByStreamUs, blockedByConnectionUs, openingUs, gapUs }) =>
      blockedByStreamUs + blockedByConnectionUs + openingUs + gapUs > 0,
  );
  if (waited.length < LEAST_ROWS) return [];
  const head = [
    'Stream',
    'From',
    'Bytes',
    'To be opened',
    'No credit',
    'Behind gaps',
    'The longest gap',
    'End',
  ];
  return [
    text('Streams that waited longest, for credit or for data that was lost:'),
    {
      kind: 'table',
      head,
      rows: waited
        .slice(0, MAX_ROWS)
        .map((row) => [
          String(row.id),
          instant(row.firstUs),
          amount(Math.max(row.sent.bytes, row.received.bytes)),
          lasting(row.openingUs),
          lasting(row.blockedByStreamUs + row.blockedByConnectionUs),
          lasting(row.gapUs),
          gapWords(row),
          row.end,
        ]),
    },
  ];
}

/** `GET /a`, `GET`; a stream alone where the log has no events of HTTP/3. */
function requestName({ method, authority, path }: HttpRow): string {
  return [method ?? '', path === null ? '' : `${authority ?? ''}${path}`]
    .filter((part) => part !== '')
    .join(' ');
}

function requestTable(rows: readonly HttpRow[]): readonly Block[] {
  if (rows.length < LEAST_ROWS) return [];
  const isNamed = rows.some((row) => requestName(row) !== '');
  const name = (row: HttpRow): readonly string[] => (isNamed ? [requestName(row) || NONE] : []);
  return [
    text(`The ${plural(Math.min(rows.length, MAX_ROWS), 'longest request')}:`),
    {
      kind: 'table',
      head: [
        'Stream',
        ...(isNamed ? ['Request'] : []),
        'Status',
        'Response',
        'First byte',
        'Duration',
        'Outcome',
      ],
      rows: rows
        .slice(0, MAX_ROWS)
        .map((row) => [
          String(row.streamId),
          ...name(row),
          fixed(row.status, 0),
          amount(row.responseBytes),
          duration(row.firstByteUs - row.startUs),
          duration(row.endUs - row.startUs),
          row.abortedBy === null
            ? row.outcome
            : `${row.outcome} by ${row.abortedBy === 'local' ? 'this side' : 'the peer'}`,
        ]),
    },
  ];
}

/** Nothing of a trace whose log shows none of it. */
export function trafficBlocks({
  traffic,
  snapshot,
}: {
  readonly traffic: ReportedTraffic | null;
  readonly snapshot: HandshakeFacts;
}): readonly Block[] {
  if (traffic === null) return [];
  const rows = trafficFacts(traffic.totals, neverCompleted(snapshot));
  if (rows.length === 0) return [];
  return [{ kind: 'facts', rows }, ...streamTable(traffic.streams), ...requestTable(traffic.requests)];
}

/** The section of all traces; none where none of them shows anything. */
export function trafficSection(blocks: readonly Block[]): readonly Section[] {
  if (blocks.length === 0) return [];
  return [{ id: 'carried', title: 'Appendix: handshake, streams and requests', isAppendix: true, blocks }];
}

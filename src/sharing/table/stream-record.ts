/**
 * The line of `summary --streams --json`: totals and rows of the streams and requests of one trace. A key is never left out;
 * what a log does not show is null. Times are ms on the trace's own clock.
 */
import type { HttpAnswer } from '../../engine/reading/contract/http';
import type { StreamsAnswer } from '../../engine/reading/contract/streams';
import type { StreamRow } from '../../engine/sender/streams/stream-row';
import type { Redacted } from '../../engine/service/redaction/redact';
import { heldRecord, othersRecord, type TrafficRecord } from '../report/records/traffic-record';
import { ms, orNull, requestRecord } from './requests-text';

const spanRecord = ({ fromUs, toUs }: { readonly fromUs: number; readonly toUs: number }) => ({
  startMs: ms(fromUs),
  endMs: ms(toUs),
});

function gapRecord({ bytes, filledBy, lostPacket, ...span }: StreamRow['gaps'][number]) {
  return { ...spanRecord(span), bytes, filledBy: orNull(filledBy), lostPacket: orNull(lostPacket) };
}

function streamRowRecord(row: StreamRow) {
  const { id, kind, sent, received, beginsMidway, end } = row;
  return {
    id,
    kind,
    startMs: ms(row.firstUs),
    endMs: ms(row.lastUs),
    sentBytes: sent.bytes,
    ackedBytes: sent.ackedBytes,
    lostBytes: sent.lostBytes,
    inFlightBytes: sent.inFlightBytes,
    discardedBytes: sent.discardedBytes,
    resentBytes: sent.resentBytes,
    receivedBytes: received.bytes,
    repeatedBytes: received.repeatedBytes,
    finSentMs: ms(row.finSentUs),
    finReceivedMs: ms(row.finReceivedUs),
    aborts: row.aborts.map(({ what, by, timeUs, code }) => ({
      what,
      by,
      ms: ms(timeUs),
      code: orNull(code),
    })),
    blockedByStreamMs: ms(row.blockedByStreamUs),
    blockedByConnectionMs: ms(row.blockedByConnectionUs),
    openingMs: ms(row.openingUs),
    behindGapsMs: ms(row.gapUs),
    blocked: row.blocked.map(({ by, ...span }) => ({ ...spanRecord(span), by })),
    gaps: row.gaps.map(gapRecord),
    held: heldRecord(row.held),
    others: othersRecord(row.held),
    beginsMidway,
    end,
  };
}

/** Version of the line that `summary --streams --json` writes. */
export const ROWS_SCHEMA = 1;

export function rowsRecord(
  { file, trace }: { readonly file: string; readonly trace: number | null },
  { streams, http }: { readonly streams: StreamsAnswer; readonly http: Redacted<HttpAnswer> },
  totals: TrafficRecord,
) {
  return {
    schema: ROWS_SCHEMA,
    file,
    trace,
    streams: totals.streams,
    http: totals.http,
    connectivity: totals.connectivity,
    ended: totals.ended,
    streamRows: streams.rows.map(streamRowRecord),
    /** See `StreamsAnswer`. */
    unusableFrames: streams.unusable,
    streamsLeftOut: streams.beyond,
    requestRows: http.rows.map(requestRecord),
    unreadHttpEvents: http.unread,
  };
}

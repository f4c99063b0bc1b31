/**
 * How long the data of a connection waited for credit, for a stream to be opened (RFC 9000 §4), or behind a gap: the time in which any of
 * its streams did, once for all that waited in it, so that it is never more than the log is long. The owner of both figures.
 */
import { BlockReason } from '../../../qlog-schema';
import type { TimeSpan } from '../transport/connectivity/connectivity';
import type { TransportState } from '../transport/transport';
import type { StreamTable } from './stream-table';

/** Of a stream by its ordinal; -1 for all of the connection. */
interface Wait extends TimeSpan {
  readonly stream: number;
}

export interface WaitedTime {
  /** µs. */
  readonly us: number;
  /** The stream that waited longest, and how long, µs; of equal ones the first; null for none. */
  readonly most: { readonly id: number; readonly us: number } | null;
}

/** Without credit, as frames show it and as the log states it, and to be opened. */
export function blockedTime(table: StreamTable): WaitedTime {
  const { sentCredit, receivedCredit, opening } = table;
  const waits: Wait[] = statedWaits(table);
  for (const [stream, span] of opening) waits.push({ ...span, stream });
  for (const { connection, stream, fromUs, toUs } of [sentCredit, receivedCredit]) {
    for (const span of connection) waits.push({ ...span, stream: -1 });
    for (let i = 0; i < stream.length; i++)
      waits.push({ stream: stream.at(i), fromUs: fromUs.at(i), toUs: toUs.at(i) });
  }
  // Runs of the waits of the connection are made waits of one stream only where they are asked for: of all there may be too many.
  const withConnection = (stream: number): readonly Wait[] =>
    [sentCredit, receivedCredit].flatMap(({ connection, runs }) => {
      const of: Wait[] = [];
      for (let i = 0; i < runs.length; i += 3)
        if (runs.at(i) === stream)
          for (const span of connection.slice(runs.at(i + 1), runs.at(i + 2))) of.push({ ...span, stream });
      return of;
    });
  const sums = [sentCredit, receivedCredit].map(({ byConnectionUs }) => byConnectionUs);
  return waitedTime(table, waits, sums, withConnection);
}

/** Data that had arrived, beyond data that had not. */
export function gapTime(table: StreamTable): WaitedTime {
  const waits = [table.acked, table.arrived].flatMap(({ waits: { stream, fromUs, toUs, length } }) =>
    Array.from({ length }, (_, i) => ({ stream: stream.at(i), fromUs: fromUs.at(i), toUs: toUs.at(i) })),
  );
  return waitedTime(table, waits, [], () => []);
}

const OF_CREDIT: readonly number[] = [
  BlockReason.connectionFlowControl,
  BlockReason.streamFlowControl,
  BlockReason.streamId,
];

/** What the log states (`connection_data_blocked_updated`, `stream_data_blocked_updated`): until it states another, or data is sent. */
function statedWaits({ state, endUs }: StreamTable): Wait[] {
  const { timesUs, streams, reasons } = state.blocks;
  const waits: Wait[] = [];
  const since = new Map<number, number>();
  const end = (stream: number, timeUs: number): void => {
    const fromUs = since.get(stream);
    since.delete(stream);
    if (fromUs !== undefined)
      waits.push({ stream, fromUs, toUs: Math.min(timeUs, nextDataUs(state, stream, fromUs)) });
  };
  for (let i = 0; i < timesUs.length; i++) {
    const stream = Number.isNaN(streams.at(i)) ? -1 : state.streams.find(streams.at(i));
    end(stream, timesUs.at(i));
    if (OF_CREDIT.includes(reasons.at(i))) since.set(stream, timesUs.at(i));
  }
  for (const stream of [...since.keys()]) end(stream, endUs);
  return waits;
}

/** When data of the connection is sent next: it is no longer blocked then. Of a stream only the log says so. */
function nextDataUs(
  { streams: { sent }, ledger: { application } }: TransportState,
  stream: number,
  afterUs: number,
): number {
  if (stream >= 0) return Number.POSITIVE_INFINITY;
  const frame = sent.holder.lowerBound(application.sentTimesUs.upperBound(afterUs));
  return frame < sent.length ? application.sentUsAt(sent.holder.at(frame)) : Number.POSITIVE_INFINITY;
}

/**
 * @param sums of further waits of each stream, by ordinal, µs: who waited longest is looked for with them. @param others those waits of a
 * stream.
 */
function waitedTime(
  { state, length }: StreamTable,
  waits: readonly Wait[],
  sums: readonly Float64Array[],
  others: (stream: number) => readonly Wait[],
): WaitedTime {
  const byStream = new Float64Array(length);
  for (const { stream, fromUs, toUs } of waits)
    if (stream >= 0 && stream < length) byStream[stream] = byStream[stream] + Math.max(0, toUs - fromUs);
  for (const sum of sums) for (let i = 0; i < length; i++) byStream[i] = byStream[i] + sum[i];
  let most = -1;
  for (let i = 0; i < length; i++) if (byStream[i] > (most < 0 ? 0 : byStream[most])) most = i;
  const own = most < 0 ? [] : [...waits.filter(({ stream }) => stream === most), ...others(most)];
  return {
    us: covered(waits),
    most: most < 0 ? null : { id: state.streams.ids[most], us: covered(own) },
  };
}

/** Time in any of the spans, µs. */
function covered(spans: readonly TimeSpan[]): number {
  let [sumUs, endUs] = [0, Number.NEGATIVE_INFINITY];
  for (const { fromUs, toUs } of [...spans].sort((a, b) => a.fromUs - b.fromUs)) {
    sumUs += Math.max(0, toUs - Math.max(fromUs, endUs));
    endUs = Math.max(endUs, toUs);
  }
  return sumUs;
}

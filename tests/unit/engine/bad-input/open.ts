/**
 * Opens bytes as the worker does, for the rows of "Robustness rules" (qlog-format.md §6): one `TraceSession`
 * reads them to its end, and every test asks the same questions of its last snapshot. Also the few records that
 * the rows damage.
 */

import type { EventRow, RecordAnswer } from '../../../../src/engine/reading/contract/events.ts';
import type { TraceQuality } from '../../../../src/engine/reading/contract/quality.ts';
import type { Message, Snapshot } from '../../../../src/engine/reading/contract/snapshot.ts';
import { TraceSession } from '../../../../src/engine/service/answers/session.ts';
import { answerWindow } from '../../../../src/engine/service/answers/window.ts';
import { utf8 } from '../../../support/split-all.ts';

export interface Opened {
  readonly session: TraceSession;
  readonly snapshot: Snapshot;
  /** Kinds of the messages, in order. */
  readonly kinds: readonly string[];
  /** Of the shown connection. @throws Error when there is none. */
  readonly quality: TraceQuality;
  /** The only message of a kind. @throws Error when there is none, or more than one. */
  message(kind: string): Message;
  /** All values of a series, one column per µs from 0 on: first of each column, without the empty ones. */
  values(series: string, columns?: number): readonly number[];
  /** The list of events, at most 200. */
  rows(filter?: string): Promise<readonly EventRow[]>;
  /** One record, read again. */
  record(row: number): Promise<RecordAnswer>;
}

/** Reads a file to its end. Fails only where the session rejects, or never ends. */
export async function open(content: Uint8Array | string, name = 'trace.qlog'): Promise<Opened> {
  const bytes = typeof content === 'string' ? utf8(content) : new Uint8Array(content);
  let snapshot: Snapshot | null = null;
  const session = new TraceSession((newest) => {
    snapshot = newest;
  });
  await session.open({ kind: 'file', file: new File([bytes], name) });
  const last = snapshot as Snapshot | null;
  if (last === null) throw new Error('the session posted no snapshot');
  return {
    session,
    snapshot: last,
    kinds: last.messages.map(({ kind }) => kind),
    get quality() {
      if (last.quality === null) throw new Error('no connection is shown');
      return last.quality;
    },
    message(kind) {
      const [found, ...more] = last.messages.filter((message) => message.kind === kind);
      if (found === undefined || more.length > 0) throw new Error(`not one message of kind ${kind}`);
      return found;
    },
    values(series, columns = 16_384) {
      const window = { fromUs: 0, columnUs: 1, columns };
      const visible = { fromUs: 0, toUs: columns };
      const { connection } = last;
      const request = { connection, window, series: [series], visible, parts: [], model: null };
      const numbers = [...(answerWindow(session, request).series[0]?.values ?? [])];
      return numbers.filter((value, i) => i % 4 === 0 && !Number.isNaN(value));
    },
    async rows(filter = '') {
      const { connection } = last;
      const part = { scope: null, first: 0, count: 200, anchorUs: null };
      return (await session.request('events', { connection, filter, ...part })).rows;
    },
    record: (row) => session.request('record', { connection: last.connection, row }),
  };
}

/** A metrics event as text: its window shows in the series `cwnd`. */
export const metrics = (timeMs: number, cwnd: number): string =>
  `{"time":${timeMs},"name":"recovery:metrics_updated","data":{"congestion_window":${cwnd}}}`;

/** A sent packet as text, 1200 bytes, ack-eliciting. @param number as it stands in the file. */
export const sent = (timeMs: number, number: number | string): string =>
  `{"time":${timeMs},"name":"transport:packet_sent","data":{"header":{"packet_type":"1RTT","packet_number":${number}},"raw":{"length":1200},"frames":[{"frame_type":"ping"}]}}`;

/** A received packet with an ACK as text. @param ranges as they stand in the file. */
export const acked = (timeMs: number, ranges: string): string =>
  `{"time":${timeMs},"name":"transport:packet_received","data":{"header":{"packet_type":"1RTT","packet_number":${timeMs}},"raw":{"length":50},"frames":[{"frame_type":"ack","acked_ranges":${ranges}}]}}`;

/**
 * What `check` writes into columns and reads of them one by one, counted and never timed: nothing is stored that no verdict reads, and
 * no pass over a trace asks a packed column for single values: what is left are searches, most of them in short traces.
 */
import { afterEach, expect, test, vi } from 'vitest';
import { BlockColumn } from '../../../../../src/engine/base/columns/block-column.ts';
import { summarise } from '../../../../../src/engine/reading/facts/summary.ts';
import { trafficOf } from '../../../../../src/engine/reading/facts/traffic.ts';
import {
  connectionsOf,
  type FileConnection,
} from '../../../../../src/engine/reading/stages/connection-list.ts';
import { readTexts } from '../../../../../src/node/cli/reading/read-text.ts';
import { fileSource } from '../../../../../src/node/cli/reading/sources.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';

/** A transfer of 5 MB, as a stack logs it that tells of no streams. */
const PLAIN = '../other/quinn-0.11.12_cubic-loss5MB_server.sqlog.gz';
const STREAMS = 'sawtooth-2mbit-cubic-smallbuf.server.sqlog.gz';

interface Counts {
  /** Values that were appended. */
  readonly appended: number;
  /** Values of packed columns that were read alone while the trace was replayed, and while it was judged. */
  readonly replayed: number;
  readonly judged: number;
}

/** Per event of the log. */
async function perEvent(file: string): Promise<Counts> {
  let [appended, alone] = [0, 0];
  const { push, append, at } = BlockColumn.prototype;
  vi.spyOn(BlockColumn.prototype, 'push').mockImplementation(function (this: BlockColumn, value) {
    appended++;
    push.call(this, value);
  });
  vi.spyOn(BlockColumn.prototype, 'append').mockImplementation(function (this: BlockColumn, values, count) {
    appended += count;
    append.call(this, values, count);
  });
  vi.spyOn(BlockColumn.prototype, 'at').mockImplementation(function (this: BlockColumn, index) {
    alone++;
    return at.call(this, index);
  });
  for await (const { text, judge } of readTexts(fileSource(file).source)) {
    if (text === null) break;
    const [connection] = connectionsOf([text]);
    const { events } = (connection as FileConnection).connection.state;
    const replayed = alone;
    const analysis = await judge.analyse(connection as FileConnection);
    summarise(connection as FileConnection, 'none', true, analysis);
    trafficOf((connection as FileConnection).connection.state);
    const per = (count: number): number => count / events.length;
    return { appended: per(appended), replayed: per(replayed), judged: per(alone - replayed) };
  }
  throw new Error(`no trace in ${file}`);
}

afterEach(() => {
  vi.restoreAllMocks();
});

test('nothing is appended to columns of what a trace does not hold, or nobody reads', async () => {
  for await (const { text } of readTexts(fileSource(corpusPath(PLAIN)).source)) {
    const state = text?.pipeline.connections[0]?.state;
    if (state === undefined) throw new Error('the trace is not read');
    const { events, http, streams } = state;
    const columns = [events.offset, http, streams.sent, streams.received, streams.notes];
    expect(events.length).toBe(7493);
    expect(columns.map(({ length }) => length)).toEqual([0, 0, 0, 0, 0]);
    const { byteLength } = state;
    expect(state.series.sentTotal.length).toBe(state.sentPackets);
    expect(state.byteLength).toBeGreaterThan(byteLength);
  }
});

test.each([
  ['of a plain trace', PLAIN, { appended: 7.8, replayed: 0.01, judged: 0.1 }],
  // It has 255 cuts of the window, each of which is looked up.
  ['of a trace with streams and HTTP', STREAMS, { appended: 7.7, replayed: 0.02, judged: 0.3 }],
])('%s few values are appended, and few read alone', async (_, file, most) => {
  const counted = await perEvent(corpusPath(file));
  expect(counted.appended).toBeLessThan(most.appended);
  expect(counted.replayed).toBeLessThan(most.replayed);
  expect(counted.judged).toBeLessThan(most.judged);
});

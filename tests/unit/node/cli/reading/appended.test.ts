/**
 * What `check` writes into columns and reads of them one by one, counted and never timed: nothing is stored that no verdict reads, and
 * no pass over a trace asks a packed column for single values.
 */
import { afterEach, expect, test, vi } from 'vitest';
import { BlockColumn } from '../../../../../src/engine/base/columns/block-column.ts';
import { readTexts } from '../../../../../src/node/cli/reading/read-text.ts';
import { fileSource } from '../../../../../src/node/cli/reading/sources.ts';
import { type Outcome, tracesOf } from '../../../../../src/node/cli/reading/traces.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';

const openStdin = (): never => {
  throw new Error('standard input is not asked for');
};

/** A transfer of 5 MB, as a stack logs it that tells of no streams. */
const PLAIN = '../other/quinn-0.11.12_cubic-loss5MB_server.sqlog.gz';

/** Per event of the log: values that were appended, and values that were read alone. */
async function perEvent(file: string): Promise<{ appended: number; alone: number }> {
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
  const outcomes: Outcome[] = [];
  for await (const outcome of tracesOf({ paths: [file], only: null, traffic: true, openStdin }))
    outcomes.push(outcome);
  const [only] = outcomes;
  if (only?.kind !== 'report') throw new Error(`no report of ${file}`);
  const { events } = only.report.record;
  return { appended: appended / events, alone: alone / events };
}

afterEach(() => {
  vi.restoreAllMocks();
});

test('nothing is appended to columns of what a trace does not hold, or nobody reads', async () => {
  for await (const { text } of readTexts(fileSource(corpusPath(PLAIN)).source)) {
    const state = text?.pipeline.connections[0]?.state;
    if (state === undefined) throw new Error('the trace is not read');
    const { events, http, streams } = state;
    expect(events.length).toBe(7493);
    expect(
      [events.offset, http, streams.sent, streams.received, streams.notes].map(({ length }) => length),
    ).toEqual([0, 0, 0, 0, 0]);
    const { byteLength } = state;
    expect(state.series.sentTotal.length).toBe(state.sentPackets);
    expect(state.byteLength).toBeGreaterThan(byteLength);
  }
});

test.each([
  ['of a plain trace', corpusPath(PLAIN), 7.8, 1.2],
  ['of a trace with streams and HTTP', corpusPath('sawtooth-2mbit-cubic-smallbuf.server.sqlog.gz'), 7.7, 2.7],
])('%s few values are appended, and few read alone', async (_, file, mostAppended, mostAlone) => {
  const counted = await perEvent(file);
  expect(counted.appended).toBeLessThan(mostAppended);
  expect(counted.alone).toBeLessThan(mostAlone);
});

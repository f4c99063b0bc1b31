/** Several connections in one file, as a session tells of them and answers for them. */

import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { Snapshot, WindowAnswer } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { TraceSession } from '../../../../../src/engine/service/answers/session.ts';
import { answerWindow } from '../../../../../src/engine/service/answers/window.ts';

interface Opened {
  readonly session: TraceSession;
  readonly snapshot: () => Snapshot;
  readonly answer: (connection: number) => WindowAnswer;
}

async function open(name: string, bytes: Uint8Array): Promise<Opened> {
  let newest: Snapshot | null = null;
  const session = new TraceSession((snapshot) => {
    newest = snapshot;
  });
  await session.open({ kind: 'file', file: new File([new Uint8Array(bytes)], name) });
  return {
    session,
    snapshot: () => newest as unknown as Snapshot,
    answer(connection) {
      const window = { fromUs: 0, columnUs: 1024, columns: 16 };
      const visible = { fromUs: 0, toUs: 16_384 };
      return answerWindow(session, { connection, window, series: ['cwnd'], visible, parts: [], model: null });
    },
  };
}

const event = (time: number, group: string, cwnd: number): string =>
  JSON.stringify({
    time,
    group_id: group,
    name: 'recovery:metrics_updated',
    data: { congestion_window: cwnd },
  });

/** Two connections in one stream, as quinn writes them, and a packet that gives the second one weight. */
const STREAM = [
  '{"qlog_version":"0.3","qlog_format":"JSON-SEQ","trace":{"vantage_point":{"type":"server"},"common_fields":{"time_format":"relative"}}}',
  event(0, 'aa', 1000),
  event(1, 'bb', 5000),
  '{"time":2,"group_id":"bb","name":"transport:packet_sent","data":{"header":{"packet_type":"1RTT","packet_number":0},"raw":{"length":1200},"frames":[{"frame_type":"ping"}]}}',
  event(3, 'aa', 2000),
]
  .map((record) => `\u001e${record}\n`)
  .join('');

describe('one stream of two connections', () => {
  it('is separated by group id, and the one that sends is shown', async () => {
    const { snapshot } = await open('trace.sqlog', strToU8(STREAM));
    const { connections, connectionCount, connection, summary } = snapshot();
    expect(connectionCount).toBe(2);
    expect(connections.map(({ groupId, events }) => [groupId, events])).toEqual([
      ['aa', 2],
      ['bb', 2],
    ]);
    expect(connection).toBe(1);
    expect(summary.cwndMaxBytes).toBe(5000);
  });

  it('shows another one on request, and answers for each', async () => {
    const { session, snapshot, answer } = await open('trace.sqlog', strToU8(STREAM));
    session.watch(0);
    expect(snapshot().connection).toBe(0);
    expect([snapshot().summary.cwndMinBytes, snapshot().summary.cwndMaxBytes]).toEqual([1000, 2000]);
    expect(() => session.watch(7)).toThrow('The file does not hold this connection.');
    expect(snapshot().connection).toBe(0);
    const top = (connection: number) => {
      const values = answer(connection).series[0]?.values ?? new Float64Array();
      return Math.max(...[...values].filter((value) => !Number.isNaN(value)));
    };
    expect([top(0), top(1)]).toEqual([2000, 5000]);
    expect(() => answer(2)).toThrow('The file does not hold this connection.');
  });
});

describe('a zip', () => {
  it('gives the connections of all entries, and reports the failure of one with its name', async () => {
    const zip = zipSync({
      'a.sqlog': strToU8(STREAM),
      'b.sqlog': strToU8(STREAM.replaceAll('5000', '7000')),
      'notes.txt': strToU8('hello'),
    });
    const { snapshot, session } = await open('run.zip', zip);
    expect(snapshot().phase).toBe('ready');
    expect(snapshot().connections.map(({ entry, groupId }) => `${entry} ${groupId}`)).toEqual([
      'a.sqlog aa',
      'a.sqlog bb',
      'b.sqlog aa',
      'b.sqlog bb',
    ]);
    const [message] = snapshot().messages.filter(({ kind }) => kind === 'not-qlog');
    expect(message).toMatchObject({
      level: 'warning',
      text: expect.stringMatching(/^notes\.txt: Not a qlog/),
    });
    session.watch(3);
    expect(snapshot().summary.cwndMaxBytes).toBe(7000);
    expect(snapshot().summary.compression).toBe('zip');
  });
});

describe('a file without a trace', () => {
  it('is reported once', async () => {
    const json = await open('hello.json', strToU8('{"hello":[1,2,3]}'));
    expect(json.snapshot().phase).toBe('failed');
    expect(json.snapshot().messages.map(({ kind }) => kind)).toEqual(['not-qlog']);
    const zip = await open(
      'run.zip',
      zipSync({ 'inner.zip': zipSync({ 'deep.zip': zipSync({ 'a.sqlog': strToU8(STREAM) }) }) }),
    );
    expect(zip.snapshot().messages.map(({ kind }) => kind)).toEqual(['unreadable-entry']);
  });

  it('is reported if it is an empty zip', async () => {
    const { snapshot } = await open('empty.zip', zipSync({}));
    expect(snapshot().phase).toBe('failed');
    expect(snapshot().messages[0]?.text).toBe('There is nothing to read: the zip holds no file.');
  });
});

describe('trace quality', () => {
  it('counts events by name and states the time format', async () => {
    const { snapshot } = await open('trace.sqlog', strToU8(`${STREAM}\u001e{"time":4,"na`));
    const { quality } = snapshot();
    expect(quality?.decode.names.map(({ name, count }) => [name, count])).toEqual([
      ['recovery:metrics_updated', 1],
      ['transport:packet_sent', 1],
    ]);
    expect(quality?.decode).toMatchObject({ timeFormat: 'relative', timeFormatStated: true });
    expect(quality?.skippedTotal).toBe(1);
    expect(quality?.skipped[0]).toMatchObject({ record: 5, reason: 'cut' });
  });
});

/** What a table takes of a file: of each of its traces, of a file that is none, of an archive. */
import { readFileSync } from 'node:fs';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { surveyFile } from '../../../../../src/engine/service/answers/survey.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';

const SPIRAL = readFileSync(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz'));

const fileOf = (name: string, content: Uint8Array | string) =>
  ({ kind: 'file', file: new File([content as Uint8Array<ArrayBuffer>], name) }) as const;

test('of a trace: figures, findings, models, ends, and the window in few columns', async () => {
  const { traces, connectionCount, failures, ends } = await surveyFile(fileOf('a.gz', SPIRAL));
  expect([traces.length, connectionCount, failures]).toEqual([1, 1, []]);
  expect(ends?.identity.header).toBeTruthy();
  const [trace] = traces;
  expect(trace?.findings[0]?.id).toBe('death-spiral');
  expect(trace?.models?.best).toEqual(['cubic-shift-from-last-send']);
  expect(trace?.of.role).toBe('server');
  const { low, high, fromUs, columnUs } = trace?.window ?? { low: [], high: [], fromUs: 0, columnUs: 0 };
  expect(Math.log2(columnUs) % 1).toBe(0);
  expect(low.length).toBe(high.length);
  expect(low.length).toBeGreaterThan(48);
  expect(low.length).toBeLessThan(98);
  expect(fromUs + columnUs * low.length).toBeGreaterThanOrEqual(trace?.extent.toUs ?? Number.NaN);
  for (const [i, least] of low.entries())
    if (!Number.isNaN(least)) expect(least).toBeLessThanOrEqual(high[i] as number);
  // Flat from the spiral on: the held value stands in columns without a change.
  expect([low.at(-1), high.at(-1)]).toEqual([2700, 2700]);
  expect(Math.max(...high.filter((value) => !Number.isNaN(value)))).toBe(trace?.summary.cwndMaxBytes);
});

test('of what is no trace: why', async () => {
  const { traces, failures } = await surveyFile(fileOf('a.txt', 'hello'));
  expect(traces).toEqual([]);
  expect(failures[0]?.kind).toBe('not-qlog');
  expect((await surveyFile(fileOf('b', ''))).failures[0]?.kind).toBe('empty-file');
});

test('of a zip: each of its traces, and the entries that are none', async () => {
  const zip = zipSync({ 'a/b.gz': new Uint8Array(SPIRAL), 'notes.txt': new TextEncoder().encode('hello') });
  const { traces, failures } = await surveyFile(fileOf('run.zip', zip));
  expect(traces.map(({ of }) => of.entry)).toEqual(['a/b.gz']);
  expect(failures.map(({ kind, entry }) => [kind, entry])).toEqual([['not-qlog', 'notes.txt']]);
});

test('of a file that is cut off: the trace, and that it was read in part', async () => {
  const { traces } = await surveyFile(fileOf('a.gz', SPIRAL.subarray(0, SPIRAL.length / 2)));
  expect(traces[0]?.ended?.kind).toBe('truncated-gzip');
});

test('of more connections than a table lists: those that sent most', async () => {
  const connections = Array.from({ length: 230 }, (_, i) => ({
    vantage_point: { type: 'server' },
    common_fields: { ODCID: `00c0ffee${String(i).padStart(8, '0')}`, time_format: 'relative' },
    events: Array.from({ length: i === 229 ? 9 : 3 }, (__, packet) => ({
      time: packet,
      name: 'quic:packet_sent',
      data: { header: { packet_type: '1RTT', packet_number: packet }, raw: { length: 1200 } },
    })),
  }));
  const text = JSON.stringify({ qlog_version: '0.3', traces: connections });
  const { traces, connectionCount } = await surveyFile(fileOf('many.qlog', text));
  expect([traces.length, connectionCount]).toEqual([200, 230]);
  expect(traces.at(-1)?.connection).toBe(229);
});

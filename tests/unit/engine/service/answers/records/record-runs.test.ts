/** Records of many rows, read again in few reads: whatever stands between them, each row has its own. */
import { expect, test } from 'vitest';
import { QlogAccess } from '../../../../../../src/engine/input/formats/qlog/access/access.ts';
import type { QlogRecord } from '../../../../../../src/engine/input/formats/qlog/access/qlog-record.ts';
import { isMissing } from '../../../../../../src/engine/input/formats/records.ts';
import {
  type RecordSource,
  type RowFailure,
  type RowRecord,
  readRows,
} from '../../../../../../src/engine/service/answers/records/record-runs.ts';
import type { TextReader } from '../../../../../../src/engine/service/answers/records/text-reader.ts';
import { readTrace } from '../../../../../support/load.ts';
import { corpusPath, rawRecords } from '../../../../../support/raw-trace.ts';

function sourceOf(bytes: Uint8Array, offsets: readonly number[]) {
  const reads: [number, number][] = [];
  const reader: TextReader = {
    fast: true,
    async read(from, to) {
      reads.push([from, to]);
      return bytes.slice(from, to);
    },
  };
  const rows = { length: offsets.length, offsetAt: (row: number) => offsets[row] ?? Number.NaN };
  return { reader, reads, rows, records: new QlogAccess([]) } satisfies RecordSource<QlogRecord> & {
    reads: unknown;
  };
}

/** Why a row's record cannot be used; null where it can. */
function failureOf(read: RowRecord | RowFailure): string | null {
  if ('failure' in read) return read.failure;
  return isMissing(read.record.fields) ? read.record.fields.missing : null;
}

async function read(text: string, rows?: readonly number[]) {
  const bytes = new TextEncoder().encode(text);
  // A record begins at every `{"n"`.
  const offsets = [...text.matchAll(/\{"n"/g)].map(({ index }) => index);
  const source = sourceOf(bytes, offsets);
  const found: string[] = [];
  await readRows(source, rows ?? [...offsets.keys()], {}, (one) => {
    const failure = failureOf(one);
    if (failure !== null) found.push(`${one.row} at ${offsets[one.row]}: ${failure}`);
    else if ('record' in one) found.push(one.record.text);
  });
  return { texts: found, reads: source.reads };
}

test.each([
  ['a sequence', '\u001e{"n":1}\n\u001e{"n":2}\n'],
  ['lines', '{"n":1}\n{"n":2}'],
  ['a contained file', '{"traces":[{"events":[{"n":1}, {"n":2}\n],"x":[]}]}'],
  ['records of others between', '{"n":1}{"m":5}\n{"n":2}{"m":6}'],
  ['broken text between', '{"n":1}\n{"m":}\n{"n":2}}}'],
])('%s', async (_case, text) => {
  const { texts, reads } = await read(text);
  expect(texts).toEqual(['{"n":1}', '{"n":2}']);
  expect(reads).toHaveLength(1);
});

test('an unreadable row is returned with its position; those around it are complete', async () => {
  const { texts } = await read('{"n":1}\n{"n":}\n{"n":3}\n{"n":');
  expect(texts.map((text) => text.slice(0, 12))).toEqual([
    '{"n":1}',
    expect.stringMatching(/^1 at 8: /),
    '{"n":3}',
    '3 at 23: the',
  ]);
});

test('rows of an events array whose records are arrays', async () => {
  const text = '[[1,"a","b",{"x":"]"}],[2,"c","d",{}]]';
  const source = sourceOf(new TextEncoder().encode(text), [1, 23]);
  const records: unknown[] = [];
  await readRows(source, [0, 1], {}, (read) => {
    if ('record' in read) records.push(read.record.value);
  });
  expect(records).toEqual([
    [1, 'a', 'b', { x: ']' }],
    [2, 'c', 'd', {}],
  ]);
});

test('distant rows are read separately, and rows in between are not returned', async () => {
  const filler = `{"n":0,"x":"${'x'.repeat(100_000)}"}\n`;
  const text = `{"n":1}\n${filler}{"n":2}\n{"n":3}\n${filler}`;
  const { texts, reads } = await read(text, [0, 2, 3]);
  expect(texts).toEqual(['{"n":1}', '{"n":2}', '{"n":3}']);
  expect(reads).toEqual([
    [0, 8],
    [8 + filler.length, 24 + filler.length],
  ]);
});

test('one read takes no more than a mebibyte, however many rows are adjacent', async () => {
  const record = `{"n":1,"x":"${'x'.repeat(300_000)}"}`;
  const last = '{"n":2}';
  const { texts, reads } = await read(`${record}\n`.repeat(7) + last);
  expect(texts).toEqual([...Array(7).fill(record), last]);
  expect(reads).toHaveLength(3);
  for (const [from, to] of reads) expect(to - from).toBeLessThanOrEqual(1024 * 1024);
});

test('nothing is returned or read after the signal has fired', async () => {
  const source = sourceOf(new TextEncoder().encode('{"n":1}\n{"n":2}\n'), [0, 8]);
  const abort = new AbortController();
  const rows: number[] = [];
  const run = () =>
    readRows(source, [0, 1], { signal: abort.signal }, (one) => {
      rows.push(one.row);
      abort.abort();
    });
  expect([await run(), await run()]).toEqual([false, false]);
  expect(rows).toEqual([0]);
  expect(source.reads).toHaveLength(1);
});

test('a real trace gives every record as JSON.parse of the whole file does', async () => {
  const path = corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz');
  const bytes = readTrace(path);
  const starts = [...bytes.keys()].filter((at) => bytes[at] === 0x1e).slice(1);
  const source = sourceOf(bytes, starts);
  const records: unknown[] = [];
  const whole = await readRows(source, [...starts.keys()], {}, (read) => {
    records.push('record' in read ? read.record.value : read.failure);
  });
  expect(whole).toBe(true);
  expect(records).toEqual(rawRecords(path));
  expect(source.reads.length).toBeLessThanOrEqual(Math.ceil(bytes.length / (512 * 1024)));
});

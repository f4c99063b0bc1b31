/** A record read again: its end found whatever stands around it, in as few reads as that takes. */
import { expect, test } from 'vitest';
import { QlogCutter } from '../../../../../../src/engine/input/formats/qlog/access/record-cutter.ts';
import {
  isMissing,
  type LoggedRecord,
  MAX_RECORD_BYTES,
} from '../../../../../../src/engine/input/formats/records.ts';
import { readRecord } from '../../../../../../src/engine/service/answers/records/read-record.ts';
import type { TextReader } from '../../../../../../src/engine/service/answers/records/text-reader.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function readerOf(bytes: Uint8Array): TextReader & { readonly reads: [number, number][] } {
  const reads: [number, number][] = [];
  return {
    fast: true,
    reads,
    read(from, to) {
      reads.push([from, to]);
      return Promise.resolve(bytes.subarray(from, to));
    },
  };
}

/** The text that is found, why it has no fields, and whether it is said to continue. */
async function recordAt(text: string, offset = 0) {
  const record = await readRecord(readerOf(encode(text)), new QlogCutter(), offset);
  return { text: record.text, damage: damageOf(record), shortened: record.print().shortened };
}

function damageOf({ fields }: LoggedRecord): string | null {
  return isMissing(fields) ? fields.missing : null;
}

test.each<[string, string, number, string]>([
  ['in a sequence', '\u001e{"a":1}\n\u001e{"b":2}\n', 0, '{"a":1}'],
  ['after white space', ' \r\n\t{"a":1}\n', 0, '{"a":1}'],
  ['in the middle of a file', '{"events":[{"a":1},{"b":[2,"}"]}]}', 19, '{"b":[2,"}"]}'],
  ['as an array', '[[1,"x",{"a":"\\"]"}],[2]]', 1, '[1,"x",{"a":"\\"]"}]'],
  ['at the very end', '{"a":{}}', 0, '{"a":{}}'],
])('%s', async (_case, text, offset, due) => {
  expect(await recordAt(text, offset)).toEqual({ text: due, damage: null, shortened: false });
});

test('a long one takes doubling reads, each byte once', async () => {
  const record = `{"a":"${'é'.repeat(40_000)}","b":[1,2]}`;
  const reader = readerOf(encode(`  ${record}\n{"next":1}`));
  const read = await readRecord(reader, new QlogCutter(), 1);
  expect([read.text, damageOf(read)]).toEqual([record, null]);
  expect(read.sizeBytes).toBe(encode(record).length);
  expect(reader.reads).toEqual([
    [1, 16_385],
    [16_385, 32_769],
    [32_769, 65_537],
    [65_537, 131_073],
  ]);
});

test.each([
  ['{"a":[1,2', '{"a":[1,2', 'the source ends inside the record', false],
  ['', '', 'the source ends inside the record', false],
  // A broken record ends with its line.
  ['{"a":1]}\n{"b":2}', '{"a":1]}', expect.stringContaining('JSON'), false],
  ['no record\u001e{"b":2}', 'no record', expect.stringContaining('JSON'), false],
  ['}', '}', expect.stringContaining('JSON'), true],
])('damaged: %j', async (text, due, damage, shortened) => {
  expect(await recordAt(text)).toEqual({ text: due, damage, shortened });
});

test('invalid UTF-8 becomes U+FFFD', async () => {
  const record = await readRecord(
    readerOf(new Uint8Array([0x5b, 0x22, 0xff, 0x22, 0x5d])),
    new QlogCutter(),
    0,
  );
  expect(record.print()).toEqual({ text: '[\n  "\ufffd"\n]', shortened: false });
});

test('reading a record without an end stops at 16 MiB', async () => {
  const bytes = new Uint8Array(MAX_RECORD_BYTES + 100_000).fill(0x61);
  bytes.set(encode('{"a":"'));
  const reader = readerOf(bytes);
  const read = await readRecord(reader, new QlogCutter(), 0);
  expect([damageOf(read), read.sizeBytes]).toEqual(['the record is longer than 16 MiB', MAX_RECORD_BYTES]);
  expect(read.print().shortened).toBe(true);
  expect(reader.reads.at(-1)).toEqual([MAX_RECORD_BYTES / 2, MAX_RECORD_BYTES]);
});

test('the signal and the progress reach the reader; its error reaches the caller', async () => {
  const { signal } = new AbortController();
  const onProgress = (): void => {};
  const reader: TextReader = {
    fast: false,
    read: (_from, _to, options) => Promise.reject(Object.assign(new Error('gone'), { options })),
  };
  const reading = readRecord(reader, new QlogCutter(), 0, { signal, onProgress });
  await expect(reading).rejects.toMatchObject({ message: 'gone', options: { signal, onProgress } });
});

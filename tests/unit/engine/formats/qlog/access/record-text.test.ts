/** A record read again: its end found whatever stands around it, and its text as the file has it. */
import { describe, expect, test } from 'vitest';
import {
  MAX_TEXT_BYTES,
  readRecord,
  recordText,
  type TextReader,
} from '../../../../../../src/engine/formats/qlog/access/record-text.ts';
import { MAX_RECORD_BYTES } from '../../../../../../src/engine/formats/qlog/records/sink.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

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

async function recordAt(text: string, offset = 0) {
  const { bytes, state } = await readRecord(readerOf(encode(text)), offset);
  return { text: decode(bytes), state };
}

describe('reading a record', () => {
  test.each<[string, string, number, string]>([
    ['in a sequence', '\u001e{"a":1}\n\u001e{"b":2}\n', 0, '{"a":1}'],
    ['behind white space', ' \r\n\t{"a":1}\n', 0, '{"a":1}'],
    ['in the middle of a file', '{"events":[{"a":1},{"b":[2,"}"]}]}', 19, '{"b":[2,"}"]}'],
    ['as an array', '[[1,"x",{"a":"\\"]"}],[2]]', 1, '[1,"x",{"a":"\\"]"}]'],
    ['at the very end', '{"a":{}}', 0, '{"a":{}}'],
  ])('%s', async (_case, text, offset, due) => {
    expect(await recordAt(text, offset)).toEqual({ text: due, state: 'whole' });
  });

  test('a long one takes doubling reads, each byte once', async () => {
    const record = `{"a":"${'é'.repeat(40_000)}","b":[1,2]}`;
    const reader = readerOf(encode(`  ${record}\n{"next":1}`));
    const { bytes, state } = await readRecord(reader, 1);
    expect([decode(bytes), state]).toEqual([record, 'whole']);
    expect(reader.reads).toEqual([
      [1, 16_385],
      [16_385, 32_769],
      [32_769, 65_537],
      [65_537, 131_073],
    ]);
  });

  test.each([
    ['cut', '{"a":[1,2', '{"a":[1,2'],
    ['cut', '', ''],
    ['broken', '{"a":1]}\n{"b":2}', '{"a":1]}'],
    ['broken', 'no record\u001e{"b":2}', 'no record'],
    ['broken-on', '}', '}'],
  ])('%s: %j', async (state, text, due) => {
    expect(await recordAt(text)).toEqual({ text: due, state });
  });

  test('reading a record without an end stops at 16 MiB', async () => {
    const bytes = new Uint8Array(MAX_RECORD_BYTES + 100_000).fill(0x61);
    bytes.set(encode('{"a":"'));
    const reader = readerOf(bytes);
    const read = await readRecord(reader, 0);
    expect([read.state, read.bytes.length]).toEqual(['too-large', MAX_RECORD_BYTES]);
    expect(reader.reads.at(-1)).toEqual([MAX_RECORD_BYTES / 2, MAX_RECORD_BYTES]);
  });

  test('the signal and the progress reach the reader; its error reaches the caller', async () => {
    const { signal } = new AbortController();
    const onProgress = (): void => {};
    const reader: TextReader = {
      fast: false,
      read: (_from, _to, options) => Promise.reject(Object.assign(new Error('gone'), { options })),
    };
    const reading = readRecord(reader, 0, { signal, onProgress });
    await expect(reading).rejects.toMatchObject({ message: 'gone', options: { signal, onProgress } });
  });
});

describe('printing a record', () => {
  test('two spaces, numbers on one line, every digit kept', () => {
    const text =
      '{"time":0.10,"name":"a\\u003cb {x,y}:","data":{"ssthresh":18446744073709551615,' +
      '"acked_ranges":[[0,41], [43 ,\n50]],"n":[ ],"o":{ },"s":["a",true,null],"n":1e5}}';
    expect(recordText(encode(text))).toEqual({
      cut: false,
      text: [
        '{',
        '  "time": 0.10,',
        '  "name": "a\\u003cb {x,y}:",',
        '  "data": {',
        '    "ssthresh": 18446744073709551615,',
        '    "acked_ranges": [',
        '      [0, 41],',
        '      [43, 50]',
        '    ],',
        '    "n": [],',
        '    "o": {},',
        '    "s": [',
        '      "a",',
        '      true,',
        '      null',
        '    ],',
        '    "n": 1e5',
        '  }',
        '}',
      ].join('\n'),
    });
  });

  test('printed text is the same JSON as before', () => {
    const value = { a: ['"', '\\', '\\"', [], [{}], [[1, -2.5e-3]]], 'k:,{': { ü: ' \n ' }, c: false };
    expect(JSON.parse(recordText(encode(JSON.stringify(value))).text)).toEqual(value);
    expect(recordText(encode(JSON.stringify(value, null, 7))).text).toBe(
      recordText(encode(JSON.stringify(value))).text,
    );
  });

  test.each(['{"a":[1,2', 'plain <b>text</b>', ''])('broken JSON stays as it stands: %j', (text) => {
    expect(recordText(encode(text))).toEqual({ text, cut: false });
  });

  test.each([
    ['one string', `{"a":"${'x'.repeat(5_000_000)}"}`],
    ['numbers', `{"a":[${'1,'.repeat(2_000_000)}1]}`],
    ['nesting', `${'[{"a":'.repeat(5000)}1${'}]'.repeat(5000)}`],
    ['two-byte characters', `{"a":"${'é'.repeat(200_000)}"}`],
    ['characters outside the first plane', `"${'😀'.repeat(100_000)}"`],
    ['broken JSON', '{'.repeat(300_000)],
  ])('a long record is cut at 256 KiB of UTF-8: %s', (_case, source) => {
    const { text, cut } = recordText(encode(source));
    const { length } = encode(text);
    expect(cut).toBe(true);
    expect(length).toBeLessThanOrEqual(MAX_TEXT_BYTES);
    expect(length).toBeGreaterThan(MAX_TEXT_BYTES - 4);
    expect(text).not.toMatch(/[\ud800-\udbff]$/);
  });

  test('invalid UTF-8 becomes U+FFFD', () => {
    expect(recordText(new Uint8Array([0x22, 0xff, 0x22]))).toEqual({ text: '"\ufffd"', cut: false });
  });
});

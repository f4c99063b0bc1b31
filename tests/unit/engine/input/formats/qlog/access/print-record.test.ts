/** A record of a qlog as it is shown: the text as the file has it, indented and bounded. */
import { expect, test } from 'vitest';
import {
  MAX_TEXT_BYTES,
  printRecord,
} from '../../../../../../../src/engine/input/formats/qlog/access/print-record.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

test('two spaces, numbers on one line, every digit kept', () => {
  const text =
    '{"time":0.10,"name":"a\\u003cb {x,y}:","data":{"ssthresh":18446744073709551615,' +
    '"acked_ranges":[[0,41], [43 ,\n50]],"n":[ ],"o":{ },"s":["a",true,null],"n":1e5}}';
  expect(printRecord(text)).toEqual({
    shortened: false,
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
  expect(JSON.parse(printRecord(JSON.stringify(value)).text)).toEqual(value);
  expect(printRecord(JSON.stringify(value, null, 7)).text).toBe(printRecord(JSON.stringify(value)).text);
});

test.each(['{"a":[1,2', 'plain <b>text</b>', ''])('broken JSON stays as it stands: %j', (text) => {
  expect(printRecord(text)).toEqual({ text, shortened: false });
});

test.each([
  ['one string', `{"a":"${'x'.repeat(5_000_000)}"}`],
  ['numbers', `{"a":[${'1,'.repeat(2_000_000)}1]}`],
  ['nesting', `${'[{"a":'.repeat(5000)}1${'}]'.repeat(5000)}`],
  ['two-byte characters', `{"a":"${'é'.repeat(200_000)}"}`],
  ['characters outside the first plane', `"${'😀'.repeat(100_000)}"`],
  ['broken JSON', '{'.repeat(300_000)],
])('a long record is cut at 256 KiB of UTF-8: %s', (_case, source) => {
  const { text, shortened } = printRecord(source);
  const { length } = encode(text);
  expect(shortened).toBe(true);
  expect(length).toBeLessThanOrEqual(MAX_TEXT_BYTES);
  expect(length).toBeGreaterThan(MAX_TEXT_BYTES - 4);
  expect(text).not.toMatch(/[\ud800-\udbff]$/);
});

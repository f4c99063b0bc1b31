/** Which traces a link names: an address as long as can be read back is named, a longer one is not. */
import { describe, expect, test } from 'vitest';
import { formatLink } from '../../../../src/sharing/link/format.ts';
import { parseLink } from '../../../../src/sharing/link/parse.ts';
import {
  EMPTY_LINK,
  type FileRef,
  fingerprintsOf,
  MAX_SEGMENTS,
  MAX_URL,
} from '../../../../src/sharing/link/state.ts';
import { formatTrace, readTrace } from '../../../../src/sharing/link/trace-refs.ts';

const urlOf = (length: number): string => 'https://a.example/'.padEnd(length, 'x');

test.each([
  [MAX_URL - 1, true],
  [MAX_URL, true],
  [MAX_URL + 1, false],
])('an address of %i characters: %s', (length, named) => {
  const ref = { kind: 'src', url: urlOf(length) } as const;
  const text = formatTrace(ref);
  expect(text).toBe(named ? `src=${ref.url}` : null);
  expect(readTrace('src', ref.url)).toEqual(named ? ref : `it is longer than 2,000 characters`);
});

test.each([
  ['a', true],
  ['a'.repeat(64), true],
  ['a'.repeat(65), false],
  ['', false],
  ['A', false],
  ['a/b', false],
])('an example of the name %s: %s', (id, known) => {
  expect(readTrace('example', id)).toEqual(
    known ? { kind: 'example', id } : 'it is not the name of an example',
  );
});

describe('a trace of several files', () => {
  const print = (number: number) => ({ name: `a b.${number}.qlog`, sizeBytes: number, hash: 'A'.repeat(16) });
  const ref: FileRef = { kind: 'file', fingerprint: print(0), segments: [print(1), print(2)] };

  test('is named by all of them, in order, and counts as one', () => {
    const text = formatLink({ ...EMPTY_LINK, traces: [{ kind: 'example', id: 'reno' }, ref], shown: 1 });
    expect(text).toBe(
      'v=2&example=reno&file=0.AAAAAAAAAAAAAAAA.a%20b.0.qlog&segment=1.AAAAAAAAAAAAAAAA.a%20b.1.qlog' +
        '&segment=2.AAAAAAAAAAAAAAAA.a%20b.2.qlog&show=2',
    );
    const { state, dropped } = parseLink(text);
    expect(dropped).toEqual([]);
    expect(state.traces[1]).toEqual(ref);
    expect(state.shown).toBe(1);
    expect(fingerprintsOf(ref).map(({ sizeBytes }) => sizeBytes)).toEqual([0, 1, 2]);
  });

  test('loses a file that cannot be read, which is said', () => {
    const { state, dropped } = parseLink(
      'v=2&segment=3.AAAAAAAAAAAAAAAA&file=0.AAAAAAAAAAAAAAAA&segment=x&segment=1.AAAAAAAAAAAAAAAA',
    );
    expect(dropped).toEqual([
      { part: 'segment=3.AAAAAAAAAAAAAAAA', why: 'it stands behind no file' },
      { part: 'segment=x', why: 'it is not a fingerprint of a file (size, hash and name)' },
    ]);
    expect(state.traces.flatMap((one) => (one.kind === 'file' ? fingerprintsOf(one) : []))).toHaveLength(2);
  });

  test('holds 100 files at most', () => {
    const segments = '&segment=1.AAAAAAAAAAAAAAAA'.repeat(MAX_SEGMENTS + 1);
    const { state, dropped } = parseLink(`v=2&file=0.AAAAAAAAAAAAAAAA${segments}`);
    expect(dropped).toEqual([{ part: 'segment=1.AAAAAAAAAAAAAAAA', why: 'a trace holds 100 files at most' }]);
    expect(fingerprintsOf(state.traces[0] as FileRef)).toHaveLength(100);
  });

  test('is unknown to the first version of links', () => {
    const { state, dropped } = parseLink('v=1&file=0.AAAAAAAAAAAAAAAA&segment=1.AAAAAAAAAAAAAAAA');
    expect(dropped).toEqual([]);
    expect(state.traces).toEqual([{ kind: 'file', fingerprint: { ...print(0), name: '' } }]);
  });
});

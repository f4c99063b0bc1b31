/** Which traces a link names: an address as long as can be read back is named, a longer one is not. */
import { describe, expect, test } from 'vitest';
import type { Fingerprint } from '../../../../src/sharing/link/fingerprint.ts';
import { formatLink } from '../../../../src/sharing/link/format.ts';
import { parseLink } from '../../../../src/sharing/link/parse.ts';
import {
  EMPTY_LINK,
  type FileRef,
  fingerprintsOf,
  MAX_FRAGMENT,
  MAX_NAMED_SEGMENTS,
  MAX_SEGMENTS,
  MAX_URL,
  type RunRef,
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

describe('a run of the lab', () => {
  const run = (changes: Partial<RunRef> = {}): RunRef => ({
    ...{ kind: 'run', scenario: 'incident', variant: 'defect', seed: 7, end: 'sender', fields: [] },
    ...changes,
  });

  test.each([
    [run(), 'run=incident/defect/7/sender'],
    [run({ seed: 0, end: 'receiver' }), 'run=incident/defect/0/receiver'],
    [run({ seed: 2 ** 31 }), 'run=incident/defect/2147483648/sender'],
    [run({ variant: 'cubic:threshold:0.5:<' }), 'run=incident/cubic:threshold:0.5:%3C/7/sender'],
    [run({ fields: ['direction:down', 'rtt:0.1'] }), 'run=incident/defect/7/sender/direction:down/rtt:0.1'],
  ])('is named by what it is made of: %#', (ref, text) => {
    expect(formatTrace(ref)).toBe(text);
    expect(parseLink(`v=8&${text}`).state.traces).toEqual([ref]);
  });

  test('has its fields in one order', () => {
    expect(readTrace('run', 'incident/defect/7/sender/rtt:20/from:60')).toEqual(
      run({ fields: ['from:60', 'rtt:20'] }),
    );
  });

  const noSeed = 'its third part is not a seed, a whole number from 0 to 2147483648';
  const noField = 'a field of it is not written as rtt:20';
  test.each([
    ['', 'its first part is not the id of a scenario'],
    ['Incident/defect/7/sender', 'its first part is not the id of a scenario'],
    [`${'x'.repeat(41)}/defect/7/sender`, 'its first part is not the id of a scenario'],
    ['incident', 'its second part is not the id of a variant'],
    ['incident/a b/7/sender', 'its second part is not the id of a variant'],
    [`incident/${'x'.repeat(61)}/7/sender`, 'its second part is not the id of a variant'],
    ['incident/defect', noSeed],
    ['incident/defect/-1/sender', noSeed],
    ['incident/defect/1e3/sender', noSeed],
    ['incident/defect/2147483649/sender', noSeed],
    ['incident/defect/99999999999999999999/sender', noSeed],
    ['incident/defect/7', 'its fourth part is neither sender nor receiver'],
    ['incident/defect/7/both', 'its fourth part is neither sender nor receiver'],
    ['incident/defect/7/sender/', noField],
    ['incident/defect/7/sender/rtt', noField],
    ['incident/defect/7/sender/__proto__:1', noField],
    [`incident/defect/7/sender/rtt:${'1'.repeat(31)}`, noField],
    ['incident/defect/7/sender/rtt:%3Cimg%3E', noField],
    ['incident/defect/7/sender/rtt:1/rtt:2', 'a field of it is there twice'],
    [`incident/defect/7/sender${'/a:1'.repeat(60)}`, 'it has more than 50 fields'],
    ['incident/%E0%A4%A', 'it contains a damaged escape'],
  ])('of the wrong form is left out with the reason: %s', (text, why) => {
    expect(readTrace('run', text)).toBe(why);
    const { state, dropped } = parseLink(`v=8&run=${text}&example=reno&show=2&t=1-2`);
    expect(dropped.map((part) => part.why)).toEqual([why]);
    expect(state).toMatchObject({ traces: [{ kind: 'example', id: 'reno' }], shown: 0 });
    expect(state.view.range).not.toBeNull();
  });
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
      { part: 'segment=3.AAAAAAAAAAAAAAAA', why: 'no file stands before it' },
      { part: 'segment=x', why: 'it is not a fingerprint of a file (size, hash and name)' },
    ]);
    expect(state.traces.flatMap((one) => (one.kind === 'file' ? fingerprintsOf(one) : []))).toHaveLength(2);
  });

  const many = (first: number, files: number): FileRef => {
    const [fingerprint, ...segments] = Array.from({ length: files }, (_, i) => print(first + i));
    return { kind: 'file', fingerprint: fingerprint as Fingerprint, segments };
  };

  test('of as many files as a link may name is written and read again, the later ones without names', () => {
    const trace = many(100, MAX_SEGMENTS + 1);
    const text = formatLink({ ...EMPTY_LINK, traces: [trace] });
    expect(text.length).toBeLessThan(MAX_FRAGMENT);
    const { state, dropped } = parseLink(text);
    expect(dropped).toEqual([]);
    const files = fingerprintsOf(state.traces[0] as FileRef);
    expect(files.map(({ sizeBytes }) => sizeBytes)).toEqual(
      fingerprintsOf(trace).map(({ sizeBytes }) => sizeBytes),
    );
    expect(files[MAX_NAMED_SEGMENTS]?.name).toBe('a b.119.qlog');
    expect(files[MAX_NAMED_SEGMENTS + 1]?.name).toBe('');
    expect(formatLink(state)).toBe(text);
  });

  test('of more files than a link may name is not written, nor its view', () => {
    const view = { ...EMPTY_LINK.view, finding: 'x' };
    const traces = [many(0, MAX_SEGMENTS + 2), many(0, 2)];
    expect(formatLink({ ...EMPTY_LINK, traces, view })).toBe(
      'v=2&file=0.AAAAAAAAAAAAAAAA.a%20b.0.qlog&segment=1.AAAAAAAAAAAAAAAA.a%20b.1.qlog',
    );
  });

  test('that is shown is named before others, where not all can be', () => {
    const traces = [many(0, 500), many(1000, 600), many(2000, 400), many(3000, 3)];
    const read = (shown: number) => {
      const { state, dropped } = parseLink(formatLink({ ...EMPTY_LINK, traces, shown }));
      expect(dropped).toEqual([]);
      return [state.shown, state.traces.map((one) => (one as FileRef).fingerprint.sizeBytes)];
    };
    expect(read(0)).toEqual([0, [0, 2000, 3000]]);
    expect(read(1)).toEqual([0, [1000, 2000]]);
  });

  test('loses the files after the last that a link may name, which is said', () => {
    const segments = '&segment=1.AAAAAAAAAAAAAAAA'.repeat(MAX_SEGMENTS + 1);
    const { state, dropped } = parseLink(`v=2&file=0.AAAAAAAAAAAAAAAA${segments}`);
    expect(dropped).toEqual([
      { part: 'segment=1.AAAAAAAAAAAAAAAA', why: 'a link holds 999 further files of traces at most' },
    ]);
    expect(fingerprintsOf(state.traces[0] as FileRef)).toHaveLength(1000);
  });

  test('is unknown to the first version of links', () => {
    const { state, dropped } = parseLink('v=1&file=0.AAAAAAAAAAAAAAAA&segment=1.AAAAAAAAAAAAAAAA');
    expect(dropped).toEqual([]);
    expect(state.traces).toEqual([{ kind: 'file', fingerprint: { ...print(0), name: '' } }]);
  });
});

/**
 * Every answer from outside, by hosts that answer in a way of their own: no more is taken of it than it may have, what came
 * instead is said with its address, and no connection stays open. Bytes are counted where they are sent.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { StoreClient } from '../../../src/app/backend/store-client.ts';
import { ANSWER_BYTES } from '../../../src/engine/input/bytes/answer-limits.ts';
import {
  type Answering,
  type OddAnswer,
  type OddHost,
  ON_THE_WAY_BYTES,
  oddHost,
  part,
  plain,
  unended,
} from '../../support/odd-host.ts';
import { lowerLimits, OUTSIDE, type Outside, problemOf, wellOf } from '../../support/outside-answers.ts';

let host: OddHost;
let restoreLimits: () => void;

beforeAll(async () => {
  host = await oddHost();
  vi.stubGlobal('location', { origin: 'https://page.example', href: 'https://page.example/' });
  vi.stubGlobal('document', { baseURI: host.urlOf('/') });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await host.close();
});
beforeEach(() => {
  restoreLimits = lowerLimits();
});
afterEach(() => restoreLimits());

const limitOf = ({ kind }: Outside): number => ANSWER_BYTES[kind];

async function allClosed(): Promise<void> {
  await vi.waitFor(() => expect(host.open).toBe(0), { timeout: 5_000, interval: 5 });
}

/** What the asked-for answer is instead; everything else is as it should be. */
function instead(outside: Outside, odd: (well: OddAnswer) => OddAnswer): Answering {
  const well = wellOf(outside);
  return (asked) => {
    const answer = well(asked);
    // Of a signer: the store's own questions.
    const isAsked = asked.path === outside.path && asked.method !== 'HEAD';
    return isAsked && (outside.isRange === undefined || asked.range !== null) ? odd(answer) : answer;
  };
}

/** Those that are told apart by what came, not by its status. */
const ODD: readonly (readonly [name: string, odd: (well: OddAnswer) => OddAnswer, words: RegExp | null])[] = [
  [
    'without an end',
    ({ body, status, headers }) => unended(body, 'endless', { status, headers: rangeOnly(headers) }),
    /has more than .* to give|gave more than/,
  ],
  [
    'announced as endless',
    ({ body, status, headers }) => ({
      ...unended(body, 'stalled', { status }),
      headers: { ...headers, 'content-length': `${2 ** 50}` },
    }),
    null,
  ],
  [
    'cut',
    ({ body, ...well }) => ({ ...well, body: body.subarray(0, body.length >> 1), end: 'cut' as const }),
    null,
  ],
  ['with status 500', ({ body }) => plain(body.subarray(0, 10), { status: 500 }), /500/],
  ['with status 500 and without an end', ({ body }) => unended(body, 'endless', { status: 500 }), /500/],
  ['with status 416', () => plain(new Uint8Array(0), { status: 416 }), /416/],
];

/** Without the length. */
function rangeOnly(headers: OddAnswer['headers']): OddAnswer['headers'] {
  return headers['content-range'] === undefined ? {} : { 'content-range': headers['content-range'] };
}

test('every limit is one of an answer that is read here', () => {
  expect(new Set(OUTSIDE.map(({ kind }) => kind))).toEqual(new Set(Object.keys(ANSWER_BYTES)));
});

describe.each(OUTSIDE)('$name', (outside) => {
  test('is read from a host that is well', async () => {
    host.give(wellOf(outside));
    expect(await problemOf(outside, host)).toBeNull();
    await allClosed();
  });

  test.each(ODD)('%s', async (name, odd, words) => {
    // A stream has no limit to its announcement: what does not come is waited for until Cancel.
    if (outside.kind === 'trace' && name === 'announced as endless') return;
    host.give(instead(outside, odd));
    const problem = await problemOf(outside, host);
    expect(problem).not.toBeNull();
    if (words !== null) expect(problem).toMatch(words);
    expect(problem).toContain(host.host);
    expect(host.sentBytes).toBeLessThan(limitOf(outside) + ON_THE_WAY_BYTES);
    await allClosed();
  });
});

/** The others end with their worker (tests/e2e/odd-hosts.spec.ts). */
const CANCELLED = OUTSIDE.filter(({ takesSignal }) => takesSignal === true).flatMap((outside) =>
  (['silent', 'stalled'] as const).map((end) => [outside.name, end, outside] as const),
);

test.each(CANCELLED)(
  '%s, from a host that is %s, ends with the signal of whoever asks',
  async (_, end, outside) => {
    const cancel = new AbortController();
    host.give(instead(outside, ({ body, ...well }) => ({ ...well, body: body.subarray(0, 10), end })));
    const read = outside.read(host, cancel.signal);
    await vi.waitFor(() => expect(host.open).toBe(1), { interval: 1 });
    cancel.abort(new Error('cancelled here'));
    await expect(read).rejects.toThrow('cancelled here');
    await allClosed();
  },
);

const RANGES: readonly (readonly [
  name: string,
  odd: (well: OddAnswer, file: Uint8Array) => OddAnswer,
  words: RegExp,
])[] = [
  ['all of it (200)', (_, file) => plain(file), /it answered 200\)$/],
  ['all of it (200), endless', (_, file) => unended(file, 'endless'), /it answered 200\)$/],
  [
    'another range',
    ({ body }, file) => part(file, [100, 100 + body.length]),
    /it gave bytes 100-\d+\/\d+\)$/,
  ],
  [
    'a shorter one',
    ({ body, headers }, file) => {
      const from = Number(/\d+/.exec(headers['content-range'] ?? '')?.[0]);
      return part(file, [from, from + body.length - 1]);
    },
    /it gave bytes \d+-\d+\/\d+\)$/,
  ],
  ['no range', ({ body }) => plain(body, { status: 206 }), /a part without saying which\)$/],
  [
    'fewer bytes than it says',
    ({ body, headers }) => plain(body.subarray(1), { status: 206, headers: rangeOnly(headers) }),
    /it gave \d+ bytes\)$/,
  ],
  [
    'more bytes than it says',
    ({ body, headers }) =>
      unended(new Uint8Array([...body, 1]), 'whole', { status: 206, headers: rangeOnly(headers) }),
    /it gave more than \d+ bytes\)$/,
  ],
  [
    'fewer bytes than it says, and hides how many',
    ({ body, headers }) => unended(body.subarray(1), 'whole', { status: 206, headers: rangeOnly(headers) }),
    /it gave \d+ bytes\)$/,
  ],
];

describe.each(OUTSIDE.filter(({ isRange }) => isRange === true))('$name', (outside) => {
  test.each(RANGES)('given as %s', async (_, odd, words) => {
    // The first range of a fleet says whether its host has ranges.
    let asked = 0;
    const isLater = (): boolean => outside.name !== 'columns of a fleet' || ++asked > 1;
    host.give(instead(outside, (well) => (isLater() ? odd(well, outside.file) : well)));
    const problem = await problemOf(outside, host);
    expect(problem).toMatch(words);
    expect(problem).toContain(`${host.host}${outside.path} did not give the part that was asked for`);
    expect(host.sentBytes).toBeLessThan(limitOf(outside) + ON_THE_WAY_BYTES);
    await allClosed();
  });
});

describe('what is no Parquet', () => {
  const fleet = OUTSIDE.find(({ kind }) => kind === 'parquet') as Outside;
  const PAGE = new TextEncoder().encode('<!doctype html><title>sign in</title>');

  test.each([
    ['whole', () => plain(PAGE)],
    ['endless', () => unended(PAGE, 'endless')],
    ['empty', () => plain(new Uint8Array(0))],
    ['shorter than its first bytes', () => plain(new Uint8Array([0x50, 0x41]))],
  ] as const)('and %s is known by its first bytes, and nothing more is asked', async (_, answering) => {
    host.give(answering);
    expect(await problemOf(fleet, host)).toMatch(/no Parquet: its first bytes are not PAR1/);
    expect(host.requests).toEqual(['GET /fleet.parquet bytes=0-3']);
    expect(host.sentBytes).toBeLessThan(ON_THE_WAY_BYTES);
    await allClosed();
  });

  test('on a host with ranges is known by them, and nothing more is asked', async () => {
    host.give(({ range }) => part(PAGE, range ?? [0, PAGE.length]));
    expect(await problemOf(fleet, host)).toMatch(/no Parquet/);
    expect(host.requests).toEqual(['GET /fleet.parquet bytes=0-3']);
  });

  test('a fleet that is another one by now is not read on', async () => {
    let asked = 0;
    const grown = new Uint8Array([...fleet.file, 0]);
    host.give(({ range }) => part(asked++ === 0 ? fleet.file : grown, range ?? [0, 4]));
    expect(await problemOf(fleet, host)).toMatch(/changed on 127\.0\.0\.1/);
  });
});

describe('what a store answers to what is put there', () => {
  test('is not read: an answer without an end is given up', async () => {
    const file = new Uint8Array(0);
    host.give(({ method }) => (method === 'PUT' ? unended(file, 'endless') : plain(file, { status: 404 })));
    const client = new StoreClient({ base: host.urlOf('/'), sign: null, maxBytes: null });
    const name = `${'0'.repeat(64)}.gz`;
    await expect(client.put(name, new Blob(['x']), new AbortController().signal)).rejects.toThrow(
      /answered as if/,
    );
    expect(host.sentBytes).toBeLessThan(ON_THE_WAY_BYTES);
    await allClosed();
  });
});

/**
 * Hosts that answer in any way: every answer from outside is read from hosts whose status, headers, bytes and end are drawn.
 * Reading ends with all bytes or with words about why not, no more is taken than an answer may have, and no connection
 * stays open. The seed is printed; `QLOGSCOPE_SEED` draws the same again.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ANSWER_BYTES } from '../../src/engine/input/bytes/answer-limits.ts';
import { type OddAnswer, type OddHost, ON_THE_WAY_BYTES, oddHost } from '../support/odd-host.ts';
import { lowerLimits, OUTSIDE, type Outside, wellOf } from '../support/outside-answers.ts';
import { SEED } from '../support/tier.ts';

const RUNS_OF_EACH = 150;
/** What stalls is cut after this. */
const PATIENCE_MS = 40;
/**
 * Most bytes of a body that is said to be gzip, and is none: `fetch` of Node 20 may never end the reading of one that is a little longer
 * than a buffer of its socket and ends at once. Browsers end it; the program reads from outside in them alone.
 */
const MOST_MISLABELLED_BYTES = 60_000;

let host: OddHost;
let restoreLimits: () => void;
const seen = new Map<string, number>();

beforeAll(async () => {
  host = await oddHost();
  vi.stubGlobal('location', { origin: 'https://page.example', href: 'https://page.example/' });
  vi.stubGlobal('document', { baseURI: host.urlOf('/') });
  restoreLimits = lowerLimits();
});
afterAll(async () => {
  restoreLimits();
  vi.unstubAllGlobals();
  await host.close();
  console.info(`seed ${SEED}: ${[...seen].map(([what, n]) => `${n} ${what}`).join(', ')}`);
});

const odd = fc.record({
  status: fc.option(fc.constantFrom(200, 204, 206, 301, 304, 401, 404, 416, 429, 500, 503), { freq: 2 }),
  body: fc.oneof(
    { weight: 4, arbitrary: fc.constant({ kind: 'right' as const }) },
    fc.record({ kind: fc.constant('prefix' as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
    fc.record({ kind: fc.constant('longer' as const), by: fc.integer({ min: 1, max: 300_000 }) }),
    fc.record({ kind: fc.constant('other' as const), bytes: fc.uint8Array({ maxLength: 200 }) }),
    fc.record({ kind: fc.constant('spoilt' as const), at: fc.nat(), by: fc.integer({ min: 1, max: 255 }) }),
  ),
  length: fc.constantFrom(
    'right',
    'right',
    'none',
    'none',
    '0',
    '7',
    `${2 ** 50}`,
    '99999999999999999999',
    'x',
  ),
  range: fc.constantFrom(
    'right',
    'right',
    'right',
    'none',
    'bytes 0-3/4',
    'bytes 0-3/*',
    'bytes */9',
    'items 0-3/4',
  ),
  encoding: fc.constantFrom(null, null, null, null, 'identity', 'gzip', 'nonsense'),
  end: fc.constantFrom<OddAnswer['end']>('whole', 'whole', 'whole', 'endless', 'stalled', 'cut', 'silent'),
});
type Odd = typeof odd extends fc.Arbitrary<infer T> ? T : never;

function bodyOf({ body }: Odd, right: Uint8Array): Uint8Array {
  switch (body.kind) {
    case 'right':
      return right;
    case 'prefix':
      return right.subarray(0, Math.floor(right.length * body.share));
    case 'longer':
      return new Uint8Array([...right, ...new Uint8Array(body.by)]);
    case 'other':
      return body.bytes;
    case 'spoilt': {
      const bytes = right.slice();
      if (bytes.length > 0) bytes[body.at % bytes.length]! ^= body.by;
      return bytes;
    }
  }
}

function answerOf(drawn: Odd, well: OddAnswer): OddAnswer {
  const most = drawn.encoding === 'gzip' ? MOST_MISLABELLED_BYTES : Number.POSITIVE_INFINITY;
  const body = bodyOf(drawn, well.body).subarray(0, most);
  const range = drawn.range === 'right' ? well.headers['content-range'] : drawn.range;
  const length = drawn.length === 'right' ? `${body.length}` : drawn.length;
  const ranges = well.headers['accept-ranges'];
  return {
    status: drawn.status ?? well.status,
    headers: {
      ...(ranges !== undefined && { 'accept-ranges': ranges }),
      ...(range !== undefined && range !== 'none' && { 'content-range': range }),
      ...(length !== 'none' && { 'content-length': length }),
      ...(drawn.encoding !== null && { 'content-encoding': drawn.encoding }),
    },
    body,
    end: drawn.end,
  };
}

/** What the reading came to: all bytes, or why not. */
async function read(outside: Outside): Promise<'all' | Error | string> {
  const cut = setInterval(() => host.cut(), PATIENCE_MS);
  try {
    return (await outside.read(host, new AbortController().signal)) ?? 'all';
  } catch (error) {
    return error as Error;
  } finally {
    clearInterval(cut);
  }
}

/** What is no answer to a host, but a mistake of the program. */
const MISTAKES = [TypeError, RangeError, ReferenceError, SyntaxError];

test.each(OUTSIDE)('$name', async (outside) => {
  const well = wellOf(outside);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(odd, { freq: 3 }), { minLength: 1, maxLength: 4 }), async (drawn) => {
      let asked = 0;
      host.give((question) => {
        // After the last, and where none is drawn, it is well.
        const one = drawn[asked++] ?? null;
        return one === null ? well(question) : answerOf(one, well(question));
      });
      const result = await read(outside);
      for (const Mistake of MISTAKES) expect(result).not.toBeInstanceOf(Mistake);
      const limit = ANSWER_BYTES[outside.kind] + ON_THE_WAY_BYTES;
      expect(host.sentBytes).toBeLessThan(limit * Math.max(1, host.requests.length));
      await vi.waitFor(() => expect(host.open).toBe(0), { timeout: 20_000, interval: 2 });
      const what = result === 'all' ? 'read' : result instanceof Error ? result.constructor.name : 'said';
      seen.set(what, (seen.get(what) ?? 0) + 1);
    }),
    { numRuns: RUNS_OF_EACH },
  );
});

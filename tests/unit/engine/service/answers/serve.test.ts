/** The worker's end of requests: every kind is answered over messages, with progress, cancel, failures and transfers. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RequestFailed } from '../../../../../src/engine/reading/contract/request-failed.ts';
import type { BodyOf, RequestKind } from '../../../../../src/engine/reading/contract/requests';
import { SHARE_NOTHING } from '../../../../../src/engine/reading/contract/share-options.ts';
import type { WindowRequest } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { type HandlerTools, transferring } from '../../../../../src/engine/service/answers/handler.ts';
import { HANDLERS, lazily } from '../../../../../src/engine/service/answers/handlers.ts';
import {
  type FromWorker,
  type RequestMessage,
  serve,
  type ToWorker,
} from '../../../../../src/engine/service/answers/serve.ts';
import { TraceSession } from '../../../../../src/engine/service/answers/session.ts';
import { readTrace } from '../../../../support/load.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';

const FILE = corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz');
const RANGE = { connection: 0, fromUs: 0, toUs: 1e6 };
const EXPORT = { ...RANGE, options: SHARE_NOTHING, fileName: 'a' };
const EVENTS = {
  connection: 0,
  filter: 'frames.frame_type = ack',
  scope: null,
  first: 0,
  count: 5,
  anchorUs: null,
};
const WINDOW: WindowRequest = {
  connection: 0,
  window: { fromUs: 0, columnUs: 4096, columns: 100 },
  visible: { fromUs: 0, toUs: 4096 * 100 },
  series: ['cwnd'],
  parts: ['sequence', 'limits', 'ptos', 'recovery'],
  model: { id: 'newreno', freeFromUs: null },
};
interface Case<K extends RequestKind> {
  readonly body: BodyOf<K>;
  /** What the answer holds. */
  readonly due: object | null;
}
/** One of each: a kind without a line here fails the type check. */
const CASES: { readonly [K in RequestKind]: Case<K> } = {
  window: { body: WINDOW, due: { series: [{ id: 'cwnd' }], window: WINDOW.window } },
  events: { body: EVENTS, due: { done: true, filterError: null, first: 0 } },
  record: { body: { connection: 0, row: 5 }, due: { row: 5, shortened: false } },
  measure: { body: RANGE, due: { fromUs: 0, toUs: 1e6, ptoMethod: 'counted' } },
  rows: { body: { ...RANGE, series: ['cwnd'] }, due: { fromUs: 0, columns: [{ info: { id: 'cwnd' } }] } },
  outline: { body: { connection: 0 }, due: { arrived: { quantity: 'goodput' }, outcome: 'open' } },
  packetColumns: { body: { connection: 0 }, due: { paths: 1, lossMethod: 'counted' } },
  connectivity: { body: { connection: 0 }, due: { version: 'v1 (0x1)' } },
  http: {
    body: { connection: 0, order: 'start', from: 0, count: 5 },
    due: { rows: [{ streamId: 0 }], order: 'start', total: 1 },
  },
  packetSearch: {
    body: { connection: 0, search: { kind: 'named', space: '1-RTT', packetNumber: 3 } },
    due: { space: '1-RTT', packetNumber: 3 },
  },
  packetFacts: {
    body: { connection: 0, space: '1-RTT', packetNumber: 3 },
    due: { packetNumber: 3, whyNoFrames: null, frames: expect.any(Array) },
  },
  streams: {
    body: { connection: 0, order: 'start', from: 0, count: 10 },
    due: { from: 0, unusable: 0, beyond: 0 },
  },
  stretches: {
    body: { connection: 0, of: { kind: 'held', key: 'held.window.doesNotGrow' } },
    due: {
      longest: { fromUs: expect.any(Number) },
      records: [
        { place: 'longest', shows: { kind: 'field', paths: ['congestion_window'] } },
        { place: 'first' },
      ],
    },
  },
  export: { body: EXPORT, due: { figures: { sourceEvents: expect.any(Number) } } },
  whatIf: {
    body: { connection: 0, controller: null },
    due: { refusal: null, check: { own: { id: 'cubic-shift-from-last-send' } }, run: null },
  },
  closedLoop: {
    body: { connection: 0 },
    due: expect.arrayContaining([
      expect.objectContaining({
        id: 'death-spiral',
        closedLoop: {
          bytes: Number.NaN,
          us: expect.any(Number),
          words: expect.stringContaining('closed loop'),
        },
      }),
    ]),
  },
  watch: { body: { connection: 0 }, due: null },
};
const KINDS = Object.keys(CASES) as RequestKind[];

const session = new TraceSession(() => undefined);
beforeAll(() =>
  session.open({ kind: 'file', file: new File([new Uint8Array(readTrace(FILE))], 'a.sqlog.gz') }),
);

let posted: { readonly message: FromWorker; readonly transfer: readonly ArrayBuffer[] }[];
let defects: unknown[];
let wake: () => void;

beforeEach(() => {
  posted = [];
  defects = [];
  wake = () => undefined;
});

/** A worker over a session; what it posts is taken down as it is posted. */
function worker(over: Parameters<typeof serve>[0] = session): (message: ToWorker) => void {
  return serve(over, {
    post: (message, transfer) => {
      posted.push({ message, transfer });
      wake();
    },
    onDefect: (error) => {
      defects.push(error);
      wake();
    },
  });
}

const requestOf = <K extends RequestKind>(id: number, kind: K): RequestMessage =>
  ({ type: 'request', id, kind, body: CASES[kind].body }) as RequestMessage;

async function until(isThere: () => boolean): Promise<void> {
  while (!isThere())
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
}

const lastOf = (id: number) =>
  posted.find(({ message }) => 'id' in message && message.id === id && message.type !== 'progress');

describe('a worker', () => {
  test.each(KINDS)('answers %s', async (kind) => {
    worker()(requestOf(1, kind));
    await until(() => lastOf(1) !== undefined);
    const message = lastOf(1)?.message;
    if (message?.type !== 'answer') throw new Error(`no answer: ${JSON.stringify(message)}`);
    const { due } = CASES[kind];
    if (due === null) expect(message.answer).toBeNull();
    else expect(message.answer).toMatchObject(due);
    expect(posted.filter(({ message: { type } }) => type === 'answer')).toHaveLength(1);
  });

  test.each(KINDS)('refuses %s of an unknown connection', async (kind) => {
    const body = { ...CASES[kind].body, connection: 7 };
    worker()({ type: 'request', id: 2, kind, body } as RequestMessage);
    await until(() => lastOf(2) !== undefined);
    const reason = 'The file does not hold this connection.';
    expect(lastOf(2)?.message).toEqual({ type: 'failed', id: 2, reason });
  });

  test('answers requests in parallel, each under its own id', async () => {
    const take = worker();
    for (const [i, kind] of KINDS.entries()) take(requestOf(i, kind));
    await until(() => KINDS.every((_, i) => lastOf(i) !== undefined));
    expect(KINDS.map((_, i) => lastOf(i)?.message.type)).toEqual(KINDS.map(() => 'answer'));
    take({ type: 'ping' });
    expect(posted.at(-1)?.message).toEqual({ type: 'alive' });
  });
});

describe('what is transferred', () => {
  const TRANSFERRED = ['window', 'rows', 'outline', 'packetColumns'] as const;
  const sizes = (buffers: readonly ArrayBuffer[]): readonly number[] =>
    buffers.map(({ byteLength }) => byteLength);

  test.each(TRANSFERRED)('is said by %s, and the worker keeps none of it', async (kind) => {
    const take = worker();
    take(requestOf(1, kind));
    await until(() => lastOf(1) !== undefined);
    const { message, transfer } = lastOf(1) as (typeof posted)[number];
    expect(transfer.length).toBeGreaterThan(1);
    const before = structuredClone(message);
    structuredClone(message, { transfer: [...transfer] });
    expect(new Set(sizes(transfer))).toEqual(new Set([0]));
    take(requestOf(2, kind));
    await until(() => lastOf(2) !== undefined);
    expect({ ...lastOf(2)?.message, id: 1 }).toEqual(before);
  });

  test.each(KINDS.filter((kind) => !TRANSFERRED.some((one) => one === kind)))(
    'is nothing where a handler says nothing: %s',
    async (kind) => {
      worker()(requestOf(1, kind));
      await until(() => lastOf(1) !== undefined);
      expect(lastOf(1)?.transfer).toEqual([]);
    },
  );

  test('is only what a handler names: a buffer that the worker keeps is copied', async () => {
    const [kept, given] = [new Float64Array([1, 2, 3]), new Float64Array([4, 5])];
    const answer = async () => transferring({ kept, given }, [given.buffer]);
    worker({ open: session.open, answer } as unknown as TraceSession)(requestOf(1, 'rows'));
    await until(() => lastOf(1) !== undefined);
    const { message, transfer } = lastOf(1) as (typeof posted)[number];
    const got = structuredClone(message, { transfer: [...transfer] });
    expect(got).toMatchObject({
      answer: { kept: new Float64Array([1, 2, 3]), given: new Float64Array([4, 5]) },
    });
    expect([kept.byteLength, given.byteLength]).toEqual([24, 0]);
  });
});

describe('a request that is cancelled', () => {
  /** A session whose only answer is given by hand. */
  function byHand() {
    const got: { tools: HandlerTools<'record'> | null; fail: (error: unknown) => void } = {
      tools: null,
      fail: () => undefined,
    };
    const answer = (_kind: unknown, _body: unknown, tools: HandlerTools<'record'>) =>
      new Promise((_resolve, reject) => {
        got.tools = tools;
        got.fail = reject;
      });
    return { got, over: { open: session.open, answer } as unknown as TraceSession };
  }

  test('reports progress until then; its signal fires, and nothing more is sent, not even a defect', async () => {
    const { got, over } = byHand();
    const take = worker(over);
    take(requestOf(4, 'record'));
    got.tools?.progress({ share: 0.25 });
    expect(posted.map(({ message }) => message)).toEqual([
      { type: 'progress', id: 4, progress: { share: 0.25 } },
    ]);
    expect(got.tools?.signal.aborted).toBe(false);
    take({ type: 'cancel', id: 4 });
    expect(got.tools?.signal.aborted).toBe(true);
    got.tools?.progress({ share: 0.5 });
    got.fail(new Error('read ended'));
    await Promise.resolve();
    expect([posted.length, defects]).toEqual([1, []]);
    take({ type: 'cancel', id: 4 });
  });

  test('ends an export between two batches', async () => {
    const take = worker();
    take(requestOf(1, 'export'));
    take({ type: 'cancel', id: 1 });
    take(requestOf(2, 'export'));
    await until(() => lastOf(2) !== undefined);
    expect(lastOf(1)).toBeUndefined();
  });

  test('a defect is passed on, and not sent as a reason', async () => {
    const { got, over } = byHand();
    worker(over)(requestOf(5, 'record'));
    got.fail(new TypeError('x is undefined'));
    await until(() => defects.length > 0);
    expect([defects, posted]).toEqual([[new TypeError('x is undefined')], []]);
  });
});

describe('a handler that is loaded on demand', () => {
  const tools = { signal: new AbortController().signal, progress: () => undefined };

  test('and fails to load fails that request, and is loaded again with the next one', async () => {
    let fetches = 0;
    const handler = lazily<'watch'>(async () => {
      fetches++;
      if (fetches === 1) throw new TypeError('Failed to fetch dynamically imported module');
      return { handler: () => null };
    });
    await expect(handler(session, { connection: 0 }, tools)).rejects.toEqual(
      new RequestFailed('A part of this page could not be fetched from its server.'),
    );
    expect(await handler(session, { connection: 0 }, tools)).toBeNull();
    expect(await handler(session, { connection: 0 }, tools)).toBeNull();
    expect(fetches).toBe(2);
  });

  test('does nothing for a request that was cancelled meanwhile', async () => {
    let runs = 0;
    const handler = lazily<'watch'>(async () => ({
      handler: () => {
        runs++;
        return null;
      },
    }));
    const cancelled = { ...tools, signal: AbortSignal.abort() };
    await expect(handler(session, { connection: 0 }, cancelled)).rejects.toThrow('aborted');
    expect(runs).toBe(0);
  });

  test('is one for each kind', () => {
    expect(Object.keys(HANDLERS).sort()).toEqual([...KINDS].sort());
  });
});

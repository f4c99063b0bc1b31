/**
 * `npm run test:shared`: the requests of every recorded run whose programs noted what they asked for and got, in the logs of both
 * ends: ids, methods, paths, statuses, sizes, outcomes, times. Captures, browsers' logs and several paths are not read so.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { HttpRow } from '../../src/engine/sender/http/http-row.ts';
import { httpTable } from '../../src/engine/sender/http/http-table.ts';
import { loadTrace } from '../support/load.ts';
import { endsApart } from '../support/request-ends.ts';

interface Asked {
  readonly stream_id: number;
  readonly method?: string;
  readonly path: string;
  readonly status?: number;
  readonly received_bytes: number;
  readonly posted_bytes?: number;
  readonly priority?: string;
  readonly start_ms?: number;
  readonly end_ms?: number;
  readonly outcome: string;
}

interface Answered {
  readonly path: string;
  readonly body_read: number;
  readonly body_written: number;
  readonly error?: string;
}

interface Run {
  readonly kind: string;
  readonly stack: string;
  readonly client_saw?: { readonly requests?: readonly Asked[] };
  readonly server_saw?: { readonly requests?: readonly Answered[] | null };
  readonly requests_in_order?: readonly {
    readonly method: string;
    readonly path: string;
    readonly count: number;
  }[];
}

const folder = new URL('../../../shared/traces/wire/', import.meta.url);
const files = existsSync(folder) ? readdirSync(folder) : [];
const runs: { readonly [name: string]: Run } = existsSync(folder)
  ? JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8')).runs
  : {};

/** Heads of frames and headers, where a log shows the bytes of streams only. */
const OVERHEAD_BYTES = 400;
/** A program sees the end of a response after the packet that its library logged. */
const LATE_MS = 15;

const OUTCOMES: readonly (readonly [said: RegExp, outcome: HttpRow['outcome'], by: HttpRow['abortedBy']])[] =
  [
    [/^done$/, 'done', null],
    [/^cancelled by the client/, 'cancelled', 'local'],
    [/^reset by the server|H3_INTERNAL_ERROR/, 'reset', 'remote'],
    [/closed by the script/, 'open', null],
  ];

/** Rows of the logs of one end, one connection after the other. */
function rowsOf(run: string, end: 'client' | 'server'): readonly HttpRow[] {
  return files
    .filter((file) => file.startsWith(`${run}.${end}.`) && file.includes('qlog'))
    .sort()
    .flatMap((file) => {
      const { pipeline } = loadTrace(new URL(file, folder).pathname);
      return httpTable(pipeline.state, 'start').rows.toSorted((a, b) => a.streamId - b.streamId);
    });
}

const named = Object.entries(runs).filter(
  ([, { kind }]) => !['capture', 'netlog', 'multipath'].includes(kind),
);

test('the recorded runs are on this machine', () => {
  expect(named.length, `nothing in ${folder.pathname}`).toBeGreaterThan(0);
});

describe.each(named.filter(([, run]) => run.client_saw?.requests))('%s', (name, { client_saw }) => {
  const asked = client_saw?.requests ?? [];

  test('the client has each request as its program saw it', () => {
    // Of two connections the program may have noted the second one only.
    const rows = rowsOf(name, 'client').slice(-asked.length);
    let [fromUs, fromMs] = [0, 0];
    expect(rows.map(({ streamId }) => streamId)).toEqual(asked.map(({ stream_id }) => stream_id));
    for (const [i, row] of rows.entries()) {
      const {
        method,
        path,
        status,
        received_bytes,
        posted_bytes,
        priority,
        start_ms = 0,
        end_ms,
        outcome,
      } = asked[i]!;
      const [, due, by] = OUTCOMES.find(([said]) => said.test(outcome))!;
      const place = `stream ${row.streamId}`;
      if (row.streamId === 0) [fromUs, fromMs] = [row.startUs, start_ms];
      expect([row.outcome, row.abortedBy], place).toEqual([due, by]);
      if (row.source === 'http-events') {
        // quic-go logs the name of its call for a request in 0-RTT packets.
        expect([row.method?.replace('_0RTT', ''), row.path, row.responseBytes], place).toEqual([
          method ?? row.method,
          path,
          received_bytes,
        ]);
        expect(row.requestBytes, place).toBe(posted_bytes ?? 0);
        if (status) expect(row.status, place).toBe(status);
        if (priority) expect(row.priority, place).toBe(priority);
      } else {
        expect(row.responseBytes, place).toBeGreaterThanOrEqual(received_bytes);
        expect(row.responseBytes, place).toBeLessThan(received_bytes * 1.01 + OVERHEAD_BYTES);
      }
      if (row.outcome === 'open' || end_ms === undefined) continue;
      expect(Math.abs((row.endUs - fromUs) / 1000 - (end_ms - fromMs)), place).toBeLessThan(LATE_MS);
    }
  });
});

describe.each(named.filter(([, run]) => run.server_saw?.requests))('%s', (name, { server_saw }) => {
  test('the server has each request as its program saw it', () => {
    const rows = rowsOf(name, 'server').filter(({ source }) => source === 'http-events');
    const answered = server_saw?.requests ?? [];
    const whole = (
      ok: readonly { readonly path: string | null; readonly body: number; readonly read: number }[],
    ) => ok.map(({ path, body, read }) => `${path} ${read} ${body}`).sort();
    const done = answered.filter(({ error }) => error === undefined || error === '');
    if (rows.length === 0) return;
    expect(rows).toHaveLength(answered.length);
    const isWhole = ({ outcome }: HttpRow): boolean => outcome === 'done' || outcome === 'sent';
    const stopped = new Set(rows.filter((row) => !isWhole(row)).map(({ path }) => path));
    expect(
      whole(
        rows.filter(isWhole).map(({ path, responseBytes, requestBytes }) => ({
          path,
          body: responseBytes,
          read: requestBytes,
        })),
      ),
    ).toEqual(
      whole(
        done
          .filter(({ path }) => !stopped.has(path))
          .map(({ path, body_written, body_read }) => ({ path, body: body_written, read: body_read })),
      ),
    );
    for (const row of rows.filter((row) => !isWhole(row)))
      expect(row.responseBytes).toBeLessThanOrEqual(
        answered.find(({ path }) => path === row.path)!.body_written,
      );
  });
});

describe.each(named.filter(([, run]) => run.requests_in_order))('%s', (name, { requests_in_order = [] }) => {
  const asked = requests_in_order.flatMap(({ method, path, count }) =>
    Array.from({ length: count }, () => `${method} ${path}`),
  );

  const isPosting = requests_in_order.some(({ method }) => method === 'POST');

  test.each(['client', 'server'] as const)('the %s has each request in order', (end) => {
    const rows = rowsOf(name, end);
    expect(rows.map(({ streamId }) => streamId)).toEqual(asked.map((_, i) => 4 * i));
    expect(rows.map(({ method, path }) => `${method} ${path}`)).toEqual(asked);
    for (const { outcome, status, method, path, requestBytes, responseBytes } of rows) {
      expect(end === 'client' ? ['done'] : ['done', 'sent']).toContain(outcome);
      expect(status).toBe(200);
      const bytes = Number(path?.split('/')[2]);
      expect(requestBytes).toBe(method === 'POST' ? bytes : 0);
      expect(responseBytes).toBe(isPosting ? 2 : bytes);
    }
  });
});

/** Folders with the logs of both ends of a connection. */
const PAIRED = ['wire', 'quiche', 'quiche-more', 'other', 'runs', 'paths', 't3'];

test('in a server’s log a request ends when its last byte is acknowledged, of 99 of 100 as its client has it', async () => {
  const apart = [];
  for (const name of PAIRED) {
    const traces = new URL(`../${name}/`, folder);
    const names = readdirSync(traces);
    for (const server of names.filter((file) => /server(?:\.\d)?\.s?qlog\.gz$/.test(file))) {
      const [run, number = ''] = server.split(/server(?=(\.\d)?\.s?qlog\.gz$)/);
      const client = names.find(
        (file) =>
          new RegExp(`^client${number}\\.s?qlog\\.gz$`).test(file.slice(run!.length)) &&
          file.startsWith(run!),
      );
      if (client === undefined) continue;
      const pair = await endsApart(new URL(server, traces).pathname, new URL(client, traces).pathname);
      apart.push(...(pair ?? []));
    }
  }
  const near = apart.filter(({ apartUs, boundUs }) => Math.abs(apartUs) <= boundUs);
  expect(apart.length).toBeGreaterThan(1000);
  expect(near.length / apart.length).toBeGreaterThanOrEqual(0.99);
});

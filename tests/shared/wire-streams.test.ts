/** Rows of streams of every log in `wire` against what its client asked for, and got, and did (manifest.json there). */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { StreamRow } from '../../src/engine/sender/streams/stream-row.ts';
import { StreamRows } from '../../src/engine/sender/streams/stream-rows.ts';
import { StreamTable } from '../../src/engine/sender/streams/stream-table.ts';
import { loadTrace } from '../support/load.ts';
import { type AskedRequest, mostBytes, type ProgramAction, responseOf } from '../support/stream-truth.ts';

const WIRE = new URL('../../../shared/traces/wire/', import.meta.url);

interface Run {
  readonly stack: string;
  readonly client_saw?: {
    readonly requests?: readonly AskedRequest[] | null;
    readonly actions?: readonly ProgramAction[] | null;
  };
  readonly totals?: { readonly asked: number; readonly client_received_body_bytes: number };
  readonly requests_in_order?: readonly {
    readonly method: string;
    readonly asked_bytes: number;
    readonly count: number;
  }[];
}
interface Listed {
  readonly file: string;
  readonly run: string;
  readonly role: 'client' | 'server';
  readonly format: string;
}
const MANIFEST: { readonly runs: { readonly [name: string]: Run }; readonly files: readonly Listed[] } =
  JSON.parse(readFileSync(new URL('manifest.json', WIRE), 'utf8'));

/** Of a multipath log no packet is kept apart by its path; other formats are not read. A run with two connections has two logs of each end. */
const FILES = MANIFEST.files.filter(
  ({ file, run }) =>
    /qlog\.gz$/.test(file) && !/\.[12]\.s?qlog|netlog|-mp-|two-conns/.test(file) && MANIFEST.runs[run],
);

function rowsOf(file: string): ReadonlyMap<number, StreamRow> {
  const { state } = loadTrace(new URL(file, WIRE).pathname).pipeline;
  const rows = new StreamRows(new StreamTable(state));
  return new Map(
    [...rows.order('start')].map((stream) => [state.streams.ids[stream] as number, rows.row(stream)]),
  );
}

/** Requests of a run by their streams: of quiche request k is on stream 4k, and only the sum of what came is known. */
function askedOf({ client_saw, requests_in_order, totals }: Run): readonly AskedRequest[] {
  if (client_saw?.requests != null) return client_saw.requests.filter(({ stream_id }) => stream_id >= 0);
  const isGot = totals?.asked === totals?.client_received_body_bytes;
  const asked = (requests_in_order ?? []).flatMap(({ count, ...request }) =>
    Array.from({ length: count }, () => request),
  );
  return asked.map(({ method, asked_bytes }, k) => ({
    stream_id: 4 * k,
    outcome: 'done',
    ...(method === 'GET' && isGot
      ? { received_bytes: asked_bytes }
      : method === 'GET'
        ? {}
        : { posted_bytes: asked_bytes }),
  }));
}

describe('streams of', () => {
  test.each(FILES.filter(({ run }) => askedOf(MANIFEST.runs[run] as Run).length > 0))(
    '$file',
    ({ file, run, role }) => {
      const rows = rowsOf(file);
      for (const { stream_id, received_bytes = 0, outcome, posted_bytes = 0 } of askedOf(
        MANIFEST.runs[run] as Run,
      )) {
        const row = rows.get(stream_id);
        if (row === undefined) throw new Error(`no stream ${stream_id}`);
        const { endOffset, finUs } = responseOf(row, role);
        expect(endOffset, `${stream_id}`).toBeGreaterThanOrEqual(received_bytes);
        const requestBytes = (role === 'client' ? row.sent : row.received).endOffset;
        expect(requestBytes, `${stream_id}`).toBeGreaterThanOrEqual(posted_bytes);
        expect(requestBytes, `${stream_id}`).toBeLessThanOrEqual(mostBytes(posted_bytes));
        if (outcome !== 'done') continue;
        expect(finUs, `${stream_id}`).toBeGreaterThan(0);
        if (posted_bytes === 0)
          expect(endOffset, `${stream_id}`).toBeLessThanOrEqual(mostBytes(received_bytes));
      }
    },
  );

  test.each(
    FILES.filter(
      ({ run, role }) =>
        role === 'client' &&
        MANIFEST.runs[run]?.client_saw?.actions?.some(({ stream_id }) => stream_id !== undefined),
    ),
  )('a client that cancels: $file', ({ file, run }) => {
    const rows = rowsOf(file);
    for (const { what, stream_id, code } of MANIFEST.runs[run]?.client_saw?.actions ?? []) {
      if (stream_id === undefined || !what.includes('STOP_SENDING')) continue;
      expect(rows.get(stream_id)?.aborts).toContainEqual({
        what: 'stop-sending',
        by: 'local',
        timeUs: expect.any(Number),
        code,
      });
    }
  });
});

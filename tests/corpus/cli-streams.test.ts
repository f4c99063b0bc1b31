/** What the command line tells of streams, requests and handshakes of real traces: the same figures in every form. */
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { run } from '../support/cli-here.ts';
import { records } from '../support/cli-process.ts';
import { corpusPath } from '../support/raw-trace.ts';

const wire = (name: string): string => fileURLToPath(new URL(`wire/${name}`, import.meta.url));
const HUNDRED = wire('quiche-req-100-conc.client.sqlog.gz');
const RETRIED = wire('go-retry.client.sqlog.gz');
const SPIRAL = corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz');

interface Line {
  readonly schema: number;
  readonly streams: { readonly count: number; readonly receivedBytes: number; readonly behindGapsMs: number };
  readonly http: { readonly count: number; readonly done: number; readonly responseBytes: number };
  readonly connectivity: { readonly retries: number; readonly handshakeMs: number };
  readonly streamRows: readonly {
    readonly id: number;
    readonly receivedBytes: number;
    readonly behindGapsMs: number;
  }[];
  readonly requestRows: readonly {
    readonly streamId: number;
    readonly method: string | null;
    readonly path: string | null;
    readonly responseBytes: number;
    readonly outcome: string;
  }[];
}

const lineOf = (stdout: string): Line => JSON.parse(stdout) as Line;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe('summary --streams', () => {
  let line: Line;
  beforeAll(async () => {
    const { status, stdout, stderr } = await run(['summary', '--streams', '--json', HUNDRED]);
    expect([status, stderr]).toEqual([0, '']);
    line = lineOf(stdout);
  });

  test('as JSON holds a row of every stream and request, whose sums are the totals', () => {
    const { streams, http, streamRows, requestRows } = line;
    expect(line.schema).toBe(1);
    expect([streamRows.length, requestRows.length]).toEqual([streams.count, http.count]);
    expect(http.count).toBe(100);
    expect(sum(streamRows.map(({ receivedBytes }) => receivedBytes))).toBe(streams.receivedBytes);
    // Several wait at a time, which is one time.
    expect(sum(streamRows.map(({ behindGapsMs }) => behindGapsMs))).toBeGreaterThan(streams.behindGapsMs);
    expect(sum(requestRows.map(({ responseBytes }) => responseBytes))).toBe(http.responseBytes);
    expect(requestRows.filter(({ outcome }) => outcome === 'done')).toHaveLength(http.done);
  });

  test('tells no path of a request unless it is asked to', async () => {
    expect(line.requestRows.map(({ path }) => path)).toEqual(line.requestRows.map(() => null));
    expect(new Set(line.requestRows.map(({ method }) => method))).toEqual(new Set(['GET']));
    const told = lineOf(
      (await run(['summary', '--streams', '--json', '--tell', 'requests', HUNDRED])).stdout,
    );
    expect(told.requestRows.every(({ path }) => path?.startsWith('/'))).toBe(true);
    const plain = (await run(['summary', '--streams', HUNDRED])).stdout;
    expect(plain).not.toContain(told.requestRows[0]?.path as string);
    expect((await run(['summary', '--streams', '--tell', 'requests', HUNDRED])).stdout).toContain(
      told.requestRows[0]?.path as string,
    );
  });

  test('as text is two tables, of as many rows', async () => {
    const { stdout } = await run(['summary', '--streams', HUNDRED]);
    const [streams = '', requests = ''] = stdout.split('\n\n');
    expect(streams.split('\n')[1]).toMatch(/^ +stream +kind +start +last +sent B .* end$/);
    expect(streams.split('\n')).toHaveLength(2 + line.streams.count);
    expect(requests.trimEnd().split('\n')).toHaveLength(1 + line.http.count);
    const [first] = line.requestRows;
    expect(requests).toMatch(new RegExp(`^ +${first?.streamId} +GET +200 `, 'm'));
  });

  test('of a log without such frames says so, and of an unreadable one why', async () => {
    const { status, stdout } = await run(['summary', '--streams', 'gone.qlog']);
    expect(status).toBe(2);
    expect(stdout).toBe('gone.qlog\n  could not be read: no such file or folder\n');
    const json = lineOf((await run(['summary', '--streams', '--json', 'gone.qlog'])).stdout);
    expect(json).toMatchObject({ streams: null, http: null, streamRows: [], requestRows: [] });
  });
});

test('summary says how long the handshake took, how many streams and requests there were, and who closed', async () => {
  const { stdout } = await run(['summary', RETRIED, HUNDRED]);
  const [head = '', retried = '', hundred = ''] = stdout.split('\n');
  expect(head).toMatch(/ handshake +streams +requests +ended /);
  expect(retried).toMatch(/ \d+\.\d ms +5 +3 +close by this side, 0x100 /);
  expect(hundred).toMatch(/ +108 +100 +close by this side, 0x100 /);
});

describe('check --json', () => {
  test('holds the totals that the rows have', async () => {
    const [record] = records((await run(['check', '--json', HUNDRED])).stdout);
    const { streams, http, connectivity } = lineOf(
      (await run(['summary', '--streams', '--json', HUNDRED])).stdout,
    );
    expect(record).toMatchObject({ streams, http, connectivity });
    expect(record?.ended).toMatchObject({ how: 'close', by: 'local', space: 'application', code: 0x100 });
  });

  test('says that a server asked for a token, and that a log is open at its end', async () => {
    const [retried, spiral] = records((await run(['check', '--json', RETRIED, SPIRAL])).stdout);
    expect(retried?.connectivity).toMatchObject({ retries: 1, versionNegotiations: 0 });
    expect(spiral?.ended).toMatchObject({ how: 'open', code: null, ms: null });
  });
});

test('a report tells what waited, and no path', async () => {
  const { stdout } = await run(['report', '--markdown', HUNDRED]);
  expect(stdout).toContain('## Appendix: handshake, streams and requests');
  expect(stdout).toMatch(/\*\*Requests:\*\* 100 requests: 100 done; median /);
  expect(stdout).toContain('The 10 longest requests:');
  const rows = stdout
    .split('The 10 longest requests:')[1]
    ?.split('\n')
    .filter((row) => /^\| \d/.test(row));
  expect(rows).toHaveLength(10);
  const line = lineOf((await run(['summary', '--streams', '--json', '--tell', 'requests', HUNDRED])).stdout);
  expect(stdout).not.toContain(line.requestRows[0]?.path as string);
  const told = (await run(['report', '--markdown', '--tell', 'requests', HUNDRED])).stdout;
  expect(told).toMatch(/\| GET [^|]*\/\w+/);
});

test('a comparison has rows of what both logs show', async () => {
  const other = wire('go-close-app.client.sqlog.gz');
  const { stdout } = await run(['compare', '--json', HUNDRED, other]);
  const { differences } = JSON.parse(stdout) as {
    differences: readonly { id: string; a: number; b: number }[];
  };
  const ids = differences.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(['handshake', 'streams', 'requests', 'first-byte-median']));
  const handshake = differences.find(({ id }) => id === 'handshake');
  const [a, b] = records((await run(['check', '--json', HUNDRED, other])).stdout);
  expect([handshake?.a, handshake?.b]).toEqual([a?.connectivity?.handshakeMs, b?.connectivity?.handshakeMs]);
});

/**
 * Rows of a fleet as the built command line writes them: they say what `check --json` says of the same files, whatever
 * a file does, and the engine answers a line for every line.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeFile } from '../../src/sharing/digest/pack.ts';
import { Fleet } from '../../src/sharing/fleet-rows/fleet.ts';
import { type FleetFinding, type FleetTrace, TABLES } from '../../src/sharing/fleet-rows/schema.ts';
import type { TraceRecord } from '../../src/sharing/report/records/trace-record.ts';
import { run } from '../support/cli-here.ts';
import { buildCli, CLI, ROOT, records, runProcess } from '../support/cli-process.ts';
import { sourceOf } from '../support/fleet-files.ts';
import { corpusPath } from '../support/raw-trace.ts';

const SPIRAL = 'rate2-both-cubic-buggy-s09.server.sqlog.gz';
const HEALTHY = 'rate-cubic-fixed-s17.server.sqlog.gz';
const RECEIVER = 'applimited-small-cubic.client.sqlog.gz';
const STRANGE = 'a "b"\n<i>é!.sqlog.gz';

let folder = '';
let json: readonly TraceRecord[] = [];
let traces: readonly FleetTrace[] = [];
let findings: readonly FleetFinding[] = [];
let said = '';
let status: number | null = null;

async function readTable<Row>(path: string): Promise<readonly Row[]> {
  const bytes = readFileSync(path);
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  const asNumber = (value: bigint): number => Number(value);
  const rows = await parquetReadObjects({
    file,
    utf8: false,
    parsers: { timestampFromMilliseconds: asNumber },
  });
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
    ),
  ) as Row[];
}

beforeAll(async () => {
  buildCli();
  folder = mkdtempSync(join(tmpdir(), 'qlogscope-fleet-'));
  const put = (host: string, name: string, from: string): void => {
    mkdirSync(join(folder, 'in', host), { recursive: true });
    copyFileSync(from, join(folder, 'in', host, name));
  };
  put('edge-1', SPIRAL, corpusPath(SPIRAL));
  put('edge-1', STRANGE, corpusPath(HEALTHY));
  put('edge-2/logs', RECEIVER, corpusPath(RECEIVER));
  put('edge-2', 'copy.sqlog.gz', corpusPath(SPIRAL));
  put('edge-2', 'notes.json', join(ROOT, 'package.json'));
  writeFileSync(join(folder, 'in/edge-2/empty.sqlog'), '');
  writeFileSync(join(folder, 'in/edge-2/cut.sqlog.gz'), readFileSync(corpusPath(SPIRAL)).subarray(0, 60_000));
  writeFileSync(join(folder, 'in/text.qlog'), 'this is no trace');
  spawnSync('mkfifo', [join(folder, 'in/edge-2/pipe.sqlog')]);
  const input = join(folder, 'in');
  const written = runProcess([
    'check',
    '--format',
    'parquet',
    '--output',
    join(folder, 'out.parquet'),
    input,
  ]);
  [status, said] = [written.status, written.stdout + written.stderr];
  json = records((await run(['check', '--json', '--separate', input])).stdout);
  traces = await readTable<FleetTrace>(join(folder, 'out.parquet'));
  findings = await readTable<FleetFinding>(join(folder, 'out-findings.parquet'));
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const byFile = (file: string): FleetTrace | undefined => traces.find((row) => row.file === file);

test('a row per trace and per failure, each as its record says', () => {
  expect(status).toBe(2);
  const judged = (record: TraceRecord): object => ({
    file: record.file.slice(join(folder, 'in').length + 1),
    connection: record.trace,
    role: record.trace === null ? null : record.role,
    side: record.trace === null ? null : record.side,
    events: record.trace === null ? null : record.events,
    duration_ms: record.durationMs,
    packets_lost: record.packetsLost,
    min_rtt_ms: record.rttMinMs,
    cwnd_max: record.cwndMaxBytes,
    controller: record.controller.fits ? record.controller.best.join('|') : null,
    findings: record.trace === null ? null : [...new Set(record.findings.map(({ id }) => id))].join(' '),
  });
  const row = ({
    file,
    connection,
    role,
    side,
    events,
    duration_ms,
    packets_lost,
    min_rtt_ms,
    cwnd_max,
    controller,
    findings,
  }: FleetTrace): object => ({
    file,
    connection,
    role,
    side,
    events,
    duration_ms,
    packets_lost,
    min_rtt_ms,
    cwnd_max,
    controller,
    findings,
  });
  expect(traces.map(row)).toEqual(json.map(judged));
});

test('a row per finding, with its figures', () => {
  const wanted = json.flatMap(({ file, findings: found }) =>
    found.map(({ id, severity, startMs, endMs, confidence, verdict, cost }, number) => ({
      ...{ file: file.slice(join(folder, 'in').length + 1), number, id, severity, confidence, verdict },
      ...{ start_ms: startMs, end_ms: endMs, cost_ms: cost?.lostMs ?? null },
    })),
  );
  expect(findings.length).toBeGreaterThan(10);
  expect(findings).toMatchObject(wanted);
  const spiral = findings.find(({ id }) => id === 'death-spiral');
  expect(JSON.parse(spiral?.figures ?? '').length).toBeGreaterThan(100);
});

test('what held each sender, and the time lost, are those of its record', () => {
  const ofAccount = json.map(({ account }) => {
    const main = account?.main ?? null;
    return [main?.holder ?? null, main?.cause ?? null];
  });
  expect(traces.map(({ held_by, held_cause }) => [held_by, held_cause])).toEqual(ofAccount);
  expect(traces.filter(({ held_by }) => held_by !== null).length).toBeGreaterThan(2);
  json.forEach(({ account }, i) => {
    const lostMs = account?.parts.reduce((sum, part) => sum + (part.lostMs ?? Number.NaN), 0) ?? Number.NaN;
    const isKnown = Number.isFinite(lostMs) && account?.main != null;
    if (isKnown) expect(traces[i]?.time_lost_ms).toBeCloseTo(lostMs, 6);
    else expect(traces[i]?.time_lost_ms).toBeNull();
  });
});

test('columns are those of the schema, in both tables', async () => {
  for (const [name, file] of [
    ['traces', 'out.parquet'],
    ['findings', 'out-findings.parquet'],
  ] as const)
    expect(Object.keys((await readTable<object>(join(folder, file)))[0] ?? {})).toEqual(
      TABLES[name].map((column) => column.name),
    );
});

test('what the log tells of time and place', () => {
  expect(byFile(`edge-1/${SPIRAL}`)).toMatchObject({
    ...{
      schema: 3,
      host: 'edge-1',
      folder: 'edge-1',
      connections: 1,
      recorded_from: 'log',
      severity: 'critical',
    },
    ...{ worst: 'death-spiral', idle_rule: 'shift-from-last-send', idle_rule_proven: true, copy_of: null },
  });
  expect(byFile(`edge-1/${SPIRAL}`)?.day).toMatch(/^20\d\d-\d\d-\d\d$/);
  expect(byFile('text.qlog')).toMatchObject({
    host: null,
    folder: null,
    severity: 'failed',
    connection: null,
  });
  expect(byFile(`edge-1/${STRANGE}`)).toMatchObject({ severity: expect.stringMatching(/none|warning/) });
});

test('a copy is marked, and the page does not count it', async () => {
  expect(byFile('edge-2/copy.sqlog.gz')).toMatchObject({ copy_of: `edge-1/${SPIRAL}`, severity: 'critical' });
  expect(said).toContain('1 of them copies');
  const bytes = new Uint8Array(readFileSync(join(folder, 'out.parquet')));
  const fleet = await Fleet.open([sourceOf(bytes)], () => undefined);
  const answer = await fleet.query({
    filter: '',
    finding: 'death-spiral',
    by: 'host',
    picked: null,
    order: { key: 'worst', reversed: false },
  });
  expect(answer).toMatchObject({ shown: traces.length, copies: 1, total: { hits: 2 } });
});

test('failures have their reason and the hash of what could not be read; what is no trace is passed over', () => {
  expect(byFile('edge-2/empty.sqlog')).toMatchObject({
    severity: 'failed',
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(byFile('text.qlog')?.failure).toMatch(/Not a qlog trace/);
  expect(byFile('edge-2/cut.sqlog.gz')).toMatchObject({
    severity: expect.any(String),
    ended: expect.stringMatching(/./),
    failure: null,
  });
  expect(said).toMatch(/passed over: no trace by name or content/);
  for (const { file } of traces) expect(file).not.toMatch(/notes\.json|pipe\.sqlog/);
});

test('a pipe that was named and never ends is a row that says so', async () => {
  const output = join(folder, 'pipe.parquet');
  const pipe = join(folder, 'in/edge-2/pipe.sqlog');
  expect(
    (await run(['check', '--format', 'parquet', '--timeout', '1', '--output', output, pipe])).status,
  ).toBe(2);
  expect(await readTable<FleetTrace>(output)).toMatchObject([
    { file: 'pipe.sqlog', failure_kind: 'time', hash: null },
  ]);
});

test('the digest of an alarm opens at it, and tells nothing but the name of the file', () => {
  const read = decodeFile(byFile(`edge-1/${SPIRAL}`)?.digest as Uint8Array);
  if (!('digest' in read)) throw new Error(read.reason);
  const { digest } = read;
  expect(digest.name).toBe(SPIRAL);
  expect(digest.originMs).toBeNull();
  expect(digest.findings[0]).toMatchObject({ id: 'death-spiral', severity: 'critical' });
  expect(digest.link).toMatch(/&f=death-spiral\.1|finding|death-spiral/);
  expect(digest.visible.fromUs).toBeLessThan(digest.findings[0]?.startUs as number);
  expect(byFile(`edge-1/${SPIRAL}`)?.digest?.length).toBeLessThanOrEqual(4200);
  expect(byFile(`edge-2/logs/${RECEIVER}`)?.digest ?? null).toBeNull();
});

describe('the engine', () => {
  const ask = (...requests: readonly object[]) => {
    const { stdout, status: ended } = spawnSync(process.execPath, [CLI, 'rows'], {
      input: requests.map((request) => `${JSON.stringify(request)}\n`).join(''),
      encoding: 'utf8',
      maxBuffer: 1e8,
    });
    const [greeting, ...answers] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    return { greeting, answers, ended };
  };
  const request = (path: string, file = 'x/y.qlog'): object => ({ path, file, bytes: 1, writtenMs: 0 });

  test('greets with its version, the tables and the names that it takes', () => {
    const { greeting, answers, ended } = ask();
    expect(greeting).toMatchObject({ qlogscope: expect.stringMatching(/^\d/), fleet: 3, tables: TABLES });
    expect(new RegExp(greeting.names.trace, 'i').test('a.sqlog.gz')).toBe(true);
    expect([answers, ended]).toEqual([[], 0]);
  });

  test('answers a line for a line, in their order: rows, what is no trace, what is not there, why one failed', () => {
    const { answers } = ask(
      request(corpusPath(SPIRAL)),
      request(join(ROOT, 'package.json'), 'package.json'),
      request('/nowhere/a.qlog'),
      { ...request('/nowhere'), failed: { kind: 'memory', mb: 512 } },
      { ...request('/nowhere'), failed: { kind: 'time', seconds: 1, hash: 'ab' } },
    );
    expect(answers[0].traces[0]).toMatchObject({
      file: 'x/y.qlog',
      worst: 'death-spiral',
      digest: expect.stringMatching(/^[\w+/=]{100,}$/),
    });
    expect(answers[1]).toEqual({ skipped: true });
    expect(answers[2].traces[0]).toMatchObject({
      failure_kind: 'unreadable',
      failure: 'no such file or folder',
    });
    expect(answers[3].traces[0]).toMatchObject({
      failure_kind: 'memory',
      failure: 'Reading took more than 512 MB of memory, and was ended.',
    });
    expect(answers[4].traces[0]).toMatchObject({
      failure: 'Reading took longer than 1 second, and was ended.',
      hash: 'ab',
    });
  });
});

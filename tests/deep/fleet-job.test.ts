/**
 * The Spark job over a made fleet (`tests/bench/make-fleet.mjs`), with Spark, two executors and the engines: its tables have the
 * rows of `check --format parquet`, also where an executor or the driver is ended in the middle; nothing is read twice.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ensurePyspark } from '../../scripts/pyspark.mjs';
import { makeFleet } from '../bench/make-fleet.mjs';
import { buildCli, ROOT } from '../support/cli-process.ts';
import {
  type Ended,
  isBelow,
  type Process,
  peakMbOf,
  type Row,
  readTables,
  type Started,
  sparkHome,
  start,
  startCli,
  type Tables,
} from '../support/fleet-job.ts';
import { corpusPath } from '../support/raw-trace.ts';

const CLUSTER = 'local-cluster[2,1,1024]';
const FILES = 120;
/** Far above what any other file takes on a busy machine, far below what the slow one takes. */
const SECONDS = 20;
/** Each has a row. 100,000 of them take nine minutes on two slow cores. */
const TINY_FILES = 20_000;
const MOST_DRIVER_MB = 400;

let folder = '';
let python = '';
let home = '';
let planted: ReturnType<typeof makeFleet>;
let checked: Tables;
let first: Tables;
const started: Started[] = [];

const at = (name: string): string => join(folder, name);
const input = (): string => at('fleet');

function job(traces: string, out: string, more: readonly string[] = [], master = CLUSTER): Started {
  const args = ['fleet', traces, '--out', out, '--master', master, '--python', python];
  // What is killed cleans nothing up.
  const env = { SPARK_HOME: home, TMPDIR: at('tmp'), SPARK_LOCAL_DIRS: at('tmp') };
  const run = startCli([...args, '--timeout', String(SECONDS), ...more], env);
  started.push(run);
  return run;
}

async function done(run: Started): Promise<Ended> {
  const ended = await run.ended;
  expect(ended.stderr, ended.stderr).not.toContain('Traceback');
  expect(ended.status, ended.stderr).toBe(0);
  return ended;
}

const KEY = ['file', 'hash', 'connection', 'number', 'failure'] as const;
const keyOf = (row: Row): string => JSON.stringify(KEY.map((name) => row[name] ?? null));
const sorted = (rows: readonly Row[]): readonly Row[] =>
  [...rows].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

/** Rows in one order, their fields too. */
const comparable = (rows: readonly Row[]): readonly Row[] =>
  sorted(rows).map((row) => Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))));

function expectEqual(own: Tables, other: Tables): void {
  for (const table of ['traces', 'findings'] as const) {
    expect(comparable(own[table])).toEqual(comparable(other[table]));
    expect(own.counted[table]).toBe(own[table].length);
  }
}

/** The ledger has whole ms: half of one more, that none is lost where the system rounds. */
function setWritten(path: string, mtimeMs: number): void {
  const seconds = (Math.floor(mtimeMs) + 0.5) / 1000;
  utimesSync(path, seconds, seconds);
}

const names = (below: string): readonly string[] =>
  existsSync(below) ? (readdirSync(below, { recursive: true }) as string[]).sort() : [];
const entries = (out: string): readonly string[] =>
  names(join(out, '_files')).filter((name) => /^[0-9a-f]{32}\.parquet$/.test(name));
/** What is in the tables, with the time of each file. */
const written = (out: string): readonly (readonly [string, number])[] =>
  names(out)
    .filter((name) => name.endsWith('.parquet'))
    .map((name) => [name, statSync(join(out, name)).mtimeMs] as const);
const ofKind = (...kinds: readonly string[]) => planted.files.filter(({ kind }) => kinds.includes(kind));
const rowsOf = ({ traces }: Tables, file: string): readonly Row[] =>
  traces.filter((row) => row.file === file || String(row.file).startsWith(`${file}!/`));
const driverOf = (run: Started): Process | undefined =>
  run.processes().find(({ parent, command }) => parent === run.child.pid && command.includes('-m qlogscope'));
const executorsOf = (all: readonly Process[]): readonly Process[] =>
  all.filter(({ command }) => command.includes('CoarseGrainedExecutorBackend'));
const isEngine = ({ command }: Process): boolean => / rows $/.test(command);

beforeAll(async () => {
  buildCli();
  python = ensurePyspark();
  folder = mkdtempSync(join(tmpdir(), 'qlogscope-fleet-job-'));
  home = sparkHome(python, at('spark'));
  mkdirSync(at('tmp'));
  planted = makeFleet(input(), { files: FILES, damaged: 0.1, hang: true });
  const output = at('check.parquet');
  const check = startCli([
    'check',
    ...['--format', 'parquet', '--output', output],
    ...['--timeout', String(SECONDS), input()],
  ]);
  started.push(check);
  const { status, stderr } = await check.ended;
  expect(status, stderr).toBe(2);
  checked = await readTables(python, 'check', output);
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((run) => run.end()));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the job writes what check --format parquet writes, in every field', async () => {
  const out = at('first');
  const { stderr } = await done(job(input(), out));
  first = await readTables(python, 'job', out);
  expectEqual(first, checked);
  for (const table of ['traces', 'findings'] as const) {
    // The day is in the path alone.
    const { day, ...columns } = checked.columns[table];
    expect(day).toBe('string');
    expect(first.columns[table]).toEqual(columns);
  }
  expect(stderr).toContain(`${planted.files.length + 1} new files`);
  expect(names(out).filter((name) => name.endsWith('.tmp') || name === '_lock')).toEqual([]);
  const listed = first.ledger?.map(({ file }) => file).sort();
  expect(listed).toEqual([...planted.files.map(({ file }) => file), 'host-0/state.json'].sort());
});

test('the rows say what was planted', () => {
  expect(ofKind('spiral').length).toBeGreaterThan(5);
  for (const { file, day } of ofKind('spiral'))
    expect(rowsOf(first, file)).toMatchObject([{ worst: 'death-spiral', severity: 'critical', day }]);
  for (const { file } of ofKind('sound'))
    expect(rowsOf(first, file)).toMatchObject([{ severity: 'none', failure: null }]);
  for (const { file, day } of ofKind('zip'))
    expect(rowsOf(first, file)).toMatchObject([{ connection: 0, day }, { connection: 1 }]);
  for (const { file } of ofKind('cut'))
    expect(rowsOf(first, file)).toMatchObject([{ ended: expect.stringContaining('ends too early') }]);
  for (const { file } of ofKind('broken')) expect(rowsOf(first, file)[0]?.skipped_records).toBeGreaterThan(0);
  const failures = {
    empty: ['empty-file', 'There is nothing to read: the file is empty.'],
    'no-qlog': ['not-qlog', expect.stringContaining('Not a qlog trace')],
    hang: ['time', `Reading took longer than ${SECONDS} seconds, and was ended.`],
  } as const;
  for (const [kind, [failure_kind, failure]] of Object.entries(failures)) {
    expect(ofKind(kind).length).toBeGreaterThan(0);
    for (const { file } of ofKind(kind))
      expect(rowsOf(first, file)).toMatchObject([{ severity: 'failed', failure_kind, failure }]);
  }
  for (const { file, sameAs } of ofKind('copy')) {
    const [copy, original] = [rowsOf(first, file)[0], rowsOf(first, sameAs as string)[0]];
    expect(copy?.hash).toBe(original?.hash);
    expect(first.traces.filter(({ hash, copy_of }) => hash === copy?.hash && copy_of === null)).toHaveLength(
      1,
    );
  }
  for (const file of planted.leftOut) expect(rowsOf(first, file)).toEqual([]);
});

test('a second run opens no file that is known; new ones are read, a moved one is a copy', async () => {
  const [traces, out] = [at('again'), at('again-out')];
  const known = planted.files.filter(({ file }) => existsSync(join(input(), file)));
  for (const { file } of known) {
    mkdirSync(dirname(join(traces, file)), { recursive: true });
    cpSync(join(input(), file), join(traces, file));
    setWritten(join(traces, file), statSync(join(input(), file)).mtimeMs);
  }
  cpSync(at('first'), out, { recursive: true, preserveTimestamps: true });
  const moved = ofKind('spiral')[0]?.file as string;
  // Whoever opens one of the others finds something else in it.
  for (const { file } of known.filter(({ file }) => file !== moved)) {
    const path = join(traces, file);
    const { size, mtimeMs } = statSync(path);
    writeFileSync(path, Buffer.alloc(size, '!'));
    setWritten(path, mtimeMs);
  }
  const before = written(out);
  const { stderr } = await done(job(traces, out));
  expect(stderr).toContain(`0 new files; ${known.length} known`);
  expect(stderr).not.toContain('Spark');
  expect(written(out)).toEqual(before);

  const added = ['host-3/added.sqlog.gz', 'host-99/added too.sqlog.gz'];
  const sources = ['rate2-both-cubic-buggy-s09.server', 'applimited-buggy-lowwin.server'];
  for (const [i, file] of added.entries()) {
    mkdirSync(dirname(join(traces, file)), { recursive: true });
    cpSync(corpusPath(`${sources[i]}.sqlog.gz`), join(traces, file));
  }
  const target = 'host-99/moved.sqlog.gz';
  renameSync(join(traces, moved), join(traces, target));
  const next = await done(job(traces, out));
  expect(next.stderr).toContain('3 new files');
  expect(next.stderr).toMatch(/done in .*: 2 files read, 3 traces, .* 1 copies/);
  const unchanged = written(out).filter(([name]) => before.some(([old]) => old === name));
  expect(unchanged).toEqual(before);
  const tables = await readTables(python, 'job', out);
  const isNew = ({ file }: Row): boolean => [...added, target].includes(String(file));
  expect(sorted(tables.traces.filter((row) => !isNew(row)))).toEqual(sorted(first.traces));
  expect(sorted(tables.findings.filter((row) => !isNew(row)))).toEqual(sorted(first.findings));
  for (const file of added) expect(rowsOf(tables, file)).toMatchObject([{ copy_of: null, failure: null }]);
  expect(rowsOf(tables, added[0] as string)[0]?.worst).toBe('death-spiral');
  const [former] = rowsOf(first, moved);
  expect(rowsOf(tables, target)).toEqual([
    { ...former, file: target, host: 'host-99', folder: 'host-99', copy_of: moved, digest: null },
  ]);
});

test('an executor that is killed in the middle costs no row', async () => {
  const out = at('executor');
  const run = job(input(), out);
  const isWorking = (): boolean => entries(out).length > 0 && run.processes().some(isEngine);
  expect(await run.until(isWorking), 'a batch is written, others are read').toBe(true);
  const all = run.processes();
  const before = executorsOf(all);
  const victim = before.find(({ pid }) => all.some((one) => isEngine(one) && isBelow(one, pid, all)));
  expect(victim).toBeDefined();
  process.kill((victim as Process).pid, 'SIGKILL');
  const isNew = ({ pid }: Process): boolean => before.every((old) => old.pid !== pid);
  expect(await run.until(() => executorsOf(run.processes()).some(isNew)), 'another one began').toBe(true);
  await done(run);
  expectEqual(await readTables(python, 'job', out), checked);
});

test('a driver that is killed in the middle costs no row once the job ran again', async () => {
  const out = at('driver');
  const run = job(input(), out);
  expect(await run.until(() => entries(out).length > 0)).toBe(true);
  process.kill((driverOf(run) as Process).pid, 'SIGKILL');
  expect((await run.ended).status).toBe(2);
  expect(existsSync(join(out, '_lock'))).toBe(true);
  // At once: executors of the first may still be at work.
  const { stderr } = await done(job(input(), out));
  expect(stderr).toContain('took over the lock of a job that was ended');
  expect(stderr).toMatch(/[1-9]\d* known/);
  expectEqual(await readTables(python, 'job', out), checked);
  const isIdle = (): boolean => run.processes().length === 0;
  while (!isIdle()) await new Promise((resolve) => setTimeout(resolve, 50));
});

test('a second job at the same time says who writes, and ends', async () => {
  const [traces, out] = [at('one'), at('one-out')];
  mkdirSync(traces);
  cpSync(corpusPath('applimited-small-cubic.client.sqlog.gz'), join(traces, 'a.sqlog.gz'));
  const run = job(traces, out, [], 'local[1]');
  expect(await run.until(() => existsSync(join(out, '_lock')))).toBe(true);
  const { pid } = driverOf(run) as Process;
  process.kill(pid, 'SIGSTOP');
  const second = await job(traces, out, [], 'local[1]').ended;
  process.kill(pid, 'SIGCONT');
  expect(second.status).toBe(2);
  expect(second.stderr).toContain(`another job writes to ${out}: process ${pid} on `);
  await done(run);
  expect((await readTables(python, 'job', out)).traces).toHaveLength(1);
  expect(existsSync(join(out, '_lock'))).toBe(false);
});

test('it says what is missing before anything is written', async () => {
  const out = at('never');
  const [empty, bare] = [at('empty'), at('bare')];
  mkdirSync(empty);
  // A Python that has surely nothing installed.
  expect((await start('python3', ['-m', 'venv', '--without-pip', bare]).ended).status).toBe(0);
  const args = ['fleet', input(), '--out', out, '--python'];
  const noJava = await startCli([...args, python], { PATH: empty, JAVA_HOME: '' }).ended;
  expect(noJava).toMatchObject({ status: 2, stdout: '' });
  expect(noJava.stderr).toBe(
    'qlogscope: Java is missing (java does not run): install Java 17, as openjdk-17-jre-headless.\n',
  );
  const other = join(bare, 'bin/python3');
  const noSpark = await startCli([...args, other]).ended;
  expect(noSpark).toMatchObject({ status: 2, stdout: '' });
  expect(noSpark.stderr).toContain(`${other} has no pyspark: pip install pyspark==4.3.0 pyarrow pandas`);
  const neither = await startCli([...args, at('no-python')], { PATH: empty, JAVA_HOME: '' }).ended;
  expect(neither.status).toBe(2);
  expect(neither.stderr.trimEnd().split('\n')).toHaveLength(2);
  expect(existsSync(out)).toBe(false);
});

test('many tiny files have a row each, in bounded memory', async () => {
  const [traces, out] = [at('tiny'), at('tiny-out')];
  for (let i = 0; i < TINY_FILES; i++) {
    const inner = join(traces, `h${Math.floor(i / 1000)}`);
    if (i % 1000 === 0) mkdirSync(inner, { recursive: true });
    writeFileSync(join(inner, `${i}.qlog`), i.toString(16));
  }
  const run = job(traces, out, [], 'local[2]');
  await run.until(() => driverOf(run) !== undefined);
  const { pid } = driverOf(run) as Process;
  let peakMb = 0;
  await run.until(() => {
    peakMb = Math.max(peakMb, peakMbOf(pid));
    return false;
  });
  await done(run);
  const tables = await readTables(python, 'job', out);
  expect(tables.counted.traces).toBe(TINY_FILES);
  expect(new Set(tables.traces.map(({ file }) => file)).size).toBe(TINY_FILES);
  expect(tables.traces.every((row) => row.failure !== null)).toBe(true);
  expect(peakMb).toBeGreaterThan(0);
  expect(peakMb).toBeLessThan(MOST_DRIVER_MB);
});

test('its unit tests pass', async () => {
  const run = start(
    'sh',
    ['-c', 'cd "$0" && exec "$1" -m unittest discover -s tests -t .', join(ROOT, 'fleet'), python],
    {
      PYTHONDONTWRITEBYTECODE: '1',
    },
  );
  const { status, stderr } = await run.ended;
  expect(status, stderr).toBe(0);
  expect(Number(/^Ran (\d+) tests/m.exec(stderr)?.[1])).toBeGreaterThan(20);
});

/** Recordings of programs that do what no program should, that are interrupted, or on a host that is late; and two that are compared. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../support/cli-here.ts';
import { buildCli } from '../support/cli-process.ts';
import { CLIENT, manifestOf, recordingIn, SERVER } from '../support/recorded-programs.ts';

let folder = '';
const at = (name: string): string => join(folder, name);
const record = recordingIn(at);
/** Programs that were given this folder. */
const runningIn = (name: string): readonly string[] =>
  spawnSync('ps', ['-ww', '-eo', 'args'], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => line.includes(at(name)));

beforeAll(() => {
  buildCli();
  folder = mkdtempSync(join(tmpdir(), 'qlogscope-record-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('nothing is left running', () => {
  test.each([
    ['ignores SIGTERM', ['deaf']],
    ['starts another that ignores it', ['forks']],
    ['is a daemon', ['daemon']],
    ['is a daemon that does both', ['daemon', 'deaf', 'forks']],
  ])('a server that %s', async (name, words) => {
    const { status, stdout } = await record(name, ['--runs', '1'], [...SERVER, ...words], CLIENT);
    expect([status, stdout.includes('1 run, of which 1 completed.')]).toEqual([0, true]);
    expect(runningIn(name)).toEqual([]);
  });

  test('a server that listens nowhere', async () => {
    const { status, stderr } = await record('mute', ['--runs', '1'], [...SERVER, 'mute'], CLIENT);
    expect(stderr).toMatch(/^qlogscope: nothing listens on port \d+ after 10 s\n/);
    expect([status, runningIn('mute')]).toEqual([2, []]);
  });

  test('a client that never ends: its run did not complete', async () => {
    const { status, stdout, stderr } = await record('never', ['--runs', '1', '--timeout', '2'], SERVER, [
      ...CLIENT,
      'never',
    ]);
    expect(stderr).toContain('run 1 of 1: did not complete in time after');
    expect([status, stdout.includes('1 run, of which 0 completed.')]).toEqual([0, true]);
    expect(runningIn('never')).toEqual([]);
  });
});

test('a client that fails, over IPv6: its run did not complete, with its status', async () => {
  const { stderr } = await record(
    'fails',
    ['--runs', '1', '--ipv6'],
    [...SERVER, 'v6'],
    [...CLIENT, 'v6', 'fails'],
  );
  expect(stderr).toContain('run 1 of 1: did not complete (the client ended with status 5) after');
});

test('programs that write no log end the recording', async () => {
  const { status, stderr } = await record('no-log', [], [...SERVER, 'no-log'], CLIENT);
  expect(stderr).toContain('neither program wrote a log into the folder that {qlog} and QLOGDIR name');
  expect(status).toBe(2);
  expect(readdirSync(at('no-log/01.logs/server'))).toEqual(['notes.txt']);
});

test('an interrupt ends the run that is made; what was finished is judged', async () => {
  const recording = record('interrupted', ['--runs', '50'], SERVER, CLIENT);
  while (!runsOf('interrupted').some(({ run: number }) => number === 1))
    await new Promise((done) => setTimeout(done, 20));
  while (runningIn('interrupted').length < 1) await new Promise((done) => setTimeout(done, 20));
  process.emit('SIGINT');
  const { status, stdout, stderr } = await recording;
  expect(stderr).toContain('interrupted');
  const counted = runsOf('interrupted').filter((one) => one.counted === true).length;
  expect(counted).toBeGreaterThan(0);
  expect(counted).toBeLessThan(50);
  expect(stdout).toContain(`of which ${counted} completed`);
  expect([status, runningIn('interrupted')]).toEqual([2, []]);
});

const runsOf = (name: string): readonly { readonly [key: string]: unknown }[] => {
  try {
    return manifestOf(at(name)).filter(({ kind }) => kind === 'run');
  } catch {
    return [];
  }
};

test('runs of a host that is late are recorded again, up to a bound, and never counted', async () => {
  // The relay runs in this process.
  const busy = setInterval(() => {
    const untilMs = performance.now() + 40;
    while (performance.now() < untilMs);
  }, 45);
  const { status, stderr } = await record(
    'late',
    ['--runs', '1', '--late', '2', '--again', '1'],
    SERVER,
    CLIENT,
  );
  clearInterval(busy);
  expect(stderr.match(/not counted: late/g)).toHaveLength(2);
  expect(stderr).toContain('no run counts: nothing is judged');
  expect(runsOf('late').map(({ attempt, counted, why }) => [attempt, counted, why])).toEqual([
    [1, false, 'late'],
    [2, false, 'late'],
  ]);
  expect(readdirSync(at('late')).sort()).toEqual(['manifest.ndjson', 'not-counted']);
  expect(status).toBe(2);
});

test('against a baseline the status is 1 where a critical finding is surely more frequent', async () => {
  mkdirSync(at('made'));
  const path = ['--set', 'from=60', '--seeds', '6-11', '--jobs', '1', '--out', at('made')];
  await run(['simulate', ...path, '--variant', 'defect,fixed']);
  for (const name of readdirSync(at('made'))) {
    const [, variant, seed] = /-(\w+)-s(\d+)\.sender/.exec(name) ?? [];
    if (variant !== undefined)
      renameSync(at(`made/${name}`), at(`made/${variant}-${Number(seed) - 5}.sqlog`));
  }
  const serverOf = (variant: string) => [...SERVER.slice(0, -1), at(`made/${variant}-RUN.sqlog`)];
  const six = ['--runs', '6'];
  const fixed = await record('fixed', six, serverOf('fixed'), CLIENT);
  expect(fixed.stdout).toContain('6 runs, of which 6 completed (61 to 100 %).');
  expect(fixed.status).toBe(0);
  const alone = await record('alone', [...six, '--json'], serverOf('defect'), CLIENT);
  const records = alone.stdout.trimEnd().split('\n');
  expect(records.map((line) => JSON.parse(line).schema)).toEqual(Array(6).fill(2));
  expect(alone.stderr).toContain('Share of runs with each finding');
  expect(alone.status).toBe(1);
  const worse = await record('worse', [...six, '--baseline', at('fixed')], serverOf('defect'), CLIENT);
  expect(worse.stdout).toContain('baseline against worse');
  expect(worse.status).toBe(1);
  const better = await record('better', [...six, '--baseline', at('alone')], serverOf('fixed'), CLIENT);
  expect(better.status).toBe(0);
});

/**
 * `qlogscope simulate`: the table, the records, the traces and that they are read, the same bytes with any number of threads,
 * and bad calls; `docs/simulate.md` names every scenario, field, option and key, and its calls are right ones.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { variantSummary } from '../../src/engine/service/compare/simulated-shares.ts';
import { initialValues } from '../../src/engine/simulator/runs/scenario.ts';
import { runRow, runTraces } from '../../src/engine/simulator/runs/scenario-run.ts';
import { INCIDENT_FIELDS } from '../../src/engine/simulator/runs/scenarios/incident.ts';
import { SCENARIOS } from '../../src/engine/simulator/runs/scenarios/index.ts';
import { PUBLISHED } from '../../src/engine/simulator/runs/scenarios/published/index.ts';
import { SIMULATE } from '../../src/node/cli/commands/simulate/command.ts';
import { callOf } from '../support/cli-call.ts';
import { run } from '../support/cli-here.ts';
import { buildCli, ROOT, type Run, records, runProcess } from '../support/cli-process.ts';
import { RECORDED_LINKS, refOf, refsOf, rowsOf } from '../support/lab-runs.ts';
import { someOf } from '../support/tier.ts';

const folder = mkdtempSync(join(tmpdir(), 'qlogscope-simulate-'));
/** A small download, the handshake spared. */
const SMALL = { from: 60, megabytes: 1, limit: 4 };
const SMALL_ARGS = Object.entries(SMALL).flatMap(([id, value]) => ['--set', `${id}=${value}`]);
const simulate = (...args: readonly string[]) => run(['simulate', ...args]);
const small = (...args: readonly string[]) => simulate(...SMALL_ARGS, ...args);

beforeAll(buildCli);
afterAll(() => rmSync(folder, { recursive: true }));

const RUN_KEYS = [
  ...['schema', 'kind', 'scenario', 'values', 'variant', 'seed', 'completedMs', 'late', 'trapped'],
  ...['longestTrapMs', 'goodputMbit', 'sentPackets', 'lostPackets', 'spuriousPackets'],
  ...['droppedPackets', 'reductions', 'timeouts'],
];
const VARIANT_KEYS = [
  ...['schema', 'kind', 'scenario', 'values', 'variant', 'runs', 'late', 'trapped', 'probed'],
  ...['spurious', 'closed', 'completedMs', 'goodputMbit', 'lostPackets', 'timeouts'],
];

type Told = { readonly [key: string]: unknown };

const linesOf = (stdout: string): readonly Told[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

const sorted = (keys: Iterable<string>): readonly string[] => [...keys].sort();

describe('the table', () => {
  test('has a line per variant, with its shares, and what to look for', async () => {
    const { status, stdout, stderr } = await small('--seeds', '8');
    expect([status, stderr]).toEqual([0, '']);
    const [title, heads = '', defect, fixed, reno, blank, legend, look] = stdout.split('\n');
    expect(title).toBe('The incident');
    expect(heads.trim().split(/ {2,}/)).toEqual([
      ...['late', 'spirals', 'done in, if done', 'goodput', 'lost', 'probe timeouts'],
    ]);
    const { late, trapped } = variantSummary('defect', rowsOf('incident', 'defect', 8, SMALL));
    expect(trapped.hits).toBeGreaterThan(0);
    const percent = (share: number): string => (100 * share).toFixed(0);
    const shareText = ({ hits, low, high }: typeof late): string =>
      `${hits} of 8 \\(${percent(low)} to ${percent(high)} %\\)`;
    expect(defect).toMatch(
      new RegExp(`^CUBIC with the defect {2}${shareText(late)} +${shareText(trapped)} {2}`),
    );
    expect(fixed).toMatch(/^CUBIC, fixed +0 of 8 \(0 to 32 %\) +0 of 8 \(0 to 32 %\) +\d\.\d\d s/);
    expect(reno).toMatch(/^NewReno +0 of 8 /);
    expect([blank, look]).toEqual(['', 'Look for:']);
    expect(legend).toMatch(/^Shares with their 95 % interval/);
    const [, sentences] = stdout.split('Look for:\n');
    expect(sentences?.trimEnd().split('\n')).toHaveLength(3);
  });

  test('of senders that send all the time has no times and no shares', async () => {
    const { stdout } = await simulate(
      ...'--scenario two-flows --set seconds=2 --set later=0.5 --seeds 2'.split(' '),
    );
    const [, heads = '', first = ''] = stdout.split('\n');
    expect(heads.trim().split(/ {2,}/)).toEqual(['goodput', 'lost', 'probe timeouts']);
    // One goodput per flow.
    expect(first).toMatch(/^CUBIC and CUBIC {2}.*Mbit\/s.*; .*Mbit\/s/);
    expect(stdout.split('\n').filter((line) => line.includes('Mbit/s'))).toHaveLength(3);
  });

  test('of a late host says of each cell whether the loop closes, and of each plane with counts', async () => {
    const cells = '0.1ms-2000us,0.1ms-100us,0.1ms-2000us-0ms';
    const { stdout } = await simulate(
      ...`--scenario late-host --set seconds=0.5 --seeds 2 --variant ${cells}`.split(' '),
    );
    const [, heads = '', ...lines] = stdout.split('\n');
    expect(heads.trim().split(/ {2,}/).slice(0, 3)).toEqual(['PTO fired', 'spurious', 'loop closes']);
    expect(lines.slice(0, 3).map((line) => line.split(/ {2,}/).slice(0, 4))).toEqual([
      ['RTT 0.1 ms, late by 2000 µs', '0 of 2', '0', 'no'],
      ['RTT 0.1 ms, late by 100 µs', '0 of 2', '0', 'no'],
      ['RTT 0.1 ms, late by 2000 µs, max_ack_delay 0 ms', '2 of 2', '2', 'no'],
    ]);
    expect(lines.slice(4, 6)).toEqual([
      'max_ack_delay 25 ms: The loop closes: no, in none of 4 runs. No PTO fired.',
      'max_ack_delay 0 ms: The loop closes: no, in none of 2 runs. A PTO fired in 2, in 2 of them though nothing was lost.',
    ]);
  });

  test('of runs none of which is done says so', async () => {
    const { stdout } = await simulate(...'--variant newreno --seeds 2 --set limit=1'.split(' '));
    expect(stdout.split('\n')[2]).toMatch(/^NewReno {2}2 of 2 \(34 to 100 %\) +0 of 2 \(0 to 66 %\) +– /);
  });
});

describe('the records', () => {
  let told: readonly Told[] = [];

  beforeAll(async () => {
    told = linesOf((await small('--json', '--seeds', '4-6', '--variant', 'newreno,defect')).stdout);
  });

  test('are those of the runs, variant after variant and by seed, then those of the variants', () => {
    expect(told.map(({ kind, variant, seed }) => [kind, variant, seed])).toEqual([
      ...['newreno', 'defect'].flatMap((variant) => [4, 5, 6].map((seed) => ['run', variant, seed])),
      ...['newreno', 'defect'].map((variant) => ['variant', variant, undefined]),
    ]);
    const values = { ...initialValues({ fields: INCIDENT_FIELDS }), ...SMALL };
    for (const record of told) {
      expect(record).toMatchObject({ schema: 1, scenario: 'incident', values });
      expect(sorted(Object.keys(record))).toEqual(sorted(record.kind === 'run' ? RUN_KEYS : VARIANT_KEYS));
    }
  });

  test('tell of a run what it is by itself', () => {
    const runs = told.filter(({ kind }) => kind === 'run');
    expect(runs).toHaveLength(6);
    for (const record of runs) {
      const row = runRow(refOf('incident', record.variant as string, SMALL, record.seed as number));
      expect(record).toMatchObject({
        completedMs: row.isLate ? null : row.completedMs,
        late: row.isLate,
        trapped: row.isTrapped,
        longestTrapMs: row.longestTrapMs,
        goodputMbit: row.goodputMbit,
        sentPackets: row.sentPackets,
        lostPackets: row.lostPackets,
        spuriousPackets: row.spuriousPackets,
        droppedPackets: row.droppedPackets,
        reductions: row.reductions,
        timeouts: row.timeouts,
      });
    }
  });

  test('count what the runs tell', () => {
    for (const summary of told.filter(({ kind }) => kind === 'variant')) {
      const rows = told.filter(({ kind, variant }) => kind === 'run' && variant === summary.variant);
      const hits = (key: string): number => rows.filter((row) => row[key] === true).length;
      expect(summary).toMatchObject({
        runs: 3,
        late: { hits: hits('late'), share: hits('late') / 3 },
        trapped: { hits: hits('trapped') },
        probed: { hits: rows.filter(({ timeouts }) => (timeouts as number) > 0).length },
      });
      const lost = rows.map(({ lostPackets }) => lostPackets as number).sort((a, b) => a - b);
      expect(summary.lostPackets).toEqual({ low: lost[0], median: lost[1], high: lost[2] });
    }
  });

  test('have null for what there is not', async () => {
    const { stdout: late } = await simulate(...'--json --variant newreno --seed 3 --set limit=1'.split(' '));
    expect(linesOf(late)).toEqual([
      expect.objectContaining({ kind: 'run', seed: 3, completedMs: null, late: true }),
      expect.objectContaining({ kind: 'variant', runs: 1, completedMs: null }),
    ]);
    const args = '--json --scenario buffers --variant newreno-1 --seed 1 --set seconds=1';
    expect(linesOf((await simulate(...args.split(' '))).stdout)[0]).toMatchObject({
      completedMs: null,
      late: false,
    });
  });

  test('are of a controller that is named, in place of the variants', async () => {
    const args = ['--json', '--seed', '1', '--idle-rule', 'threshold:0.5'];
    const [record, summary] = linesOf((await small(...args)).stdout);
    expect([record?.variant, summary?.variant]).toEqual(['cubic:threshold:0.5', 'cubic:threshold:0.5']);
    expect(record?.longestTrapMs).toBe(runRow(refOf('incident', 'cubic:threshold:0.5', SMALL)).longestTrapMs);
  });
});

describe('the traces', () => {
  test('are two per run, those of the run by itself, and every one is read', async () => {
    const out = join(folder, 'made', 'deeper');
    const { status, stderr } = await small(
      '--out',
      out,
      '--seeds',
      '8-11',
      '--variant',
      'defect,cubic:reset:<',
    );
    expect([status, stderr]).toEqual([0, '']);
    const names = readdirSync(out).sort();
    const due = ['defect', 'cubic-reset--'].flatMap((variant) =>
      ['08', '09', '10', '11'].flatMap((seed) =>
        ['sender', 'receiver'].map((end) => `incident-${variant}-s${seed}.${end}.sqlog`),
      ),
    );
    expect(names).toEqual(due.sort());
    const { sender, receiver } = runTraces(refOf('incident', 'defect', SMALL, 9));
    const at = (end: string): string => readFileSync(join(out, `incident-defect-s09.${end}.sqlog`), 'utf8');
    expect(at('sender') === sender).toBe(true);
    expect(at('receiver') === receiver).toBe(true);
    const judged = await run(['check', '--json', out]);
    expect(judged.stderr).toBe('');
    const told = records(judged.stdout);
    expect(told.map(({ file }) => file.split('/').at(-1))).toEqual(names);
    for (const { file, side, skipped, errors } of told) {
      expect(side, file).toBe(file.includes('.sender.') ? 'sender' : 'receiver');
      expect([skipped, errors], file).toEqual([0, []]);
    }
  });

  test('of a run with a spiral raise the alarm, and those of one without do not', async () => {
    const refs = refsOf('incident', 'defect', 20, { ...SMALL, limit: 5, stalls: 0 });
    const held = refs.find((ref) => runRow(ref).longestTrapMs > 2100);
    const free = refs.find((ref) => runRow(ref).longestTrapMs === 0);
    for (const [ref, status] of [
      [held, 1],
      [free, 0],
    ] as const) {
      const out = join(folder, `alarm-${status}`);
      const seed = String(ref?.seed);
      await small(
        '--set',
        'limit=5',
        '--set',
        'stalls=0',
        '--variant',
        'defect',
        '--seed',
        seed,
        '--out',
        out,
      );
      const judged = await run(['check', '--only', 'death-spiral', out]);
      expect(judged.status, `seed ${seed}`).toBe(status);
      expect(judged.stdout.includes('CRITICAL death-spiral')).toBe(status === 1);
    }
  });

  test('name the call that makes them again', async () => {
    const out = join(folder, 'again');
    await small('--out', out, '--seed', '6', '--variant', 'fixed');
    const [name = ''] = readdirSync(out);
    const text = readFileSync(join(out, name), 'utf8');
    const { description } = JSON.parse(text.slice(1, text.indexOf('\n')));
    const again = join(folder, 'once-more');
    const { status } = await run([...description.split(' ').slice(1), '--out', again]);
    expect(status).toBe(0);
    expect(readFileSync(join(again, name), 'utf8') === text).toBe(true);
  });
});

test('the answer and the traces of a process are those of this one, with any number of threads', async () => {
  const call = ['simulate', ...SMALL_ARGS, ...'--json --seeds 4 --variant defect,newreno'.split(' ')];
  const outOf = (jobs: string): string => join(folder, `jobs-${jobs}`);
  const withFiles = (told: Run, jobs: string) => {
    const out = outOf(jobs);
    const files = readdirSync(out)
      .sort()
      .map((name): readonly [string, string] => [name, readFileSync(join(out, name), 'utf8')]);
    return { ...told, files };
  };
  const here = withFiles(await run([...call, '--out', outOf('here')]), 'here');
  expect([here.status, here.stderr, here.files.length]).toEqual([0, '', 16]);
  for (const jobs of someOf(['2', '1', '5'], 3)) {
    const told = withFiles(runProcess([...call, '--jobs', jobs, '--out', outOf(jobs)]), jobs);
    expect([told.status, told.stderr]).toEqual([0, '']);
    expect(told.stdout).toBe(here.stdout);
    expect(told.files.map(([name]) => name)).toEqual(here.files.map(([name]) => name));
    expect(told.files.filter(([, text], i) => text !== here.files[i]?.[1])).toEqual([]);
  }
});

describe('bad calls', () => {
  test.each([
    ['a file', ['trace.sqlog'], 'simulate takes no files: "trace.sqlog"'],
    ['a scenario', ['--scenario', 'reno'], '--scenario takes incident, ablation, '],
    ['a variant', ['--variant', 'bbr'], '--variant takes defect, fixed, newreno, not "bbr"'],
    ['a rule', ['--idle-rule', 'linux'], '--controller cubic --idle-rule linux names no controller'],
    ['a field', ['--set', 'speed=1'], '--set takes FIELD=VALUE with a field of incident (rtt, late, '],
    ['a value', ['--set', 'rtt=0'], '--set rtt=0: it should be a number from 0.1 to 1000 (ms)'],
    ['seeds', ['--seeds', '0'], '--seeds takes a number of runs up to 100000, or A-B, not "0"'],
    ['threads', ['--jobs', 'all'], '--jobs takes a whole number from 1 to 256, not "all"'],
    ['an option', ['--format', 'json'], "Unknown option '--format'"],
  ])('end with 64, say what would be right, and run nothing: %s', async (_, args, words) => {
    const { status, stdout, stderr } = await simulate(...args);
    expect([status, stdout]).toEqual([64, '']);
    expect(stderr).toContain(words);
    expect(stderr).toContain('qlogscope simulate --help tells how it is called.');
  });

  test('a folder that cannot be made ends with 2, before anything is run', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    for (const out of [file, join(file, 'inside')]) {
      const { status, stdout, stderr } = await small('--seeds', '2', '--out', out);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toContain(`${out} cannot be written: `);
    }
  });

  test('a trace that cannot be written ends with 2, and is named', async () => {
    const out = join(folder, 'taken');
    const name = join(out, 'incident-fixed-s1.sender.sqlog');
    mkdirSync(name, { recursive: true });
    const { status, stderr } = await small('--seed', '1', '--variant', 'fixed', '--out', out);
    expect(status).toBe(2);
    expect(stderr).toContain(`${name} cannot be written: `);
  });
});

test('--help tells the options, and that of the program names the command', async () => {
  expect(await simulate('--help')).toEqual({ status: 0, stdout: await SIMULATE.help(), stderr: '' });
  expect((await run(['--help'])).stdout).toMatch(/^ {2}qlogscope simulate +runs of /m);
});

describe('docs/simulate.md', () => {
  const page = readFileSync(join(ROOT, 'docs/simulate.md'), 'utf8');
  const section = (title: string): string => {
    const [, text] = page.split(`\n## ${title}\n`);
    expect(text, title).toBeDefined();
    return (text as string).split('\n## ')[0] as string;
  };
  const missingIn = (text: string, names: readonly string[]): readonly string[] =>
    names.filter((name) => !text.includes(`\`${name}\``));

  test('names every scenario, and no other', () => {
    const rows = [...section('The scenarios').matchAll(/^\| `([\w-]+)` \|/gm)].map(([, id]) => id);
    expect(rows).toEqual([...SCENARIOS, ...PUBLISHED].map(({ id }) => id));
  });

  test('names every field of the incident with its initial value', () => {
    const text = section('The fields of the incident');
    expect(
      missingIn(
        text,
        INCIDENT_FIELDS.map(({ id }) => id),
      ),
    ).toEqual([]);
    const rows = [...text.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|[^|]*\| ([^|]*) \|/gm)];
    const initial = rows.flatMap(([, ids = '', values = '']) => {
      const given = values.split(', ');
      return ids.split(', ').map((id, i): [string, string] => [id, given[i] as string]);
    });
    expect(initial.map(([id, value]) => [id.replaceAll('`', ''), value.replaceAll('`', '')])).toEqual(
      INCIDENT_FIELDS.map((field) => [field.id, String(field.initial)]),
    );
  });

  test('names every option', async () => {
    const options = [...(await SIMULATE.help()).matchAll(/^ {2}(--[\w-]+)/gm)].map(
      ([, option]) => option as string,
    );
    expect(options.length).toBe(10);
    expect(missingIn(section('The command'), options)).toEqual([]);
  });

  test('names every key of both records', () => {
    const [ofRun = '', ofVariant = ''] = section('The JSON').split('| key of a variant |');
    expect(missingIn(ofRun, RUN_KEYS)).toEqual([]);
    expect(missingIn(ofVariant, VARIANT_KEYS)).toEqual([]);
    expect(missingIn(ofVariant, ['hits', 'share', 'low', 'median', 'high'])).toEqual([]);
  });

  test('shows calls that are right ones', async () => {
    const calls = [...page.matchAll(/^npx qlogscope ([^#\n]*)/gm)].map(([, call]) => (call as string).trim());
    expect(calls.length).toBeGreaterThan(12);
    for (const call of calls) {
      const words = [...call.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
      await expect(callOf(words), call).resolves.toBeDefined();
    }
  });

  test('has the recorded links, with the fields that stand for them', () => {
    const rows = section('How far it agrees with recordings').split('\n');
    for (const { id, about, changes, runs, spirals, interval } of RECORDED_LINKS) {
      const row = rows.find((line) => line.startsWith(`| ${id} ${about} |`));
      expect(row, id).toContain(`| ${spirals} of ${runs}, ${interval[0]} to ${interval[1]} % |`);
      const fields = Object.entries(changes).filter(([field, value]) => field !== 'from' || value !== 0);
      for (const [field, value] of fields) expect(row, id).toContain(`\`${field}=${value}\``);
    }
  });
});

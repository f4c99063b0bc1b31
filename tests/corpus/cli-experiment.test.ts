/**
 * `qlogscope experiment`: the answers, the records, and bad calls; docs/experiments.md is what it writes, held here for what
 * needs no runs (for all, and that a process writes the same: tests/deep/experiments.test.ts); docs/simulate.md names every
 * option and key.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { experimentResult } from '../../src/engine/simulator/lab/experiment-result.ts';
import { EXPERIMENTS } from '../../src/engine/simulator/lab/experiments/index.ts';
import { EXPERIMENT } from '../../src/node/cli/commands/experiment/command.ts';
import { experimentSection } from '../../src/node/cli/commands/experiment/experiment-document.ts';
import { ownSetting } from '../../src/node/cli/commands/experiment/experiment-setting.ts';
import { callOf } from '../support/cli-call.ts';
import { run } from '../support/cli-here.ts';
import { buildCli, ROOT } from '../support/cli-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'qlogscope-experiment-'));
const experiment = (...args: readonly string[]) => run(['experiment', ...args]);

beforeAll(buildCli);
afterAll(() => rmSync(folder, { recursive: true }));

test('--list names every experiment with its source', async () => {
  const { status, stdout, stderr } = await experiment('--list');
  expect([status, stderr]).toEqual([0, '']);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual(
    EXPERIMENTS.map(({ id, title, source }) => [id, `${title}: ${source}`]),
  );
});

describe('the answers', () => {
  test('are told claim by claim, with the call that makes them again', async () => {
    const { status, stdout, stderr } = await experiment('ten-gigabit');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('That takes 5,000 s.\n  ours        5,000 s\n  verdict     holds\n');
    const [, call = ''] = stdout.split('\nAgain: qlogscope ');
    expect(await run(call.trim().split(' '))).toEqual({ status, stdout, stderr });
  });

  test('of another setting are unknown, with the difference; that is no error', async () => {
    const { status, stdout } = await experiment('ten-gigabit', '--set', 'rate=5000');
    expect(status).toBe(0);
    expect(stdout).toContain(
      '  ours        2,500 s\n  difference  50 % less\n  verdict     unknown: The fields are',
    );
  });
});

const RECORD_KEYS = [
  ...['schema', 'kind', 'experiment', 'title', 'source', 'about', 'call', 'full', 'values', 'variants'],
  ...['seeds', 'claims', 'answers', 'leavesOpen', 'plots'],
];

test('--json has every key, and the data of the plots', async () => {
  const record = JSON.parse((await experiment('ten-gigabit', '--json', '--full')).stdout);
  expect(Object.keys(record)).toEqual(RECORD_KEYS);
  expect(record).toMatchObject({ schema: 1, kind: 'experiment', seeds: null, variants: [], full: false });
  expect(record.plots[0].series[0].y.at(-1)).toBe(100_000);
});

describe('bad calls', () => {
  test.each([
    ['no name', [], 'a name is missing; there are ten-gigabit'],
    ['a name', ['reno'], 'there is no experiment "reno"; there are ten-gigabit'],
    [
      'a field',
      ['ten-gigabit', '--set', 'x=1'],
      '--set takes FIELD=VALUE with a field of ten-gigabit (rate, ',
    ],
    ['a value', ['ten-gigabit', '--set', 'rtt=0'], '--set rtt=0: it should be a number from 1 to 1000 (ms)'],
    ['seeds', ['ten-gigabit', '--seeds', '3'], 'ten-gigabit has no runs'],
    ['threads', ['--all', '--jobs', 'all'], '--jobs takes a whole number from 1 to 256, not "all"'],
    ['an option', ['--all', '--format', 'json'], "Unknown option '--format'"],
  ])('end with 64, and say what would be right: %s', async (_, args, words) => {
    const { status, stdout, stderr } = await experiment(...args);
    expect([status, stdout]).toEqual([64, '']);
    expect(stderr).toContain(words);
    expect(stderr).toContain('qlogscope experiment --help tells how it is called.');
  });

  test('a folder that cannot be made ends with 2, before anything is run', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const { status, stdout, stderr } = await experiment('ten-gigabit', '--out', file);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`${file} cannot be written: `);
  });
});

test('--help tells the options, and that of the program names the command', async () => {
  expect(await experiment('--help')).toEqual({ status: 0, stdout: await EXPERIMENT.help(), stderr: '' });
  expect((await run(['--help'])).stdout).toMatch(/^ {2}qlogscope experiment NAME +/m);
});

describe('docs/experiments.md, written by npm run experiments:page', () => {
  const page = readFileSync(join(ROOT, 'docs/experiments.md'), 'utf8');

  test('has every experiment, in the overview and as a section that is linked there', async () => {
    const rows = [...page.matchAll(/^\| \[([^\]]+)\]\(#([\w-]+)\) \|/gm)];
    expect(rows.map(([, title]) => title)).toEqual(EXPERIMENTS.map(({ title }) => title));
    expect([...page.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual(
      EXPERIMENTS.map(({ title }) => title),
    );
    expect(new Set(rows.map(([, , anchor]) => anchor)).size).toBe(rows.length);
    const calls = [...page.matchAll(/^npx qlogscope (.*)$/gm)].map(([, call = '']) => call);
    expect(calls).toEqual(EXPERIMENTS.map(({ id }) => `experiment ${id}`));
    for (const call of calls) await expect(callOf(call.split(' '))).resolves.toBeDefined();
  });

  test.each(EXPERIMENTS.filter(({ scenario }) => scenario === null).map((one) => [one.id, one] as const))(
    'has what the command writes of %s',
    (_, one) => {
      const setting = ownSetting(one, false);
      const result = experimentResult(one, setting.values, []);
      expect(page).toContain(`\n\n${experimentSection({ setting, result })}\n`);
    },
  );
});

describe('docs/simulate.md', () => {
  const [, section = ''] = readFileSync(join(ROOT, 'docs/simulate.md'), 'utf8').split('\n## Experiments\n');
  const text = section.split('\n## ')[0] as string;
  const missing = (names: readonly string[]): readonly string[] =>
    names.filter((name) => !text.includes(`\`${name}\``));

  test('names every option and every key', async () => {
    const options = [...(await EXPERIMENT.help()).matchAll(/^ {2}(--[\w-]+)/gm)].map(
      ([, option]) => option as string,
    );
    expect(options.length).toBe(8);
    expect(missing(options)).toEqual([]);
    expect(missing(RECORD_KEYS)).toEqual([]);
  });
});

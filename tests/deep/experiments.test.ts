/**
 * docs/experiments.md is what `qlogscope experiment --all` writes, with the runs of every experiment; and a process with any
 * number of threads writes what its sources do.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../support/cli-here.ts';
import { buildCli, ROOT, runProcess } from '../support/cli-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'qlogscope-experiment-'));

beforeAll(buildCli);
afterAll(() => rmSync(folder, { recursive: true }));

test('docs/experiments.md is what the command writes: npm run experiments:page', () => {
  const { status, stdout, stderr } = runProcess(['experiment', '--all']);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toBe(readFileSync(join(ROOT, 'docs/experiments.md'), 'utf8'));
});

test('the answers and the files of a process are those of this one', async () => {
  const call = ['experiment', 'nginx', '--json', '--set', 'download=200'];
  const outOf = (jobs: string): string => join(folder, `jobs-${jobs}`);
  const filesOf = (jobs: string) =>
    readdirSync(outOf(jobs))
      .sort()
      .map((name): readonly [string, string] => [name, readFileSync(join(outOf(jobs), name), 'utf8')]);
  const here = await run([...call, '--out', outOf('here')]);
  expect([here.status, here.stderr]).toEqual([0, '']);
  const { variants, plots } = JSON.parse(here.stdout);
  expect([variants.length, filesOf('here').length]).toEqual([4, 2 * plots.length]);
  // One thread here, two there.
  expect(runProcess([...call, '--jobs', '2', '--out', outOf('2')])).toEqual(here);
  expect(filesOf('2')).toEqual(filesOf('here'));
});

/** docs/experiments.md is what `qlogscope experiment --all` writes, with the runs of every experiment. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildCli, ROOT, runProcess } from '../support/cli-process.ts';

beforeAll(buildCli);

test('docs/experiments.md is what the command writes: npm run experiments:page', () => {
  const { status, stdout, stderr } = runProcess(['experiment', '--all']);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toBe(readFileSync(join(ROOT, 'docs/experiments.md'), 'utf8'));
});

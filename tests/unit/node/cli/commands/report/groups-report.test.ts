/** `qlogscope report --group`: the report of the page, redacted by `--tell`; the text of `compare`; pictures and JSON. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../../../../../support/cli-here.ts';
import { corpusPath } from '../../../../../support/raw-trace.ts';
import { asRun } from '../../../../../support/run-copies.ts';

const TRACES = {
  old: corpusPath('rtt100-l4s-cubic-buggy-s01.server.sqlog.gz'),
  new: corpusPath('applimited-small-cubic.client.sqlog.gz'),
};
const RUNS = 5;
const folder = mkdtempSync(join(tmpdir(), 'qlogscope-groups-report-'));

beforeAll(() => {
  for (const [name, trace] of Object.entries(TRACES))
    for (let i = 1; i <= RUNS; i++)
      writeFileSync(join(folder, `${name}-${i}.sqlog.gz`), asRun(readFileSync(trace), i));
});
afterAll(() => rmSync(folder, { recursive: true }));

const group = (pattern: string): readonly string[] => ['--group', join(folder, pattern)];
const both = [...group('old-*'), ...group('new-*')];

test('names of groups and of files are in it where each is ticked, and the rest is the same', async () => {
  const plain = await run(['report', ...both, '--markdown']);
  expect([plain.status, plain.stderr]).toEqual([0, '']);
  expect(plain.stdout).toMatch(/^# group A against group B\n/);
  expect(plain.stdout).not.toMatch(/\bold\b|\bnew\b|sqlog/);
  expect(plain.stdout.match(/^\| run \d /gm)).toHaveLength(2 * RUNS);
  const named = await run(['report', ...both, '--markdown', '--tell', 'group-names']);
  expect(named.stdout).toMatch(/^# old against new\n/);
  expect(named.stdout).not.toContain('sqlog');
  const lettered = named.stdout.replace(/(?:A )?\bold\b/g, 'group A').replace(/(?:B )?\bnew\b/g, 'group B');
  expect(lettered).toBe(plain.stdout);
  const files = await run(['report', ...both, '--markdown', '--tell', 'file-name']);
  expect(files.stdout).toMatch(/^# group A against group B\n/);
  expect(files.stdout.match(/\/old-\d\.sqlog\.gz/g)).toHaveLength(RUNS);
});

test('is one page with the text of compare, two pictures and every run', async () => {
  const output = join(folder, 'report.html');
  const told = ['--tell', 'group-names,file-name'];
  expect((await run(['report', ...both, ...told, '--output', output])).status).toBe(0);
  const { stdout } = await run(['compare', ...both, '--format', 'html']);
  expect(readFileSync(output, 'utf8')).toBe(stdout);
  expect(stdout.match(/<svg/g)?.length).toBeGreaterThanOrEqual(2);

  const pictures = join(folder, 'pictures');
  await run(['report', ...both, '--svg', '--output', pictures]);
  expect(readdirSync(pictures)).toEqual(['figure-1-group-shares.svg', 'figure-2-group-bands.svg']);
  const record = JSON.parse((await run(['report', ...both, '--json'])).stdout);
  expect([record.kind, record.groups.map(({ name }: { name: string }) => name)]).toEqual([
    'groups',
    ['group A', 'group B'],
  ]);
});

test('a run in two groups is an error, and what could not be read is counted', async () => {
  const mixed = await run(['report', ...group('old-*'), ...group('old-1*')]);
  expect([mixed.status, mixed.stdout]).toEqual([64, '']);
  expect(mixed.stderr).toContain('old-1');
  writeFileSync(join(folder, 'new-9.sqlog'), 'no trace');
  const { status, stdout } = await run(['report', ...both, '--markdown']);
  rmSync(join(folder, 'new-9.sqlog'));
  expect(status).toBe(2);
  expect(stdout).toMatch(/group B: 5 runs \(1 run not read\)/);
});

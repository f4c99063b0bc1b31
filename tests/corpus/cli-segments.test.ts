/** The command line on the files of a log that was rotated: one trace, which is said, or each alone. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCli, records, run } from '../support/cli-process.ts';
import { cutLog, partsOf } from '../support/cut-trace.ts';
import { readTrace } from '../support/load.ts';
import { corpusPath } from '../support/raw-trace.ts';

const SPIRAL = corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz');
const OTHER = corpusPath('rate-cubic-fixed-s17.server.sqlog.gz');

let folder = '';
let paths: readonly string[] = [];

beforeAll(() => {
  buildCli();
  folder = mkdtempSync(join(tmpdir(), 'qlogscope-segments-'));
  const parts = partsOf(cutLog(readTrace(SPIRAL)), [2500, 5500]);
  mkdirSync(join(folder, 'logs'));
  // The newest file has no number, as those of logrotate.
  const names = ['a.sqlog.2.gz', 'a.sqlog.1', 'a.sqlog'];
  paths = names.map((name) => join(folder, 'logs', name));
  for (const [i, part] of parts.entries()) writeFileSync(paths[i] as string, i === 0 ? gzipSync(part) : part);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const findingsOf = (stdout: string) => records(stdout).map(({ events, findings }) => ({ events, findings }));

test('check judges files and folders as the whole log, and says which files are one', () => {
  const whole = run(['check', '--json', SPIRAL]);
  for (const given of [[...paths].reverse(), [join(folder, 'logs')]]) {
    const { status, stdout, stderr } = run(['check', '--json', ...given]);
    expect(status).toBe(1);
    expect(findingsOf(stdout)).toEqual(findingsOf(whole.stdout));
    expect(stderr).toContain(`${paths.join(', ')}: 3 files read as one connection (assumed`);
  }
});

test('--separate judges each alone', () => {
  const { stdout, stderr } = run(['check', '--json', '--separate', ...paths]);
  expect(records(stdout).map(({ events }) => events)).toEqual([2500, 3000, 2546]);
  expect(stderr).not.toContain('one connection');
  expect(
    run(['summary', '--separate', ...paths])
      .stdout.trimEnd()
      .split('\n'),
  ).toHaveLength(4);
});

test('summary and report tell of one trace, beside those of other connections', () => {
  const summary = run(['summary', OTHER, ...paths]);
  expect(summary.status).toBe(0);
  expect(summary.stdout.trimEnd().split('\n')).toHaveLength(3);
  const report = run(['report', '--markdown', ...paths]);
  expect(report.status).toBe(0);
  expect(report.stderr).toContain('3 files read as one connection');
  expect(report.stdout).toContain('8,046 events');
});

test('a file among them that cannot be read is named, and the others are judged', () => {
  const broken = join(folder, 'broken');
  mkdirSync(broken);
  const parts = partsOf(cutLog(readTrace(SPIRAL)), [2500, 5500]);
  const cut = gzipSync(parts[1] as Uint8Array);
  const names = parts.map((_, i) => join(broken, `b.${i}.sqlog.gz`));
  for (const [i, part] of parts.entries())
    writeFileSync(
      names[i] as string,
      i === 2 ? gzipSync(part) : i === 1 ? cut.subarray(0, cut.length - 400) : gzipSync(part),
    );
  const { status, stdout, stderr } = run(['check', '--json', ...names]);
  expect(status).toBe(2);
  expect(stderr).toContain('b.1.sqlog.gz');
  expect(records(stdout).length).toBeGreaterThan(0);
});

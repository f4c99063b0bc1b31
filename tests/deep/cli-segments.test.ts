/** The command line on the files of a log that was rotated: one trace, which is said, or each alone. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../support/cli-here.ts';
import { records } from '../support/cli-process.ts';
import { tracePath } from '../support/corpus/list.ts';
import { cutLog, partsOf } from '../support/cut-trace.ts';
import { readTrace } from '../support/load.ts';
import { corpusPath } from '../support/raw-trace.ts';

const SPIRAL = corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz');
const OTHER = corpusPath('rate-cubic-fixed-s17.server.sqlog.gz');

const WITH_ID = tracePath('aioquic-1.7.2_cubic-loss5MB_server.qlog.gz');

let folder = '';
let paths: readonly string[] = [];

beforeAll(() => {
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

test('check judges files and folders as the whole log, and says which files are one', async () => {
  const whole = await run(['check', '--json', SPIRAL]);
  for (const given of [[...paths].reverse(), [join(folder, 'logs')]]) {
    const { status, stdout, stderr } = await run(['check', '--json', ...given]);
    expect(status).toBe(1);
    expect(findingsOf(stdout)).toEqual(findingsOf(whole.stdout));
    expect(stderr).toContain(`${paths.join(', ')}: 3 files read as one connection (assumed`);
  }
});

test('--separate judges each alone', async () => {
  const { stdout, stderr } = await run(['check', '--json', '--separate', ...paths]);
  expect(records(stdout).map(({ events }) => events)).toEqual([2500, 3000, 2546]);
  expect(stderr).not.toContain('one connection');
  expect((await run(['summary', '--separate', ...paths])).stdout.trimEnd().split('\n')).toHaveLength(4);
});

test('summary and report tell of one trace, beside those of other connections', async () => {
  const summary = await run(['summary', OTHER, ...paths]);
  expect(summary.status).toBe(0);
  expect(summary.stdout.trimEnd().split('\n')).toHaveLength(3);
  const report = await run(['report', '--markdown', ...paths]);
  expect(report.status).toBe(0);
  expect(report.stderr).toContain('3 files read as one connection');
  expect(report.stdout).toContain('8,046 events');
  expect(report.stdout).toContain('- **Files:** 3, assumed to be of one connection\n');
  expect(report.stdout).not.toContain('a.sqlog');
  const named = (await run(['report', '--markdown', '--tell', 'file-name', ...paths])).stdout;
  expect(named).toContain(`# Post-mortem: Death spiral in ${paths[0]} (3 files)\n`);
  expect(named).toContain(`npx qlogscope check ${paths.join(' ')}\n`);
});

test('a file among them that cannot be read is named, and the others are judged', async () => {
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
  const { status, stdout, stderr } = await run(['check', '--json', ...names]);
  expect(status).toBe(2);
  expect(stderr).toContain('b.1.sqlog.gz');
  const [record] = records(stdout);
  expect(record?.errors.at(-1)).toMatchObject({ file: names[1], record: null });
  expect(record?.errors.at(-1)?.reason).toMatch(
    /^the gzip stream is truncated; the [\d,]+ events before it were judged$/,
  );
  const text = (await run(['check', ...names])).stdout;
  expect(text).toMatch(/^ {4}error: .*b\.1\.sqlog\.gz: byte [\d,]+: the gzip stream/m);
});

test('convert reads one file alone, and says so', async () => {
  const last = paths.at(-1) as string;
  const rows = (await run(['convert', last, '--to', 'ndjson', '--series', 'smoothed-rtt'])).stdout
    .trimEnd()
    .split('\n');
  const [alone] = records((await run(['check', '--json', '--separate', last])).stdout);
  expect(JSON.parse(rows[0] as string).timeMs).toBeGreaterThan(1000);
  expect(alone?.segments).toBeNull();
  expect((await run(['convert', '--help'])).stdout).toContain('are not joined: FILE is read alone');
  expect((await run(['check', '--help'])).stdout).toContain('are judged as one trace');
});

test('check says which files a trace is, and where one is missing', async () => {
  const lacking = join(folder, 'lacking');
  mkdirSync(lacking);
  const parts = partsOf(cutLog(readTrace(WITH_ID)), [3000, 6000, 9000]);
  const names = parts.map((_, i) => join(lacking, `c.${i}.qlog`));
  for (const [i, part] of parts.entries()) if (i !== 1) writeFileSync(names[i] as string, part);
  const missing =
    /^ {4}warning: .*c\.2\.qlog: up to 630 packets sent before this file begins are in none of the files\./m;
  const { stdout } = await run(['check', lacking]);
  expect(stdout).toContain(
    `    3 files, same original connection id: ${[names[0], names[2], names[3]].join(', ')}\n`,
  );
  expect(stdout.match(new RegExp(missing, 'gm'))).toHaveLength(1);
  // It stands before what it spoils: the rules that are not judged where so many packets are missing.
  const notJudged = stdout.search(/^ {4}not judged, .* are not in the log, by their numbers: /m);
  expect(notJudged).toBeGreaterThan(0);
  expect(stdout.search(missing)).toBeLessThan(notJudged);
  expect((await run(['check', '--format', 'junit', lacking])).stdout).toContain('up to 630 packets sent');
  const [record] = records((await run(['check', '--json', lacking])).stdout);
  expect(record?.segments?.files.map(({ missingPackets }) => missingPackets)).toEqual([0, 630, 0]);
  expect(record?.file).toBe(names[0]);
});

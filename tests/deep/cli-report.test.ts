/** `qlogscope report`: what it writes where, with what left out, and what it says where it cannot. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeZip } from '../support/bytes-zip.ts';
import { run } from '../support/cli-here.ts';
import { corpusPath } from '../support/raw-trace.ts';
import { SPIRAL_PATH } from '../support/report-input.ts';
import { parseXml } from '../support/xml.ts';

const HEALTHY = corpusPath('rate-cubic-fixed-s17.server.sqlog.gz');
let folder = '';
const at = (name: string): string => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'qlogscope-report-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// That it is what the page saves, letter by letter, is held by tests/e2e/report.spec.ts.
test('HTML holds verdict, evidence and the figure of page one, on request every panel, and no word of the file', async () => {
  const { status, stdout, stderr } = await run(['report', SPIRAL_PATH]);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('The window (cwnd) stayed at 2,700 bytes (2 packets) for 7.95 s');
  expect(stdout).not.toContain('rate2-both');
  // The whole trace, and the close-ups of three alarms.
  expect(stdout.match(/<svg /g)?.length).toBe(4);
  const all = (await run(['report', SPIRAL_PATH, '--figures', 'all'])).stdout;
  expect(all.match(/<svg /g)?.length).toBeGreaterThan(9);
  const chosen = (await run(['report', SPIRAL_PATH, '--figures', 'rtt,loss'])).stdout;
  expect(chosen.match(/<figure id="figure-\d"/g)).toHaveLength(6);
  const wrong = await run(['report', SPIRAL_PATH, '--figures', 'speed']);
  expect([wrong.status, wrong.stdout]).toEqual([64, '']);
  expect(wrong.stderr).toMatch(/--figures takes all, or of .*\bcongestion, .*; not "speed"/);
});

// That it is what the page saves, letter by letter, is held by tests/e2e/set-report.spec.ts.
test('several traces are compared in one report; what cannot be is said', async () => {
  const { status, stdout, stderr } = await run(['report', '--compare', SPIRAL_PATH, HEALTHY, '--markdown']);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('# Comparison: A against B');
  expect(stdout).toContain('B is laid over A at the last loss');
  expect(stdout).toMatch(/\| last byte acknowledged \| not finished \| [\d.]+ s \|/);
  const alone = await run(['report', '--compare', SPIRAL_PATH]);
  expect([alone.status, alone.stdout]).toEqual([2, '']);
  expect(alone.stderr).toContain('--compare takes two traces at least: ');
  const broken = at('broken.sqlog');
  writeFileSync(broken, 'no log');
  const rest = await run(['report', '--compare', SPIRAL_PATH, broken, HEALTHY, '--markdown']);
  expect(rest.status).toBe(2);
  expect(rest.stdout).toContain('# Comparison: A against B');
  expect(rest.stderr).toContain('broken.sqlog');
});

test('a range, a width and a name are as they are asked for', async () => {
  const path = at('spiral.html');
  const args = ['--tell', 'file-name', '--from', '2000', '--to', '4000', '--width', '700', '--output', path];
  expect(await run(['report', SPIRAL_PATH, ...args])).toEqual({ status: 0, stdout: '', stderr: '' });
  const html = readFileSync(path, 'utf8');
  expect(html).toContain(`Post-mortem: Death spiral in ${SPIRAL_PATH}`);
  expect(html).toContain('open the trace in any copy of qlogscope and show 2.000 s to 4.000 s.');
  const { stdout } = await run(['report', SPIRAL_PATH, '--from', '2000', '--to', '4000']);
  const widthOf = (text: string): number => Number(/<svg [^>]*width="(\d+)"/.exec(text)?.[1]);
  expect(widthOf(stdout) - widthOf(html)).toBe(720 - 700);
});

test('what its author writes stands in it, and the time of day where it is told', async () => {
  const authored = ['--title', 'Slow <downloads>', '--author', 'A. Author', '--severity', 'SEV-2'];
  const actions = ['--action', 'Roll back', '--action', 'Tell the team'];
  const { stdout } = await run(['report', SPIRAL_PATH, ...authored, ...actions, '--tell', 'time-of-day']);
  expect(stdout).toContain('<h1>Slow &lt;downloads&gt;</h1>');
  expect(stdout).toContain('Severity: SEV-2 · Author: A. Author');
  expect(stdout).toContain('<ul><li>Roll back</li><li>Tell the team</li><li>quiche 0.30.0');
  expect(stdout).toContain('From 2026-11-21 06:36:04.962 UTC');
  expect((await run(['report', SPIRAL_PATH])).stdout).not.toMatch(/UTC|2026-11-21/);
});

test('Markdown and SVG go to a folder with their pictures; Markdown alone leads to none', async () => {
  const markdown = at('markdown');
  const pictures = at('pictures');
  expect(
    (await run(['report', SPIRAL_PATH, HEALTHY, '--figures', 'all', '--markdown', '--output', markdown]))
      .status,
  ).toBe(0);
  expect(
    (await run(['report', SPIRAL_PATH, HEALTHY, '--figures', 'all', '--svg', '--output', pictures])).status,
  ).toBe(0);
  const text = readFileSync(join(markdown, 'report.md'), 'utf8');
  const files = readdirSync(pictures).sort();
  expect(readdirSync(markdown).sort()).toEqual([...files, 'report.md'].sort());
  expect(files.length).toBeGreaterThan(15);
  const ids = new Set<string>();
  for (const file of files) {
    expect(text).toContain(`(${file})`);
    const svg = parseXml(readFileSync(join(pictures, file), 'utf8'));
    ids.add(svg.attributes['aria-labelledby'] ?? file);
  }
  expect(ids.size).toBe(files.length);
  expect(text).toContain('trace 1');
  expect(text).toContain('trace 2');
  const alone = await run(['report', SPIRAL_PATH, '--markdown']);
  expect([alone.status, alone.stderr]).toEqual([0, '']);
  expect(alone.stdout).not.toContain('.svg');
  expect(alone.stdout).toContain('The window (cwnd) stayed at 2,700 bytes');
});

test('what cannot be read is said, and the rest is told of', async () => {
  const gone = at('gone.qlog');
  const both = await run(['report', gone, SPIRAL_PATH]);
  expect(both.status).toBe(2);
  expect(both.stderr).toBe(`qlogscope: ${gone}: no such file or folder\n`);
  expect(both.stdout).toContain('Death spiral');
  const none = await run(['report', corpusPath('../manifest.json')]);
  expect([none.status, none.stdout]).toEqual([2, '']);
  expect(none.stderr).toContain(basename('manifest.json'));
  const beyond = await run(['report', SPIRAL_PATH, '--trace', '1']);
  expect([beyond.status, beyond.stdout]).toEqual([64, '']);
  expect(beyond.stderr).toContain('holds the connections 0 to 0');
  const late = await run(['report', SPIRAL_PATH, '--from', '99000']);
  expect([late.status, late.stdout]).toEqual([64, '']);
  expect(late.stderr).toContain('--from and --to name nothing of it');
  const full = await run(['report', SPIRAL_PATH, '--output', at('no/such/folder/x.html')]);
  expect([full.status, existsSync(at('no'))]).toEqual([2, false]);
});

test('what a folder holds beside its traces is passed over and counted, unless its name says that it is one', async () => {
  const logs = at('logs');
  mkdirSync(logs);
  copyFileSync(SPIRAL_PATH, join(logs, 'a.sqlog.gz'));
  writeFileSync(join(logs, 'README.md'), 'notes');
  writeFileSync(join(logs, 'empty.json'), '');
  writeFileSync(join(logs, 'list.json'), '[1, 2]');
  writeFileSync(join(logs, 'package.json'), '{"name":"x"}');
  const zip = makeZip([{ name: 'notes.txt', content: new TextEncoder().encode('notes') }]).bytes;
  writeFileSync(join(logs, 'notes.zip'), zip);
  const passedOver = 'files in folders passed over: no trace by name or content\n';
  const beside = await run(['report', logs, '--markdown']);
  expect([beside.status, beside.stderr]).toEqual([0, `qlogscope: 5 ${passedOver}`]);
  expect(beside.stdout).toBe((await run(['report', SPIRAL_PATH, '--markdown'])).stdout);
  writeFileSync(join(logs, 'damaged.json.gz'), readFileSync(SPIRAL_PATH).subarray(0, 200).fill(0, 20));
  writeFileSync(join(logs, 'empty.qlog'), '');
  const among = await run(['report', logs, '--markdown']);
  expect(among.status).toBe(2);
  expect(among.stderr).toContain(`${join(logs, 'damaged.json.gz')}: `);
  expect(among.stderr).toContain(`${join(logs, 'empty.qlog')}: There is nothing to read`);
  expect(among.stdout).toBe(beside.stdout);
  rmSync(join(logs, 'a.sqlog.gz'));
  rmSync(join(logs, 'damaged.json.gz'));
  rmSync(join(logs, 'empty.qlog'));
  expect(await run(['report', logs])).toEqual({
    status: 2,
    stdout: '',
    stderr: `qlogscope: 5 ${passedOver}`,
  });
});

/**
 * The command line on real traces: exit statuses, what stands on which stream, every way to hand a trace in, and the
 * formats that CI systems read.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/node/cli/commands/index.ts';
import { makeZip } from '../support/bytes-zip.ts';
import { run } from '../support/cli-here.ts';
import { records } from '../support/cli-process.ts';
import { compress } from '../support/encoder/stored-bytes.ts';
import { LISTINGS, NO_LISTINGS } from '../support/listings.ts';
import { readTrace } from '../support/load.ts';
import { corpusPath } from '../support/raw-trace.ts';
import { parseXml } from '../support/xml.ts';

const SPIRAL = corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz');
/** A spiral in a quarter of its events. */
const SHORT = corpusPath('rtt100-l4s-cubic-buggy-s01.server.sqlog.gz');
const HEALTHY = corpusPath('contloss30-cubic-fixon-s01.server.sqlog.gz');
const RECEIVER = corpusPath('rate-cubic-buggy-s03.client.sqlog.gz');

let folder = '';
const at = (name: string): string => join(folder, name);
const put = (name: string, content: Uint8Array | string): string => {
  writeFileSync(at(name), content);
  return at(name);
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'qlogscope-cli-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('exit status', () => {
  test('0 where nothing is found, and nothing on standard error', async () => {
    const { status, stdout, stderr } = await run(['check', HEALTHY, '--only', 'death-spiral']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('no finding');
  });

  test('1 where a critical finding stands, with its verdict', async () => {
    const { status, stdout, stderr } = await run(['check', SPIRAL]);
    expect([status, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(/CRITICAL death-spiral: 2\.036 s to \d\.\d{3} s, oscillating/);
    expect(stdout).toMatch(/The window \(cwnd\) stayed at 2,700 bytes \(2 packets\) for 7\.95 s/);
  });

  test('2 where an input cannot be read; the others are judged all the same', async () => {
    const broken = put('broken.qlog', 'this is no trace');
    const { status, stdout, stderr } = await run([
      'check',
      '--json',
      broken,
      at('gone.qlog'),
      SPIRAL,
      HEALTHY,
    ]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/broken\.qlog: Not a qlog trace: .*\n.*gone\.qlog: no such file or folder\n$/);
    const lines = records(stdout);
    expect(lines.map(({ trace }) => trace)).toEqual([null, null, 0, 0]);
    expect(lines[0]?.errors).toHaveLength(1);
    expect(lines[2]?.findings.some(({ id }) => id === 'death-spiral')).toBe(true);
  });

  test.each(LISTINGS)(
    '2 for a listing of logs, %s, with what it lists and what to do',
    async (name, text, logs) => {
      const { status, stdout, stderr } = await run(['check', '--json', put(name, text)]);
      const words = `This file is a listing, not a log: it links to ${logs} log${logs === 1 ? '' : 's'}`;
      expect(status).toBe(2);
      expect(stderr).toContain(words);
      expect(stderr).toContain('download the logs and open those');
      expect(stderr).not.toMatch(/Not a qlog|HTML/);
      const [only, another] = records(stdout);
      expect([only?.trace, only?.events, another]).toEqual([null, 0, undefined]);
      expect(only?.errors.map(({ reason }) => reason.startsWith(words))).toEqual([true]);
    },
  );

  test.each(NO_LISTINGS)('%s is no listing', async (name, text) => {
    const { status, stderr } = await run(['check', put(name, text)]);
    expect(status).toBe(2);
    expect(stderr).toContain('Not a qlog trace: ');
  });

  test('64 for a wrong call, with a word on what would be right and nothing on standard output', async () => {
    for (const args of [
      ['headers'],
      ['check'],
      ['look', SPIRAL],
      ['check', SPIRAL, '--only', 'no-such-rule'],
      ['check', SPIRAL, '--costs'],
    ]) {
      const { status, stdout, stderr } = await run(args);
      expect([status, stdout]).toEqual([64, '']);
      expect(stderr).toMatch(/^qlogscope: .+\nqlogscope: .*--help/);
    }
    expect((await run(['check', SPIRAL, '--only', 'no-such-rule'])).stderr).toContain('death-spiral');
  });

  test('help and version end with 0, on standard output', async () => {
    for (const args of [['--help'], ...COMMANDS.map(({ name }) => [name, '--help']), ['--version']]) {
      const { status, stdout, stderr } = await run(args);
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout.length).toBeGreaterThan(10);
    }
    expect((await run(['check', '--help'])).stdout).toMatch(/^ {2}death-spiral +Death spiral$/m);
  });
});

describe('every way to hand a trace in gives the same verdict', () => {
  const text = readTrace(SHORT);
  /** Everything but where it came from. */
  const verdictOf = (stdout: string): unknown =>
    records(stdout).map(({ file: _, hash: _hash, ...record }) => record);
  let expected: unknown;

  beforeAll(async () => {
    expected = verdictOf((await run(['check', '--json', SHORT])).stdout);
    expect(expected).toHaveLength(1);
  });

  test('plain, zstd, gzip of several members, zip, as files', async () => {
    const half = text.length >> 1;
    const files = [
      put('a.sqlog', text),
      put('a.sqlog.zst', compress(text, 'zstd')),
      put('members.bin', Buffer.concat([gzipSync(text.subarray(0, half)), gzipSync(text.subarray(half))])),
      put('a.zip', makeZip([{ name: 'in/a.sqlog', content: text, method: 8 }]).bytes),
    ];
    for (const file of files) {
      const { stdout, status } = await run(['check', '--json', file]);
      expect(verdictOf(stdout), file).toEqual(expected);
      expect(status, file).toBe(1);
    }
    expect(records((await run(['check', '--json', at('a.zip')])).stdout)[0]?.file).toBe(
      `${at('a.zip')}!/in/a.sqlog`,
    );
  });

  test('standard input, plain, gzip and zip', async () => {
    const zip = makeZip([{ name: 'a.sqlog', content: text, method: 8 }]).bytes;
    for (const input of [text, readFileSync(SHORT), zip]) {
      const { stdout, status, stderr } = await run(['check', '--json', '-'], input);
      expect(verdictOf(stdout)).toEqual(expected);
      expect([status, stderr]).toEqual([1, '']);
    }
  });

  test('a folder, whose other files are passed over and counted', async () => {
    mkdirSync(at('logs/deep'), { recursive: true });
    copyFileSync(SPIRAL, at('logs/deep/a.sqlog.gz'));
    copyFileSync(HEALTHY, at('logs/b.sqlog.gz'));
    put('logs/README.md', 'notes');
    put('logs/package.json', '{"name":"x"}');
    put('logs/empty.json', '');
    const { stdout, stderr, status } = await run(['check', '--json', at('logs')]);
    expect(records(stdout).map(({ file }) => file)).toEqual([
      at('logs/b.sqlog.gz'),
      at('logs/deep/a.sqlog.gz'),
    ]);
    expect(stderr).toBe('qlogscope: 3 files in folders passed over: no trace by name or content\n');
    expect(status).toBe(1);
  });
});

describe('one line per connection', () => {
  test('of a zip of several traces; what else is in it is passed over', async () => {
    const zip = makeZip([
      { name: 'README.txt', content: new TextEncoder().encode('notes') },
      { name: 'a.sqlog', content: readTrace(SPIRAL), method: 8 },
      { name: 'b.sqlog', content: readTrace(HEALTHY), method: 8 },
    ]).bytes;
    const { stdout, status } = await run(['check', '--json', put('two.zip', zip)]);
    const found = records(stdout).map(({ file, trace }) => [file.split('!/')[1], trace]);
    expect(found).toEqual([
      ['a.sqlog', 0],
      ['b.sqlog', 1],
    ]);
    expect(status).toBe(1);
  });

  test('a zip without any trace could not be read', async () => {
    const zip = makeZip([{ name: 'README.txt', content: new TextEncoder().encode('notes') }]).bytes;
    const { status, stderr } = await run(['check', put('none.zip', zip)]);
    expect(status).toBe(2);
    expect(stderr).toContain('no entry of the zip is a trace');
  });
});

describe('damage', () => {
  test('of a kind that only looks like an event is no trace', async () => {
    const { status, stderr } = await run(['check', put('package.json', '{"name":"x","version":"1"}')]);
    expect(status).toBe(2);
    expect(stderr).toContain('Not a qlog trace: no qlog header stands in it');
  });

  test('of a record is named with its place, and does not change the exit status', async () => {
    const text = Buffer.from(readTrace(HEALTHY)).toString('utf8').split('\n');
    text[500] = '\u001e{"time":1,"name":';
    const { stdout, status } = await run([
      'check',
      '--json',
      '--only',
      'death-spiral',
      put('damaged.sqlog', text.join('\n')),
    ]);
    const [record] = records(stdout);
    expect(record?.skipped).toBe(1);
    expect(record?.errors).toHaveLength(1);
    expect(record?.errors[0]).toMatchObject({ record: 500, reason: expect.stringMatching(/^broken: /) });
    expect(status).toBe(0);
  });

  test('of many records is bounded and counted', async () => {
    const text = Buffer.from(readTrace(HEALTHY)).toString('utf8').split('\n');
    for (let i = 100; i < 400; i++) text[i] = '\u001e{"time":1,';
    const [record] = records((await run(['check', '--json', put('many.sqlog', text.join('\n'))])).stdout);
    expect(record?.skipped).toBe(300);
    expect(record?.errors).toHaveLength(21);
    expect(record?.errors.at(-1)).toMatchObject({
      offset: null,
      reason: expect.stringContaining('300 records skipped'),
    });
  });

  test('of a gzip that was cut: what came before is judged, and the status says that it is not all', async () => {
    const whole = readFileSync(SPIRAL);
    const { stdout, stderr, status } = await run([
      'check',
      '--json',
      put('cut.sqlog.gz', whole.subarray(0, whole.length >> 1)),
    ]);
    const [record] = records(stdout);
    expect(status).toBe(2);
    expect(record?.events).toBeGreaterThan(1000);
    expect(record?.errors.at(-1)?.reason).toMatch(
      /gzip stream is truncated; the [\d,]+ events before it were judged/,
    );
    expect(stderr).toContain('gzip stream is truncated');
  });
});

test('--costs runs death spirals closed loop, beside what the account says that they cost', async () => {
  const spiralOf = async (...options: readonly string[]) =>
    records((await run(['check', '--json', SPIRAL, ...options])).stdout)[0]?.findings[0];
  const [plain, asked] = [await spiralOf(), await spiralOf('--costs')];
  expect(plain).toMatchObject({ cost: { isAtLeast: true }, closedLoop: null });
  expect(plain?.cost?.lostMs).toBeGreaterThan(5000);
  expect(asked).toEqual({ ...plain, closedLoop: expect.objectContaining({ ms: expect.any(Number) }) });
});

test('the schema of --json: the keys of every line, and no NaN', async () => {
  const files = [SPIRAL, RECEIVER, HEALTHY];
  const { stdout } = await run(['check', '--json', ...files]);
  const keys =
    'schema file hash segments trace connectionsNotJudged role side marks dialect implementation durationMs events skipped datagramsSent packetsSent bytesSent packetsLost spuriousLosses rttSamples lossKinds path account cwndMinBytes cwndMaxBytes rttMinMs streams http connectivity ended controller findings remarks notJudged errors baseline';
  const lines = records(stdout);
  expect(lines.map((line) => Object.keys(line).join(' '))).toEqual([keys, keys, keys]);
  const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
  expect(lines.map(({ hash }) => hash)).toEqual(files.map(hashOf));
  expect(lines.map(({ role, side }) => [role, side])).toEqual([
    ['server', 'sender'],
    ['client', 'receiver'],
    ['server', 'sender'],
  ]);
  expect(lines[0]).toMatchObject({
    schema: 2,
    implementation: 'quiche 0.30.0',
    dialect: 'JSON-SEQ quic-12',
    cwndMinBytes: 2700,
    skipped: 0,
  });
  expect(lines[0]?.controller.best.length).toBeGreaterThan(0);
  expect(lines[0]?.controller).toMatchObject({ fits: true });
  expect(lines[0]?.controller.words).toMatch(/^behaves like CUBIC \(idle counted from last send\), \d+ %$/);
  expect(lines[1]?.controller).toEqual({
    best: [],
    fits: false,
    fit: null,
    words: "not compared with models (a receiver: the window that matters is the other side's)",
  });
  expect(stdout).not.toContain('NaN');
});

describe('for CI systems', () => {
  test('JUnit is well-formed, counts itself right, and goes to a file', async () => {
    const path = at('report.xml');
    const { status, stdout } = await run([
      'check',
      '--format',
      'junit',
      '--output',
      path,
      SPIRAL,
      RECEIVER,
      at('gone.qlog'),
    ]);
    expect(status).toBe(2);
    expect(stdout).toMatch(/^2 traces: 1 critical, .*; written to .*report\.xml\n$/);
    const xml = parseXml(readFileSync(path, 'utf8'));
    const cases = xml.all('testcase');
    expect(Number(xml.attributes.tests)).toBe(cases.length);
    expect(xml.attributes.failures).toBe('1');
    const failed = cases.filter((one) => one.all('failure').length > 0);
    expect(failed.map(({ attributes }) => attributes.name)).toEqual(['death-spiral']);
    const skipped = cases.filter((one) => one.all('skipped').length > 0);
    expect(skipped.some(({ attributes }) => attributes.classname === RECEIVER)).toBe(true);
    expect(xml.all('error')).toHaveLength(1);
  });

  test('SARIF names the rule and the file', async () => {
    const log = JSON.parse((await run(['check', '--format', 'sarif', SPIRAL])).stdout);
    const [run0] = log.runs;
    const [result] = run0.results;
    expect([log.version, result.ruleId, result.level]).toEqual(['2.1.0', 'death-spiral', 'error']);
    expect(run0.tool.driver.rules[result.ruleIndex].id).toBe('death-spiral');
    expect(fileURLToPath(result.locations[0].physicalLocation.artifactLocation.uri)).toBe(SPIRAL);
  });

  test('only the rules that are asked for are listed', async () => {
    const rules = ['death-spiral', 'stuck-window'];
    const only = ['--only', rules.join(',')];
    const xml = parseXml((await run(['check', '--format', 'junit', ...only, HEALTHY])).stdout);
    expect(xml.all('testcase').map(({ attributes }) => attributes.name)).toEqual([
      'the trace can be read',
      ...rules,
    ]);
    const log = JSON.parse((await run(['check', '--format', 'sarif', ...only, HEALTHY])).stdout);
    expect(log.runs[0].tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(rules);
  });

  test('a report that cannot be written is an error of its own', async () => {
    const { status, stderr } = await run(['check', HEALTHY, '--output', at('no/such/folder/x')]);
    expect(status).toBe(2);
    expect(stderr).toContain('no such file or folder');
  });
});

test('summary prints a table of all traces and never fails for a finding', async () => {
  const { status, stdout } = await run(['summary', SPIRAL, HEALTHY]);
  const lines = stdout.trimEnd().split('\n');
  expect(status).toBe(0);
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/quiche 0\.30\.0 .*critical: death-spiral/);
  expect((await run(['summary', at('gone.qlog')])).status).toBe(2);
});

describe('convert', () => {
  test('writes the logged window, value for value', async () => {
    const { status, stdout } = await run(['convert', SPIRAL, '--series', 'cwnd']);
    const [header, ...rows] = stdout.trimEnd().split('\n');
    const logged: number[] = [];
    for (const line of Buffer.from(readTrace(SPIRAL)).toString('utf8').split('\n')) {
      const cwnd = line.length > 1 ? JSON.parse(line.slice(1)).data?.congestion_window : undefined;
      if (cwnd !== undefined && cwnd !== logged.at(-1)) logged.push(cwnd);
    }
    expect([status, header]).toEqual([0, 'time_ms,cwnd_bytes']);
    expect(rows.map((row) => Number(row.split(',')[1]))).toEqual(logged);
  });

  test('a range within the spiral begins with the window in force', async () => {
    const { stdout } = await run([
      'convert',
      SPIRAL,
      '--to',
      'ndjson',
      '--series',
      'cwnd',
      '--from',
      '5000',
      '--to',
      '6000',
    ]);
    expect(stdout).toBe('{"timeMs":5000,"cwndBytes":2700}\n');
  });

  test('an unknown series is a wrong call that lists what there is', async () => {
    const { status, stderr } = await run(['convert', SPIRAL, '--series', 'nope']);
    expect(status).toBe(64);
    expect(stderr).toMatch(/no "nope"; it holds cwnd, bytes-in-flight/);
    expect((await run(['convert', folder])).status).toBe(64);
    expect((await run(['convert', at('gone.qlog')])).status).toBe(2);
  });
});

/** `qlogscope compare`: two traces in every format, groups of runs, exit statuses, and bad input. */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../support/cli-here.ts';
import { corpusPath } from '../support/raw-trace.ts';
import { asRun } from '../support/run-copies.ts';

const SPIRAL = corpusPath('rate-cubic-buggy-s12.server.sqlog.gz');
const RENO = corpusPath('rate-reno-s12.server.sqlog.gz');
/** Small ones, for groups of many: with a death spiral and without. */
const RUNS = {
  buggy: corpusPath('rtt100-l4s-cubic-buggy-s01.server.sqlog.gz'),
  healthy: corpusPath('applimited-chunks-cubic.server.sqlog.gz'),
};
const folder = mkdtempSync(join(tmpdir(), 'qlogscope-compare-'));

beforeAll(() => {
  mkdirSync(join(folder, 'runs'));
  for (const [name, trace] of Object.entries(RUNS))
    for (let i = 1; i <= 5; i++)
      writeFileSync(join(folder, 'runs', `${name}-${i}.sqlog.gz`), asRun(readFileSync(trace), i));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('two traces', () => {
  test('as text: verdict, table, configuration, findings', async () => {
    const { status, stdout, stderr } = await run(['compare', SPIRAL, RENO]);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('rate-cubic-buggy-s12.server against rate-reno-s12.server');
    expect(stdout).toContain(
      'Aligned at the last loss: the times of rate-reno-s12.server are moved by −26.0 ms.',
    );
    expect(stdout).toMatch(
      /rate-reno-s12\.server doubles its window within 2 round trips; rate-cubic-buggy-s12\.server stays at 2,700 B for 569/,
    );
    expect(stdout).toMatch(/^ {2}packets lost +1,277 +20 +−1,257 +× 0\.02$/m);
    expect(stdout).toMatch(/^ {2}behaves like +CUBIC, 100 % +NewReno, 100 %$/m);
    expect(stdout).toContain('- Only in rate-cubic-buggy-s12.server: Death spiral: The window');
  });

  test('ends with 1 where the second has a critical finding that the first has not', async () => {
    expect((await run(['compare', RENO, SPIRAL])).status).toBe(1);
  });

  test('as JSON, with a version, and null for what is not known', async () => {
    const { stdout } = await run(['compare', SPIRAL, RENO, '--json', '--align', 'start']);
    const told = JSON.parse(stdout);
    expect(told).toMatchObject({
      schema: 2,
      kind: 'pair',
      a: 'rate-cubic-buggy-s12.server',
      alignment: { at: 'start', offsetMs: expect.any(Number) },
      verdict: { faster: 'b', incomparable: [] },
    });
    const rows = new Map<string, { a: number; b: number }>(
      told.differences.map((row: { id: string }) => [row.id, row]),
    );
    expect(rows.get('completion')).toMatchObject({ unit: 'ms', a: null, delta: null, ratio: null });
    expect(rows.get('completion')?.b).toBeCloseTo(3786.9, 0);
    expect(told.findings.onlyA.map(({ id }: { id: string }) => id)).toContain('death-spiral');
    expect(told.findings.onlyB).toEqual([]);
  });

  test('as Markdown, also into a file', async () => {
    const file = join(folder, 'pair.md');
    const { status, stdout } = await run(['compare', SPIRAL, RENO, '--format', 'markdown', '--output', file]);
    expect([status, stdout]).toEqual([0, '']);
    const told = (await run(['compare', SPIRAL, RENO, '--format', 'markdown'])).stdout;
    expect(told).toMatch(/^# rate\\-cubic|^# rate-cubic-buggy-s12\.server against/m);
    expect(told).toMatch(/\| packets lost \| 1,277 \| 20 \| −1,257 \| × 0\.02 \|/);
  });

  test('the same file twice differs in nothing', async () => {
    const told = JSON.parse((await run(['compare', RENO, RENO, '--json'])).stdout);
    expect(told.configuration).toEqual([]);
    expect(told.differences.every(({ delta }: { delta: number }) => delta === 0)).toBe(true);
    expect(told.verdict.faster).toBe('same');
    expect(told.relation).toBe('same-trace');
    expect(told.verdict.sentences[0]).toBe(
      'A (rate-reno-s12.server) and B (rate-reno-s12.server) are the same trace: nothing differs.',
    );
  });

  test('files of one name are told apart by their folders', async () => {
    for (const [name, trace] of [
      ['before', SPIRAL],
      ['after', RENO],
    ] as const) {
      mkdirSync(join(folder, name));
      copyFileSync(trace, join(folder, name, 'server.sqlog.gz'));
    }
    const { stdout } = await run([
      'compare',
      join(folder, 'before/server.sqlog.gz'),
      join(folder, 'after/server.sqlog.gz'),
    ]);
    expect(stdout.split('\n')[0]).toBe('before/server against after/server');
  });

  test('a receiver, and other paths, are said and compared all the same', async () => {
    const receiver = corpusPath('rate-cubic-buggy-s03.client.sqlog.gz');
    const slow = corpusPath('rtt100-cubic-buggy-s04.server.sqlog.gz');
    const first = JSON.parse((await run(['compare', SPIRAL, receiver, '--json'])).stdout);
    expect(first.verdict.incomparable[0]).toContain('is the trace of a receiver');
    expect(first.differences.length).toBeGreaterThan(5);
    const second = JSON.parse((await run(['compare', RENO, slow, '--json'])).stdout);
    expect(second.verdict.incomparable[0]).toContain('The paths differ: the smallest RTT is 13.0 ms');
  });
});

describe('the two ends of a connection', () => {
  const OTHER = new URL('../corpus/other/', import.meta.url).pathname;
  const [client, server] = [
    `${OTHER}quic-go-v0.65.0_loss5MB_client.sqlog.gz`,
    `${OTHER}quic-go-v0.65.0_loss5MB_server.sqlog.gz`,
  ];

  test('are told as that, with one-way delays and what was lost between them', async () => {
    const { status, stdout, stderr } = await run(['compare', client, server]);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^Aligned at the packets that both logs hold: the times of \S+_server are moved by \+11\.7 ms\./m,
    );
    expect(stdout).toMatch(/_client is the client's and \S+_server the server's log of one connection\./);
    expect(stdout).toMatch(/^Between the two ends$/m);
    // An emulated path with 10 ms each way.
    expect(stdout).toMatch(/_client to \S+_server +1,598 +10\.1 ms +10\.9 ms +19\.2 ms +9 +1 +8 +0$/m);
    expect(stdout).toMatch(/_server to \S+_client +3,992 +10\.1 ms +11\.3 ms +21\.4 ms +36 +36 +0 +2$/m);
    expect(stdout).toContain('a path that is slower in one direction cannot be seen');
  });

  test('as JSON, every key there', async () => {
    const told = JSON.parse((await run(['compare', client, server, '--json'])).stdout);
    expect(told.alignment.at).toBe('packets');
    expect(told.relation).toBe('both-ends');
    expect(told.between).toMatchObject({
      ...{ notMatched: null, driftPpm: 0 },
      fromA: { packets: 1598, lost: 9, lostDeclared: 1, lostAckAlone: 8, falselyDeclared: 0, unlogged: 0 },
      fromB: { packets: 3992, lost: 36, lostDeclared: 36, lostAckAlone: 0, falselyDeclared: 2 },
    });
    expect(told.between.fromA.delayMs.least).toBeCloseTo(told.between.fromB.delayMs.least, 2);
    const pair = JSON.parse((await run(['compare', SPIRAL, RENO, '--json'])).stdout);
    expect([pair.relation, pair.between]).toEqual(['other', null]);
  });

  test('without ids are matched where that is asked for', async () => {
    const neqo = [
      `${OTHER}neqo-0.6.8_newreno-loss5MB_client.sqlog.gz`,
      `${OTHER}neqo-0.6.8_newreno-loss5MB_server.qlog.gz`,
    ];
    expect(JSON.parse((await run(['compare', ...neqo, '--json'])).stdout).relation).toBe('unknown');
    const told = JSON.parse((await run(['compare', ...neqo, '--json', '--align', 'packets'])).stdout);
    expect(told.relation).toBe('both-ends');
    expect(told.between.fromA.delayMs.least).toBeGreaterThan(9.5);
    expect(told.between.fromA.delayMs.least).toBeLessThan(11);
  });

  test('are aligned by one packet: when it was sent, and when it arrived', async () => {
    const told = JSON.parse(
      (await run(['compare', client, server, '--json', '--align', 'packet:2000'])).stdout,
    );
    const whole = JSON.parse((await run(['compare', client, server, '--json'])).stdout);
    const delayMs = told.alignment.offsetMs - whole.alignment.offsetMs;
    expect(told.alignment.at).toBe('packet:2000');
    expect(delayMs).toBeGreaterThan(10);
    expect(delayMs).toBeLessThan(22);
  });

  test('other traces are not aligned by packets, and that is said', async () => {
    expect((await run(['compare', SPIRAL, RENO, '--align', 'packets'])).stdout).toContain(
      'Not aligned by packets: the two are not the ends of one connection.',
    );
    expect((await run(['compare', SPIRAL, RENO, '--align', 'finding:death-spiral'])).stdout).toContain(
      'Aligned at the start of the finding death-spiral, which one of the two does not show',
    );
  });
});

describe('groups of runs', () => {
  const groups = (first: string, second: string, ...more: readonly string[]) =>
    run([
      'compare',
      '--group',
      join(folder, 'runs', first),
      '--group',
      join(folder, 'runs', second),
      ...more,
    ]);

  test('have the share of each finding with its interval, and the difference', async () => {
    const { status, stdout } = await groups('buggy-*', 'healthy-?.sqlog.gz', '--json');
    expect(status).toBe(0);
    const told = JSON.parse(stdout);
    expect(told.groups.map(({ runs }: { runs: readonly string[] }) => runs.length)).toEqual([5, 5]);
    const [spiral] = told.findings;
    expect(spiral).toMatchObject({ id: 'death-spiral', severity: 'critical' });
    expect(spiral.shares.map(({ hits }: { hits: number }) => hits)).toEqual([5, 0]);
    expect(spiral.shares[1].interval.high).toBeCloseTo(0.4345, 4);
    expect(spiral.difference.low).toBeGreaterThan(0);
  });

  test('end with 1 where the last has surely more of a critical finding than the first', async () => {
    const { status, stdout } = await groups('healthy-*', 'buggy-*');
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /Death spiral \(critical\) +0 of 5, 0\.0 % \(0\.0 to 43\.4 %\) +5 of 5, 100\.0 % \(56\.6 to 100\.0 %\)/,
    );
  });

  test('begin with the verdict of the page, by short names, in every format', async () => {
    const { stdout } = await groups('buggy-*', 'healthy-?.sqlog.gz');
    const [title, , , head, worst = ''] = stdout.split('\n');
    expect([title, head]).toEqual(['buggy against healthy', 'Verdict']);
    expect(worst).toContain('Death spiral: 5 of 5 runs of buggy');
    expect(stdout).toMatch(/Completed +0 of 5 +5 of 5\n +Completed in .* 10\.82 s/);
    const sentence = /How many runs would tell: .*/.exec(stdout)?.[0] ?? '';
    expect(sentence).toContain('5 of 5 of buggy and 0 of 5 of healthy');
    const json = JSON.parse((await groups('buggy-*', 'healthy-?.sqlog.gz', '--json')).stdout);
    expect(json.verdict.map((one: string) => `  ${one}`)).toContain(worst);
    expect(json.verdict).toContain(sentence);
    expect(json.power).toMatchObject({ finding: 'death-spiral', groups: ['buggy', 'healthy'], shown: true });
    for (const format of ['markdown', 'html']) {
      const words = (await groups('buggy-*', 'healthy-?.sqlog.gz', '--format', format)).stdout;
      expect(words, format).toContain('Death spiral: 5 of 5 runs of buggy');
      expect(words, format).toContain('How many runs would tell');
    }
  });

  test('have the names of the call, and of more than two each pair is compared', async () => {
    const of = (name: string, pattern: string): readonly string[] => [
      '--group',
      `${name}=${join(folder, 'runs', pattern)}`,
    ];
    const args = [...of('ill', 'buggy-*'), ...of('well', 'healthy-?.*'), ...of('one', 'healthy-1.*')];
    const twice = await run(['compare', ...args]);
    expect([twice.status, twice.stdout]).toEqual([64, '']);
    const three = [...of('ill', 'buggy-*'), ...of('well', 'healthy-?.*'), '--group', `other=${RENO}`];
    const { stdout } = await run(['compare', ...three]);
    expect(stdout).toMatch(/Finding +ill − well +ill − other +well − other/);
    expect(stdout).toMatch(/Death spiral \(critical\) +100\.0 points \(.*\) +– +–/);
  });

  test('of fewer than five runs have no share, and that nothing is compared is said', async () => {
    const { status, stdout, stderr } = await run(['compare', '--group', RUNS.healthy, '--group', RUNS.buggy]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/Death spiral \(critical\) +0 of 1: too few +1 of 1: too few +–/);
    expect(stderr).toContain('nothing is compared: of fewer than 5 runs no share is reported');
  });
});

describe('bad input', () => {
  test.each([
    ['one trace', ['compare', SPIRAL], 64, 'compare takes two traces, or --group twice'],
    ['three traces', ['compare', SPIRAL, RENO, RENO], 64, 'compare takes two traces'],
    ['one group', ['compare', '--group', 'a'], 64, '--group is missing a second time'],
    ['both', ['compare', SPIRAL, RENO, '--group', 'a', '--group', 'b'], 64, 'not both'],
    [
      'an unknown alignment',
      ['compare', SPIRAL, RENO, '--align', 'noon'],
      64,
      '--align takes start, handshake',
    ],
    [
      'a packet number that is none',
      ['compare', SPIRAL, RENO, '--align', 'packet:x'],
      64,
      '--align takes a packet number after packet:, not x',
    ],
    [
      'a file that is not there',
      ['compare', SPIRAL, '/nowhere.qlog'],
      2,
      '/nowhere.qlog: no such file or folder',
    ],
    ['a folder', ['compare', SPIRAL, tmpdir()], 2, 'is a folder; compare takes two traces'],
    [
      'a pattern without a file',
      ['compare', '--group', '/nowhere/a*', '--group', SPIRAL],
      2,
      '/nowhere/a*: no file matches',
    ],
  ])('%s', async (_, args, status, words) => {
    const told = await run(args);
    expect(told.status).toBe(status);
    expect(told.stderr).toContain(words);
  });

  test('a file that is no trace costs itself, and the status says so', async () => {
    const path = join(folder, 'runs', 'healthy-6.sqlog.gz');
    writeFileSync(path, 'no trace');
    const { status, stderr, stdout } = await run([
      'compare',
      '--group',
      join(folder, 'runs'),
      '--group',
      RUNS.buggy,
    ]);
    rmSync(path);
    expect(status).toBe(2);
    expect(stderr).toContain('healthy-6.sqlog.gz: ');
    // A folder is a group.
    expect(stdout).toContain('10 runs');
  });
});

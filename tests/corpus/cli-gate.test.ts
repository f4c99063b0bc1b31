/**
 * The gate on real traces: a check against what an earlier one printed, what is muted, several reports of one reading, and the
 * step of the action.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
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
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sink } from '../../src/node/cli/output.ts';
import { ReaderGone } from '../../src/node/cli/output.ts';
import { run } from '../support/cli-here.ts';
import { buildCli, CLI, records } from '../support/cli-process.ts';
import { corpusPath } from '../support/raw-trace.ts';
import { parseXml } from '../support/xml.ts';

const SPIRAL = corpusPath('rtt100-l4s-cubic-buggy-s01.server.sqlog.gz');
const HEALTHY = corpusPath('contloss30-cubic-fixon-s01.server.sqlog.gz');

let folder = '';
const at = (name: string): string => join(folder, name);
const put = (name: string, content: string): string => {
  writeFileSync(at(name), content);
  return at(name);
};
const read = (name: string): string => readFileSync(at(name), 'utf8');

/** A build's run: its traces have the names of the other's. */
function build(name: string, spiral: string): string {
  mkdirSync(at(name));
  copyFileSync(spiral, at(`${name}/download.sqlog.gz`));
  copyFileSync(HEALTHY, at(`${name}/lossy.sqlog.gz`));
  return at(name);
}

const ONLY = ['--only', 'death-spiral'];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'qlogscope-gate-'));
  build('healthy', HEALTHY);
  build('broken', SPIRAL);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a baseline', () => {
  const baselineOf = async (name: string): Promise<string> => {
    const file = at(`${name}.ndjson`);
    await run(['check', at(name), ...ONLY, '--json', '--output', file]);
    return file;
  };

  test('fails what is new in a trace of the same name', async () => {
    const given = ['--baseline', await baselineOf('healthy')];
    const { status, stdout, stderr } = await run(['check', at('broken'), ...ONLY, ...given]);
    expect([status, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(/CRITICAL death-spiral: .*, new since the baseline\n/);
    expect(stdout).toMatch(/\n {4}new critical death-spiral in 1 trace: \S+broken\/download\.sqlog\.gz\n/);
    expect(stdout).toMatch(/; since the baseline 1 new, 0 unchanged, 0 gone\n$/);
  });

  test('lets pass what was there, and says what is gone', async () => {
    const given = ['--baseline', await baselineOf('broken')];
    expect((await run(['check', at('broken'), ...ONLY, ...given])).status).toBe(0);
    const fixed = await run(['check', at('healthy'), ...ONLY, ...given]);
    expect(fixed.status).toBe(0);
    expect(fixed.stdout).toMatch(
      /\n {4}gone critical death-spiral in 1 trace: \S+healthy\/download\.sqlog\.gz\n/,
    );
  });

  test('may be the file that the records go to', async () => {
    const file = await baselineOf('broken');
    const before = readFileSync(file, 'utf8').split('\n').length;
    const given = ['--baseline', file, '--json', '--output', file];
    const { status, stderr } = await run(['check', at('broken'), ...ONLY, ...given]);
    expect(status).toBe(0);
    expect(stderr).toMatch(/^qlogscope: since the baseline \S+: nothing new, nothing gone\n$/);
    const states = records(readFileSync(file, 'utf8')).flatMap(({ findings }) => findings);
    expect(states.map((finding) => (finding as { baselineState?: string }).baselineState)).toContain(
      'unchanged',
    );
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(before);
  });

  test.each([
    ['gone', null, /no such file or folder/],
    ['of a newer schema', '{"schema":9}\n', /line 1 is of schema 9/],
    ['damaged', '{"schema":2,"file":', /line 1 is no record of check --json, or cut/],
  ])(
    'that is %s ends the check with 2 before a trace is read, and writes nothing',
    async (_, text, words) => {
      const file = text === null ? at('no-baseline') : put('bad.ndjson', text);
      const out = at('not-written.txt');
      const { status, stdout, stderr } = await run([
        'check',
        at('broken'),
        '--baseline',
        file,
        '--output',
        out,
      ]);
      expect([status, stdout, existsSync(out)]).toEqual([2, '', false]);
      expect(stderr).toMatch(words);
      expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    },
  );
});

describe('what is muted', () => {
  const entries = (...given: readonly object[]): readonly string[] => [
    '--ignore-file',
    put('ignore.json', JSON.stringify(given)),
  ];
  const until = (version: string) => ({
    id: 'death-spiral',
    until: { implementation: 'quiche', version },
    because: 'the fix is off',
  });

  test('decides nothing in builds before the version, and is said', async () => {
    const { status, stdout } = await run(['check', SPIRAL, ...ONLY, ...entries(until('99.0'))]);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /MUTED CRITICAL death-spiral: .*\n {8}muted until quiche 99\.0: the fix is off\n {8}The window/,
    );
    expect(stdout).toMatch(
      /death-spiral until quiche 99\.0: the fix is off \(muted in 1 trace; without it each would decide/,
    );
  });

  test('decides from that version on', async () => {
    const { status, stdout } = await run(['check', SPIRAL, ...ONLY, ...entries(until('0.1'))]);
    expect(status).toBe(1);
    expect(stdout).toContain('(mutes nothing here)');
  });

  test('is a wrong call where an entry does not fit', async () => {
    const given = entries({ id: 'death-spirals', because: 'x' }, { id: 'death-spiral', because: 'x' });
    const { status, stdout, stderr } = await run(['check', SPIRAL, ...given]);
    expect([status, stdout]).toEqual([64, '']);
    expect(stderr).toMatch(
      /entry 1 \(death-spirals\): .*is it death-spiral\?; entry 2 \(death-spiral\): a death spiral is muted for builds/,
    );
    expect(stderr).toContain('qlogscope check --help');
  });

  test('is not known where the file is no JSON', async () => {
    const { status, stderr } = await run(['check', SPIRAL, '--ignore-file', put('cut.json', '[{')]);
    expect([status, stderr]).toEqual([2, `qlogscope: ${at('cut.json')}: is no JSON, or cut\n`]);
  });
});

describe('several reports', () => {
  const outputs = (...pairs: readonly (readonly [format: string, path: string])[]): readonly string[] =>
    pairs.flatMap(([format, path]) => ['--format', format, '--output', path === '-' ? path : at(path)]);

  test('are those of calls of their own, of one reading: standard input can be read once only', async () => {
    const bytes = readFileSync(SPIRAL);
    const formats = ['junit', 'sarif', 'markdown', 'json', 'github'] as const;
    const given = outputs(['text', '-'], ...formats.map((one) => [one, `several.${one}.txt`] as const));
    const { status, stdout } = await run(['check', '-', ...ONLY, ...given], bytes);
    expect(status).toBe(1);
    const timeless = (report: string): string => report.replaceAll(/ time="[\d.]+"/g, '');
    expect(stdout).toBe((await run(['check', '-', ...ONLY], bytes)).stdout);
    for (const format of formats) {
      const alone = (await run(['check', '-', ...ONLY, '--format', format], bytes)).stdout;
      expect(timeless(read(`several.${format}.txt`)), format).toBe(timeless(alone));
    }
  });

  test('leave the counts on standard output where all are files', async () => {
    const { stdout } = await run([
      'check',
      HEALTHY,
      ...ONLY,
      '--output',
      at('x.xml'),
      '--output',
      at('x.md'),
    ]);
    expect(stdout).toBe(
      `1 trace: 0 critical, 0 warning, 0 info, 1 without a finding; written to ${at('x.xml')}, ${at('x.md')}\n`,
    );
    expect(parseXml(read('x.xml')).name).toBe('testsuites');
    expect(read('x.md')).toMatch(/^# qlogscope check: passed\n/);
  });

  test('are whole where the reader of one has gone', async () => {
    const gone: Sink = {
      write: () => Promise.reject(new ReaderGone()),
      close: async () => undefined,
    };
    const { status } = await run(
      ['check', SPIRAL, ...ONLY, ...outputs(['text', '-'], ['junit', 'y.xml'])],
      '',
      gone,
    );
    expect(status).toBe(1);
    expect(parseXml(read('y.xml')).attributes).toMatchObject({ failures: '1' });
  });
});

describe('the action', () => {
  const ACTION = readFileSync(
    fileURLToPath(new URL('../../docs/github-action/action.yml', import.meta.url)),
    'utf8',
  );
  /** The commands of its last step. */
  const step = (): string => {
    const commands = ACTION.slice(ACTION.lastIndexOf('run: |\n') + 'run: |\n'.length);
    return commands.replaceAll(/^ {8}/gm, '');
  };
  /** The value of each input where it is left out. */
  const usual = Object.fromEntries(
    [...ACTION.matchAll(/^ {2}([\w-]+):\n {4}description: .*\n {4}default: (.*)$/gm)].map(
      ([, name, value]) => [name, value === "''" ? '' : value],
    ),
  );

  function act(inputs: Readonly<Record<string, string>>) {
    const variables = [...ACTION.matchAll(/^ {8}([A-Z_]+): \$\{\{ inputs\.([\w-]+) \}\}$/gm)];
    const env = Object.fromEntries(
      variables.map(([, variable, input = '']) => [variable, inputs[input] ?? usual[input] ?? '']),
    );
    // As the runner starts it.
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step()],
      {
        cwd: at('job'),
        env: { ...process.env, ...env, RUNNER_TEMP: at('temp'), GITHUB_STEP_SUMMARY: at('summary') },
        encoding: 'utf8',
      },
    );
    return { status, stdout, stderr };
  }

  beforeAll(() => {
    buildCli();
    mkdirSync(at('job'));
    const bin = at('temp/qlogscope/node_modules/.bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(
      join(bin, 'qlogscope'),
      `#!/bin/sh\necho called >> '${at('calls')}'\nexec node '${CLI}' "$@"\n`,
    );
    chmodSync(join(bin, 'qlogscope'), 0o755);
    copyFileSync(SPIRAL, at('job/download.sqlog.gz'));
    copyFileSync(HEALTHY, at('job/lossy.sqlog.gz'));
  });

  test('reads each trace once: annotations, a comment, the summary of the job, all reports; then only what is new fails', () => {
    const inputs = { traces: 'download.sqlog.gz lossy.sqlog.gz', baseline: 'qlogscope.ndjson' };
    const first = act(inputs);
    expect([first.status, first.stderr]).toEqual([1, '']);
    expect(read('calls')).toBe('called\n');
    expect(first.stdout).toMatch(
      /^::notice title=qlogscope::There is no qlogscope\.ndjson yet: everything counts\n/,
    );
    expect(first.stdout).toMatch(
      /^::error file=download\.sqlog\.gz,title=critical death-spiral in download\.sqlog\.gz::/m,
    );
    expect(readdirSync(at('job')).filter((name) => name.startsWith('qlogscope'))).toEqual([
      'qlogscope.junit.xml',
      'qlogscope.md',
      'qlogscope.ndjson',
      'qlogscope.sarif',
    ]);
    expect(read('summary')).toBe(read('job/qlogscope.md'));
    expect(read('summary')).toMatch(/^# qlogscope check: 1 trace fails\n/);
    const second = act(inputs);
    expect([second.status, second.stderr]).toEqual([0, '']);
    expect(second.stdout).toMatch(/^::notice file=download\.sqlog\.gz,.*::unchanged since the baseline; /m);
  });

  test('gives code scanning neither what is gone nor what is muted', () => {
    copyFileSync(HEALTHY, at('job/healed.sqlog.gz'));
    put(
      'job/old.ndjson',
      read('job/qlogscope.ndjson').replaceAll('lossy', 'healed').replaceAll('download', 'healed'),
    );
    put('job/ignore.json', JSON.stringify([{ id: 'random-loss', because: 'the lab' }]));
    const { status } = act({
      traces: 'healed.sqlog.gz',
      baseline: 'old.ndjson',
      'ignore-file': 'ignore.json',
    });
    expect(status).toBe(0);
    const { results } = JSON.parse(read('job/qlogscope.sarif')).runs[0];
    const ids = results.map(({ ruleId }: { ruleId: string }) => ruleId);
    expect(ids).not.toContain('random-loss');
    expect(results.map(({ baselineState }: { baselineState: string }) => baselineState)).not.toContain(
      'absent',
    );
    const md = read('job/qlogscope.md');
    expect(md).toContain('## Muted');
  });

  test('ends as the check does where the call is wrong', () => {
    const { status, stderr } = act({ traces: 'download.sqlog.gz', 'fail-on': 'never' });
    expect(status).toBe(64);
    expect(stderr).toContain('--fail-on takes critical, warning, info');
  });
});

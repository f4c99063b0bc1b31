/** A call of `record`: what it means, and every way to call it wrongly. */
import { describe, expect, test } from 'vitest';
import type { RecordSetting } from '../../../../../../src/node/cli/commands/record/record-setting.ts';
import { callOf } from '../../../../../support/cli-call.ts';

const PROGRAMS = '-- serve {port} -- get {relay}';
const parse = (options: string, programs = PROGRAMS) =>
  callOf([
    'record',
    ...options.split(' ').filter(Boolean),
    ...programs.split(' ').filter(Boolean),
  ]) as Promise<RecordSetting & { readonly name: string }>;

describe('a right call', () => {
  test('plays the incident for 20 runs of its own time, and judges as check does', async () => {
    const { values, ...setting } = await parse('');
    expect(setting).toEqual({
      name: 'record',
      scenario: 'incident',
      variant: 'defect',
      seed: 1,
      runs: 20,
      again: 20,
      lateMs: 2,
      timeoutMs: 10_000,
      ipv6: false,
      out: 'recorded',
      baseline: null,
      server: ['serve', '{port}'],
      client: ['get', '{relay}'],
      failOn: 'critical',
      report: null,
    });
    expect(values).toMatchObject({ rtt: 10, loss: 30 });
  });

  test('fields of the path are changed, options of the programs are theirs', async () => {
    const setting = await parse(
      '--set from=60 --set rtt=20 --runs 3 --seed 7 --timeout 5 --ipv6 --out runs --format junit --output r.xml',
      '-- sh -c serve\u00a0{port} --json -- get --runs 9 [::1]:{relay}',
    );
    expect(setting).toMatchObject({ seed: 7, runs: 3, again: 3, timeoutMs: 5000, ipv6: true, out: 'runs' });
    expect(setting.values).toMatchObject({ from: 60, rtt: 20 });
    expect(setting.report).toEqual({ format: 'junit', path: 'r.xml' });
    expect(setting.client).toEqual(['get', '--runs', '9', '[::1]:{relay}']);
    expect((await parse('--scenario buffers --variant cubic-0.5')).variant).toBe('cubic-0.5');
    expect(await parse('--scenario any-path --set uploss=5 --set downbucket=60')).toMatchObject({
      variant: 'cubic',
      timeoutMs: 20_000,
    });
  });
});

describe('a wrong call says what would be right', () => {
  test.each([
    [
      'one program',
      '',
      '-- serve {port}',
      'record takes two programs: record [options] -- SERVER … -- CLIENT …',
    ],
    ['three', '', '-- serve {port} -- get {relay} -- more', 'record takes two programs'],
    ['no server', '', '-- -- get {relay}', 'record takes two programs'],
    ['no port', '', '-- serve 4433 -- get {relay}', 'the server is given no {port}'],
    ['past the relay', '', '-- serve {port} -- get {port}', 'the client is given no {relay}'],
  ])('%s', async (_, options, programs, words) => {
    await expect(parse(options, programs)).rejects.toThrow(words);
  });

  test.each([
    [
      '--scenario buffers --variant cubic-1 --set ecn=on',
      'no relay can play buffers so: it sets ECN marks (CE)',
    ],
    ['--scenario two-flows', 'no relay can play two-flows so: several connections share its path'],
    [
      '--scenario buffers',
      'the variants of buffers have paths of their own: --variant takes one of cubic-0.1,',
    ],
    ['--scenario incidents', '--scenario takes incident,'],
    ['--set gap=100', '--set gap=100 changes nothing of this path: sender and receiver are your programs'],
    ['--set rtt=-1', '--set rtt=-1: it should be a number'],
    ['--runs 0', '--runs takes a whole number from 1 to 10000'],
    ['--timeout 1.5', '--timeout takes a whole number'],
    ['--out runs.sqlog', '--out runs.sqlog is the name of a file'],
    ['--json --format junit', '--json and --format junit contradict each other'],
    ['--format parquet', '--format takes'],
    ['--output r.html', '--output r.html'],
  ])('%s', async (options, words) => {
    await expect(parse(options)).rejects.toThrow(words);
  });
});

/** A whole recording of two small programs, and what is said where there can be none. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildCli } from '../../../../../support/cli-process.ts';
import { CLIENT, manifestOf, recordingIn, SERVER } from '../../../../../support/recorded-programs.ts';

let folder = '';
const at = (name: string): string => join(folder, name);
const record = recordingIn(at);

beforeAll(() => {
  buildCli();
  folder = mkdtempSync(join(tmpdir(), 'qlogscope-record-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('two runs are recorded, named, judged, and described by the manifest', async () => {
  const { status, stdout, stderr } = await record('two', ['--runs', '2', '--seed', '5'], SERVER, CLIENT);
  expect(status).toBe(0);
  expect(stdout).toContain('2 runs, of which 2 completed.');
  expect(stdout).toContain('Share of runs with each finding');
  expect(stderr).toMatch(/run 2 of 2: completed after/);
  expect(readdirSync(at('two')).sort()).toEqual([
    '1.output-client.txt',
    '1.output-server.txt',
    '1.path.tsv',
    '1.server.sqlog.gz',
    '2.output-client.txt',
    '2.output-server.txt',
    '2.path.tsv',
    '2.server.sqlog.gz',
    'findings.ndjson',
    'manifest.ndjson',
  ]);
  const [head, first, second, verdict, another] = manifestOf(at('two'));
  expect(head).toMatchObject({ schema: 1, kind: 'recording', runs: 2, path: { scenario: 'incident' } });
  expect(first).toMatchObject({ kind: 'run', run: 1, seed: 5, counted: true, completed: true });
  expect(second).toMatchObject({ run: 2, seed: 6, logs: { server: ['2.server.sqlog.gz'], client: [] } });
  expect(verdict).toMatchObject({ kind: 'verdict', runs: 2, sender: 'server', completed: 2, ended: null });
  expect(another).toBeUndefined();
  // The truth has a line per datagram, and the counts are its own.
  const lines = readFileSync(at('two/1.path.tsv'), 'utf8').split('\n').slice(4, -1);
  const counted = (fate: RegExp): number => lines.filter((line) => fate.test(line)).length;
  expect(first).toMatchObject({
    path: {
      down: { taken: counted(/^down/), delivered: counted(/^down\t.*\tdelivered\t/) },
      up: { taken: counted(/^up/), lost: { random: counted(/^up\t.*\trandom\t/) } },
    },
  });
  expect(counted(/^down\t.*\tdelivered\t/)).toBeGreaterThan(19);

  const again = await record('two', [], SERVER, CLIENT);
  expect([again.status, again.stderr]).toEqual([
    2,
    `qlogscope: ${at('two')} holds a recording, or one is being made there: --out takes a folder of its own\n`,
  ]);
});

describe('one line says why nothing can be recorded', () => {
  test.each([
    [
      'a program that is not there',
      ['/no/such/server', '{port}'],
      CLIENT,
      '/no/such/server: there is no such program',
    ],
    [
      'a client that is not there',
      SERVER,
      ['no-such-client', '{relay}'],
      'no-such-client: there is no such program',
    ],
    [
      'a server that ends at once',
      [...SERVER, 'ends'],
      CLIENT,
      /^the server ended \(status 3\) before it listened on port \d+: no certificate$/,
    ],
    [
      'a client that sends nothing',
      SERVER,
      [...CLIENT, 'silent'],
      /^the client ended \(status 4\), and sent nothing to the relay, port \d+: no such host$/,
    ],
  ])('%s', async (name, server, client, words) => {
    const { status, stdout, stderr } = await record(name.replaceAll(' ', '-'), [], server, client);
    const [line = '', ...more] = stderr
      .trimEnd()
      .split('\n')
      .map((one) => one.replace('qlogscope: ', ''));
    if (typeof words === 'string') expect(line).toBe(words);
    else expect(line).toMatch(words);
    expect(more).toEqual(['no run counts: nothing is judged']);
    expect([status, stdout]).toEqual([2, '']);
  });

  test('a baseline that is not there', async () => {
    const { status, stderr } = await record('x', ['--baseline', at('nothing')], SERVER, CLIENT);
    expect([status, stderr]).toEqual([
      2,
      `qlogscope: --baseline ${at('nothing')}: there is no such folder\n`,
    ]);
  });
});

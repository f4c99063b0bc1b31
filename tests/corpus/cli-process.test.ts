/**
 * The built command line as a process of its own: exit statuses and both streams are those of the sources called in this
 * process, as most tests do (`tests/support/cli-here.ts`); with any number of threads, from standard input, and where the
 * reader of its output goes. Built through the script that users call.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeZip } from '../support/bytes-zip.ts';
import { run } from '../support/cli-here.ts';
import { buildCli, CLI, runProcess } from '../support/cli-process.ts';
import { readTrace } from '../support/load.ts';
import { corpusPath } from '../support/raw-trace.ts';
import { DEEP, someOf } from '../support/tier.ts';

const SPIRAL = corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz');
const RECEIVER = corpusPath('rate-cubic-buggy-s03.client.sqlog.gz');
const SMALL = corpusPath('applimited-small-cubic.client.sqlog.gz');

const folder = mkdtempSync(join(tmpdir(), 'qlogscope-process-'));
const BROKEN = join(folder, 'broken.qlog');
/** By its size worth a further thread, by its content no trace. */
const LARGE = [1, 2, 3, 4].map((i) => join(folder, `broken-${i}.qlog`));

beforeAll(() => {
  buildCli();
  writeFileSync(BROKEN, 'this is no trace');
  for (const path of LARGE) writeFileSync(path, 'this is no trace'.padEnd(4_000_000));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a process ends and writes as its sources do', () => {
  const CALLS: readonly (readonly [status: number, words: string])[] = [
    [0, `check --only death-spiral ${RECEIVER}`],
    [1, `check ${SPIRAL} ${RECEIVER}`],
    [1, `check --format sarif ${SPIRAL}`],
    [2, `check --json ${BROKEN} ${join(folder, 'gone.qlog')} ${SPIRAL}`],
    [64, `check --only no-such-rule ${SPIRAL}`],
    [0, 'check --help'],
    [0, `summary ${SPIRAL} ${RECEIVER}`],
    [1, `doctor ${RECEIVER}`],
    [0, `convert ${SPIRAL} --series cwnd`],
    [0, `report ${SPIRAL}`],
    [0, `report --compare --markdown ${SPIRAL} ${RECEIVER}`],
    [1, `compare ${RECEIVER} ${SPIRAL} --json`],
    [64, 'headers'],
  ];
  test.each(someOf(CALLS, 4))('%i: %s', async (status, words) => {
    const told = runProcess(words.split(' '));
    expect(told.status).toBe(status);
    expect(told).toEqual(await run(words.split(' ')));
  });

  test('with standard input, plain, gzip and zip', async () => {
    const text = readTrace(SPIRAL);
    const zip = makeZip([{ name: 'a.sqlog', content: text, method: 8 }]).bytes;
    for (const input of someOf([zip, text, readFileSync(SPIRAL)], 3)) {
      const told = runProcess(['check', '--json', '-'], input);
      expect(told.status).toBe(1);
      expect(told).toEqual(await run(['check', '--json', '-'], input));
    }
  });

  test('whatever the number of threads', async () => {
    const paths = [...LARGE.slice(0, 2), SPIRAL, SMALL, RECEIVER, SMALL, ...LARGE.slice(2)];
    const options = [['--json'], ['--only', 'death-spiral'], ['--separate', '--fail-on', 'info']];
    for (const args of someOf(options, 3)) {
      const here = await run(['check', ...args, ...paths]);
      expect(here.status).toBe(2);
      for (const jobs of DEEP ? ['1', '2', '5'] : ['5'])
        expect(runProcess(['check', '--jobs', jobs, ...args, ...paths]), jobs).toEqual(here);
    }
  });
});

test('a reader that has seen enough ends the program quietly', async () => {
  const child = spawn(process.execPath, [CLI, 'convert', SPIRAL], { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  child.stdout.once('data', () => child.stdout.destroy());
  const status = await new Promise((resolve) => child.on('close', resolve));
  expect([status, errors]).toEqual([0, '']);
});

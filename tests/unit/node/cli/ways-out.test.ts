/**
 * Every way out of the command line: a path with the ending of a format is a file in that format, else it is what the help
 * says, a file or a folder; what cannot be is a wrong call, or named with its place, and nothing is written to it.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXPERIMENTS } from '../../../../src/engine/simulator/lab/experiments/index.ts';
import { COMMANDS } from '../../../../src/node/cli/commands/index.ts';
import { run } from '../../../support/cli-here.ts';
import { BEGINS, CLI_FILES, READING_COMMANDS, tracesOf } from '../../../support/cli-ways-out.ts';

/** A small one. */
const TRACE = new URL('../../../corpus/wire/ngtcp2-bigchain.client.sqlog.gz', import.meta.url).pathname;
const NO_TRACE = new URL('../../../../package.json', import.meta.url).pathname;
let folder = '';
const at = (name: string): string => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'qlogscope-out-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The tables of one are written by Spark, the reports of the other by `check`. */
const ELSEWHERE: readonly string[] = ['fleet', 'record'];
/** The options of which each command that writes somewhere has one; those of other processes are held where they are started. */
const WAYS_OUT = ['output', 'out'] as const;
const WRITING = COMMANDS.flatMap(({ name, options }) => {
  const option = WAYS_OUT.find((one) => one in options);
  return option === undefined || ELSEWHERE.includes(name) ? [] : [{ name, option: `--${option}` }];
});
const optionOf = (command: string): string => WRITING.find(({ name }) => name === command)?.option ?? '';

/** A call without its way out. */
const callOf = (command: string): readonly string[] => [
  command,
  ...(command === 'experiment' ? [String(EXPERIMENTS[0]?.id)] : tracesOf(command, [TRACE])),
];

test('every command that writes somewhere is walked', () => {
  expect(WRITING.length).toBeGreaterThan(5);
  for (const { name } of WRITING)
    expect(
      CLI_FILES.some(([one]) => one === name),
      name,
    ).toBe(true);
});

describe.each(CLI_FILES)('%s %s --output %s', (command, options, name, holds) => {
  test(holds === null ? 'is a wrong call, and writes nothing' : `writes ${holds}`, async () => {
    const path = at(name);
    const given = [...callOf(command), ...options.split(' ').filter(Boolean), optionOf(command), path];
    const { status, stderr } = await run(given);
    if (holds === null) {
      expect([status, existsSync(path)]).toEqual([64, false]);
      expect(stderr).toContain(path);
      return;
    }
    expect(stderr).toBe('');
    expect(statSync(path).isFile()).toBe(true);
    expect(readFileSync(path, 'utf8')).toMatch(BEGINS[holds]);
  });
});

test('folders are made and filled where the help says one', async () => {
  const [markdown, pictures] = [at('notes'), at('pictures')];
  expect((await run(['report', TRACE, '--markdown', '--output', markdown])).status).toBe(0);
  expect(readdirSync(markdown)).toContain('report.md');
  expect((await run(['report', TRACE, '--svg', '--output', pictures])).status).toBe(0);
  expect(readdirSync(pictures).every((name) => name.endsWith('.svg'))).toBe(true);
});

describe('where it cannot be written', () => {
  const ways = WRITING.filter(({ option }) => option === '--output').map(({ name }) => name);
  test.each(ways)('%s says where and why', async (command) => {
    const taken = at(`taken-${command}`);
    mkdirSync(taken);
    const missing = at(`missing-${command}/x`);
    for (const path of [taken, missing]) {
      const { status, stderr } = await run([...callOf(command), '--output', path]);
      expect(status, path).toBe(2);
      expect(stderr).toContain(path);
    }
    expect(readdirSync(taken)).toEqual([]);
  });
});

test.each(READING_COMMANDS)('%s of a file that is no trace is an error that names it', async (command) => {
  const { status, stderr } = await run([command, ...tracesOf(command, [NO_TRACE, TRACE])]);
  expect(status).toBe(2);
  expect(stderr).toContain(`${NO_TRACE}: Not a qlog trace`);
});

/** Programs are ended with all that they started, whatever they do against it; others are left alone. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import {
  endProcesses,
  findsDaemons,
  MARKER,
  running,
} from '../../../../../../src/node/cli/commands/record/processes.ts';

const WAITS = 'setInterval(() => 0, 1000);';
const DEAF = `process.on('SIGTERM', () => 0); ${WAITS}`;
const started: ChildProcess[] = [];

/** A program that says when it runs. */
async function start(code: string, marker: string): Promise<number> {
  const child = spawn(process.execPath, ['-e', `${code}; console.log('runs');`], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, [MARKER]: marker },
  });
  started.push(child);
  await once(child.stdout, 'data');
  return child.pid as number;
}

/** It starts another program, whose group is its own where it is detached. */
const starting = (code: string, detached: boolean): string =>
  `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(code)}], { detached: ${detached}, stdio: 'ignore' });`;

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

describe('what was started', () => {
  test.each([
    ['that waits', WAITS],
    ['that ignores SIGTERM', DEAF],
    ['with another one in its group', `${starting(DEAF, false)} ${WAITS}`],
  ])('a program %s is ended', async (_, code) => {
    const group = await start(code, randomUUID());
    expect((await running([group], null)).length).toBeGreaterThan(0);
    expect(await endProcesses([group], null, 300)).toEqual([]);
    expect(await running([group], null)).toEqual([]);
  });

  test.runIf(findsDaemons())('a daemon is found by its environment once its parent has gone', async () => {
    const marker = randomUUID();
    const group = await start(`${starting(DEAF, true)} setTimeout(() => process.exit(0), 50)`, marker);
    await once(started[0] as ChildProcess, 'exit');
    expect(await running([group], null)).toEqual([]);
    expect(await running([group], marker)).toHaveLength(1);
    expect(await endProcesses([group], marker, 300)).toEqual([]);
  });

  test('what others started runs on', async () => {
    const other = await start(WAITS, randomUUID());
    const own = await start(WAITS, randomUUID());
    expect(await endProcesses([own], randomUUID(), 300)).toEqual([]);
    expect((await running([other], null)).map(Math.abs)).toEqual([other]);
  });
});

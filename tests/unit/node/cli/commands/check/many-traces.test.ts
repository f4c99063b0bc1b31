/** Many files in several threads give what one thread gives: outcomes, their order, what is joined and what is broken. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manyTraces } from '../../../../../../src/node/cli/commands/check/many-traces.ts';
import {
  type Answer,
  type Order,
  orderTaker,
  type Thread,
} from '../../../../../../src/node/cli/reading/threads.ts';
import { type Outcome, tracesOf } from '../../../../../../src/node/cli/reading/traces.ts';
import { doWork, type Work } from '../../../../../../src/node/cli/thread-work.ts';
import { cutLog, partsOf } from '../../../../../support/cut-trace.ts';
import { readTrace } from '../../../../../support/load.ts';
import { corpusPath } from '../../../../../support/raw-trace.ts';

const SPIRAL = corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz');
const HEALTHY = corpusPath('rate-cubic-fixed-s17.server.sqlog.gz');
const SOUND = corpusPath('applimited-chunks-cubic.server.sqlog.gz');
const SMALL = corpusPath('applimited-small-cubic.client.sqlog.gz');

/** Worth a further thread or two. */
const LARGE = [HEALTHY, SPIRAL, HEALTHY, HEALTHY];

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'qlogscope-many-'));
  const inside = join(folder, 'logs');
  mkdirSync(inside);
  for (const [i, path] of [SPIRAL, SMALL, SOUND].entries())
    copyFileSync(path, join(inside, `${i}-log.sqlog.gz`));
  writeFileSync(join(inside, 'broken.qlog'), 'this is no trace');
  writeFileSync(join(inside, 'notes.txt'), 'no trace by its name');
  for (const [i, part] of partsOf(cutLog(readTrace(SPIRAL)), [900]).entries())
    writeFileSync(join(inside, `part.${i}.sqlog`), part);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const openStdin = (): never => {
  throw new Error('standard input is not asked for');
};

/** A thread in this one, to which everything passes as to another. */
function fakeThread(): Thread {
  let onAnswer = (_: Answer<unknown>): void => undefined;
  const takeOrder = orderTaker(doWork, (answer) => onAnswer(structuredClone(answer)));
  return {
    post: (order) => takeOrder(structuredClone(order) as Order<Work>),
    listen: (answer) => {
      onAnswer = answer;
    },
    end: () => undefined,
  };
}

/** As they are but for the time that each took. */
async function told(outcomes: AsyncIterable<Outcome>): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for await (const outcome of outcomes)
    found.push(
      outcome.kind === 'report'
        ? { ...outcome, log: null, rows: null, report: { ...outcome.report, seconds: 0 } }
        : outcome,
    );
  return found;
}

async function started(paths: readonly string[], jobs: number): Promise<number> {
  let threads = 0;
  const startThread = (): Thread => {
    threads++;
    return fakeThread();
  };
  await told(manyTraces({ paths, only: null, separate: true, openStdin, jobs, startThread }));
  return threads;
}

describe('outcomes', () => {
  test.each([false, true])(
    'of a folder and of files that are gone are those of one thread, with each file alone: %s',
    async (separate) => {
      const paths = [join(folder, 'gone.qlog'), join(folder, 'logs'), SMALL, SOUND, SOUND];
      const options = { paths, only: null, separate, openStdin };
      const one = await told(tracesOf(options));
      const many = await told(manyTraces({ ...options, jobs: 3, startThread: fakeThread }));
      expect(many).toEqual(one);
      expect(JSON.stringify(one)).toContain(separate ? 'part.1.sqlog' : 'read as one connection');
    },
  );

  test('hold only the findings that are asked for', async () => {
    const options = { paths: LARGE.slice(0, 2), only: new Set(['bufferbloat']), openStdin };
    const many = await told(manyTraces({ ...options, jobs: 2, startThread: fakeThread }));
    expect(many).toEqual(await told(tracesOf(options)));
    expect(JSON.stringify(many)).not.toContain('death-spiral');
  });

  test('come from this thread alone where the system gives no other', async () => {
    const startThread = (): never => {
      throw new Error('no further thread');
    };
    const paths = LARGE.slice(0, 2);
    const many = await told(manyTraces({ paths, only: null, openStdin, jobs: 4, startThread }));
    expect(many).toHaveLength(paths.length);
  });
});

describe('further threads', () => {
  test('are started for files that are worth them, at most one for each', async () => {
    const threads = await started(LARGE, 8);
    expect(threads).toBeGreaterThan(0);
    expect(threads).toBeLessThan(LARGE.length);
    expect(await started(LARGE, 2)).toBe(1);
  });

  test('are not started for one file, for small ones, or where one job is asked for', async () => {
    expect(await started([SPIRAL], 8)).toBe(0);
    expect(await started([SMALL, SMALL, SMALL], 8)).toBe(0);
    expect(await started(LARGE, 1)).toBe(0);
  });
});

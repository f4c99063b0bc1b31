/** `simulate` where the system gives fewer threads than are asked for, and where the reader of its answer goes. */
import { describe, expect, test } from 'vitest';
import { initialValues } from '../../../../../../src/engine/simulator/runs/scenario.ts';
import { INCIDENT } from '../../../../../../src/engine/simulator/runs/scenarios/incident.ts';
import { simulateRuns } from '../../../../../../src/node/cli/commands/simulate/simulate-runs.ts';
import type { SimulateSetting } from '../../../../../../src/node/cli/commands/simulate/simulate-setting.ts';
import type { Io } from '../../../../../../src/node/cli/io.ts';
import { ReaderGone } from '../../../../../../src/node/cli/output.ts';
import { threadHere } from '../../../../../support/thread-here.ts';

const SETTING: SimulateSetting = {
  scenario: 'incident',
  values: { ...initialValues(INCIDENT), megabytes: 0.05, limit: 3 },
  variants: ['defect', 'newreno'],
  seeds: [1, 4],
  out: null,
  json: true,
  jobs: 4,
};

interface Told {
  readonly lines: readonly string[];
  readonly started: number;
  readonly ended: number;
}

/** @param most threads that the system gives. @param writes lines until the reader is gone. */
async function told(
  setting: SimulateSetting,
  most: number,
  writes = Number.POSITIVE_INFINITY,
  warn: Io['warn'] = (line) => expect.unreachable(line),
): Promise<Told> {
  const lines: string[] = [];
  let [started, ended] = [0, 0];
  const io: Io = {
    stdout: {
      write: async (text) => {
        if (lines.length >= writes) throw new ReaderGone();
        lines.push(text);
      },
      close: () => Promise.resolve(),
    },
    warn,
    openStdin: () => Promise.reject(new Error('standard input is not asked for')),
    startThread: () => {
      if (started === most) throw new Error('there is no further thread');
      started++;
      return threadHere(() => ended++);
    },
    readingThreads: null,
  };
  const done = simulateRuns(setting, io);
  if (writes < Number.POSITIVE_INFINITY) await expect(done).rejects.toThrow(ReaderGone);
  else expect(await done).toBe(0);
  return { lines, started, ended };
}

describe('simulateRuns', () => {
  test('does all the work here where there is no further thread, and tells the same', async () => {
    const alone = await told(SETTING, 0);
    expect(alone).toMatchObject({ started: 0, ended: 0 });
    expect(alone.lines).toHaveLength(10);
    for (const most of [1, 3, 8]) {
      const { lines, started, ended } = await told(SETTING, most);
      expect(lines).toEqual(alone.lines);
      // Three beside this one are asked for.
      expect([started, ended]).toEqual([Math.min(most, 3), Math.min(most, 3)]);
    }
  });

  test('starts no more threads than there are runs', async () => {
    const one = await told({ ...SETTING, variants: ['newreno'], seeds: [7, 7] }, 8);
    expect([one.started, one.lines.length]).toEqual([0, 2]);
    expect((await told({ ...SETTING, variants: ['newreno'], seeds: [7, 8] }, 8)).started).toBe(1);
  });

  test('ends its threads where the reader of the answer is gone', async () => {
    const { lines, started, ended } = await told(SETTING, 8, 2);
    expect([lines.length, started, ended]).toEqual([2, 3, 3]);
  });

  test('says what many runs cost before they are made, and makes them', async () => {
    const warnings: string[] = [];
    const values = { ...initialValues(INCIDENT), megabytes: 100, loss: 0, reordered: 20, held: 100 };
    const command = { ...SETTING, values, variants: ['fixed'], seeds: [1, 100], jobs: 1 } as const;
    const { lines } = await told(command, 0, undefined, (line) => warnings.push(line));
    expect(lines).toHaveLength(101);
    expect(warnings).toEqual([
      expect.stringMatching(/^These 100 runs take up to about \d+ seconds and .+ of memory\.$/),
    ]);
  });
});

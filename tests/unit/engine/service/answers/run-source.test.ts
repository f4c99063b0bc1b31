/** A run of the lab in the worker of a trace: made there and read like any other, or refused with the reason. */
import { expect, test } from 'vitest';
import type { NamedRun } from '../../../../../src/engine/input/bytes/source.ts';
import type { Snapshot } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { TraceSession } from '../../../../../src/engine/service/answers/session.ts';
import { traceOfRun } from '../../../../../src/engine/simulator/runs/named-run.ts';

const RUN: NamedRun = {
  ...{ scenario: 'incident', variant: 'fixed', seed: 4 },
  ...{ end: 'sender', fields: ['megabytes:0.2'] },
};

async function read(source: Parameters<TraceSession['open']>[0]): Promise<Snapshot> {
  let newest: Snapshot | null = null;
  const session = new TraceSession((snapshot) => {
    newest = snapshot;
  });
  await session.open(source);
  return newest as unknown as Snapshot;
}

test('a run is what a file with its trace is', async () => {
  const name = 'a.sqlog';
  const file = await read({ kind: 'file', file: new File([traceOfRun(RUN)], name) });
  const run = await read({ kind: 'run', run: RUN, name });
  const { phase, extent, summary, findings, messages, connections } = run;
  expect(phase).toBe('ready');
  expect(summary.packetsSent).toBeGreaterThan(100);
  expect(file).toMatchObject({ phase, extent, summary, findings, messages, connections });
});

test('of a run only a range of time is kept, where that is asked for', async () => {
  const { extent } = await read({
    ...{ kind: 'run', run: RUN, name: 'a.sqlog' },
    range: { fromUs: 50_000, toUs: 100_000 },
  });
  expect(extent.fromUs).toBeGreaterThanOrEqual(50_000);
  expect(extent.toUs).toBeLessThanOrEqual(100_000);
});

test('what no run is fails with one message, which says why', async () => {
  const { phase, messages } = await read({
    ...{ kind: 'run', name: 'a.sqlog' },
    run: { ...RUN, variant: 'nothing' },
  });
  expect(phase).toBe('failed');
  expect(messages).toEqual([
    {
      kind: 'run-refused',
      level: 'error',
      text: 'The run cannot be simulated: the scenario incident has no variant nothing.',
      places: [],
    },
  ]);
});

/** Traces as the commands get them: how long each took, in seconds, none longer than all took together. */
import { expect, test } from 'vitest';
import { tracesOf } from '../../../../../src/node/cli/reading/traces.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';

test('a report has the seconds that reading and analysis took', async () => {
  const path = corpusPath('applimited-small-cubic.client.sqlog.gz');
  const openStdin = (): never => {
    throw new Error('standard input is not asked for');
  };
  const startedAt = performance.now();
  const seconds: number[] = [];
  for await (const outcome of tracesOf({ paths: [path, path], only: null, openStdin })) {
    if (outcome.kind === 'report') seconds.push(outcome.report.seconds);
  }
  const allMs = performance.now() - startedAt;
  expect(seconds).toHaveLength(2);
  const sumMs = seconds.reduce((sum, one) => sum + one, 0) * 1000;
  expect(sumMs).toBeGreaterThan(0);
  expect(sumMs).toBeLessThanOrEqual(allMs);
  // Nothing else was done: in another unit it would be a thousandth at most.
  expect(sumMs).toBeGreaterThan(allMs / 100);
});

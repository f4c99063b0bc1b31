/** Figures of a trace: what is not known is NaN. */
import { expect, test } from 'vitest';
import { summarise } from '../../../../../src/engine/reading/facts/summary.ts';
import { tracePath } from '../../../../support/corpus/list.ts';
import { loadTrace } from '../../../../support/load.ts';

test('the RTTs of several paths stand in no line', () => {
  const { pipeline } = loadTrace(tracePath('drop-20to5_noq-cubic_server.sqlog.gz'));
  const [connection] = pipeline.connections;
  if (connection === undefined) throw new Error('no connection');
  const rtts = () => {
    const { minRttUs, smoothedRttUs } = summarise({ text: { pipeline }, connection } as never, 'gzip', true);
    return [minRttUs, smoothedRttUs].map((us) => us > 0);
  };
  expect(rtts()).toEqual([true, true]);
  connection.state.pathCount = 2;
  expect(rtts()).toEqual([false, false]);
});

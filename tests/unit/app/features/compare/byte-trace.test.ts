/** A trace over bytes: as long as what arrived, without what has its place in time, and asked for windows only. */
import { expect, test } from 'vitest';
import { byteTrace } from '../../../../../src/app/features/compare/byte-trace.ts';
import type { WindowAnswer, WindowRequest } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { timeWindowOf } from '../../../../../src/engine/service/compare/by-bytes.ts';
import { HandFile } from '../../../../support/hand-file.ts';

const PROGRESS = {
  arrived: {
    ...{ quantity: 'goodput' as const, timesUs: Float64Array.of(1e6, 5e6) },
    bytes: Float64Array.of(0, 4000),
  },
  startUs: 1e6,
};

function opened() {
  const file = new HandFile(1);
  const made = byteTrace(file.file.current, PROGRESS);
  return { file, ...made };
}

test('follows the trace while it is read, until it is ended', () => {
  const { file, trace, end } = opened();
  expect(trace.snapshot.get()).toBeNull();
  file.read();
  const { extent, findings, remarks, models, phase } =
    trace.snapshot.get() ?? expect.fail('there is no snapshot');
  expect({ extent, findings, remarks, models, phase }).toEqual({
    ...{ extent: { fromUs: 0, toUs: 4000 }, findings: [], remarks: [], models: null, phase: 'ready' },
  });
  end();
  file.read('reading');
  expect(trace.snapshot.get()?.phase).toBe('ready');
});

test('asks the trace for a window of time without the series that it makes itself, and no parts', async () => {
  const { file, trace } = opened();
  const window = { fromUs: 1000, columnUs: 500, columns: 4 };
  const request = { window, series: ['cwnd', 'time-needed'], visible: { fromUs: 0, toUs: 1 } };
  const answer = trace.request('window', { ...request, parts: ['rates'], model: null });
  const [asked] = await file.answerWindows(
    (body: WindowRequest): WindowAnswer =>
      ({ window: body.window, series: [], losses: new Float64Array(body.window.columns) }) as never,
  );
  const time = timeWindowOf(PROGRESS, window);
  expect(asked).toMatchObject({ window: time, series: ['cwnd'], parts: [], model: null });
  expect(asked?.visible).toEqual({
    fromUs: time.fromUs,
    toUs: time.fromUs + time.columns * time.columnUs,
  });
  expect(await answer).toMatchObject({ window, series: [{ id: 'time-needed' }] });
});

test('refuses what has its place in time, with a reason', async () => {
  const { file, trace } = opened();
  await expect(trace.request('measure', { fromUs: 0, toUs: 1 })).rejects.toThrow('windows only');
  expect(file.sent).toEqual([]);
});

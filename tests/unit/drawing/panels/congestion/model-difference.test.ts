/** How far a model is from the log: one figure, of what lasts for a round trip. */
import { describe, expect, test } from 'vitest';
import { differenceWords } from '../../../../../src/drawing/panels/congestion/model-difference.ts';
import type { PanelContext } from '../../../../../src/drawing/panels/panel.ts';
import type { SeriesSlice } from '../../../../../src/engine/base/columns/series.ts';
import {
  COLUMN_US,
  COLUMNS,
  columnMs,
  END,
  openEvents,
  openTrace,
} from '../../../../support/panel-context.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';
import { metrics, send } from '../../../../support/replay-events.ts';

const { context } = await openEvents([
  send(0, 0),
  metrics(0, { congestion_window: 13_500, smoothed_rtt: columnMs(4), latest_rtt: columnMs(4) }),
  metrics(columnMs(100), { congestion_window: 2700 }),
  END,
]);

/** The context with a model whose window is as given at columns. */
function withModel(
  points: readonly (readonly [column: number, bytes: number])[],
  base = context(),
): PanelContext {
  const values = new Float64Array(base.answer.window.columns * 4).fill(Number.NaN);
  for (const [column, bytes] of points) values.fill(bytes, column * 4, column * 4 + 4);
  const slice: SeriesSlice = { id: 'model', values, entry: Number.NaN, next: null };
  const shares = { names: [], shares: new Float64Array(0), changes: new Float64Array(0) };
  const model = {
    ...{ id: 'newreno', freeFromUs: null, name: 'NewReno', counterfactual: null },
    ...{ window: slice, ssthresh: slice, wMax: slice, regions: shares },
  };
  return { ...base, answer: { ...base.answer, parts: { ...base.answer.parts, model } } };
}

describe('the figure', () => {
  test('is the largest difference, with its time', () => {
    const words = differenceWords(
      withModel([
        [0, 13_500],
        [100, 2700],
        [200, 8100],
        [400, 63_180],
      ]),
    );
    expect(words).toBe(`model 63,180 B, 23 × cwnd at ${((401 * COLUMN_US) / 1e6).toFixed(3)} s`);
  });

  test('is none within a packet or 5 %', () => {
    const close = [
      [0, 13_500],
      [100, 2700],
      [200, 2820],
    ] as const;
    expect(differenceWords(withModel(close))).toBe('model = cwnd, within a packet or 5 %');
  });

  test('leaves out what lasts less than a round trip', () => {
    const brief = [
      [0, 13_500],
      [97, 2700],
    ] as const;
    expect(differenceWords(withModel(brief))).toBe('model = cwnd, within a packet or 5 %');
    const longer = [
      [0, 13_500],
      [90, 2700],
    ] as const;
    expect(differenceWords(withModel(longer))).toMatch(/^model 2,700 B, 0\.2 × cwnd at /);
  });

  test('is of what is in view', () => {
    const view = context({ fromUs: 256 * COLUMN_US, toUs: COLUMNS * COLUMN_US });
    const columns = view.answer.window.columns;
    expect(
      differenceWords(
        withModel(
          [
            [0, 13_500],
            [columns - 200, 2700],
          ],
          view,
        ),
      ),
    ).toMatch(/^model /);
  });

  test('is absent without a model, and where its key is off', () => {
    expect(differenceWords(context())).toBe('');
    const hidden = new Set(['congestion/model']);
    expect(differenceWords({ ...withModel([[0, 90_000]]), hidden })).toBe('');
  });
});

test('on the incident a NewReno window on its own ends far above the log', async () => {
  const trace = await openTrace(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz'));
  const words = differenceWords(trace.context({ model: { id: 'newreno', freeFromUs: 2_100_000 } }));
  const [, factor] = /^model [\d,]+ B, ([\d.]+) × cwnd at 9\.\d+ s$/.exec(words) ?? [];
  expect(Number(factor)).toBeGreaterThan(10);
});

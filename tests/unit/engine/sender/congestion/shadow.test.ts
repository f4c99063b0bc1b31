/** A shadow run on steps made by hand: what becomes a point of which series, and from when on the model is alone. */
import { describe, expect, test } from 'vitest';
import type { Series } from '../../../../../src/engine/base/columns/series.ts';
import {
  SenderSteps,
  type SenderTrace,
  StepKind,
  Use,
} from '../../../../../src/engine/sender/congestion/sender-steps.ts';
import { shadowRun } from '../../../../../src/engine/sender/congestion/shadow.ts';

const points = ({ timesUs, values }: Series): readonly (readonly [number, number | undefined])[] =>
  [...timesUs].map((timeUs, i) => [timeUs, values.at(i)]);

/** A send, a loss at 200 µs of a packet sent at 150 µs that halves the log, a send with nothing in flight at 300 µs. */
function trace(change: Partial<SenderTrace> = {}): SenderTrace {
  const steps = new SenderSteps();
  const push = (kind: StepKind, timeUs: number, values: Parameters<SenderSteps['push']>[2]): void =>
    steps.push(kind, timeUs, values, 10, Use.full);
  push(StepKind.idleSend, 100, [Number.NaN, Number.NaN]);
  push(StepKind.reduction, 200, [40_000, 8000, 8000, 150]);
  push(StepKind.idleSend, 300, [100, 250]);
  push(StepKind.window, 310, [9000]);
  const times = { firstUs: 50, lastUs: 1000 };
  const sender = { side: 'sender', source: 'losses', datagramBytes: 1000, initialCwndBytes: 20_000 } as const;
  return { ...sender, ...times, steps, ...change };
}

test('has a point per change, of ssthresh and W_max once they exist', () => {
  const run = shadowRun(trace(), 'cubic-none');
  expect(points(run.window)).toEqual([
    [50, 20_000],
    [200, 8000],
  ]);
  expect(points(run.ssthresh)).toEqual([[200, 8000]]);
  expect(run.wMax.timesUs.at(0)).toBe(200);
  expect(run.wMax.values.at(0)).toBe(40_000);
});

test('has a lead only at sends with nothing in flight, once there is a boundary', () => {
  expect(points(shadowRun(trace(), 'cubic-none').leads)).toEqual([[300, -100]]);
  expect(points(shadowRun(trace(), 'cubic-shift-from-last-send').leads)).toEqual([[300, 100]]);
});

describe('left alone', () => {
  test.each([
    [200, 10_000],
    [201, 8000],
    [Number.POSITIVE_INFINITY, 8000],
  ])('from %d µs on, the reduction at 200 µs leaves %i bytes', (freeFromUs, bytes) => {
    expect(shadowRun(trace(), 'newreno', { freeFromUs }).window.valueAt(200)).toBe(bytes);
  });
});

describe('regions', () => {
  test('follow each other without gaps, to the end of the trace', () => {
    expect(shadowRun(trace(), 'newreno').regions).toEqual([
      { region: 'slow start', fromUs: 50, toUs: 200 },
      { region: 'linear', fromUs: 200, toUs: 1000 },
    ]);
  });

  test('without a length are none', () => {
    expect(shadowRun(trace({ firstUs: 200 }), 'newreno').regions).toEqual([
      { region: 'linear', fromUs: 200, toUs: 1000 },
    ]);
  });

  test('end where the last one began, if the trace ended before', () => {
    expect(shadowRun(trace({ lastUs: 150 }), 'newreno').regions.at(-1)).toEqual({
      region: 'linear',
      fromUs: 200,
      toUs: 200,
    });
  });
});

test('without a logged window everything is empty', () => {
  const run = shadowRun(trace({ initialCwndBytes: Number.NaN }), 'newreno');
  expect([run.window.length, run.ssthresh.length, run.leads.length, run.regions]).toEqual([0, 0, 0, []]);
});

/** Windows over bytes delivered: columns against points that the test looks up by the map itself, made ones and those of a trace. */
import { describe, expect, test } from 'vitest';
import { type ColumnWindow, Series, SLICE_STRIDE } from '../../../../../src/engine/base/columns/series.ts';
import { NO_PARTS } from '../../../../../src/engine/reading/contract/answer-parts.ts';
import type { WindowAnswer } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { arrivedBy } from '../../../../../src/engine/service/compare/arrived.ts';
import {
  answerByBytes,
  bytesOf,
  type Progress,
  TIME_NEEDED,
  timeOfByte,
  timeWindowOf,
} from '../../../../../src/engine/service/compare/by-bytes.ts';
import { openTrace } from '../../../../support/panel-context.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';

/** 100 bytes per ms, but nothing between 40 and 60 ms; the trace began 5 ms before the first byte. */
const PROGRESS: Progress = {
  startUs: -5000,
  arrived: {
    quantity: 'goodput',
    timesUs: Float64Array.of(0, 40_000, 60_000, 100_000),
    bytes: Float64Array.of(0, 4000, 4000, 8000),
  },
};

function answerFor(
  window: ColumnWindow,
  series: readonly Series[],
  lostAtUs: readonly number[] = [],
): WindowAnswer {
  const losses = new Float64Array(window.columns);
  for (const us of lostAtUs) losses[Math.floor((us - window.fromUs) / window.columnUs)]!++;
  return {
    ...{ revision: 1, window, losses, spacing: null, rttUs: Number.NaN },
    series: series.map((one) => one.query(window)),
    states: { names: [], shares: new Float64Array(), changes: new Float64Array(window.columns) },
    parts: NO_PARTS,
  };
}

function seriesOf(points: readonly (readonly [number, number])[]): Series {
  const series = new Series({ id: 'cwnd', name: '', unit: 'bytes', shape: 'step', origin: 'logged' });
  for (const [us, value] of points) series.push(us, value);
  return series;
}

const columnOf = (answer: WindowAnswer, id: string, column: number): readonly number[] => {
  const slice = answer.series.find((one) => one.id === id)!;
  return [...slice.values.subarray(column * SLICE_STRIDE, (column + 1) * SLICE_STRIDE)];
};
const NONE = [Number.NaN, Number.NaN, Number.NaN, Number.NaN];

describe('a made transfer', () => {
  const bytes: ColumnWindow = { fromUs: 0, columnUs: 1000, columns: 10 };

  test('bytes have the first time at which they had arrived; none the start', () => {
    expect([0, 1000, 4000, 4001, 8000, 9000].map((byte) => timeOfByte(PROGRESS, byte))).toEqual([
      -5000, 10_000, 40_000, 60_010, 100_000, 100_000,
    ]);
    expect(bytesOf(PROGRESS)).toBe(8000);
  });

  test('columns of time cover what columns of bytes show, with a width of a power of two', () => {
    const window = timeWindowOf(PROGRESS, bytes);
    expect([window.columnUs, window.fromUs <= -5000]).toEqual([16, true]);
    expect(window.fromUs + window.columns * window.columnUs).toBeGreaterThan(100_000);
    const part = timeWindowOf(PROGRESS, { fromUs: 2000, columnUs: 8, columns: 125 });
    expect([part.columnUs, part.fromUs]).toEqual([2, 20_000]);
  });

  test('a column holds what happened until the next one began, a pause among it', () => {
    const window = timeWindowOf(PROGRESS, bytes);
    const cwnd = seriesOf([
      [-4000, 10],
      [5000, 20],
      [15_000, 30],
      [45_000, 5],
      [55_000, 50],
      [65_000, 40],
      [99_000, 7],
    ]);
    const answer = answerByBytes(PROGRESS, answerFor(window, [cwnd], [1000, 50_000, 50_100, 65_000]), bytes);
    expect(columnOf(answer, 'cwnd', 0)).toEqual([10, 10, 20, 20]);
    expect(columnOf(answer, 'cwnd', 1)).toEqual([30, 30, 30, 30]);
    expect(columnOf(answer, 'cwnd', 2)).toEqual(NONE);
    expect(columnOf(answer, 'cwnd', 4)).toEqual([5, 5, 50, 40]);
    expect(columnOf(answer, 'cwnd', 7)).toEqual([7, 7, 7, 7]);
    expect(columnOf(answer, 'cwnd', 9)).toEqual(NONE);
    expect([...answer.losses]).toEqual([1, 0, 0, 0, 3, 0, 0, 0, 0, 0]);
    expect(answer.window).toBe(bytes);
  });

  test('the time needed counts from the start, and ends with the last byte', () => {
    const answer = answerByBytes(PROGRESS, answerFor(timeWindowOf(PROGRESS, bytes), []), bytes);
    expect(columnOf(answer, TIME_NEEDED, 1)).toEqual([15_000, 15_000, 25_000, 25_000]);
    expect(columnOf(answer, TIME_NEEDED, 8)).toEqual([105_000, 105_000, 105_000, 105_000]);
    expect(columnOf(answer, TIME_NEEDED, 9)).toEqual(NONE);
  });
});

test('of a trace: every value of the window lies in the column of the bytes that had arrived, none is lost', async () => {
  const trace = await openTrace(corpusPath('rate-reno-s12.server.sqlog.gz'));
  const { arrived, landmarks } = trace.outline();
  const progress = { arrived, startUs: landmarks.startUs };
  const window: ColumnWindow = {
    fromUs: 0,
    columnUs: 2 ** Math.ceil(Math.log2(bytesOf(progress) / 500)),
    columns: 501,
  };
  const points = trace.points('cwnd');
  const cwnd = seriesOf(Array.from(points.timesUs).map((us, i) => [us, points.values[i] as number]));
  const time = timeWindowOf(progress, window);
  const answer = answerByBytes(progress, answerFor(time, [cwnd]), window);
  expect(points.timesUs.length).toBeGreaterThan(100);
  for (const [i, us] of Array.from(points.timesUs).entries()) {
    if (us > (arrived.timesUs.at(-1) as number)) continue;
    // A column of time may lie in two of bytes.
    const near = [us - time.columnUs, us, us + time.columnUs].map((at) =>
      Math.floor(arrivedBy(arrived, at) / window.columnUs),
    );
    const value = points.values[i] as number;
    const isHeld = near.some((column) => {
      const [, min, max] = columnOf(answer, 'cwnd', column);
      return value >= (min as number) && value <= (max as number);
    });
    expect(isHeld, `${value} at ${us} µs`).toBe(true);
  }
  const all = answer.series[0]!.values.filter((value) => !Number.isNaN(value));
  expect(Math.max(...all)).toBe(Math.max(...Array.from(points.values)));
});

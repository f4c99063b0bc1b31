/** Times of a trace that goes on in another text: what each kind of clock says there, and what it does not. */
import { describe, expect, it } from 'vitest';
import { TraceClock } from '../../../../../../../src/engine/input/formats/qlog/decode/clock.ts';
import type { TimeFormat } from '../../../../../../../src/qlog-schema/index.ts';

const START = 1_600_000_000_000;

type Text = readonly [reference: number | null, values: readonly number[]];

/** All times in µs, and whether the last text started anew. */
function read(format: TimeFormat | null, ...texts: readonly Text[]): { times: number[]; anew: boolean } {
  const time = (referenceTimeMs: number | null) =>
    ({ timeFormat: format, referenceTimeMs, hasReference: referenceTimeMs !== null, unitsPerMs: 1 }) as const;
  let clock: TraceClock | null = null;
  const times: number[] = [];
  for (const [reference, values] of texts) {
    if (clock === null) clock = new TraceClock(time(reference));
    else clock.continueIn(time(reference));
    for (const value of values) times.push(clock.toUs(value));
  }
  return { times, anew: clock?.startedAnew === true };
}

describe('a clock that goes on in another text', () => {
  it('goes on with relative times of the same start', () => {
    const { times, anew } = read('relative', [START, [0, 1000]], [START, [1500, 2000]]);
    expect(times).toEqual([0, 1_000_000, 1_500_000, 2_000_000]);
    expect(anew).toBe(false);
  });

  it('counts relative times from the reference of their own text', () => {
    const { times } = read('relative', [START, [0, 1000]], [START + 1200, [0, 300]], [START + 2000, [5]]);
    expect(times).toEqual([0, 1_000_000, 1_200_000, 1_500_000, 2_005_000]);
  });

  it('lets times that start anew without a reference follow the last time', () => {
    const { times, anew } = read('relative', [null, [0, 1000]], [null, [0, 300]], [null, [2, 5]]);
    expect(times).toEqual([0, 1_000_000, 1_000_000, 1_300_000, 1_300_000, 1_303_000]);
    expect(anew).toBe(true);
  });

  it('takes a step back of a few ms for events out of order', () => {
    const { times, anew } = read('relative', [null, [0, 10, 12]], [null, [9, 14]]);
    expect(times).toEqual([0, 10_000, 12_000, 9000, 14_000]);
    expect(anew).toBe(false);
  });

  it('adds delta times up across texts with the same reference', () => {
    expect(read('delta', [START, [5, 10]], [START, [20, 1]]).times).toEqual([5000, 15_000, 35_000, 36_000]);
  });

  it('counts the first delta from a reference of its own', () => {
    expect(read('delta', [START, [5, 10]], [START + 100, [20, 1]]).times).toEqual([
      5000, 15_000, 120_000, 121_000,
    ]);
  });

  it('keeps the start of absolute times, whatever the text begins with', () => {
    expect(read('absolute', [null, [START, START + 10]], [null, [START + 30]]).times).toEqual([
      0, 10_000, 30_000,
    ]);
  });

  it('does not count from a reference that lies before the last time', () => {
    // A clock that was set back: the steps are right, the dates are not.
    const { times, anew } = read('relative', [START, [0, 60_000]], [START - 3_600_000, [0, 10]]);
    expect(times).toEqual([0, 60_000_000, 60_000_000, 60_010_000]);
    expect(anew).toBe(true);
  });
});

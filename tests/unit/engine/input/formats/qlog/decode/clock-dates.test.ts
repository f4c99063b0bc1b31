/** Times that count from 1970 in a log that names neither clock nor start: dates, in whatever unit they are. */
import { describe, expect, it } from 'vitest';
import { TraceClock } from '../../../../../../../src/engine/input/formats/qlog/decode/clock.ts';
import type { TimeFormat } from '../../../../../../../src/qlog-schema/index.ts';

const START_MS = 1_795_181_862_000;
const STEPS_MS = [0, 12.5, 13.25, 2000];

function read(
  format: TimeFormat | null,
  values: readonly number[],
  reference: number | null = null,
  unitsPerMs = 1,
) {
  const clock = new TraceClock({
    timeFormat: format,
    referenceTimeMs: reference,
    hasReference: reference !== null,
    unitsPerMs,
  });
  return { timesUs: values.map((value) => clock.toUs(value)), originMs: clock.originMs, clock };
}

const UNITS = [
  ['seconds', 1e-3],
  ['ms', 1],
  ['µs', 1e3],
  ['ns', 1e6],
] as const;

describe.each(UNITS)('dates in %s', (_, perMs) => {
  const dates = STEPS_MS.map((ms) => (START_MS + ms) * perMs);

  it.each([
    ['where no format is named', null, null],
    ['called relative without a reference', 'relative', null],
    ['called relative to a reference of 0', 'relative', 0],
  ] as const)('count from the first event %s', (__, format, reference) => {
    const { timesUs, originMs } = read(format, dates, reference);
    const errors = timesUs.map((timeUs, i) => Math.abs(timeUs - (STEPS_MS[i] as number) * 1000));
    expect(Math.max(...errors)).toBeLessThanOrEqual(1);
    expect(originMs).toBeCloseTo(START_MS, 2);
  });

  it('count from the first event if the file states µs', () => {
    const { timesUs } = read(
      null,
      dates.map((date) => date * 1000),
      null,
      1000,
    );
    expect(timesUs[0]).toBe(0);
    expect(timesUs[3]).toBeCloseTo(2_000_000, -1);
  });
});

describe('times that look like dates in seconds', () => {
  const SECONDS = START_MS / 1000;

  it('are placed at the current time if relative times came first', () => {
    expect(read('relative', [0, 5, SECONDS, SECONDS + 0.5, 7]).timesUs).toEqual([
      0, 5000, 5000, 505_000, 7000,
    ]);
  });

  it('are no dates with a reference that is a date, or with a stated clock of another origin', () => {
    expect(read('relative', [SECONDS], START_MS).timesUs).toEqual([SECONDS * 1000]);
    const monotonic = new TraceClock({
      timeFormat: 'relative',
      referenceTimeMs: null,
      hasReference: true,
      unitsPerMs: 1,
    });
    expect(monotonic.toUs(SECONDS)).toBe(SECONDS * 1000);
  });

  it('are no dates at the end of a trace of many days', () => {
    expect(read('relative', [0, 9e8, 1e9, 1.1e9]).timesUs).toEqual([0, 9e11, 1e12, 1.1e12]);
  });

  it('begin a log of deltas like a date', () => {
    expect(read('delta', [SECONDS, 2, 3], 0).timesUs).toEqual([0, 2000, 5000]);
  });
});

describe('the resolution of a clock', () => {
  it.each([
    ['1 ms', 1e-3, 1],
    ['1 µs', 1e-3, 1e-3],
    ['1 µs', 1e3, 1e-3],
    ['finer', 1e6, 1e-4],
  ] as const)('is told as %s in the unit of the dates (%d per ms)', (resolution, perMs, stepMs) => {
    const decimals = Math.max(0, -Math.log10(stepMs * perMs));
    const times = Array.from({ length: 40 }, (_, i) =>
      Number(((START_MS + i * 7 * stepMs) * perMs).toFixed(decimals)),
    );
    expect(read(null, times).clock.resolution.value).toBe(resolution);
  });
});

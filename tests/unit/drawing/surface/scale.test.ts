/** Values that turn out to be in another unit: the whole series follows, its summary of any window too. */
import { describe, expect, it } from 'vitest';
import { Series } from '../../../../src/engine/base/columns/series.ts';

const INFO = { id: 'x', name: 'x', unit: 'us', shape: 'line', origin: 'logged' } as const;

describe('a scaled series', () => {
  it('answers every query as if its points had been pushed in the new unit', () => {
    const scaled = new Series(INFO);
    const straight = new Series(INFO);
    const valueAt = (i: number) => ((i * 7919) % 1000) + 1;
    for (let i = 0; i < 3000; i++) {
      if (i === 2000) scaled.scale(0.5);
      scaled.push(i, i < 2000 ? valueAt(i) : valueAt(i) / 2);
      straight.push(i, valueAt(i) / 2);
    }
    expect([scaled.min, scaled.max, scaled.last]).toEqual([straight.min, straight.max, straight.last]);
    for (const columnUs of [1, 37, 300, 3000]) {
      const window = { fromUs: 0, columnUs, columns: 12 };
      expect(scaled.query(window)).toEqual(straight.query(window));
    }
  });

  it('stays empty when it is', () => {
    const series = new Series(INFO);
    series.scale(1000);
    expect([series.min, series.max]).toEqual([NaN, NaN]);
    series.push(0, 3);
    expect([series.min, series.max]).toEqual([3, 3]);
  });
});

/** Points of series for the page: those of the range, in full, as copies. */
import { describe, expect, test } from 'vitest';
import { Series } from '../../../../../src/engine/base/columns/series.ts';
import { rowsOf } from '../../../../../src/engine/service/answers/rows.ts';

const cwnd = new Series({ id: 'cwnd', name: 'cwnd', unit: 'bytes', shape: 'step', origin: 'logged' });
for (const [timeUs, value] of [
  [10, 1],
  [20, 2],
  [30, 3],
] as const)
  cwnd.push(timeUs, value);

describe('rows of a request', () => {
  const { value: rows, buffers } = rowsOf([cwnd], { series: ['nothing', 'cwnd'], fromUs: 15, toUs: 30 });

  test('have every point of the range and the value at its start; unknown series are left out', () => {
    expect(rows).toMatchObject({ fromUs: 15, columns: [{ info: { id: 'cwnd' }, entry: 1 }] });
    expect([...(rows.columns[0]?.timesUs ?? [])]).toEqual([20, 30]);
    expect([...(rows.columns[0]?.values ?? [])]).toEqual([2, 3]);
  });

  test('are copies, whose buffers may be transferred', () => {
    expect(buffers).toHaveLength(2);
    const [times] = buffers;
    expect(times?.byteLength).toBe(16);
    structuredClone(rows, { transfer: [...buffers] });
    expect(times?.byteLength).toBe(0);
    expect([...cwnd.timesUs]).toEqual([10, 20, 30]);
  });
});

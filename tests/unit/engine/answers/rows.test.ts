/** Points of series for the page: those of the range, in full, as copies; what was asked last waits for its own answer. */
import { describe, expect, test } from 'vitest';
import { RowsDesk } from '../../../../src/app/state/rows-desk.ts';
import { rowsOf } from '../../../../src/engine/answers/rows.ts';
import { Series } from '../../../../src/engine/columns/series.ts';
import type { Rows, RowsRequest } from '../../../../src/engine/contract/parts.ts';

const cwnd = new Series({ id: 'cwnd', name: 'cwnd', unit: 'bytes', shape: 'step', origin: 'logged' });
for (const [timeUs, value] of [
  [10, 1],
  [20, 2],
  [30, 3],
] as const)
  cwnd.push(timeUs, value);

const request = { seq: 7, connection: 0, series: ['nothing', 'cwnd'], fromUs: 15, toUs: 30 };

describe('rows of a request', () => {
  const { rows, buffers } = rowsOf([cwnd], request);

  test('hold every point of the range and what held when it began; unknown series are left out', () => {
    expect(rows).toMatchObject({ seq: 7, fromUs: 15, columns: [{ info: { id: 'cwnd' }, entry: 1 }] });
    expect([...(rows.columns[0]?.timesUs ?? [])]).toEqual([20, 30]);
    expect([...(rows.columns[0]?.values ?? [])]).toEqual([2, 3]);
  });

  test('are copies, whose buffers may be handed over', () => {
    expect(buffers).toHaveLength(2);
    const [times] = buffers;
    expect(times?.byteLength).toBe(16);
    structuredClone(rows, { transfer: [...buffers] });
    expect([...cwnd.timesUs]).toEqual([10, 20, 30]);
  });
});

describe('the desk', () => {
  const open = () => {
    const asked: Omit<RowsRequest, 'connection'>[] = [];
    const desk = new RowsDesk((asking) => asked.push(asking));
    const answer = (i: number): Rows => ({
      seq: asked[i]?.seq ?? -1,
      fromUs: asked[i]?.fromUs ?? 0,
      columns: [],
    });
    return { desk, asked, answer };
  };

  test('gives each question its own answer, in whatever order they come', async () => {
    const { desk, answer } = open();
    const first = desk.ask(['cwnd'], 1, 2);
    const second = desk.ask(['cwnd'], 3, 4);
    expect(desk.pending).toBe(true);
    desk.take(answer(1));
    desk.take(answer(0));
    expect([(await first)?.fromUs, (await second)?.fromUs, desk.pending]).toEqual([1, 3, false]);
  });

  test('answers null when the trace is closed', async () => {
    const { desk } = open();
    const rows = desk.ask(['cwnd'], 1, 2);
    desk.end();
    expect([await rows, desk.pending]).toEqual([null, false]);
  });
});

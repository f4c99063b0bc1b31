/** What the flows of a row have of the path, over which time, and its means over the runs of each cell of a figure. */
import type { RunRow } from '../runs/scenario-run';
import type { Measured } from './answers';
import { goodputsBetween, meanOf } from './experiment-rows';
import type { PlotAxis, PlotSeries } from './plot';

export type Rows = ReadonlyMap<string, readonly RunRow[]>;

/** The first part of a run is its start, and is not counted. */
export const START_SHARE = 1 / 3;

/** What flows take of the line after the start of a run, Mbit/s. @param perByte bytes on the line for each byte of the application. */
export function throughputs(row: RunRow, perByte: number): readonly number[] {
  return goodputsBetween(row, START_SHARE * row.limitMs, row.limitMs).map((mbit) => mbit * perByte);
}

export const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** The smaller of two by the larger, 0 to 1; NaN where neither has anything. */
export function fairness(a: number, b: number): number {
  return Math.min(a, b) / Math.max(a, b);
}

/** Over the runs of a variant; those that tell nothing do not count. */
export function meanOver(rows: Rows, variant: string, measure: (row: RunRow) => number): Measured {
  return meanOf((rows.get(variant) ?? []).map(measure).filter((value) => !Number.isNaN(value)));
}

/** Means over an axis as a line, with their intervals where all have one. */
export function axisSeries(
  id: string,
  title: string,
  x: readonly number[],
  means: readonly Measured[],
): PlotSeries {
  const line = { id, title, kind: 'line' as const, x, y: means.map(({ value }) => value) };
  if (means.some(({ low }) => Number.isNaN(low))) return line;
  return { ...line, low: means.map(({ low }) => low), high: means.map(({ high }) => high) };
}

/** Windows of the flows of one run, packets over s. */
export function windowSeries(
  row: RunRow | undefined,
  titles: readonly string[],
  packetBytes: number,
): readonly PlotSeries[] {
  return (row?.samples ?? []).map(({ windowBytes }, flow) => ({
    id: `flow-${flow + 1}`,
    title: titles[flow] ?? '',
    kind: 'line',
    x: Array.from(windowBytes, (_, i) => ((row as RunRow).limitMs / 1000 / (windowBytes.length - 1)) * i),
    y: Array.from(windowBytes, (bytes) => bytes / packetBytes),
  }));
}

export const percentOf = (share: number): number => share * 100;
export const TIME_AXIS: PlotAxis = { title: 'Time', unit: 's', scale: 'linear', from: 0 };
export const WINDOW_AXIS: PlotAxis = { title: 'Window', unit: 'packets', scale: 'linear', from: 0 };
export const RTT_AXIS: PlotAxis = { title: 'Round-trip time', unit: 'ms', scale: 'log' };
export const SHARE_AXIS: PlotAxis = {
  title: 'Share of the rate',
  unit: '%',
  scale: 'linear',
  from: 0,
  to: 100,
};
export const RATIO_AXIS: PlotAxis = { title: 'Ratio', unit: '', scale: 'linear', from: 0, to: 1 };

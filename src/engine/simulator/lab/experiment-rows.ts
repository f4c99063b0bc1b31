/** Rows of an experiment, and what follows from them. */
import type { RunRow } from '../runs/scenario-run';
import type { Measured } from './answers';

export function rowsByVariant(rows: readonly RunRow[]): ReadonlyMap<string, readonly RunRow[]> {
  const byVariant = new Map<string, RunRow[]>();
  for (const row of rows) {
    const of = byVariant.get(row.variant);
    if (of === undefined) byVariant.set(row.variant, [row]);
    else of.push(row);
  }
  for (const of of byVariant.values()) of.sort((a, b) => a.seed - b.seed);
  return byVariant;
}

/** Two-sided 95 % quantiles of Student's t for 1 to 30 degrees of freedom; beyond, that of the normal distribution is near. */
const T_95 = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
  2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];
const Z_95 = 1.96;

/** The mean with its 95 % interval (Student's t), which one value has not; NaN of none. */
export function meanOf(values: readonly number[]): Measured {
  const runs = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / runs;
  if (runs < 2) return { value: mean, low: Number.NaN, high: Number.NaN, runs };
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (runs - 1);
  const half = (T_95[runs - 2] ?? Z_95) * Math.sqrt(variance / runs);
  return { value: mean, low: mean - half, high: mean + half, runs };
}

/** Goodput of each flow between two times, Mbit/s, from the samples of a row. */
export function goodputsBetween(
  { samples, limitMs }: RunRow,
  fromMs: number,
  toMs: number,
): readonly number[] {
  return samples.map(({ readBytes }) => {
    const stepMs = limitMs / (readBytes.length - 1);
    const from = Math.round(fromMs / stepMs);
    const to = Math.min(readBytes.length - 1, Math.round(toMs / stepMs));
    return ((readBytes[to] - readBytes[from]) * 8) / 1000 / ((to - from) * stepMs);
  });
}

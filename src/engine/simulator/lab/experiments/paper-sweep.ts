/** A figure of the paper of 2008 whose points are means of runs, one line for each controller. */
import type { Values } from '../../runs/scenario';
import { COMPARED } from '../../runs/scenarios/published/compared';
import { grainOf, lineBytesPerByte } from '../../runs/scenarios/published/dumbbell';
import type { Measured } from '../answers';
import { meanOf } from '../experiment-rows';
import { axisSeries, meanOver, percentOf, type Rows, throughputs } from '../flow-shares';
import type { PlotSeries } from '../plot';

export interface Sweep {
  readonly x: readonly number[];
  readonly flows: number;
  /** The cell of a controller. */
  readonly variant: (id: string, x: number) => string;
  /** Its path: the rate, and the smallest round-trip time. */
  readonly rateMbit: (x: number) => number;
  readonly rttMs: (x: number) => number;
}

/** By controller, a mean for each `x`. */
export type Means = ReadonlyMap<string, readonly Measured[]>;

/** @param measure what the flows have, % of the rate, headers included. Rows without flows tell nothing. */
export function sweepMeans(
  values: Values,
  rows: Rows,
  { x, flows, variant, rateMbit, rttMs }: Sweep,
  measure: (shares: readonly number[]) => number,
): Means {
  const meanAt = (id: string, at: number): Measured => {
    const rate = rateMbit(at);
    const perByte = lineBytesPerByte(grainOf(values, rate, rttMs(at), flows));
    return meanOver(rows, variant(id, at), (row) => {
      const shares = throughputs(row, perByte).map((mbit) => percentOf(mbit / rate));
      return shares.length === flows ? measure(shares) : Number.NaN;
    });
  };
  return new Map(COMPARED.map(([id]) => [id, x.map((at) => meanAt(id, at))]));
}

export function sweepLines({ x }: Sweep, means: Means): readonly PlotSeries[] {
  return COMPARED.map(([id, title]) => axisSeries(id, title, x, means.get(id) ?? []));
}

/** The mean of all points of each controller, with its title; NaN where one is not known. */
export function overall(means: Means): readonly (readonly [title: string, value: number])[] {
  return COMPARED.map(([id, title]) => [title, averageOf(means, id)] as const);
}

export function averageOf(means: Means, id: string): number {
  return meanOf((means.get(id) ?? []).map(({ value }) => value)).value;
}

export function at(means: Means, id: string, place: number): Measured {
  return means.get(id)?.at(place) ?? meanOf([]);
}

/** All of them. */
export function all(...means: readonly Means[]): readonly Measured[] {
  return means.flatMap((one) => [...one.values()].flat());
}

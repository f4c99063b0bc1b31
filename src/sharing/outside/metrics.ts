/** The metrics among outside marks. */
import { isSample, type OutsideMark, type OutsideSample } from './outside-mark';

/** A metric: its samples by time. */
export interface OutsideMetric {
  readonly name: string;
  readonly samples: readonly OutsideSample[];
  readonly least: number;
  readonly most: number;
}

/** In the order in which they first come. @param marks by time. */
export function metricsOf(marks: readonly OutsideMark[]): readonly OutsideMetric[] {
  const byName = new Map<string, OutsideSample[]>();
  for (const mark of marks.filter(isSample)) {
    const samples = byName.get(mark.name);
    if (samples === undefined) byName.set(mark.name, [mark]);
    else samples.push(mark);
  }
  return [...byName].map(([name, samples]) => {
    const values = samples.map(({ value }) => value);
    return { name, samples, least: Math.min(...values), most: Math.max(...values) };
  });
}

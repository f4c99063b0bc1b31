/** What a link, a digest or a report may hold of outside marks where the user ticks them: times, names and values, and so many at most. */
import { metricsOf, type OutsideMetric } from './metrics';
import { byTime, isSample, type OutsideMark } from './outside-mark';

export const MAX_SHARED = { events: 100, metrics: 3, parts: 16 } as const;

/** The least and the largest sample of each of `MAX_SHARED.parts` of a metric, by time, without those that change nothing. */
function thinned({ samples }: OutsideMetric): readonly OutsideMark[] {
  const each = Math.max(2, Math.ceil(samples.length / MAX_SHARED.parts));
  const ends = Array.from({ length: Math.ceil(samples.length / each) }, (_, i) => {
    const part = samples.slice(i * each, (i + 1) * each).toSorted((a, b) => a.value - b.value);
    return byTime(part.length === 1 ? part : part.filter((_, at) => at === 0 || at === part.length - 1));
  }).flat();
  return ends.filter(({ value }, i) => value !== ends[i - 1]?.value);
}

/** The first events, then the samples of the first metrics. @param marks by time. */
export function sharedMarks(marks: readonly OutsideMark[]): readonly OutsideMark[] {
  const events = marks.filter((mark) => !isSample(mark)).slice(0, MAX_SHARED.events);
  const samples = metricsOf(marks).slice(0, MAX_SHARED.metrics).flatMap(thinned);
  return [...events, ...samples].map(({ timeUs, name, value }) => ({ timeUs, name, value }));
}

/**
 * What began beside the connection just before something began in it: a coincidence, never a cause. *Just before* is at most one round
 * trip before the onset, or at it: the last smoothed RTT at or before the onset, RFC 9002 §5.3. A metric begins where a sample differs
 * from the one before it by half of the range of all its samples or more.
 */
import { plural, rtt } from '../../engine/base/text/figures';
import { metricsOf } from './metrics';
import { isSample, type OutsideMark } from './outside-mark';

export interface Onset {
  readonly timeUs: number;
  /** What begins, as a noun phrase. */
  readonly of: string;
}

/** So many are named. */
const NAMED = 3;

/** Events, and the samples with which a metric begins. @param marks by time. */
export function beginnings(marks: readonly OutsideMark[]): readonly OutsideMark[] {
  const steps = metricsOf(marks).flatMap(({ samples, least, most }) =>
    samples.filter(({ value }, i) => {
      const before = samples[i - 1]?.value ?? value;
      return value !== before && Math.abs(value / 2 - before / 2) >= (most / 2 - least / 2) / 2;
    }),
  );
  return [...marks.filter((mark) => !isSample(mark)), ...steps];
}

/** Those that began just before, the nearest first. @param marks by time. @param rttUs NaN where none is known: none is near then. */
export function coincident(
  marks: readonly OutsideMark[],
  { timeUs: onsetUs }: Onset,
  rttUs: number,
): readonly OutsideMark[] {
  return beginnings(marks)
    .filter(({ timeUs }) => timeUs <= onsetUs && onsetUs - timeUs <= rttUs)
    .toSorted((a, b) => b.timeUs - a.timeUs);
}

/** One line; empty where nothing began just before. */
export function coincidenceWords(marks: readonly OutsideMark[], onset: Onset, rttUs: number): string {
  const near = coincident(marks, onset, rttUs);
  if (near.length === 0) return '';
  const named = near.slice(0, NAMED).map(({ name, timeUs }) => {
    const us = onset.timeUs - timeUs;
    return `“${name}” ${us === 0 ? '0 ms' : rtt(us)}`;
  });
  const more = near.length - named.length;
  const all = more === 0 ? named.join(', ') : `${named.join(', ')} and ${plural(more, 'more mark')}`;
  return `Coincidence, not shown to be a cause: ${all} before the onset of ${onset.of} (one round trip: ${rtt(rttUs)}).`;
}

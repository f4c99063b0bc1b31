/**
 * Outside marks: what happened beside the connection by another clock, such as a deploy, an alarm, CPU steal or drops of a NIC. They come
 * from files of strangers (`read-marks.ts`): names are cleaned and cut, numbers finite, and so many are kept at most.
 */
import { beginningOf, plainLine } from '../../engine/base/text/plain';

export interface OutsideMark {
  /** µs since 1970 (UTC) where it is read, from the start of the trace where it is placed. */
  readonly timeUs: number;
  /** Of the event, or of the metric. */
  readonly name: string;
  /** Of a metric; null for an event. */
  readonly value: number | null;
}

/** Kept of one trace: the first ones of more, by their place in the file. */
export const MAX_MARKS = 20_000;
/** As shown, in UTF-16 units. */
export const MAX_MARK_NAME = 80;

export const markName = (text: string): string =>
  beginningOf(plainLine(beginningOf(text, MAX_MARK_NAME).trim()), MAX_MARK_NAME);

export const byTime = (marks: readonly OutsideMark[]): readonly OutsideMark[] =>
  marks.toSorted((a, b) => a.timeUs - b.timeUs);

export interface OutsideSample extends OutsideMark {
  readonly value: number;
}

export const isSample = (mark: OutsideMark): mark is OutsideSample => mark.value !== null;

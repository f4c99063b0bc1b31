/** Times of a trace in a report: the time of day in UTC where it is known, else the time since the log begins. */
import { instant } from '../../../engine/base/text/figures';
import { utcInstant, utcTime } from '../../../engine/base/text/utc';
import type { TraceInput } from '../input';
import { originMsOf } from '../words/summary-words';

type Timed = Pick<TraceInput, 'snapshot'>;

/** Heads of the columns that `timeCells` fills. */
export function timeHeads({ snapshot }: Timed): readonly string[] {
  return originMsOf(snapshot) === null ? ['Time'] : ['UTC', 'Time'];
}

export function timeCells({ snapshot }: Timed, us: number): readonly string[] {
  const originMs = originMsOf(snapshot);
  return originMs === null ? [instant(us)] : [utcTime(originMs, us), instant(us)];
}

/** `2026-11-21 06:36:04.962 UTC (2.036 s after the log begins)`; without a time of day `2.036 s after the log begins`. */
export function dated({ snapshot }: Timed, us: number): string {
  const originMs = originMsOf(snapshot);
  const { fromUs } = snapshot.extent;
  const since = us === fromUs ? 'where the log begins' : `${instant(us - fromUs)} after the log begins`;
  return originMs === null ? since : `${utcInstant(originMs, us)} (${since})`;
}

/** The same without the date, for a time after another one. */
export function timed({ snapshot }: Timed, us: number): string {
  const originMs = originMsOf(snapshot);
  const since = `${instant(us - snapshot.extent.fromUs)}`;
  return originMs === null ? since : `${utcTime(originMs, us)} UTC (${since})`;
}

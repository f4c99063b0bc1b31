/** The clock that times are shown in: the trace's own, or UTC where its log has a time of day. */
import { instant } from '../../engine/text/figures';
import { utcTime } from '../../engine/text/utc';
import { originMsOf } from '../../sharing/report/summary-words';
import type { AppState } from '../state/app-state';
import type { OpenSet } from '../state/open-trace';

/** Below it times are shown to the µs. */
const SHORT_US = 1e6;

/** Time 0 of a set's axis as ms since 1970, by the clock of its lead; null where no time of day is known. */
export function axisOriginMs({ lead, members }: OpenSet): number | null {
  const snapshot = lead.snapshot.get();
  const originMs = snapshot === null ? null : originMsOf(snapshot);
  const offsetUs = members[0]?.lane.offsetUs ?? 0;
  return originMs === null ? null : originMs - offsetUs / 1000;
}

/** The same while the user has chosen UTC; null for the trace's own clock. */
export function utcOriginMs(app: AppState, set: OpenSet): number | null {
  return app.choices.get().clock === 'utc' ? axisOriginMs(set) : null;
}

/** `2.044 s`, or `06:36:04.970 UTC`. @param originMs from `utcOriginMs`. @param withinUs length of the shown range. @param zone '' before another time of day. */
export function clockWords(originMs: number | null, us: number, withinUs: number, zone = ' UTC'): string {
  if (originMs === null) return instant(us, withinUs);
  return utcTime(originMs, us, withinUs < SHORT_US ? 6 : 3) + zone;
}

/**
 * The x axis in words: the clock that times are shown in, the trace's own or UTC where its log has a time of day; and bytes
 * where traces are drawn over those.
 */
import { axisBytes } from '../../../drawing/surface/ticks';
import { duration, instant } from '../../../engine/base/text/figures';
import { utcTime } from '../../../engine/base/text/utc';
import { originMsOf } from '../../../sharing/report/words/summary-words';
import type { AppState } from '../../state/app-state';
import type { OpenSet } from '../../state/traces/open-trace';

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
  return app.choices.get().clock === 'utc' && !isByBytes(set) ? axisOriginMs(set) : null;
}

export function isByBytes({ lead }: Pick<OpenSet, 'lead'>): boolean {
  return lead.file.axis === 'bytes';
}

/** A place on the axis of bytes, `1.234 MB`: no more digits than a thousandth of the shown range. */
export function bytesWords(bytes: number, within: number): string {
  return axisBytes(bytes, Math.max(1, 10 ** Math.floor(Math.log10(Math.max(1, within) / 1000))));
}

/** A place on the axis of a set. @param within length of the shown range. @param zone as in `clockWords`. */
export function placeWords(
  app: AppState,
  set: OpenSet,
  place: number,
  within: number,
  zone?: string,
): string {
  return isByBytes(set) ? bytesWords(place, within) : clockWords(utcOriginMs(app, set), place, within, zone);
}

export function lengthWords(set: OpenSet, length: number): string {
  return isByBytes(set) ? bytesWords(length, length) : duration(length);
}

/** `2.044 s`, or `06:36:04.970 UTC`. @param originMs from `utcOriginMs`. @param withinUs length of the shown range. @param zone '' before another time of day. */
export function clockWords(originMs: number | null, us: number, withinUs: number, zone = ' UTC'): string {
  if (originMs === null) return instant(us, withinUs);
  return utcTime(originMs, us, withinUs < SHORT_US ? 6 : 3) + zone;
}

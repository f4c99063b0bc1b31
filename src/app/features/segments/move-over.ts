/**
 * What the user has made of files goes over when they are joined to one trace, or separated: view, traces beside it and
 * notes. Times are moved by the first event of a file, which is the same in both; what has no place in the new trace is said.
 */
import { plural } from '../../../engine/base/text/figures';
import { localFiles } from '../../../engine/input/bytes/source';
import { moveNotes } from '../../navigation/move-notes';
import { hasView, placesOf, putIn, showMarks, showView, viewOf } from '../../navigation/moved-view';
import { shiftBetween } from '../../navigation/part-times';
import type { AppState } from '../../state/app-state';
import { hiddenSeries } from '../../state/traces/hidden-series';
import type { OpenFile } from '../../state/traces/open-file';
import { readToEnd } from '../../state/traces/read-to-end';

/** Called before the new files are shown, and the old ones closed. */
export function moveOver(app: AppState, closed: readonly OpenFile[], opened: readonly OpenFile[]): void {
  void app.activity.whileBusy(moveAll(app, closed, opened));
}

async function moveAll(
  app: AppState,
  closed: readonly OpenFile[],
  opened: readonly OpenFile[],
): Promise<void> {
  const [joined] = opened;
  if (joined === undefined) return;
  const views = opened.length === 1 ? moveViews(app, closed, joined) : [];
  const notes = Promise.all(closed.map((file) => moveNotes(app, file, opened)));
  const lost = (await Promise.all(views)).flat();
  const unmoved = (await notes).reduce((sum, one) => sum + one, 0);
  if (unmoved > 0) lost.push(`the time of ${plural(unmoved, 'note')}`);
  if (lost.length === 0) return;
  const text = `${joined.name} was joined of files that were open. Not found in it: ${lost.join(', ')}.`;
  app.files.notify({ kind: 'segments', level: 'note', text, places: [] });
}

/** The first of the files that has a view takes it along; each its place in sets of other traces. */
function moveViews(
  app: AppState,
  closed: readonly OpenFile[],
  joined: OpenFile,
): readonly Promise<readonly string[]>[] {
  const places = closed.map((file) => movePlaces(app, file, closed, joined));
  const isLinked = joined.source.kind === 'segments' && joined.source.evidence === 'link';
  // A link shows its own view.
  if (isLinked || app.linkRequest.get() !== null) return places;
  const viewed = closed.filter(hasView);
  const shown = closed.find((file) => file === app.files.shownFile);
  if (shown !== undefined) app.feature(hiddenSeries).move(shown.set, joined.set);
  const from = viewed.find((file) => file === shown) ?? viewed[0];
  return from === undefined ? places : [...places, moveView(app, from, closed, joined)];
}

async function movePlaces(
  app: AppState,
  from: OpenFile,
  closed: readonly OpenFile[],
  joined: OpenFile,
): Promise<readonly string[]> {
  const places = placesOf(app, from, closed);
  if (places.length === 0) return [];
  await whenTimed(app, from, joined, (byUs) => {
    for (const place of places) putIn(place, joined.current, byUs);
  });
  return [];
}

/** @returns what the joined trace does not have, as clauses. */
async function moveView(
  app: AppState,
  from: OpenFile,
  closed: readonly OpenFile[],
  joined: OpenFile,
): Promise<readonly string[]> {
  const moved = viewOf(from, closed);
  const byUs = await whenTimed(app, from, joined, (shiftUs) => showView(app, joined, moved, shiftUs));
  if (byUs === null) return app.files.files.includes(joined) ? ['the range that was shown'] : [];
  return (await readToEnd(app, joined)) ? showMarks(joined, moved.marks, byUs) : [];
}

/**
 * Calls with what is to be added to times of a file that was joined: at once where that is known, else when the joined trace is
 * read. @returns it, µs; null where it cannot be known.
 */
async function whenTimed(
  app: AppState,
  from: OpenFile,
  joined: OpenFile,
  call: (byUs: number) => void,
): Promise<number | null> {
  const [part] = localFiles(from.source);
  if (part === undefined) return null;
  let byUs = shiftBetween(from, joined, part);
  if (byUs === null && (await readToEnd(app, joined))) byUs = shiftBetween(from, joined, part);
  if (byUs !== null) call(byUs);
  return byUs;
}

/**
 * How traces get into the set on the screen, and how they change places there. A file that is still read joins once it has
 * ended; what does not join is said. Loaded when it is asked for.
 */
import { ledBy } from '../../../drawing/view/led-by';
import { setOfOne } from '../../../drawing/view/set-view';
import { count, plural } from '../../../engine/base/text/figures';
import type { AppState } from '../../state/app-state';
import type { OpenFile } from '../traces/open-file';
import type { OpenSet, OpenTrace } from '../traces/open-trace';
import { readToEnd } from '../traces/read-to-end';
import { dragsToAlign } from './drag-mode';
import { setComparison } from './set-comparison';

/** More cannot be distinguished at a glance; links of others may hold more. */
export const MOST_COMPARED = 6;

function tell(app: AppState, text: string): void {
  app.files.notify({ kind: 'not-compared', level: 'warning', text, places: [] });
}

/**
 * Puts a trace beside those on the screen, at its proposed alignment, once it is read.
 * @param connection null for the one that the file's tab shows.
 * @param shiftUs where it is put instead: added to its times, from those of the lead.
 */
export function compareWith(
  app: AppState,
  file: OpenFile,
  connection: number | null = null,
  shiftUs: number | null = null,
): void {
  const { shown } = app.files.list.get();
  if (shown !== null) void join(app, shown, file, connection, shiftUs);
}

async function join(
  app: AppState,
  set: OpenSet,
  file: OpenFile,
  connection: number | null,
  shiftUs: number | null,
): Promise<void> {
  const { waiting } = set.lead.feature(setComparison);
  if (file.state === 'loading') waiting.update((names) => [...names, file.name]);
  const isRead = await readToEnd(app, file);
  waiting.update((names) => {
    const at = names.indexOf(file.name);
    return names.filter((_, i) => i !== at);
  });
  if (!isRead) {
    tell(app, `${file.name} is not compared: it could not be read to its end.`);
    return;
  }
  const trace = connection === null ? file.current : await file.watch(connection).catch(() => null);
  if (trace !== null) put(app, set, trace, shiftUs);
}

function put(app: AppState, set: OpenSet, trace: OpenTrace, shiftUs: number | null): void {
  const isIn = set.members.some((member) => member.trace === trace);
  if (isIn) return;
  if (set.members.length >= MOST_COMPARED) {
    tell(app, `${trace.name} is not compared: ${count(MOST_COMPARED)} traces at most. Remove one first.`);
    return;
  }
  set.add(trace);
  if (shiftUs !== null) set.putAt(trace, set.offsetOf(set.lead) + shiftUs);
  // Another tab is on the screen by now: what it draws stays there.
  const { shown } = app.files.list.get();
  if (shown !== set) shown?.claim();
}

/** Compares the shown trace with those of all other tabs. */
export function compareAll(app: AppState): void {
  const { files, shown } = app.files.list.get();
  if (shown === null || files.length < 2) {
    tell(app, 'There is nothing to compare with: one trace is open. Open another one.');
    return;
  }
  if (files.length > MOST_COMPARED) {
    tell(
      app,
      `${plural(files.length, 'trace')} are open, and ${count(MOST_COMPARED)} can be compared at once. Choose them under Compare with…`,
    );
    return;
  }
  const { lead } = shown;
  for (const file of files) if (file.current !== lead) compareWith(app, file);
}

/** Opens files beside the shown trace, and compares it with each. */
export async function compareWithFiles(app: AppState, picked: readonly File[]): Promise<void> {
  const room = MOST_COMPARED - (app.files.list.get().shown?.members.length ?? 1);
  const taken = picked.slice(0, Math.max(0, room));
  const opened = await app.files.openBeside(taken);
  for (const file of opened) compareWith(app, file);
  if (taken.length < picked.length)
    tell(
      app,
      `${count(picked.length - taken.length)} of ${plural(picked.length, 'file')} were not opened: ${count(MOST_COMPARED)} traces at most are compared.`,
    );
  else if (opened.length < taken.length)
    tell(
      app,
      'A digest is opened in a tab of its own. Compare with… there, or in the tab of the trace, puts both on one axis.',
    );
}

/** The trace that the lead is compared with: the chosen one, else the first. */
export function comparedWith(set: OpenSet): OpenTrace | null {
  const { against } = set.lead.feature(setComparison).choice.get();
  const others = set.members.slice(1);
  return (others.find(({ trace }) => trace.key === against) ?? others[0])?.trace ?? null;
}

/** The trace that the lead is compared with becomes the lead: both change letters, styles, and the tab. */
export function swap(app: AppState, lead: OpenTrace): void {
  const set = lead.home;
  const next = comparedWith(set);
  const file = app.files.files.find((open) => open === next?.file);
  if (next === null || file === undefined || app.files.list.get().shown !== set) return;
  const others = set.members.flatMap(({ trace }) => (trace === next ? [] : [trace]));
  const view = ledBy(set.view.get(), next.key);
  const { isOpen } = lead.feature(setComparison).choice.get();
  set.restore(setOfOne(lead.key));
  next.home.restore(view, others);
  next.feature(setComparison).choice.set({ against: lead.key, isOpen });
  if (file.current !== next) file.turnTo(next);
  app.files.show(file);
}

/** A drag over a plot, and the arrow keys, shift a trace of the set; nothing where it is alone. */
export function toggleDrag(lead: OpenTrace): void {
  const mode = lead.feature(dragsToAlign);
  const { members, axis } = lead.home;
  mode.update((on) => !on && members.length > 1 && axis.get() === 'time');
}

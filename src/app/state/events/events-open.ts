/** Opens and closes the event list, and a record in it, from anywhere on the page. Loaded with the screen of a trace, as the list is. */
import type { Choices } from '../../../drawing/view/choices';
import { rangeWith, type View } from '../../../drawing/view/view';
import { type DecidingRecord, heldKey } from '../../../engine/reading/contract/stretches';
import type { AppState } from '../../state/app-state';
import { toggleDrawer } from '../drawer';
import type { FeatureState } from '../feature-states';
import { EVENTS_TAB, hasEvents, openDrawer } from '../open-drawer';
import { createStore, type Store } from '../store';
import type { ChosenStretches, OpenTrace } from '../traces/open-trace';
import { eventList } from './trace-events';

export function toggleEvents(app: AppState, trace: OpenTrace): void {
  if (hasEvents(trace)) toggleDrawer(app, trace, EVENTS_TAB);
}

/** Opens the list with the record of an event. @param row number of the event in its connection. */
export function showRecord(app: AppState, trace: OpenTrace, row: number): void {
  if (!hasEvents(trace)) return;
  openDrawer(app, EVENTS_TAB);
  trace.feature(eventList).showRow(row);
}

/** What stood open before a deciding record was, and in which view: the step back to that view brings it back. */
interface Before extends Pinned, Pick<Choices, 'eventsOpen' | 'drawerTab'> {
  /** Of the open record; null for none. */
  readonly row: number | null;
}

/** The newest last; and whether a step is being made. */
const opened: FeatureState<OpenTrace, { readonly befores: Before[]; isStepping: boolean }> = {
  create: () => ({ befores: [], isStepping: false }),
};

/** Row of the record after which the next one was asked for, where no other decides what is chosen; null for none. */
export const onlyRecord: FeatureState<OpenTrace, Store<number | null>> = {
  create: () => createStore<number | null>(null),
};

const openRow = (trace: OpenTrace): number | null =>
  trace.feature(eventList).state.get().record?.event.row ?? null;

/**
 * Opens the record of the next event that decides what is chosen: in the order of its list, and the first one again. Where nothing is
 * chosen, what held the sender is chosen with it.
 */
export async function showDeciding(app: AppState, trace: OpenTrace): Promise<void> {
  const main = trace.snapshot.get()?.summary.account?.main ?? null;
  const key = trace.view.get().chosen ?? (main && heldKey(main));
  if (!hasEvents(trace)) return;
  if (key === null) {
    openDrawer(app, EVENTS_TAB);
    return;
  }
  const there = trace.stretches.get();
  const stretches = there?.key === key ? there : await trace.askStretches(key);
  if (stretches === null) return;
  const { records, longest } = stretches;
  const shown = openRow(trace);
  const next = records[(records.findIndex(({ row }) => row === shown) + 1) % records.length];
  const { chosen, pinnedUs } = trace.view.get();
  // The list says that no record decides it.
  if (next === undefined) openDrawer(app, EVENTS_TAB);
  else if (next.row === shown && chosen === key && pinnedUs === next.timeUs)
    trace.feature(onlyRecord).set(next.row);
  else openDeciding(app, trace, { key, longest }, next);
}

/** A step of its own: the step back closes what it opened. The range has the record and the stretch that it decides. */
export function openDeciding(
  app: AppState,
  trace: OpenTrace,
  { key, longest }: Pick<ChosenStretches, 'key' | 'longest'>,
  { row, timeUs, stretch }: DecidingRecord,
): void {
  const { chosen, pinnedUs } = trace.view.get();
  const { eventsOpen, drawerTab } = app.choices.get();
  const steps = trace.feature(opened);
  steps.befores.push({ chosen, pinnedUs, eventsOpen, drawerTab, row: openRow(trace) });
  if (steps.befores.length === 1) bringBack(app, trace);
  steps.isStepping = true;
  trace.goToRecord(key, timeUs, rangeWith(timeUs, stretch, longest ?? stretch, trace.extent, trace.leastUs));
  steps.isStepping = false;
  showRecord(app, trace, row);
}

/** Until the first of them is back. */
function bringBack(app: AppState, trace: OpenTrace): void {
  const steps = trace.feature(opened);
  const { befores } = steps;
  let seen = trace.view.get();
  const end = trace.view.subscribe(() => {
    const now = trace.view.get();
    // Of two records each is the step before the other one: only what changes is a step back.
    const stays = isSamePlace(seen, now);
    seen = now;
    if (stays || steps.isStepping) return;
    const at = befores.findLastIndex((one) => isSamePlace(one, now));
    const before = befores[at];
    if (before === undefined) return;
    befores.splice(at);
    if (at === 0) end();
    const { eventsOpen, drawerTab, row } = before;
    app.choices.update((current) => ({ ...current, eventsOpen, drawerTab }));
    if (row === null) trace.feature(eventList).closeRecord();
    else trace.feature(eventList).showRow(row);
  });
}

type Pinned = Pick<View, 'chosen' | 'pinnedUs'>;

const isSamePlace = (a: Pinned, b: Pinned): boolean => a.chosen === b.chosen && a.pinnedUs === b.pinnedUs;

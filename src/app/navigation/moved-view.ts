/**
 * The view of a file that is joined to others goes over to the joined trace: range, selection and pin, the traces beside
 * it, its place beside others; and, once that is read, its finding, dismissed ones and model.
 */

import { keysOf, subjectOf } from '../../drawing/view/chosen';
import { changeLane, type Lane, type SetView, shifted, type TraceMarks } from '../../drawing/view/set-view';
import type { TimeRange } from '../../drawing/view/view';
import type { AppState } from '../state/app-state';
import type { OpenFile } from '../state/traces/open-file';
import type { OpenSet, OpenTrace } from '../state/traces/open-trace';

/** What is moved of a trace that is closed. */
export interface MovedView {
  readonly view: SetView;
  /** The other traces of its set, in their order. */
  readonly others: readonly OpenTrace[];
  readonly marks: TraceMarks;
}

/** A set of another trace, and the place of a closed one in it. */
export interface OuterPlace {
  readonly set: OpenSet;
  readonly lane: Lane;
}

/** The user has changed something of it. */
export function hasView({ current, set }: OpenFile): boolean {
  const { range, selection, pinnedUs, lanes } = set.view.get();
  const { chosen, dismissed, model } = current.marks;
  const isWhole = range === null && selection === null && pinnedUs === null && lanes.length === 1;
  return !isWhole || chosen !== null || dismissed.length > 0 || model !== null;
}

/** @param closed the files that are closed with it. */
export function viewOf({ current, set }: OpenFile, closed: readonly OpenFile[]): MovedView {
  const stays = ({ file }: OpenTrace): boolean => !closed.some((other) => other === file);
  const others = set.members.slice(1).flatMap(({ trace }) => (stays(trace) ? [trace] : []));
  return { view: set.view.get(), others, marks: current.marks };
}

/** The sets of other files that the trace of a file is in. */
export function placesOf(
  { files }: AppState,
  { current }: OpenFile,
  closed: readonly OpenFile[],
): readonly OuterPlace[] {
  return files.files.flatMap((file) =>
    closed.includes(file)
      ? []
      : file.set.members.flatMap(({ trace, lane }) => (trace === current ? [{ set: file.set, lane }] : [])),
  );
}

/** The view as a trace has it that takes the lead's place. @param byUs added to the lead's times, they are the trace's own. */
export function movedView(view: SetView, key: string, others: readonly string[], byUs: number): SetView {
  const [lead, ...rest] = view.lanes;
  const offsetUs = (lead?.offsetUs ?? 0) - byUs;
  const lanes = rest.filter(({ trace }) => others.includes(trace));
  const isAlone = lanes.length === 0;
  const own = (range: TimeRange | null): TimeRange | null =>
    range && isAlone ? shifted(range, -offsetUs) : range;
  return {
    ...view,
    lanes: [{ trace: key, offsetUs: isAlone ? 0 : offsetUs + 0, style: lead?.style ?? 0 }, ...lanes],
    range: own(view.range),
    selection: own(view.selection),
    pinnedUs: view.pinnedUs === null || !isAlone ? view.pinnedUs : view.pinnedUs - offsetUs,
  };
}

/** Shows the view in the joined trace, unless it has one of its own by now. */
export function showView({ files }: AppState, file: OpenFile, moved: MovedView, byUs: number): void {
  const { current, set } = file;
  const { range, selection, pinnedUs, lanes } = set.view.get();
  const others = moved.others.filter((trace) => files.files.some((open) => open === trace.file));
  if (range === null && selection === null && pinnedUs === null && lanes.length === 1) {
    const keys = others.map(({ key }) => key);
    set.restore(movedView(moved.view, current.key, keys, byUs), others);
  }
}

/** The trace takes the place of another one in a set. @param byUs added to the times of that one, they are its own. */
export function putIn(
  { set, lane: { trace: before, offsetUs, style } }: OuterPlace,
  trace: OpenTrace,
  byUs: number,
): void {
  const view = set.view.get();
  if (view.lanes.some((lane) => lane.trace === trace.key)) return;
  const place = { trace: trace.key, offsetUs: offsetUs - byUs, style };
  if (view.lanes.some((lane) => lane.trace === before)) {
    const lanes = view.lanes.map((lane) => (lane.trace === before ? place : lane));
    set.restore({ ...view, lanes }, [...set.members.slice(1).map((member) => member.trace), trace]);
  } else if (set.add(trace)) {
    set.view.update((added) => changeLane(added, trace.key, { style }));
    set.putAt(trace, place.offsetUs);
  }
}

/** Applies what belongs to the trace itself. @returns what it does not have, as clauses. */
export function showMarks(
  { current }: OpenFile,
  { chosen, dismissed, model, packet }: TraceMarks,
  byUs: number,
): readonly string[] {
  const { marks } = current;
  const isMarked = marks.chosen !== null || marks.dismissed.length > 0 || marks.model !== null;
  if (isMarked || marks.packet !== null) return [];
  const snapshot = current.snapshot.get();
  const keys = keysOf(snapshot);
  const hasModel = snapshot?.models?.candidates.some(({ id }) => id === model?.id) ?? false;
  const hasChosen = chosen !== null && (keys.includes(chosen) || subjectOf(chosen).kind === 'stream');
  const freeFromUs = model?.freeFromUs == null ? null : model.freeFromUs + byUs;
  current.restoreMarks({
    chosen: hasChosen ? chosen : null,
    dismissed: dismissed.filter((key) => keys.includes(key)),
    model: model !== null && hasModel ? { ...model, freeFromUs } : null,
    packet,
  });
  const lost = chosen !== null && !hasChosen ? ['the highlighted finding'] : [];
  return model !== null && !hasModel ? [...lost, 'the model'] : lost;
}

/** Which panels a set shows now, and their changes by hand: these are of the view, and pins of this device. */
import { panelsOf, type ShownPanels } from '../../../drawing/panels/answer-panels';
import { PANEL_IDS, panelOrder } from '../../../drawing/panels/registry';
import { movePanel as moved, pinsOf, togglePin } from '../../../drawing/view/choices';
import type { PanelChoice } from '../../../drawing/view/set-view';
import type { AppState } from '../app-state';
import type { OpenSet } from './open-trace';

const NONE: ShownPanels = { shown: [], others: [] };

/** None before the lead has a snapshot. */
export function shownPanels(app: AppState, { members, lead, view }: OpenSet): ShownPanels {
  const [first, ...others] = members.flatMap(({ trace }) => trace.snapshot.get() ?? []);
  if (first === undefined) return NONE;
  const { panels } = view.get();
  return panelsOf(app.choices.get(), [first, ...others], { panels, chosen: lead.view.get().chosen });
}

/** All are pinned. */
const isAll = (panels: PanelChoice | null, others: readonly unknown[]): boolean =>
  panels === null && others.length === 0;

/** Shows a panel last, or no longer. */
export function showPanel(app: AppState, set: OpenSet, id: string, isShown: boolean): void {
  const { panels } = set.view.get();
  const { shown, others } = shownPanels(app, set);
  const ids = shown.map((panel) => panel.id);
  if (ids.includes(id) === isShown) return;
  if (panels?.kind === 'all-but' || isAll(panels, others)) {
    const left = panels?.ids.filter((other) => other !== id) ?? [];
    set.showPanels({ kind: 'all-but', ids: isShown ? left : [...left, id] });
  } else set.showPanels({ kind: 'only', ids: isShown ? [...ids, id] : ids.filter((other) => other !== id) });
}

/** Moves a panel up (−1) or down (+1) past its neighbour. @param drawn ids of those that are seen. */
export function movePanel(
  app: AppState,
  set: OpenSet,
  id: string,
  step: -1 | 1,
  drawn: readonly string[],
): void {
  const { panels } = set.view.get();
  const { shown, others } = shownPanels(app, set);
  if (panels?.kind === 'all-but' || isAll(panels, others)) {
    const snapshot = set.lead.snapshot.get();
    if (snapshot !== null)
      app.choices.update((choices) => moved(choices, panelOrder(choices, snapshot), id, step, drawn));
    return;
  }
  const neighbour = drawn[drawn.indexOf(id) + step];
  if (neighbour === undefined) return;
  const ids = shown.map((panel) => panel.id).filter((other) => other !== id);
  set.showPanels({ kind: 'only', ids: ids.toSpliced(ids.indexOf(neighbour) + (step < 0 ? 0 : 1), 0, id) });
}

export const isPinned = (app: AppState, id: string): boolean =>
  pinsOf(app.choices.get(), PANEL_IDS).includes(id);

export function pinPanel(app: AppState, id: string): void {
  app.choices.update((choices) => togglePin(choices, PANEL_IDS, id));
}

/**
 * The drawer at the lower edge of the window: opened and closed at a tab from anywhere on the page. Whether it is open, and at which
 * tab, is kept on this device.
 */
import type { Choices } from '../../drawing/view/choices';
import { isSeveral } from '../../drawing/view/set-view';
import type { AppState } from './app-state';
import { EVENTS_TAB, openDrawer } from './open-drawer';
import type { OpenTrace } from './traces/open-trace';

/** Id of the tab that holds what stands beside the panels where the window is wide enough for both. */
export const SIDE_TAB = 'findings';

/** Paper has no drawer. */
const BESIDE = 'print, (min-width: 1280px)';
/** Below the panels they are seen at once; on a phone the answer is. */
const BELOW = '(min-width: 901px) and (min-height: 640px)';

/** Cards stand beside the panels, not in the drawer. */
export function isBeside(): boolean {
  return globalThis.matchMedia?.(BESIDE).matches ?? true;
}

/** Of what the window has room for. @returns ends it. */
export function onBeside(run: () => void): () => void {
  const queries = [BESIDE, BELOW].map((query) => matchMedia(query));
  for (const query of queries) query.addEventListener('change', run);
  return () => {
    for (const query of queries) query.removeEventListener('change', run);
  };
}

/**
 * Id of the tab that is open; null for none. Before anybody has opened or closed one, that of the cards, where they have room: what stands
 * above the panels of several traces leaves them none.
 */
export function openTab({ eventsOpen, drawerTab }: Choices, ofSeveral: boolean): string | null {
  if (eventsOpen) return drawerTab === '' ? EVENTS_TAB : drawerTab;
  const hasRoom = !ofSeveral && !isBeside() && matchMedia(BELOW).matches;
  return drawerTab === '' && hasRoom ? SIDE_TAB : null;
}

/** Closing it with the focus inside moves the focus to the button of the tab. */
export function toggleDrawer(app: AppState, trace: OpenTrace, tab: string): void {
  if (openTab(app.choices.get(), isSeveral(trace.home.view.get())) !== tab) {
    openDrawer(app, tab);
    return;
  }
  const drawer = document.activeElement?.closest('.drawer');
  app.choices.update((current) => ({ ...current, eventsOpen: false, drawerTab: tab }));
  drawer?.querySelector<HTMLElement>(`[data-tab="${tab}"]`)?.focus({ preventScroll: true });
}

/** Shows what stands beside the panels, where that is in the drawer. */
export function showSide(app: AppState): void {
  if (!isBeside()) openDrawer(app, SIDE_TAB);
}

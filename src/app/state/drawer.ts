/**
 * The drawer at the lower edge of the window: opened and closed at a tab from anywhere on the page. Whether it is open, and at which
 * tab, is kept on this device.
 */
import type { AppState } from './app-state';
import { openDrawer } from './open-drawer';

/** Id of the tab that holds what stands beside the panels where the window is wide enough for both. */
export const SIDE_TAB = 'findings';

/** Paper has no drawer. */
const BESIDE = 'print, (min-width: 1280px)';

/** Cards stand beside the panels, not in the drawer. */
export function isBeside(): boolean {
  return globalThis.matchMedia?.(BESIDE).matches ?? true;
}

/** @returns ends it. */
export function onBeside(run: () => void): () => void {
  const query = matchMedia(BESIDE);
  query.addEventListener('change', run);
  return () => query.removeEventListener('change', run);
}

/** Closing it with the focus inside moves the focus to the button of the tab. */
export function toggleDrawer(app: AppState, tab: string): void {
  const { eventsOpen, drawerTab } = app.choices.get();
  if (!eventsOpen || drawerTab !== tab) {
    openDrawer(app, tab);
    return;
  }
  const drawer = document.activeElement?.closest('.drawer');
  app.choices.update((current) => ({ ...current, eventsOpen: false }));
  drawer?.querySelector<HTMLElement>(`[data-tab="${tab}"]`)?.focus({ preventScroll: true });
}

/** Shows what stands beside the panels, where that is in the drawer. */
export function showSide(app: AppState): void {
  if (!isBeside()) openDrawer(app, SIDE_TAB);
}

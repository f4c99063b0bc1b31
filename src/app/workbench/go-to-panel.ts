/** Goes to a panel: shows it if it is hidden, scrolls to it and highlights it for a moment. */
import { findPanel } from '../../drawing/panels/registry';
import type { AppState } from '../state/app-state';
import { showPanel } from '../state/traces/shown-panels';

const MARK_MS = 1500;

/** @param id of a panel, or `quality` for what is said of the log; one that this trace does not show changes nothing. */
export function goToPanel(app: AppState, id: string): void {
  const set = app.files.shownTrace?.set;
  if (set !== undefined && findPanel(id) !== undefined) showPanel(app, set, id, true);
  // A hidden panel is in the document only after the next rendering.
  requestAnimationFrame(() => {
    const panel = document.querySelector<HTMLElement>(`[data-panel="${CSS.escape(id)}"]`);
    if (panel === null) return;
    if (panel instanceof HTMLDetailsElement) panel.open = true;
    panel.scrollIntoView({ block: 'nearest', behavior: 'auto' });
    panel.dataset.marked = '';
    setTimeout(() => delete panel.dataset.marked, MARK_MS);
  });
}

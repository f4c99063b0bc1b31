/** Leads to a panel: shows it where it was hidden, scrolls to it, and gives it the focus for a moment's mark. */

import { togglePanel } from '../../../drawing/view/choices';
import type { AppState } from '../../state/app-state';

/** How long the panel is marked. */
const MARK_MS = 1500;

/** @param id of a panel; one that this trace does not show changes nothing. */
export function goToPanel(app: AppState, id: string): void {
  if (app.choices.get().hiddenPanels.includes(id)) app.choices.update((current) => togglePanel(current, id));
  // A panel that was hidden is there after the next rendering.
  requestAnimationFrame(() => {
    const panel = document.querySelector<HTMLElement>(`[data-panel="${CSS.escape(id)}"]`);
    if (panel === null) return;
    panel.scrollIntoView({ block: 'nearest', behavior: 'auto' });
    panel.dataset.marked = '';
    setTimeout(() => delete panel.dataset.marked, MARK_MS);
  });
}

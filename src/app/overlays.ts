/** Which overlay is open: the command palette, the overview of keys, the report, or none. */
import { createStore } from '../view/store';

export type Overlay = 'palette' | 'keys' | 'report' | null;

export const overlay = createStore<Overlay>(null);

export function toggleOverlay(name: Exclude<Overlay, null>): void {
  overlay.set(overlay.get() === name ? null : name);
}
